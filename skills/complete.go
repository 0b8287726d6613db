package skills

import (
	"slices"
	"time"

	"legomem/agents/reflex"
	"legomem/tools/value"
)

// Complete adds the values that a text need not give: today, the year that lies ahead,
// the acting user.
func (s Skill) Complete(bound []reflex.Binding, user string, now time.Time) []reflex.Binding {
	for _, slot := range s.Slots {
		isBound := slices.ContainsFunc(bound, func(b reflex.Binding) bool { return b.Slot == slot.Name })
		if unasked := slot.unasked(user, now); unasked != "" && !isBound {
			bound = append(bound, reflex.Binding{Slot: slot.Name, Kind: slot.Kind, Canon: unasked, Spelled: unasked})
		}
	}
	return bound
}

// unasked is the value of a slot that has a default, "" for none.
func (s Slot) unasked(user string, now time.Time) string {
	const moment = "2006-01-02T15:04"
	today := now.Format(time.DateOnly)
	switch {
	case s.Default == "user":
		return user
	case s.Default == "today" && s.Kind == value.Period:
		return today + "/" + today
	case s.Default == "today":
		return today
	case s.Default == "ahead":
		return now.Format(moment) + "/" + now.AddDate(1, 0, 0).Format(moment)
	}
	return ""
}
