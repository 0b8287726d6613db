package desk

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"legomem/membank"
	"legomem/officebench/bench"
	"legomem/words"
)

// TrialPlan is what trials would do.
type TrialPlan struct {
	Runs int `json:"runs"` // to be made
	// Past counts the past runs whose tasks can be done again, Cannot those that cannot, by
	// the reason.
	Past   int            `json:"past"`
	Cannot map[string]int `json:"cannot"`
	// Tasks are those of the first block of runs; what comes after follows from it.
	Tasks []PlannedTrial `json:"tasks"`
	First int            `json:"first"` // runs of the first block
	// Expected is what the past runs of the first block's tasks used, for all runs.
	Expected bench.Spent `json:"expected"`
	// Looked is what it has cost to find memories for the past tasks: nothing, unless an
	// endpoint embeds.
	Looked   bench.Spent `json:"looked"`
	Parallel int         `json:"parallel"`
	Seconds  float64     `json:"seconds"` // that it takes then
}

// PlannedTrial is a past task that is done again.
type PlannedTrial struct {
	Run      string `json:"run"` // the past one
	Task     string `json:"task"`
	Times    int    `json:"times"`
	Memories int    `json:"memories"` // that are found for it
}

// plan chooses the first runs.
func (t *trials) plan(ctx context.Context, b *membank.Bank) (TrialPlan, error) {
	if err := t.again(ctx, b); err != nil {
		return TrialPlan{}, err
	}
	jobs, err := t.choose(ctx, min(t.order.Runs, trialBlock))
	if err != nil {
		return TrialPlan{}, err
	}
	if len(jobs) == 0 {
		return TrialPlan{}, nonePast(t.cannot)
	}
	all, wall := float64(t.order.Runs), 0.0
	for _, j := range jobs {
		wall += j.of.result.WallMS / 1000 / float64(len(jobs))
	}
	t.tally.expects = scaled(usedBy(jobs), 1/float64(len(jobs)))
	return TrialPlan{Runs: t.order.Runs, Past: len(t.past), Cannot: t.cannot, First: len(jobs), Tasks: plannedTrials(jobs),
		Expected: scaled(t.tally.expects, all), Looked: t.tally.looked, Parallel: t.parallel, Seconds: wall * all / float64(t.parallel)}, nil
}

// nonePast is the error where no past task can be done again.
func nonePast(cannot map[string]int) error {
	if len(cannot) == 0 {
		return BadInput("there is no past run to do again: trials repeat runs that a model made with this bank, and for which memories were found")
	}
	var why []string
	for _, reason := range slices.Sorted(maps.Keys(cannot)) {
		why = append(why, fmt.Sprintf("of %s, %s", words.Count(cannot[reason], "run"), reason))
	}
	return BadInput("no past run can be done again: %s", strings.Join(why, "; "))
}

// plannedTrials are the tasks of jobs, those that are done most often first.
func plannedTrials(jobs []trialJob) []PlannedTrial {
	var out []PlannedTrial
	for _, j := range jobs {
		at := slices.IndexFunc(out, func(p PlannedTrial) bool { return p.Run == j.of.run })
		if at < 0 {
			at, out = len(out), append(out, PlannedTrial{Run: j.of.run, Task: j.of.task.Text, Memories: len(j.chances)})
		}
		out[at].Times++
	}
	slices.SortStableFunc(out, func(a, b PlannedTrial) int { return b.Times - a.Times })
	return out
}

// usedBy is what the past runs of jobs used.
func usedBy(jobs []trialJob) bench.Spent {
	sum := bench.Spent{USD: new(0.0)}
	for _, j := range jobs {
		sum = plus(sum, spentBy(j.of.result))
	}
	return sum
}
