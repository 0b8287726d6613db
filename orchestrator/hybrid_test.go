package orchestrator_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/trajectory"
)

func TestHybrid(t *testing.T) {
	no := &agents.GiveUp{Reason: "no procedure", Hints: []string{"Say hello"}}
	broken := errors.New("the bank is broken")
	one := turn{actions: []tools.Action{write("data/a.txt", "x")}}
	for _, tc := range []struct {
		name          string
		first, second *fakeBrain
		outcome       trajectory.Outcome
		want          string // the answer, or the reason's beginning
	}{
		{"the first can", &fakeBrain{answer: "first", rounds: []turn{one}}, &fakeBrain{answer: "second"}, trajectory.Solved, "first"},
		{"the first gives up at opening", &fakeBrain{openErr: no}, &fakeBrain{answer: "second", rounds: []turn{one}}, trajectory.Solved, "second"},
		{"the first gives up at planning", &fakeBrain{planErr: no}, &fakeBrain{answer: "second", rounds: []turn{one}}, trajectory.Solved, "second"},
		{"both give up", &fakeBrain{openErr: no}, &fakeBrain{openErr: &agents.GiveUp{Reason: "nor I"}}, trajectory.GaveUp, "no procedure; nor I\nIt could do, for example:\n- Say hello"},
		{"the first breaks", &fakeBrain{openErr: broken}, &fakeBrain{answer: "second"}, trajectory.Errored, "the bank is broken"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := setUp(t)
			f.deps.Brain = orchestrator.Hybrid{First: tc.first, Second: tc.second}
			res, _ := orchestrator.Run(t.Context(), f.deps, f.order)
			got := res.Answer
			if res.Outcome != trajectory.Solved {
				got = res.Reason
			}
			if res.Outcome != tc.outcome || got != tc.want {
				t.Errorf("%s with %q, want %s with %q", res.Outcome, got, tc.outcome, tc.want)
			}
			fellBack := tc.second.brief.Run != ""
			noted := slices.ContainsFunc(f.log(t).Notes, func(n trajectory.Noted) bool {
				return n.About == "brain" && strings.Contains(n.Text, "takes over")
			})
			if noted != fellBack {
				t.Errorf("noted %v, fell back %v", noted, fellBack)
			}
		})
	}
}

// hanging is a brain that waits for its context to end.
type hanging struct{ *fakeBrain }

func (h hanging) Open(ctx context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	return h, h, nil
}

func (h hanging) Plan(ctx context.Context) (trajectory.Plan, error) {
	<-ctx.Done()
	return trajectory.Plan{}, context.Cause(ctx)
}

func TestABrainThatHangsRunsOutOfTime(t *testing.T) {
	f := setUp(t)
	f.deps.Brain, f.deps.Limits.Wall = hanging{f.brain}, 10*time.Millisecond
	res, err := orchestrator.Run(t.Context(), f.deps, f.order)
	if err != nil || res.Outcome != trajectory.Exhausted || !strings.HasPrefix(res.Reason, "time:") {
		t.Errorf("%s: %s, %v", res.Outcome, res.Reason, err)
	}
}
