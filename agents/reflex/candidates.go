package reflex

import (
	filepath "path"
	"slices"
	"strings"

	"legomem/tools/value"
)

// candidates lists the spans from word j that the slot can take, by its type.
// i is the slot's place in the pattern.
func (a *aligner) candidates(slot Slot, i, j int) []span {
	switch slot.Kind {
	case value.Person:
		return a.u.names(j, a.f.lx, a.user, a.known)
	case value.Phrase, value.Message:
		return a.phrases(slot, i, j)
	}
	var out []span
	for _, s := range a.u.values[j] {
		if s.kind == slot.Kind && !s.quoted && sameForm(slot, s) && !a.u.percent(s) && !a.u.minus(s) {
			out = append(out, s)
		}
	}
	return out
}

// known says that a word is one of the family's or the lexicon's.
func (a *aligner) known(w word) bool {
	return a.f.lx.strict[w.lower] || a.f.vocabulary[w.stem] || a.f.lx.begins(w.stem) || !a.f.lx.content(w.lower) || len(a.f.lx.classes[w.stem]) > 0
}

// sameForm says that a value can stand where the slot's example stood: a file
// must be of the same type.
func sameForm(slot Slot, s span) bool {
	if slot.Kind != value.File {
		return true
	}
	return strings.EqualFold(filepath.Ext(slot.Canon), filepath.Ext(s.canon))
}

// phrases lists what a slot of words, part i of the pattern, can take from
// word j: a quoted text, or words up to the next break.
func (a *aligner) phrases(slot Slot, i, j int) []span {
	var out []span
	for _, s := range a.u.values[j] {
		if s.quoted {
			out = append(out, s)
		}
	}
	if len(out) > 0 {
		return out
	}
	if (i > 0 || a.f.lx.begins(a.u.words[j].stem)) && a.opensRequest(j) {
		return nil // the sentence begins with its request, not with a value
	}
	if a.request(j) {
		return nil // "and add it to the list" is no text to write
	}
	longest := maxPhrase
	if slot.Kind == value.Message {
		longest = maxMessage
	}
	for last := j; last < len(a.u.words) && last < j+longest; last++ {
		if last > j && a.ends(slot, last) {
			break
		}
		if a.holds(slot, i, j, last) {
			text := a.u.slice(j, last)
			out = append(out, span{kind: slot.Kind, first: j, last: last, canon: text, text: text})
		}
	}
	return out
}

// opensRequest says that word j begins the text, or is the verb of its request:
// nothing but polite words stands before it.
func (a *aligner) opensRequest(j int) bool {
	if j > 0 && !a.f.lx.begins(a.u.words[j].stem) {
		return false
	}
	for _, w := range a.u.words[:j] {
		if a.f.lx.content(w.lower) {
			return false
		}
	}
	return true
}

// ends says that a phrase cannot go on with word i: a sentence ends before it, a
// colon closes the phrase, or another request begins there.
func (a *aligner) ends(slot Slot, i int) bool {
	w := a.u.words[i]
	if slot.Kind == value.Phrase && (a.u.colonBefore(i) || a.u.commaBefore(i)) {
		return true
	}
	if w.breakBefore && (slot.Kind != value.Message || !a.opensMessage(i)) {
		return true
	}
	return w.lower == "then" || w.lower == "also" || a.request(i)
}

// request says that another request begins with word i: "and email it", ",
// save it".
func (a *aligner) request(i int) bool {
	if i == 0 {
		return false
	}
	prev := a.u.words[i-1].lower
	apart := prev == "and" || prev == "or" || prev == "but" || a.u.commaBefore(i) || a.u.words[i].breakBefore
	return apart && (a.f.lx.begins(a.u.words[i].stem) || a.namesIt(i) || a.lets(i))
}

// lets says that word i asks to let somebody do something, or to leave it: "and let
// him sign it", "but keep it in my drafts". "Let me know" is what one writes.
func (a *aligner) lets(i int) bool {
	u, w := a.u, a.u.words[i].lower
	if i+2 >= len(u.words) {
		return false
	}
	return w == "let" && u.words[i+2].lower != "know" || leaving[w] && things[u.words[i+1].lower]
}

// leaving are verbs with which something is not yet to be done.
var leaving = set("leave keep hold")

// opensMessage says that a message runs over sentences: it stands behind a
// colon.
func (a *aligner) opensMessage(i int) bool {
	for k := 1; k <= i; k++ {
		if a.u.colonBefore(k) {
			return true
		}
	}
	return false
}

// holds says that words [first, last] can be the phrase of the slot at a part
// of the pattern: it begins and ends with words of its own, and holds no date,
// time, address, file or number that a rival explanation would need.
func (a *aligner) holds(slot Slot, part, first, last int) bool {
	u, lx := a.u, a.f.lx
	if u.cuts(first) || u.cuts(last+1) || u.leaves(first, last) {
		return false
	}
	if slot.Kind == value.Phrase && (!a.ownWord(first) || (!a.ownWord(last) && !a.titled(part) && !u.hyphened(last)) || u.within[first] >= 0 && !a.titled(part)) {
		return false
	}
	if slot.Kind == value.Phrase && !a.titled(part) && interrogatives[u.words[first].lower] && !nameLike(u, first) {
		return false // "what comes after the talk" is no title
	}
	if slot.Kind == value.Phrase && !a.titled(part) && (doing[u.words[first].lower] || particles[u.words[first].lower]) && !nameLike(u, first) {
		return false // "put her down for a visit" has no title "down for a visit", and "she is going on a trip" has no title "going on a trip"
	}
	if slot.Kind == value.Phrase && lx.quantifier[u.words[first].lower] && !(first > 0 && articles[u.words[first-1].lower]) {
		return false // "all events" is no title
	}
	if slot.Kind == value.Phrase && (lx.preposition[u.words[last].lower] || lx.direction[u.words[last].lower] || u.words[last].lower == "on") && !nameLike(u, last) {
		return false // "renew it before" goes on
	}
	if w := u.words[first].lower; slot.Kind == value.Message && (lx.strict[w] || lx.question[w] || w == "whether" || w == "if") && !nameLike(u, first) && !u.colonBefore(first) {
		return false // "that does not say", "asks whether"
	}
	if slot.Kind == value.Phrase && a.tells(first) {
		return false // "I looked up the price"
	}
	if slot.Kind == value.Message && (a.reports(first) || a.mannered(first, last) || a.describes(first, last)) {
		return false
	}
	if slot.Kind == value.Phrase && a.runsOver(part, first, last) {
		return false
	}
	if slot.Kind == value.Message && a.predicate(slot) && !u.colonBefore(first) && a.subjectOrNot(first, last) {
		return false
	}
	if slot.Kind == value.Message && (u.words[first].lower == "that" || a.prepositional(part, first)) {
		return false
	}
	for i := first; i <= last; i++ {
		if slot.Kind == value.Message && a.takesBack(i, first) {
			return false
		}
		if slot.Kind == value.Phrase && i == last && i > first && lx.limit[u.words[i].lower] && !nameLike(u, i) {
			return false
		}
		if slot.Kind == value.Phrase && (a.signs(i) || i > first && (speakers[u.words[i].lower] || lx.pronoun[u.words[i].lower]) && !nameLike(u, i)) {
			return false
		}
		if slot.Kind == value.Phrase && i > first && a.titled(part) && (i < last && a.joins(i) || recurs[u.words[i].lower]) {
			return false
		}
		if slot.Kind == value.Phrase && i > first && i < last && lx.direction[u.words[i].lower] && u.words[i+1].lower == "to" {
			return false // "the day before to renew it"
		}
		if slot.Kind == value.Phrase && a.titled(part) && lx.strict[u.words[i].lower] && !nameLike(u, i) {
			return false
		}
		if slot.Kind == value.Phrase && !a.titled(part) && (lx.strict[u.words[i].lower] || a.goesOn(slot, i, first, last)) {
			return false
		}
		if u.within[i] >= 0 && !a.titled(part) && !a.swallows(slot, i) {
			return false
		}
		if a.othersRole(slot, i) && (i > first || !a.f.roles[slot.Name][lx.roleOf(u.words[i-1].lower)]) {
			return false
		}
	}
	return true
}

// reports says that word i is a verb of saying, which goes on with the request
// and is no word of the message: "asks whether", "says in French".
func (a *aligner) reports(i int) bool {
	w := a.u.words[i].lower
	return (a.f.lx.announcer[w] == "saying" || w == "asks" || w == "asking") && !nameLike(a.u, i) && !a.u.colonBefore(i)
}

// mannered says that words [first, last] end with how they are to be written, or
// how often: "in red", "as a table", "three times". Whether that is part of them
// only quotes or a colon tell.
func (a *aligner) mannered(first, last int) bool {
	w := a.u.words[last].lower
	if a.u.colonBefore(first) || last == first {
		return false
	}
	if w == "times" || w == "twice" && !nameLike(a.u, first) { // "saying Please ring twice" is a sentence of its own
		return true
	}
	for k := max(first, last-maxManner); k < last; k++ {
		if before := a.u.words[k].lower; a.f.lx.manner[w] && (before == "in" || before == "as") {
			return true
		}
	}
	return false
}

// recurs are words with which something is said to come back.
var recurs = set("every each")

// maxManner is how many words before its last may say how a text looks: "in large
// red letters".
const maxManner = 3

// particles are words that go with a verb: "put down", "write up".
var particles = set("down up out off away aside forward back through")

// doing are verbs that only lead to what is done.
var doing = set("going doing having getting taking coming attending")

// predicate says that the wordings have whom the slot's text is about before it:
// "that they {content}".
func (a *aligner) predicate(slot Slot) bool {
	for word := range a.f.ledBy[slot.Name] {
		if persons[word] && word != "it" { // "with this in it: ..."
			return true
		}
	}
	return false
}

// subjectOrNot says that words [first, last] name again whom they are about, or
// deny: neither goes behind a name.
func (a *aligner) subjectOrNot(first, last int) bool {
	if w := a.u.words[first].lower; persons[w] || tellingVerbs[w] {
		return true
	}
	if w := a.u.words[first].lower; (articles[w] || w == "this" || w == "that") && first < last {
		if noun := a.u.words[first+1]; a.f.vocabulary[noun.stem] || a.f.lx.alike(noun.stem, "person") {
			return true // "the person completed the course"
		}
	}
	return slices.ContainsFunc(a.u.words[first:last+1], func(w word) bool { return a.f.lx.negation[w.lower] })
}

// takesBack says that a text without quotes goes on, at word i, with what is
// meant for who writes it: ", but don't send it", ", unless she knows", "cc Tom".
func (a *aligner) takesBack(i, first int) bool {
	w := a.u.words[i].lower
	switch {
	case w == "cc" || w == "bcc" || w == "copy" && i > first && a.u.words[i-1].lower == "in":
		return true
	case i == first:
		return false
	case a.depends(i, first) || a.asksBack(i) || a.another(i):
		return true
	case !a.u.commaBefore(i) && w != "but" && w != "unless":
		return false
	case w == "unless" || w == "except" || w == "without" || w == "with" || a.corrects(i):
		return true
	}
	return w == "but" && i+1 < len(a.u.words) && (a.f.lx.strict[a.u.words[i+1].lower] || a.f.lx.limit[a.u.words[i+1].lower])
}

// dependent are words that make what was said before them depend on something.
var dependent = set("if whichever whatever whenever where provided once")

// depends says that a text from word first goes on, at word i, with what it depends
// on: "if it rains", "as soon as he agrees". Whether it is the text that depends on
// it or the request only quotes or a colon tell.
func (a *aligner) depends(i, first int) bool {
	u := a.u
	if u.colonBefore(first) || nameLike(u, i) {
		return false
	}
	soon := u.words[i].lower == "soon" && i+1 < len(u.words) && u.words[i-1].lower == "as" && u.words[i+1].lower == "as"
	return soon || dependent[u.words[i].lower]
}

// correcting are words with which something else is said in the place of what was.
var correcting = set("sorry no oops wait correction rather actually")

// corrects says that word i takes back what was said: ", sorry, Wednesday".
func (a *aligner) corrects(i int) bool {
	return correcting[a.u.words[i].lower] && a.u.commaBefore(i) && i+1 < len(a.u.words) && a.u.commaBefore(i+1)
}

// asksBack says that word i goes on with a question to who is asked: ", who sent it",
// ", or is an email better".
func (a *aligner) asksBack(i int) bool {
	w := a.u.words[i].lower
	if a.u.words[i-1].lower == "or" && (tellingVerbs[w] || modals[w] && w != "to") {
		return true
	}
	return a.u.commaBefore(i) && interrogatives[w]
}

// another says that word i begins with a second thing to do: "and one to Paul", "and
// the same for Dana".
func (a *aligner) another(i int) bool {
	u := a.u
	if u.words[i].lower != "and" || i+2 >= len(u.words) {
		return false
	}
	k := i + 1
	if articles[u.words[k].lower] {
		k++
	}
	return ones[u.words[k].lower] && k+1 < len(u.words) && (u.words[k+1].lower == "to" || u.words[k+1].lower == "for")
}

// ones stand for one more of what was said.
var ones = set("one another same")

// goesOn says that word i of a phrase limits it, or begins another part of the
// sentence: "the members only", "Alice and her score". A phrase that was
// practised with the word may hold it.
func (a *aligner) goesOn(slot Slot, i, first, last int) bool {
	w := a.u.words[i].lower
	inside := i > first && i < last
	goes := a.f.lx.limit[w] || tellingVerbs[w] || inside && (w == "or" || a.joins(i))
	if !goes || nameLike(a.u, i) {
		return false
	}
	return !slices.ContainsFunc(value.Tokens(slot.Example), func(t value.Token) bool { return t.Lower == w })
}

// joins says that "and" at word i goes on with the request: "and in that case".
func (a *aligner) joins(i int) bool {
	if a.u.words[i].lower != "and" {
		return false
	}
	next := a.u.words[i+1].lower
	return a.f.lx.function[next] || a.f.lx.direction[next]
}

// prepositional says that a message from word i would begin with a preposition
// or follow one that the pattern has not, and so goes on with the request:
// "make x.docx with the totals". Behind a colon, or written with a capital, it
// is the message's own.
func (a *aligner) prepositional(part, i int) bool {
	if a.u.colonBefore(i) {
		return false
	}
	before := a.wordBefore(i)
	if a.f.lx.preposition[before] && (part == 0 || a.parts[part-1].Word != before) {
		return true
	}
	return a.f.lx.preposition[a.u.words[i].lower] && !nameLike(a.u, i)
}

// wordBefore is the last word before word i that is no filler, "" for none.
func (a *aligner) wordBefore(i int) string {
	for i--; i >= 0; i-- {
		if w := a.u.words[i].lower; !a.f.lx.filler[w] {
			return w
		}
	}
	return ""
}

// ownWord says that a phrase may begin or end with word i: a content word, or
// one that is written as a name, as the column Name is.
func (a *aligner) ownWord(i int) bool {
	w := a.u.words[i]
	return a.f.lx.content(w.lower) || (!a.f.lx.pronoun[w.lower] && nameLike(a.u, i))
}

// othersRole says that a name at word i stands in the role that the wordings
// give to a person of another slot: in "a review for Dana", Dana is for whom.
func (a *aligner) othersRole(slot Slot, i int) bool {
	if i == 0 || slot.Kind == value.Message || !capitalised(a.u.words[i].text) {
		return false
	}
	role := a.f.lx.roleOf(a.u.words[i-1].lower)
	for name, roles := range a.f.roles {
		s, _ := a.f.Slot(name)
		if role != "" && name != slot.Name && s.Kind == value.Person && roles[role] {
			return true
		}
	}
	return false
}

// titled says that the word before a part of the pattern announces a title,
// which may hold anything, as in "with the subject Agenda Monday".
func (a *aligner) titled(part int) bool {
	return part > 0 && a.f.lx.titles(a.parts[part-1].Word)
}

// swallows says that a phrase may hold the typed value at word i. A message
// may hold any but a file, unless it stands behind a colon: "the content of
// plan.txt" is to be fetched, not to be written. A phrase may hold a plain
// number, or what only looks like a cell, as in "Q3 review 2", where no slot
// of the procedure could want it.
func (a *aligner) swallows(slot Slot, i int) bool {
	for _, s := range a.u.values[a.u.within[i]] {
		switch {
		case s.kind == value.Person:
		case slot.Kind == value.Message:
			if s.kind == value.File && !a.opensMessage(i) {
				return false
			}
		case s.kind != value.Number && s.kind != value.Cell, a.f.wants(s.kind):
			return false
		}
	}
	return true
}

// wants says that some slot of the procedure takes values of a kind.
func (f *family) wants(k value.Kind) bool {
	for _, s := range f.Slots {
		if s.Kind == k {
			return true
		}
	}
	return false
}
