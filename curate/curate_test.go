package curate

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/membank"
	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

func at(day int) func() time.Time {
	return func() time.Time { return time.Date(2026, 3, day, 0, 0, 0, 0, time.UTC) }
}

func yes() *bool { b := true; return &b }

func step(tool, text string, failed bool, class tools.Class) trajectory.Step {
	return trajectory.Step{Thought: "why " + tool, Action: tools.Action{Tool: tool, Args: map[string]any{"file_path": "a.xlsx"}},
		Effects: []tools.Effect{{Class: class, Target: "file:a.xlsx"}}, Observation: &tools.Observation{Text: text, Failed: failed, Code: tools.NotFound}}
}

func passed() *trajectory.Run {
	return &trajectory.Run{
		ID: "r1", Started: trajectory.Started{Task: trajectory.Task{ID: "2-1/0", Suite: "s", Text: "Add up a.xlsx and mail it"}},
		Wordings: []trajectory.Wording{{Text: "Sum it"}}, Answer: "It is 5.", Passed: yes(),
		Result: &trajectory.Result{Outcome: trajectory.Solved},
		Subtasks: []trajectory.SubtaskRun{
			{Subtask: trajectory.Subtask{Agent: "excel_agent", Description: "Add up"}, Steps: []trajectory.Step{
				step("excel.read", "no file", true, tools.Read), step("excel.aggregate", "5", false, tools.Read)}},
			{Subtask: trajectory.Subtask{Agent: "word_agent", Description: "Look"}, Failed: true, Steps: []trajectory.Step{step("word.read", "x", false, tools.Read)}},
			{Subtask: trajectory.Subtask{Agent: "email_agent", Description: "Mail it"}, Steps: []trajectory.Step{step("email.send", "sent", false, tools.Send)}},
		},
	}
}

func TestCurate(t *testing.T) {
	compile := func(*trajectory.Run, []*trajectory.Run) (Compiled, error) {
		return Compiled{Procedure: json.RawMessage(`{"a":1}`), Version: "reflex/1", Notes: []string{"a note"}}, nil
	}
	units, notes, err := Rule{Learning: Learning{Compile: compile}, Now: at(1)}.Curate(t.Context(), passed())
	must.Do(t, err)
	if len(units) != 3 || len(notes) != 1 {
		t.Fatalf("%d units, notes %q; want 3 and one", len(units), notes)
	}
	task := units[0]
	if task.Plan != "1. excel_agent: Add up\n2. email_agent: Mail it" {
		t.Errorf("plan = %q", task.Plan)
	}
	want := []membank.Step{{Think: "why excel.aggregate", Action: `excel.aggregate({"file_path":"a.xlsx"})`}}
	must.NoDiff(t, cmp.Diff(want, task.Subtasks[0].Steps), "steps (-want +got):\n%s")
	if task.Reflections != "excel.read failed (not_found); excel.aggregate was called in its place." {
		t.Errorf("reflections = %q", task.Reflections)
	}
	if task.Compiler != "reflex/1" || !task.OutsideContent || len(task.Wordings) != 1 || task.Source.Task != "2-1/0" {
		t.Errorf("unit = %+v", task)
	}
	for i, u := range units[1:] {
		if u.Kind != membank.SubtaskUnit || u.Parent != task.ID || u.Order != i || u.Subtask.Agent != task.Subtasks[i].Agent {
			t.Errorf("subtask unit %d = %+v", i, u)
		}
	}
}

// TestTwice: the same work is the same units, whichever run it was and
// whenever it was curated; other work is not.
func TestTwice(t *testing.T) {
	ids := func(r *trajectory.Run, day int) (out []string) {
		units, _, err := Rule{Now: at(day)}.Curate(t.Context(), r)
		must.Do(t, err)
		for _, u := range units {
			out = append(out, u.ID+u.Hash)
		}
		return out
	}
	again := passed()
	again.ID = "r2"
	must.NoDiff(t, cmp.Diff(ids(passed(), 1), ids(again, 2)), "curated again it changed:\n%s")
	other := passed()
	other.Answer = "It is 6."
	if ids(passed(), 1)[0] == ids(other, 1)[0] {
		t.Error("other work has the same id")
	}
}

func TestRefused(t *testing.T) {
	no := false
	tests := []struct {
		name   string
		change func(*trajectory.Run)
		want   error
	}{
		{"no end", func(r *trajectory.Run) { r.Result = nil }, ErrOpen},
		{"gave up", func(r *trajectory.Run) { r.Result.Outcome = trajectory.GaveUp }, ErrFailed},
		{"not passed", func(r *trajectory.Run) { r.Passed = &no }, ErrFailed},
		{"not passed, but accepted", func(r *trajectory.Run) { r.Passed, r.AcceptedBy = &no, "Ann" }, ErrFailed},
		{"not judged", func(r *trajectory.Run) { r.Passed = nil }, ErrUnjudged},
		{"nothing done", func(r *trajectory.Run) { r.Subtasks = r.Subtasks[1:2] }, ErrNothingDone},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run := passed()
			tt.change(run)
			if _, _, err := (Rule{Now: at(1)}).Curate(t.Context(), run); !errors.Is(err, tt.want) {
				t.Errorf("err = %v, want %v", err, tt.want)
			}
		})
	}
	run := passed()
	run.Passed, run.AcceptedBy = nil, "Ann"
	run.Started.Task.User = "Bob"
	units, _, err := Rule{Now: at(1)}.Curate(t.Context(), run)
	if err != nil || units[0].Source.Accepted != "Ann" || units[0].Source.User != "Bob" {
		t.Errorf("an accepted run: %v, %v", units, err)
	}
}

// TestNoProcedure: a run reflex cannot compile still makes a memory.
func TestNoProcedure(t *testing.T) {
	compile := func(*trajectory.Run, []*trajectory.Run) (Compiled, error) {
		return Compiled{}, errors.New("nothing to learn")
	}
	units, notes, err := Rule{Learning: Learning{Compile: compile}, Now: at(1)}.Curate(t.Context(), passed())
	if err != nil || len(units) != 3 || len(notes) != 1 || units[0].Procedure != nil {
		t.Errorf("units %d, notes %q, err %v", len(units), notes, err)
	}
}

func TestShort(t *testing.T) {
	if got := short("żółw", 3); got != "ż […]" {
		t.Errorf("short = %q", got)
	}
	if got := short(" abc ", 3); got != "abc" {
		t.Errorf("short = %q", got)
	}
}

func TestManyAlike(t *testing.T) {
	var steps []trajectory.Step
	for range 14 {
		steps = append(steps, step("excel.set_cell", strings.Repeat("x", 200), false, tools.Write))
	}
	steps = append(steps, step("excel.read", "rows", false, tools.Read))
	got := pairs(steps)
	if len(got) != 11 || got[9].Think != "why excel.set_cell (then 4 more like this)" || got[8].Think != "why excel.set_cell" {
		t.Errorf("%d pairs, the tenth %q, the ninth %q", len(got), got[9].Think, got[8].Think)
	}
	if n := len(observations(steps)); n > maxSummary+len(" […]") {
		t.Errorf("the observations are %d bytes", n)
	}
}

func TestLongArguments(t *testing.T) {
	long := strings.Repeat("x", maxArgument+1)
	got := actionText(tools.Action{Tool: "x.do", Args: map[string]any{"a": long, "b": []any{long, 1.5}, "c": map[string]any{"d": long}}})
	cut := `"` + long[1:] + ` […]"`
	if want := `x.do({"a":` + cut + `,"b":[` + cut + `,1.5],"c":{"d":` + cut + `}})`; got != want {
		t.Errorf("action = %s", got)
	}
}

func TestOutsideContent(t *testing.T) {
	effect := func(class tools.Class, target string) trajectory.Step {
		st := step("x.do", "done", false, class)
		st.Effects[0].Target = target
		return st
	}
	for _, tt := range []struct {
		name  string
		steps []trajectory.Step
		want  bool
	}{
		{"a document", []trajectory.Step{effect(tools.Read, "file:data/a.docx")}, true},
		{"names of files", []trajectory.Step{effect(tools.Read, "folder:data")}, true},
		{"a mailbox", []trajectory.Step{effect(tools.Read, "mailbox:Bob")}, true},
		{"a shell", []trajectory.Step{effect(tools.Shell, "file:*")}, true},
		{"a calendar", []trajectory.Step{effect(tools.Read, "calendar:Bob")}, true},
		{"only writing", []trajectory.Step{effect(tools.Write, "file:data/a.docx"), effect(tools.Send, "recipient:bob@example.com")}, false},
		{"what it wrote to", []trajectory.Step{effect(tools.Write, "file:data/a.docx"), effect(tools.Read, "file:data/a.docx")}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			run := &trajectory.Run{Subtasks: []trajectory.SubtaskRun{{Steps: tt.steps}}}
			if got := readOutside(run); got != tt.want {
				t.Errorf("outside content: %v", got)
			}
		})
	}
}
