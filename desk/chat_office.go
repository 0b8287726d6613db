package desk

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"legomem/agents"
	"legomem/agents/everyday"
	"legomem/agents/reflex"
	"legomem/changes"
	"legomem/consent"
	"legomem/orchestrator/dialogue"
	"legomem/places"
	"legomem/tools/facts"
	"legomem/trajectory"
)

// chatOffice does a conversation's work: a run for each piece, committed within the bounds.
type chatOffice struct {
	desk    *Desk
	session string
	home    string
	user    string
	see     func(trajectory.Payload)
}

// Do implements dialogue.Office.
func (o *chatOffice) Do(ctx context.Context, w dialogue.Work) (dialogue.Done, error) {
	task, err := o.desk.FreeTask(Words{Text: w.Text, User: o.user})
	if err != nil {
		return dialogue.Done{}, err
	}
	task.Talk = w.Talk
	order := Order{Task: task, From: o.home, Apply: true, Session: o.session, Turn: w.Turn, Begins: w.Begins}
	known := w.Talk != nil && w.Talk.Skill != "" // no model is needed to do it
	order.Alone = w.Alone || known && o.desk.config.Brain == "hybrid"
	if w.Idle {
		order.Brain = agents.Idle{}
	}
	ran, err := o.desk.Run(ctx, order, o.see)
	if cannot, ok := errors.AsType[*CannotTakeBack](err); ok {
		return dialogue.Done{}, &blocked{cannot}
	}
	return o.done(ctx, ran, err, w)
}

// blocked says to a user why something cannot be taken back.
type blocked struct{ why *CannotTakeBack }

func (b *blocked) Error() string { return b.why.Error() }

// CannotTakeBack says what can be done about it.
func (b *blocked) CannotTakeBack() string {
	return "That stays as it is: " + strings.Join(b.why.Files, ", ") + " was changed again since, and both cannot be told apart. Take back what came later first, or say what is to be changed now."
}

// Answer implements dialogue.Office.
func (o *chatOffice) Answer(ctx context.Context, id, said string, w dialogue.Work) (dialogue.Done, error) {
	run, err := o.desk.FindRun(id)
	if err != nil {
		return dialogue.Done{}, err
	}
	q, err := o.desk.Question(run)
	if err != nil {
		return dialogue.Done{}, &dialogue.Unclear{Why: err.Error()}
	}
	if !q.First() {
		return o.settle(ctx, run, q, said)
	}
	a, err := o.desk.Hear(q, said, "")
	if err != nil {
		return dialogue.Done{}, &dialogue.Unclear{Why: err.Error()}
	}
	order, err := o.desk.Remembered(run, q)
	if err != nil {
		return dialogue.Done{}, err
	}
	order.Session, order.Turn, order.Begins = o.session, w.Turn, w.Begins
	ran, err := o.desk.GoOn(ctx, run, GoingOn{Order: order, Answer: a}, o.see)
	return o.done(ctx, ran, err, w)
}

// settle takes a yes or a no to changes that are ready.
func (o *chatOffice) settle(ctx context.Context, run *trajectory.Run, q consent.Question, said string) (dialogue.Done, error) {
	reply := consent.Reply(strings.ToLower(strings.Trim(said, " .!")))
	if short := map[consent.Reply]consent.Reply{"y": consent.Yes, "n": consent.No}[reply]; short != "" {
		reply = short
	}
	decide := func(context.Context, Proposal) (consent.Answer, error) {
		return consent.Answer{Reply: reply, List: q.List, By: q.User}, nil
	}
	if reply != consent.Yes && reply != consent.No && reply != consent.Always {
		return dialogue.Done{}, &dialogue.Unclear{Why: "say yes or no"}
	}
	c, err := o.desk.Settle(ctx, run, q, decide)
	if err != nil {
		return dialogue.Done{}, err
	}
	out := o.came(run)
	if c.Declined {
		out.Outcome, out.Reason = trajectory.Cancelled, "you said no"
		return out, nil
	}
	out.Changes = changesOf(run, c)
	return out, nil
}

// Withdraw implements dialogue.Office.
func (o *chatOffice) Withdraw(_ context.Context, id string) error {
	run, err := o.desk.FindRun(id)
	if err != nil {
		return err
	}
	unlock, err := o.desk.lock(places.Run(run.Dir).Deciding(), "the commit of run "+run.ID)
	if err != nil {
		return err
	}
	defer unlock()
	open, _, err := consent.Open(places.Run(run.Dir))
	if err != nil || open == nil || open.First() {
		return err
	}
	no := consent.Answer{Reply: consent.No, List: open.List, By: open.User}
	return no.Record(places.Run(run.Dir), o.desk.Now())
}

// done is what came of a run, with what it changed brought to the office as far as it may
// be.
func (o *chatOffice) done(ctx context.Context, ran Ran, err error, w dialogue.Work) (dialogue.Done, error) {
	if err != nil && ran.Result.RunID == "" {
		return dialogue.Done{}, err
	}
	run, broken := o.desk.FindRun(ran.Result.RunID)
	if broken != nil {
		return dialogue.Done{}, errors.Join(err, broken)
	}
	if err != nil {
		return o.failed(run, err)
	}
	out := o.came(run)
	if ran.Question != nil {
		out.Question = askedOf(*ran.Question)
		return out, nil
	}
	if out.Outcome != trajectory.Solved || len(ran.Result.Changed) == 0 || ran.Result.Testbed == "" {
		return out, nil
	}
	applying := Applying{To: o.home, Bounded: !w.Asks}
	if w.Idle {
		applying.Decide = AgreesToAll
	}
	c, err := o.desk.Apply(ctx, run, applying)
	if err != nil {
		return o.failed(run, err)
	}
	if c.Question != nil {
		out.Question = askedOf(*c.Question)
		return out, nil
	}
	out.Changes = changesOf(run, c)
	return out, nil
}

// failed is what came of a run that broke, where that is the user's to know; other errors
// end the turn.
func (o *chatOffice) failed(run *trajectory.Run, err error) (dialogue.Done, error) {
	if !IsInput(err) && !IsOutside(err) {
		return dialogue.Done{}, err
	}
	out := o.came(run)
	out.Outcome, out.Reason = trajectory.Errored, cmp.Or(WayOut(err), err.Error())
	return out, nil
}

// AgreesToAll is a yes to all that is proposed, of a user who said beforehand that it is
// meant.
func AgreesToAll(_ context.Context, p Proposal) (consent.Answer, error) {
	return consent.Answer{Reply: consent.Yes, List: p.List, By: p.User}, nil
}

// Became implements dialogue.Office.
func (o *chatOffice) Became(_ context.Context, id string) (dialogue.Done, bool, error) {
	run, err := o.desk.FindRun(id)
	if IsInput(err) { // it was killed before it had a log
		return dialogue.Done{}, false, nil
	}
	if err != nil {
		return dialogue.Done{}, false, err
	}
	committed, err := consent.CommittedOf(places.Run(run.Dir))
	if err != nil || run.Result == nil {
		return dialogue.Done{}, false, err
	}
	out := o.came(run)
	switch {
	case committed.Question != nil:
		out.Question = askedOf(*committed.Question)
		return out, true, nil
	case committed.State == consent.Applied && run.Result.Changes != nil:
		for _, c := range run.Result.Changes.Changes {
			out.Changes = append(out.Changes, dialogue.Change{ID: c.ID, Sentence: c.Sentence, Sent: isSent(c)})
		}
		return out, true, nil
	}
	return out, false, nil
}

// came is what came of a run, but for its changes.
func (o *chatOffice) came(run *trajectory.Run) dialogue.Done {
	out := dialogue.Done{Run: run.ID, Answer: run.Answer, Made: madeBy(run)}
	if run.Result != nil {
		out.Outcome, out.Reason = run.Result.Outcome, run.Result.Reason
	}
	if run.Bound == nil {
		return out
	}
	out.Doubtful = !run.Bound.Exact
	for _, e := range run.Started.Task.Answers {
		if e.Question.Kind == trajectory.AsksChoice && e.Words() != "" {
			out.Agreed = append(out.Agreed, e.Words())
		}
	}
	out.Skill = strings.TrimPrefix(run.Bound.Unit, everyday.Unit)
	k, err := o.desk.everydaySkill(out.Skill)
	if err == nil {
		out.Does = k.Does
	} else if p, err := reflex.Decode(run.Bound.Procedure); err == nil {
		out.Does = p.Sentence()
	}
	var bound []reflex.Binding
	if json.Unmarshal(run.Bound.Bindings, &bound) == nil {
		for _, b := range bound {
			if slot, _ := k.Slot(b.Slot); b.Spelled != "" && !slot.Unsaid {
				out.Values = append(out.Values, dialogue.Value{Slot: b.Slot, Kind: string(b.Kind), Text: b.Spelled, Canon: b.Canon})
			}
		}
	}
	return out
}

// madeBy are the ids of the events that a run made or changed last.
func madeBy(run *trajectory.Run) map[string]string {
	out := map[string]string{}
	for _, sub := range run.Subtasks {
		for _, step := range sub.Steps {
			if !step.Succeeded() || !strings.HasPrefix(step.Action.Tool, "calendar.") || !changing[step.Action.Tool] {
				continue
			}
			var data struct{ ID string }
			if json.Unmarshal(step.Observation.Data, &data) == nil && data.ID != "" {
				out["event"] = data.ID
			}
		}
	}
	return out
}

// changing are the calendar's actions that return the event that they leave.
var changing = map[string]bool{"calendar.create_event": true, "calendar.move_event": true, "calendar.update_event": true, "calendar.rename_event": true}

// askedOf is a run's question as a conversation puts it.
func askedOf(q consent.Question) *dialogue.Asked {
	out := &dialogue.Asked{Run: q.Run, Text: q.Text}
	if q.Slot != nil {
		out.Kind, out.Unclear = string(q.Slot.Kind), q.Slot.Said
	}
	if q.First() {
		for _, o := range q.Options() {
			out.Options = append(out.Options, o.Shown)
		}
		return out
	}
	out.Commit, out.Options = true, []string{"yes", "no"}
	lines := []string{"This would be changed, and needs your yes:"}
	for _, c := range q.Changes {
		lines = append(lines, "  ? "+c.Sentence+" ("+c.Why+")")
	}
	for _, c := range q.Others {
		lines = append(lines, "  - "+c.Sentence)
	}
	out.Text = strings.Join(lines, "\n")
	return out
}

// changesOf are the changes that a commitment brought.
func changesOf(run *trajectory.Run, c Commitment) []dialogue.Change {
	var out []dialogue.Change
	for _, brought := range c.Changes {
		one := dialogue.Change{ID: brought.ID, Sentence: brought.Sentence}
		if run.Result.Changes != nil {
			for _, listed := range run.Result.Changes.Changes {
				one.Sent = one.Sent || listed.ID == brought.ID && isSent(listed)
			}
		}
		out = append(out, one)
	}
	return out
}

// isSent says that a change is a mail that went out.
func isSent(c changes.Change) bool { return c.Kind == changes.Mail && c.Operation == facts.Made }
