package value

import "strings"

const (
	noonTwelve = `(?:(?:12(?:[:.]00)?|twelve)(?:` + oclock + `)?` + space + `)?`
	noonWord   = `noon|midday|midnight`
)

var timeWord = needing(`(?i)`+noonTwelve+`(`+noonWord+`)`, "noon", "mid")

// readNoons finds noon and midnight, by themselves or as 12 noon.
func readNoons(text string) []reading {
	var all []reading
	names := noonNames(text)
	scan(timeWord, text, timeJoiners+"-", func(m match) {
		if names[m.loc[0]] {
			return
		}
		hour, _ := noonOf(m.lower(0))
		canon := canonTime(hour, 0, 0)
		all = append(all, m.mention(Time, canon), m.mentionOf(1, Time, canon)) // only the word in March 12 noon
	})
	return all
}

// noonOf is the hour of the noon or midnight that words end in; false if they
// end in neither.
func noonOf(words string) (int, bool) {
	switch {
	case strings.HasSuffix(words, "midnight"):
		return 0, true
	case strings.HasSuffix(words, "noon"), strings.HasSuffix(words, "midday"):
		return 12, true
	}
	return 0, false
}

// noonNames are the positions of each Noon that is rather a person: part of a
// longer name, a subject, or a capital within a sentence where no time is expected.
func noonNames(text string) map[int]bool {
	if !strings.Contains(text, "Noon") {
		return nil
	}
	names := map[int]bool{}
	for _, run := range nameRuns(text) {
		for _, p := range run {
			if text[p.start:p.end] == "Noon" {
				names[p.start] = len(run) > 1 || !beginsSentence(text, p.start) || subject(text, run)
			}
		}
	}
	return names
}

// timeExpected reports whether Noon at i is certainly the time. Words that also
// precede people do not count: send it to Noon, a report by Noon.
func timeExpected(text string, i int) bool {
	return timeLead().MatchString(text[max(0, i-40):i])
}

var timeLead = lazy(`(?i)(?:^|[^\p{L}\p{N}])(?:at|until|till|before|around|today|tomorrow|` + dayNames + `|` +
	`(?:from|between)` + space + bareOrNot + space + `(?:to|and)|` + bareOrNot + space + `[-–])` + space + `$`)

const bareOrNot = `\d{1,2}(?:[:.]\d\d)?(?:[ ]?(?:` + meridiem + `))?`
