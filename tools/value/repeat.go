package value

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	everyWord  = `(?:every|each)`
	repeatDay  = `(?:(?:` + dayNames + `)s?|mon|tues?|wed|thurs?|thu|fri|sat|sun)\b`
	repeatList = repeatDay + `(?:(?:,?` + space + `(?:and|&)` + space + `|,(?:` + space + `)?)` + repeatDay + `)*`
	stepWords  = `other|second|2nd|third|3rd|fourth|4th|\d{1,2}|two|three|four|five|six`
)

var (
	everyUnit   = needing(`(?i)`+everyWord+space+`(?:(`+stepWords+`)`+space+`)?(days?|weeks?|months?|years?)(?:`+space+`on`+space+`(?:the`+space+`)?(`+repeatList+`))?`, "every", "each")
	everyDays   = needing(`(?i)`+everyWord+space+`(?:(other)`+space+`)?(weekdays?|workdays?|weekends?|`+repeatList+`)`, "every", "each")
	repeatAdv   = needing(`(?i)(daily|weekly|fortnightly|monthly|yearly|annually)(?:`+space+`on`+space+`(`+repeatList+`))?`, "ly")
	pluralDays  = needing(`(?i)(?:`+dayNames+`)s(?:(?:,?`+space+`and`+space+`|,(?:`+space+`)?)(?:`+dayNames+`)s)*|weekdays`, "days")
	ofEachMonth = needing(`(?i)(?:`+placeWords+`|last|\d(?:st|nd|rd|th))`+space+`(?:`+dayNames+`|weekday|day)`+space+`of`+space+`(?:`+everyWord+`|the)`+space+`month`, "month")
	listedDay   = lazy(`(?i)` + repeatDay)
)

// dayCodes are the weekdays as calendars write them, from Monday.
var dayCodes = []string{"MO", "TU", "WE", "TH", "FR", "SA", "SU"}

// readRepeats finds how often something recurs: "every day", "every other week", "every
// Monday and Wednesday", "monthly", "weekdays".
func readRepeats(text string) []reading {
	var all []reading
	add := func(r reading) { all = append(all, r) }
	scan(everyUnit, text, dateJoiners+"-", func(m match) { add(m.everyUnit()) })
	scan(everyDays, text, dateJoiners+"-", func(m match) { add(m.everyDays()) })
	scan(repeatAdv, text, dateJoiners+"-", func(m match) { add(m.adverb()) })
	scan(pluralDays, text, dateJoiners+"-", func(m match) { add(m.recurs("", m.lower(0))) })
	scan(ofEachMonth, text, dateJoiners+"-", func(m match) { add(m.no(Repeat, "which day of a month is not told by this kind")) })
	return all
}

// everyUnit reads "every 2 weeks on Monday".
func (m match) everyUnit() reading {
	unit := strings.TrimSuffix(m.lower(2), "s")
	canon := stepped(m.lower(1), unit)
	switch {
	case canon == "" || m.lower(1) == "" && m.lower(2) != unit:
		return m.no(Repeat, "its number is missing, or none")
	case m.has(3) && unit != "week":
		return m.no(Repeat, "only a week has weekdays")
	case m.has(3):
		return m.mention(Repeat, canon+":"+codesOf(m.lower(3)))
	}
	return m.mention(Repeat, canon)
}

// stepped is a unit with its step, if that is more than one; "" if there is no such step.
func stepped(step, unit string) string {
	n := max(spoken(step), places[step], atoi0(strings.TrimRight(step, "ndrth")))
	switch {
	case step == "other":
		n = 2
	case step == "":
		n = 1
	}
	switch n {
	case 0:
		return ""
	case 1:
		return unit
	}
	return strconv.Itoa(n) + " " + unit
}

// everyDays reads "every other Monday" and "each weekday".
func (m match) everyDays() reading {
	before := ""
	if m.has(1) {
		before = "2 "
	}
	return m.recurs(before, m.lower(2))
}

func (m match) recurs(before, days string) reading {
	switch strings.TrimSuffix(days, "s") {
	case "weekday", "workday":
		if before != "" {
			return m.no(Repeat, "which weekdays are meant is not told")
		}
		return m.mention(Repeat, "weekday")
	case "weekend":
		return m.mention(Repeat, before+"week:SA,SU")
	}
	return m.mention(Repeat, before+"week:"+codesOf(days))
}

var adverbs = map[string]string{
	"daily": "day", "weekly": "week", "fortnightly": "2 week", "monthly": "month", "yearly": "year", "annually": "year",
}

func (m match) adverb() reading {
	canon := adverbs[m.lower(1)]
	switch {
	case !m.has(2):
		return m.mention(Repeat, canon)
	case !strings.HasSuffix(canon, "week"):
		return m.no(Repeat, "only a week has weekdays")
	}
	return m.mention(Repeat, canon+":"+codesOf(m.lower(2)))
}

// codesOf are the codes of the weekdays in a list, in the week's order.
func codesOf(list string) string {
	var at []int
	for _, name := range listedDay().FindAllString(list, -1) {
		at = append(at, sinceMonday(weekdayOf(name)))
	}
	slices.Sort(at)
	var codes []string
	for _, i := range slices.Compact(at) {
		codes = append(codes, dayCodes[i])
	}
	return strings.Join(codes, ",")
}

// parseRepeat reads a repeat as readRepeats finds it, or a canonical one.
func parseRepeat(text string) (string, error) {
	if _, _, _, ok := Recurrence(text); ok {
		return text, nil
	}
	return whole(Repeat, text, readRepeats(text))
}

// Recurrence takes a canonical repeat apart: the step (1, or 2 for every second), the unit
// ("day", "week", "month", "year" or "weekday"), and a week's days ("MO"), if they are told.
func Recurrence(canon string) (step int, unit string, days []string, ok bool) {
	head, tail, listed := strings.Cut(canon, ":")
	step, unit = 1, head
	if n, rest, two := strings.Cut(head, " "); two {
		step, unit = atoi(n), rest
		if step < 2 || strconv.Itoa(step) != n || unit == "weekday" {
			return 0, "", nil, false
		}
	}
	if !slices.Contains(strings.Fields("day week month year weekday"), unit) {
		return 0, "", nil, false
	}
	if !listed {
		return step, unit, nil, true
	}
	days = strings.Split(tail, ",")
	if unit != "week" || codesOf(strings.Join(namesOf(days), " ")) != tail {
		return 0, "", nil, false
	}
	return step, unit, days, true
}

// namesOf are the names of weekdays by their codes; what is no code has none.
func namesOf(codes []string) []string {
	var names []string
	for _, code := range codes {
		if i := slices.Index(dayCodes, code); i >= 0 {
			names = append(names, time.Weekday((i+1)%7).String())
		}
	}
	return names
}

// repeatWords writes a repeat for people: "every 2 weeks on Monday and Wednesday".
func repeatWords(canon string) string {
	step, unit, days, ok := Recurrence(canon)
	if !ok {
		return canon
	}
	s := "every " + unit
	if step > 1 {
		s = "every " + plural(int64(step), unit)
	}
	if names := namesOf(days); len(names) > 1 {
		return s + " on " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	} else if len(names) == 1 {
		return s + " on " + names[0]
	}
	return s
}
