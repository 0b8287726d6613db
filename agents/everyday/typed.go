package everyday

import (
	"fmt"
	"strings"
	"time"

	"legomem/agents/gazetteer"
	"legomem/skills"
	"legomem/tools/value"
)

// typed is the canonical form of a value that is told by its form. Where the whole text is
// none, it is the only one in the text, with what is around it as a doubt.
func (b *binder) typed(slot skills.Slot, g given) (string, error) {
	for _, text := range []string{g.Canon, g.Text} {
		if canon, err := value.Parse(slot.Kind, text, b.ref); err == nil {
			return canon, nil
		}
	}
	if hour, ok := value.DayHour(g.Text, b.ref); ok && slot.Kind == value.Time {
		b.doubt("%q is taken for %s", g.Text, value.Words(value.Time, hour))
		return hour, nil
	}
	canon, ok := b.within(slot.Kind, g.Text)
	if !ok {
		return "", fmt.Errorf("%q is no %s", g.Text, slot.Kind)
	}
	if b.saysMore(g.Text) {
		b.doubt("%q is taken for %s", g.Text, value.Words(slot.Kind, canon))
	}
	return canon, nil
}

// saysMore says that there is more in a text than its values and words that say nothing:
// "on friday" says no more than friday.
func (b *binder) saysMore(text string) bool {
	rest := []byte(text)
	for _, m := range value.FindAll(text, b.ref) {
		for i := m.Start; i < m.End; i++ {
			rest[i] = ' '
		}
	}
	for word := range gazetteer.Spoken(string(rest)) {
		if !b.skills.Common(word) {
			return true
		}
	}
	return false
}

// within is the only value of a kind in a text. A period has a first day, and a day is a
// period.
func (b *binder) within(kind value.Kind, text string) (string, bool) {
	var found []string
	for _, m := range value.FindAll(text, b.ref) {
		day, clock, both := strings.Cut(m.Canon, " ")
		switch {
		case both && m.Kind == value.DateTime && kind == value.Time:
			found = append(found, strings.TrimSuffix(clock, ":00"))
		case both && m.Kind == value.DateTime && kind == value.Date:
			found = append(found, day)
		case m.Kind == kind:
			found = append(found, m.Canon)
		case kind == value.Date && m.Kind == value.Period:
			if from, _, ok := value.Bounds(m.Canon); ok {
				found = append(found, from.Format(time.DateOnly))
			}
		case kind == value.Period && m.Kind == value.Date:
			found = append(found, m.Canon+"/"+m.Canon)
		}
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}
