package everyday

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/lists"
	"legomem/reading"
	"legomem/tools/value"
	"legomem/trajectory"
)

// Practised work is read for beside the everyday skills: a taught procedure is a skill like
// any other. Its values are as the text has them, since nobody knows what they name.

// practisedFor is the practised work that may be asked for, the nearest first; none without
// a memory bank.
func (b Brain) practisedFor(ctx context.Context, s agents.Brief) ([]reflex.Practised, error) {
	if talk := s.Task.Talk; talk != nil && talk.Skill != "" && len(talk.Said) > 0 {
		s.Task.Text = talk.Said[0] // what asked for it; the text may be of one value
	}
	all, err := b.Practised.Find(ctx, s)
	if gaveUp(err) {
		return nil, nil
	}
	return all, err
}

// practisedAs is the practised work of an id; false for an everyday skill's.
func (t *task) practisedAs(id string) (reflex.Practised, bool) {
	i := slices.IndexFunc(t.practised, func(p reflex.Practised) bool { return p.Is(id) })
	if i < 0 {
		return reflex.Practised{}, false
	}
	return t.practised[i], true
}

// known says that the task has a skill, or practised work, of an id.
func (t *task) knows(id string) bool {
	_, everyday := t.skills.skills[id]
	_, practised := t.practisedAs(id)
	return everyday || practised
}

// skillOf is what an id means to the reader.
func (t *task) skillOf(id string) (*reading.Skill, bool) {
	if p, ok := t.practisedAs(id); ok {
		return p.Skill()
	}
	s, ok := t.skills.skills[id]
	return s.Reads(), ok
}

// exampleOf is a sentence that asks for what an id means.
func (t *task) exampleOf(id string) string {
	if p, ok := t.practisedAs(id); ok {
		return p.Example()
	}
	return t.skills.skills[id].Example()
}

// goWithPractised does practised work with what was read for it. What it changes will be
// asked about, but in words that the user agreed to; a value that is missing is asked for.
func (b Brain) goWithPractised(t *task, p reflex.Practised, r read) (*reflex.Match, error) {
	filled, err := t.fill(p, r)
	if err != nil {
		return nil, withRest(err, r)
	}
	m, ok := p.Bind(filled, t.Task.User)
	if !ok {
		return nil, &agents.GiveUp{Reason: fmt.Sprintf("%q takes no such values", p.Sentence()), Hints: []string{p.Example()}}
	}
	m.Wording = r.Wording
	if len(r.LeftOver) > 0 && !r.Agreed {
		m.Doubts = append(m.Doubts, "nothing accounts for "+strings.Join(lists.Map(r.LeftOver, quoted), ", "))
	}
	if !r.Known && !r.Agreed {
		m.Doubts = append(m.Doubts, "it is said in words that are new")
	}
	m.Exact = len(m.Doubts) == 0
	if !m.Exact {
		m.ReadAs = saidAs(p.Sentence(), filled.Values)
	}
	return m, nil
}

// takes says that practised work takes the values that were read for it: nobody is offered
// what cannot be done. Where they are people whom the office does not know, that speaks
// against the reading.
func (t *task) takes(ctx context.Context, r *reading.Reading) (bool, error) {
	p, ok := t.practisedAs(r.Skill.ID)
	if !ok {
		return false, nil
	}
	filled, err := t.fill(p, t.readOf(*r))
	if err != nil {
		return true, nil // a value is asked for
	}
	if _, ok := p.Bind(filled, t.Task.User); !ok || r.Known {
		return ok, nil
	}
	n, err := t.strangers(ctx, filled.Values)
	r.Confidence = reading.Moved(r.Confidence, misfit*float64(n))
	return true, err
}

// strangers counts those of some values that are people whom the office does not know, if it
// knows anybody.
func (t *task) strangers(ctx context.Context, values []reading.Value) (int, error) {
	all, err := t.office.People(ctx, true)
	if err != nil || len(all.All) == 0 {
		return 0, err
	}
	n := 0
	for _, v := range values {
		if v.Kind == value.Person && !all.Find(v.Said(), t.ref, t.skills).Named() {
			n++
		}
	}
	return n, nil
}

// fill is a reading of practised work with its values; the error is an *agents.Asking for
// one that it lacks.
func (t *task) fill(p reflex.Practised, r read) (reading.Reading, error) {
	k, _ := p.Skill()
	out := reading.Reading{Skill: k}
	for _, slot := range k.Slots {
		given := lists.Filter(r.Given, func(g given) bool { return g.Slot == slot.Name })
		for _, g := range given {
			v := reading.Value{Slot: slot.Name, Kind: slot.Kind, Text: g.Text, Canon: g.Canon}
			if canon, err := value.Parse(slot.Kind, g.Text, t.ref); err == nil && g.Canon == "" && slot.Kind != value.Phrase && slot.Kind != value.Message {
				v.Canon = canon
			}
			out.Values = append(out.Values, v)
		}
		if len(given) == 0 && !slot.Optional {
			return out, &agents.Asking{Question: trajectory.Question{Kind: trajectory.AsksSlot, Whose: p.Sentence(),
				Text: fmt.Sprintf("What is the %s (such as %q)?", strings.ReplaceAll(slot.Name, "_", " "), p.ExampleOf(slot.Name)),
				Slot: &trajectory.Slot{Name: slot.Name, Kind: slot.Kind, Free: true}}}
		}
	}
	return out, nil
}

// saidAs is a sentence with values in its slots.
func saidAs(sentence string, values []reading.Value) string {
	for _, v := range values {
		sentence = strings.Replace(sentence, "{"+v.Slot+"}", v.Text, 1)
	}
	return sentence
}
