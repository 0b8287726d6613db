package bench_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/lists"
	"legomem/must"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
)

func ids(cells []trial.Cell) []string {
	return lists.Map(cells, func(c trial.Cell) string { return c.ID() })
}

func reasons(notes []bench.Note) string {
	return strings.Join(lists.Map(notes, func(n bench.Note) string { return n.String() }), "\n")
}

// TestPaper names each distinct cell of LEGOMem's tables 1 to 3 and figure 4.
func TestPaper(t *testing.T) {
	got, notes, err := bench.Plan(bench.Options{Preset: "paper", Brain: "model", Known: []string{"slm", "hybrid", "llm", "mine"}})
	if err != nil || len(notes) > 0 {
		t.Fatalf("error %v, notes %v", err, notes)
	}
	want := []string{
		// Table 1.
		"none.none.na.llm", "synapse.both.na.llm", "awm.both.na.llm", "vanilla.both.with.llm", "dynamic.both.with.llm", "rewrite.both.with.llm",
		"none.none.na.hybrid", "synapse.both.na.hybrid", "awm.both.na.hybrid", "vanilla.both.with.hybrid", "dynamic.both.with.hybrid", "rewrite.both.with.hybrid",
		"none.none.na.slm", "synapse.both.na.slm", "awm.both.na.slm", "vanilla.both.with.slm", "dynamic.both.with.slm", "rewrite.both.with.slm",
		// Table 2 beyond it.
		"vanilla.planning.with.llm", "dynamic.planning.with.llm", "rewrite.planning.with.llm", "vanilla.orchestrator.with.llm",
		"vanilla.agents.with.llm", "dynamic.agents.with.llm", "rewrite.agents.with.llm",
		"vanilla.planning.with.hybrid", "dynamic.planning.with.hybrid", "rewrite.planning.with.hybrid", "vanilla.orchestrator.with.hybrid",
		"vanilla.agents.with.hybrid", "dynamic.agents.with.hybrid", "rewrite.agents.with.hybrid",
		// Table 3 beyond them.
		"vanilla.both.without.llm", "dynamic.both.without.llm", "rewrite.both.without.llm",
		"vanilla.both.without.hybrid", "dynamic.both.without.hybrid", "rewrite.both.without.hybrid",
	}
	if len(want) != 38 {
		t.Fatalf("the list by hand has %d cells", len(want))
	}
	must.NoDiff(t, cmp.Diff(want, ids(got)), "cells (-want +got):\n%s")
	if n, note, err := bench.Seeds(0, "paper", "model"); n != 3 || note != nil || err != nil {
		t.Errorf("%d seeds, note %v, error %v", n, note, err)
	}
}

func TestPlan(t *testing.T) {
	teams := []string{"llm", "slm"}
	for _, c := range []struct {
		name  string
		ask   bench.Options
		want  []string
		notes []string // parts of the notes, in order
	}{
		{name: "nothing asked", ask: bench.Options{Brain: "model"}, want: []string{"none.none.na.llm", "vanilla.both.with.llm"}},
		{name: "none has one setting", ask: bench.Options{Brain: "model", Variants: []string{"none"}, Placements: []string{"both", "agents", "none"}, Reasoning: []string{"with", "without"}},
			want: []string{"none.none.na.llm"}},
		{name: "no placement is no memory", ask: bench.Options{Brain: "model", Variants: []string{"dynamic"}, Placements: []string{"none"}}, want: []string{"none.none.na.llm"}},
		{name: "baselines have no thoughts to hide", ask: bench.Options{Brain: "hybrid", Variants: []string{"synapse", "awm"}, Reasoning: []string{"with", "without"}},
			want: []string{"synapse.both.na.llm", "awm.both.na.llm"}},
		{name: "baselines where asked", ask: bench.Options{Brain: "model", Variants: []string{"synapse"}, Placements: []string{"both", "agents"}},
			want: []string{"synapse.both.na.llm", "synapse.agents.na.llm"}},
		{name: "the orchestrator's is one setting", ask: bench.Options{Brain: "model", Variants: []string{"vanilla", "dynamic", "rewrite"}, Placements: []string{"orchestrator"}},
			want: []string{"vanilla.orchestrator.with.llm"}, notes: []string{"2 cells, from dynamic.orchestrator.with.llm to rewrite.orchestrator.with.llm: n/a: only the orchestrator"}},
		{name: "twice the same", ask: bench.Options{Brain: "model", Variants: []string{"vanilla", "vanilla"}, Teams: []string{"slm", "slm"}}, want: []string{"vanilla.both.with.slm"}},
		{name: "teams", ask: bench.Options{Brain: "model", Variants: []string{"none"}, Teams: teams}, want: []string{"none.none.na.llm", "none.none.na.slm"}},
		{name: "reflex", ask: bench.Options{Brain: "reflex", Variants: []string{"none", "vanilla", "dynamic", "rewrite"}, Placements: []string{"both", "agents"}, Reasoning: []string{"with", "without"}, Teams: teams},
			want:  []string{"none.none.na.llm", "vanilla.both.with.llm"},
			notes: []string{"reads no recorded thoughts", "placements make no difference", "whatever the strategy", "rewrite.both.with.llm to rewrite.agents.without.llm: n/a under reflex: no model drafts", "all teams are one"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.ask.Known = teams
			got, notes, err := bench.Plan(c.ask)
			must.Do(t, err)
			must.NoDiff(t, cmp.Diff(c.want, ids(got)), "cells (-want +got):\n%s")
			if len(notes) != len(c.notes) {
				t.Errorf("%d notes, wanted %d:\n%s", len(notes), len(c.notes), reasons(notes))
			}
			for _, part := range c.notes {
				if !strings.Contains(reasons(notes), part) {
					t.Errorf("no note has %q:\n%s", part, reasons(notes))
				}
			}
		})
	}
}

func TestPaperUnderReflex(t *testing.T) {
	got, notes, err := bench.Plan(bench.Options{Preset: "paper", Brain: "reflex", Known: []string{"default"}})
	must.Do(t, err)
	if diff := cmp.Diff([]string{"none.none.na.llm", "vanilla.both.with.llm"}, ids(got)); diff != "" {
		t.Error(diff)
	}
	cells := 0
	for _, n := range notes {
		cells += len(n.Cells)
	}
	if cells != 36 {
		t.Errorf("the notes account for %d cells of 36:\n%s", cells, reasons(notes))
	}
	if n, note, _ := bench.Seeds(3, "paper", "reflex"); n != 1 || note == nil || !strings.Contains(note.String(), "repeats of a deterministic brain are not n") {
		t.Errorf("%d seeds, note %v", n, note)
	}
}

func TestPlanRefuses(t *testing.T) {
	for _, c := range []struct {
		ask  bench.Options
		says string
	}{
		{bench.Options{Variants: []string{"vanila"}}, `no variant "vanila"; there are: none, vanilla`},
		{bench.Options{Placements: []string{"all"}}, `no placement "all"`},
		{bench.Options{Reasoning: []string{"some"}}, `no reasoning "some"; there are: with, without`},
		{bench.Options{Teams: []string{"lm"}}, `no team "lm"; there are: llm`},
		{bench.Options{Brain: "gpt"}, `no brain "gpt"`},
		{bench.Options{Preset: "thesis"}, `no preset "thesis"; there are: paper`},
		{bench.Options{Preset: "paper", Variants: []string{"none"}}, "leave those out"},
		{bench.Options{Preset: "paper"}, "has no hybrid and no slm; it has: llm"},
	} {
		c.ask.Known = []string{"llm"}
		if c.ask.Brain == "" {
			c.ask.Brain = "model"
		}
		_, _, err := bench.Plan(c.ask)
		var setting *bench.SettingError
		if !errors.As(err, &setting) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v; wanted %q", c.ask, err, c.says)
		}
	}
	if _, _, err := bench.Seeds(-1, "", "model"); err == nil {
		t.Error("-1 seeds are accepted")
	}
}
