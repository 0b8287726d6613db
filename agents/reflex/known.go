package reflex

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/lists"
	"legomem/reading"
	"legomem/tools/value"
	"legomem/trajectory"
)

// What is said in the words of a wording, with other values, is known, and no more need
// be understood: see reading.Wordings.

// Known finds the procedure that a task asks for in the words of one of its wordings; nil
// where there is none, and an *agents.GiveUp where there are two, or the text is too long.
// Where a value may hold more than the value, that is a doubt.
func Known(ctx context.Context, task trajectory.Task, all []Practised) (*Match, error) {
	s, err := reading.NewSentence(task.Text, task.Reference(), nil)
	if err != nil {
		return nil, &agents.GiveUp{Reason: err.Error()}
	}
	model, err := reading.Shipped()
	if err != nil {
		return nil, err
	}
	words := lowerWords(s)
	var ways []*Match
	for _, p := range all {
		if !p.family.mayHave(words) {
			continue
		}
		r, doubt, ok := p.family.known(ctx, s, model, task.Reference())
		if !ok {
			continue
		}
		m := p.bind(r, task.User)
		if m.Exact = doubt == ""; !m.Exact {
			m.Doubts = []string{doubt}
		}
		ways = append(ways, m)
	}
	if len(ways) == 0 {
		return nil, nil
	}
	exact := lists.Filter(ways, func(m *Match) bool { return m.Exact })
	if len(exact) == 0 {
		return slices.MinFunc(ways, func(a, b *Match) int { return cmp.Compare(a.valued(), b.valued()) }), nil
	}
	for _, m := range exact[1:] {
		if m.fingerprint(task.User) != exact[0].fingerprint(task.User) {
			return nil, inTwo(exact[0], m)
		}
	}
	return exact[0], nil
}

// valued is how much of the task is values, in bytes: of doubted matches the one is nearest
// whose wording has most of the words.
func (m *Match) valued() int {
	n := 0
	for _, b := range m.Bindings {
		n += len(b.Spelled)
	}
	return n
}

// inTwo refuses a task that two procedures fit, of which it offers to forget one.
func inTwo(a, b *Match) *agents.GiveUp {
	return &agents.GiveUp{
		Reason: fmt.Sprintf("the task fits two procedures equally well: %q (%s) and %q (%s); say it in the words of one of them, or have one forgotten: legomem memory forget ID",
			a.Procedure.Sentence(), a.Unit.Unit.ID, b.Procedure.Sentence(), b.Unit.Unit.ID),
		Hints: []string{a.Procedure.Patterns[0].Text, b.Procedure.Patterns[0].Text},
	}
}

// known is the way in which a sentence fits one of the wordings, with values that the slots
// can take, and what is doubtful about it; of several the certain one, or else the
// likeliest. False where there is none.
func (f *family) known(ctx context.Context, s *reading.Sentence, m *reading.Model, ref value.Reference) (r reading.Reading, doubt string, ok bool) {
	k, all := f.wordings()
	if all == nil {
		return r, "", false
	}
	if r, ok := f.taught(k, s.Text, ref); ok {
		return r, "", true
	}
	fits := slices.DeleteFunc(all.Fits(s), func(r reading.Reading) bool { return len(r.Missing) > 0 || !f.takes(r) })
	if len(fits) == 0 {
		return r, "", false
	}
	var sure []reading.Reading
	for _, one := range fits {
		v, certain := all.Certain(ctx, m, s, one)
		if certain {
			sure = append(sure, one)
			continue
		}
		doubt = fmt.Sprintf("%q may hold more than the %s", v.Text, strings.ReplaceAll(v.Slot, "_", " "))
	}
	switch len(sure) {
	case 0:
	case 1:
		return sure[0], "", true
	default:
		doubt = "it can be read in two ways"
	}
	return fits[all.Likeliest(ctx, m, s, fits)], doubt, true
}

// taught is a sentence as it was taught, with the values that are marked there, whatever
// they look like; false for any other.
func (f *family) taught(k *reading.Skill, text string, ref value.Reference) (reading.Reading, bool) {
	i := slices.IndexFunc(f.Patterns, func(p Pattern) bool { return p.Text == text })
	if i < 0 {
		return reading.Reading{}, false
	}
	w, err := f.wording(f.Patterns[i])
	if err != nil {
		return reading.Reading{}, false
	}
	r := reading.Reading{Skill: k, Known: true}
	for _, m := range w.Marks {
		slot, _ := f.Slot(m.Slot)
		v := reading.Value{Slot: m.Slot, Kind: slot.Kind, Text: text[m.Start:m.End], Start: m.Start, End: m.End}
		if canon, err := value.Parse(slot.Kind, v.Text, ref); err == nil && !isWords(slot.Kind) {
			v.Canon = canon
		}
		r.Values = append(r.Values, v)
	}
	return r, f.takes(r)
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
	case !sameForm(slot, v.Canon):
		return false
	case v.Canon == "" && !isWords(slot.Kind) && slot.Kind != value.Person:
		return false // it has no such form
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
		if v.Kind == value.Person && v.Canon == "" && value.IsSelf(v.Text) {
			b.Canon = user
		}
		if !slices.ContainsFunc(out, func(o Binding) bool { return o.Slot == b.Slot }) {
			out = append(out, b)
		}
	}
	return out
}
