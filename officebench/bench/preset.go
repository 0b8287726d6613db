package bench

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/lists"
	"legomem/officebench/trial"
)

// Presets are the names Options.Preset takes.
func Presets() []string { return []string{paper} }

// presetTeams are the teams of LEGOMem 4.1.2: GPT-4o for all, GPT-4o with
// GPT-4o-mini for the task agents, GPT-4o-mini for all.
func presetTeams() []string { return []string{"llm", "hybrid", "slm"} }

func (o Options) checkPreset() error {
	if o.Preset == "" {
		return nil
	}
	if err := known("preset", []string{o.Preset}, Presets()); err != nil {
		return err
	}
	if len(o.Variants)+len(o.Placements)+len(o.Reasoning)+len(o.Teams) > 0 {
		return errors.New("the preset paper names variants, placements, reasoning and teams itself; leave those out, or leave the preset out")
	}
	missing := lists.Filter(presetTeams(), func(t string) bool { return !slices.Contains(o.Known, t) })
	if len(missing) > 0 && o.Brain != reflexBrain {
		return fmt.Errorf("the preset paper needs the teams llm, hybrid and slm, and the configuration has no %s; it has: %s",
			strings.Join(missing, " and no "), strings.Join(o.Known, ", "))
	}
	return nil
}

// preset is each cell of the paper's tables 1 to 3 and figure 4, once.
func (o Options) preset() []trial.Cell {
	var out []trial.Cell
	put := func(variant, placement, reasoning, team string) {
		out = append(out, trial.Cell{Variant: variant, Placement: placement, Reasoning: reasoning, Team: team})
	}
	ours := []string{vanilla, "dynamic", "rewrite"}
	for _, team := range presetTeams() { // table 1
		put(none, none, trial.NA, team)
		put("synapse", both, trial.NA, team)
		put("awm", both, trial.NA, team)
		for _, v := range ours {
			put(v, both, trial.With, team)
		}
	}
	for _, team := range presetTeams()[:2] { // table 2, and the placements of figure 4
		for _, v := range ours {
			put(v, "planning", trial.With, team)
		}
		put(vanilla, orchestrated, trial.With, team)
		for _, v := range ours {
			put(v, "agents", trial.With, team)
		}
	}
	for _, team := range presetTeams()[:2] { // table 3
		for _, v := range ours {
			put(v, both, trial.Without, team)
		}
	}
	return out
}
