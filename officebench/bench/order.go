package bench

import (
	"cmp"
	"slices"

	"legomem/lists"
	"legomem/officebench"
	"legomem/officebench/trial"
)

// trials are all runs of an experiment in a fair order, so that what is done can be
// compared if it ends early: every cell of a task before the next task, the levels in
// turn, every task before the next seed.
func trials(cells []trial.Cell, tasks []string, seeds int) []trial.Trial {
	var out []trial.Trial
	tasks = inTurn(tasks)
	for seed := 1; seed <= seeds; seed++ {
		for _, task := range tasks {
			for _, cell := range cells {
				out = append(out, trial.Trial{Cell: cell, Task: task, Seed: seed})
			}
		}
	}
	return out
}

// inTurn orders tasks so that their levels come in turn, each level's in the
// order given and spread over the whole.
func inTurn(tasks []string) []string {
	type place struct {
		id    string
		at    float64 // where in its level, from 0 to 1
		level int
	}
	size, rank := map[int]int{}, map[int]int{}
	for _, id := range tasks {
		size[level(id)]++
	}
	var places []place
	for _, id := range tasks {
		l := level(id)
		places = append(places, place{id: id, at: (float64(rank[l]) + 0.5) / float64(size[l]), level: l})
		rank[l]++
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.at, b.at), a.level-b.level) })
	return lists.Map(places, func(p place) string { return p.id })
}

// level is the level of a task, 0 where id is no task's id.
func level(id string) int {
	l, _, _, err := officebench.ParseID(id)
	if err != nil {
		return 0
	}
	return l
}
