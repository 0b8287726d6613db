package calendar

import (
	"fmt"
	"math"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"legomem/tools"
	"legomem/words"
)

// maxAlarm is how long before the start an alarm may ring, in minutes: a year.
const maxAlarm = 366 * 24 * 60

// checkAlarm accepts whole minutes before the start.
func checkAlarm(minutes *float64) error {
	if minutes == nil || (*minutes >= 0 && *minutes <= maxAlarm && *minutes == math.Trunc(*minutes)) {
		return nil
	}
	return tools.Failf(tools.BadArguments, "alarm_minutes is %v; accepted: 0 (at the start) or whole minutes before it, at most a year", *minutes)
}

// newAlarm makes an alarm that shows the event's title.
func newAlarm(title string, minutes float64) *ics.VAlarm {
	a := &ics.VAlarm{}
	a.SetAction(ics.ActionDisplay)
	a.SetProperty(ics.ComponentPropertyDescription, title)
	if minutes == 0 {
		a.SetTrigger("PT0S")
	} else {
		a.SetTrigger(fmt.Sprintf("-PT%dM", int(minutes)))
	}
	return a
}

// realarm puts one alarm in the place of all that the event has.
func (f *file) realarm(e *event, minutes float64) []edit {
	put := newAlarm(e.summary, minutes).Serialize(f.style())
	edits := f.unalarm(e)
	if len(edits) == 0 {
		return []edit{{e.block.tail, e.block.tail, put}}
	}
	edits[0].put = put
	return edits
}

// unalarm takes an event's alarms away.
func (f *file) unalarm(e *event) []edit {
	var edits []edit
	for _, a := range e.block.alarms {
		edits = append(edits, edit{a.start, a.end, ""})
	}
	return edits
}

// alarmMinutes is how long before the start the event's first alarm rings, if that can
// be told.
func (e *event) alarmMinutes() *float64 {
	for _, a := range e.props.Alarms() {
		if minutes, ok := e.beforeStart(a); ok {
			return &minutes
		}
	}
	return nil
}

// beforeStart is how many minutes before the event's start an alarm rings; false where it
// goes by the end, or cannot be read.
func (e *event) beforeStart(a *ics.VAlarm) (float64, bool) {
	p := a.GetProperty(ics.ComponentPropertyTrigger)
	if p == nil || len(p.ICalParameters["RELATED"]) > 0 && strings.EqualFold(p.ICalParameters["RELATED"][0], "END") {
		return 0, false
	}
	if at, err := propertyTime(p, e.start.Location()); err == nil && !e.start.IsZero() {
		return e.start.Sub(at.Time).Minutes(), true
	}
	return minutesBefore(strings.TrimSpace(p.Value))
}

// minutesBefore reads the duration of a trigger: -PT15M is 15, PT0S is 0.
func minutesBefore(trigger string) (float64, bool) {
	length, before := strings.CutPrefix(trigger, "-")
	if !strings.HasPrefix(strings.TrimPrefix(length, "+"), "P") {
		return 0, false
	}
	zero := time.Unix(0, 0).UTC()
	m, err := addDuration(moment{Time: zero}, length)
	if err != nil {
		return 0, false
	}
	minutes := m.Sub(zero).Minutes()
	if before {
		return minutes, true
	}
	return 0 - minutes, true
}

// alarmWords says when an event's alarms ring, for people: "15 minutes before".
func (e *event) alarmWords() []string {
	var out []string
	for _, a := range e.props.Alarms() {
		out = append(out, e.oneAlarm(a)+kindOf(a))
	}
	return out
}

func (e *event) oneAlarm(a *ics.VAlarm) string {
	minutes, ok := e.beforeStart(a)
	switch {
	case !ok:
		return triggerOf(a)
	case minutes == 0:
		return "at the start"
	case minutes < 0:
		return spent(-minutes) + " after the start"
	}
	return spent(minutes) + " before"
}

func spent(minutes float64) string {
	if minutes != math.Trunc(minutes) {
		return fmt.Sprintf("%v minutes", minutes)
	}
	return words.Count(int(minutes), "minute")
}

func triggerOf(a *ics.VAlarm) string {
	if p := a.GetProperty(ics.ComponentPropertyTrigger); p != nil {
		return "at " + p.Value
	}
	return "at no time"
}

// kindOf names an alarm's action where it does more than show a text.
func kindOf(a *ics.VAlarm) string {
	p := a.GetProperty(ics.ComponentPropertyAction)
	if p == nil || strings.EqualFold(p.Value, string(ics.ActionDisplay)) {
		return ""
	}
	return " (" + p.Value + ")"
}
