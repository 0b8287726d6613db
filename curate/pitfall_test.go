package curate

import (
	"context"
	"errors"
	"strings"
	"testing"

	"legomem/golden"
	"legomem/llm/llmtest"
	"legomem/membank"
	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

// afterPassed curates by rule with these passed runs to hold others against.
func afterPassed(passed ...*trajectory.Run) Rule {
	return Rule{Now: at(1), Learning: Learning{Others: func(_ context.Context, run *trajectory.Run) ([]*trajectory.Run, error) { return Kin(run, passed), nil }}}
}

// TestPitfalls: what a failed run did otherwise than a passed one, and what it did not
// get over, become units with a warning and nothing of the work or the evaluation.
func TestPitfalls(t *testing.T) {
	set := func(v any) trajectory.Step {
		return call("excel.set_cell", tools.Write, "file:data/a.xlsx", map[string]any{"cell": "B3", "value": v})
	}
	broken := call("excel.update", tools.Write, "file:data/a.xlsx", map[string]any{"column": "Total"})
	broken.Observation = &tools.Observation{Text: "no column \"Total\" in data/a.xlsx on 5/1/2026\nit has Name", Failed: true, Code: tools.NotFound}
	run := failedRun("Set B3 to 25 in a.xlsx", set("25"), broken)
	run.Result.Reason = "the cell holds 25.5 and not 31337"
	units, _, err := afterPassed(runOf("Set C4 to 7 in b.xlsx", set(7.0))).Pitfalls(t.Context(), run)
	must.Do(t, err)
	want := []string{
		"excel.set_cell: numbers in value were given as texts; where such work passed, they were numbers",
		`excel.update failed (not_found) and nothing else was found: no column {phrase} in {file} on {date}`,
	}
	if len(units) != len(want) {
		t.Fatalf("%d pitfalls: %+v", len(units), units)
	}
	for i, u := range units {
		if u.Kind != membank.PitfallUnit || u.Pitfall.Warning != want[i] || u.Pitfall.Agent != "excel_agent" || u.Task != run.Started.Task.Text || u.Source.Run != "f" {
			t.Errorf("pitfall %d = %+v, %+v", i, u, u.Pitfall)
		}
		if err := u.Check(); err != nil || len(u.Subtasks) > 0 || u.Procedure != nil {
			t.Errorf("pitfall %d holds more than a warning: %+v, %v", i, u, err)
		}
	}
}

func TestPitfallsOfWhom(t *testing.T) {
	again := call("calendar.list_events", tools.Read, "calendar:self", nil)
	for _, tt := range []struct {
		name   string
		change func(*trajectory.Run)
		want   string // a warning, or an error's text
		err    error
	}{
		{"not passed", func(*trajectory.Run) {}, "again and again", nil},
		{"out of rounds", func(r *trajectory.Run) { r.Passed, r.Result.Outcome = nil, trajectory.Exhausted }, "again and again", nil},
		{"stopped by somebody", func(r *trajectory.Run) { r.Passed, r.Result.Outcome = nil, trajectory.Cancelled }, "", ErrFailed},
		{"broken by something outside", func(r *trajectory.Run) { r.Passed, r.Result.Outcome = nil, trajectory.Errored }, "", ErrFailed},
		{"nothing was done", func(r *trajectory.Run) { r.Subtasks = nil }, "", ErrFailed},
		{"no mistake shows", func(r *trajectory.Run) { r.Subtasks[0].Steps = r.Subtasks[0].Steps[:1] }, "", ErrNoPitfall},
		{"still going", func(r *trajectory.Run) { r.Result = nil }, "", ErrOpen},
	} {
		t.Run(tt.name, func(t *testing.T) {
			run := failedRun("List them", again, again, again)
			tt.change(run)
			units, _, err := afterPassed().Pitfalls(t.Context(), run)
			if !errors.Is(err, tt.err) || tt.err == nil && (len(units) != 1 || !strings.Contains(units[0].Pitfall.Warning, tt.want)) {
				t.Errorf("pitfalls %+v, %v", units, err)
			}
		})
	}
}

// TestFailedKin: only failed runs of like work are held against a passed one.
func TestFailedKin(t *testing.T) {
	step := call("x.do", tools.Write, "file:a", nil)
	near, far, good := failedRun("Set B3 in stock.xlsx to 25", step), failedRun("Mail the list to everybody in the team", step), runOf("Set D5 in c.xlsx to 1", step)
	near.ID, far.ID, good.ID = "near", "far", "good"
	got := FailedKin(runOf("Set C4 in rates.xlsx to 7", step), []*trajectory.Run{near, far, good})
	if len(got) != 1 || got[0].ID != "near" {
		t.Errorf("%d kin: %v", len(got), got)
	}
}

// TestModelPitfalls: a model is shown the log and its failures, and nothing of the
// evaluation; values that it names all the same are taken out.
func TestModelPitfalls(t *testing.T) {
	run := office()
	no := false
	run.Passed, run.Result.Reason = &no, "the secret 4711 is not in the file"
	b := open(t, "", llmtest.Reply{Text: `{"warnings":[{"agent":"pdf_agent","warning":"x"}]}`},
		llmtest.Reply{Text: `{"warnings":[{"agent":"word_agent","warning":"word.read of data/missing.docx failed on 3/5/2026; list the files first."}]}`})
	units, notes, err := Model{Asking: b.Asking}.Pitfalls(t.Context(), run)
	must.Do(t, err)
	if len(units) != 1 || units[0].Pitfall.Warning != "word.read of {file} failed on {date}; list the files first." || units[0].Pitfall.Agent != "word_agent" {
		t.Errorf("pitfalls %+v", units)
	}
	if len(notes) != 1 || !strings.Contains(notes[0], `no agent "pdf_agent"`) {
		t.Errorf("notes %q", notes)
	}
	asked := b.last()
	golden.Check(t, "pitfall.golden", b.endpoint.Requests()[0].Messages[0].Content)
	if strings.Contains(asked, "4711") || !strings.Contains(asked, "What failed on the way") || !strings.HasPrefix(units[0].Curator, "m/pitfall@") {
		t.Errorf("asked by %s:\n%s", units[0].Curator, asked)
	}
	if _, _, err := (Model{Asking: b.Asking}).Pitfalls(t.Context(), office()); err == nil {
		t.Error("a run that passed has pitfalls")
	}
}
