package value

import (
	"regexp"
	"strings"
)

var percentage = lazy(`(?i)(?:^|[^\p{L}\p{N}.,])(` + digits + `|[a-z]+(?:-[a-z]+)?) ?(?:%|percent|per cent|pct)(?:[^\p{L}\p{N}]|$)`)

// Percentage is the percentage that a text tells, as "5%": "by 5 percent", "five per cent".
func Percentage(text string) (string, bool) {
	m := percentage().FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	number, err := Parse(Number, m[1], Reference{})
	return number + "%", err == nil
}

var rangeEnds = []func() *regexp.Regexp{
	lazy(`(?i)^(?:from` + space + `)?(\S|\S.*\S)` + space + `(?:to|until|till|through)` + space + `(\S.*)$`),
	lazy(`(?i)^(?:from` + space + `)?(\S|\S.*\S)(?:` + space + `)?[-–](?:` + space + `)?(\S.*)$`),
}

// RangeEnds are the first and the last of what a text tells as a range: "Mon to Fri",
// "Jan-Mar".
func RangeEnds(text string) (first, last string, ok bool) {
	for _, ends := range rangeEnds {
		if m := ends().FindStringSubmatch(strings.TrimSpace(text)); m != nil {
			return m[1], m[2], true
		}
	}
	return "", "", false
}
