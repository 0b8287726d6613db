package reflex

import (
	"fmt"
	"strings"

	"legomem/tools/value"
)

// A period is two days, the last included, or two moments with a T between day and time;
// a day alone is a period too. The tools take its ends as dates and as dates with times.

func ofPeriod(f func(from, to string) any) func(any) (any, error) {
	return ofText(func(s string) (any, error) {
		if !strings.Contains(s, "/") {
			s += "/" + s
		}
		from, to, ok := value.Ends(s)
		if !ok {
			return nil, fmt.Errorf("%q is no period", s)
		}
		return f(from, to), nil
	})
}

// periodWords is "on Monday, 23 November 2026", "from ... to ...".
func periodWords(canon string) string {
	from, to, _ := strings.Cut(canon, "/")
	first, _, _ := strings.Cut(from, "T")
	last, _, _ := strings.Cut(to, "T")
	if first == last {
		return "on " + value.Words(value.Period, canon)
	}
	return "from " + value.Words(value.Period, canon)
}

// when is the time of what has a start and an end, such as an event.
func when(v any) (any, error) {
	of, _ := v.(map[string]any)
	start, _ := of["start"].(string)
	end, _ := of["end"].(string)
	firstDay, firstClock := dayAndClock(start)
	lastDay, lastClock := dayAndClock(end)
	said := value.Words(value.Date, firstDay)
	switch {
	case start == "":
		return "no time", nil
	case firstClock != "" && firstDay == lastDay:
		return said + ", " + value.Words(value.Time, firstClock) + " to " + value.Words(value.Time, lastClock), nil
	case firstClock != "":
		return value.Words(value.DateTime, start) + " to " + value.Words(value.DateTime, end), nil
	case lastDay != firstDay && lastDay != "":
		return said + " to " + value.Words(value.Date, lastDay) + ", all day", nil
	}
	return said + ", all day", nil
}

// dayAndClock takes a date, or a date and time, apart.
func dayAndClock(s string) (day, clock string) {
	if day, clock = value.Split(s); day != "" {
		return day, clock
	}
	return s, ""
}
