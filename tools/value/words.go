package value

import (
	"strings"
	"time"
)

// Words writes a canonical value for people, so that a wrong reading is noticed:
// "Thursday, 12 March 2026", "2:00 pm", "1 hour 30 minutes". What is not
// canonical, and kinds that need no words, are returned as they are.
func Words(kind Kind, canon string) string {
	switch kind {
	case Date:
		return layoutOr(canon, time.DateOnly, "Monday, 2 January 2006")
	case Time:
		if len(canon) > len("15:04") {
			return layoutOr(canon, time.TimeOnly, "3:04:05 pm")
		}
		return layoutOr(canon, "15:04", "3:04 pm")
	case DateTime:
		if date, clock := Split(canon); date != "" {
			return Words(Date, date) + " at " + Words(Time, clock)
		}
	case Duration:
		if d, err := parseCanonDuration(canon); err == nil {
			return durationWords(d, " ")
		}
	case Number:
		if d, ok := parseDecimal(canon); ok {
			return d.format(-1, true)
		}
	case Money:
		if currency, d, err := splitMoney(canon); err == nil {
			return d.format(minorDigits(currency), true) + " " + currency
		}
	case Period:
		return periodWords(canon)
	case Repeat:
		return repeatWords(canon)
	}
	return canon
}

func layoutOr(canon, from, to string) string {
	t, err := time.Parse(from, canon)
	if err != nil {
		return canon
	}
	return t.Format(to)
}

// durationWords is "1 hour 30 minutes", with the given joint.
func durationWords(d time.Duration, joint string) string {
	var parts []string
	for _, p := range []struct {
		n    time.Duration
		name string
	}{{d / time.Hour, "hour"}, {d / time.Minute % 60, "minute"}, {d / time.Second % 60, "second"}} {
		if p.n > 0 {
			parts = append(parts, plural(p.n.Nanoseconds(), p.name))
		}
	}
	return strings.Join(parts, joint)
}
