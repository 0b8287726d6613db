package calendar

import (
	"fmt"
	"slices"
	"strings"

	"legomem/lists"
	"legomem/words"
)

// A glance names at most so many events, by so many characters of their titles.
const (
	maxGlance = 5
	maxTitle  = 60
)

// glance says in a line or two what the calendar holds, for who found nothing in it.
func (f *file) glance() string {
	if len(f.events) == 0 {
		return "It holds no events."
	}
	out := "It holds " + words.Count(len(f.events), "event") + f.span()
	if len(f.events) > maxGlance {
		return out + "."
	}
	titles := lists.Map(f.events, func(e *event) string { return fmt.Sprintf("%q", words.Cut(e.summary, maxTitle)) })
	return out + ": " + strings.Join(titles, ", ")
}

// span is from when to when the events are; one that recurs counts by its first time.
func (f *file) span() string {
	timed := lists.Filter(f.events, func(e *event) bool { return !e.start.IsZero() })
	if len(timed) == 0 {
		return ", without times"
	}
	first := slices.MinFunc(timed, func(a, b *event) int { return a.from().Compare(b.from()) })
	last := slices.MaxFunc(timed, func(a, b *event) int { return a.to().Compare(b.to()) })
	out := fmt.Sprintf(", %s to %s", first.start.Format(dateForm), last.end.Format(dateForm))
	if n := len(lists.Filter(timed, (*event).isSeries)); n > 0 {
		out += fmt.Sprintf(" (%d of them recurring, by the first time)", n)
	}
	return out
}
