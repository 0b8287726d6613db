package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"legomem/agents"
	"legomem/tools"
	"legomem/trajectory"
)

// asking records the question that ended a run. One that comes too late, or that nobody
// could answer, ends it as an error instead, and one too many as given up.
func (r *run) asking(ctx context.Context, end error) error {
	asks, ok := errors.AsType[*agents.Asking](end)
	if !ok {
		return end
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err := r.mayAsk(asks.Question); err != nil {
		return err
	}
	if err := r.record(trajectory.Questioned{Question: asks.Question, Rest: asks.Rest}); err != nil {
		return err
	}
	return asks
}

// mayAsk returns why a question cannot be asked, or nil.
func (r *run) mayAsk(q trajectory.Question) error {
	if r.changedSomething() {
		return fmt.Errorf("brain %s asks in the middle of its work, where only giving up ends it: %s", r.Brain.Name(), q.Text)
	}
	if err := q.Check(); err != nil {
		return fmt.Errorf("brain %s asks what nobody can answer: %w", r.Brain.Name(), err)
	}
	if n := len(r.task.Answers); n >= agents.MaxQuestions {
		return &agents.GiveUp{Reason: fmt.Sprintf("it has asked %d times, and would have to ask again: %s", n, q.Text)}
	}
	return nil
}

// questionOf is the question that a run ends with; nil but for the outcome Asked.
func questionOf(outcome trajectory.Outcome, end error) *trajectory.Question {
	asks, ok := errors.AsType[*agents.Asking](end)
	if !ok || outcome != trajectory.Asked {
		return nil
	}
	return &asks.Question
}

// changedSomething says that an action of the run has changed something, so that its work
// is lost if it ends with a question.
func (r *run) changedSomething() bool {
	return slices.ContainsFunc(stepsOf(r.state.Rounds), func(s trajectory.Step) bool { return s.Succeeded() && tools.Changes(s.Effects) })
}
