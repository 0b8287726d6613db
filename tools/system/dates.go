package system

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"legomem/tools"
	"legomem/tools/value"
	say "legomem/words"
)

func dateTools() []tools.Tool {
	return []tools.Tool{
		tools.Define("system.dates", "Reckon with a date: add or subtract time, days until another; gives its weekday, and the first and last day of its week (from Monday) and month.",
			nothing[datesParams], runDates),
	}
}

type datesParams struct {
	Date     string `json:"date,omitempty" jsonschema:"date, or with time; default today" kind:"datetime"`
	Add      string `json:"add,omitempty" jsonschema:"3 days, 1h30m, 2 weeks, 1 month" kind:"duration"`
	Subtract string `json:"subtract,omitempty" jsonschema:"likewise" kind:"duration"`
	Until    string `json:"until,omitempty" jsonschema:"another date" kind:"datetime"`
}

// datesData is the date that was reckoned, canonical, and what is told of it.
type datesData struct {
	Value      string `json:"value"` // 2026-03-12, or 2026-03-12 14:30:00
	Text       string `json:"text"`  // for people
	Date       string `json:"date"`
	Time       string `json:"time,omitempty"`
	Weekday    string `json:"weekday"`
	WeekFirst  string `json:"week_first"`
	WeekLast   string `json:"week_last"`
	MonthFirst string `json:"month_first"`
	MonthLast  string `json:"month_last"`
	Until      string `json:"until,omitempty"`
	Days       *int   `json:"days,omitempty"` // from the date to Until; negative if it is before
}

func runDates(_ context.Context, ws *tools.Workspace, p datesParams) (tools.Result, error) {
	at, err := parseDay(ws, cmp.Or(p.Date, "today"))
	if err != nil {
		return tools.Result{}, err
	}
	for _, by := range []struct {
		spelled string
		sign    int
	}{{p.Add, 1}, {p.Subtract, -1}} {
		if at, err = at.shifted(by.spelled, by.sign); err != nil {
			return tools.Result{}, err
		}
	}
	d := at.data()
	text := d.Text
	if p.Until != "" {
		until, err := parseDay(ws, p.Until)
		if err != nil {
			return tools.Result{}, err
		}
		days := daysBetween(at.Time, until.Time)
		d.Until, d.Days = until.canon(), &days
		text = fmt.Sprintf("%s from %s to %s", say.Count(days, "day"), d.Text, until.data().Text)
	}
	return tools.Result{Text: text, Data: d}, nil
}

// day is a date, with a time of day if it is told.
type day struct {
	time.Time
	timed bool
}

// parseDay reads a date or a date and time in any spelling that package value knows.
func parseDay(ws *tools.Workspace, text string) (day, error) {
	ref := value.Reference{}
	if ws != nil { // without one there is no clock, and only full dates are read
		ref = value.Reference{Now: ws.Now(), DayFirst: ws.DayFirst}
	}
	if canon, err := value.Parse(value.DateTime, text, ref); err == nil {
		t, err := time.Parse(time.DateTime, canon)
		return day{t, true}, err
	}
	canon, err := value.Parse(value.Date, text, ref)
	if err != nil {
		return day{}, tools.Failf(tools.BadArguments, "%w", err)
	}
	t, err := time.Parse(time.DateOnly, canon)
	return day{t, false}, err
}

// shifted is a day some time later or earlier. It has a time of day if it had one, or if
// the length of time is no whole number of days.
func (d day) shifted(by string, sign int) (day, error) {
	if by == "" {
		return d, nil
	}
	t, err := value.Shift(d.Time, by, sign)
	if err != nil {
		return day{}, tools.Failf(tools.BadArguments, "%w, and 1 month or 2 years", err)
	}
	if t.Year() < 1 || t.Year() > 9999 {
		return day{}, tools.Failf(tools.BadArguments, "%s from %s leads out of the calendar", by, d.canon())
	}
	whole := t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0
	return day{t, d.timed || !whole}, nil
}

// canon is the canonical date, or datetime.
func (d day) canon() string {
	if d.timed {
		return d.Format(time.DateTime)
	}
	return d.Format(time.DateOnly)
}

func (d day) data() datesData {
	kind := value.Date
	if d.timed {
		kind = value.DateTime
	}
	_, clock := value.Split(d.canon())
	monday := d.AddDate(0, 0, -(int(d.Weekday())+6)%7)
	first := d.AddDate(0, 0, 1-d.Day())
	return datesData{
		Value: d.canon(), Text: value.Words(kind, d.canon()), Date: d.Format(time.DateOnly), Time: clock, Weekday: d.Weekday().String(),
		WeekFirst: monday.Format(time.DateOnly), WeekLast: monday.AddDate(0, 0, 6).Format(time.DateOnly),
		MonthFirst: first.Format(time.DateOnly), MonthLast: first.AddDate(0, 1, -1).Format(time.DateOnly),
	}
}

// daysBetween counts the midnights from one day to another.
func daysBetween(from, to time.Time) int {
	midnight := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	return int(math.Round(midnight(to).Sub(midnight(from)).Hours() / 24))
}

// countWords counts a text's words.
func countWords(text string) int { return len(strings.Fields(text)) }
