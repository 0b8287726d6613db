package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"legomem/officebench/trial"
)

// The views are what the templates of the tables read.

// figures are all the tables of figures, in the order of the page.
func (s *scribe) figures() []table {
	out := []table{
		s.table("table1", s.variantGrid()), s.table("table2", s.placementGrid()), s.table("table3", s.reasoningGrid()),
		s.table("figure4", s.figure4()), s.table("published", s.beside()), s.table("outcomes", s), s.table("divided", s),
	}
	for _, c := range s.Cells {
		if c.Variant == "none" || len(c.Families) == 0 {
			continue
		}
		for _, name := range []string{"reach", "claimed"} {
			t := s.table(name, s.reachOf(c))
			t.ID += "-" + c.ID
			out = append(out, t)
		}
	}
	out = append(out, s.table("effort", s), s.table("spending", s), s.table("roles-spending", s), s.table("paired", s))
	return shown(out)
}

// grid is success in some settings, a line each, in some teams.
type grid struct {
	Teams    []string
	Settings []setting
}

// setting is a line of a grid: the cell that is wanted in each team.
type setting struct {
	Section, Name string
	Cells         []trial.Cell
}

func (g *grid) add(section, variant string, cell func(team string) trial.Cell) {
	line := setting{Section: section, Name: nameOf(variantNames(), variant).long}
	for _, team := range g.Teams {
		line.Cells = append(line.Cells, cell(team))
	}
	g.Settings = append(g.Settings, line)
}

// variantGrid is variants by teams and levels: the paper's table 1.
func (r *Report) variantGrid() grid {
	g := grid{Teams: teams(r.Bench)}
	if len(variants(r.Bench)) < 2 {
		return g
	}
	for _, variant := range r.rows() {
		section := "Baselines"
		if isLegomem(variant) {
			section = "LEGOMem"
		}
		g.add(section, variant, func(team string) trial.Cell { return mainCell(r.Bench.Cells, variant, team) })
	}
	return g
}

// rows are the bench's variants, and under reflex all of the paper's, so that the table
// explains why some do not apply.
func (r *Report) rows() []string {
	out := variants(r.Bench)
	if r.Bench.Brain != "reflex" {
		return out
	}
	all := variantKeys()
	unknown := slices.DeleteFunc(out, func(v string) bool { return slices.Contains(all, v) })
	return append(all, unknown...)
}

// placementGrid is where the memory is placed: the paper's table 2.
func (r *Report) placementGrid() grid {
	g := grid{Teams: r.teamsWith(placedApart)}
	if len(g.Teams) == 0 {
		return g
	}
	for _, placement := range placementNames() {
		for _, variant := range placed(placement.key) {
			g.add(placement.long, variant, func(team string) trial.Cell { return pickCell(r.Bench.Cells, variant, placement.key, team) })
		}
	}
	return g
}

// reasoningGrid is memory with and without the recorded reasoning: table 3.
func (r *Report) reasoningGrid() grid {
	g := grid{Teams: r.teamsWith(func(c trial.Cell) bool { return isLegomem(c.Variant) && c.Reasoning == trial.Without })}
	if len(g.Teams) == 0 {
		return g
	}
	for _, reasoning := range []name{{key: trial.Without, long: "Without reasoning"}, {key: trial.With, long: "With reasoning"}} {
		for _, variant := range placed("both") {
			g.add(reasoning.long, variant, func(team string) trial.Cell {
				return trial.Cell{Variant: variant, Placement: "both", Reasoning: reasoning.key, Team: team}
			})
		}
	}
	return g
}

// team is the cells of a team, each with its display name.
type team struct {
	Name  string
	Cells []named
}

// named is a cell with its name in its team.
type named struct {
	Cell
	Name string
}

// OnLevel is a cell's success on a level's tasks.
func (c named) OnLevel(level int) Estimate {
	for _, l := range c.Levels {
		if l.Level == level {
			return l.Passed
		}
	}
	return Estimate{NA: "no task of this level was tested"}
}

// Teams are the teams with all their cells.
func (s *scribe) Teams() []team { return s.some(func(Cell) bool { return true }) }

// some are the teams with the cells that match, without teams that have none.
func (r *Report) some(is func(Cell) bool) []team {
	var out []team
	for _, name := range teams(r.Bench) {
		t := team{Name: name}
		for _, c := range r.Cells {
			if c.Team == name && is(c) {
				t.Cells = append(t.Cells, named{c, cellName(c.Cell)})
			}
		}
		if len(t.Cells) > 0 {
			out = append(out, t)
		}
	}
	return out
}

// figure4 is the cells whose steps the paper sets side by side, in one team.
func (r *Report) figure4() team {
	in := r.figure4Team()
	cells := r.some(func(c Cell) bool { return c.Team == in && !isBaseline(c.Variant) && c.Reasoning != trial.Without })
	return append(cells, team{Name: in})[0]
}

// figure4Team is the paper's LLM team, or the first there is.
func (r *Report) figure4Team() string {
	in := teams(r.Bench)
	if slices.Contains(in, "llm") {
		return "llm"
	}
	return in[0]
}

// role is one role in a team and the model that played it.
type role struct{ Team, Role, Model, Answered, Sampling string }

// Roles are the roles that were configured or that answered.
func (s *scribe) Roles() []role {
	var out []role
	for _, t := range s.Bench.Teams {
		answered := s.Models[t.Name]
		names := slices.AppendSeq(slices.Collect(maps.Keys(t.Roles)), maps.Keys(answered))
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			out = append(out, role{t.Name, name, t.Roles[name], strings.Join(answered[name], ", "), t.Sampling[name]})
		}
	}
	return out
}

// Judgeable reports whether the suite states which tasks can be won.
func (s *scribe) Judgeable() bool { return s.Bench.Suite.Unwinnable != nil }

// spending is what a team's roles cost.
type spending struct {
	Title string
	Lines []spent
}

type spent struct {
	Role string
	trial.Spend
}

// Spendings are the spendings of every team, and of making the bank.
func (s *scribe) Spendings() []spending {
	var out []spending
	add := func(title string, roles map[string]trial.Spend) {
		sum, lines := trial.Spend{CostUSD: new(float64)}, []spent(nil)
		for _, name := range slices.Sorted(maps.Keys(roles)) {
			lines = append(lines, spent{name, roles[name]})
			sum = together(sum, roles[name])
		}
		if len(lines) > 1 {
			sum.Model = ""
			lines = append(lines, spent{"all roles", sum})
		}
		if len(lines) > 0 {
			out = append(out, spending{title, lines})
		}
	}
	for _, name := range teams(s.Bench) {
		add("Team "+name, s.Spent[name])
	}
	add("Making the bank", s.Bench.Curation.Spent)
	return out
}

// reached is how far one cell's memory reaches.
type reached struct {
	Cell
	Title string
	Parts []part
}

// part is some of a cell's tasks.
type part struct {
	Section, Name string
	Figures
}

// Folder is the folder of a wrong claim's run.
func (c reached) Folder(claim Claim) string {
	at := trial.Trial{Cell: c.Cell.Cell, Task: claim.Task, Seed: claim.Seed}
	return "evaluate/runs/" + at.ID() + "/" + claim.Run
}

// reachOf divides a cell's tasks by level, by app and by family.
func (r *Report) reachOf(c Cell) reached {
	out := reached{Cell: c, Title: r.titled(c), Parts: []part{{"", "All", c.All}}}
	for _, l := range c.Levels {
		out.Parts = append(out.Parts, part{"By level", fmt.Sprintf("Level %d", l.Level), l.Figures})
	}
	for _, g := range c.Apps {
		out.Parts = append(out.Parts, part{"By app", g.title(), g.Figures})
	}
	for _, g := range c.Families {
		out.Parts = append(out.Parts, part{"By family", g.title(), g.Figures})
	}
	return out
}
