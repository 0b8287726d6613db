package calendar

import (
	"time"

	"legomem/tools"
)

// window is the time a listing is about, [from, to); a zero bound is open.
type window struct{ from, to time.Time }

// readWindow reads a day, or a time between two bounds. A bound that is a
// date includes that day.
func readWindow(ws *tools.Workspace, date, from, to string) (w window, err error) {
	if date != "" {
		if from != "" || to != "" {
			return w, tools.Failf(tools.BadArguments, "date goes without from and to")
		}
		m, err := parseMoment(ws, "date", date, time.Time{})
		d := startOfDay(m.Time)
		return window{d, d.AddDate(0, 0, 1)}, err
	}
	if from != "" {
		m, err := parseMoment(ws, "from", from, time.Time{})
		if err != nil {
			return w, err
		}
		w.from = m.Time
	}
	if to != "" {
		m, err := parseMoment(ws, "to", to, time.Time{})
		if err != nil {
			return w, err
		}
		w.to = m.Time
		if m.day {
			w.to = m.AddDate(0, 0, 1)
		}
	}
	if !w.from.IsZero() && !w.to.IsZero() && w.to.Before(w.from) {
		return w, tools.Failf(tools.BadArguments, "to (%s) is before from (%s)", moment{Time: w.to}, moment{Time: w.from})
	}
	return w, nil
}

func (w window) words() string {
	switch {
	case w.from.IsZero() && w.to.IsZero():
		return ""
	case w.from.IsZero():
		return " before " + moment{Time: w.to}.words()
	case w.to.IsZero():
		return " after " + moment{Time: w.from}.words()
	case w.to.Equal(w.from.AddDate(0, 0, 1)) && w.from.Equal(startOfDay(w.from)):
		return " on " + moment{w.from, true}.words()
	}
	return " from " + moment{Time: w.from}.words() + " to " + moment{Time: w.to}.words()
}

// within returns a calendar's events in a window, by start. Recurring events
// are unrolled if the window has an end; otherwise each is listed once.
func (f *file) within(w window) ([]*event, error) {
	if !w.to.IsZero() {
		return f.between(w.from, w.to)
	}
	var out []*event
	for _, e := range f.events {
		endless := e.recurs != "" && !e.start.IsZero()
		if w.from.IsZero() || endless || e.touches(w.from, farFuture) {
			out = append(out, e)
		}
	}
	byStart(out)
	return out, nil
}

var farFuture = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
