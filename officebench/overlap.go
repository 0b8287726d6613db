package officebench

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"legomem/lists"
)

// calendar is what calendar.inspect returns for a file.
type calendar struct {
	Text   string      `json:"text"`
	Events []component `json:"events"`
	// Others are the calendar's other components, time zones for one.
	Others []component `json:"others"`
	// Error says why the file is no calendar that can be read.
	Error string `json:"error"`
}

// component is one part of a calendar. Its times are in UTC (RFC 3339), which is also
// assumed where there is no zone; a time that is missing or cannot be read is empty.
type component struct {
	Name        string `json:"name"`
	Summary     string `json:"summary"`
	Start       string `json:"start"`
	End         string `json:"end"`
	StartIsDate bool   `json:"start_is_date"`
	EndIsDate   bool   `json:"end_is_date"`
}

// instants are the times of the events, by property.
func (c calendar) instants() map[string][]time.Time {
	found := map[string][]time.Time{}
	for _, e := range c.Events {
		for property, text := range map[string]string{"DTSTART": e.Start, "DTEND": e.End} {
			if at, err := time.Parse(time.RFC3339, text); err == nil {
				found[property] = append(found[property], at)
			}
		}
	}
	return found
}

// calendarNoOverlap sorts a user's events by their start and compares neighbours. Like
// the benchmark's, it accepts only events with a start and an end: a whole day, a time
// zone or a note raises. Strict judges what really overlaps: all-day events and other
// components take no time.
func calendarNoOverlap(ctx context.Context, e *evaluation, a Args) (finding, error) {
	user, err := a.text("username")
	if err != nil {
		return finding{}, err
	}
	cal, err := e.calendarOf(ctx, user)
	if err != nil {
		return finding{}, err
	}
	if cal.Error != "" {
		return finding{}, raisef("the calendar of %s cannot be read: %s", user, cal.Error)
	}
	if e.strict {
		cal = cal.timed()
	}
	first, second, err := cal.overlap()
	if err != nil {
		return finding{}, err
	}
	if first != "" {
		return finding{detail: fmt.Sprintf("in the calendar of %s, %q and %q overlap", user, first, second)}, nil
	}
	return finding{true, fmt.Sprintf("no two of the %d events of %s overlap", len(cal.Events), user)}, nil
}

func (e *evaluation) calendarOf(ctx context.Context, user string) (calendar, error) {
	p, err := e.owned(ctx, "calendar", user, ".ics")
	if err != nil {
		return calendar{}, err
	}
	if p.kind != file {
		return calendar{}, raisef("%s has no calendar", user)
	}
	return p.calendar(ctx)
}

// timed keeps the events that take a span of time.
func (c calendar) timed() calendar {
	events := lists.Filter(c.Events, func(e component) bool {
		return e.Start != "" && e.End != "" && !e.StartIsDate && !e.EndIsDate
	})
	return calendar{Events: events}
}

// overlap names the first two neighbours that overlap, "" when none do.
func (c calendar) overlap() (first, second string, err error) {
	for _, part := range slices.Concat(c.Events, c.Others) {
		switch {
		case part.Start == "":
			return "", "", raisef("%s has no start time that can be read", part.title())
		case part.StartIsDate:
			return "", "", raisef("%s starts on a day without a time", part.title())
		}
	}
	events := slices.Clone(c.Events)
	slices.SortStableFunc(events, func(a, b component) int { return strings.Compare(a.Start, b.Start) })
	for i := range len(events) - 1 {
		switch e := events[i]; {
		case e.End == "":
			return "", "", raisef("%s has no end time that can be read", e.title())
		case e.EndIsDate:
			return "", "", raisef("%s ends on a day without a time", e.title())
		case e.End > events[i+1].Start:
			return e.Summary, events[i+1].Summary, nil
		}
	}
	return "", "", nil
}

func (c component) title() string {
	if c.Summary == "" {
		return "a " + c.Name
	}
	return fmt.Sprintf("%q", c.Summary)
}
