package demo

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

func TestBrain(t *testing.T) {
	d, task := load(t, "testdata/review.yaml")
	passed, run, err := play(t, task, lines(map[string]string{
		"calendar/Dana.txt": "2026-03-12 14:00:00 budget review",
		"emails/Dana.txt":   "Total of costs.csv|The total is 815.5.|false",
	}))(t.Context(), d)
	if err != nil || !*passed {
		t.Fatalf("play: passed %v, %v; result %+v", passed, err, run.Result)
	}
	var agents, toolsUsed []string
	for _, s := range run.Subtasks {
		agents = append(agents, s.Agent+": "+s.Summary)
		for _, step := range s.Steps {
			toolsUsed = append(toolsUsed, step.Action.Tool)
		}
	}
	must.NoDiff(t, cmp.Diff([]string{"calendar_agent: Created.", "excel_agent: The sum is 815.5.", "email_agent: Sent."}, agents), "reports (-want +got):\n%s")
	must.NoDiff(t, cmp.Diff([]string{"calendar.create_event", "excel.aggregate", "email.send"}, toolsUsed), "actions (-want +got):\n%s")
	if run.Subtasks[1].PlanStep != run.Plan.Steps[1].ID || run.Subtasks[1].Steps[0].Thought == "" || len(run.Plan.Steps) != 3 || run.Answer != d.Answer {
		t.Errorf("thought, plan or answer is lost: %+v", run)
	}
	if len(run.Wordings) != 1 || len(run.Constants) != len(d.Constants) || run.Constants[1] != false {
		t.Errorf("taught: %v and %v", run.Wordings, run.Constants)
	}
}

func TestBrainStopsAtFailure(t *testing.T) {
	d, task := load(t, "testdata/review.yaml")
	d.Subtasks[1].Actions[0].Args["file_path"] = "data/none.csv"
	_, run, err := play(t, task, lines(nil))(t.Context(), d)
	must.Do(t, err)
	if run.Result.Outcome != trajectory.GaveUp || !strings.Contains(run.Result.Reason, "review.yaml:16: excel.aggregate: no file data/none.csv") {
		t.Errorf("result = %+v, want a give-up that names the action's line", run.Result)
	}
	if n := len(run.Subtasks); n != 2 || !run.Subtasks[1].Failed {
		t.Errorf("%d subtasks were begun, want 2, the last failed", n)
	}
}

func TestBrainRefusesWhatDoesNotFit(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*Demo)
		want   string
	}{
		"agent":         {func(d *Demo) { d.Subtasks[0].Agent = "chef" }, `review.yaml:8: subtasks[0].agent: no agent "chef"; there are: calendar_agent`},
		"tool":          {func(d *Demo) { d.Subtasks[0].Actions[0].Tool = "calendar.cook" }, `no tool "calendar.cook"; nearest: calendar.create_event`},
		"tool of other": {func(d *Demo) { d.Subtasks[0].Actions[0].Tool = "email.send" }, "calendar_agent has no tool email.send"},
		"argument":      {func(d *Demo) { d.Subtasks[0].Actions[0].Args["where"] = "here" }, "unknown argument where; accepted: "},
	} {
		t.Run(name, func(t *testing.T) {
			d, task := load(t, "testdata/review.yaml")
			test.change(d)
			_, _, err := play(t, task, lines(nil))(t.Context(), d)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want it to say %q", err, test.want)
			}
		})
	}
}

// A run must not reach the demonstration through the arguments it was given.
func TestActionsAreCopies(t *testing.T) {
	d, _ := load(t, "testdata/review.yaml")
	first := must.Have(actor{d, &played{}}.Act(context.Background(), trajectory.Subtask{Round: 3}, nil))(t)
	first.Action.Args["to"].([]any)[0] = "Mallory"
	if got := d.Subtasks[2].Actions[0].Args["to"].([]any)[0]; got != "Dana" {
		t.Errorf("the demonstration now sends to %v", got)
	}
	if _, err := (actor{d, &played{}}).Act(context.Background(), trajectory.Subtask{Round: 4}, nil); err == nil {
		t.Error("a round beyond the plan is no error")
	}
}

func TestLongReportsAreCut(t *testing.T) {
	long := trajectory.Step{Observation: &tools.Observation{Text: strings.Repeat("é", 400)}}
	got := lastSaid(Subtask{}, []trajectory.Step{long})
	if len(got) > maxSummary+4 || !strings.HasSuffix(got, "é…") {
		t.Errorf("summary of %d bytes ends with %q", len(got), got[len(got)-6:])
	}
}

// An expectation stops the plan where the evaluation would not, and the log
// carries it.
func TestExpectations(t *testing.T) {
	d, task := load(t, "testdata/review.yaml")
	d.Subtasks[1].Actions[0].Expect = []string{"815.5"}
	existence := func(*tools.Workspace, string) *bool { passed := true; return &passed }
	_, run, err := play(t, task, existence)(t.Context(), d)
	if err != nil || run.Result.Outcome != trajectory.Solved {
		t.Fatalf("outcome %v, %v", run.Result, err)
	}
	if got := run.Subtasks[1].Steps[0].Expect; len(got) != 1 || got[0] != "815.5" {
		t.Errorf("the log expects %q", got)
	}
	if got := checkingOf(task.Text).expected(placed{Action: Action{Expect: []string{"Dana", "of nowhere"}}, at: place{"a"}}); len(got) != 1 || got[0].Path != "a.expect[1]" {
		t.Errorf("problems = %+v, want the second text alone", got)
	}

	d.Subtasks[1].Actions[0].Expect = []string{"815.5", "816"}
	_, run, err = play(t, task, existence)(t.Context(), d)
	if err != nil || run.Result.Outcome != trajectory.GaveUp || !strings.Contains(run.Result.Reason, `does not hold "816"`) {
		t.Errorf("result %+v, %v; want a give-up that names what was expected", run.Result, err)
	}
	if len(run.Subtasks) != 2 {
		t.Errorf("%d subtasks were begun, want 2: no mail of a wrong total", len(run.Subtasks))
	}
	if !unexpected(run) {
		t.Error("a change that an expectation stops counts as unnoticed")
	}
}
