package dialogue

import (
	"context"
	"errors"
	"slices"

	tg "legomem/orchestrator/taskgraph"
	"legomem/trajectory"
)

// settle brings a turn that was cut off to its end. What its runs did stands in the graph,
// and what is left of the same work is done. Where they did nothing, the graph is as it was
// before the turn, and what was asked is asked still.
func (s *Session) settle(ctx context.Context, past trajectory.Turn) error {
	t := &turn{Session: s, n: past.Number, reply: &s.turns[past.Number-1], cut: map[string][]tg.Effect{}}
	open := s.open
	stood := false
	for _, w := range past.Work {
		t.reply.Work = append(t.reply.Work, w)
		done, stands, err := s.Office.Became(ctx, w.Run)
		if err != nil {
			return err
		}
		if !stands || w.How == trajectory.Ends {
			continue
		}
		if w.How == trajectory.Changes && done.Question != nil {
			continue // it was not answered yet
		}
		if done.Question != nil && w.Step == "" && s.Second != nil { // somebody else was to read it
			if err := errors.Join(t.worked(trajectory.Work{Run: w.Run, How: trajectory.Ends}), s.Office.Withdraw(ctx, w.Run)); err != nil {
				return err
			}
			continue
		}
		stood = true
		if err := t.stand(ctx, w, done, past.Text); err != nil {
			return err
		}
	}
	if !stood {
		return t.unsaid(ctx, past, open)
	}
	if t.reply.Question == nil {
		if err := t.catchUp(ctx, past.Text); err != nil {
			return err
		}
	}
	t.tell("(This was cut off, and is told again.)")
	return t.end()
}

// stand has the graph know what a run did, unless it knows.
func (t *turn) stand(ctx context.Context, w trajectory.Work, done Done, said string) error {
	knows := func(n tg.Node) bool {
		return slices.ContainsFunc(n.Effects, func(e tg.Effect) bool { return e.Run == done.Run })
	}
	if slices.ContainsFunc(t.graph.Nodes(), knows) {
		t.tellAgain(done)
		return nil
	}
	step, err := t.graph.Node(w.Step)
	switch {
	case w.Step == "" || err != nil:
		if err := t.forget(); err != nil { // it may be there in part
			return err
		}
		return t.became(ctx, "", done, said)
	case done.Question != nil && w.TakesBack:
		t.askBack(step.ID, *done.Question, said, t.before())
		return nil
	case done.Question != nil:
		return t.became(ctx, step.ID, done, said)
	case w.TakesBack:
		t.tellAgain(done)
		if len(step.Effects) == 0 {
			return nil
		}
		return t.change(tg.TakenBack{Node: step.ID})
	case w.More:
		t.tellAgain(done)
		for _, c := range done.Changes {
			t.cut[step.ID] = append(t.cut[step.ID], tg.Effect{Run: done.Run, Change: c.ID})
		}
		return nil
	case slotOf(done.Skill) != step.Slot: // it corrected what the step made
		t.tellAgain(done)
		done.Answer, done.earlier = "", t.cut[step.ID]
		return t.mark(step.ID, done)
	}
	return t.became(ctx, step.ID, done, said)
}

// tellAgain tells what was done before the turn was cut off.
func (t *turn) tellAgain(done Done) {
	t.tell(done.Answer)
	t.reply.Changes = append(t.reply.Changes, done.Changes...)
	t.reply.Done++
}

// forget has the graph be as it was before the turn.
func (t *turn) forget() error {
	if !slices.ContainsFunc(t.graph.Events(), func(e tg.Event) bool { return e.Turn == t.n }) {
		return nil
	}
	before := t.before()
	for _, n := range t.graph.Nodes() { // nobody may have it brought back
		if n.Status != tg.Inactive && len(n.Parents) == 0 && n.History[0].Revision > before {
			if err := t.drop(n.ID); err != nil {
				return err
			}
		}
	}
	if before == 0 {
		return nil
	}
	return t.change(tg.RollBack{To: before})
}

// unsaid ends a turn of which nothing was done, but that the question before it may be
// closed.
func (t *turn) unsaid(ctx context.Context, past trajectory.Turn, open *Asked) error {
	if err := t.forget(); err != nil {
		return err
	}
	t.tell("This was cut off before anything was done. Say it again if it is still wanted.")
	if open == nil {
		return t.end()
	}
	t.reply.Question = open
	for _, w := range past.Work {
		if w.Run != open.Run || w.How == trajectory.Begins {
			continue
		}
		done, _, err := t.Office.Became(ctx, w.Run)
		if err != nil {
			return err
		}
		if done.Question != nil {
			continue
		}
		if err := t.closed(ctx, *open, past.Text); err != nil {
			return err
		}
	}
	return t.end()
}

// closed goes on from a question that the turn has closed, and nothing else: a no is one, and
// all else is asked again.
func (t *turn) closed(ctx context.Context, q Asked, said string) error {
	t.reply.Question = nil
	step, err := t.graph.Node(q.Step)
	if again := err == nil && step.Status == tg.Asked && !no(said); again {
		return t.carryOut(ctx, step, q.Said)
	}
	t.reply.Told = "Then nothing is changed."
	return t.decline(q)
}
