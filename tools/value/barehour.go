package value

// DayHour reads an hour without am or pm, "4", "8:30" or "half past three", as the one of
// the two that lies in the day's working hours, from 7 to before 19. It is a likely
// reading, not a sure one.
func DayHour(text string, ref Reference) (canon string, ok bool) {
	for _, half := range []string{" am", " pm"} {
		canon, err := Parse(Time, text+half, ref)
		if err == nil && canon >= "07:00" && canon < "19:00" {
			return canon, true
		}
	}
	return "", false
}
