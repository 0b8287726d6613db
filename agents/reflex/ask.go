package reflex

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/reading"
	"legomem/tools/value"
	"legomem/trajectory"
)

// ask puts the one question about the nearest procedure. A yes is taken only as
// far as it can be checked: every value stands in the task with its type, and no value of
// the task is left over; other words that are, are a doubt.
func (b Brain) ask(ctx context.Context, s agents.Brief, said *reading.Sentence, near Practised, no *agents.GiveUp) (*Match, error) {
	same, err := b.Ask(ctx, s, near.comparison(s.Task.Text))
	if _, unusable := errors.AsType[*agents.Unusable](err); unusable {
		return nil, no
	}
	if err != nil {
		return nil, fmt.Errorf("ask whether %q is the same work: %w", near.Sentence(), err)
	}
	if !same.Same {
		return nil, &agents.GiveUp{Reason: no.Reason + "; asked, a model said that it is other work: " + same.Reason, Hints: no.Hints}
	}
	m, why := near.vouched(ctx, s.Task, said, same.Values)
	if why != "" {
		return nil, &agents.GiveUp{Reason: no.Reason + "; asked, a model said that it is the same work, but " + why, Hints: no.Hints}
	}
	return m, nil
}

func (p Practised) comparison(task string) agents.Comparison {
	c := agents.Comparison{Task: task, Practised: p.Example(), Sentence: p.Sentence()}
	for _, s := range p.family.Slots {
		c.Blanks = append(c.Blanks, agents.Blank{Name: s.Name, Kind: kindName(s.Kind), Example: s.Example})
	}
	return c
}

// vouched binds the values that a model has named; it says why where they do not account
// for the task.
func (p Practised) vouched(ctx context.Context, task trajectory.Task, said *reading.Sentence, values map[string]string) (m *Match, why string) {
	k, all := p.family.wordings()
	model, err := reading.Shipped()
	if err != nil || all == nil {
		return nil, "it cannot be read again"
	}
	r := reading.Reading{Skill: k}
	for _, slot := range p.family.Slots {
		v, ok := standing(said, slot, values[slot.Name], r.Values, task.Reference())
		if !ok || !p.family.takesOne(v) {
			return nil, fmt.Sprintf("%q is not %s that stands in the task once", values[slot.Name], kindName(slot.Kind))
		}
		r.Values = append(r.Values, v)
	}
	if odd := leftOver(said, r); odd != "" {
		return nil, fmt.Sprintf("nothing accounts for %q", odd)
	}
	m = p.bind(r, task.User)
	if full, _ := all.Filled(ctx, model, said, r); len(full.LeftOver) > 0 {
		m.Doubts = []string{"nothing accounts for " + quoted(full.LeftOver)}
	}
	if !strings.ContainsAny(said.Text, "[]()") {
		m.Wording = marked(said.Text, r.Values)
	}
	return m, ""
}

// leftOver is a value that stands in the text, and that no slot has; "" for none.
func leftOver(said *reading.Sentence, r reading.Reading) string {
	for i := range said.Words {
		for _, v := range said.Spans[i] {
			start, end := said.Words[v.First].Start, said.Words[v.Last].End
			taken := func(o reading.Value) bool { return o.Start < end && start < o.End }
			if !slices.ContainsFunc(r.Values, taken) {
				return said.Text[start:end]
			}
		}
	}
	return ""
}

// standing is a slot's value where it stands in the text, with its type, in a place that no
// other slot has.
func standing(said *reading.Sentence, slot Slot, spelled string, taken []reading.Value, ref value.Reference) (reading.Value, bool) {
	for from := 0; spelled != "" && from < len(said.Text); {
		at := strings.Index(strings.ToLower(said.Text[from:]), strings.ToLower(spelled))
		if at < 0 {
			break
		}
		start, end := from+at, from+at+len(spelled)
		from = start + 1
		v := reading.Value{Slot: slot.Name, Kind: slot.Kind, Text: said.Text[start:end], Start: start, End: end, Open: isWords(slot.Kind)}
		overlaps := func(o reading.Value) bool { return o.Start < v.End && v.Start < o.End }
		if v, ok := vouchedAs(v, ref); ok && !slices.ContainsFunc(taken, overlaps) && said.Vouch(v) {
			return v, true
		}
	}
	return reading.Value{}, false
}

// vouchedAs is a value in its canonical form; false for one that is not of its kind.
func vouchedAs(v reading.Value, ref value.Reference) (reading.Value, bool) {
	if v.Open {
		return v, true
	}
	canon, err := value.Parse(v.Kind, v.Text, ref)
	v.Canon = canon
	return v, err == nil
}

// marked is the text with its values marked as a wording's.
func marked(text string, values []reading.Value) string {
	all := slices.SortedFunc(slices.Values(values), func(a, b reading.Value) int { return a.Start - b.Start })
	var b strings.Builder
	end := 0
	for _, v := range all {
		b.WriteString(text[end:v.Start] + "[" + text[v.Start:v.End] + "](" + v.Slot + ")")
		end = v.End
	}
	return b.String() + text[end:]
}

func kindName(k value.Kind) string {
	switch k {
	case value.Person:
		return "a person's name, capitalised"
	case value.Email:
		return "an address"
	case value.File:
		return "a file"
	case value.Phrase:
		return "a few words"
	case value.Message:
		return "a text"
	}
	return "a " + string(k)
}
