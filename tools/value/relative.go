package value

import (
	"strings"
	"time"
)

const countWords = `\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve`

var (
	dayWord     = needing(`(?i)(?:the`+space+`)?day`+space+`(?:after`+space+`tomorrow|before`+space+`yesterday)|today|tomorrow|yesterday`, "day", "tomorrow")
	weekdayName = needing(`(?i)(?:([\p{L}]+)`+space+`)?(`+dayNames+`)(s)?(?:`+space+`((?:of`+space+`)?(?:next|this|last)`+space+`week|after`+space+`next|week|in`+space+`a`+space+`week|of))?`, "day")
	thisComing  = needing(`(?i)(?:this`+space+`)?coming`+space+`(`+dayNames+`)`, "coming")
	inDays      = needing(`(?i)in`+space+`(`+countWords+`)`+space+`(days?|weeks?)|(`+countWords+`)`+space+`(days?|weeks?)`+space+`from`+space+`(?:now|today)`, "day", "week")
	daysAgo     = needing(`(?i)(`+countWords+`)`+space+`(days?|weeks?)`+space+`ago`, "ago")
	fromDay     = needing(`(?i)(?:days?|weeks?)`+space+`(?:from|after|before)`+space+`(?:`+dayNames+`|today|tomorrow|yesterday)`, "day", "week")
)

// readRelativeDates finds the dates that are relative to today: "tomorrow",
// "in two weeks", "next Monday".
//
// A bare weekday is the next such day after today. "This Friday" is the one of
// today's week (from Monday), if it is not over. "Next Friday" is the first one
// from now to some, and the one of next week to others; it is read only if both
// are the same day.
func readRelativeDates(text string, ref Reference) []reading {
	if ref.Now.IsZero() {
		return nil
	}
	today := ref.today()
	var all []reading
	scan(dayWord, text, dateJoiners+"-", func(m match) {
		all = append(all, m.mention(Date, iso(today.AddDate(0, 0, dayWords[strings.Join(strings.Fields(m.lower(0)), " ")]))))
	})
	scan(weekdayName, text, dateJoiners+"-", func(m match) { all = append(all, m.weekday(today)) })
	scan(thisComing, text, dateJoiners+"-", func(m match) {
		all = append(all, m.mention(Date, iso(after(today, weekdayOf(m.group(1))))))
	})
	scan(inDays, text, dateJoiners+"-", func(m match) { all = append(all, m.inDays(today)) })
	scan(daysAgo, text, dateJoiners+"-", func(m match) { all = append(all, m.daysAgo(today)) })
	scan(fromDay, text, dateJoiners+"-", func(m match) { all = append(all, m.no(Date, "it is not told from today")) })
	return all
}

// today is the clock's day, at midnight UTC.
func (ref Reference) today() time.Time {
	y, mo, d := ref.Now.Date()
	return time.Date(y, mo, d, 0, 0, 0, 0, time.UTC)
}

func iso(t time.Time) string { return t.Format(time.DateOnly) }

var dayWords = map[string]int{
	"today": 0, "tomorrow": 1, "yesterday": -1,
	"day after tomorrow": 2, "the day after tomorrow": 2,
	"day before yesterday": -2, "the day before yesterday": -2,
}

// weekday reads a weekday with the words around it.
func (m match) weekday(today time.Time) reading {
	day, before, behind := weekdayOf(m.group(2)), m.lower(1), strings.Join(strings.Fields(m.lower(4)), " ")
	bare := m.mentionOf(2, Date, iso(after(today, day)))
	switch {
	case m.has(3):
		return m.no(Date, "several days are meant")
	case strings.HasSuffix(behind, "next week"):
		r := m.mention(Date, iso(monday(today).AddDate(0, 0, 7+sinceMonday(day))))
		if before != "" {
			r.Start = m.loc[4]
			r.Text = m.text[r.Start:r.End]
		}
		return r
	case behind != "":
		return m.no(Date, "it is not told from today")
	case before == "next":
		return m.next(today, day)
	case before == "this":
		return m.this(today, day)
	case notOneDay[before]:
		return m.no(Date, "which of these days is not told")
	}
	return bare
}

// notOneDay are the words before a weekday that mean another day than the coming
// one, or no single day.
var notOneDay = map[string]bool{
	"last": true, "past": true, "previous": true, "every": true, "each": true, "any": true, "a": true, "an": true,
	"another": true, "other": true, "following": true, "first": true, "second": true, "third": true, "fourth": true,
	"alternate": true, "no": true, "one": true, "some": true, "most": true, "all": true, "both": true, "two": true,
}

func (m match) next(today time.Time, day time.Weekday) reading {
	coming := after(today, day)
	if !coming.Equal(monday(today).AddDate(0, 0, 7+sinceMonday(day))) {
		return m.no(Date, "it may be this week's or next week's; write this "+day.String()+", "+day.String()+" next week, or the date")
	}
	return m.mention(Date, iso(coming))
}

func (m match) this(today time.Time, day time.Weekday) reading {
	t := monday(today).AddDate(0, 0, sinceMonday(day))
	if t.Before(today) {
		return m.no(Date, "this week's is over")
	}
	return m.mention(Date, iso(t))
}

func (m match) inDays(today time.Time) reading {
	n, unit := m.lower(1)+m.lower(3), m.lower(2)+m.lower(4)
	return m.mention(Date, iso(today.AddDate(0, 0, countOf(n)*daysIn(unit))))
}

// daysAgo reads "3 days ago".
func (m match) daysAgo(today time.Time) reading {
	return m.mention(Date, iso(today.AddDate(0, 0, -countOf(m.lower(1))*daysIn(m.lower(2)))))
}

// daysIn is the number of days of a day or a week.
func daysIn(unit string) int {
	if strings.HasPrefix(unit, "week") {
		return 7
	}
	return 1
}

// countOf reads what countWords matches.
func countOf(word string) int {
	if word == "a" || word == "an" {
		return 1
	}
	if n, ok := cardinals[word]; ok {
		return n
	}
	return atoi(word)
}

// after is the first such weekday after today.
func after(today time.Time, day time.Weekday) time.Time {
	ahead := (int(day) - int(today.Weekday()) + 6) % 7
	return today.AddDate(0, 0, ahead+1)
}

// monday is the first day of today's week.
func monday(today time.Time) time.Time { return today.AddDate(0, 0, -sinceMonday(today.Weekday())) }

func sinceMonday(day time.Weekday) int { return (int(day) + 6) % 7 }
