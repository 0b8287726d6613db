package calendar

import (
	"slices"
	"time"

	ics "github.com/arran4/golang-ical"

	"legomem/tools"
)

// maxLeftOut is how many occurrences of one series are taken out at once.
const maxLeftOut = 1_000

// cut is what is taken out of a calendar: whole events, and occurrences of series, which
// become exceptions of their rule (EXDATE).
type cut struct {
	file  *file
	whole map[*event]bool
	days  map[*event][]time.Time // by series
}

func (f *file) newCut() *cut {
	return &cut{file: f, whole: map[*event]bool{}, days: map[*event][]time.Time{}}
}

// event takes an event out, a series with its changed occurrences. A changed occurrence
// does not come back as it was before it was changed.
func (c *cut) event(e *event) {
	c.whole[e] = true
	if e.isSeries() {
		c.series(e)
	}
	if series := c.file.seriesOf(e); series != nil {
		for _, t := range dates(e, ics.ComponentPropertyRecurrenceId) {
			c.days[series] = append(c.days[series], t)
		}
	}
}

// series takes the changed occurrences of a series out.
func (c *cut) series(e *event) {
	if text(e.props, ics.ComponentPropertyUniqueId) == "" {
		return
	}
	for _, o := range c.file.overridesOf(e) {
		c.whole[o] = true
	}
}

// seriesOf is the series that a changed occurrence belongs to.
func (f *file) seriesOf(o *event) *event {
	uid := text(o.props, ics.ComponentPropertyUniqueId)
	if o.override == "" || uid == "" {
		return nil
	}
	i := slices.IndexFunc(f.events, func(e *event) bool { return e.isSeries() && text(e.props, ics.ComponentPropertyUniqueId) == uid })
	if i < 0 {
		return nil
	}
	return f.events[i]
}

// occurrence takes one out that among has found: of a series that day alone, another event
// whole.
func (c *cut) occurrence(o *event) {
	e := c.file.byID(o.id)
	if e.isSeries() {
		c.days[e] = append(c.days[e], o.start.Time)
		return
	}
	c.event(e)
}

// edits are what the calendar's text loses and gets. A series of which nothing would be
// left goes whole.
func (c *cut) edits() ([]edit, error) {
	for e, days := range c.days {
		left, err := c.file.leaves(e, c)
		if err != nil {
			return nil, err
		}
		if len(days) > maxLeftOut {
			return nil, tools.Failf(tools.TooLarge, "%q recurs %d times in that time, and at most %d occurrences are taken out at once; give a shorter time", e.summary, len(days), maxLeftOut)
		}
		if !left {
			c.whole[e] = true
		}
	}
	var out []edit
	for _, e := range c.file.events {
		if c.whole[e] {
			out = append(out, edit{e.block.start, e.block.end, ""})
			continue
		}
		out = append(out, c.file.except(e, c.days[e])...)
	}
	return out, nil
}

// leaves reports whether anything of a series is left after a cut.
func (f *file) leaves(e *event, c *cut) (bool, error) {
	if slices.ContainsFunc(f.overridesOf(e), func(o *event) bool { return !c.whole[o] }) {
		return true, nil
	}
	set, err := series(e, newBudget())
	if err != nil {
		return false, tools.Failf(tools.Corrupt, "%s: the recurrence %q of %q cannot be read: %w", f.path, e.recurs, e.summary, err)
	}
	gone := f.exceptions(e)
	for _, t := range c.days[e] {
		gone[t.Unix()] = true
	}
	next := set.Iterator()
	for t, ok := next(); ok; t, ok = next() {
		if !gone[t.Unix()] {
			return true, nil
		}
	}
	return false, nil
}

// except writes exceptions of a series, in the form of its start.
func (f *file) except(e *event, days []time.Time) []edit {
	slices.SortFunc(days, time.Time.Compare)
	days = slices.CompactFunc(days, time.Time.Equal)
	var out []edit
	for _, t := range days {
		out = append(out, e.block.add(f.restamp(e, "EXDATE", "DTSTART", t)))
	}
	return out
}
