package policy

import (
	"slices"
	"strings"
	"unicode"
)

// A text asks for things clause by clause: "cancel the Yoga class and tell Tom"
// wants the class to go, and nothing of Tom's. A verb is about what follows it,
// up to the next thing that is asked for; where it is no command ("plans.txt has
// to go, delete it", "the Review should move"), about what stands before it, too.

// clause is the part of a text that one verb is about.
type clause struct{ span }

// commands are the verbs that begin a clause of their own, in the form that
// they have there.
var commands = set(`add amend answer append archive ask attach book calculate call cancel change check clean clear compute confirm convert copy correct count create cut
	delete dismiss discard draft draw drop edit email empty erase export extend extract fill filter find fix format forward generate get give
	inform insert invite keep leave let list look make merge message modify move note notify open overwrite plan postpone prepare print purge push put
	read remind remove rename replace reply report reschedule respond revise rewrite save schedule scrap search see send set share shift shorten show sort split store sum
	summarise summarize take tell thank throw tidy translate trash turn update use wipe withdraw write`)

// links stand between one command and the next.
var links = set("and or then but also please next finally afterwards")

// Words before a verb that is no command: it says of what stands before it what
// should become of that.
var modals = set("to should must can could will shall may might would be been being is are was were get gets got has have had needs need")

// backwards are words for what was spoken of before.
var backwards = set("it them that this these those they one ones both")

// nouns are verbs that are nouns, too, after one of the words in articles:
// "the change request", "a set of cells", "the mail".
var (
	nouns = set(`answer answers call change changes cut drop edit edits email emails extract filter fix invite list log mail mails message messages move moves
		note notes order post print record records replies reply report reports reset schedule set sets share shift sort store text update updates write`)
	articles = set("a all an any each every her his its latest my no of our s some that the their these this those your")
)

// exceptions begin what is left out: "all files but plans.txt", "keep the header".
var exceptions = set("except excepting excluding but besides not nothing never without apart")

// within are words before a place where something is to be done, which an
// exception does not protect: "all but the first row in plans.csv".
var within = set("in of from into inside on at")

// clauses are those of the verbs that stand in the text, unless they are negated
// or no verbs.
func (s said) clauses(verbs map[string]bool) []clause {
	var out []clause
	for _, i := range s.at(verbs) {
		if !s.negated(i) && !s.isNoun(i) && !s.isParticle(i) {
			out = append(out, s.clause(i))
		}
	}
	return out
}

func (s said) isNoun(i int) bool {
	return i > 0 && nouns[s.words[i].text] && articles[s.words[i-1].text] && !endsClause(s.words[i].before)
}

// isParticle says that a verb means something else with the word after it: "set
// up a meeting", "drop Tom a line", "call Tom".
func (s said) isParticle(i int) bool {
	next := s.words[i+1].text
	switch s.words[i].text {
	case "set", "sets":
		return next == "up"
	case "call", "calls":
		return next != "off"
	case "put", "puts":
		return !slices.ContainsFunc(s.words[i+1:min(i+6, len(s.words))], func(w word) bool { return w.text == "off" || mailWords[w.text] })
	case "bring", "brings":
		return !slices.ContainsFunc(s.words[i+1:min(i+8, len(s.words))], func(w word) bool { return w.text == "forward" || w.text == "forwards" })
	case "take", "takes", "taken", "throw", "throws":
		return !slices.ContainsFunc(s.words[i+1:min(i+10, len(s.words))], func(w word) bool {
			return w.text == "out" || w.text == "off" || w.text == "away"
		})
	case "drop", "drops":
		return !articles[next] && slices.ContainsFunc(s.words[i+1:min(i+4, len(s.words))], func(w word) bool { return mailWords[w.text] || w.text == "line" || w.text == "note" })
	case "keep", "keeps":
		return !only[next]
	case "go":
		return i == 0 || !set("can may must should")[s.words[i-1].text] || within[next] || set("to through over back with by")[next]
	case "make":
		return !slices.ContainsFunc(s.words[i+1:min(i+8, len(s.words))], func(w word) bool {
			return set("start begin end last longer shorter later earlier")[w.text]
		})
	}
	return false
}

// clause is what the verb at a place is about.
func (s said) clause(i int) clause {
	c := clause{span{i, i + 1}}
	for c.to < len(s.words)-1 && !s.begins(c.to) {
		c.to++
	}
	back := s.refersBack(i, c.to)
	if !back && commands[s.words[i].text] && (i == 0 || !modals[s.words[i-1].text]) {
		return c
	}
	for c.from > 0 && !s.begins(c.from) {
		c.from--
	}
	if back {
		c.from = s.sentence(c.from)
		if i-c.from <= 2 && c.from > 0 { // "Then delete it": of what, the sentence before says
			c.from = s.sentence(c.from - 1)
		}
	}
	return c
}

func (s said) refersBack(i, to int) bool {
	return slices.ContainsFunc(s.words[i+1:min(i+3, to)], func(w word) bool { return backwards[w.text] })
}

// begins says that something new is asked for from a word on.
func (s said) begins(i int) bool {
	if i == 0 || endsClause(s.words[i].before) {
		return true
	}
	return commands[s.words[i].text] && s.whole(span{i, i + 1}) &&
		(links[s.words[i-1].text] || strings.ContainsAny(s.words[i].before, ",:–—\n"))
}

// sentence is where the sentence of a word begins.
func (s said) sentence(i int) int {
	for i > 0 && !endsClause(s.words[i].before) {
		i--
	}
	return i
}

// endsClause says that a sentence ends with the signs before a word.
func endsClause(before string) bool {
	if strings.ContainsAny(before, ";!?") || strings.Contains(before, "\n\n") {
		return true
	}
	_, after, stop := strings.Cut(before, ".")
	return stop && strings.ContainsFunc(after, unicode.IsSpace)
}

// fate is what clauses say of a thing.
type fate struct{ meant, spared bool }

// of says whether a thing that stands at some places of the text is meant by
// one of the clauses, or left out by it, or is to stay wherever that is said.
func (s said) of(all []clause, places []span) fate {
	var f fate
	for _, at := range places {
		f.spared = f.spared || s.stays(at)
		for _, c := range all {
			switch {
			case at.from < c.from || at.to > c.to:
			case s.excepted(c, at):
				f.spared = true
			default:
				f.meant = true
			}
		}
	}
	return f
}

func (s said) excepted(c clause, at span) bool {
	if auxiliaries[s.words[at.to].text] { // "the mails that Tom did not write"
		for _, w := range s.words[at.to:min(at.to+3, len(s.words))] {
			if negations[w.text] {
				return true
			}
		}
	}
	for i := at.from - 1; i >= c.from; i-- {
		if exceptions[s.words[i].text] {
			return !s.isPlace(i, at)
		}
	}
	return false
}

// auxiliaries stand before a "not" that is about what was named.
var auxiliaries = set("did does do has have had didn doesn hasn haven hadn")

// isPlace says that something stands in the text, after the word at i, as the
// place where something is to be done: "in the file plans.csv".
func (s said) isPlace(i int, at span) bool {
	before := at.from - 1
	for before > i && (articles[s.words[before].text] || fileWords[s.words[before].text] || sheetWords[s.words[before].text]) {
		before--
	}
	if before > 0 && (mailWords[s.words[before-1].text] || backwards[s.words[before-1].text]) {
		return false // "the mail from Tom", "those of Tom"
	}
	return within[s.words[before].text]
}

// keeping are the verbs by which a text wants something to stay.
var keeping = set("keep keeps keeping leave leaves leaving retain preserve spare")

// stays says that a text wants what it names at a place to stay, whatever else
// is to go: "keep Rent and delete the other mails".
func (s said) stays(at span) bool {
	return slices.ContainsFunc(s.at(keeping), func(i int) bool {
		if s.negated(i) || i >= at.from || s.isPlace(i, at) {
			return false
		}
		for j := i + 1; j <= at.from; j++ {
			if s.begins(j) {
				return false
			}
		}
		return true
	})
}

var only = set("only just")

// speaks says whether one of these words stands in one of the clauses, and is
// not left out.
func (s said) speaks(all []clause, words map[string]bool) bool {
	return slices.ContainsFunc(s.at(words), func(i int) bool { return s.of(all, []span{{i, i + 1}}).meant })
}

// ends are words after which nothing of a title can come.
var ends = join(modals, set(`on at from in for of with and or by to until till event events meeting meetings appointment entry mail email message letter
	out off away please today tomorrow tonight this next that which who when monday tuesday wednesday thursday friday saturday sunday
	scheduled planned there again now instead s`))

// begin are words before which nothing of a title can come.
var begin = set(`a all an any called each event events every her his its mail email meeting message my named our s that the their these this those titled your
	about with subject appointment entry from by`)

// alone says that no word beside a span can belong to the same title: of "the
// Yoga class", "class" alone is a part.
func (s said) alone(at span) bool {
	if at.from > 0 {
		before, w := s.words[at.from].before, s.words[at.from-1].text
		if !begin[w] && !commands[w] && !losing[w] && strings.Trim(before, " \t") == "" {
			return false
		}
	}
	next := s.words[at.to]
	return next.text == "" || ends[next.text] || strings.Trim(next.before, " \t") != ""
}
