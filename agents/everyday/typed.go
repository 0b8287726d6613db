package everyday

import (
	"fmt"
	"slices"
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
	for i, text := range append([]string{g.Text}, value.Respelled(g.Text)...) {
		canon, sure := b.likely(slot, text)
		if canon == "" {
			continue
		}
		if i > 0 || !sure {
			b.doubt("%q is taken for %s", g.Text, value.Words(slot.Kind, canon))
		}
		return canon, nil
	}
	return "", fmt.Errorf("%q is no %s", g.Text, slot.Kind)
}

// likely is what a text comes to, "" for nothing, and whether it can mean nothing else.
func (b *binder) likely(slot skills.Slot, text string) (canon string, sure bool) {
	if canon, err := value.Parse(slot.Kind, text, b.ref); err == nil {
		return canon, true
	}
	if hour, ok := value.DayHour(text, b.ref); ok && slot.Kind == value.Time {
		return b.halfOf(text, hour), false
	}
	canon, _ = b.within(slot, text)
	return canon, !b.saysMore(text)
}

// halfOf is an hour without its half of the day, which is the evening's for an event that is
// in the evening.
func (b *binder) halfOf(text, hour string) string {
	if evening, err := value.Parse(value.Time, text+" pm", b.ref); err == nil && b.evening {
		return evening
	}
	return hour
}

// misplaced puts a value that does not fit its slot into the first that it fits and that
// has none, or leaves it out where it need not be given.
func (b *binder) misplaced(slot skills.Slot, g given) error {
	for _, other := range b.skill.Slots {
		if !isTyped(other.Kind) || b.isBound(other.Name) || len(b.valuesOf(other.Name)) > 0 {
			continue
		}
		if canon, err := b.typed(other, given{Text: g.Text}); err == nil {
			b.put(other, canon, g.Text)
			return nil
		}
	}
	if b.partOfDay(slot, g) {
		return nil
	}
	if !slot.Optional {
		return b.ask(slot, g.Text, fmt.Sprintf("%q is not understood. %s", g.Text, question(slot)), nil)
	}
	b.dropped = true
	b.doubt("%q is left out", g.Text)
	return nil
}

// partOfDay binds the times from which and until which a part of a day goes, "afternoon",
// where the skill takes both.
func (b *binder) partOfDay(slot skills.Slot, g given) bool {
	end := slices.IndexFunc(b.skill.Slots, func(s skills.Slot) bool { return s.Kind == value.Time && s.Name != slot.Name })
	if slot.Kind != value.Time || end < 0 {
		return false
	}
	for _, day := range b.given {
		canon, err := value.Parse(value.Period, day.Text+" "+g.Text, b.ref)
		_, from, isPart := strings.Cut(strings.Split(canon, "/")[0], "T")
		_, until, _ := strings.Cut(canon[strings.Index(canon, "/")+1:], "T")
		if err != nil || !isPart {
			continue
		}
		b.put(slot, from, g.Text)
		b.put(b.skill.Slots[end], until, g.Text)
		b.doubt("%q is taken for %s to %s", g.Text, value.Words(value.Time, from), value.Words(value.Time, until))
		return true
	}
	return false
}

// isTyped says that values of a kind are told by their form.
func isTyped(kind value.Kind) bool {
	return slices.Contains([]value.Kind{value.Date, value.Time, value.DateTime, value.Duration, value.Number, value.Money, value.Period, value.Repeat, value.Email, value.Cell}, kind)
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

// within is the only value of a slot's kind in a text, or the only one that tells it.
func (b *binder) within(slot skills.Slot, text string) (string, bool) {
	var exact, akin []string
	for _, m := range value.FindAll(text, b.ref) {
		if m.Kind == slot.Kind {
			exact = append(exact, m.Canon)
		} else if canon := toldBy(m, slot); canon != "" {
			akin = append(akin, canon)
		}
	}
	for _, found := range [][]string{exact, akin} {
		if len(found) == 1 {
			return found[0], true
		}
	}
	return "", false
}

// toldBy is the value of a slot that one of another kind tells: a date and time has both, a
// period a first and a last day, and a day is a period.
func toldBy(m value.Mention, slot skills.Slot) string {
	day, clock, _ := strings.Cut(m.Canon, " ")
	first, last, _ := value.Ends(m.Canon)
	switch [2]value.Kind{m.Kind, slot.Kind} {
	case [2]value.Kind{value.DateTime, value.Time}:
		return strings.TrimSuffix(clock, ":00")
	case [2]value.Kind{value.DateTime, value.Date}:
		return day
	case [2]value.Kind{value.Date, value.Period}:
		return m.Canon + "/" + m.Canon
	case [2]value.Kind{value.Period, value.Date}:
		if slot.Last {
			first = last
		}
		return first[:min(len(first), len(time.DateOnly))]
	}
	return ""
}
