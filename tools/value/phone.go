package value

import "strings"

// A phone number is told from other digits by its form: a plus and groups of digits, or
// three groups as they are written without the country's code.
var (
	abroad   = needing(`\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){1,6}`, "+")
	national = needing(`\(?\d{2,5}\)?[ .-]\d{3,4}[ .-]\d{4}|\(\d{2,5}\)[ ]?\d{3,8}|0\d{2,4}[ /-]\d{5,9}`)
	anyPhone = lazy(`^[+(]?\d[\d ().-]*\d$`)
)

// phoneJoiners join digits to something longer than a phone number.
const phoneJoiners = `.,:/\-–@`

// readPhones finds phone numbers.
func readPhones(text string) []reading {
	var all []reading
	for _, p := range []pattern{abroad, national} {
		scan(p, text, phoneJoiners, func(m match) {
			if canon, ok := canonPhone(m.group(0)); ok && freeBefore(text, m.loc[0], phoneJoiners+"+(") {
				all = append(all, m.mention(Phone, canon))
			}
		})
	}
	return all
}

// parsePhone reads what readPhones finds, and digits alone.
func parsePhone(text string) (string, error) {
	if canon, ok := canonPhone(text); ok && anyPhone().MatchString(text) {
		return canon, nil
	}
	return whole(Phone, text, readPhones(text))
}

// canonPhone is a number's digits, with the plus before them if there is one: at least
// seven, and no more than 15.
func canonPhone(text string) (string, bool) {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
	n := len(digits)
	if strings.HasPrefix(text, "+") {
		digits = "+" + digits
	}
	balanced := strings.Count(text, "(") == strings.Count(text, ")")
	return digits, 7 <= n && n <= 15 && balanced
}
