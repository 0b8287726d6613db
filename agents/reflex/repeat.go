package reflex

import (
	"strconv"
	"strings"
)

// How often something comes again is written as a number of units, with the weekdays of a
// week: "2 week", "week:MO,WE". The tools take the three apart.

func repeatUnit(s string) (any, error) {
	_, unit, _ := repeatParts(s)
	return unit, nil
}

// repeatEvery is left out for every one.
func repeatEvery(s string) (any, error) {
	n, _, _ := repeatParts(s)
	if n <= 1 {
		return nil, &leftOutError{"number of them"}
	}
	return float64(n), nil
}

// repeatDays are left out where none is named.
func repeatDays(s string) (any, error) {
	_, _, days := repeatParts(s)
	if days == "" {
		return nil, &leftOutError{"weekday"}
	}
	return plainList(strings.Split(days, ",")), nil
}

func repeatParts(s string) (n int, unit, days string) {
	s, days, _ = strings.Cut(s, ":")
	unit = s
	if number, rest, ok := strings.Cut(s, " "); ok {
		n, _ = strconv.Atoi(number) // no number is every one
		unit = rest
	}
	return n, unit, days
}
