package curate

import (
	"strings"
	"testing"

	"legomem/tools"
	"legomem/trajectory"
)

// call is a step with these arguments.
func call(tool string, class tools.Class, target string, args map[string]any) trajectory.Step {
	return trajectory.Step{Action: tools.Action{Tool: tool, Args: args}, Effects: []tools.Effect{{Class: class, Target: target}}, Observation: &tools.Observation{Text: "done"}}
}

// runOf is a run that passed, of one agent with these steps.
func runOf(task string, steps ...trajectory.Step) *trajectory.Run {
	return &trajectory.Run{ID: "p", Passed: yes(), Result: &trajectory.Result{Outcome: trajectory.Solved},
		Started:  trajectory.Started{Task: trajectory.Task{Text: task}},
		Subtasks: []trajectory.SubtaskRun{{Subtask: trajectory.Subtask{Agent: "excel_agent"}, Steps: steps}}}
}

// failedRun is one that did not pass.
func failedRun(task string, steps ...trajectory.Step) *trajectory.Run {
	run, no := runOf(task, steps...), false
	run.ID, run.Passed = "f", &no
	return run
}

func TestMended(t *testing.T) {
	read := func(column string, failed bool) trajectory.Step {
		st := call("excel.aggregate", tools.Read, "file:data/a.xlsx", map[string]any{"file_path": "a.xlsx", "column": column})
		st.Observation.Failed = failed
		if failed {
			st.Observation.Code = tools.NotFound
		}
		return st
	}
	other := call("excel.read", tools.Read, "file:data/a.xlsx", map[string]any{"file_path": "a.xlsx"})
	for _, tt := range []struct {
		name  string
		steps []trajectory.Step
		want  string
	}{
		{"nothing failed", []trajectory.Step{read("Cost", false)}, ""},
		{"with another value", []trajectory.Step{read("cost", true), other, read("Cost", false)}, `excel.aggregate failed (not_found); it worked with column="Cost" in place of "cost".`},
		{"by another tool", []trajectory.Step{read("cost", true), other}, "excel.aggregate failed (not_found); excel.read was called in its place."},
		{"the same later", []trajectory.Step{read("Cost", true), other, read("Cost", false)}, "excel.aggregate failed (not_found); the same call worked later, when something else had been done."},
		{"never mended", []trajectory.Step{other, read("cost", true)}, ""},
		{"the same twice", []trajectory.Step{read("cost", true), read("cost", true), other}, "excel.aggregate failed (not_found); excel.read was called in its place."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := lessons(runOf("Add up", tt.steps...), nil); got != tt.want {
				t.Errorf("lessons = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestContrast(t *testing.T) {
	set := func(v any) trajectory.Step {
		return call("excel.set_cell", tools.Write, "file:data/a.xlsx", map[string]any{"cell": "B3", "value": v})
	}
	event := func(user string) trajectory.Step {
		return call("calendar.create_event", tools.Write, "calendar:"+user, map[string]any{"user": user})
	}
	look := func(user string) trajectory.Step {
		return call("calendar.list_events", tools.Read, "calendar:"+user, map[string]any{"user": user})
	}
	for _, tt := range []struct {
		name            string
		failed, passed  *trajectory.Run
		warning, lesson string
	}{
		{"numbers as texts", failedRun("Set B3 to 25", set("25")), runOf("Set C4 to 7", set(7.0)),
			"excel.set_cell: numbers in value were given as texts", "excel.set_cell: value holds numbers as numbers"},
		{"both as texts", failedRun("Set B3 to 25", set("25")), runOf("Set C4 to 7", set("7")), "", ""},
		{"somebody was left out", failedRun("book it for Dana and Omar", event("Dana")), runOf("book it for Eve and Bob", event("Eve"), event("Bob")),
			"calendar.create_event: some of the people that it was for were left out", "calendar.create_event: for everybody"},
		{"whose calendar was looked at", failedRun("find a time", look("Dana"), look("Omar"), event("Dana")), runOf("find a day", look("Eve"), look("Bob"), event("Eve"), event("Bob")),
			"some of the people", "for everybody"},
		{"nobody was left out", failedRun("book it for Dana and Omar", event("Dana"), event("Omar")), runOf("book it for Eve and Bob", event("Eve"), event("Bob")), "", ""},
		{"less often for the same task", failedRun("book them all", event("self")), runOf("book them all", event("self"), event("self")),
			"calendar.create_event was called for some only", "once for each"},
		{"never for the same task", failedRun("book it", look("self")), runOf("book it", event("self")), "calendar.create_event was never called", "is needed"},
		{"less often for another", failedRun("book the first", event("self")), runOf("book the second", event("self"), event("self")), "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var warnings, taught string
			for _, d := range contrasts(tt.failed, tt.passed) {
				warnings, taught = warnings+d.warning+"\n", taught+d.lesson+"\n"
			}
			for _, both := range [][2]string{{warnings, tt.warning}, {taught, tt.lesson}} {
				if !strings.Contains(both[0], both[1]) || both[1] == "" && both[0] != "" {
					t.Errorf("told %q, want %q", both[0], both[1])
				}
			}
			if tt.lesson != "" && !strings.Contains(lessons(tt.passed, []*trajectory.Run{tt.failed}), tt.lesson) {
				t.Errorf("lessons = %q", lessons(tt.passed, []*trajectory.Run{tt.failed}))
			}
		})
	}
}

func TestNaming(t *testing.T) {
	read := call("excel.read", tools.Read, "file:data/index.xlsx", nil)
	write := func(file string) trajectory.Step { return call("word.create", tools.Write, "file:"+file, nil) }
	for _, tt := range []struct {
		name, task string
		steps      []trajectory.Step
		want       string
	}{
		{"of the file read", "write what it says", []trajectory.Step{read, write("data/index.docx")}, "The new .docx file has the name of the file it was made from."},
		{"the task's words", "write a sales report", []trajectory.Step{write("data/sales_report.docx")}, `The new .docx file is named by the task's words, joined by "_".`},
		{"named by the task", "write report.docx", []trajectory.Step{read, write("data/report.docx")}, ""},
		{"an old one", "write what it says", []trajectory.Step{read, write("data/index.xlsx")}, ""},
		{"some name", "write what it says", []trajectory.Step{read, write("data/other.docx")}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := lessons(runOf(tt.task, tt.steps...), nil); got != tt.want {
				t.Errorf("lessons = %q, want %q", got, tt.want)
			}
		})
	}
}
