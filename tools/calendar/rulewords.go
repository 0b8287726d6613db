package calendar

import (
	"fmt"
	"strings"
	"time"

	"github.com/teambition/rrule-go"

	"legomem/lists"
	"legomem/words"
)

// ruleWords says a recurrence rule as a person would: "every 2 weeks on Monday until
// 2026-06-01". A rule that says more is given as it is written.
func ruleWords(rule string, zone *time.Location) string {
	o, err := rrule.StrToROptionInLocation(strings.TrimPrefix(rule, "RRULE:"), zone)
	if err != nil || !isPlain(o) {
		return "by the rule " + rule
	}
	s := pace(o) + onDays(o.Byweekday)
	if !o.Until.IsZero() {
		s += " until " + o.Until.In(zone).Format(dateForm)
	}
	if o.Count > 0 {
		s += ", " + words.Count(o.Count, "time")
	}
	return s
}

// isPlain reports whether a rule has a step, weekdays and an end, and nothing else.
func isPlain(o *rrule.ROption) bool {
	plain := rrule.ROption{Freq: o.Freq, Interval: o.Interval, Wkst: o.Wkst, Count: o.Count, Until: o.Until, Byweekday: o.Byweekday}
	for _, d := range o.Byweekday {
		if d.N() != 0 {
			return false // the second Monday of a month
		}
	}
	return plain.RRuleString() == o.RRuleString()
}

// steps name the frequencies, in the library's order.
var steps = []string{"year", "month", "week", "day", "hour", "minute", "second"}

// pace is how often a rule comes true: "every day", "every 2 weeks".
func pace(o *rrule.ROption) string {
	if o.Interval > 1 {
		return fmt.Sprintf("every %d %ss", o.Interval, steps[o.Freq])
	}
	return "every " + steps[o.Freq]
}

func onDays(days []rrule.Weekday) string {
	if len(days) == 0 {
		return ""
	}
	return " on " + strings.Join(lists.Map(days, nameOf), ", ")
}
