package calendar

import (
	"fmt"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/teambition/rrule-go"

	"legomem/tools"
)

// between returns the events that touch [from, to), the recurring ones once
// for each occurrence, by start.
func (f *file) between(from, to time.Time) ([]*event, error) { return f.among(f.events, from, to) }

// among is between for some of the events.
func (f *file) among(events []*event, from, to time.Time) ([]*event, error) {
	var out []*event
	left := newBudget()
	for _, e := range events {
		if e.start.IsZero() || !e.start.Before(to) {
			continue
		}
		all := []*event{e}
		if e.isSeries() {
			var err error
			if all, err = f.occurrences(e, to, left); err != nil {
				return nil, err
			}
		}
		for _, o := range all {
			if o.touches(from, to) {
				out = append(out, o)
			}
		}
	}
	byStart(out)
	return out, nil
}

// touches reports whether the event overlaps [from, to), or is a moment in it.
func (e *event) touches(from, to time.Time) bool {
	return e.from().Before(to) && (e.to().After(from) || !e.from().Before(from))
}

// occurrences unrolls a series up to the given time, without the excluded
// dates and those that have an event of their own.
func (f *file) occurrences(e *event, to time.Time, left *budget) ([]*event, error) {
	set, err := series(e, left)
	if tools.CodeOf(err) == tools.TooLarge {
		return nil, fmt.Errorf("%s: %w", f.path, err)
	}
	if err != nil {
		return nil, tools.Failf(tools.Corrupt, "%s: the recurrence %q of %q cannot be read: %w", f.path, e.recurs, e.summary, err)
	}
	skip := f.exceptions(e)
	length := e.end.Sub(e.start.Time)
	var out []*event
	next := set.Iterator()
	for n := 0; ; n++ {
		t, ok := next()
		if !ok || !t.Before(to) {
			return out, nil
		}
		if n == maxSeries {
			return nil, tools.Failf(tools.TooLarge, "%s: %q recurs more than %d times before %s; ask for an earlier time", f.path, e.summary, maxSeries, to.Format(dateForm))
		}
		if err := left.spend(f, to); err != nil {
			return nil, err
		}
		if skip[t.Unix()] {
			continue
		}
		one := *e
		t = t.In(e.start.Location())
		one.start.Time, one.end.Time = t, t.Add(length)
		if e.end.day {
			one.end.Time = t.AddDate(0, 0, int(length.Hours()+12)/24)
		}
		out = append(out, &one)
	}
}

// series is the event's rule and extra dates. It recurs at the hour of the zone
// it was written in, so that a daylight change does not move it.
func series(e *event, left *budget) (*rrule.Set, error) {
	if len(e.recurs) > maxRule {
		return nil, fmt.Errorf("it has more than %d letters", maxRule)
	}
	start := e.start.Time
	if p := e.props.GetProperty(ics.ComponentPropertyDtStart); p != nil {
		start = start.In(zoneOf(p, start.Location()))
	}
	opt, err := rrule.StrToROptionInLocation(strings.TrimPrefix(e.recurs, "RRULE:"), start.Location())
	if err != nil {
		return nil, err
	}
	opt.Dtstart = start
	if err := checkRule(opt); err != nil {
		return nil, err
	}
	rule, err := rrule.NewRRule(*opt)
	if err != nil {
		return nil, err
	}
	set := &rrule.Set{}
	comes, err := left.comesTrue(rule)
	if err != nil {
		return nil, err
	}
	if comes {
		set.RRule(rule)
	}
	for _, t := range dates(e, ics.ComponentPropertyRdate) {
		set.RDate(t)
	}
	return set, nil
}

// overridesOf are the changed occurrences of a series.
func (f *file) overridesOf(e *event) []*event {
	return f.overrides[text(e.props, ics.ComponentPropertyUniqueId)]
}

// exceptions are the starts a series leaves out, in Unix seconds.
func (f *file) exceptions(e *event) map[int64]bool {
	skip := map[int64]bool{}
	for _, t := range dates(e, ics.ComponentPropertyExdate) {
		skip[t.Unix()] = true
	}
	for _, o := range f.overridesOf(e) {
		for _, t := range dates(o, ics.ComponentPropertyRecurrenceId) {
			skip[t.Unix()] = true
		}
	}
	return skip
}

// dates reads a property that lists times, and skips those it cannot read.
func dates(e *event, name ics.ComponentProperty) []time.Time {
	var out []time.Time
	for _, p := range e.props.GetProperties(name) {
		for v := range strings.SplitSeq(p.Value, ",") {
			one := *p
			one.Value = v
			if m, err := propertyTime(&one, e.start.Location()); err == nil {
				out = append(out, m.Time)
			}
		}
	}
	return out
}
