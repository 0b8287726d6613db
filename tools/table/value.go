package table

import (
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Text spells a value for people: 5, 78.5, true, nothing for empty.
func Text(v any) string {
	switch x := v.(type) {
	case nil:
		return ""
	case string:
		return x
	case bool:
		return strconv.FormatBool(x)
	case int:
		return strconv.Itoa(x)
	case int64:
		return strconv.FormatInt(x, 10)
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

// Empty reports whether a value is nil or a text of white space.
func Empty(v any) bool {
	s, ok := v.(string)
	return v == nil || (ok && strings.TrimSpace(s) == "")
}

var (
	plainNumber = regexp.MustCompile(`^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,10})?$`)
	looseNumber = regexp.MustCompile(`^(\(?)\s*([-+]?)\s*(?:[$€£¥]|USD|EUR|GBP)?\s*([-+]?)((?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+)\s*(?:[%$€£¥]|USD|EUR|GBP)?\s*(\)?)$`)
)

// Number reads a value as a number: a number itself, or a text that spells
// one as people do ("15,000", "$1,200.50", "85%" for 85, "(300)" for -300).
func Number(v any) (float64, bool) {
	switch x := v.(type) {
	case int:
		return float64(x), true
	case int64:
		return float64(x), true
	case float64:
		return x, !math.IsNaN(x)
	case string:
		return textNumber(strings.TrimSpace(x))
	}
	return 0, false
}

func textNumber(s string) (float64, bool) {
	m := looseNumber.FindStringSubmatch(s)
	if m == nil || (m[1] == "") != (m[5] == "") {
		return 0, false
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(m[4], ",", ""), 64)
	if err != nil {
		return 0, false
	}
	if m[1] != "" || m[2] == "-" || m[3] == "-" {
		f = -f
	}
	return f, true
}

// Typed reads a text as typing it into a cell would: a plain number becomes
// one; everything else, "007" and "1,000" included, stays text. A leading '
// keeps a number text, and is dropped.
func Typed(s string) any {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "'"); ok && plainNumber.MatchString(rest) {
		return rest
	}
	if !plainNumber.MatchString(s) {
		if s == "" {
			return nil
		}
		return s
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return s
	}
	return f
}

// Clean makes a computed number a value: to 15 digits, so that 0.1+0.2 is
// 0.3, and an integer where it is one.
func Clean(f float64) any {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	if rounded, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 15, 64), 64); err == nil {
		f = rounded
	}
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return f
}

// The spellings of dates and times that can be read in one way only.
var (
	dateLayouts = []string{"2006-01-02", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04:05Z07:00",
		"January 2, 2006", "Jan 2, 2006", "2 January 2006", "2 Jan 2006"}
	clockLayouts = []string{"15:04", "15:04:05", "3:04 PM", "3:04PM", "3 PM", "3PM"}
)

// instant reads a text as a date, or as a time of day.
func instant(v any, layouts []string) (time.Time, bool) {
	s, ok := v.(string)
	if !ok || len(s) > 40 {
		return time.Time{}, false
	}
	s = strings.TrimSpace(s)
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
		if t, err := time.Parse(layout, strings.ToUpper(s)); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// Compare orders two values, both as numbers or both as dates or both as times
// of day; ok is false where they cannot be.
func Compare(a, b any) (order int, ok bool) {
	if x, ok := Number(a); ok {
		if y, ok := Number(b); ok {
			return compareFloats(x, y), true
		}
	}
	for _, layouts := range [][]string{dateLayouts, clockLayouts} {
		if x, ok := instant(a, layouts); ok {
			if y, ok := instant(b, layouts); ok {
				return x.Compare(y), true
			}
		}
	}
	return 0, false
}

func compareFloats(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// Equal compares values as people do: as numbers or dates where both are,
// else as texts without regard to case and spacing.
func Equal(a, b any) bool {
	if Empty(a) || Empty(b) {
		return Empty(a) && Empty(b)
	}
	if order, ok := Compare(a, b); ok {
		return order == 0
	}
	return fold(Text(a)) == fold(Text(b))
}

// fold lowers the case and evens out white space.
func fold(s string) string {
	return strings.Join(strings.Fields(strings.ToLower(s)), " ")
}

// bare folds the text and removes all white space: "CS 101" is "cs101".
func bare(s string) string {
	return strings.Join(strings.Fields(strings.ToLower(s)), "")
}

func sameLetters(a, b string) bool {
	a, b = onlyLetters(a), onlyLetters(b)
	return a != "" && a == b
}

func onlyLetters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// hasWords reports whether name's words occur together in header.
func hasWords(header, name string) bool {
	words := func(s string) string {
		return " " + strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r)
		}), " ") + " "
	}
	return strings.TrimSpace(words(name)) != "" && strings.Contains(words(header), words(name))
}
