package value

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// timeStyles are layouts of package time, and in addition ones with a.m. and p.m.
var timeStyles = []Style{
	"15:04", "15:04:05", "3:04 pm", "3 pm", "3:04pm", "3pm", "3:04 p.m.", "3 p.m.", "3:04 p.m", "3 p.m", "3:04 PM", "3 PM",
	"3:04PM", "3PM", "03:04 pm", "03:04 PM", "noon", "1504", "150405", "15.04", "15-04", "3:04:05 pm", "3:04:05 PM", "3:04", "15", "3",
}

// timeCandidates are the styles that spelled may be in: "noon" only if it ends in
// such a word.
func timeCandidates(spelled string) []Style {
	lower := strings.ToLower(spelled)
	if strings.HasSuffix(lower, "noon") || strings.HasSuffix(lower, "midnight") {
		return timeStyles
	}
	return slices.DeleteFunc(slices.Clone(timeStyles), func(s Style) bool { return s == "noon" })
}

// renderTime never loses part of the value: minutes and seconds that a layout
// leaves out are added if they are not zero. Layouts of the 24-hour clock, or
// without am or pm ("15", "3"), refuse such a value instead.
func renderTime(canon, style string) (string, error) {
	t, err := timeOf(canon)
	if err != nil {
		return "", err
	}
	if style == "noon" {
		if words := map[string]string{"12:00": "noon", "00:00": "midnight"}[canon]; words != "" {
			return words, nil
		}
		style = "3 pm"
	}
	if !knownTime(style) {
		return "", errStyle
	}
	layout, dotted := dottedMeridiem(style)
	if t.Minute() != 0 && !strings.Contains(layout, "04") || t.Second() != 0 && !strings.Contains(layout, "05") {
		if style == "15" || style == "3" || style == "3:04" || strings.HasPrefix(style, "15") {
			return "", errStyle
		}
		layout = fuller(layout, t)
	}
	out := t.Format(layout)
	if dotted != "" {
		out += strings.Replace(dotted, "p", t.Format("pm")[:1], 1)
	}
	return out, nil
}

func knownTime(style string) bool {
	for _, s := range timeStyles {
		if string(s) == style {
			return true
		}
	}
	return false
}

// dottedMeridiem splits a layout from the p.m. that package time does not know.
func dottedMeridiem(style string) (layout, dotted string) {
	if i := strings.Index(style, "p.m"); i >= 0 {
		return style[:i], style[i:]
	}
	return style, ""
}

// fuller adds to a layout on the 12-hour clock the minutes, and the seconds
// where there are some.
func fuller(layout string, t time.Time) string {
	layout = strings.Replace(strings.Replace(layout, ":04", "", 1), "3", "3:04", 1)
	if t.Second() != 0 {
		layout = strings.Replace(layout, ":04", ":04:05", 1)
	}
	return layout
}

// fixedDates are layouts that dateStyles does not derive: without separators,
// and parts of a date.
var fixedDates = []Style{"20060102", "060102", "January 2006", "Jan 2006", "2006-01", "Monday", "Mon", "January", "Jan", "2006"}

// dateStyles derives the layouts in which spelled may write the date: its words
// and numbers are replaced by what they can stand for, and no component occurs
// twice.
func dateStyles(canon, spelled string) []Style {
	t, err := time.Parse(time.DateOnly, canon)
	if err != nil {
		return nil
	}
	derived, padded := []component{{}}, writtenPadded().MatchString(spelled)
	for _, part := range dateParts().FindAllString(spelled, -1) {
		var next []component
		for _, d := range derived {
			for _, c := range choices(part, t, padded) {
				if c.tells == "" || !strings.Contains(d.tells, c.tells) {
					next = append(next, component{d.layout + c.layout, d.tells + c.tells})
				}
			}
		}
		if derived = next; len(derived) > 64 {
			return nil
		}
	}
	var all []Style
	for _, d := range derived {
		all = append(all, Style(d.layout))
	}
	return append(all, fixedDates...)
}

// writtenPadded matches a date that shows its numbers are of fixed width: one
// begins with 0, or the year comes first. 12/31/2026 does not.
var writtenPadded = lazy(`^\d{4}|\b0\d`)

var dateParts = lazy(`[A-Za-z]+|\d+(?:st|nd|rd|th)?|[^A-Za-z\d]+`)

// component is a piece of a layout and what it shows of a date: y, m, d, w, or
// nothing.
type component struct{ layout, tells string }

var components = []component{
	{"2006", "y"}, {"January", "m"}, {"Jan", "m"}, {"Monday", "w"}, {"Mon", "w"},
	{"2nd", "d"}, {"06", "y"},
}

// The numbers of month and day: plain and padded ones both write 12, and those
// that the spelling suggests come first.
var (
	plainNumbers  = []component{{"1", "m"}, {"01", "m"}, {"2", "d"}, {"02", "d"}}
	paddedNumbers = []component{{"01", "m"}, {"1", "m"}, {"02", "d"}, {"2", "d"}}
)

// choices lists what a part of a date's spelling can stand for in a layout, the
// likeliest first; nothing if it does not belong to a date.
func choices(part string, t time.Time, padded bool) []component {
	numbers := plainNumbers
	if padded {
		numbers = paddedNumbers
	}
	var all []component
	for _, c := range slices.Concat(numbers, components) {
		if out, err := renderDate(t.Format(time.DateOnly), c.layout); err == nil && strings.EqualFold(out, part) {
			all = append(all, c)
		}
	}
	if len(all) > 0 {
		return all
	}
	lower := strings.ToLower(part)
	if lower == "of" || lower == "the" || lower == "on" {
		return []component{{layout: lower}}
	}
	if strings.Trim(part, " ,./_-()\u00a0") == "" {
		return []component{{layout: part}}
	}
	return nil
}

// renderDate formats the date by the layout, which must show some part of it.
func renderDate(canon, layout string) (string, error) {
	t, err := time.Parse(time.DateOnly, canon)
	if err != nil {
		return "", errors.New("the value is no canonical date, as in 2026-03-12")
	}
	if !strings.ContainsAny(layout, "12JM") && layout != "06" {
		return "", errStyle
	}
	head, tail, ordinal := strings.Cut(layout, "2nd")
	if !ordinal {
		return t.Format(layout), nil
	}
	return formatPart(t, head) + strconv.Itoa(t.Day()) + ordinalSuffix(t.Day()) + formatPart(t, tail), nil
}

func formatPart(t time.Time, layout string) string {
	if layout == "" {
		return ""
	}
	return t.Format(layout)
}

// dateTimeJoints are what may be between a date and a time.
var dateTimeJoints = []string{" ", "T", ", ", " at ", ", at ", "_", "-", ""}

// dateTimeStyles splits the spelling into a date's and a time's.
func dateTimeStyles(canon, spelled string) []Style {
	date, clock := Split(canon)
	var all []Style
	for _, ts := range timeCandidates(spelled) {
		out, err := renderTime(clock, string(ts))
		head, ok := strings.CutSuffix(spelled, out)
		if err != nil || !ok || head == "" {
			continue
		}
		for _, joint := range dateTimeJoints {
			if day, ok := strings.CutSuffix(head, joint); ok && day != "" && strings.TrimRight(day, " ,") == day {
				for _, ds := range dateStyles(date, day) {
					all = append(all, ds+Style("|"+joint+"|")+ts)
				}
			}
		}
	}
	return all
}

func renderDateTime(canon, style string) (string, error) {
	parts := strings.Split(style, "|")
	date, clock := Split(canon)
	if len(parts) != 3 || date == "" {
		return "", errStyle
	}
	d, err := renderDate(date, parts[0])
	if err != nil {
		return "", err
	}
	t, err := renderTime(clock, parts[2])
	return d + parts[1] + t, err
}
