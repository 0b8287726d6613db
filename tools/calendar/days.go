package calendar

import (
	"time"

	"legomem/tools"
)

// maxFreeDays is how many days are looked at for a free time at once.
const maxFreeDays = 14

// days are the parts of the days to look at.
func (a freeArgs) days(ws *tools.Workspace) ([]window, error) {
	a = a.datesApart(ws)
	first, last, err := a.span(ws)
	if err != nil {
		return nil, err
	}
	var out []window
	for day := first; !day.After(last); day = day.AddDate(0, 0, 1) {
		if len(out) == maxFreeDays {
			return nil, tools.Failf(tools.BadArguments, "from %s to %s are more than %d days; accepted: at most so many", first.Format(dateForm), last.Format(dateForm), maxFreeDays)
		}
		w, err := a.window(ws, day)
		if err != nil {
			return nil, err
		}
		out = append(out, w)
	}
	return out, nil
}

// datesApart takes dates that were given as times of day for what they are.
func (a freeArgs) datesApart(ws *tools.Workspace) freeArgs {
	if m, err := parseMoment(ws, "from", a.From, time.Time{}); err == nil && m.day && a.FromDate == "" {
		a.FromDate, a.From = a.From, ""
	}
	if m, err := parseMoment(ws, "to", a.To, time.Time{}); err == nil && m.day && a.ToDate == "" {
		a.ToDate, a.To = a.To, ""
	}
	return a
}

// span is the first day and the last. Of several days, those that are over are not
// looked at, unless all are.
func (a freeArgs) span(ws *tools.Workspace) (first, last time.Time, err error) {
	if (a.Date == "") == (a.FromDate == "") {
		return first, last, tools.Failf(tools.BadArguments, "which day? accepted: date, or from_date and to_date")
	}
	from, err := parseMoment(ws, "date", or(a.Date, a.FromDate), time.Time{})
	if err != nil {
		return first, last, err
	}
	to, err := parseMoment(ws, "to_date", or(a.ToDate, or(a.Date, a.FromDate)), time.Time{})
	if err != nil {
		return first, last, err
	}
	first, last = startOfDay(from.Time), startOfDay(to.Time)
	if last.Before(first) {
		return first, last, tools.Failf(tools.BadArguments, "to_date (%s) is before from_date (%s)", last.Format(dateForm), first.Format(dateForm))
	}
	if today := startOfDay(ws.Now()); today.After(first) && !today.After(last) {
		first = today
	}
	return first, last, nil
}

// window is the part of a day to look at; for today, what is left from the next quarter of
// an hour on.
func (a freeArgs) window(ws *tools.Workspace, midnight time.Time) (w window, err error) {
	from, err := parseMoment(ws, "from", or(a.From, "09:00"), midnight)
	if err != nil {
		return w, err
	}
	to, err := parseMoment(ws, "to", or(a.To, "17:00"), midnight)
	if err != nil {
		return w, err
	}
	if !to.Equal(midnight) && !to.After(from.Time) {
		return w, tools.Failf(tools.BadArguments, "to (%s) is not after from (%s)", clock(to.Time), clock(from.Time))
	}
	if to.Equal(midnight) {
		to.Time = midnight.AddDate(0, 0, 1)
	}
	w = window{from.Time, to.Time}
	if now := ws.Now(); startOfDay(now).Equal(midnight) && now.After(w.from) {
		w.from = now.Add(15*time.Minute - time.Nanosecond).Truncate(15 * time.Minute)
	}
	return w, nil
}

// daysWords says what was looked at.
func daysWords(days []window) string {
	first, last := days[0], days[len(days)-1]
	if len(days) == 1 {
		return first.words()
	}
	return " from " + moment{Time: first.from, day: true}.words() + " to " + moment{Time: last.from, day: true}.words() +
		", from " + clock(first.from) + " to " + clock(last.to)
}
