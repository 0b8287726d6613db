package reflex

import (
	"strings"

	"legomem/tools/value"
)

// Without quotes only the words themselves tell where a title or a text begins and
// ends. What goes on with the sentence around it is none of it: in "the subject
// Kind note should get", the title is "Kind note".

// carrying are the words that carry the sentence on, wherever they stand in a
// phrase that is not written as a name.
var carrying = set("could can would will might shall should must there there's it's that's")

// renaming are nouns that also ask for a name: "and name the file like the person".
var renaming = set("name call title")

// joining are words that join what comes to what was.
var joining = set("and or but nor")

// runsOver says that words [first, last] hold some of the sentence around the
// phrase.
func (a *aligner) runsOver(part, first, last int) bool {
	u := a.u
	for i := first; i <= last; i++ {
		w := u.words[i].lower
		if i > first && nameLike(u, i) {
			continue
		}
		if strings.HasSuffix(w, "'ll") || strings.HasSuffix(w, "’ll") {
			return true
		}
		if i > first && (carrying[w] || relatives[w] || dependent[w]) || i > first && !a.titled(part) && interrogatives[w] {
			return true
		}
	}
	if last > first && !nameLike(u, last) && (articles[u.words[last].lower] || u.words[last].lower == "be" || tellingVerbs[u.words[last].lower] || joining[u.words[last].lower] || a.doneTo(last)) {
		return true
	}
	return a.does(first) || a.sets(first, last) || a.happens(first, last)
}

// happens says that words [first, last] go on to when it is to be done: "Printer
// repair on Monday evening".
func (a *aligner) happens(first, last int) bool {
	u := a.u
	for i := first + 1; i < last; i++ {
		if !whens[u.words[i].lower] || nameLike(u, i) {
			continue
		}
		for _, s := range u.values[i+1] {
			if s.kind == value.Date || s.kind == value.Time {
				return true
			}
		}
	}
	return false
}

// whens lead to when something is done.
var whens = set("on at by before after until till from")

// secondReceives says that a name behind "to" gets another thing than those of whom
// the same clause tells first: "email each of these to them and the minutes to Tariq".
func (a *aligner) secondReceives(s span) bool {
	u := a.u
	if s.kind != value.Person || s.first == 0 || u.words[s.first-1].lower != "to" {
		return false
	}
	joined := false
	for k := s.first - 2; k > 0 && !u.words[k+1].breakBefore && !u.commaBefore(k+1); k-- {
		w := u.words[k].lower
		joined = joined || w == "and"
		if joined && u.words[k-1].lower == "to" && (others[w] || a.f.lx.universal[w] || w == "me") {
			return true
		}
	}
	return false
}

// doneTo says that word i is a participle behind which the sentence goes on: "the
// subject Kind note sent to each".
func (a *aligner) doneTo(i int) bool {
	u := a.u
	if !past[u.words[i].lower] || i+1 == len(u.words) || u.words[i+1].breakBefore || u.commaBefore(i+1) || u.colonBefore(i+1) {
		return false
	}
	next := u.words[i+1].lower
	return a.f.lx.preposition[next] || a.f.lx.direction[next] || next == "to" || next == "with"
}

// does says that word i is the verb of the sentence: "does the sheet give as
// Seats". Behind "to" it is what is to be done, and behind an article a noun.
func (a *aligner) does(i int) bool {
	u := a.u
	if i == 0 || nameLike(u, i) || u.words[i].breakBefore || u.commaBefore(i) || u.colonBefore(i) {
		return false
	}
	before := u.words[i-1].lower
	if before == "you" && a.f.lx.begins(u.words[i].stem) {
		return true
	}
	return before != "to" && !a.f.lx.nounPlace[before] && u.within[i-1] >= 0 && a.f.lx.begins(u.words[i].stem)
}

// sets says that words [first, last] go on to where the thing is: "Budget talk in
// the calendar".
func (a *aligner) sets(first, last int) bool {
	u := a.u
	for i := first + 1; i+2 <= last; i++ {
		noun := u.words[i+2]
		if a.f.lx.preposition[u.words[i].lower] && articles[u.words[i+1].lower] && a.f.vocabulary[noun.stem] && !nameLike(u, i+2) && !nameLike(u, i) {
			return true
		}
	}
	return false
}

// namesIt says that word i asks for a name, where it is no noun: "and call it".
func (a *aligner) namesIt(i int) bool {
	u := a.u
	if !renaming[u.words[i].lower] || i+1 == len(u.words) {
		return false
	}
	next := u.words[i+1].lower
	return articles[next] || next == "it" || next == "them" || next == "each"
}

// describes says that words [first, last] say what a text is to be about, and are not
// the text: "what Marcus has on Monday", "the total of each Team in costs.xlsx".
func (a *aligner) describes(first, last int) bool {
	u := a.u
	if joining[u.words[last].lower] && last > first {
		return true
	}
	if w := u.words[first].lower; (others[w] || w == "me" || w == "us" || w == "'s" || w == "’s") && !u.colonBefore(first) {
		return true // "telling him that the keys are here", "with the person's name"
	}
	for i := first + 1; i <= last; i++ {
		if u.words[i].lower == "say" && !u.colonBefore(first) && capitalised(u.words[first].text) {
			return true // "that says Closed say Open"
		}
	}
	w := u.words[first]
	if (interrogatives[w.lower] || dependent[w.lower] && !u.colonBefore(first)) && !capitalised(w.text) {
		return true
	}
	if a.quotesIn(first, last) {
		return true
	}
	return a.onlyNames(first, last) || a.thanks(first, last) || u.hasFile(first, last)
}

// quotesIn says that something stands in quotes within words [first, last]: the text
// may be that alone.
func (a *aligner) quotesIn(first, last int) bool {
	for i := first; i <= last; i++ {
		for _, s := range a.u.values[i] {
			if s.quoted {
				return true
			}
		}
	}
	return false
}

// naming are the words with which something is named rather than said.
var naming = set("the a an his her their its my our your all each every both")

// onlyNames says that words [first, last] name something and say nothing of it, as
// "the total of the list" does: whether that is the text, or what is to be looked up
// for it, only quotes tell. "The gate is shut" says something.
func (a *aligner) onlyNames(first, last int) bool {
	u := a.u
	if !naming[u.words[first].lower] || capitalised(u.words[first].text) || first == last {
		return false
	}
	for i := first + 1; i <= last; i++ {
		w, before := u.words[i], u.words[i-1]
		if tellingVerbs[w.lower] || modals[w.lower] && w.lower != "to" || a.f.lx.negation[w.lower] || strings.ContainsAny(w.lower, "'’") || persons[w.lower] {
			return false
		}
		noun := i-1 > first && a.f.lx.content(before.lower) && !a.f.lx.quantifier[before.lower] && !a.f.lx.universal[before.lower]
		if !noun || u.within[i] >= 0 || !a.f.lx.content(w.lower) || i < last && u.words[i+1].lower == "of" {
			continue // "the main points of"
		}
		// "The technician comes", "the doors open", "the gate opened".
		if strings.HasSuffix(before.lower, "s") != strings.HasSuffix(w.lower, "s") || strings.HasSuffix(w.lower, "ed") {
			return false
		}
	}
	return true
}

// thanking are the words of a sentence that only thanks.
var thanking = set("thanks thank thx ta cheers you please lot many much a so very in advance")

// thanks says that words [first, last] end with a sentence that only thanks who is
// asked: ": the gate is shut. Thanks a lot".
func (a *aligner) thanks(first, last int) bool {
	for i := last; i > first && thanking[a.u.words[i].lower]; i-- {
		if a.u.words[i].breakBefore {
			return true
		}
	}
	return false
}

// hasFile says that a file is named in words [first, last].
func (u *utterance) hasFile(first, last int) bool {
	for i := first; i <= last; i++ {
		for _, s := range u.values[i] {
			if s.kind == value.File {
				return true
			}
		}
	}
	return false
}
