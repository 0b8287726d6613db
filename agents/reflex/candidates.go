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
		if s.kind == slot.Kind && !s.quoted && sameForm(slot, s) {
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
	if i > 0 && j == 0 {
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

// ends says that a phrase cannot go on with word i: a sentence ends before it,
// or another request begins there.
func (a *aligner) ends(slot Slot, i int) bool {
	w := a.u.words[i]
	if w.breakBefore && (slot.Kind != value.Message || !a.opensMessage(i)) {
		return true
	}
	return w.lower == "then" || w.lower == "also" || a.request(i)
}

// request says that another request begins with word i: "and email it".
func (a *aligner) request(i int) bool {
	if i == 0 {
		return false
	}
	prev := a.u.words[i-1].lower
	return (prev == "and" || prev == "or" || prev == "but") && a.f.lx.begins(a.u.words[i].stem)
}

// opensMessage says that a message runs over sentences: it stands behind a
// colon.
func (a *aligner) opensMessage(i int) bool {
	upTo := a.u.text[:a.u.words[i].start]
	return strings.Contains(upTo, ":")
}

// holds says that words [first, last] can be the phrase of the slot at a part
// of the pattern: it begins and
// ends with words of its own, and holds no date, time, address, file or number
// that a rival explanation would need.
func (a *aligner) holds(slot Slot, part, first, last int) bool {
	u, lx := a.u, a.f.lx
	if slot.Kind == value.Phrase && (!lx.content(u.words[first].lower) || !lx.content(u.words[last].lower)) {
		return false
	}
	if slot.Kind == value.Message && u.words[first].lower == "that" {
		return false
	}
	for i := first; i <= last; i++ {
		if u.within[i] >= 0 && !a.titled(part) && !a.swallows(slot, i) {
			return false
		}
		if i > first && a.othersRole(slot, i) {
			return false
		}
	}
	return true
}

// othersRole says that a name at word i stands in the role that the wordings
// give to a person of another slot: in "a review for Dana", Dana is for whom.
func (a *aligner) othersRole(slot Slot, i int) bool {
	if slot.Kind == value.Message || !capitalised(a.u.words[i].text) {
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
	return part > 0 && a.f.lx.title[a.parts[part-1].Word]
}

// swallows says that a phrase may hold the typed value at word i. A message
// may hold any; a phrase only a plain number, as in "Q3 review 2".
func (a *aligner) swallows(slot Slot, i int) bool {
	if slot.Kind == value.Message {
		return true
	}
	for _, s := range a.u.values[a.u.within[i]] {
		if s.kind != value.Number && s.kind != value.Person {
			return false
		}
	}
	return len(a.f.rivalsOf(value.Number)) == 0
}

// rivalsOf lists the procedure's slots of a kind.
func (f *family) rivalsOf(k value.Kind) []string {
	var out []string
	for _, s := range f.Slots {
		if s.Kind == k {
			out = append(out, s.Name)
		}
	}
	return out
}
