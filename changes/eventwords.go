package changes

import (
	"slices"
	"strings"

	"legomem/lists"
	"legomem/tools/facts"
)

// occurring tells of a new event when it is, and how it recurs.
func occurring(e *facts.Event) string {
	if e.Repeats == "" {
		return when(e)
	}
	return when(e) + ", " + shown(e.Repeats) + ","
}

// ringing tells of a new event's alarms.
func ringing(e *facts.Event) string {
	if len(e.Alarms) == 0 {
		return ""
	}
	return ", with an alarm " + listed(e.Alarms)
}

// onlyLeftOut are the occurrences that a series loses, where nothing else changes.
func onlyLeftOut(e *facts.EventChange) []string {
	if !slices.Equal(e.Fields, []string{leftOut}) || e.Before == nil || e.After == nil {
		return nil
	}
	if len(without(e.Before.LeftOut, e.After.LeftOut)) > 0 {
		return nil
	}
	return without(e.After.LeftOut, e.Before.LeftOut)
}

// leftOut is what calendar.review calls the field of occurrences that do not take place.
const leftOut = "days left out"

// fieldsOf says what differs in an event, field by field, with what is new.
func fieldsOf(e *facts.EventChange) string {
	return strings.Join(lists.Map(e.Fields, func(field string) string {
		if what := newIn(e, field); what != "" {
			return field + " (" + what + ")"
		}
		return field
	}), ", ")
}

// newIn is what a field says now; "" where that takes too much room.
func newIn(e *facts.EventChange, field string) string {
	was, now := e.Before, e.After
	switch field {
	case "end":
		return shown(now.End)
	case "place":
		return orNone(shown(now.Location))
	case "recurrence":
		return orNone(shown(now.Repeats))
	case "alarm":
		return orNone(listed(now.Alarms))
	case "attendees":
		return comings(was.Attendees, now.Attendees)
	case leftOut:
		return comings(was.LeftOut, now.LeftOut)
	}
	return ""
}

// comings tells two lists apart: "with a, without b".
func comings(was, now []string) string {
	var out []string
	if more := without(now, was); len(more) > 0 {
		out = append(out, "with "+listed(more))
	}
	if less := without(was, now); len(less) > 0 {
		out = append(out, "without "+listed(less))
	}
	return strings.Join(out, ", ")
}

// without are those of a list that are not in another.
func without(all, others []string) []string {
	return lists.Filter(all, func(one string) bool { return !slices.Contains(others, one) })
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
