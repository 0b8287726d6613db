package value

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Reference is what spellings are read against.
type Reference struct {
	// Now is the run's clock, in its zone. Without it (the zero time) no
	// spelling that depends on it is read: "tomorrow", "March 12".
	Now time.Time
	// DayFirst reads 3/12/2026 as 3 December.
	DayFirst bool
}

// Mention is a value that a text mentions, at text[Start:End].
type Mention struct {
	Kind       Kind
	Start, End int // byte offsets
	Text       string
	Canon      string // the canonical form, see the kinds
	// Borrowed means that the reading takes a part from its neighbour, so that
	// Text alone does not Parse to Canon: the 2 in "2-3:30 pm".
	Borrowed bool
}

// Find lists the values that text mentions, sorted by Start and, of those that
// begin together, the longest first. Mentions of one kind never overlap; those
// of different kinds may ("$300" is money, and its 300 a number), but numbers
// and persons are not found inside dates and times, nor durations inside times.
//
// A DateTime is found as its date and its time, a Message not at all, and a
// Phrase only between quotes (Start and End include these, Canon does not).
// Persons are candidates: a capitalised word that is no person is found too. In
// a web address only quoted phrases are found.
func Find(text string, ref Reference) []Mention { return foundBy.or(text, ref, find) }

func find(text string, ref Reference) []Mention {
	dates, noDates := resolve(readDates(text, ref))
	times, noTimes := timesBeside(dates, text)
	money, noMoney := resolve(readMoney(text))
	all := slices.Concat(dates, times, money,
		outside(found(readNumbers(text)), dates, times, noDates, noTimes, noMoney),
		outside(found(readDurations(text)), times, noTimes), found(readCells(text)), found(readEmails(text)), found(readFiles(text)),
		outside(found(readPersons(text)), dates, times, noTimes))
	all = append(outside(all, webAddresses(text)), found(readQuoted(text))...)
	slices.SortFunc(all, func(a, b Mention) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(a.Kind, b.Kind))
	})
	return all
}

// Parse reads the whole of text as one value of the kind, and returns its
// canonical form. The error lists what is accepted.
func Parse(kind Kind, text string, ref Reference) (string, error) {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" {
		return "", fmt.Errorf("an empty text is no %s; accepted: %s", kind, accepted[kind])
	}
	var all []reading
	switch kind {
	case Date:
		all = slices.Concat(readWeeksFrom(trimmed, ref), readDates(trimmed, ref), readCompactDate(trimmed))
	case Time:
		all = readTimes(trimmed)
	case DateTime:
		return parseDateTime(trimmed, ref)
	case Duration:
		if _, err := parseCanonDuration(trimmed); err == nil {
			return trimmed, nil
		}
		trimmed = oneOf(trimmed)
		all = readDurations(trimmed)
	case Number:
		all = readNumbers(trimmed)
	case Money:
		all = readMoney(trimmed)
	case Cell:
		return parseCell(trimmed)
	case Email:
		return parseEmail(trimmed)
	case File:
		return parseFile(trimmed)
	case Person:
		return parsePerson(trimmed)
	case Phrase:
		return parsePhrase(trimmed), nil
	case Message:
		return trimmed, nil
	case Period:
		return parsePeriod(trimmed, ref)
	case Repeat:
		return parseRepeat(trimmed)
	case Phone:
		return parsePhone(trimmed)
	default:
		return "", fmt.Errorf("no kind of value is called %q", kind)
	}
	return whole(kind, trimmed, all)
}

// whole returns the one reading that takes all of text.
func whole(kind Kind, text string, all []reading) (string, error) {
	for _, r := range all {
		if r.Start != 0 || r.End != len(text) || r.Borrowed {
			continue
		}
		if r.why != "" {
			return "", &NoSuchError{kind, text, r.why}
		}
		return r.Canon, nil
	}
	return "", notA(kind, text)
}

// NoSuchError is the error for a text that is written like a value of the kind but is
// none: 31/11/2026.
type NoSuchError struct {
	Kind      Kind
	Text, Why string
}

func (e *NoSuchError) Error() string {
	return fmt.Sprintf("%q: %s; accepted: %s", e.Text, e.Why, accepted[e.Kind])
}

func notA(kind Kind, text string) error {
	return fmt.Errorf("%q is no %s; accepted: %s", text, kind, accepted[kind])
}

// accepted lists for each kind what Parse takes.
var accepted = map[Kind]string{
	Date:     "2026-03-12, 3/12/2026, March 12 2026, 12 March, today, tomorrow, Friday, next Monday, in 3 days",
	Time:     "2:00 pm, 2pm, 14:00, 09:30, half past two in the afternoon, noon, midnight",
	DateTime: "2026-03-12 14:00:00, or a date and a time, as in March 12 2026 at 2 pm",
	Duration: "90 minutes, 1.5 hours, an hour and a half, 1h30m",
	Number:   "300, 1,234.5, three, 3rd",
	Money:    "$300, 300 USD, EUR 12.50, 4 million dollars",
	Cell:     "B3, B3:D9, row 3 column 2",
	Email:    "dana@example.com",
	File:     "a file's name with its suffix, as in report.xlsx or data/report.xlsx",
	Person:   "a name with capitals, as in Dana or Mary Ann, or @dana",
	Phrase:   "a few words",
	Message:  "text",
	Period:   "2026-11-23/2026-11-29, this week, next month, November, tomorrow morning, Monday to Wednesday, the next 3 days, or a date",
	Repeat:   "every day, every Monday and Wednesday, every 2 weeks, every other week, every weekday, monthly, yearly",
	Phone:    "+1 555 123 4567, (555) 123-4567, 020 7946 0958",
}

// reading is a possible mention. One with why set is no mention, but keeps its
// place: nothing shorter is found inside it ("last Friday" is no Friday).
type reading struct {
	Mention
	why string
}

// found returns the mentions among readings; see resolve.
func found(all []reading) []Mention {
	mentions, _ := resolve(all)
	return mentions
}

// resolve keeps the longest of readings that overlap, and separates the mentions
// among them from the places where there is none. Of equally long ones it prefers
// one that borrows from a neighbour, then a mention, then the one that begins first.
func resolve(all []reading) (mentions, none []Mention) {
	slices.SortStableFunc(all, func(a, b reading) int {
		return cmp.Or(cmp.Compare(b.End-b.Start, a.End-a.Start), cmp.Compare(b.rank(), a.rank()), cmp.Compare(a.Start, b.Start))
	})
	// The readings kept are no shorter than the next one, and so cover one of its
	// ends if they overlap it.
	size := 0
	for _, r := range all {
		size = max(size, r.End)
	}
	taken := make([]bool, size)
	var kept []reading
	for _, r := range all {
		if taken[r.Start] || taken[r.End-1] {
			continue
		}
		kept = append(kept, r)
		for i := r.Start; i < r.End; i++ {
			taken[i] = true
		}
	}
	for _, r := range kept {
		if r.why == "" {
			mentions = append(mentions, r.Mention)
		} else {
			none = append(none, r.Mention)
		}
	}
	return mentions, none
}

func (r reading) rank() int {
	switch {
	case r.why != "":
		return 0
	case !r.Borrowed:
		return 1
	}
	return 2
}

// outside keeps the mentions that overlap none of the others.
func outside(ms []Mention, others ...[]Mention) []Mention {
	return slices.DeleteFunc(ms, touching(others...))
}

// touching returns a test for the mentions that overlap one of the others.
func touching(others ...[]Mention) func(Mention) bool {
	size := 0
	for _, group := range others {
		for _, o := range group {
			size = max(size, o.End)
		}
	}
	covered := make([]int, size+1) // how many bytes before each belong to the others
	for _, group := range others {
		for _, o := range group {
			for i := o.Start; i < o.End; i++ {
				covered[i+1] = 1
			}
		}
	}
	for i := range size {
		covered[i+1] += covered[i]
	}
	return func(m Mention) bool { return covered[min(m.End, size)] > covered[min(m.Start, size)] }
}

var webAddress = lazy(`(?i)(?:https?|ftp)://\S+|www\.\S+`)

func webAddresses(text string) []Mention {
	var out []Mention
	for _, loc := range webAddress().FindAllStringIndex(text, -1) {
		out = append(out, Mention{Start: loc[0], End: loc[1]})
	}
	return out
}

// match is one match of a pattern in a text.
type match struct {
	text string
	loc  []int
}

func (m match) group(i int) string {
	if m.loc[2*i] < 0 {
		return ""
	}
	return m.text[m.loc[2*i]:m.loc[2*i+1]]
}

// lower is group in lower case.
func (m match) lower(i int) string { return strings.ToLower(m.group(i)) }

func (m match) has(i int) bool { return m.loc[2*i] >= 0 }

// mention is a mention of the whole match.
func (m match) mention(kind Kind, canon string) reading {
	return m.mentionOf(0, kind, canon)
}

// mentionOf is a mention of one group.
func (m match) mentionOf(i int, kind Kind, canon string) reading {
	return reading{Mention: Mention{Kind: kind, Start: m.loc[2*i], End: m.loc[2*i+1], Text: m.group(i), Canon: canon}}
}

// no is a reading of the whole match that is no mention.
func (m match) no(kind Kind, why string) reading {
	r := m.mention(kind, "")
	r.why = why
	return r
}

// foldsToASCII are the long s and the Kelvin sign, which a case-insensitive pattern matches
// as s and k.
const foldsToASCII = "\u017f\u212a"

// scan calls take for every match of the pattern that stands free: with no letter
// or digit next to it, nor attached to it by one of the joiners.
func scan(p pattern, text, joiners string, take func(match)) {
	if !p.mayMatch(text) {
		return
	}
	re := p.re()
	for pos := 0; pos < len(text); {
		loc := re.FindStringSubmatchIndex(text[pos:])
		if loc == nil || loc[1] == loc[0] {
			return
		}
		for i := range loc {
			if loc[i] >= 0 {
				loc[i] += pos
			}
		}
		if freeBefore(text, loc[0], joiners) && freeAfter(text, loc[1], joiners) && !strings.ContainsAny(text[loc[0]:loc[1]], foldsToASCII) {
			take(match{text, loc})
			pos = loc[1]
		} else {
			pos = wordEnd(text, loc[0])
		}
	}
}
