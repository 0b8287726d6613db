package value

import (
	"cmp"
	"slices"
)

// FindAll is Find for requests as people type them: it also finds periods, repeats and
// phone numbers, and dates and times that only their place in a text makes one ("on the
// 5th", "on tue", "at 14h"), which are marked as Borrowed. All that Find finds is there
// too, but for a number or duration that is part of one of these, and a day or duration
// that is part of a repeat.
func FindAll(text string, ref Reference) []Mention { return allFoundBy.or(text, ref, findAll) }

func findAll(text string, ref Reference) []Mention {
	base := Find(text, ref)
	of := func(kind Kind) []Mention {
		return slices.DeleteFunc(slices.Clone(base), func(m Mention) bool { return m.Kind != kind })
	}
	dates := outside(found(readPlacedDates(text, ref)), of(Date))
	times := outside(found(readPlacedTimes(text)), of(Time))
	repeats := outside(found(readRepeats(text)), webAddresses(text))
	dates = outside(dates, repeats)
	allDates := outside(slices.Concat(of(Date), dates), repeats)
	periods := outside(found(readPeriods(text, allDates, ref)), repeats, webAddresses(text))
	phones := outside(found(readPhones(text)), allDates, of(Time), of(Money), of(Email), webAddresses(text))
	base = withoutParts(base, repeats, slices.Concat(dates, times, phones))
	all := slices.Concat(base, dates, times, periods, repeats, phones)
	slices.SortFunc(all, func(a, b Mention) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(a.Kind, b.Kind))
	})
	return all
}

// withoutParts leaves out the numbers and durations that are part of what was found since,
// and the dates that are part of a repeat.
func withoutParts(base, repeats, others []Mention) []Mention {
	inRepeat, inOther := touching(repeats), touching(others)
	return slices.DeleteFunc(base, func(m Mention) bool {
		switch m.Kind {
		case Date:
			return inRepeat(m)
		case Number, Duration:
			return inRepeat(m) || inOther(m)
		}
		return false
	})
}
