package reflex

import "slices"

// A relative clause says which things are meant, not what is to become of them:
// "the events that are in list.xlsx" are no events to be put there, and "every
// mail that says no" is no mail to be answered with no.

// saysWhich says that what stands at words [first, ...] ends a relative clause that
// the pattern has not, and that tells where something is or what it says.
func (a *aligner) saysWhich(part patternPart, s span) bool {
	_, at := a.f.lx.leader(a.u.wordAt(s.first), s.first)
	if at > 1 && a.f.ways.slots[part.Slot]["to"] && (a.isThere(at-1) || tellingVerbs[a.u.words[at-1].lower] && relatives[a.u.words[at-2].lower]) {
		return true
	}
	k := s.first - 1
	if k < 2 || !isWords(part.slot.Kind) || part.announced != "" && !a.everyMail(k-1) {
		return false
	}
	return a.f.usage().universal && a.f.lx.announcer[a.u.words[k].lower] == "saying" && relatives[a.u.words[k-1].lower]
}

// everyMail says that the relative word j tells which of all mails are meant: "every
// mail with the subject Keys that says no", but not "with a reply that says no".
func (a *aligner) everyMail(j int) bool {
	lx := a.f.lx
	for k := j - 1; k > 0 && !a.u.words[k].breakBefore; k-- {
		w := a.u.words[k]
		if lx.universal[a.u.words[k-1].lower] && lx.alike(w.stem, "mail") {
			return true
		}
		if answers[w.lower] || lx.begins(w.stem) && !nameLike(a.u, k) && a.u.within[k] < 0 {
			return false
		}
	}
	return false
}

// isThere says that word j is a participle that tells where something is that the
// request has another verb for: "put the events listed in".
func (a *aligner) isThere(j int) bool {
	w := a.u.words[j]
	if !past[w.lower] || !a.f.vocabulary[a.u.words[j-1].stem] {
		return false
	}
	if slices.ContainsFunc(a.parts, func(p patternPart) bool { return p.Word == w.lower }) {
		return false
	}
	return a.f.lx.verbOf(func(k int) string { return a.u.words[k].lower }, j) != ""
}
