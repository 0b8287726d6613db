package reflex

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"legomem/agents"
	"legomem/membank"
	"legomem/tools/value"
	"legomem/trajectory"
)

// ask puts the one question about the nearest procedure. A yes is taken only as
// far as it can be checked: every value stands in the task with its type, no
// value of the task is left over, and nothing turns the request around.
func (b Brain) ask(ctx context.Context, s agents.Brief, hits []membank.Hit, no *agents.GiveUp) (*Match, error) {
	all := readAll(s.Task, hits)
	if len(all) == 0 || all[0].reading.Accepted() {
		return nil, no // nothing to ask about, or a tie, which is the user's
	}
	near := all[0]
	said, err := b.Ask(ctx, s, near.family.comparison(s.Task.Text))
	var unusable *agents.Unusable
	switch {
	case errors.As(err, &unusable):
		return nil, no
	case err != nil:
		return nil, fmt.Errorf("ask whether %q is the same work: %w", near.family.Sentence(), err)
	case !said.Same:
		return nil, &agents.GiveUp{Reason: no.Reason + "; asked, a model said that it is other work: " + said.Reason, Hints: no.Hints}
	}
	m, why := near.family.vouched(s.Task, said.Values)
	if why != "" {
		return nil, &agents.GiveUp{Reason: no.Reason + "; asked, a model said that it is the same work, but " + why, Hints: no.Hints}
	}
	m.Unit = near.hit
	return m, nil
}

func (f *family) comparison(task string) agents.Comparison {
	c := agents.Comparison{Task: task, Practised: f.Patterns[0].Text, Sentence: f.Sentence()}
	for _, s := range f.Slots {
		c.Blanks = append(c.Blanks, agents.Blank{Name: s.Name, Kind: kindName(s.Kind), Example: s.Example})
	}
	return c
}

// vouched binds the values that a model has named; it says why where they do
// not account for the task.
func (f *family) vouched(task trajectory.Task, values map[string]string) (m *Match, why string) {
	u := read(task.Text, value.Reference{Now: task.Now, DayFirst: task.DayFirst})
	m = &Match{Procedure: f.Procedure}
	taken, at := make([]bool, len(u.words)), map[int]place{}
	for _, slot := range f.Slots {
		s, ok := f.place(u, slot, values[slot.Name], task.User, taken)
		if !ok {
			return nil, fmt.Sprintf("%q is not %s that stands in the task once", values[slot.Name], kindName(slot.Kind))
		}
		m.Bindings = append(m.Bindings, Binding{Slot: slot.Name, Kind: slot.Kind, Canon: s.canon, Spelled: s.text})
		for i := s.first; i <= s.last; i++ {
			taken[i] = true
		}
		at[s.first] = place{slot: slot.Name, last: s.last}
	}
	if odd := f.leftOver(u, taken); odd != "" {
		return nil, fmt.Sprintf("nothing accounts for %q", odd)
	}
	if !strings.ContainsAny(task.Text, "[]()") {
		m.Wording = marked(u, at)
	}
	return m, ""
}

// place finds a slot's value in the text: of its type, in a place that no other
// slot has.
func (f *family) place(u *utterance, slot Slot, said, user string, taken []bool) (span, bool) {
	a := &aligner{f: f, u: u, user: user}
	free := func(s span) bool {
		for i := s.first; i <= s.last; i++ {
			if taken[i] {
				return false
			}
		}
		return strings.EqualFold(strings.Trim(s.text, `"'“”‘’`), said) || strings.EqualFold(s.text, said)
	}
	for i := range u.words {
		for _, s := range a.candidates(slot, 0, i) {
			if free(s) {
				return s, true
			}
		}
	}
	return span{}, false
}

// leftOver is a value, or a word that turns a request around, which no slot
// has taken and the procedure's own wordings do not have; "" for none.
func (f *family) leftOver(u *utterance, taken []bool) string {
	for i, w := range u.words {
		if taken[i] {
			continue
		}
		turns := f.lx.strict[w.lower] || f.lx.selector[w.lower] || nameLike(u, i) && !f.writes(w.text)
		if turns && !f.vocabulary[w.stem] {
			return w.text
		}
		for _, s := range u.values[i] {
			if s.kind != value.Person && s.kind != value.Phrase && !f.vocabulary[w.stem] {
				return s.text
			}
		}
	}
	return ""
}

// marked is the text with its values marked as a wording's.
func marked(u *utterance, at map[int]place) string {
	var b strings.Builder
	end := 0
	for i := 0; i < len(u.words); i++ {
		pl, ok := at[i]
		if !ok {
			continue
		}
		b.WriteString(u.text[end:u.words[i].start] + "[" + u.slice(i, pl.last) + "](" + pl.slot + ")")
		end = u.words[pl.last].end
		i = pl.last
	}
	return b.String() + u.text[end:]
}
