package reflex

import (
	"strings"

	"legomem/tools/value"
)

// Whose a thing is decides where something is done: "into my calendar" is not
// "into the calendar of each", and "Elena's email" is not an email to Elena.
// What has an owner in the wordings is noted for a family.

// owned are the nouns, by stem, that wordings give to others, those they call
// the user's own, and what each slot owns: nouns by stem, "" for a value.
type owned struct {
	nouns, mine map[string]bool
	slots       map[string]map[string]bool
	// parts are the nouns that wordings have something be of: "of the sheet".
	parts map[string]bool
	// told are the verbs, by stem, that wordings have with whom it is done for,
	// "send {to}".
	told map[string]bool
}

// ownWords are words for what is the user's own.
var ownWords = set("my our")

// othersWords are words for what is another's.
var othersWords = set("their his her 's")

// others are words for whom something is done, but the user.
var others = set("them him her")

func (f *family) learnOwners(parts []patternPart) {
	for i, p := range parts {
		if p.leader == "of" && p.content {
			f.owned.parts[p.stem] = true
		}
		if i > 0 && p.content {
			f.owned.mine[p.stem] = f.owned.mine[p.stem] || ownWords[parts[i-1].Word]
			f.owned.nouns[p.stem] = f.owned.nouns[p.stem] || othersWords[parts[i-1].Word] || f.ofSomebody(parts[i+1:])
		}
		if i > 0 && f.lx.begins(parts[i-1].stem) {
			f.owned.told[parts[i-1].stem] = f.owned.told[parts[i-1].stem] || p.slot.Kind == value.Person || others[p.Word]
			f.owned.mine[parts[i-1].stem] = f.owned.mine[parts[i-1].stem] || p.Word == "me"
		}
		if i > 0 && p.Word == "'s" && parts[i-1].Slot != "" && i+1 < len(parts) {
			noteKey(f.owned.slots, parts[i-1].Slot, parts[i+1].stem)
		}
	}
}

// ofSomebody says that a noun goes on with whose it is: "of the person".
func (f *family) ofSomebody(behind []patternPart) bool {
	if len(behind) == 0 || behind[0].Word != "of" {
		return false
	}
	for _, p := range behind[1:] {
		if p.Slot != "" {
			return p.slot.Kind == value.Person
		}
		if p.Word == "whoever" || p.Word == "those" || f.lx.synonyms(p.stem, "person") {
			return true
		}
		if !f.lx.filler[p.Word] {
			return false
		}
	}
	return false
}

// misowned says that word j takes something for the user's own, or for a
// person's, that no wording does. The word before was bound to slot, if any.
func (a *aligner) misowned(j int, slot string) bool {
	w := a.u.words[j]
	if w.lower == "'s" && slot != "" {
		s, _ := a.f.Slot(slot)
		return !a.f.lx.pronoun[strings.ToLower(s.Example)] && !a.owns(slot, j+1) // "my" is an owner too
	}
	if w.lower == "me" && j > 0 {
		verb := a.u.words[j-1].stem
		if a.person() != "" && a.f.leads[verb] && len(a.f.parts) >= many && !a.f.owned.mine[verb] {
			return true // "set me a reminder for Hugo"
		}
		return a.f.owned.told[verb] && !a.f.owned.mine[verb]
	}
	if !ownWords[w.lower] || j+1 == len(a.u.words) {
		return false
	}
	if a.ownThing(j + 1) {
		return true
	}
	for stem, others := range a.f.owned.nouns {
		next := a.u.words[j+1].stem
		if a.f.lx.alike(stem, next) && others && !a.f.owned.mine[stem] {
			return true
		}
	}
	return false
}

// ownThing says that word j, which the text calls the user's own, is something of
// which no wording of many says so: "my place in the Yoga class".
func (a *aligner) ownThing(j int) bool {
	for j+1 < len(a.u.words) && strings.HasSuffix(a.u.words[j].lower, "ed") {
		j++ // "my received mails"
	}
	w := a.u.words[j]
	if len(a.f.parts) < many || !a.f.lx.content(w.lower) || a.u.within[j] >= 0 || nameLike(a.u, j) || a.f.wants(value.Message) {
		return false
	}
	for stem, mine := range a.f.owned.mine {
		if mine && a.f.lx.alike(stem, w.stem) {
			return false
		}
	}
	return true
}

// ofAnother says that something is said to be of word j, a noun of the wordings of
// which they have nothing be: "the agenda of the meeting" is no agenda.
func (a *aligner) ofAnother(j int) bool {
	w := a.u.words[j]
	if !a.f.lx.content(w.lower) || nameLike(a.u, j) || a.u.within[j] >= 0 {
		return false
	}
	if led, _ := a.f.lx.leader(a.u.wordAt(j), j); led != "of" {
		return false
	}
	for stem := range a.f.owned.parts {
		if a.f.lx.alike(stem, w.stem) {
			return false
		}
	}
	return true
}

// signs says that word j tells for whom something is done: "in my name", "on his
// behalf".
func (a *aligner) signs(j int) bool {
	w := a.u.words[j].lower
	if j < 2 || w != "name" && w != "behalf" || a.f.writes(w) && w == "behalf" {
		return false
	}
	owner, led := a.u.words[j-1].lower, a.u.words[j-2].lower
	return (ownWords[owner] || othersWords[owner]) && (led == "in" || led == "on")
}

// owns says that some wording has a slot's value own what stands at word j.
func (a *aligner) owns(slot string, j int) bool {
	if j == len(a.u.words) {
		return false
	}
	for stem := range a.f.owned.slots[slot] {
		next := a.u.words[j].stem
		if stem == "" && !a.f.vocabulary[next] || a.f.lx.alike(stem, next) {
			return true
		}
	}
	return false
}

// ofOneSelf says that a title is called the user's own, where the person it is
// for is another: "my call with Tom".
func (a *aligner) ofOneSelf(p *path, part patternPart, s span) bool {
	return part.slot.Kind == value.Phrase && s.first > 0 && ownWords[a.u.words[s.first-1].lower] && p.owner == "" && a.f.wants(value.Person)
}

// person is the procedure's only slot of a person, "" for none or several.
func (a *aligner) person() string {
	name := ""
	for _, s := range a.f.Slots {
		if s.Kind == value.Person && name != "" {
			return ""
		}
		if s.Kind == value.Person {
			name = s.Name
		}
	}
	return name
}
