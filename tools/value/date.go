package value

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	monthNames = `january|february|march|april|may|june|july|august|september|october|november|december|` +
		`jan\.?|feb\.?|mar\.?|apr\.?|jun\.?|jul\.?|aug\.?|sept?\.?|oct\.?|nov\.?|dec\.?`
	dayNames    = `monday|tuesday|wednesday|thursday|friday|saturday|sunday`
	dayAbbrevs  = `mon\.?|tues?\.?|wed\.?|thurs?\.?|thu\.?|fri\.?|sat\.?|sun\.?`
	slashed     = `(\d{1,2})([-/.])(\d{1,2})([-/.])(\d{4}|\d{2})`
	leadingDay  = `(?:(` + dayNames + `|` + dayAbbrevs + `),?` + space + `(?:the` + space + `)?)?`
	dateJoiners = `/.:,\@`
)

var (
	isoDate     = needing(`(\d{4})([-/])(\d{1,2})([-/])(\d{1,2})`)
	dayISO      = needing(`(?i)`+leadingDay+`(\d{4})-(\d{1,2})-(\d{1,2})`, weekdays...)
	isoDateTime = needing(`(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2})?`)
	slashedDate = needing(`()` + slashed)
	daySlashed  = needing(`(?i)`+leadingDay+slashed, weekdays...)
	monthDay    = needing(`(?i)`+leadingDay+`(`+monthNames+`)`+space+`(?:the`+space+`)?(\d{1,2})(st|nd|rd|th)?(?:,?`+space+`(\d{4}))?`, months...)
	dayMonth    = needing(`(?i)`+leadingDay+`(\d{1,2})(st|nd|rd|th)?(?:`+space+`of)?(?:`+space+`|-)(`+monthNames+`)(?:(?:,?`+space+`|-)(\d{4}))?`, months...)
	theDayOf    = needing(`(?i)()the`+space+`(\d{1,2})(st|nd|rd|th)`+space+`of`+space+`(`+monthNames+`)(?:,?`+space+`(\d{4}))?`, months...)
	dashedMonth = needing(`(?i)`+leadingDay+`(\d{1,2})()-(`+monthNames+`)-(\d{2})`, months...)
	dayRange    = needing(`(?i)((`+monthNames+`)`+space+`(\d{1,2})) ?[-–] ?((\d{1,2})(?:,?`+space+`(\d{4}))?)`, months...)
	rangeMonth  = needing(`(?i)(\d{1,2})(?: ?[-–] ?|`+space+`to`+space+`)((\d{1,2})`+space+`(`+monthNames+`)(?:,?`+space+`(\d{4}))?)`, months...)
)

// The first letters of the months and the weekdays, in order.
var (
	months   = strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec")
	weekdays = strings.Fields("sun mon tue wed thu fri sat")
)

// readDates finds the dates of a text. A date without a year is the next such
// day on or after Now.
func readDates(text string, ref Reference) []reading {
	var all []reading
	add := func(r reading) { all = append(all, r) }
	scan(isoDate, text, dateJoiners+"-–", func(m match) { add(m.iso()) })
	scan(dayISO, text, dateJoiners+"-–", func(m match) {
		if m.has(1) {
			add(m.dated(atoi(m.group(2)), atoi(m.group(3)), atoi(m.group(4)), m.lower(1)))
		}
	})
	scan(isoDateTime, text, dateJoiners+"-–", func(m match) {
		add(m.mentionOf(1, Date, m.group(1)).checked())
	})
	contradicted := contradicts(text, ref.DayFirst)
	scan(slashedDate, text, dateJoiners, func(m match) { add(m.slashed(ref, contradicted)) })
	scan(daySlashed, text, dateJoiners, func(m match) { add(m.slashed(ref, contradicted)) })
	scan(monthDay, text, dateJoiners, func(m match) { add(m.named(2, 3, 4, 5, ref)) })
	scan(dayMonth, text, dateJoiners, func(m match) { add(m.named(4, 2, 3, 5, ref)) })
	scan(theDayOf, text, dateJoiners, func(m match) { add(m.named(4, 2, 3, 5, ref)) })
	scan(dashedMonth, text, dateJoiners+"-", func(m match) { add(m.named(4, 2, 3, 5, ref)) })
	scan(dayRange, text, dateJoiners, func(m match) { all = append(all, m.dayRange(ref, 2, [2]int{1, 3}, [2]int{4, 5}, 6)...) })
	scan(rangeMonth, text, dateJoiners, func(m match) { all = append(all, m.dayRange(ref, 4, [2]int{1, 1}, [2]int{2, 3}, 5)...) })
	all = append(all, readRelativeDates(text, ref)...)
	return borrowYears(text, all)
}

// readCompactDate reads 20260312, which in running text is only a number.
func readCompactDate(text string) []reading {
	t, err := time.Parse("20060102", text)
	if err != nil {
		return nil
	}
	r := reading{Mention: Mention{Kind: Date, End: len(text), Text: text, Canon: t.Format(time.DateOnly)}}
	return []reading{r.checked()}
}

func (m match) iso() reading {
	if m.group(2) != m.group(4) {
		return m.no(Date, "its separators differ")
	}
	y, mo, d := atoi(m.group(1)), atoi(m.group(3)), atoi(m.group(5))
	return m.dated(y, mo, d, "")
}

// slashed reads 3/12/2026 in the order of ref, and in the other order if only
// that one gives a date.
func (m match) slashed(ref Reference, contradicted bool) reading {
	sep := m.group(3)
	if sep != m.group(5) {
		return m.no(Date, "its separators differ")
	}
	a, b, y := atoi(m.group(2)), atoi(m.group(4)), year(m.group(6))
	either := a <= 12 && b <= 12 && a != b
	switch {
	case either && contradicted:
		return m.no(Date, "another date beside it has day and month the other way round")
	case either && sep == "." && !ref.DayFirst:
		return m.no(Date, "with dots it may be day.month or month.day")
	case a > 12 || either && ref.DayFirst:
		a, b = b, a
	}
	return m.dated(y, a, b, m.lower(1))
}

// contradicts reports whether text has a slashed date that is impossible in the
// given order, which puts the order of the others in doubt.
func contradicts(text string, dayFirst bool) bool {
	found := false
	scan(slashedDate, text, dateJoiners, func(m match) {
		month := atoi(m.group(2))
		if dayFirst {
			month = atoi(m.group(4))
		}
		found = found || month > 12
	})
	return found
}

// named reads a date with its month's name; the arguments are the groups.
func (m match) named(month, day, ordinal, yearAt int, ref Reference) reading {
	mo, d := monthOf(m.group(month)), atoi(m.group(day))
	if m.group(ordinal) != "" && m.lower(ordinal) != ordinalSuffix(d) {
		return m.no(Date, "the ordinal is misspelled")
	}
	if m.has(yearAt) {
		return m.dated(year(m.group(yearAt)), mo, d, m.lower(1))
	}
	y, ok := nextYear(mo, d, ref.Now)
	if !ok {
		return m.no(Date, "there is no such day")
	}
	r := m.dated(y, mo, d, m.lower(1))
	if over := m.dated(y-1, mo, d, m.lower(1)); r.why != "" && over.why == "" && isRecent(over.Canon, ref.Now) {
		return over // the weekday tells that it is over
	}
	return r
}

// isRecent says that a day is not long over.
func isRecent(day string, now time.Time) bool {
	const most = 90 // days
	at, err := time.Parse(time.DateOnly, day)
	return err == nil && now.Sub(at) < most*24*time.Hour
}

// dayRange reads "March 12-14, 2026" and "12 to 14 March" as two dates; first and
// last are the groups of a date's whole text and of its day. Both dates borrow
// from each other.
func (m match) dayRange(ref Reference, month int, first, last [2]int, yearAt int) []reading {
	mo, d1, d2 := monthOf(m.group(month)), atoi(m.group(first[1])), atoi(m.group(last[1]))
	y, ok := nextYear(mo, d1, ref.Now)
	if m.has(yearAt) {
		y, ok = atoi(m.group(yearAt)), true
	}
	if !ok || d1 >= d2 || !isDate(y, mo, d1) || !isDate(y, mo, d2) {
		return nil
	}
	a, b := m.mentionOf(first[0], Date, canonDate(y, mo, d1)), m.mentionOf(last[0], Date, canonDate(y, mo, d2))
	a.Borrowed, b.Borrowed = true, true
	return []reading{a, b}
}

// dated is the mention of a date, if there is such a day and the weekday named
// with it, if any, is the right one.
func (m match) dated(y, mo, d int, weekday string) reading {
	if !isDate(y, mo, d) {
		return m.no(Date, "there is no such day")
	}
	t := time.Date(y, time.Month(mo), d, 0, 0, 0, 0, time.UTC)
	if weekday != "" && weekdayOf(weekday) != t.Weekday() {
		return m.no(Date, fmt.Sprintf("that day is a %s", t.Weekday()))
	}
	return m.mention(Date, canonDate(y, mo, d))
}

// checked voids a mention whose canonical form is no date.
func (r reading) checked() reading {
	if t, err := time.Parse(time.DateOnly, r.Canon); err != nil || t.Year() == 0 {
		r.why = "there is no such day"
	}
	return r
}

// borrowYears gives a date without a year the year of the date to which "to" or a
// dash joins it, as in "March 30 to April 2, 2027".
func borrowYears(text string, all []reading) []reading {
	var years []int // the readings that have a year, by where they begin
	for i, r := range all {
		if r.why == "" && hasYear(r.Text) {
			years = append(years, i)
		}
	}
	if len(years) == 0 {
		return all
	}
	slices.SortStableFunc(years, func(a, b int) int { return cmp.Compare(all[a].Start, all[b].Start) })
	for i := range all {
		first := &all[i]
		if first.why != "" || first.Borrowed || hasYear(first.Text) {
			continue
		}
		at, _ := slices.BinarySearchFunc(years, first.End+1, func(y, start int) int { return cmp.Compare(all[y].Start, start) })
		for ; at < len(years) && all[years[at]].Start-first.End <= maxJoin; at++ {
			if last := all[years[at]]; joins(text[first.End:last.Start]) {
				borrowYear(first, last)
			}
		}
	}
	return all
}

// maxJoin is how far apart two joined dates or times may be, in bytes.
const maxJoin = 40

func borrowYear(first *reading, last reading) {
	y := atoi(last.Canon[:4])
	canon := last.Canon[:4] + first.Canon[4:]
	if canon > last.Canon { // December 30 to January 2, 2027
		canon = fmt.Sprintf("%04d", y-1) + first.Canon[4:]
	}
	if canon == first.Canon || monthOfText(first.Text) == 0 {
		return
	}
	first.Canon, first.Borrowed = canon, true
	*first = first.checked()
}

func joins(between string) bool {
	switch strings.ToLower(strings.TrimSpace(between)) {
	case "to", "until", "till", "through", "-", "–", "and":
		return true
	}
	return false
}

var writtenYear = lazy(`\d{4}|-\d{2}$`)

func hasYear(text string) bool { return writtenYear().MatchString(text) }

var namedMonth = lazy(`(?i)` + monthNames)

// monthOfText is the month that a spelling names, 0 for none.
func monthOfText(text string) int { return monthOf(namedMonth().FindString(text)) }

// nextYear is the year of the next such day on or after now; false if there is
// none, or no clock.
func nextYear(month, day int, now time.Time) (int, bool) {
	if now.IsZero() {
		return 0, false
	}
	today := now.Format(time.DateOnly)
	for y := now.Year(); y <= now.Year()+8; y++ { // 29 February may be 8 years away
		if isDate(y, month, day) && canonDate(y, month, day) >= today {
			return y, true
		}
	}
	return 0, false
}

func isDate(y, m, d int) bool {
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	return y > 0 && t.Year() == y && int(t.Month()) == m && t.Day() == d
}

func canonDate(y, m, d int) string { return fmt.Sprintf("%04d-%02d-%02d", y, m, d) }

// year reads two digits as time.Parse does: 69 to 99 are of the last century.
func year(digits string) int {
	y := atoi(digits)
	switch {
	case len(digits) > 2:
		return y
	case y >= 69:
		return 1900 + y
	}
	return 2000 + y
}

// monthOf is the number of a month from the first letters of its name, 0 for
// none.
func monthOf(name string) int {
	return 1 + prefixOf(months, name)
}

// weekdayOf is the weekday from the first letters of its name.
func weekdayOf(name string) time.Weekday {
	return time.Weekday(prefixOf(weekdays, name))
}

// prefixOf is the index of the prefix that name begins with, -1 for none.
func prefixOf(prefixes []string, name string) int {
	return slices.IndexFunc(prefixes, func(p string) bool { return strings.HasPrefix(strings.ToLower(name), p) })
}

func atoi(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return -1
	}
	return n
}
