package everyday

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/tools/value"
	"legomem/trajectory"
)

// encode makes a question's Rest of the readings that it is about.
func encode(all []read) (json.RawMessage, error) {
	data, err := json.Marshal(all)
	if err != nil {
		return nil, fmt.Errorf("keep a reading for its answer: %w", err)
	}
	return data, nil
}

// goOn takes the answer to the last question and goes on with what was read then.
func (b Brain) goOn(ctx context.Context, s agents.Brief) (*reflex.Match, error) {
	last := s.Task.Answers[len(s.Task.Answers)-1]
	var all []read
	if err := json.Unmarshal(last.Rest, &all); err != nil {
		return nil, fmt.Errorf("go on with an answer: read what was asked about: %w", err)
	}
	t, err := b.newTask(ctx, s)
	if err != nil {
		return nil, err
	}
	if last.Answer.None && len(all) == 1 && slices.ContainsFunc(all[0].Given, isOffered) {
		return b.goWith(ctx, t, all[0].asSaid())
	}
	if last.Answer.None && len(all) > 1 && all[1].Key != "" {
		return nil, &agents.GiveUp{Reason: "nothing is to be changed, then"} // it was read rightly
	}
	if last.Answer.None && last.Question.Kind == trajectory.AsksChoice {
		return nil, t.refused(ctx, last.Question, all)
	}
	r, err := takeAnswer(last, all)
	if err != nil {
		return nil, err
	}
	if len(last.Answer.Value) > 0 && last.Answer.Free {
		r.Given = t.alsoGiven(r, last.Answer.Value)
	}
	if !t.knows(r.Skill) {
		return nil, &agents.GiveUp{Reason: fmt.Sprintf("the question was about the skill %s, which is no longer there; say the task again", r.Skill)}
	}
	return b.goWith(ctx, t, r)
}

// alsoGiven adds what an answer gives besides: "tomorrow at 9" to a question for the time
// gives the day too.
func (t *task) alsoGiven(r read, answer string) []given {
	b := &binder{task: t, skill: t.skills.skills[r.Skill], given: r.Given}
	for _, slot := range b.skill.Slots {
		isDay := slot.Kind == value.Date || slot.Kind == value.Time
		if !isDay || slot.Unsaid || len(b.valuesOf(slot.Name)) > 0 {
			continue
		}
		if canon, ok := b.within(slot, answer); ok && !slot.Optional {
			b.given = append(b.given, given{Slot: slot.Name, Text: canon, Canon: canon})
		}
	}
	return b.given
}

// refused notes that none of the readings that a question offered was meant, and offers
// the next likely ones, if there are any.
func (t *task) refused(ctx context.Context, q trajectory.Question, all []read) error {
	shown := min(len(q.Readings), len(all))
	if err := t.refuse(all[:shown]); err != nil {
		return err
	}
	if len(all) == shown {
		return &agents.GiveUp{Reason: "none of what was offered is meant; say it in other words, or teach it (legomem demo new)"}
	}
	return t.choose(ctx, "Is it one of these?", all[shown:])
}

// refuse notes that none of the readings was meant.
func (t *task) refuse(all []read) error {
	if t.Log == nil {
		return nil
	}
	var out trajectory.Taught
	for _, r := range all {
		out.Refused = append(out.Refused, trajectory.Refusal{Skill: r.Skill, Text: r.Wording})
	}
	return t.Log(out)
}

// takeAnswer is the reading that an answer chose, or that it gave a value of.
func takeAnswer(e trajectory.Exchange, all []read) (read, error) {
	if e.Question.Kind == trajectory.AsksChoice {
		i := slices.IndexFunc(all, func(r read) bool { return cmp.Or(r.Key, r.Skill) == e.Answer.Reading })
		if i < 0 {
			return read{}, fmt.Errorf("an answer to %q names none of its readings", e.Question.Text)
		}
		return all[i].agreed(), nil
	}
	if len(all) == 0 || e.Question.Slot == nil {
		return read{}, fmt.Errorf("an answer to %q does not fit what was asked", e.Question.Text)
	}
	r, slot := all[0], e.Question.Slot.Name
	if len(r.LeftOver) > 0 {
		r.Wording = "" // of words that nothing accounts for nothing is learned
	}
	// What was said for the slot was not understood: the answer stands in its place.
	r.Given = slices.DeleteFunc(r.Given, func(g given) bool { return g.Slot == slot && g.Text == unclear(e) })
	if e.Answer.None {
		r.Without = append(r.Without, slot)
		return r, nil
	}
	r.Given = append(r.Given, valueOf(e))
	// The question says what was read: who answers it agrees to that.
	r.Agreed = r.Agreed || len(r.LeftOver) == 0 || len(r.Shown) > 0
	return r, nil
}

// unclear is the text that a question was about.
func unclear(e trajectory.Exchange) string { return e.Question.Slot.Said }

// valueOf is what an answer gives: one of the candidates, or the user's own words.
func valueOf(e trajectory.Exchange) given {
	g := given{Slot: e.Question.Slot.Name, Text: e.Answer.Value}
	for _, c := range e.Question.Slot.Candidates {
		if !e.Answer.Free && c.Value == e.Answer.Value {
			g.Text, g.Canon, g.Chosen = c.Shown, c.Value, true
		}
	}
	return g
}
