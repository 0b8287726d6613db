package reflex

import (
	filepath "path"
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
		if s.kind == slot.Kind && !s.quoted && sameForm(slot, s) && !a.u.percent(s) {
			out = append(out, s)
		}
	}
	return out
}

// known says that a word is one of the family's or the lexicon's.
func (a *aligner) known(w word) bool {
	return a.f.vocabulary[w.stem] || a.f.lx.begins(w.stem) || !a.f.lx.content(w.lower) || len(a.f.lx.classes[w.stem]) > 0
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
	if i > 0 && a.opensRequest(j) {
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
	return apart && a.f.lx.begins(a.u.words[i].stem)
}

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
	if slot.Kind == value.Phrase && (!a.ownWord(first) || (!a.ownWord(last) && !a.titled(part)) || u.within[first] >= 0 && !a.titled(part)) {
		return false
	}
	if slot.Kind == value.Phrase && lx.quantifier[u.words[first].lower] && !(first > 0 && articles[u.words[first-1].lower]) {
		return false // "all events" is no title
	}
	if slot.Kind == value.Message && (u.words[first].lower == "that" || a.prepositional(part, first)) {
		return false
	}
	for i := first; i <= last; i++ {
		if slot.Kind == value.Phrase && !a.titled(part) && lx.strict[u.words[i].lower] {
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
