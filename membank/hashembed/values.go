package hashembed

import (
	"slices"
	"strings"
	"unicode"
)

// The kinds of values. Words name some of them, too: see [kinds] in
// office_words.txt.
const (
	kindAddress = "address"
	kindFile    = "file"
	kindDate    = "date"
	kindTime    = "time"
	kindMoney   = "money"
	kindPercent = "percent"
	kindCell    = "cell"
	kindCode    = "code" // letters and digits: CS161
	kindNumber  = "number"
	kindPerson  = "person"
	kindText    = "text" // words to be written or sent
)

// numberKind classifies values with digits by their shape alone: 12/31 is a date, and
// 99/99 would be one too. Without a digit it is "".
func numberKind(chunk string) string {
	shape, digits := shapeOf(chunk)
	lower := strings.ToLower(chunk)
	switch {
	case !digits:
		return ""
	case strings.ContainsAny(chunk, "$€£"):
		return kindMoney
	case strings.HasSuffix(chunk, "%"):
		return kindPercent
	case slices.Contains([]string{"9/9", "9/9/9", "9-9-9", "9.9.9"}, shape), shape == "9a" && endsIn(lower, "st", "nd", "rd", "th"):
		return kindDate
	case strings.HasPrefix(shape, "9:9"), shape == "9a" && endsIn(lower, "am", "pm", "h"):
		return kindTime
	case shape == "a9" && isCell(chunk):
		return kindCell
	case strings.Contains(shape, "a"):
		return kindCode
	}
	return kindNumber
}

// isCell reports whether letters and digits, in this order, are likely a cell: B3 or
// AC12, but not Q3, which is a quarter, or CS161, which is a course.
func isCell(chunk string) bool {
	digits := strings.TrimLeft(chunk, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	switch letters := len(chunk) - len(digits); letters {
	case 1:
		return len(digits) <= 4 && (chunk[0] != 'Q' || len(digits) > 1)
	case 2:
		return len(digits) <= 4 && chunk[0] <= 'B'
	}
	return false
}

// shapeOf writes a run of digits as "9", a run of letters as "a" and the rest as it is,
// and reports whether there are digits.
func shapeOf(chunk string) (shape string, digits bool) {
	var b strings.Builder
	last := rune(0)
	for _, r := range chunk {
		switch {
		case unicode.IsDigit(r):
			r, digits = '9', true
		case unicode.IsLetter(r):
			r = 'a'
		}
		if r != last || (r != '9' && r != 'a') {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String(), digits
}

func endsIn(s string, endings ...string) bool {
	return slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(s, e) })
}
