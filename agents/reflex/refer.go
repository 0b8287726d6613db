package reflex

import (
	"maps"
	"strings"

	"legomem/tools/value"
)

// "Email it" means what was named before it. "Make the pdf, email that and put the
// cover in front" has all the words of "make the pdf, put the cover in front and
// email that", and sends another file.

// pointing are words that mean what was named before.
var pointing = set("it that this them these those")

// learnReferences notes for each verb with such a word which slots' files every
// wording names before it.
func (g *usage) learnReferences(parts []patternPart) {
	named := map[string]bool{}
	for i, p := range parts {
		if p.Slot != "" && p.slot.Kind == value.File {
			named[p.Slot] = true
		}
		if i == 0 || p.Slot != "" || !pointing[p.Word] || !parts[i-1].verb {
			continue
		}
		before, known := g.means[parts[i-1].stem]
		if !known {
			g.means[parts[i-1].stem] = maps.Clone(named)
		}
		maps.DeleteFunc(before, func(slot string, _ bool) bool { return !named[slot] })
	}
}

// misrefers says that the text points to a file that it has not named where it
// asks for something to be done with it, and every wording has.
func (f *family) misrefers(u *utterance, bindings []Binding) bool {
	named := map[string]bool{}
	for j, w := range u.words {
		named[fileAt(u, j, bindings)] = true
		if j == 0 || !pointing[w.lower] || !f.lx.begins(u.words[j-1].stem) || j > 1 && f.lx.nounPlace[u.words[j-2].lower] {
			continue
		}
		for slot := range f.namedBefore(u.words[j-1].stem) {
			if !named[slot] {
				return true
			}
		}
	}
	return false
}

// namedBefore are the slots whose files every wording names before it asks for
// something to be done with "it" by such a verb.
func (f *family) namedBefore(verb string) map[string]bool {
	var out map[string]bool
	for stem, slots := range f.usage().means {
		if !f.lx.alike(stem, verb) {
			continue
		}
		if out == nil {
			out = maps.Clone(slots)
		}
		maps.DeleteFunc(out, func(slot string, _ bool) bool { return !slots[slot] })
	}
	return out
}

// fileAt is the slot that the file at word j was bound to, "" for none.
func fileAt(u *utterance, j int, bindings []Binding) string {
	for _, s := range u.values[j] {
		for _, b := range bindings {
			if s.kind == value.File && b.Kind == value.File && strings.EqualFold(s.canon, b.Canon) {
				return b.Slot
			}
		}
	}
	return ""
}
