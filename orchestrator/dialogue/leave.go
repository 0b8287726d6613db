package dialogue

import (
	"context"
	"slices"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/trajectory"
)

// left is a question about changes that are ready, to which the user said neither yes nor
// no: they are not made without a yes, whatever is said instead.
type left struct {
	Asked
	values []trajectory.TalkValue // of its step, when something else was said
}

// unanswered takes what is neither a yes nor a no to changes that are ready. Who asks about
// what was said may answer afterwards; else the changes are not made, and what was said may
// revise them.
func (t *turn) unanswered(ctx context.Context, q Asked, said string) (bool, error) {
	if !q.Commit && yes(said) && len(q.Options) > 0 {
		t.tell("Which of them? Say its number.")
		t.reply.Question = &q
		return true, nil
	}
	if !q.Commit {
		return false, nil
	}
	if is, err := t.aside(ctx, q, said); is || err != nil {
		return true, err
	}
	if err := t.worked(trajectory.Work{Run: q.Run, How: trajectory.Ends, Step: q.Step}); err != nil {
		return true, err
	}
	if err := t.Office.Withdraw(ctx, q.Run); err != nil {
		return true, err
	}
	if q.TakesBack { // what was done stands
		t.tell("Not taken back, since you said no yes to it.")
		return false, t.decline(q)
	}
	if n, err := t.graph.Node(q.Step); err == nil {
		t.left = &left{q, t.valuesOf(n)}
	}
	return false, nil
}

// aside answers what is asked about something while a question is open, which stays so;
// false where nothing is asked.
func (t *turn) aside(ctx context.Context, q Asked, said string) (bool, error) {
	read, err := t.read(ctx, said)
	if err != nil {
		return false, err
	}
	looks, err := t.looksUp(ctx, said, read)
	switch {
	case err != nil:
		return false, err
	case looks:
		err = t.fresh(ctx, said, trim.Trim{})
		if t.reply.Question != nil { // one at a time
			t.tell("Ask that again when this is answered.")
		}
	case len(read.Subtasks) > 0 && trim.OnlyChecks(read.Subtasks):
		t.reply.By = read.By
		err = t.apply(ctx, read.Subtasks, said)
	default:
		return false, nil
	}
	t.reply.Question = &q
	return true, err
}

// looksUp says that something said surely asks for what the office holds. What a model read
// needs no second opinion.
func (t *turn) looksUp(ctx context.Context, said string, read trim.Trim) (bool, error) {
	if t.LooksUp == nil || t.Domain.Shape != trim.Office || read.By == "model" {
		return false, nil
	}
	return t.LooksUp(ctx, said)
}

// leaves says that a step was asked about, and that nothing was said of it since.
func (t *turn) leaves(step tg.Node) bool {
	return t.left != nil && t.left.Step == step.ID && step.Status == tg.Asked && slices.Equal(t.left.values, t.valuesOf(step))
}

// leave takes out of the graph what was asked about, and what the user went on from. Where
// it is asked what the user means, that may be a revision of it.
func (t *turn) leave() error {
	if t.left == nil || t.reply.Question != nil && len(t.reply.Question.Ways) > 0 {
		return nil
	}
	step, err := t.graph.Node(t.left.Step)
	if err != nil || !t.leaves(step) {
		return nil
	}
	if err := t.decline(t.left.Asked); err != nil {
		return err
	}
	t.tell("Not done, since you said no yes to it: " + step.Value + ".")
	return nil
}
