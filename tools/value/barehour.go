package value

import "strings"

// DayHour reads an hour without am or pm, "4" or "8:30", as the one of the two that lies in
// the day's working hours, from 7 to before 19. It is a likely reading, not a sure one.
func DayHour(text string, ref Reference) (canon string, ok bool) {
	text = strings.TrimSpace(strings.ToLower(text))
	bare := bareHour.re().FindString(text)
	if bare == "" || bare != text {
		return "", false
	}
	for _, half := range []string{" am", " pm"} {
		canon, err := Parse(Time, bare+half, ref)
		if err == nil && canon >= "07:00" && canon < "19:00" {
			return canon, true
		}
	}
	return "", false
}
