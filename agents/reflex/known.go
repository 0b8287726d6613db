package reflex

import (
	"context"
	"slices"
	"strings"

	"legomem/membank"
	"legomem/reading"
	"legomem/tools/value"
	"legomem/trajectory"
)

// What is said in the words of a wording, with other values, is known, and no more need
// be understood: see reading.Wordings. Only what is not known for certain is read by what
// the wordings have in common.

// chooseKnown finds the one procedure that is certainly asked for in the words of one of
// its wordings; nil where there is none, and an *agents.GiveUp where there are two.
func chooseKnown(ctx context.Context, task trajectory.Task, hits []membank.Hit) (*Match, error) {
	s, err := reading.NewSentence(task.Text, value.Reference{Now: task.Now, DayFirst: task.DayFirst}, nil)
	if err != nil {
		return nil, nil // a text too long for a wording may have been learned whole
	}
	model, err := reading.Shipped()
	if err != nil {
		return nil, err
	}
	var all []tried
	for _, t := range families(hits) {
		ways, certain := t.family.known(ctx, s, model, task.User)
		if len(ways) > 0 && !certain {
			return nil, nil
		}
		for _, way := range ways {
			all = append(all, tried{t.hit, t.family, Reading{Bindings: way, Exact: true}})
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	first := all[0]
	if rival := otherMeaning(first, all[1:], task.User); rival != nil {
		return nil, inTwo(first, *rival, all)
	}
	return &Match{Unit: first.hit, Procedure: first.family.Procedure, Bindings: first.reading.Bindings, Exact: true}, nil
}

// known are the ways in which a sentence fits one of the wordings, with values that the
// slots can take, and whether there is one and it is certain.
func (f *family) known(ctx context.Context, s *reading.Sentence, m *reading.Model, user string) (ways [][]Binding, certain bool) {
	all := f.wordings()
	if all == nil {
		return nil, false
	}
	fits := slices.DeleteFunc(all.Fits(s), func(r reading.Reading) bool { return len(r.Missing) > 0 || !f.takes(r) })
	for _, r := range fits {
		ways = append(ways, bindingsOf(r, user))
	}
	return ways, len(fits) == 1 && all.Certain(ctx, m, s, fits[0])
}

// takes says that the slots can take a reading's values.
func (f *family) takes(r reading.Reading) bool {
	return !slices.ContainsFunc(r.Values, func(v reading.Value) bool { return !f.takesOne(v) })
}

// takesOne says that a slot can take a value: a file is of the type with which the work
// was practised, and in quotes one file's name and nothing else; a sum of money is no
// plain number.
func (f *family) takesOne(v reading.Value) bool {
	slot, _ := f.Slot(v.Slot)
	switch {
	case !sameForm(slot, span{kind: v.Kind, canon: v.Canon}):
		return false
	case slot.Kind == value.File && strings.Contains(v.Canon, " "):
		return isFile(v.Canon)
	}
	return slot.Kind != value.Number || !isMoney(v.Text)
}

func isMoney(text string) bool {
	return slices.ContainsFunc(value.Find(text, value.Reference{}), func(m value.Mention) bool { return m.Kind == value.Money })
}

// bindingsOf are a reading's values as the procedure takes them. A person who is not
// named is the acting user, whom the wording means in the same words: "my calendar".
func bindingsOf(r reading.Reading, user string) []Binding {
	var out []Binding
	for _, v := range r.Values {
		b := Binding{Slot: v.Slot, Kind: v.Kind, Canon: v.Said(), Spelled: v.Text}
		if isWords(v.Kind) {
			b.Spelled = b.Canon // all between the quotes, with the last sign
		}
		if v.Kind == value.Person && v.Canon == "" {
			b.Canon = user
		}
		if !slices.ContainsFunc(out, func(o Binding) bool { return o.Slot == b.Slot }) {
			out = append(out, b)
		}
	}
	return out
}
