package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"legomem/membank"
	"legomem/must"
)

// shuffledMemoriesMislead: with the same texts to be found by, and another
// task's work under each of them, every variant does worse. What helps is the
// work that is remembered, and not that something is.
func shuffledMemoriesMislead(t *testing.T, w *workshop, dir string) {
	units := shuffle(w.units(filepath.Join(dir, "curate", "bank.db")))
	var lines bytes.Buffer
	must.Do(t, membank.WriteUnits(&lines, units))
	file, bank := filepath.Join(w.out, "shuffled.jsonl"), filepath.Join(w.out, "shuffled.db")
	must.Do(t, os.WriteFile(file, lines.Bytes(), 0o600))
	w.run("memory", "import", "--config", "paper", "--bank", bank, file)
	_, right := w.records(dir)
	b, wrong := w.records(w.bench("shuffled", "--bank", bank, "--variants", "vanilla,dynamic,rewrite,synapse,awm", "--teams", "llm"))
	if len(b.Cells) != 5 {
		t.Fatalf("the shuffled bank was tried in %d cells", len(b.Cells))
	}
	for _, c := range b.Cells {
		was, is := share(passes(right[c.ID()]), len(right[c.ID()])), share(passes(wrong[c.ID()]), len(wrong[c.ID()]))
		t.Logf("%s: %.2f passed with the right memories, %.2f with shuffled ones", c.ID(), was, is)
		if is >= was {
			t.Errorf("%s: %.2f passed with shuffled memories, %.2f with the right ones", c.ID(), is, was)
		}
	}
}

func share(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }

// shuffle gives every unit what another task's was made of. Subtask memories
// are cut anew, so that the bank is one that could have come about.
func shuffle(units []membank.Unit) []membank.Unit {
	var out []membank.Unit
	for _, kind := range []membank.UnitKind{membank.FullTask, membank.RawTrajectory, membank.RoutineUnit} {
		var own []membank.Unit
		for _, u := range units {
			if u.Kind == kind {
				own = append(own, u)
			}
		}
		slices.SortStableFunc(own, func(a, b membank.Unit) int { return strings.Compare(a.Source.Task, b.Source.Task) })
		by := rotation(own)
		for i, u := range own {
			u = withWorkOf(u, own[(i+by)%len(own)])
			out = append(out, u)
			if kind == membank.FullTask {
				out = append(out, membank.Cut(u)...)
			}
		}
	}
	return out
}

// rotation is how far units must be moved on so that none comes to one of its
// own task.
func rotation(units []membank.Unit) int {
	for by := 1; by < len(units); by++ {
		own := false
		for i, u := range units {
			own = own || u.Source.Task == units[(i+by)%len(units)].Source.Task
		}
		if !own {
			return by
		}
	}
	return 0
}

// withWorkOf is a unit with another's content under its own text.
func withWorkOf(u, other membank.Unit) membank.Unit {
	u.Procedure, u.Compiler, u.Wordings = nil, "", nil
	u.Hash = "" // of what it was
	u.Plan, u.Subtasks, u.Answer, u.Reflections = other.Plan, other.Subtasks, other.Answer, other.Reflections
	if u.Routine != nil {
		r := *u.Routine
		r.Agent, r.Variables, r.Steps = other.Routine.Agent, other.Routine.Variables, other.Routine.Steps
		u.Routine = &r
	}
	return u
}
