package report

import (
	"slices"
	"strings"

	"legomem/officebench/trial"
)

// What a reader calls the variants and placements, in the order of the paper's
// tables.
type name struct{ key, long, short string }

func variantNames() []name {
	return []name{
		{"none", "No memory", "N"},
		{"synapse", "Synapse", "S"},
		{"awm", "AWM", "A"},
		{"vanilla", "LEGOMem vanilla", "V"},
		{"dynamic", "LEGOMem dynamic", "D"},
		{"rewrite", "LEGOMem rewrite", "R"},
	}
}

func placementNames() []name {
	return []name{
		{"both", "Orchestrator + agents", "B"},
		{"planning", "Orchestrator (planning) + agents", "P"},
		{"orchestrator", "Orchestrator only", "O"},
		{"agents", "Agents only", "A"},
		{"none", "No memory", "N"},
	}
}

// nameOf finds what a key is called; an unknown one is called by its key.
func nameOf(names []name, key string) name {
	for _, n := range names {
		if n.key == key {
			return n
		}
	}
	return name{key, key, strings.ToUpper(first(key))}
}

func first(s string) string {
	for _, r := range s {
		return string(r)
	}
	return "?"
}

// cellName is what a reader calls a cell within its team.
func cellName(c trial.Cell) string {
	out := nameOf(variantNames(), c.Variant).long
	if c.Variant == "none" {
		return out
	}
	if c.Placement != "both" {
		out += ", " + placementShort(c.Placement)
	}
	if c.Reasoning == trial.Without {
		out += ", no reasoning"
	}
	return out
}

func placementShort(placement string) string {
	switch placement {
	case "planning":
		return "planning + agents"
	case "orchestrator", "agents":
		return placement + " only"
	}
	return placement
}

func isBaseline(variant string) bool { return variant == "synapse" || variant == "awm" }

func isLegomem(variant string) bool {
	return variant == "vanilla" || variant == "dynamic" || variant == "rewrite"
}

// teams are those that have cells, in the bench's order.
func teams(bench trial.Bench) []string {
	var all, out []string
	for _, t := range bench.Teams {
		all = append(all, t.Name)
	}
	for _, c := range bench.Cells {
		if !slices.Contains(all, c.Team) {
			all = append(all, c.Team)
		}
	}
	for _, t := range all {
		if slices.ContainsFunc(bench.Cells, func(c trial.Cell) bool { return c.Team == t }) {
			out = append(out, t)
		}
	}
	return out
}

// variants are those that have cells, in the order of the paper's tables and
// then as they come.
func variants(bench trial.Bench) []string {
	var out []string
	for _, n := range variantNames() {
		if slices.ContainsFunc(bench.Cells, func(c trial.Cell) bool { return c.Variant == n.key }) {
			out = append(out, n.key)
		}
	}
	for _, c := range bench.Cells {
		if !slices.Contains(out, c.Variant) {
			out = append(out, c.Variant)
		}
	}
	return out
}

// mainCell is the cell that stands for a variant in a team: full placement,
// and with reasoning where that is there.
func mainCell(cells []trial.Cell, variant, team string) (trial.Cell, bool) {
	placement := "both"
	if variant == "none" {
		placement = "none"
	}
	return pickCell(cells, variant, placement, team)
}

// pickCell finds a variant's cell at a placement: with reasoning, else where
// there was none to show, else without.
func pickCell(cells []trial.Cell, variant, placement, team string) (trial.Cell, bool) {
	for _, reasoning := range []string{trial.With, trial.NA, trial.Without} {
		want := trial.Cell{Variant: variant, Placement: placement, Reasoning: reasoning, Team: team}
		if slices.Contains(cells, want) {
			return want, true
		}
	}
	return trial.Cell{}, false
}
