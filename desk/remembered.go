package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"legomem/agents/everyday"
	"legomem/agents/reflex"
	"legomem/lists"
	"legomem/membank/recall"
	"legomem/skills"
	"legomem/tools/value"
	"legomem/trajectory"
)

// Before a value is asked for, what the user said before is looked through: MemGuide's
// proactive use (membank/recall). A remembered value is offered with where it is from, and
// nothing is filled in by itself. What a run was done with is remembered once its changes
// are the user's, and only what the user named or answered.

// offered is a question with what the user said before among its candidates.
func (d *Desk) offered(ctx context.Context, o Order, asks trajectory.Questioned) trajectory.Question {
	q := asks.Question
	if q.Slot == nil || !d.config.Recall.Propose || o.Suite != nil || isInOffice(q.Slot.Kind) {
		return q // of a thing that is there the office has the candidates
	}
	proposals, err := d.propose(ctx, o.Task, asks)
	if err != nil {
		d.forgetful(err)
		return q
	}
	slot := *q.Slot
	slot.Candidates = slices.Clone(slot.Candidates)
	for _, p := range proposals {
		for _, c := range p.Candidates {
			known := func(o trajectory.Candidate) bool { return o.Value == c.Value }
			if (c.Kind == value.File) != (q.Slot.Kind == value.File) {
				continue // a file is no name, and no name a file
			}
			if c.Confidence < leastRemembered || len(slot.Candidates) == mostRemembered || slices.ContainsFunc(slot.Candidates, known) {
				continue
			}
			slot.Candidates = append(slot.Candidates, trajectory.Candidate{Value: c.Value, Shown: fmt.Sprintf("%s (you said so on %s)", c.Value, c.When.Format("2 January 2006"))})
		}
	}
	if len(slot.Candidates) > len(q.Slot.Candidates) && len(q.Slot.Candidates) == 0 {
		q.Text += " As before?"
	}
	q.Slot = &slot
	return q
}

// How likely a remembered value must be to be offered, and how many a question offers.
const (
	leastRemembered = 0.2
	mostRemembered  = 4
)

// isInOffice says that values of a kind name what is there. Whom a user means by a name, the
// office does not know alone.
func isInOffice(k value.Kind) bool { return k != value.Person && slices.Contains(skills.Named, k) }

// propose looks for a slot's value in what the user said before.
func (d *Desk) propose(ctx context.Context, t trajectory.Task, asks trajectory.Questioned) ([]recall.Proposal, error) {
	var reads []struct {
		Skill string
		Given []struct{ Slot, Text string }
	}
	if json.Unmarshal(asks.Rest, &reads) != nil || len(reads) == 0 {
		return nil, nil
	}
	k, err := d.everydaySkill(reads[0].Skill)
	if err != nil {
		return nil, nil // practised work has no words for its slots
	}
	ask := recall.Ask{Intent: intentOf(k), Filled: map[string]string{}, Words: t.Words(), Now: t.Now}
	for _, g := range reads[0].Given {
		ask.Filled[g.Slot] = g.Text
	}
	for _, s := range k.Slots {
		if s.Name == asks.Question.Slot.Name {
			ask.Slots = append(ask.Slots, recall.Slot{Name: s.Name, Description: s.Ask, Kind: s.Kind, Required: true})
		}
	}
	return withRecall(ctx, d, t.User, false, func(m *recall.Memory) ([]recall.Proposal, error) { return m.Propose(ctx, ask) })
}

// earlier is what a user said when they last wanted the same, for the slots that they leave
// out now. Days are said anew each time.
func (d *Desk) earlier(ctx context.Context, w everyday.Wanted) ([]everyday.Earlier, error) {
	if !d.config.Recall.Propose {
		return nil, nil
	}
	last, err := withRecall(ctx, d, w.Task.User, false, func(m *recall.Memory) (recall.Occasion, error) {
		last, _, err := m.LastTime(ctx, askFor(w))
		return last, err
	})
	if err != nil {
		d.forgetful(err)
		return nil, nil
	}
	var out []everyday.Earlier
	for _, p := range last.Pairs {
		slot, _ := w.Skill.Slot(p.Slot)
		if slot.List || !slices.ContainsFunc(out, func(e everyday.Earlier) bool { return e.Slot == p.Slot }) {
			out = append(out, everyday.Earlier{Slot: p.Slot, Text: p.Answer, When: last.Unit.At, Fill: d.fills(w.Skill, slot)})
		}
	}
	return out, nil
}

// fills says that a slot is filled unasked. Whom something reaches is asked each time.
func (d *Desk) fills(k skills.Skill, s skills.Slot) bool {
	return s.Kind != value.Person && slices.Contains(d.config.Recall.Fill, k.ID+"."+s.Name)
}

// saidBefore are the values that a user gave when they asked for some skills before.
func (d *Desk) saidBefore(ctx context.Context, t trajectory.Task, all []skills.Skill) (map[string][]everyday.Earlier, error) {
	if !d.config.Recall.Propose {
		return nil, nil
	}
	asks := lists.Map(all, func(k skills.Skill) recall.Ask { return askFor(everyday.Wanted{Task: t, Skill: k}) })
	known, err := withRecall(ctx, d, t.User, false, func(m *recall.Memory) ([][]recall.Dated, error) { return m.Known(ctx, asks) })
	if err != nil {
		d.forgetful(err)
		return nil, nil
	}
	out := map[string][]everyday.Earlier{}
	for i, pairs := range known {
		for _, p := range pairs {
			out[all[i].ID] = append(out[all[i].ID], everyday.Earlier{Slot: p.Slot, Text: p.Answer, Words: p.Words, When: p.At})
		}
	}
	return out, nil
}

// forgetful goes on without what was said before. That there is no bank yet is no trouble.
func (d *Desk) forgetful(err error) {
	if !errors.Is(err, fs.ErrNotExist) && !IsInput(err) {
		d.Log.Warn().Err(err).Msg("what was said before is not looked through")
	}
}

// askFor is what is looked for of what a user wants.
func askFor(w everyday.Wanted) recall.Ask {
	ask := recall.Ask{Intent: intentOf(w.Skill), Filled: w.Filled, Words: w.Task.Words(), Now: w.Task.Now}
	for _, s := range w.Skill.Slots {
		if lasts(s, s.Kind) && !isOfADay(s.Kind) {
			ask.Slots = append(ask.Slots, recall.Slot{Name: s.Name, Description: s.Ask, Kind: s.Kind, Required: !s.Optional})
		}
	}
	return ask
}

// isOfADay says that values of a kind are of one day, and seldom the same again.
func isOfADay(k value.Kind) bool {
	return slices.Contains([]value.Kind{value.Date, value.DateTime, value.Period}, k)
}

// intentOf is a skill as what a user wanted.
func intentOf(k skills.Skill) recall.Intent {
	app, _, _ := strings.Cut(k.ID, ".")
	return recall.Intent{Domain: app, Name: k.ID, Description: k.Does}
}

// remember keeps what the user said for a run whose changes are theirs now. Of a conversation's
// the conversation does.
func (d *Desk) remember(ctx context.Context, r *trajectory.Run) {
	if !d.config.Recall.Remember || r.Started.Session != "" || r.Bound == nil || r.Started.Task.Suite != "" || !strings.HasPrefix(r.Bound.Unit, everyday.Unit) {
		return
	}
	said, err := d.saidIn(r)
	if err == nil && len(said) > 0 {
		_, err = withRecall(context.WithoutCancel(ctx), d, r.Started.Task.User, true, func(m *recall.Memory) ([]recall.Unit, error) {
			return m.Remember(ctx, recall.Curate(r.ID, r.Started.Task.Now, said))
		})
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		d.Log.Warn().Str("run", r.ID).Err(err).Msg("what was said is not remembered")
	}
}

// saidIn are the values of a run that its user named, or answered.
func (d *Desk) saidIn(r *trajectory.Run) ([]recall.Said, error) {
	k, err := d.everydaySkill(strings.TrimPrefix(r.Bound.Unit, everyday.Unit))
	if err != nil {
		return nil, nil
	}
	var bound []reflex.Binding
	if err := json.Unmarshal(r.Bound.Bindings, &bound); err != nil {
		return nil, err
	}
	words := strings.ToLower(r.Started.Task.Words())
	var out []recall.Said
	for _, b := range bound {
		slot, ok := k.Slot(b.Slot)
		said := b.Spelled != "" && strings.Contains(words, strings.ToLower(b.Spelled))
		if !ok || !said || !lasts(slot, b.Kind) {
			continue // the office has it, or it was found
		}
		s := recall.Said{Intent: intentOf(k), Slot: b.Slot, Words: r.Started.Task.Text, Answer: b.Spelled, Turn: r.Started.Turn, From: recall.Named}
		if isInOffice(b.Kind) {
			s.Answer = b.Canon // which it is called by whatever words
		}
		for _, e := range r.Started.Task.Answers {
			if e.Question.Slot != nil && e.Question.Slot.Name == b.Slot && !e.Answer.None {
				s.Question, s.From = e.Question.Text, recall.Answered
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// lasts says that a value may be meant again another time: no text, no row, and nothing that
// comes and goes, as an event or a mail does.
func lasts(slot skills.Slot, kind value.Kind) bool {
	return !slot.Unsaid && !slot.Row && slot.Kind != value.Message && kind != "event" && kind != "mail"
}

// asOwnWords is an answer that takes a value which only the user's memory offered: the run
// that asked knows it as the user's own words.
func asOwnWords(q trajectory.Question, a trajectory.Answer) trajectory.Answer {
	if q.Slot == nil || a.Free || a.None || a.Value == "" {
		return a
	}
	if !slices.ContainsFunc(q.Slot.Candidates, func(c trajectory.Candidate) bool { return c.Value == a.Value }) {
		a.Free = true
	}
	return a
}
