package reflex

import (
	"fmt"

	"legomem/lists"
	"legomem/tools/value"
)

// How often something comes again is a number of units, with the weekdays of a week: "2
// week", "week:MO,WE". The tools take the three apart.

func ofRepeat(f func(step int, unit string, days []string) (any, error)) func(any) (any, error) {
	return ofText(func(s string) (any, error) {
		step, unit, days, ok := value.Recurrence(s)
		if !ok {
			return nil, fmt.Errorf("%q does not say how often", s)
		}
		return f(step, unit, days)
	})
}

func repeatUnit(_ int, unit string, _ []string) (any, error) { return unit, nil }

// repeatEvery is left out for every one.
func repeatEvery(step int, _ string, _ []string) (any, error) {
	if step == 1 {
		return nil, &leftOutError{"number of them"}
	}
	return float64(step), nil
}

// repeatDays are left out where none is named.
func repeatDays(_ int, _ string, days []string) (any, error) {
	if len(days) == 0 {
		return nil, &leftOutError{"weekday"}
	}
	return lists.Map(days, func(day string) any { return day }), nil
}
