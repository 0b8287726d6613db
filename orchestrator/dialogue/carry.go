package dialogue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/trajectory"
)

// catchUp does what the graph wants done: takes back what is of nothing any more, and does
// anew what stands on something else than it was done with.
func (t *turn) catchUp(ctx context.Context, said string) error {
	if err := t.takeBack(ctx, said); err != nil || t.reply.Question != nil {
		return err
	}
	tried := map[string]bool{}
	for {
		step, ok := t.due(tried)
		if !ok {
			return nil
		}
		tried[step.ID] = true
		if err := t.carryOut(ctx, step, said); err != nil || t.reply.Question != nil {
			return err
		}
	}
}

// due is the next step that waits or is stale.
func (t *turn) due(tried map[string]bool) (tg.Node, bool) {
	for _, id := range t.graph.Order() {
		n, err := t.graph.Node(id)
		if err != nil || tried[id] || !isSkill(n.Slot) || t.leaves(n) {
			continue
		}
		if n.Status == tg.Stale || n.Status == tg.Waiting || n.Status == tg.Asked {
			return n, true
		}
	}
	return tg.Node{}, false
}

// takeBack takes back what was done for steps that count no more.
func (t *turn) takeBack(ctx context.Context, said string) error {
	for _, n := range t.lastFirst(t.graph.Leftovers()) {
		if sent := n.Outputs[sentKey]; sent != "" {
			t.tell(fmt.Sprintf("This was sent already, and stays so: %s", sent))
			if err := t.change(tg.TakenBack{Node: n.ID}); err != nil {
				return err
			}
			continue
		}
		talk := &trajectory.Talk{Said: t.saidOf(n), TakesBack: runsOf(n)}
		w := t.work(said, talk, trajectory.Work{Step: n.ID, TakesBack: true})
		w.Idle = true
		done, err := t.Office.Do(ctx, w)
		if _, cannot := cannotTakeBack(err); cannot {
			back, failed := t.inverse(ctx, n, said)
			if failed != nil || t.reply.Question != nil {
				return failed
			}
			if back {
				if err := t.change(tg.TakenBack{Node: n.ID}); err != nil {
					return err
				}
				continue
			}
		}
		if err != nil {
			return t.refused(err)
		}
		if done.Outcome != trajectory.Solved {
			t.tell(failure(done))
			return nil
		}
		t.reply.Done++
		t.reply.Changes = append(t.reply.Changes, done.Changes...)
		t.tell("Taken back: " + n.Value + ".")
		if err := t.change(tg.TakenBack{Node: n.ID}); err != nil {
			return err
		}
	}
	return nil
}

// lastFirst are steps in the order in which they were carried out, the last first: what was
// done on what an earlier one did is taken back before it.
func (t *turn) lastFirst(steps []tg.Node) []tg.Node {
	done := map[string]int{}
	for _, r := range t.turns {
		for _, w := range r.Work {
			done[w.Run] = len(done)
		}
	}
	last := func(n tg.Node) int {
		at := -1
		for _, e := range n.Effects {
			at = max(at, done[e.Run])
		}
		return at
	}
	out := slices.Clone(steps)
	slices.SortStableFunc(out, func(a, b tg.Node) int { return cmp.Compare(last(b), last(a)) })
	return out
}

// refused tells why something cannot be taken back; other errors end the turn.
func (t *turn) refused(err error) error {
	why, ok := cannotTakeBack(err)
	if !ok {
		return err
	}
	t.tell(why)
	return nil
}

func runsOf(n tg.Node) []string {
	var out []string
	for _, e := range n.Effects {
		if !slices.Contains(out, e.Run) {
			out = append(out, e.Run)
		}
	}
	return out
}

// carryOut does a step, or does it anew: by correcting what it made where the office can do
// that, else by taking back what it did and doing it with its present values.
func (t *turn) carryOut(ctx context.Context, step tg.Node, said string) error {
	if sent := t.sent(step); sent != nil {
		t.reply.Question = &Asked{Text: fmt.Sprintf("This was sent already, and cannot be changed: %s Send it again as it is now?", sent.Outputs[sentKey]), Options: []string{"yes", "no"}, Resend: true, Step: step.ID, Said: said}
		return nil
	}
	if step.Status == tg.Stale {
		corrected, err := t.correct(ctx, step, said)
		if corrected || err != nil {
			return err
		}
	}
	talk := t.talkOf(step)
	talk.TakesBack = runsOf(step)
	w := t.work(said, talk, trajectory.Work{Step: step.ID})
	w.Asks = step.Status == tg.Asked || isShown(step)
	done, err := t.Office.Do(ctx, w)
	if _, cannot := cannotTakeBack(err); cannot {
		if done, failed := t.around(ctx, step, said); done || failed != nil {
			return failed
		}
	}
	if _, cannot := cannotTakeBack(err); cannot {
		return errors.Join(t.refused(err), t.asCarriedOut(step))
	}
	if err != nil {
		return err
	}
	// What was done before stays among the step's effects: the run changed it into what stands
	// now, so that both are to be taken back, the last one first.
	return t.became(ctx, step.ID, done, said)
}

// sent is how a step was marked that sent something, the last time; nil if it never did. Nobody
// takes that back, though the step was taken out of the graph since.
func (t *turn) sent(step tg.Node) *tg.Mark {
	events := t.graph.Events()
	for i := len(events) - 1; i >= 0; i-- {
		if m, ok := events[i].Operation.(tg.Mark); ok && m.Node == step.ID && m.Outputs[sentKey] != "" {
			return &m
		}
	}
	return nil
}

// isShown says that a step is shown before it is done, whatever the bounds are: a model began
// it, and nobody has agreed to it yet.
func isShown(step tg.Node) bool { return step.Inputs[trim.ReadBy] != "" && len(step.Effects) == 0 }

// talkOf is a step's work as the conversation has it.
func (t *turn) talkOf(step tg.Node) *trajectory.Talk {
	talk := &trajectory.Talk{Skill: strings.TrimPrefix(step.Slot, practised), Values: t.valuesOf(step), Said: t.saidOf(step)}
	if isShown(step) { // and so is whom it reaches
		for _, v := range talk.Values {
			talk.Said = append(talk.Said, v.Text)
		}
	}
	if c, err := t.graph.Context(step.ID, tg.Ask{}); err == nil {
		talk.Context = c.Text
	}
	if step.Slot == "model.work" {
		talk.Skill = ""
	}
	return talk
}

// resend does again what nobody takes back, or leaves it.
func (t *turn) resend(ctx context.Context, q Asked, said string) (bool, error) {
	step, err := t.graph.Node(q.Step)
	switch {
	case err != nil:
		return false, nil
	case yes(said):
		done, err := t.Office.Do(ctx, t.work(q.Said, t.talkOf(step), trajectory.Work{Step: step.ID}))
		if err != nil {
			return true, err
		}
		return true, t.became(ctx, step.ID, done, q.Said)
	case no(said):
		t.tell("Then it stays as it was sent.")
		was := t.sent(step)
		return true, t.change(tg.Mark{Node: step.ID, Status: tg.Active}, tg.Mark{Node: step.ID, Status: tg.Done, Outputs: maps.Clone(was.Outputs), Effects: was.Effects})
	}
	return false, nil
}
