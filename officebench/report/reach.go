package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// How far memory reaches: which kinds of work are done right unattended, and where
// success is claimed wrongly. Only a suite that states each task's kind of work has these
// figures.

// Group is a cell's figures on the tasks of one family, or of one app.
type Group struct {
	Name string `json:"name"`
	// Level is the level of a family's tasks, 0 where they have several.
	Level int `json:"level,omitempty"`
	Figures
}

// Claim is a run that called itself solved and did not pass.
type Claim struct {
	Task string `json:"task"`
	Kind string `json:"kind,omitempty"`
	Seed int    `json:"seed"`
	// Run is its id, which is also its folder's name.
	Run string `json:"run"`
}

// divided is a cell's figures by family (kind of work) and by app; none where the suite
// states no task's kind.
func (l *ledger) divided(cell string, draw *bootstrap) (families, apps []Group) {
	if len(l.bench.Suite.Kinds) == 0 {
		return nil, nil
	}
	families = l.groups(cell, draw, func(task string) []string { return []string{cmp.Or(l.bench.Suite.Kinds[task], "no kind")} })
	apps = l.groups(cell, draw, func(task string) []string { return l.bench.Suite.Apps[task] })
	for i := range apps {
		apps[i].Level = 0 // if its tasks share one, that is chance
	}
	slices.SortFunc(apps, func(a, b Group) int { return cmp.Compare(a.Name, b.Name) })
	return families, apps
}

// groups divides the tested tasks into groups, which may overlap, ordered by level and
// then by name.
func (l *ledger) groups(cell string, draw *bootstrap, of func(task string) []string) []Group {
	level := map[string]int{}
	for _, task := range l.bench.Split.Test {
		for _, name := range of(task) {
			if at, seen := level[name]; !seen || at == l.level[task] {
				level[name] = l.level[task]
			} else {
				level[name] = 0
			}
		}
	}
	names := slices.SortedFunc(maps.Keys(level), func(a, b string) int {
		return cmp.Or(level[a]-level[b], cmp.Compare(a, b))
	})
	var out []Group
	for _, name := range names {
		f := l.figures(cell, draw, func(task string) bool { return slices.Contains(of(task), name) }, "no run of it was recorded yet")
		out = append(out, Group{Name: name, Level: level[name], Figures: f})
	}
	return out
}

// claims are a cell's wrong claims, in the order of the tasks.
func (l *ledger) claims(cell string) []Claim {
	var out []Claim
	for _, task := range l.bench.Split.Test {
		for _, rec := range l.runs[cell][task] {
			if claimedWrongly(rec) {
				out = append(out, Claim{Task: task, Kind: l.bench.Suite.Kinds[task], Seed: rec.Seed, Run: rec.Run})
			}
		}
	}
	return out
}

// title is a group's display name.
func (g Group) title() string {
	if g.Level == 0 {
		return g.Name
	}
	return fmt.Sprintf("%s (level %d)", g.Name, g.Level)
}
