package reflex

import (
	"slices"
	"strings"

	"legomem/tools/value"
)

// explained says what it costs that no slot takes word j of a text in free
// order, behind the key left; false for a word that nothing explains.
func (r *reader) explained(j int, left string) (int, bool) {
	w, lx := r.u.words[j], r.f.lx
	counted := r.u.within[j] >= 0 && !lx.light[w.lower] && !r.sequence(j) // "one" is a number, but in "each one"
	if counted || r.ofAnother(j) || r.untreated(j) || r.enumerates(j) || r.whoDoes(j) || r.signs(j) || r.tells(j) && !r.relative(j) && !r.wanted(j) && !r.introduces(j) || r.asks(j) && !r.f.writes(w.text) && r.after(j) != "look" {
		return 0, false
	}
	next := r.after(j)
	switch {
	case w.lower == "my":
		return costFiller, r.mine(next)
	case w.lower == "me":
		if lx.alike(left, "send") {
			return costFiller, r.pairs[[2]string{left, "me"}]
		}
		led := lx.preposition[left] || lx.direction[left]
		return costFiller, !r.misowned(j, "") && !led || left == "for" || r.paired(left, "me") || left == "to" && len(r.f.owned.mine) > 0
	case lx.filler[w.lower] && r.capital(j):
		return 0, false
	case lx.filler[w.lower], r.sequence(j):
		return costFiller, true
	case lx.negation[w.lower]:
		return costFamily, true // they are counted
	case w.lower == "one":
		return costFamily, r.oneOf(j, left, next)
	case w.lower == "single":
		return costFamily, !r.forAll(j)
	case adding[w.lower] && lx.announcer[next] == "saying":
		return costFamily, r.paired(w.lower, next)
	case lx.light[w.lower]:
		return costFamily, true
	case lx.universal[w.lower]:
		return costFamily, r.universal && r.everyOneOf(next) && r.allOfThem(left)
	case lx.phrasal[left+" "+w.lower]:
		return costFunction, true
	case r.leadsToTitle(j):
		return costFunction, true
	case w.lower == "under":
		return costFunction, r.leads(j, next)
	case lx.selector[w.lower] && !lx.begins(w.stem), relations[w.lower]:
		return costFamily, r.chooses(j, left, next)
	case w.lower == "file":
		return costFunction, r.f.wants(value.File)
	case lx.direction[w.lower] || w.lower == "to" || w.lower == "onto":
		return costFunction, r.leads(j, next)
	case lx.strict[w.lower] || lx.limit[w.lower] && lx.content(w.lower):
		return costFamily, r.f.vocabulary[w.stem] && (r.paired(left, w.stem) || r.paired(w.stem, next))
	case w.lower == "name" && r.f.lx.verbBefore(r.u.wordAt(j), j) >= 0:
		return costFunction, r.paired(left, "name")
	case conditions[left] && (w.lower == "he" || w.lower == "she"):
		return costFunction, r.pairs[[2]string{left, w.lower}]
	case lx.function[w.lower]:
		return costFunction, true
	case nameLike(r.u, j) && !r.f.writes(w.text) && r.share[w.stem] < mostSay:
		return 0, false
	case r.f.vocabulary[w.stem]:
		return costFamily, true
	case r.shareOf(w.stem) > 0:
		return costFamily + costSynonym, !lx.begins(w.stem) || r.shareOf(w.stem) >= someSay
	}
	return 0, false
}

// everyOneOf says that the wordings may mean every one of what has that key: some
// says so, or it is no noun of theirs.
func (r *reader) everyOneOf(next string) bool {
	if !r.f.vocabulary[next] {
		return true
	}
	return r.someUniversal(func(word string) bool { return r.paired(word, next) })
}

// allOfThem says that a preposition before a word for every one leads to such a word
// in some wording: "in each" is not "for each".
func (r *reader) allOfThem(left string) bool {
	if !r.f.lx.preposition[left] {
		return true
	}
	return r.someUniversal(func(word string) bool { return r.paired(left, word) })
}

func (r *reader) someUniversal(is func(word string) bool) bool {
	for word := range r.f.lx.universal {
		if is(word) {
			return true
		}
	}
	return false
}

// oneOf says that "one" stands for each of several, as in "each one" and "one for
// each", or as some wording has it: "one folder for all" is another thing.
func (r *reader) oneOf(j int, left, next string) bool {
	if r.forAll(j) {
		return false
	}
	if r.f.lx.universal[left] || determiners[left] || r.f.lx.function[next] {
		return true
	}
	apiece := slices.ContainsFunc(r.u.words, func(w word) bool { return distributes[w.lower] })
	return apiece && r.paired(left, "one") && r.paired("one", next)
}

// forAll says that what word j counts is there once for all: "one folder for all".
func (r *reader) forAll(j int) bool {
	for k := j + 1; k+1 < len(r.u.words) && !r.u.words[k].breakBefore; k++ {
		if leadsToAll[r.u.words[k].lower] && alls[r.u.words[k+1].lower] {
			return true
		}
	}
	return false
}

// leadsToAll lead to what one thing is for, or tells of.
var leadsToAll = set("for names lists naming listing about")

// distributes are words that give every one its own.
var distributes = set("each every per apiece")

// alls are words for several at once.
var alls = set("all everyone everybody them")

// determiners are words behind which "one" stands for what was named.
var determiners = set("that this oldest newest first last")

// chooses says that word j, which chooses among several or orders them, stands as
// some wording has it: behind the same word or before it, and on the other side
// too, unless a clause ends there.
func (r *reader) chooses(j int, left, next string) bool {
	key, last := r.key(j), j+1 == len(r.u.words)
	behind, before := r.paired(left, key), r.paired(key, next)
	ends := last || r.u.words[j+1].breakBefore || r.u.commaBefore(j+1) || r.u.colonBefore(j+1)
	begins := j == 0 || r.u.words[j].breakBefore || r.u.commaBefore(j)
	return (behind || begins) && (before || ends) && (behind || before)
}

// introduces says that the verb j of a sentence that tells only names a value or what
// is there, in a text that asks elsewhere: "The subject is Keys", "There is a
// list", "I got some mails".
func (r *reader) introduces(j int) bool {
	if j == 0 || r.u.words[j].breakBefore || !r.asksElsewhere() {
		return false
	}
	before, lx := r.u.words[j-1].lower, r.f.lx
	switch {
	case speakers[before]:
		return lx.light[r.u.words[j].lower]
	case before == "there":
		return true
	}
	return tellingVerbs[r.u.words[j].lower] && (lx.announcer[before] != "" || answers[before] || r.conditional(j))
}

// adding are words with which a text goes on that is there already: "also say".
var adding = set("also too now")

// conditional says that word j tells what must be so: "if the sum is over 100".
func (r *reader) conditional(j int) bool {
	for ; j > 0 && !r.u.words[j].breakBefore; j-- {
		if conditions[r.u.words[j-1].lower] {
			return true
		}
	}
	return false
}

// answers are nouns for a text.
var answers = set("answer reply message content name it")

// asksElsewhere says that some sentence of the text asks for something.
func (r *reader) asksElsewhere() bool {
	for i, w := range r.u.words {
		if (i == 0 || w.breakBefore) && !r.f.states(r.u, i) {
			return true
		}
	}
	return false
}

// relative says that word j tells of what is meant, as in "all who mailed me" and
// "the mails I got".
func (r *reader) relative(j int) bool {
	if j == 0 || r.u.words[j].breakBefore {
		return false
	}
	before := r.u.words[j-1].lower
	if speakers[before] && j > 1 && !r.u.words[j-1].breakBefore && !r.u.commaBefore(j-1) {
		return r.f.lx.content(r.u.words[j-2].lower)
	}
	return relatives[before]
}

var relatives = set("who that which")

// relations say which of two comes first.
var relations = set("after before behind over otherwise else instead")

// wanted says that the past word j says how something is to be, as in "I want it
// saved": its sentence asks before.
func (r *reader) wanted(j int) bool {
	if doer := strings.Contains(r.u.moods()[j], " "); doer && !things[r.u.words[j-1].lower] {
		return false
	}
	for k := j; k > 0 && !r.u.words[k].breakBefore; k-- {
		if asking[r.u.words[k-1].lower] {
			return true
		}
	}
	return false
}

var things = set("it them that this")

var asking = set("want wants need needs should must gets get")

// sequence says that word j only orders what is asked: "First make ...", "Then",
// "After that", "create it first".
func (r *reader) sequence(j int) bool {
	w := r.u.words[j]
	begins := j == 0 || w.breakBefore || r.u.commaBefore(j)
	ends := j+1 == len(r.u.words) || r.u.words[j+1].breakBefore || r.u.commaBefore(j+1)
	switch {
	case ends && !begins:
		return w.lower == "first" && !r.f.vocabulary[w.stem]
	case !begins || j+1 == len(r.u.words):
		return false
	}
	next := r.u.words[j+1]
	if w.lower == "after" {
		return next.lower == "that" || next.lower == "this"
	}
	return sequences[w.lower] && (ends || r.f.lx.begins(next.stem) || r.f.vocabulary[next.stem])
}

var sequences = set("first next then finally lastly afterwards")

// after is the key of what stands behind word j.
func (r *reader) after(j int) string { return r.rightOf(span{first: j, last: j}) }

// leads says that a directional word j leads to what stands behind it, in some
// wording, or to what is to be done. To a value it leads where the wordings of
// a slot that could take it say so: here over a noun, as in "into the document
// plan.docx", else in take.
func (r *reader) leads(j int, next string) bool {
	word, lx := r.u.words[j].lower, r.f.lx
	if word == "until" || word == "till" || others[next] {
		return strings.HasPrefix(next, "{") || r.pairs[[2]string{word, next}]
	}
	if strings.HasPrefix(next, "{") || r.paired(word, next) {
		return true
	}
	if v, ok := r.named(j); ok && (r.f.vocabulary[next] || next == "name") {
		return slices.ContainsFunc(r.f.Slots, func(s Slot) bool {
			return r.seen(r.usage.before[s.Name], word) > 0 && len(r.candidates(s, 0, v)) > 0
		})
	}
	if things[next] {
		return slices.ContainsFunc(r.f.Slots, func(s Slot) bool { return r.seen(r.usage.before[s.Name], word) > 0 })
	}
	does := lx.begins(next) || lx.announcer[next] != "" || lx.light[next] || lx.function[next]
	return word == "to" && does || word == "by" && (r.f.vocabulary[next] || lx.function[next])
}

// named finds the typed value that a noun behind word j names: the file in "into
// the document plan.docx".
func (r *reader) named(j int) (int, bool) {
	nouns := 0
	for k := j + 1; k < len(r.u.words) && nouns < 2; k++ {
		if spans := r.u.values[k]; len(spans) > 0 && spans[0].kind != value.Person && !spans[0].quoted {
			return k, nouns == 1
		}
		if r.key(k) != "" || r.u.words[k].lower == "name" {
			nouns++
		}
	}
	return 0, false
}

// mine says that "my" before a word means nobody else's: the wordings have it
// there, or give the thing no owner at all.
func (r *reader) mine(next string) bool {
	if r.paired("my", next) {
		return true
	}
	for _, owner := range owners {
		if r.paired(owner, next) {
			return false
		}
	}
	return true
}

var owners = []string{"'s", "’s", "their", "his", "her", "person", "each", "every"}
