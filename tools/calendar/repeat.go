package calendar

import (
	"slices"
	"strings"
	"time"

	"github.com/teambition/rrule-go"

	"legomem/tools"
)

// maxStep and maxCount are more than any plan of an office needs.
const (
	maxStep  = 1_000
	maxCount = 10_000
)

// repetition is how an event is to recur, as it was given.
type repetition struct {
	unit     string
	every    int
	weekdays []string
	until    string
	count    int
}

// units are the words for how often an event recurs.
var units = map[string]rrule.Frequency{"day": rrule.DAILY, "week": rrule.WEEKLY, "weekday": rrule.WEEKLY, "month": rrule.MONTHLY, "year": rrule.YEARLY}

const acceptedUnits = "accepted: repeat as day, week, weekday, month or year"

// workdays are Monday to Friday.
var workdays = []rrule.Weekday{rrule.MO, rrule.TU, rrule.WE, rrule.TH, rrule.FR}

// rule is the RRULE of an event from start to end, "" for one that does not recur. Start
// and end move to the first day that the rule has.
func (r repetition) rule(ws *tools.Workspace, start, end moment) (rule string, from, to moment, err error) {
	opt, err := r.option()
	if opt == nil || err != nil {
		return "", start, end, err
	}
	days := daysUntil(start.Time, opt.Byweekday)
	start.Time, end.Time = start.AddDate(0, 0, days), end.AddDate(0, 0, days)
	until, err := r.lastDay(ws, start)
	if err != nil {
		return "", start, end, err
	}
	return opt.RRuleString() + until, start, end, nil
}

// option is the rule without its end by a date; nil where nothing says that it recurs.
func (r repetition) option() (*rrule.ROption, error) {
	days, err := readWeekdays(r.weekdays)
	if err != nil {
		return nil, err
	}
	unit := strings.ToLower(strings.TrimSpace(r.unit))
	if unit == "" && len(days) > 0 {
		unit = "week"
	}
	if err := r.checked(unit, days); unit == "" || err != nil {
		return nil, err
	}
	opt := &rrule.ROption{Freq: units[unit], Byweekday: days, Count: r.count}
	if unit == "weekday" {
		opt.Byweekday = workdays
	}
	if r.every > 1 {
		opt.Interval = r.every
	}
	return opt, nil
}

// checked refuses what says nothing, or two things at once.
func (r repetition) checked(unit string, days []rrule.Weekday) error {
	_, known := units[unit]
	switch {
	case r.every < 0 || r.every > maxStep:
		return tools.Failf(tools.BadArguments, "every is %d; accepted: 1 to %d", r.every, maxStep)
	case r.count < 0 || r.count > maxCount:
		return tools.Failf(tools.BadArguments, "count is %d; accepted: 1 to %d", r.count, maxCount)
	case r.count > 0 && r.until != "":
		return tools.Failf(tools.BadArguments, "count and until both say when it ends; accepted: one of them")
	case unit == "" && (r.every > 0 || r.count > 0 || r.until != ""):
		return tools.Failf(tools.BadArguments, "every, until and count go with repeat; %s", acceptedUnits)
	case unit != "" && !known:
		return tools.Failf(tools.BadArguments, "repeat is %q; %s", r.unit, acceptedUnits)
	case len(days) > 0 && unit != "week":
		return tools.Failf(tools.BadArguments, "weekdays go with repeat: week, not %s", unit)
	case unit == "weekday" && r.every > 1:
		return tools.Failf(tools.BadArguments, "repeat: weekday is each day from Monday to Friday; for every %d weeks give repeat: week and weekdays", r.every)
	}
	return nil
}

// lastDay writes the end of a rule, in the form of the event's start.
func (r repetition) lastDay(ws *tools.Workspace, start moment) (string, error) {
	if r.until == "" {
		return "", nil
	}
	m, err := parseMoment(ws, "until", r.until, time.Time{})
	if err != nil {
		return "", err
	}
	if m.day {
		m.Time = lastSecond(m.Time)
	}
	if m.Before(start.Time) {
		return "", tools.Failf(tools.BadArguments, "until (%s) is before the first time (%s)", m.words(), start.words())
	}
	if start.day {
		return ";UNTIL=" + m.Format("20060102T150405"), nil
	}
	return ";UNTIL=" + stamp(m.Time), nil
}

// readWeekdays reads names of weekdays, each once: Monday, Mondays, Mon, MO.
func readWeekdays(given []string) ([]rrule.Weekday, error) {
	var out []rrule.Weekday
	for _, text := range tools.People(given...) {
		day, ok := readWeekday(text)
		if !ok {
			return nil, tools.Failf(tools.BadArguments, "weekdays has %q; accepted: Monday, Tuesday, ...", text)
		}
		if !slices.Contains(out, day) {
			out = append(out, day)
		}
	}
	slices.SortFunc(out, func(a, b rrule.Weekday) int { return a.Day() - b.Day() })
	return out, nil
}

// readWeekday reads a weekday's name, or its first two letters or more.
func readWeekday(text string) (rrule.Weekday, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, day := range week {
		name := strings.ToLower(nameOf(day))
		if len(text) > 1 && strings.HasPrefix(name+"s", text) {
			return day, true
		}
	}
	return rrule.Weekday{}, false
}

// week is Monday to Sunday.
var week = append(slices.Clone(workdays), rrule.SA, rrule.SU)

// nameOf is a weekday's name.
func nameOf(day rrule.Weekday) string { return time.Weekday((day.Day() + 1) % 7).String() }

// daysUntil is how many days after t the first of some weekdays comes; 0 for none.
func daysUntil(t time.Time, days []rrule.Weekday) int {
	for n := range 7 {
		of := week[(int(t.Weekday())+6+n)%7]
		if slices.Contains(days, of) {
			return n
		}
	}
	return 0
}
