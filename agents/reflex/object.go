package reflex

import "slices"

// Two words of a family may exclude each other, though both are known from its
// wordings: who asks for a room that is taken wants no free one, and who asks for
// the picture wants no text.

// excluded says that word j of the text excludes a word of the pattern, which has
// that one in its place: "taken" where it says "free".
func (a *aligner) excluded(j int) bool {
	w := a.u.words[j]
	class := a.f.lx.opposite[w.lower]
	if class == 0 || nameLike(a.u, j) {
		return false
	}
	found := false
	for _, p := range a.parts {
		if p.Word == w.lower {
			return false
		}
		found = found || p.Word != "" && a.f.lx.opposite[p.Word] == class && !a.says(p.stem)
	}
	return found
}

// relates says that word j of the text, which is passed over, stands elsewhere in the
// pattern, and changes sides with that: "put it in front of the cover" for "put the
// cover in front of it".
func (a *aligner) relates(j int) bool {
	w := a.u.words[j].lower
	return a.f.lx.opposite[w] != 0 && !others[w] && w != "me" && slices.ContainsFunc(a.parts, func(p patternPart) bool { return p.Word == w })
}

// verbBefore is the request's verb whose object may be word i, -1 for none: no
// more than an article stands between.
func (lx *lexicon) verbBefore(word func(int) string, i int) int {
	k := i - 1
	for k > 0 && lx.nounPlace[word(k)] && !lx.preposition[word(k)] {
		k--
	}
	if k < 0 || k == i-1 || !lx.begins(lx.stem(word(k))) || k > 0 && lx.nounPlace[word(k-1)] {
		return -1
	}
	return k
}

func (f *family) learnObjects(parts []patternPart) {
	for i, p := range parts {
		if !p.content {
			continue
		}
		if k := f.lx.verbBefore(wordAt(parts), i); k >= 0 {
			noteKey(f.objects, parts[k].stem, p.stem)
		}
	}
}

// otherObject says that word j of the text, which the pattern lacks, is what is
// to be treated, where the pattern names another and no wording treats this one
// so: "email the picture" where it says "email it".
func (a *aligner) otherObject(j int) bool {
	w, next := a.u.words[j], j+1
	if !a.f.lx.content(w.lower) || !a.f.vocabulary[w.stem] || next < len(a.u.words) && a.f.vocabulary[a.u.words[next].stem] {
		return false // or the noun comes yet: "their own folder"
	}
	k := a.f.lx.verbBefore(a.u.wordAt(j), j)
	return k >= 0 && a.hasObject(a.u.words[k].stem) && !a.treated(k, j)
}

// treated says that some wording treats word j as word k, a verb, says.
func (a *aligner) treated(k, j int) bool {
	for verb, nouns := range a.f.objects {
		for noun := range nouns {
			if a.f.lx.alike(verb, a.u.words[k].stem) && a.f.lx.alike(noun, a.u.words[j].stem) {
				return true
			}
		}
	}
	return false
}

// untreated says that word j is what is to be made, and that no wording has it so:
// "make a name", "make a copy".
func (r *reader) untreated(j int) bool {
	if !r.f.lx.content(r.u.words[j].lower) || r.u.within[j] >= 0 || nameLike(r.u, j) || len(r.f.parts) < many {
		return false
	}
	k := r.f.lx.verbBefore(r.u.wordAt(j), j)
	if k < 0 || !r.f.lx.alike(r.u.words[k].stem, "make") || j+1 < len(r.u.words) && r.f.vocabulary[r.u.words[j+1].stem] && r.u.gap(j+1) == " " {
		return false // or the noun comes yet
	}
	return !r.treated(k, j)
}

// hasObject says that a word stands behind the verb in the pattern, and no value.
func (a *aligner) hasObject(verb string) bool {
	for i, p := range a.parts {
		if p.Word == "" || !a.f.lx.alike(p.stem, verb) {
			continue
		}
		for i++; i < len(a.parts) && a.f.lx.nounPlace[a.parts[i].Word]; i++ {
		}
		if i < len(a.parts) && a.parts[i].Slot == "" {
			return true
		}
	}
	return false
}
