package dialogue

import (
	"context"
	"errors"

	"legomem/orchestrator/taskgraph/trim"
	"legomem/trajectory"
)

// unsure says that what came of the user's words may not be what they meant: nothing was
// understood, something is asked, or there are doubts and nothing was changed yet.
func (d Done) unsure() bool {
	switch {
	case d.Outcome == trajectory.GaveUp, d.Question != nil && !d.Question.Commit:
		return true
	}
	return d.Doubtful && len(d.Changes) == 0
}

// readAgain has the second reader read what the office was unsure of, with the conversation
// before it. What came of the first reading counts where the second finds nothing.
func (t *turn) readAgain(ctx context.Context, said string, first Done) error {
	read, err := t.Second.Trim(ctx, t.graph, t.utterance(said))
	if unusable := (*trim.UnusableError)(nil); errors.As(err, &unusable) {
		read, err = trim.Trim{Tokens: unusable.Tokens}, nil
	}
	if err != nil {
		return err
	}
	t.reply.Tokens.Prompt += read.Tokens.Prompt
	t.reply.Tokens.Completion += read.Tokens.Completion
	if !read.Fresh && read.Question == nil && len(read.Subtasks) == 0 {
		return t.became(ctx, "", first, said)
	}
	if q := first.Question; q != nil && q.Commit {
		if err := t.worked(trajectory.Work{Run: q.Run, How: trajectory.Ends}); err != nil {
			return err
		}
		if err := t.Office.Withdraw(ctx, q.Run); err != nil {
			return err
		}
	}
	t.reply.By = read.By
	switch {
	case read.Fresh:
		return t.fresh(ctx, said, read)
	case read.Question != nil:
		t.ask(read.Question, said)
		t.reply.Question.New = false // that was tried
		return nil
	}
	return t.apply(ctx, read.Subtasks, said)
}
