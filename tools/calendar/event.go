package calendar

import (
	"fmt"
	"slices"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
)

// outlookAllDay marks an event of whole days that is written with times.
const outlookAllDay = "X-MICROSOFT-CDO-ALLDAYEVENT"

// readEvent reads an event of a calendar of the office with that domain.
func readEvent(e *ics.VEvent, office string, zone *time.Location) (*event, error) {
	upperCase(e.Properties)
	for _, a := range e.Alarms() {
		upperCase(a.Properties)
	}
	ev := &event{
		props:       e,
		summary:     text(e, ics.ComponentPropertySummary),
		location:    text(e, ics.ComponentPropertyLocation),
		description: text(e, ics.ComponentPropertyDescription),
		recurs:      text(e, ics.ComponentPropertyRrule),
		override:    text(e, ics.ComponentPropertyRecurrenceId),
	}
	for _, a := range e.GetProperties(ics.ComponentPropertyAttendee) {
		ev.attendees = append(ev.attendees, attendeeName(office, a))
	}
	if o := e.GetProperty(ics.ComponentPropertyOrganizer); o != nil {
		ev.organiser = attendeeName(office, o)
	}
	start := e.GetProperty(ics.ComponentPropertyDtStart)
	if start == nil {
		return ev, nil // legal for a mere note; it takes no time
	}
	var err error
	if ev.start, err = propertyTime(start, zone); err != nil {
		return nil, err
	}
	ev.end, err = readEnd(e, ev.start, zone)
	if err == nil && strings.EqualFold(text(e, outlookAllDay), "TRUE") {
		ev.start, ev.end = wholeDays(ev.start, ev.end)
	}
	return ev, err
}

// upperCase spells the names of properties as the library looks for them; a file may spell
// them in any case.
func upperCase(all []ics.IANAProperty) {
	for i := range all {
		all[i].IANAToken = strings.ToUpper(all[i].IANAToken)
	}
}

// readEnd reads the event's end; without one, an all-day event ends that day
// and a timed one when it starts (RFC 5545 3.6.1).
func readEnd(e *ics.VEvent, start moment, zone *time.Location) (moment, error) {
	if p := e.GetProperty(ics.ComponentPropertyDtEnd); p != nil {
		end, err := propertyTime(p, zone)
		if err == nil && start.day && end.day && end.After(start.Time) {
			end.Time = end.AddDate(0, 0, -1) // exclusive in the file
		}
		end.day = start.day
		return end, err
	}
	if d := text(e, ics.ComponentPropertyDuration); d != "" {
		return addDuration(start, d)
	}
	return start, nil
}

// addDuration adds an RFC 5545 duration: P1W, P1DT2H, PT30M.
func addDuration(start moment, text string) (moment, error) {
	var days int
	var rest time.Duration
	n := 0
	for _, r := range strings.TrimPrefix(text, "+") {
		switch {
		case r >= '0' && r <= '9' && n < 1e6:
			n = n*10 + int(r-'0')
			continue
		case r == 'W':
			days += 7 * n
		case r == 'D':
			days += n
		case r == 'H':
			rest += time.Duration(n) * time.Hour
		case r == 'M':
			rest += time.Duration(n) * time.Minute
		case r == 'S':
			rest += time.Duration(n) * time.Second
		case r != 'P' && r != 'T':
			return start, fmt.Errorf("the duration %q cannot be read", text)
		}
		n = 0
	}
	if start.day {
		return moment{start.AddDate(0, 0, max(0, days-1)), true}, nil
	}
	return moment{start.AddDate(0, 0, days).Add(rest), false}, nil
}

func wholeDays(start, end moment) (moment, moment) {
	if end.After(start.Time) && end.Equal(startOfDay(end.Time)) {
		end.Time = end.Add(-time.Second) // Outlook's own end at the next midnight
	}
	return moment{startOfDay(start.Time), true}, moment{startOfDay(end.Time), true}
}

// propertyTime reads DTSTART and its like: a date, a floating time in zone, a
// UTC time or one with a TZID. An unknown TZID is taken as zone.
func propertyTime(p *ics.IANAProperty, zone *time.Location) (moment, error) {
	v := strings.TrimSpace(p.Value)
	if t, err := time.ParseInLocation("20060102", v, zone); err == nil {
		return moment{t, true}, nil
	}
	if t, err := time.Parse("20060102T150405Z", v); err == nil {
		return moment{Time: t.In(zone)}, nil
	}
	t, err := time.ParseInLocation("20060102T150405", v, zoneOf(p, zone))
	if err != nil {
		return moment{}, fmt.Errorf("%s %q is not a time", p.IANAToken, p.Value)
	}
	return moment{Time: t.In(zone)}, nil
}

func zoneOf(p *ics.IANAProperty, zone *time.Location) *time.Location {
	if id := p.ICalParameters["TZID"]; len(id) == 1 {
		if loc, err := time.LoadLocation(id[0]); err == nil {
			return loc
		}
	}
	return zone
}

func text(e *ics.VEvent, name ics.ComponentProperty) string {
	if p := e.GetProperty(name); p != nil {
		return strings.TrimSpace(p.Value)
	}
	return ""
}

// attendeeName is the attendee's name as it is known here: the common name,
// else the address, without the office's own domain.
func attendeeName(office string, p *ics.IANAProperty) string {
	if cn := p.ICalParameters["CN"]; len(cn) == 1 && cn[0] != "" {
		return cn[0]
	}
	a := p.Value
	if len(a) >= 7 && strings.EqualFold(a[:7], "mailto:") {
		a = a[7:]
	}
	if name, domain, ok := strings.Cut(a, "@"); ok && colleague(office, "x@"+domain) {
		return name
	}
	return a
}

// from and to bound the time the event takes, to excluded.
func (e *event) from() time.Time { return e.start.Time }

func (e *event) to() time.Time {
	if e.end.day {
		return e.end.AddDate(0, 0, 1)
	}
	return e.end.Time
}

// isSeries reports whether the event recurs by a rule of its own; a changed occurrence
// does not.
func (e *event) isSeries() bool { return e.recurs != "" && e.override == "" }

// takesTime is false for notes without a start, cancelled events and those
// marked as free.
func (e *event) takesTime() bool {
	return !e.start.IsZero() && e.to().After(e.from()) &&
		!strings.EqualFold(text(e.props, ics.ComponentPropertyTransp), "TRANSPARENT") &&
		!strings.EqualFold(text(e.props, ics.ComponentPropertyStatus), "CANCELLED")
}

func byStart(events []*event) {
	slices.SortStableFunc(events, func(a, b *event) int {
		if c := a.from().Compare(b.from()); c != 0 {
			return c
		}
		return strings.Compare(a.summary, b.summary)
	})
}
