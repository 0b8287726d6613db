package orchestrator_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/agents"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/trajectory"
)

var startAsked = &agents.Asking{Rest: []byte(`{"skill":"add_event"}`), Question: trajectory.Question{Kind: trajectory.AsksSlot, Text: "At what time does it start?",
	Slot: &trajectory.Slot{Name: "start", Kind: "time", Free: true}}}

func answered(n int) []trajectory.Exchange {
	return make([]trajectory.Exchange, n)
}

func TestAsking(t *testing.T) {
	one := turn{actions: []tools.Action{write("data/a.txt", "x")}}
	for name, tc := range map[string]struct {
		brain   *fakeBrain
		answers int
		outcome trajectory.Outcome
		reason  string
	}{
		"at opening":        {&fakeBrain{openErr: startAsked}, 0, trajectory.Asked, "At what time does it start?"},
		"at planning":       {&fakeBrain{planErr: startAsked}, 0, trajectory.Asked, "At what time does it start?"},
		"for the last time": {&fakeBrain{openErr: startAsked}, agents.MaxQuestions - 1, trajectory.Asked, "At what time does it start?"},
		"once too often":    {&fakeBrain{openErr: startAsked}, agents.MaxQuestions, trajectory.GaveUp, "it has asked 6 times"},
		"in the middle":     {&fakeBrain{rounds: []turn{one, {nextErr: startAsked}}}, 0, trajectory.Errored, "asks in the middle of its work"},
		"of nothing":        {&fakeBrain{openErr: &agents.Asking{}}, 0, trajectory.Errored, "asks what nobody can answer: a question without a text"},
	} {
		t.Run(name, func(t *testing.T) {
			f := setUp(t)
			f.deps.Brain, f.order.Task.Answers = tc.brain, answered(tc.answers)
			res, _ := orchestrator.Run(t.Context(), f.deps, f.order)
			run := f.log(t)
			if res.Outcome != tc.outcome || !strings.Contains(res.Reason, tc.reason) {
				t.Errorf("%s: %s", res.Outcome, res.Reason)
			}
			asked := tc.outcome == trajectory.Asked
			if (res.Question != nil) != asked || (run.Questioned != nil) != asked {
				t.Errorf("the result asks %+v, the log %+v", res.Question, run.Questioned)
			}
		})
	}
}

// TestAskedIsWhole: a run that asks has done nothing, is closed, and says what it asks in
// its log and in its result; the run that goes on from it has the answer.
func TestAskedIsWhole(t *testing.T) {
	f := setUp(t)
	f.brain.openErr = startAsked
	f.mustRun(t)
	run := f.log(t)
	if !run.Closed() || run.Copied != run.Left || run.Result.Steps != 0 || string(run.Questioned.Rest) != `{"skill":"add_event"}` {
		t.Errorf("%+v", run)
	}
	if kept := string(must.Have(os.ReadFile(filepath.Join(f.dir(), "result.json")))(t)); !strings.Contains(kept, `"name": "start"`) {
		t.Errorf("result.json is %s", kept)
	}
	e := trajectory.Exchange{Question: run.Questioned.Question, Rest: run.Questioned.Rest, Answer: trajectory.Answer{Value: "3 pm", Free: true}}
	f.order.ID, f.order.GoesOnFrom, f.order.Task.Answers = "run-2", run.ID, []trajectory.Exchange{e}
	f.brain.openErr, f.box.dir = nil, t.TempDir()
	if res := f.mustRun(t); res.Outcome != trajectory.Solved {
		t.Errorf("%s: %s", res.Outcome, res.Reason)
	}
	if got := f.brain.brief.Task.Answers; len(got) != 1 || got[0].Answer.Value != "3 pm" {
		t.Errorf("the brain is told %+v", got)
	}
	if began := openLog(t, filepath.Join(f.deps.Runs, "run-2")).Started; began.GoesOnFrom != "run-1" || len(began.Task.Answers) != 1 {
		t.Errorf("%+v", began)
	}
}

// TestAskingCancelled: who interrupts a run is asked nothing.
func TestAskingCancelled(t *testing.T) {
	f := setUp(t)
	ctx, stop := context.WithCancel(t.Context())
	f.deps.Brain = interrupted{f.brain, stop}
	res, _ := orchestrator.Run(ctx, f.deps, f.order)
	if res.Outcome != trajectory.Cancelled || res.Question != nil || f.log(t).Questioned != nil {
		t.Errorf("%s: %+v", res.Outcome, res.Question)
	}
}

// interrupted is a brain that asks after the user has ended the run.
type interrupted struct {
	*fakeBrain
	stop func()
}

func (b interrupted) Open(context.Context, agents.Brief) (agents.Planner, agents.Actor, error) {
	b.stop()
	return nil, nil, startAsked
}

func TestHybridAsks(t *testing.T) {
	one := turn{actions: []tools.Action{write("data/a.txt", "x")}}
	no := &agents.GiveUp{Reason: "nor I"}
	for name, tc := range map[string]struct {
		first, second *fakeBrain
		outcome       trajectory.Outcome
		want          string // the answer, or the reason
	}{
		"the second can":           {&fakeBrain{openErr: startAsked}, &fakeBrain{answer: "second", rounds: []turn{one}}, trajectory.Solved, "second"},
		"asked at planning":        {&fakeBrain{planErr: startAsked}, &fakeBrain{answer: "second", rounds: []turn{one}}, trajectory.Solved, "second"},
		"the second gives up":      {&fakeBrain{openErr: startAsked}, &fakeBrain{openErr: no}, trajectory.Asked, startAsked.Question.Text},
		"it gives up at planning":  {&fakeBrain{openErr: startAsked}, &fakeBrain{planErr: no}, trajectory.Asked, startAsked.Question.Text},
		"it gives up later":        {&fakeBrain{openErr: startAsked}, &fakeBrain{rounds: []turn{one, {nextErr: no}}}, trajectory.GaveUp, "it asks: At what time does it start?; nor I"},
		"the second asks":          {&fakeBrain{openErr: no}, &fakeBrain{openErr: startAsked}, trajectory.Asked, startAsked.Question.Text},
		"it asks when it is asked": {&fakeBrain{openErr: startAsked}, &fakeBrain{planErr: startAsked}, trajectory.Asked, startAsked.Question.Text},
	} {
		t.Run(name, func(t *testing.T) {
			f := setUp(t)
			f.deps.Brain = orchestrator.Hybrid{First: tc.first, Second: tc.second}
			res, err := orchestrator.Run(t.Context(), f.deps, f.order)
			got := res.Answer
			if res.Outcome != trajectory.Solved {
				got = res.Reason
			}
			if err != nil || res.Outcome != tc.outcome || got != tc.want {
				t.Errorf("%s with %q, %v", res.Outcome, got, err)
			}
		})
	}
}
