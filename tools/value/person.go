package value

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	nameWord = needing(`\p{Lu}[\p{L}\p{M}]*(?:['’-][\p{L}\p{M}]+)*`)
	handle   = needing(`@(\p{L}[\p{L}\p{M}\p{N}_]*(?:[.-][\p{L}\p{M}\p{N}_]+)*)`, "@")
	ownerEnd = lazy(`['’][sS]?$`)
)

// namePart is a word that may be part of a name, at text[start:end].
type namePart struct {
	start, end int
	owned      bool // a possessive 's follows
}

// readPersons finds what may be people: runs of capitalised words, and handles
// (@dana) in either case. A word that begins a sentence is capitalised anyway; it
// counts if what follows shows a person ("Dana's", "Dana has", "Dana and Tom"),
// and otherwise is left out of the run that it begins.
func readPersons(text string) []reading {
	var all []reading
	person := func(start, end int) {
		t := text[start:end]
		all = append(all, reading{Mention: Mention{Kind: Person, Start: start, End: end, Text: t, Canon: strings.TrimPrefix(t, "@")}})
	}
	scan(handle, text, ".", func(m match) { person(m.loc[0], m.loc[1]) })
	for _, run := range nameRuns(text) {
		if beginsSentence(text, run[0].start) && !subject(text, run) {
			run = trimName(text, run[1:])
		}
		if len(run) > 0 && !monthInPlace(text, run) {
			person(run[0].start, run[len(run)-1].end)
		}
	}
	return all
}

// nameRuns lists the runs of words that together may be names.
func nameRuns(text string) [][]namePart {
	var runs [][]namePart
	var run []namePart
	flush := func() {
		if run = trimName(text, run); len(run) > 0 {
			runs = append(runs, run)
		}
		run = nil
	}
	for _, p := range nameParts(text) {
		if len(run) > 0 && !nameGoesOn(text, run[len(run)-1], p) {
			flush()
		}
		run = append(run, p)
	}
	flush()
	return runs
}

func nameParts(text string) []namePart {
	var parts []namePart
	scan(nameWord, text, ".@/", func(m match) {
		p := namePart{start: m.loc[0], end: m.loc[1]}
		if loc := ownerEnd().FindStringIndex(m.group(0)); loc != nil {
			p.end, p.owned = p.start+loc[0], true
		}
		if w := text[p.start:p.end]; !ownerEnd().MatchString(w) && !neverName[strings.ToLower(w)] && !capitals(w) && !(w == "Noon" && timeExpected(text, p.start)) {
			parts = append(parts, p)
		}
	})
	return parts
}

// nameGoesOn reports whether b continues the name that a is part of: a space, the
// dot of an initial, or a particle is between them.
func nameGoesOn(text string, a, b namePart) bool {
	between := text[a.end:b.start]
	if initial := utf8.RuneCountInString(text[a.start:a.end]) == 1; initial {
		between = strings.TrimPrefix(between, ".")
	}
	return !a.owned && (between == " " || particles[between])
}

var particles = map[string]bool{
	" van ": true, " von ": true, " de ": true, " da ": true, " del ": true, " della ": true, " di ": true, " la ": true,
	" van der ": true, " van den ": true, " de la ": true, " bin ": true, " al ": true, " dos ": true, " du ": true,
}

// trimName takes the single letters off the end of a run ("Section A").
func trimName(text string, run []namePart) []namePart {
	for len(run) > 0 {
		last := run[len(run)-1]
		if utf8.RuneCountInString(text[last.start:last.end]) > 1 {
			break
		}
		run = run[:len(run)-1]
	}
	return run
}

// capitals reports whether a word is all capitals, and more than an initial: PDF.
func capitals(w string) bool {
	return utf8.RuneCountInString(w) > 1 && !strings.ContainsFunc(w, unicode.IsLower)
}

// subject reports whether what follows a run at a sentence's beginning shows that
// it is a person.
func subject(text string, run []namePart) bool {
	last := run[len(run)-1]
	if last.owned {
		return len(run) == 1
	}
	rest := strings.Fields(text[last.end:min(len(text), last.end+60)])
	if len(rest) == 0 || text[last.end] != ' ' {
		return false
	}
	next := strings.ToLower(rest[0])
	if next == "and" || next == "or" {
		return len(run) == 1 && len(rest) > 1 && unicode.IsUpper(runeAt(rest[1], 0)) && !neverName[strings.ToLower(rest[1])]
	}
	return slices.Contains(subjectVerbs, next)
}

var subjectVerbs = strings.Fields(`has had is was will would should must can could needs need wants want
	asked asks said says sent gets got gave works joins joined leaves left likes owes paid bought wrote`)

// beginsSentence reports whether a capital at i may be there because a sentence
// begins. A dot after an abbreviation or an initial ends none.
func beginsSentence(text string, i int) bool {
	head := strings.TrimRight(text[:i], " \t\"'“‘(")
	if head == "" || strings.HasSuffix(head, "\n") {
		return true
	}
	last := head[len(head)-1]
	if last != '.' {
		return last == '!' || last == '?'
	}
	before := wordBefore(head, len(head)-1)
	return !titles[before] && (utf8.RuneCountInString(before) != 1 || before == "m")
}

var titles = map[string]bool{"mr": true, "mrs": true, "ms": true, "dr": true, "prof": true, "st": true, "vs": true}

// monthInPlace reports whether a run is a month's name where a month is expected:
// "in May".
func monthInPlace(text string, run []namePart) bool {
	if len(run) != 1 || run[0].owned {
		return false
	}
	if !monthsAlsoNames[text[run[0].start:run[0].end]] {
		return false
	}
	return slices.Contains(monthPlaces, wordBefore(text, run[0].start))
}

var (
	monthsAlsoNames = map[string]bool{"April": true, "May": true, "June": true, "August": true}
	monthPlaces     = strings.Fields("in of by until till since before after last next this for during from the to every each")
)

// parsePerson reads a name as readPersons finds it, but also where a sentence may
// begin.
func parsePerson(text string) (string, error) {
	if loc := handle.re().FindStringIndex(text); loc != nil && loc[0] == 0 && loc[1] == len(text) {
		return text[1:], nil
	}
	runs := nameRuns(text)
	if len(runs) != 1 {
		return "", notA(Person, text)
	}
	run := runs[0]
	if last := run[len(run)-1]; run[0].start != 0 || last.end != len(text) {
		return "", notA(Person, text)
	}
	return text, nil
}

// neverName are words that are capitalised because they begin a sentence or name
// a day, a program or a language, and are never part of a name.
var neverName = wordSet(`
	january february march july september october november december jan feb mar apr jun jul aug sep sept oct nov dec
	monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
	today tomorrow yesterday tonight midday midnight
	excel word powerpoint outlook zoom teams microsoft google slack pdf ocr csv english
	mr mrs ms dr prof professor sir madam manager
	i i'm i'd i'll i've we you he she it they me us him her them my our your his its their this that these those
	a an the and or but if when while where who whom whose what which why how as at by for from in into of off on onto out over
	to up with without about after before between during until since through per via then than so not no yes please thanks thank
	hi hello hey dear ok okay also all any both each every some one two three four five six seven eight nine ten
	am is are was were be been do does did has have had will would shall should can could might must let let's
	add adjust analyse analyze append apply arrange ask assign attach average block book calculate call cancel change check clear
	close collect combine compare compile compose compute convert copy count create cut delete delegate determine display
	distribute do draft duplicate edit email e-mail enter erase estimate evaluate examine extract fetch fill filter find fix
	follow format forward gather generate get give go group help highlight include inform insert invite join keep list locate
	look mail make merge message modify move name note notify open order organise organize pay pick place plan prepare
	print provide pull push put read record reduce register remind remove rename reorder replace reply report request
	reschedule retrieve return reserve review round save scan schedule search select send set set-up share shift show sort split
	start store submit subtract sum summarise summarize swap switch take tell total transfer translate turn update upload
	use verify view write given based according subject dear re fwd`)

func wordSet(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}
