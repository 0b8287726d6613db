package calendar

import (
	"strings"
	"time"

	"legomem/tools"
	"legomem/tools/value"
)

// The forms of time in results: value.DateTime's and value.Date's canonical ones.
const (
	dateTimeForm = "2006-01-02 15:04:05"
	dateForm     = "2006-01-02"
)

// moment is a date, with a time of day unless day is set.
type moment struct {
	time.Time
	day bool
}

func (m moment) String() string {
	if m.day {
		return m.Format(dateForm)
	}
	return m.Format(dateTimeForm)
}

// words writes a date as a person says it, so that a wrong reading is noticed.
func (m moment) words() string {
	if m.day {
		return m.Format("Monday, 2 January 2006")
	}
	return m.Format("Monday, 2 January 2006, ") + clock(m.Time)
}

func clock(t time.Time) string { return strings.ToLower(t.Format("3:04 PM")) }

// span writes start and end for a person, with the day once if it is the same.
func span(start, end moment) string {
	switch sameDay := start.Format(dateForm) == end.Format(dateForm); {
	case start.day && sameDay:
		return start.words() + ", all day"
	case start.day:
		return start.words() + " to " + end.words() + ", all day"
	case sameDay:
		return start.words() + " to " + clock(end.Time)
	}
	return start.words() + " to " + end.words()
}

// parseMoment reads a date or a date and time in any of the spellings that
// package value knows, in the workspace's zone. A time alone means that time
// on the given day; the zero day refuses it.
func parseMoment(ws *tools.Workspace, name, text string, day time.Time) (moment, error) {
	text = strings.TrimSpace(text)
	zone, ref := ws.Now().Location(), value.Reference{Now: ws.Now(), DayFirst: ws.DayFirst}
	if t, ok := exact(text, zone); ok {
		return moment{Time: t}, nil
	}
	canon, err := value.Parse(value.DateTime, text, ref)
	if err == nil {
		t, err := time.ParseInLocation(dateTimeForm, canon, zone)
		return moment{Time: t}, err
	}
	if canon, err := value.Parse(value.Date, text, ref); err == nil {
		t, err := time.ParseInLocation(dateForm, canon, zone)
		return moment{Time: t, day: true}, err
	}
	if !day.IsZero() && !strings.ContainsAny(text, "/-") {
		if canon, err = value.Parse(value.Time, text, ref); err == nil {
			t, err := time.ParseInLocation(dateTimeForm, value.Join(day.Format(dateForm), canon), zone)
			return moment{Time: t}, err
		}
	}
	return moment{}, tools.Failf(tools.BadArguments, "%s: %w", name, err)
}

// exact reads the forms that programs write, where an hour of one digit needs
// no am or pm.
func exact(text string, zone *time.Location) (time.Time, bool) {
	for _, form := range []string{time.RFC3339, "20060102T150405Z", "20060102T150405", dateTimeForm, "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if t, err := time.ParseInLocation(form, text, zone); err == nil {
			if strings.HasSuffix(form, "405Z") {
				t, _ = time.Parse(form, text)
			}
			return t.In(zone), true
		}
	}
	return time.Time{}, false
}

// startOfDay is midnight of t's day.
func startOfDay(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// lastSecond is the end of t's day as this package writes it.
func lastSecond(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 23, 59, 59, 0, t.Location())
}

// stamp writes a time for a property: floating, or with Z in UTC.
func stamp(t time.Time) string {
	if zone, _ := t.Zone(); zone == "UTC" {
		return t.Format("20060102T150405Z")
	}
	return t.Format("20060102T150405")
}
