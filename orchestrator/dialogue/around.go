package dialogue

import (
	"context"
	"slices"

	tg "legomem/orchestrator/taskgraph"
	"legomem/trajectory"
)

// cannotTakeBack says to the user why an office cannot take something back; false for another
// error.
func cannotTakeBack(err error) (string, bool) {
	cannot, ok := err.(interface{ CannotTakeBack() string })
	if !ok {
		return "", false
	}
	return cannot.CannotTakeBack(), true
}

// around carries out anew a step whose earlier work the office cannot take back: by setting
// other values, where that is all, or after the inverse work. False where neither is known.
func (t *turn) around(ctx context.Context, step tg.Node, said string) (bool, error) {
	all, err := corrections()
	if err != nil {
		return false, err
	}
	if !all[step.Slot].setsAnew(t.withOf(step), t.valuesOf(step)) {
		if ok, err := t.inverse(ctx, step, said); !ok || err != nil || t.reply.Question != nil {
			return ok, err
		}
	}
	w := t.work(said, t.talkOf(step), trajectory.Work{Step: step.ID})
	done, err := t.Office.Do(ctx, w)
	if err != nil {
		return false, err
	}
	return true, t.became(ctx, step.ID, done, said)
}

// setsAnew says that values differ in nothing but such as can be set anew.
func (c correction) setsAnew(was, is []trajectory.TalkValue) bool {
	if len(c.Anew) == 0 || len(was) == 0 {
		return false
	}
	has := func(all []trajectory.TalkValue, v trajectory.TalkValue) bool {
		return slices.ContainsFunc(all, func(o trajectory.TalkValue) bool { return o.Slot == v.Slot && o.Text == v.Text })
	}
	for _, v := range is {
		if !has(was, v) && !slices.Contains(c.Anew, v.Slot) {
			return false
		}
	}
	for _, v := range was {
		gone := !slices.ContainsFunc(is, func(o trajectory.TalkValue) bool { return o.Slot == v.Slot })
		if gone || !has(is, v) && !slices.Contains(c.Anew, v.Slot) {
			return false
		}
	}
	return true
}

// inverse takes back what a step did by the skill that does the opposite; false where there
// is none, or where it does not get to it.
func (t *turn) inverse(ctx context.Context, step tg.Node, said string) (bool, error) {
	all, err := corrections()
	if err != nil {
		return false, err
	}
	how, with := all[step.Slot], t.withOf(step)
	if how.Inverse == "" || len(with) == 0 {
		return false, nil
	}
	talk := &trajectory.Talk{Skill: how.Inverse, Said: t.saidOf(step, with...)}
	for _, v := range with {
		if to := how.Swap[v.Slot]; to != "" {
			v.Slot = to
		}
		talk.Values = append(talk.Values, v)
	}
	done, err := t.Office.Do(ctx, t.work(said, talk, trajectory.Work{Step: step.ID, TakesBack: true}))
	if err != nil {
		return false, err
	}
	if done.Question != nil {
		t.askBack(step.ID, *done.Question, said, t.before())
		return true, nil
	}
	if done.Outcome != trajectory.Solved {
		return false, nil
	}
	t.tell(done.Answer)
	t.reply.Done++
	t.reply.Changes = append(t.reply.Changes, done.Changes...)
	return true, nil
}

// askBack puts a question of the work that takes back what a step did to the user. Until it is
// answered what the step did stands.
func (t *turn) askBack(step string, q Asked, said string, back int) {
	q.Step, q.Said, q.Back, q.TakesBack = step, said, back, true
	t.reply.Question = &q
}

// tookBack takes in what came of that work once it was answered, and goes on with what waited
// for it. Where it is not done, the graph is as it was before it was wanted.
func (t *turn) tookBack(ctx context.Context, q Asked, done Done) error {
	switch {
	case done.Question != nil:
		t.askBack(q.Step, *done.Question, q.Said, q.Back)
		return nil
	case done.Outcome == trajectory.Solved:
		t.tell(done.Answer)
		t.reply.Done++
		t.reply.Changes = append(t.reply.Changes, done.Changes...)
		if err := t.change(tg.TakenBack{Node: q.Step}); err != nil {
			return err
		}
		return t.catchUp(ctx, q.Said)
	case done.Outcome == trajectory.Cancelled:
		t.tell("Then nothing is changed.")
	default:
		t.tell(failure(done))
	}
	return t.decline(q)
}

// asCarriedOut has the values of a step be again what it was carried out with: another could not
// be brought about, and the graph tells what is.
func (t *turn) asCarriedOut(step tg.Node) error {
	to := t.before()
	was, err := t.graph.At(to)
	if to == 0 || err != nil {
		return err
	}
	old, err := was.Node(step.ID)
	if err != nil {
		return nil // it is of this turn
	}
	for _, id := range step.DependsOn {
		if _, err := was.Node(id); err != nil { // the turn added it
			if err := t.change(tg.Inactivate{Node: id, Why: "not done"}); err != nil {
				return err
			}
		}
	}
	return t.change(tg.RollBack{To: to, Nodes: old.DependsOn})
}
