package gazetteer

import (
	"strings"
	"time"

	"legomem/tools/value"
)

// byTime takes the times out of a text and gives the places of the things that are at one of them; all
// where no time is said, or where none is at it: then its words stay too, since a title
// may have them. When says that a time chose.
func byTime(said string, all []Thing, ref value.Reference) (rest string, chosen []int, when bool) {
	var fits []func(Thing) bool
	rest = said
	for _, m := range value.FindAll(said, ref) {
		if f := at(m, ref); f != nil {
			fits = append(fits, f)
			rest = rest[:m.Start] + strings.Repeat(" ", m.End-m.Start) + rest[m.End:]
		}
	}
	if len(fits) == 0 {
		return said, everyone(all), false
	}
	for i, t := range all {
		if !t.Start.IsZero() && fitsAll(t, fits) {
			chosen = append(chosen, i)
		}
	}
	if len(chosen) == 0 {
		return said, everyone(all), false
	}
	return rest, chosen, true
}

// everyone are the places of all things.
func everyone(all []Thing) []int {
	out := make([]int, len(all))
	for i := range out {
		out[i] = i
	}
	return out
}

func fitsAll(t Thing, fits []func(Thing) bool) bool {
	for _, f := range fits {
		if !f(t) {
			return false
		}
	}
	return true
}

// at is what a time in a text says of a thing; nil where a value is no time.
func at(m value.Mention, ref value.Reference) func(Thing) bool {
	switch m.Kind {
	case value.Date:
		return func(t Thing) bool { return t.Start.Format(time.DateOnly) == m.Canon }
	case value.Time:
		return func(t Thing) bool { return strings.HasPrefix(t.Start.Format(time.TimeOnly), m.Canon) }
	case value.DateTime:
		return func(t Thing) bool { return t.Start.Format(layout) == m.Canon }
	case value.Period:
		return within(m.Canon, ref)
	}
	return nil
}

func within(canon string, ref value.Reference) func(Thing) bool {
	from, to, ok := value.Bounds(canon)
	if !ok {
		return nil
	}
	const form = "2006-01-02T15:04"
	first, last := from.Format(form), to.Format(form)
	return func(t Thing) bool {
		start := t.Start.In(ref.Now.Location()).Format(form)
		return first <= start && start < last
	}
}
