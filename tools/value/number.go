package value

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// digits is a number without sign: 1,234.5 with its groups complete, or 1234.5.
const digits = `(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`

// numberJoiners join digits into something that is no number: 3/12, 10:30,
// 555-1234, 1.2.3, A-1.
const numberJoiners = `.,:/\-–'’@`

var (
	plainNumber  = needing(`[-−]?(` + digits + `)(?i:` + space + `(thousand|million|billion))?`)
	ordinal      = needing(`(?i)(\d+)(st|nd|rd|th)`, "st", "nd", "rd", "th")
	spokenNumber = needing(`[A-Za-z]+(?:-[A-Za-z]+)?`)
)

const (
	onesWords  = `one|two|three|four|five|six|seven|eight|nine`
	teenWords  = `ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen`
	tensWords  = `twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety`
	placeWords = `first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|` +
		`fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth`
)

var (
	cardinals = counted(strings.Split(onesWords+"|"+teenWords, "|"), 1, 1)
	tens      = counted(strings.Split(tensWords, "|"), 20, 10)
	places    = counted(strings.Split(placeWords, "|"), 1, 1)
)

// counted numbers words from start on, by step.
func counted(words []string, start, step int) map[string]int {
	m := make(map[string]int, len(words))
	for i, w := range words {
		m[w] = start + i*step
	}
	return m
}

// readNumbers finds numbers, in digits or in words, cardinal or ordinal. Digits
// that begin with 0 are an identifier, and no number.
func readNumbers(text string) []reading {
	var all []reading
	scan(plainNumber, text, numberJoiners, func(m match) { all = append(all, m.number()) })
	scan(ordinal, text, numberJoiners, func(m match) {
		n := atoi(m.group(1))
		if n < 1 || m.lower(2) != ordinalSuffix(n) || m.group(1)[0] == '0' {
			return
		}
		all = append(all, m.mention(Number, strconv.Itoa(n)))
	})
	scan(spokenNumber, text, numberJoiners, func(m match) {
		if n := cmp.Or(spoken(m.lower(0)), places[m.lower(0)]); n > 0 {
			all = append(all, m.mention(Number, strconv.Itoa(n)))
		}
	})
	return all
}

func (m match) number() reading {
	d, ok := parseDecimal(m.group(0)[:m.loc[3]-m.loc[0]])
	if !ok {
		return m.no(Number, "it begins with 0")
	}
	return m.mention(Number, d.shift(scales[m.lower(2)]).String())
}

// spoken is the value of a number's name up to ninety-nine, 0 for other words.
func spoken(word string) int {
	if n, ok := cardinals[word]; ok {
		return n
	}
	head, tail, compound := strings.Cut(word, "-")
	if one := cardinals[tail]; compound && (tens[head] == 0 || one == 0 || one > 9) {
		return 0
	}
	return tens[head] + cardinals[tail]
}

// scales are the powers of ten that a word adds to a number.
var scales = map[string]int{"thousand": 3, "k": 3, "million": 6, "m": 6, "billion": 9, "bn": 9}

func ordinalSuffix(n int) string {
	if n%100/10 == 1 {
		return "th"
	}
	switch n % 10 {
	case 1:
		return "st"
	case 2:
		return "nd"
	case 3:
		return "rd"
	}
	return "th"
}

// decimal is an exact decimal number, in digits; whole has no needless leading 0,
// frac no trailing one.
type decimal struct {
	negative    bool
	whole, frac string
}

// parseDecimal reads 1,234.50 or -7, and refuses 007.
func parseDecimal(s string) (decimal, bool) {
	rest := strings.TrimPrefix(strings.TrimPrefix(s, "-"), "−")
	whole, frac, _ := strings.Cut(strings.ReplaceAll(rest, ",", ""), ".")
	if whole == "" || len(whole) > 1 && whole[0] == '0' || strings.Trim(whole+frac, "0123456789") != "" {
		return decimal{}, false
	}
	d := decimal{negative: rest != s, whole: whole, frac: strings.TrimRight(frac, "0")}
	if d.whole == "0" && d.frac == "" {
		d.negative = false
	}
	return d, true
}

// shift multiplies by 10 to the power n.
func (d decimal) shift(n int) decimal {
	for len(d.frac) < n {
		d.frac += "0"
	}
	d.whole = strings.TrimLeft(d.whole+d.frac[:n], "0")
	d.frac = strings.TrimRight(d.frac[n:], "0")
	if d.whole == "" {
		d.whole = "0"
	}
	return d
}

// String is the canonical form.
func (d decimal) String() string { return d.format(-1, false) }

// format writes the number with so many decimals, or as many as it has if places
// is negative, in groups of three if grouped.
func (d decimal) format(places int, grouped bool) string {
	whole, frac := d.whole, d.frac
	for len(frac) < places {
		frac += "0"
	}
	if grouped {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	if frac != "" {
		whole += "." + frac
	}
	if d.negative {
		return "-" + whole
	}
	return whole
}

// pattern writes the number as a pattern of digits shows it: "0.#", "0.00",
// "#,##0.#" or "#,##0.00" (any count of zeros after the point). A number with
// more decimals than the pattern is refused, not rounded.
func (d decimal) pattern(p string) (string, error) {
	whole, frac, point := strings.Cut(p, ".")
	if !point || whole != "0" && whole != "#,##0" || frac != "#" && strings.Trim(frac, "0") != "" {
		return "", fmt.Errorf("%q is no pattern for a number", p)
	}
	places := len(frac)
	if frac == "#" {
		places = -1
	}
	if places >= 0 && len(d.frac) > places {
		return "", fmt.Errorf("%s has more than %d decimals", d, places)
	}
	return d.format(places, whole != "0"), nil
}
