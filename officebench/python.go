package officebench

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// The benchmark's evaluator is Python, and its verdicts depend on how Python reads
// numbers and writes values. This file reproduces that much of Python.

// pythonNumber is what float() accepts once spaces and digits are plain: no hexadecimal,
// underscores only between digits.
var pythonNumber = regexp.MustCompile(`^[+-]?(?i:inf|infinity|nan|(\d+(_\d+)*\.?(\d+(_\d+)*)?|\.\d+(_\d+)*)(e[+-]?\d+(_\d+)*)?)$`)

// isFloat reports whether Python's float() accepts s: "nan", "1_0", " 5 " and "٣" are
// numbers, "0x10" and "1,000" are not.
func isFloat(s string) bool {
	return pythonNumber.MatchString(strings.Map(plainDigit, strings.TrimFunc(s, isPythonSpace)))
}

// plainDigit turns a decimal digit of any script into ASCII's. Unicode keeps
// each script's ten digits in order, in one run that begins at its zero.
func plainDigit(r rune) rune {
	if r < 0x80 || !unicode.Is(unicode.Nd, r) {
		return r
	}
	for _, span := range unicode.Nd.R16 {
		if rune(span.Lo) <= r && r <= rune(span.Hi) {
			return '0' + (r-rune(span.Lo))%10
		}
	}
	for _, span := range unicode.Nd.R32 {
		if rune(span.Lo) <= r && r <= rune(span.Hi) {
			return '0' + (r-rune(span.Lo))%10
		}
	}
	return r
}

// isPythonSpace is str.isspace: Unicode's white space and four separators of
// ASCII that Go leaves out.
func isPythonSpace(r rune) bool {
	return unicode.IsSpace(r) || (r >= 0x1c && r <= 0x1f)
}

// pythonLower is str.lower: the full mapping, where a capital may become two
// letters and a sigma has a form of its own at a word's end.
func pythonLower(s string) string {
	return cases.Lower(language.Und).String(s)
}

// pythonText writes a JSON value as str() would after json.load.
func pythonText(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case string:
		return v
	case bool:
		return map[bool]string{true: "True", false: "False"}[v]
	case json.Number:
		if !isJSONFloat(v) {
			return v.String()
		}
		f, _ := v.Float64() // infinite where no float can hold it, as in Python
		return pythonFloat(f)
	}
	return fmt.Sprint(v)
}

// isJSONFloat reports whether json.load reads the number as a float, not an int.
func isJSONFloat(n json.Number) bool { return strings.ContainsAny(n.String(), ".eE") }

// pythonFloat is repr() of a float: the shortest digits that read back, with ".0" after a
// whole number and an exponent only for the very large and small.
func pythonFloat(f float64) string {
	if math.IsInf(f, 0) {
		return strings.TrimPrefix(strings.ToLower(fmt.Sprint(f)), "+")
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	if exp, err := strconv.Atoi(exponent); err != nil || exp < -4 || exp >= 16 {
		return mantissa + "e" + exponent
	}
	s = strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// universalNewlines reads text as Python's open() does: CRLF and a lone CR
// are line ends.
func universalNewlines(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}
