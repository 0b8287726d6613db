package reading

import (
	"cmp"
	"path"
	"strings"
	"time"

	"legomem/tools/value"
)

// as is the canonical form of a span as a slot's value; false if it cannot be one. A day
// and a time are periods too: all of the day, that minute of today.
func (s *Sentence) as(slot Slot, span Span) (canon string, ok bool) {
	if span.There && slot.New && slot.Kind == value.File {
		return "", false // that would be written over
	}
	if slot.Kind == span.Kind {
		return span.Canon, slot.Suffix == "" || strings.EqualFold(path.Ext(span.Canon), slot.Suffix)
	}
	switch slot.Kind {
	case value.Phrase, value.Message:
		return span.Canon, span.Quoted
	case value.Person:
		return span.Canon, span.Kind == value.Email
	case value.Number:
		return span.Canon, span.Kind == value.Money
	case value.Period:
		return s.period(span)
	}
	return "", false
}

// period is a span as a period, false if none can be made of it.
func (s *Sentence) period(span Span) (canon string, ok bool) {
	switch span.Kind {
	case value.Date:
		canon = span.Canon + "/" + span.Canon
	case value.Time:
		canon = s.minute(span.Canon)
	}
	_, _, ok = value.Bounds(canon)
	return canon, ok
}

// minute is the minute of today that begins at a time; "" where today is not known.
func (s *Sentence) minute(at string) string {
	const layout = "2006-01-02T15:04"
	from, err := time.Parse(layout, s.today.Format(time.DateOnly)+"T"+at)
	if err != nil || s.today.IsZero() {
		return ""
	}
	return from.Format(layout) + "/" + from.Add(time.Minute).Format(layout)
}

// spanOf is the span of these words that a slot may take, rather one of something that is
// there; false if there is none.
func (s *Sentence) spanOf(first, last int, slot Slot) (best Span, ok bool) {
	for _, span := range s.Spans[first] {
		canon, fits := s.as(slot, span)
		if !fits || span.Last != last || ok && !span.There {
			continue
		}
		span.Canon = cmp.Or(canon, best.Canon)
		best, ok = span, true
	}
	return best, ok
}
