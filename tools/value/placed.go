package value

import (
	"slices"
	"strings"
	"time"
)

var (
	theDay     = needing(`(?i)(?:the`+space+`)?(\d{1,2})(st|nd|rd|th)`, "st", "nd", "rd", "th")
	dayAbbrev  = needing(`(?i)(?:(this|next|coming)`+space+`)?(mon|tues?|wed|thurs?|thu|fri|sat|sun)`, weekdays...)
	weeksFrom  = needing(`(?i)(`+countWords+`)`+space+`(days?|weeks?)`+space+`(from|after|before)`+space+`(`+dayNames+`|tomorrow|yesterday)`, "day", "week", "tomorrow")
	hourMinute = needing(`(?i)(\d{1,2})h([0-5]\d)?`, "h")
)

// What comes before a day or a time of day, and what may follow a day's number: "on the
// 5th at noon" is a day, "on the 5th floor" none.
var (
	beforeDays = strings.Fields("on by until till before after from to since between and through")
	behindDays = strings.Fields("at from to until till and or with for by in between before after through this next")
)

// readPlacedDates finds the dates that only their place in a text makes one, and those
// that are told from another day than today.
func readPlacedDates(text string, ref Reference) []reading {
	if ref.Now.IsZero() {
		return nil
	}
	today := ref.today()
	all := readWeeksFrom(text, ref)
	scan(theDay, text, dateJoiners+"-", func(m match) {
		if m.placed() && m.endsDay() {
			all = append(all, m.dayOfMonth(today))
		}
	})
	scan(dayAbbrev, text, dateJoiners+"-", func(m match) {
		if m.has(1) || m.placed() {
			all = append(all, m.abbreviated(today))
		}
	})
	return all
}

// placed reports whether a match stands where a day is expected.
func (m match) placed() bool { return slices.Contains(beforeDays, wordBefore(m.text, m.loc[0])) }

// endsDay reports whether no noun follows that the number may belong to.
func (m match) endsDay() bool {
	next := strings.TrimLeft(m.text[m.loc[1]:], " \t\u00a0")
	if next == "" || !isWord(runeAt(next, 0)) {
		return true
	}
	return slices.Contains(behindDays, strings.ToLower(next[:wordEnd(next, 0)])) || isDigit(next[0])
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// dayOfMonth is the next such day of a month, today or later.
func (m match) dayOfMonth(today time.Time) reading {
	d := atoi(m.group(1))
	if m.lower(2) != ordinalSuffix(d) {
		return m.no(Date, "the ordinal is misspelled")
	}
	for t := today; t.Before(today.AddDate(0, 3, 0)); t = t.AddDate(0, 0, 1) {
		if t.Day() == d {
			return m.borrows(Date, iso(t))
		}
	}
	return m.no(Date, "there is no such day")
}

// borrows is a mention that its place in the text makes one.
func (m match) borrows(kind Kind, canon string) reading {
	r := m.mention(kind, canon)
	r.Borrowed = true
	return r
}

// abbreviated reads a weekday's abbreviation as its name is read.
func (m match) abbreviated(today time.Time) reading {
	day := weekdayOf(m.lower(2))
	var r reading
	switch m.lower(1) {
	case "this":
		r = m.this(today, day)
	case "next":
		r = m.next(today, day)
	default:
		r = m.mention(Date, iso(after(today, day)))
	}
	r.Borrowed = true
	return r
}

// readWeeksFrom finds the dates told from a coming day: "a week from Monday", "two days
// after tomorrow".
func readWeeksFrom(text string, ref Reference) []reading {
	if ref.Now.IsZero() {
		return nil
	}
	var all []reading
	scan(weeksFrom, text, dateJoiners+"-", func(m match) {
		from, err := Parse(Date, m.group(4), ref)
		at, bad := time.Parse(time.DateOnly, from)
		if err != nil || bad != nil {
			return
		}
		n := countOf(m.lower(1)) * daysIn(m.lower(2))
		if m.lower(3) == "before" {
			n = -n
		}
		all = append(all, m.mention(Date, iso(at.AddDate(0, 0, n))))
	})
	return all
}

// readPlacedTimes finds times on the 24-hour clock that are written with an h, where a
// time is expected: "at 14h", "until 16h30". Elsewhere they are durations, or nothing.
func readPlacedTimes(text string) []reading {
	var all []reading
	scan(hourMinute, text, timeJoiners+"-", func(m match) {
		if !slices.Contains(atTimes, wordBefore(text, m.loc[0])) {
			return
		}
		if h := atoi(m.group(1)); h <= 23 {
			all = append(all, m.borrows(Time, canonTime(h, atoi0(m.group(2)), 0)))
		}
	})
	return all
}
