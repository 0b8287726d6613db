package value

import (
	"slices"
	"strings"
)

// spokenForm is a way to give a time of day in words, without (bare) and with its
// half of the day. The groups of both are the minutes, past or to, the hour, and
// the half.
type spokenForm struct{ bare, half pattern }

func spokenAs(lead, hour, sign string, needs ...string) spokenForm {
	expr := `(?i)` + lead + `(` + hour + `)` + sign
	return spokenForm{needing(expr, needs...), needing(expr+halfOfDay, needs...)}
}

const (
	quarter    = `(?:a` + space + `)?quarter`
	hourWord   = `(?:` + tensWords + `)(?:-(?:` + onesWords + `))?|` + teenWords + `|` + onesWords
	hourOrNoon = `\d+(?:[:.,]\d+)*|` + hourWord + `|` + noonTwelve + `(?:` + noonWord + `)`
	minuteWord = `(?:twenty|thirty|forty|fifty)(?:(?:-|` + space + `)(?:` + onesWords + `))?|` + teenWords + `|five`
	minuteUnit = `(?:\d{1,2}|` + onesWords + `|` + minuteWord + `)` + space + `minutes?`
)

var (
	pastHour = spokenAs(`(half|`+quarter+`|`+minuteWord+`|5|10|15|20|25|`+minuteUnit+`)`+space+`(past)`+space, hourOrNoon, `(?:`+oclock+`)?`, "past")
	toHour   = spokenAs(`(`+quarter+`|`+minuteWord+`|`+minuteUnit+`) (to)`+space, hourOrNoon, `(?:`+oclock+`)?`, minutesTo...)
	hourIn   = needing(`(?i)(`+hourWord+`)`+space+`(`+partOfDay+`)`, "in")
	onHour   = spokenAs(`()()`, `\d+(?:\.\d+)?|`+hourWord, oclock, "clock")
)

// minutesTo are words that toHour needs, one of them: "to" alone is in most texts.
var minutesTo = strings.Split(strings.ReplaceAll("quarter|minute|minutes|"+onesWords+"|"+teenWords+"|"+tensWords, "|", " to|")+" to", "|")

// readSpokenTimes finds the times in words: "half past two in the afternoon",
// "quarter to five pm", "ten past noon". One without its half of the day is no
// time, but may borrow the half; these are bare.
func readSpokenTimes(text string) (all []reading, bare []bareTime) {
	for _, f := range []spokenForm{pastHour, toHour, onHour} {
		scan(f.bare, text, timeJoiners+"-", func(m match) {
			switch t, why := m.told(); {
			case !m.isClock(m.nearNoon()):
			case why != "":
				all = append(all, m.no(Time, why))
			case m.nearNoon():
				all = append(all, m.mention(Time, canonTime(t/60, t%60, 0)))
			default:
				all = append(all, m.no(Time, noMeridiem))
				bare = append(bare, bareTime{m, hour12(t), t % 60, m.group(1) != "", false})
			}
		})
		scan(f.half, text, timeJoiners+"-", func(m match) {
			if !m.nearNoon() && m.isClock(true) {
				all = append(all, m.toldHalf())
			}
		})
	}
	scan(hourIn, text, timeJoiners+"-", func(m match) {
		before := wordBefore(text, m.loc[0])
		begins := strings.TrimSpace(text[:m.loc[0]]) == ""
		if !begins && !slices.Contains(atTimes, before) && !slices.Contains(betweenTimes, before) {
			return // "three in the afternoon" may be a number of things
		}
		if h, ok := hour24(spoken(m.lower(1)), strings.Join(strings.Fields(m.lower(2)), " ")); ok {
			all = append(all, m.mention(Time, canonTime(h, 0, 0)))
		}
	})
	return all, bare
}

// isClock reports whether the words before a spoken time allow it to be one;
// complete means that it needs no further am or pm. "To" has other uses: a quarter
// may be of a year ("move the end of the quarter to 5 pm"), and numbers are
// raised from twenty to fifty.
func (m match) isClock(complete bool) bool {
	before := wordBefore(m.text, m.loc[0])
	at := slices.Contains(atTimes, before) || strings.TrimSpace(m.text[:m.loc[0]]) == ""
	onDay := before == "tomorrow" || before != "day" && strings.HasSuffix(before, "day")
	switch {
	case m.lower(2) == "past":
		return m.lower(1) != "half" || before != "a" // an hour and a half past nine
	case m.lower(2) == "":
		return true
	case !strings.HasSuffix(m.lower(1), "quarter"):
		return complete && (at || onDay || before == "" || before == "by")
	case complete:
		return !slices.Contains(ofQuarters, before)
	}
	_, why := m.told()
	return at || why == "" && slices.Contains(betweenTimes, before)
}

var (
	atTimes      = strings.Fields("at before after until till around about since")
	betweenTimes = strings.Fields("from between to")
	ofQuarters   = strings.Fields(`the this that last next each every any previous past coming current following first second third fourth final
		1st 2nd 3rd 4th one per of in fiscal financial half s my our your his her its their whole full`)
)

// told is the time in minutes from noon or midnight, or from midnight alone if
// one of the two is named.
func (m match) told() (t int, why string) {
	minute, hour, day := minutesTold(m.lower(1)), max(spoken(m.lower(3)), atoi0(m.group(3))), 12*60
	if noon, ok := noonOf(m.lower(3)); ok {
		hour, day = noon, 24*60
	} else if hour < 1 || hour > 12 {
		return 0, "there is no such hour"
	}
	switch {
	case minute > 59:
		return 0, "there is no such minute"
	case m.lower(2) != "to":
		return (hour*60 + minute) % day, ""
	case minute <= 12 && !strings.Contains(m.lower(1), "minute"):
		return 0, "it may be a range of hours"
	}
	return (hour*60 + day - minute) % day, ""
}

// toldHalf reads a spoken time with its half of the day.
func (m match) toldHalf() reading {
	t, why := m.told()
	half := strings.Join(strings.Fields(m.lower(4)), " ")
	if why == "" && m.lower(2) == "to" && hour12(t) == 11 && half[0] != 'i' {
		why = "it may be before noon or before midnight"
	}
	h, ok := hour24(hour12(t), half)
	if why == "" && !ok {
		why = "there is no such hour"
	}
	if why != "" {
		return m.no(Time, why)
	}
	return m.mention(Time, canonTime(h, t%60, 0))
}

// nearNoon reports whether the hour is given as noon or midnight.
func (m match) nearNoon() bool {
	_, ok := noonOf(m.lower(3))
	return ok
}

// hour12 is the hour on the 12-hour clock at t minutes from noon or midnight.
func hour12(t int) int { return (t/60+11)%12 + 1 }

// minutesTold reads the minutes before past or to; it is 0 without any.
func minutesTold(words string) int {
	name := strings.TrimSuffix(strings.TrimSuffix(strings.Join(strings.Fields(words), "-"), "s"), "-minute")
	switch strings.TrimPrefix(name, "a-") {
	case "half":
		return 30
	case "quarter":
		return 15
	}
	return max(spoken(name), atoi0(name))
}
