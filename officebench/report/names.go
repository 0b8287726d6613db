package report

import (
	"slices"
	"strings"

	"legomem/lists"
	"legomem/officebench/trial"
)

// name is the display name of a variant or a placement: in full, as a letter, and within
// a cell's name.
type name struct{ key, long, short, within string }

// variantNames are in the order of the paper's tables.
func variantNames() []name {
	return []name{
		{key: "none", long: "No memory", short: "N"},
		{key: "synapse", long: "Synapse", short: "S"},
		{key: "awm", long: "AWM", short: "A"},
		{key: "vanilla", long: "LEGOMem vanilla", short: "V"},
		{key: "dynamic", long: "LEGOMem dynamic", short: "D"},
		{key: "rewrite", long: "LEGOMem rewrite", short: "R"},
	}
}

func variantKeys() []string {
	return lists.Map(variantNames(), func(n name) string { return n.key })
}

// placementNames are in the order of the paper's tables.
func placementNames() []name {
	return []name{
		{"both", "Orchestrator + agents", "B", "full"},
		{"planning", "Orchestrator (planning) + agents", "P", "planning + agents"},
		{"orchestrator", "Orchestrator only", "O", "orchestrator only"},
		{"agents", "Agents only", "A", "agents only"},
		{"none", "No memory", "N", "none"},
	}
}

// nameOf finds a key's name; an unknown key names itself.
func nameOf(names []name, key string) name {
	for _, n := range names {
		if n.key == key {
			return n
		}
	}
	letter := "?"
	for _, r := range key {
		letter = strings.ToUpper(string(r))
		break
	}
	return name{key, key, letter, key}
}

// cellName is a cell's display name within its team.
func cellName(c trial.Cell) string {
	out := nameOf(variantNames(), c.Variant).long
	if c.Variant == "none" {
		return out
	}
	if c.Placement != "both" {
		out += ", " + nameOf(placementNames(), c.Placement).within
	}
	if c.Reasoning == trial.Without {
		out += ", no reasoning"
	}
	return out
}

// titled is a cell's name, with its team's where there are several.
func (r *Report) titled(c Cell) string {
	if len(teams(r.Bench)) == 1 {
		return cellName(c.Cell)
	}
	return cellName(c.Cell) + ", team " + c.Team
}

func isBaseline(variant string) bool { return variant == "synapse" || variant == "awm" }

func isLegomem(variant string) bool { return slices.Contains(placed("both"), variant) }

// placedApart reports whether a LEGOMem cell is not in full placement.
func placedApart(c trial.Cell) bool { return isLegomem(c.Variant) && c.Placement != "both" }

// placed are the variants that differ under a placement.
func placed(placement string) []string {
	switch placement {
	case "orchestrator":
		return []string{"vanilla"}
	case "none":
		return []string{"none"}
	}
	return []string{"vanilla", "dynamic", "rewrite"}
}

// teams are those that have cells, in the bench's order.
func teams(bench trial.Bench) []string {
	known := lists.Map(bench.Teams, func(t trial.Team) string { return t.Name })
	return inOrderOf(known, lists.Map(bench.Cells, func(c trial.Cell) string { return c.Team }))
}

// variants are those that have cells, in the order of the paper's tables and
// then as they come.
func variants(bench trial.Bench) []string {
	return inOrderOf(variantKeys(), lists.Map(bench.Cells, func(c trial.Cell) string { return c.Variant }))
}

// inOrderOf lists what is used, each once: what is known first, in its order.
func inOrderOf(known, used []string) []string {
	var out []string
	for _, s := range append(known, used...) {
		if slices.Contains(used, s) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// teamsWith are the teams that have a cell of some kind.
func (r *Report) teamsWith(is func(trial.Cell) bool) []string {
	return lists.Map(r.some(func(c Cell) bool { return is(c.Cell) }), func(t team) string { return t.Name })
}

// mainCell is the cell that stands for a variant in a team: full placement,
// and with reasoning where that is there.
func mainCell(cells []trial.Cell, variant, team string) trial.Cell {
	placement := "both"
	if variant == "none" {
		placement = "none"
	}
	return pickCell(cells, variant, placement, team)
}

// isMain reports whether a cell stands for its variant in its team.
func isMain(cells []trial.Cell, c trial.Cell) bool { return mainCell(cells, c.Variant, c.Team) == c }

// pickCell is a variant's cell at a placement: with reasoning, else where there
// was none to show, else without; the first of these where none is there.
func pickCell(cells []trial.Cell, variant, placement, team string) trial.Cell {
	want := trial.Cell{Variant: variant, Placement: placement, Team: team}
	for _, want.Reasoning = range []string{trial.With, trial.NA, trial.Without} {
		if slices.Contains(cells, want) {
			return want
		}
	}
	want.Reasoning = trial.With
	return want
}
