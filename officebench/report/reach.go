package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"legomem/officebench/trial"
)

// How far memory reaches: which kinds of work are done right by themselves, and
// where it is claimed and not so. A suite that says which kind of work a task is
// has these figures; of one that does not there is nothing to say.

// Group is a cell's figures on the tasks of one family, or of one app.
type Group struct {
	Name string `json:"name"`
	// Level is that of all a family's tasks, 0 where they are of several.
	Level int `json:"level,omitempty"`
	Figures
}

// Claim is a run that called itself solved and did not pass.
type Claim struct {
	Task string `json:"task"`
	Kind string `json:"kind,omitempty"`
	Seed int    `json:"seed"`
	// Run is its id, which ends its folder's name in the work folder.
	Run string `json:"run"`
}

// families are a cell's figures by kind of work: none where no task has one.
func (l *ledger) families(cell string, draw *bootstrap) []Group {
	if len(l.bench.Suite.Kinds) == 0 {
		return nil
	}
	return l.groups(cell, draw, func(task string) []string {
		if kind := l.bench.Suite.Kinds[task]; kind != "" {
			return []string{kind}
		}
		return []string{"no kind"}
	})
}

// apps are a cell's figures by app, beside families alone.
func (l *ledger) apps(cell string, draw *bootstrap) []Group {
	if len(l.bench.Suite.Kinds) == 0 {
		return nil
	}
	out := l.groups(cell, draw, func(task string) []string { return l.bench.Suite.Apps[task] })
	for i := range out {
		out[i].Level = 0 // if its tasks are of one, that is chance
	}
	slices.SortFunc(out, func(a, b Group) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// groups divides the tested tasks, of which one may be in several parts: by
// level, and then by name.
func (l *ledger) groups(cell string, draw *bootstrap, of func(task string) []string) []Group {
	level := map[string]int{}
	for _, task := range l.bench.Split.Test {
		for _, name := range of(task) {
			if at, seen := level[name]; !seen {
				level[name] = l.level[task]
			} else if at != l.level[task] {
				level[name] = 0
			}
		}
	}
	names := slices.SortedFunc(maps.Keys(level), func(a, b string) int {
		if level[a] != level[b] {
			return level[a] - level[b]
		}
		return strings.Compare(a, b)
	})
	var out []Group
	for _, name := range names {
		f := l.figures(cell, draw, func(task string) bool { return slices.Contains(of(task), name) }, "no run of it was recorded yet")
		out = append(out, Group{Name: name, Level: level[name], Figures: f})
	}
	return out
}

// claims are a cell's wrong ones, in the order of the tasks.
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

// reaches are the tables of how far each cell with memory reaches.
func (r *Report) reaches() []table {
	var out []table
	for _, c := range r.Cells {
		if c.Variant == "none" || len(c.Families) == 0 {
			continue
		}
		out = append(out, r.reachOf(c))
		if len(c.Claims) > 0 {
			out = append(out, r.claimed(c))
		}
	}
	return out
}

// reachOf is the table of one cell.
func (r *Report) reachOf(c Cell) table {
	t := table{
		ID: "reach-" + c.ID, Title: "Reach: " + r.titled(c), Head: "Part",
		Caption: "Covered: called itself solved and passed, in percent, with its 95% interval. Wrong claims: runs that called themselves solved and did not pass, and the share of them that these tasks leave possible (exact one-sided 95% bound). Gave up: said that it cannot.",
		Columns: []string{"Tasks", "Covered, %", "Wrong claims, runs", "At most, %", "Gave up, %"},
	}
	line := func(name string, f Figures) {
		t.add(name, fmt.Sprint(f.Tasks), t.ranged(f.Covered, percent), fmt.Sprint(f.WrongRuns), t.atMost(f.WrongClaims), t.figure(f.GaveUp, percent))
	}
	line("All", c.All)
	t.section("By level")
	for _, l := range c.Levels {
		line(fmt.Sprintf("Level %d", l.Level), l.Figures)
	}
	for _, part := range []struct {
		title  string
		groups []Group
	}{{"By app", c.Apps}, {"By family", c.Families}} {
		if len(part.groups) > 0 {
			t.section(part.title)
		}
		for _, g := range part.groups {
			line(g.title(), g.Figures)
		}
	}
	return t
}

// atMost prints how high a share may be.
func (t *table) atMost(e Estimate) string {
	if e.AtMost == nil {
		return t.figure(e, percent)
	}
	return percent(*e.AtMost)
}

// title is what a reader calls a group.
func (g Group) title() string {
	if g.Level == 0 {
		return g.Name
	}
	return fmt.Sprintf("%s (level %d)", g.Name, g.Level)
}

// titled is a cell's name, with its team's where there are several.
func (r *Report) titled(c Cell) string {
	if len(teams(r.Bench)) == 1 {
		return cellName(c.Cell)
	}
	return cellName(c.Cell) + ", team " + c.Team
}

// claimed is the table of a cell's wrong claims, each with the folder of its run.
func (r *Report) claimed(c Cell) table {
	t := table{
		ID: "claimed-" + c.ID, Title: "Claimed wrongly: " + r.titled(c), Head: "Task", Words: true,
		Caption: "Each run that called itself solved and did not pass. legomem runs show prints a run, given its folder in the experiment's work folder.",
		Columns: []string{"Family", "Run"},
	}
	for _, claim := range c.Claims {
		at := trial.Trial{Cell: c.Cell, Task: claim.Task, Seed: claim.Seed}
		t.add(claim.Task, claim.Kind, "evaluate/runs/"+at.ID()+"/"+claim.Run)
	}
	return t
}

// reachChart shows which families are covered, a panel for each variant with
// memory in full placement.
func (r *Report) reachChart() (chart, error) {
	c := chart{ID: "chart-reach", Title: "Coverage by family", Caption: "The point is the share of a family's runs that called themselves solved and passed; the line is its 95% interval. Memory in full placement."}
	for _, team := range teams(r.Bench) {
		for _, cell := range r.mains(team) {
			if cell.Variant == "none" || len(cell.Families) == 0 {
				continue
			}
			f := forest{title: "Coverage by family, " + r.titled(cell), axis: "Covered, %", format: percent, percent: true, reach: 100}
			for _, g := range cell.Families {
				f.rows = append(f.rows, mark{g.title(), inkOf(cell.Variant), g.Covered})
			}
			if err := c.put(r.titled(cell), f); err != nil {
				return c, err
			}
		}
	}
	return c, nil
}
