package value

import (
	"strings"
	"time"
)

// Join makes a datetime of a date and a time of day, both canonical. It is
// empty if one of them is not canonical.
func Join(date, clock string) string {
	if len(clock) == len("15:04") {
		clock += ":00"
	}
	joined := date + " " + clock
	if _, err := time.Parse(time.DateTime, joined); err != nil {
		return ""
	}
	return joined
}

// Split is the inverse of Join. Both are empty if datetime is not canonical.
func Split(datetime string) (date, clock string) {
	t, err := time.Parse(time.DateTime, datetime)
	if err != nil || t.Format(time.DateTime) != datetime {
		return "", ""
	}
	return t.Format(time.DateOnly), canonTime(t.Clock())
}

// parseDateTime reads a date and a time in either order, with nothing but
// punctuation and small words around them.
func parseDateTime(text string, ref Reference) (string, error) {
	dates := found(readDates(text, ref))
	times, _ := timesBeside(dates, text)
	if len(dates) != 1 || len(times) != 1 {
		return "", notA(DateTime, text)
	}
	d, t := dates[0], times[0]
	first, last := d, t
	if t.Start < d.Start {
		first, last = t, d
	}
	rest := []string{text[:first.Start], text[first.End:last.Start], text[last.End:]}
	for i, s := range rest {
		if s = strings.ToLower(strings.Trim(s, " ,\t")); s != "" && (i != 1 || s != "at" && s != "on" && s != "t") {
			return "", notA(DateTime, text)
		}
	}
	return Join(d.Canon, t.Canon), nil
}
