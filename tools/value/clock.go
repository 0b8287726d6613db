package value

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	meridiem    = `(?:[ap]m|[ap]\.[ ]?m\.?)`
	oclock      = `[ \t\x{a0}]*o['’]clock`
	partOfDay   = `in` + space + `the` + space + `(?:morning|afternoon|evening)`
	halfOfDay   = `[ \t\x{a0}]*(` + meridiem + `|` + space + partOfDay + `)`
	timeJoiners = `/.:,\@+`
)

var (
	meridiemTime = needing(`(?i)(\d{1,2})(?:[:.]([0-5]\d)(?::([0-5]\d))?)?(?:`+oclock+`)?`+halfOfDay, "m", "in")
	clockTime    = needing(`(?:\d{4}-\d{2}-\d{2}T)?((\d{1,2}):([0-5]\d)(?::([0-5]\d))?)`)
	bareHour     = needing(`(?i)(\d{1,2})(?:[:.]([0-5]\d))?(?:` + oclock + `)?`)
)

// readTimes finds the times of day. Two digits before the colon mean the 24-hour
// clock (09:30, 14:00); an hour of one digit needs am or pm, its own or that of
// the other end of a range ("2-3:30 pm", "from 9:00 to 17:00").
func readTimes(text string) []reading {
	var all []reading
	scan(meridiemTime, text, timeJoiners, func(m match) { all = append(all, m.meridiem()) })
	scan(clockTime, text, timeJoiners, func(m match) { all = append(all, m.clock()) })
	told, bare := readSpokenTimes(text)
	return borrowMeridiem(text, slices.Concat(all, readNoons(text), told), bare)
}

// timesBeside resolves the times that do not overlap the dates: in "March 12
// noon" the 12 belongs to the date.
func timesBeside(dates []Mention, text string) (times, none []Mention) {
	ofDate := touching(dates)
	return resolve(slices.DeleteFunc(readTimes(text), func(r reading) bool { return ofDate(r.Mention) }))
}

func (m match) meridiem() reading {
	h, ok := hour24(atoi(m.group(1)), strings.Join(strings.Fields(m.lower(4)), " "))
	if !ok {
		return m.no(Time, "there is no such hour")
	}
	return m.mention(Time, canonTime(h, atoi0(m.group(2)), atoi0(m.group(3))))
}

func (m match) clock() reading {
	h := atoi(m.group(2))
	switch {
	case h > 23:
		return m.no(Time, "there is no such hour")
	case len(m.group(2)) < 2:
		return m.no(Time, noMeridiem)
	}
	return m.mentionOf(1, Time, canonTime(h, atoi(m.group(3)), atoi0(m.group(4))))
}

// hour24 reads an hour with the words that give its half of the day.
func hour24(h int, half string) (int, bool) {
	switch {
	case half == "in the morning":
		return h, 1 <= h && h <= 11
	case half == "in the afternoon" && h == 12:
		return 12, true
	case half == "in the afternoon":
		return h + 12, 1 <= h && h <= 6
	case half == "in the evening":
		return h + 12, 5 <= h && h <= 11
	case half[0] == 'p' && 13 <= h && h <= 23:
		return h, true
	case h < 1 || h > 12:
		return 0, false
	case half[0] == 'p':
		return h%12 + 12, true
	}
	return h % 12, true
}

// noMeridiem is why a bare time is not a mention.
const noMeridiem = "am or pm is missing"

// bareTime is a time that does not give its half of the day.
type bareTime struct {
	match
	hour, minute int
	exact        bool // the minutes are given
	digits       bool // it may be on the 24-hour clock
}

// borrowMeridiem finds the ends of ranges that leave am or pm to the other end.
func borrowMeridiem(text string, all []reading, bare []bareTime) []reading {
	scan(bareHour, text, timeJoiners, func(m match) {
		bare = append(bare, bareTime{m, atoi(m.group(1)), atoi0(m.group(2)), m.has(2), true})
	})
	known := found(slices.Clone(all))
	for _, b := range bare {
		for _, k := range known {
			var minute int
			var ok bool
			switch {
			case b.loc[0]-k.End > maxJoin || k.Start-b.loc[1] > maxJoin:
			case b.loc[1] <= k.Start:
				minute, ok = b.startOf(k, text)
			case b.loc[0] >= k.End:
				minute, ok = b.endOf(k, text)
			}
			if ok {
				all = append(all, b.borrowed(minute))
			}
		}
	}
	return all
}

func (m match) borrowed(minute int) reading {
	r := m.mention(Time, canonTime(minute/60, minute%60, 0))
	r.Borrowed = true
	return r
}

// startOf reads a bare time as the start of the range that ends at k. The start
// is in the same half of the day as the end; if that makes no range, in the half
// before, but only if the text is plainly a range of hours and not a change from
// one to the other: it has a dash, or starts in the forenoon (8 to 11).
func (b bareTime) startOf(k Mention, text string) (int, bool) {
	between := strings.ToLower(strings.TrimSpace(text[b.loc[1]:k.Start]))
	dash := between == "-" || between == "–"
	spoken := between == "to" || between == "until" || between == "till" || between == "and" && wordBefore(text, b.loc[0]) == "between"
	h, mins := b.hour, b.minute
	if !dash && !spoken || h > 23 {
		return 0, false
	}
	end := minuteOf(k.Canon)
	if is24(k.Text) {
		return h*60 + mins, b.exact && b.digits && h*60+mins < end
	}
	if h < 1 || h > 12 {
		return 0, false
	}
	if _, half, part := strings.Cut(strings.ToLower(k.Text), "in the"); part { // both ends are in this part of the day
		h, ok := hour24(h, "in the"+half)
		return h*60 + mins, ok && b.exact && h*60+mins < end
	}
	start := (h%12)*60 + mins + end/720*720
	if start < end {
		return start, true
	}
	return start - 720, start >= 720 && (dash || h >= 8 && h < 12)
}

// endOf reads a bare time as the end of the range that starts at k: the next
// such hour, on the same day.
func (b bareTime) endOf(k Mention, text string) (int, bool) {
	between := strings.ToLower(strings.TrimSpace(text[k.End:b.loc[0]]))
	from := wordBefore(text, k.Start) == "from" || wordBefore(text, k.Start) == "between"
	if between != "-" && between != "–" && between != "to" && between != "until" && !(between == "and" && from) {
		return 0, false
	}
	h, mins := b.hour, b.minute
	if is24(k.Text) || h < 1 || h > 12 || !b.exact && !from {
		return 0, false
	}
	start := minuteOf(k.Canon)
	end := (h%12)*60 + mins + start/720*720
	if end <= start {
		end += 720
	}
	return end, end < 24*60
}

// is24 reports whether a time is written on the 24-hour clock.
func is24(spelled string) bool {
	_, err := time.Parse("15:04", spelled)
	_, err2 := time.Parse("15:04:05", spelled)
	return err == nil || err2 == nil
}

func minuteOf(canon string) int { return atoi(canon[:2])*60 + atoi(canon[3:5]) }

func canonTime(h, m, s int) string {
	if s == 0 {
		return fmt.Sprintf("%02d:%02d", h, m)
	}
	return fmt.Sprintf("%02d:%02d:%02d", h, m, s)
}

// atoi0 is atoi, but 0 for a text that is no number.
func atoi0(digits string) int { return max(atoi(digits), 0) }
