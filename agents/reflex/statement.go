package reflex

import "slices"

// A sentence that asks for nothing tells something: "the text is in notes.docx"
// has all the words of a request, and is none. What it tells with must then be
// a wording's own.

// requesting are words that make a sentence ask, wherever they stand.
var requesting = set("please pls kindly could can would will should must shall may might need needs want wants like let's get gets")

// referring are words with which a sentence goes on about what was named before.
var referring = set("it they this that these those")

// tellingVerbs are those with which a sentence tells how things are.
var tellingVerbs = set("is are was were has have had")

// states says that the sentence of word i asks for nothing: it has no such word,
// no question and no verb of a request.
func (f *family) states(u *utterance, i int) bool {
	for ; i > 0 && !u.words[i].breakBefore; i-- {
	}
	if i > 0 && referring[u.words[i].lower] {
		return false // it says more of what was asked for
	}
	for j, w := range u.words {
		if j > i && w.breakBefore {
			return !u.goesBack(j)
		}
		if j < i || u.within[j] >= 0 {
			continue
		}
		behind := ""
		if j+1 < len(u.words) {
			behind = u.words[j+1].lower
		}
		switch {
		case requesting[w.lower], interrogatives[w.lower] && w.lower != "who", tellingVerbs[w.lower] && behind == "to":
			return false
		case u.opens(j, f.lx) && (f.lx.question[w.lower] || w.lower == "let"):
			return false
		case f.lx.begins(w.stem) && !past[w.lower] && u.moods()[j] == "" && (j == 0 || !f.lx.nounPlace[u.words[j-1].lower]):
			return false
		}
	}
	return true
}

// opens says that the text, or a clause of it, begins with word j, polite words
// apart.
func (u *utterance) opens(j int, lx *lexicon) bool {
	if j == 0 || u.words[j].breakBefore || u.gap(j) != " " {
		return true
	}
	before := u.words[j-1].lower
	return lx.filler[before] && !lx.nounPlace[before] && !persons[before] && u.opens(j-1, lx)
}

// goesBack says that the sentences from word j on ask for something with what was
// named before: "There is a talk in Tom's calendar. Move it".
func (u *utterance) goesBack(j int) bool {
	return slices.ContainsFunc(u.words[j:], func(w word) bool { return w.lower == "it" || w.lower == "them" || w.lower == "its" })
}

// tellsOnly says that word j is the verb of a text that only tells.
func (a *aligner) tellsOnly(j int) bool {
	return tellingVerbs[a.u.words[j].lower] && a.f.states(a.u, j)
}
