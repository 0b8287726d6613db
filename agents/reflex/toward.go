package reflex

import (
	"maps"

	"legomem/tools/value"
)

// A value or a thing that one wording takes from somewhere is not put there by
// another: "into Ines's calendar" is no way to say "out of Ines's calendar".
// What leads to each slot and each noun is noted for a family, and a text that
// leads the other way is not read.

// widestNoun is how many words of its own may stand between a word that gives
// a direction and what it leads to: "into the new Word document notes.docx".
const widestNoun = 4

// leader is the preposition that leads to word i, and where it stands, over the
// words that only say what stands there: "into" for the file in "into the pdf
// lease.pdf"; "" for none. word returns a word, lower case, or "" where a value
// or a clause ends.
func (lx *lexicon) leader(word func(int) string, i int) (string, int) {
	for k, own := i-1, 0; k >= 0 && own <= widestNoun; k-- {
		w := word(k)
		switch {
		case w == "of" && k > 0 && word(k-1) == "out":
			return "from", k - 1
		case w == "to" && k+1 < i && !lx.nounPlace[word(k+1)] && !lx.universal[word(k+1)]:
			return "", -1 // "to see the list" leads to no list
		case lx.way[w] != "" || lx.direction[w] || lx.preposition[w]:
			return w, k
		case lx.nounPlace[w], lx.announcer[w] == "subject", w == "'s":
		case w == "", !lx.content(w), lx.begins(lx.stem(w)) && (k == 0 || !lx.nounPlace[word(k-1)]):
			return "", -1
		default:
			own++
		}
	}
	return "", -1
}

// wordAt is a word of the text for leader.
func (u *utterance) wordAt(i int) func(int) string {
	return func(k int) string {
		if u.within[k] >= 0 || u.words[k+1].breakBefore || u.commaBefore(k+1) {
			return ""
		}
		return u.words[k].lower
	}
}

// wordAt is a word of a pattern for leader. The owner of what stands there is
// no end: "out of {user}'s calendar".
func wordAt(parts []patternPart) func(int) string {
	return func(k int) string {
		if parts[k].Slot != "" && k+1 < len(parts) && parts[k+1].Word == "'s" {
			return "{owner}"
		}
		return parts[k].Word
	}
}

// ways are the directions in which a family's wordings lead to its slots, and,
// by stem, to its nouns; and those in which its requests' verbs lead. Toward are
// the verbs, by stem, that lead something to each slot.
type ways struct {
	slots, nouns, verbs, toward map[string]map[string]bool
}

func (f *family) learnWays(parts []patternPart) {
	for i, p := range parts {
		led, at := f.lx.leader(wordAt(parts), i)
		parts[i].leader = led
		way := f.lx.way[led]
		if way == "" {
			continue
		}
		if verb := f.lx.verbOf(wordAt(parts), at); verb != "" && sharp[parts[at].Word] {
			noteKey(f.ways.verbs, verb, way)
		}
		if p.Slot != "" {
			noteKey(f.ways.slots, p.Slot, way)
			if way == "to" {
				noteKey(f.ways.toward, p.Slot, f.lx.verbOf(wordAt(parts), at))
			}
		} else if p.content && !f.lx.infinitive(parts[i-1].Word, p.stem) {
			noteKey(f.ways.nouns, p.stem, way)
		}
	}
}

func noteKey(m map[string]map[string]bool, key, way string) {
	if m[key] == nil {
		m[key] = map[string]bool{}
	}
	m[key][way] = true
}

// infinitive says that a word is what is to be done: "to send".
func (lx *lexicon) infinitive(before, stem string) bool {
	return before == "to" && lx.begins(stem)
}

// opposed says that wordings lead to something, and only the other way.
func opposed(led map[string]bool, way string) bool {
	return way != "" && len(led) > 0 && !led[way]
}

// verbOf is the stem of the verb that what stands at i belongs to: the nearest
// before it that a request could have, "" for none.
func (lx *lexicon) verbOf(word func(int) string, i int) string {
	for k := i - 1; k >= 0; k-- {
		if w := word(k); lx.begins(lx.stem(w)) && (k == 0 || !lx.nounPlace[word(k-1)]) {
			return lx.stem(w)
		}
	}
	return ""
}

// among joins what is noted for a stem and for other words for the same.
func (lx *lexicon) among(m map[string]map[string]bool, stem string) map[string]bool {
	all := map[string]bool{}
	for other, set := range m {
		if lx.alike(other, stem) {
			maps.Copy(all, set)
		}
	}
	return all
}

// leadsAway says that the text leads to word j, a noun of the wordings, in a
// direction in which they never do.
func (a *aligner) leadsAway(j int) bool {
	w := a.u.words[j]
	if !a.f.lx.content(w.lower) || j == 0 || nameLike(a.u, j) {
		return false
	}
	led, at := a.f.lx.leader(a.u.wordAt(j), j)
	way := a.f.lx.way[led]
	if at < 0 || !sharp[a.u.words[at].lower] {
		return false
	}
	return opposed(a.f.lx.among(a.f.ways.nouns, w.stem), way) || a.verbOpposes(at, way)
}

// sharp are the words that give a verb its direction; "from" and "to" may belong
// to a noun: "put everything from the list".
var sharp = set("into onto out off")

// verbOpposes says that the verb before word i never leads that way: "take …
// into" where the wordings have "take … out of". One makes something into another
// thing as well as out of it.
func (a *aligner) verbOpposes(i int, way string) bool {
	verb := a.f.lx.verbOf(func(k int) string { return a.u.words[k].lower }, i)
	return verb != "" && sharp[a.u.words[i].lower] && !a.f.lx.alike(verb, "make") && opposed(a.f.lx.among(a.f.ways.verbs, verb), way)
}

// misled says that the text leads to a slot's value as no wording does: the
// other way, or with another word of direction than the pattern.
func (a *aligner) misled(part patternPart, s span) bool {
	lx := a.f.lx
	led, at := lx.leader(a.u.wordAt(s.first), s.first)
	if way := lx.way[led]; opposed(a.f.ways.slots[part.Slot], way) || way != "" && a.verbOpposes(at, way) {
		return true
	}
	if sharp[led] && lx.way[led] == "to" && !a.f.ways.slots[part.Slot]["to"] && (part.leader == "of" || part.leader == "from") {
		return true
	}
	if lx.way[led] == "to" && a.putThere(part.Slot, at) {
		return true
	}
	if a.parts == nil || !lx.direction[led] && led != "about" || lx.wayOf(led) == lx.wayOf(part.leader) {
		return false
	}
	return measures[part.slot.Kind] || lx.direction[part.leader] || lx.way[part.leader] != ""
}

// putThere says that the preposition at word i puts something to a slot's value
// that wordings take things from, or moves something to where they have it be, and
// that none does so.
func (a *aligner) putThere(slot string, i int) bool {
	lx, before := a.f.lx, a.f.ledBy[slot]
	verb := lx.verbOf(func(k int) string { return a.u.words[k].lower }, i)
	put := lx.alike(verb, "put") && (before["of"] || before["from"])
	move := lx.alike(verb, "move") && before["in"]
	if !put && !move {
		return false
	}
	for other := range a.f.ways.toward[slot] {
		if lx.alike(other, verb) {
			return false
		}
	}
	return true
}

// measures are the kinds that a preposition gives another meaning: "by 25" is
// not "to 25", and "before noon" not "at noon".
var measures = map[value.Kind]bool{value.Number: true, value.Money: true, value.Date: true, value.Time: true, value.DateTime: true}

// wayOf is the direction that a word gives, or the word itself.
func (lx *lexicon) wayOf(word string) string {
	if way := lx.way[word]; way != "" {
		return way
	}
	return word
}

// unled says that a value stands where no wording has it: words behind "that", or
// without the one word that leads to them in all; a number right behind a verb
// that none has it behind, as in "change 25".
func (a *aligner) unled(p *path, part patternPart, s span) bool {
	before, led := a.wordBefore(s.first), a.f.ledBy[part.Slot]
	if isWords(part.slot.Kind) && !s.quoted {
		return before == "that" && part.slot.Kind == value.Phrase && !led["that"] || len(led) == 1 && persons[onlyOf(led)] && !led[before]
	}
	if part.slot.Kind == value.Number && a.insteadOf(s) {
		return true
	}
	if p.open { // the word before ends a title: "send off the badge list tomorrow"
		return false
	}
	if !measures[part.slot.Kind] || s.first == 0 || !a.f.lx.begins(a.u.words[s.first-1].stem) {
		return false
	}
	for word := range led {
		if a.f.lx.alike(a.f.lx.stem(word), a.u.words[s.first-1].stem) {
			return false
		}
	}
	return true
}

func onlyOf(m map[string]bool) string {
	for word := range m {
		return word
	}
	return ""
}

// insteadOf says that a number is what is replaced, or by how much something
// changes: only "by" or "with" leads to what replaces, and "by" nowhere else.
func (a *aligner) insteadOf(s span) bool {
	lx := a.f.lx
	led, _ := lx.leader(a.u.wordAt(s.first), s.first)
	if lx.replacing[lx.verbOf(func(k int) string { return a.u.words[k].lower }, s.first)] {
		return led != "by" && led != "with"
	}
	return led == "by" || led == "about"
}
