package value

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	dayParts   = `morning|afternoon|evening|night`
	periodUnit = `week|weekend|month|year`
	// plainMonths mean nothing but a month; the others are names or words as well.
	plainMonths = `january|february|july|september|october|november|december`
	otherMonths = `march|april|may|june|august|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec`
)

var (
	calendarUnit = needing(`(?i)(this|next|last)`+space+`(`+periodUnit+`)|the`+space+`weekend`, "week", "month", "year")
	nextDays     = needing(`(?i)(?:the`+space+`)?(next|coming|last|past)`+space+`(\d{1,3}|`+onesWords+`|`+teenWords+`)`+space+`(days?|weeks?|months?)`, "day", "week", "month")
	monthAlone   = needing(`(?i)(?:(this|last)`+space+`)?(?:(`+plainMonths+`)|(`+otherMonths+`)\b\.?)(?:,?`+space+`(\d{4}))?`, months...)
	thisPart     = needing(`(?i)this`+space+`(morning|afternoon|evening)|tonight`, "this", "tonight")
	behindDay    = lazy(`(?i)^(?:` + space + `|,` + space + `)(?:in` + space + `the` + space + `)?(` + dayParts + `)`)
	rangeJoint   = lazy(`(?i)^(?:` + space + `)?(?:(to|until|till|through|and)` + space + `|[-–](?:` + space + `)?)(?:on` + space + `)?$`)
	sinceLead    = lazy(`(?i)since` + space + `$`)
	rangeLead    = lazy(`(?i)(from|between)` + space + `$`)
)

// readPeriods finds the stretches of days, and the parts of a day, that a text names:
// "this week", "november", "tomorrow morning", "from Monday to Wednesday", "the next 3
// days". dates are those of the text.
func readPeriods(text string, dates []Mention, ref Reference) []reading {
	if ref.Now.IsZero() {
		return nil
	}
	today := ref.today()
	var all []reading
	add := func(r reading) { all = append(all, r) }
	scan(calendarUnit, text, dateJoiners+"-", func(m match) { add(m.calendarUnit(today)) })
	scan(nextDays, text, dateJoiners+"-", func(m match) { add(m.nextDays(today)) })
	scan(thisPart, text, dateJoiners+"-", func(m match) { add(m.mention(Period, partOf(iso(today), m.lower(1)))) })
	scan(monthAlone, text, dateJoiners+"-", func(m match) {
		if m.standsAsMonth() && !touching(dates)(Mention{Start: m.loc[0], End: m.loc[1]}) {
			add(m.month(today))
		}
	})
	return slices.Concat(all, readDayParts(text, dates), readDayRanges(text, dates), readSince(text, dates, today))
}

// calendarUnit reads "this week", from Monday to Sunday, and its like.
func (m match) calendarUnit(today time.Time) reading {
	before := wordBefore(m.text, m.loc[0])
	n := map[string]int{"next": 1, "last": -1}[m.lower(1)]
	switch {
	case before == "the" || before == "every" || before == "each":
		return m.no(Period, "it may be told from today or by the calendar")
	case !m.has(1) || m.lower(2) == "weekend":
		return m.weekend(today, n)
	case m.lower(2) == "week":
		first := monday(today).AddDate(0, 0, 7*n)
		return m.days(first, first.AddDate(0, 0, 6))
	case m.lower(2) == "month":
		first := firstOfMonth(today).AddDate(0, n, 0)
		return m.days(first, first.AddDate(0, 1, -1))
	}
	first := time.Date(today.Year()+n, 1, 1, 0, 0, 0, 0, time.UTC)
	return m.days(first, first.AddDate(1, 0, -1))
}

// weekend is that of this week, or one before or after it. The next one is this week's
// to some, as with weekdays.
func (m match) weekend(today time.Time, n int) reading {
	if n > 0 && sinceMonday(today.Weekday()) < 5 {
		return m.no(Period, "it may be this week's or next week's")
	}
	first := monday(today).AddDate(0, 0, 5+7*n)
	return m.days(first, first.AddDate(0, 0, 1))
}

// nextDays reads "the next 3 days" and "the last 2 weeks", today included.
func (m match) nextDays(today time.Time) reading {
	n := countOf64(m.lower(2))
	back := m.lower(1) == "last" || m.lower(1) == "past"
	if n < 1 || n > 366 {
		return m.no(Period, "it is too short or too long")
	}
	if back {
		n = -n
	}
	other := today.AddDate(0, 0, int(n)*daysIn(m.lower(3)))
	if strings.HasPrefix(m.lower(3), "month") {
		other = addMonths(today, int(n))
	}
	if back {
		return m.days(other, today)
	}
	return m.days(today, other)
}

// monthLeads are what a month that is also a name or a word must follow.
var monthLeads = strings.Fields("in during throughout of until till since")

// standsAsMonth reports whether a match is a month: some are names and words as well.
func (m match) standsAsMonth() bool {
	next := m.text[m.loc[1]:]
	if strings.HasPrefix(next, " ") && len(next) > 1 && isDigit(next[1]) {
		return false // a date that is none, such as February 30
	}
	if before := strings.TrimRight(m.text[:m.loc[0]], " "); before != "" && isDigit(before[len(before)-1]) {
		return false
	}
	return m.plainMonth() || slices.Contains(monthLeads, wordBefore(m.text, m.loc[0]))
}

// plainMonth reports whether a match is a month wherever it stands.
func (m match) plainMonth() bool { return m.has(1) || m.has(2) || m.has(4) }

// month is a whole month: of the year that is given, or the one that is not over.
func (m match) month(today time.Time) reading {
	mo, y := monthOf(m.lower(2)+m.lower(3)), today.Year()
	over := mo < int(today.Month())
	switch {
	case m.has(4):
		y = atoi(m.group(4))
	case m.lower(1) == "last" && !over:
		y--
	case m.lower(1) == "" && over:
		y++
	}
	first := time.Date(y, time.Month(mo), 1, 0, 0, 0, 0, time.UTC)
	if y < 1 {
		return m.no(Period, "there is no such year")
	}
	r := m.days(first, first.AddDate(0, 1, -1))
	r.Borrowed = !m.plainMonth()
	return r
}

// readDayParts finds a date with the part of the day behind it: "Friday afternoon".
func readDayParts(text string, dates []Mention) []reading {
	var all []reading
	for _, d := range dates {
		loc := behindDay().FindStringSubmatchIndex(text[d.End:])
		if loc == nil || !freeAfter(text, d.End+loc[1], dateJoiners+"-") {
			continue
		}
		part := strings.ToLower(text[d.End+loc[2] : d.End+loc[3]])
		all = append(all, stretch(text, d.Start, d.End+loc[1], partOf(d.Canon, part), d.Borrowed))
	}
	return all
}

// readSince finds what has gone on from a date to this day: "since Monday".
func readSince(text string, dates []Mention, today time.Time) []reading {
	var all []reading
	for _, d := range dates {
		loc := sinceLead().FindStringIndex(text[:d.Start])
		if loc == nil || !freeBefore(text, loc[0], "") {
			continue
		}
		if first := lastSuch(d, today); first != "" {
			all = append(all, stretch(text, loc[0], d.End, first+"/"+iso(today), d.Borrowed))
		}
	}
	return all
}

// lastSuch is the day that a date means where it must be over: of a weekday or of a date
// without a year the last such one; "" if it is still to come.
func lastSuch(d Mention, today time.Time) string {
	at, err := time.Parse(time.DateOnly, d.Canon)
	switch {
	case err != nil:
		return ""
	case !at.After(today):
		return d.Canon
	case prefixOf(weekdays, d.Text) >= 0 && !strings.ContainsAny(d.Text, "0123456789"):
		at = at.AddDate(0, 0, -7)
	case !hasYear(d.Text):
		at = at.AddDate(-1, 0, 0)
	}
	if at.After(today) {
		return ""
	}
	return iso(at)
}

// readDayRanges finds two dates that are joined: "from Monday to Wednesday".
func readDayRanges(text string, dates []Mention) []reading {
	dates = slices.Clone(dates)
	slices.SortFunc(dates, func(a, b Mention) int { return a.Start - b.Start })
	var all []reading
	for i := 1; i < len(dates); i++ {
		first, last := dates[i-1], dates[i]
		if first.End > last.Start || last.Start-first.End > maxJoin {
			continue
		}
		joint := rangeJoint().FindStringSubmatch(text[first.End:last.Start])
		if joint == nil {
			continue
		}
		start, lead := first.Start, ""
		if loc := rangeLead().FindStringSubmatchIndex(text[:first.Start]); loc != nil && freeBefore(text, loc[0], "") {
			start, lead = loc[0], strings.ToLower(text[loc[2]:loc[3]])
		}
		to := notBefore(first, last)
		if strings.EqualFold(joint[1], "and") != (lead == "between") || to < first.Canon {
			continue
		}
		all = append(all, stretch(text, start, last.End, first.Canon+"/"+to, first.Borrowed || last.Borrowed))
	}
	return all
}

// notBefore is the last day of a range; a weekday is the first such day from the other
// one on.
func notBefore(first, last Mention) string {
	at, err := time.Parse(time.DateOnly, last.Canon)
	if err != nil || prefixOf(weekdays, last.Text) < 0 || len(last.Text) > len("wednesday") {
		return last.Canon
	}
	for iso(at) < first.Canon {
		at = at.AddDate(0, 0, 7)
	}
	return iso(at)
}

func stretch(text string, start, end int, canon string, borrowed bool) reading {
	return reading{Mention: Mention{Kind: Period, Start: start, End: end, Text: text[start:end], Canon: canon, Borrowed: borrowed}}
}

// days is a period of whole days, the last one included.
func (m match) days(first, last time.Time) reading {
	return m.mention(Period, iso(first)+"/"+iso(last))
}

// partHours are when the parts of a day begin and end.
var partHours = map[string][2]string{
	"morning": {"06:00", "12:00"}, "afternoon": {"12:00", "18:00"}, "evening": {"18:00", "23:00"}, "night": {"18:00", "23:00"}, "": {"18:00", "23:00"},
}

// partOf is a part of a day; "" is the evening, of tonight.
func partOf(date, part string) string {
	h := partHours[part]
	return date + "T" + h[0] + "/" + date + "T" + h[1]
}

// parsePeriod reads a period as readPeriods finds it, a canonical one, or a date, which
// is that day.
func parsePeriod(text string, ref Reference) (string, error) {
	if _, _, ok := Bounds(text); ok {
		return text, nil
	}
	if day, err := Parse(Date, text, ref); err == nil {
		return day + "/" + day, nil
	}
	dates, _ := resolve(readDates(text, ref))
	return whole(Period, text, readPeriods(text, dates, ref))
}

// Bounds are the first and the last moment of a canonical period, false for any other
// text. A period of days ends when its last day does.
func Bounds(canon string) (from, to time.Time, ok bool) {
	first, last, two := strings.Cut(canon, "/")
	for _, layout := range []string{time.DateOnly, "2006-01-02T15:04"} {
		a, err := time.Parse(layout, first)
		b, other := time.Parse(layout, last)
		if !two || err != nil || other != nil || b.Before(a) {
			continue
		}
		if layout == time.DateOnly {
			b = b.AddDate(0, 0, 1)
		}
		return a, b, true
	}
	return time.Time{}, time.Time{}, false
}

// Ends are the first and the last day of a canonical period of days, or the dates with
// times between which one of hours lies; false for any other text.
func Ends(canon string) (from, to string, ok bool) {
	if _, _, ok := Bounds(canon); !ok {
		return "", "", false
	}
	from, to, _ = strings.Cut(canon, "/")
	return momentOf(from), momentOf(to), true
}

// momentOf is a day as it is, or a canonical date and time.
func momentOf(s string) string {
	day, clock, timed := strings.Cut(s, "T")
	if !timed {
		return day
	}
	return Join(day, clock)
}

// periodWords writes a period for people.
func periodWords(canon string) string {
	first, last, _ := strings.Cut(canon, "/")
	day, from, timed := strings.Cut(first, "T")
	switch {
	case timed:
		end, to, _ := strings.Cut(last, "T")
		if end == day {
			return Words(Date, day) + " from " + Words(Time, from) + " to " + Words(Time, to)
		}
		return Words(Date, day) + " at " + Words(Time, from) + " to " + Words(Date, end) + " at " + Words(Time, to)
	case first == last:
		return Words(Date, first)
	}
	return Words(Date, first) + " to " + Words(Date, last)
}

func firstOfMonth(t time.Time) time.Time { return t.AddDate(0, 0, 1-t.Day()) }

// addMonths is the same day so many months later, or the month's last day if it has no
// such day.
func addMonths(t time.Time, n int) time.Time {
	first := firstOfMonth(t).AddDate(0, n, 0)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(t.Day(), last)-1)
}

var monthSpan = lazy(`(?i)^(\d{1,4}|an?|` + onesWords + `|` + teenWords + `)(?:` + space + `|-)(months?|years?)$`)

// Shift is a moment some time later, or earlier if sign is negative: "3 days", "1h30m",
// "2 weeks", and also months and years, which have no fixed length. A day that a month
// does not have is its last.
func Shift(from time.Time, spelled string, sign int) (time.Time, error) {
	if m := monthSpan().FindStringSubmatch(strings.TrimSpace(spelled)); m != nil {
		n := countOfMonths(strings.ToLower(m[1]))
		if strings.HasPrefix(strings.ToLower(m[2]), "year") {
			n *= 12
		}
		return addMonths(from, sign*n), nil
	}
	canon, err := Parse(Duration, spelled, Reference{})
	if err != nil {
		return time.Time{}, err
	}
	d, err := parseCanonDuration(canon)
	if err != nil {
		return time.Time{}, err
	}
	return from.Add(time.Duration(sign) * d), nil
}

func countOfMonths(word string) int {
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return max(countOf(word), spoken(word))
}
