package reading

import (
	"path"
	"strings"

	"legomem/tools/value"
)

// gram is a hashed piece of a sentence: a word's stem, two that stand together, the
// first, the last, some letters of a word.
type gram struct {
	key         uint32
	kind        gramKind
	first, last int // words of the sentence
}

type gramKind uint8

const (
	stemGram gramKind = iota
	pairGram
	startGram
	endGram
	letterGram
)

// The lengths of pieces of words, which know a misspelled or derived word again.
const (
	fewestLetters = 3
	mostLetters   = 5
)

// gramsOf lists a sentence's pieces, each once. Typed values stand by their kind, so that
// another date is no other word.
func gramsOf(s *Sentence) []gram {
	units := unitsOf(s)
	g := gramList{seen: map[uint32]bool{}}
	for i, u := range units {
		g.add(stemGram, u, u, u.text)
		if i > 0 {
			g.add(pairGram, units[i-1], u, units[i-1].text, u.text)
		}
		if !u.typed {
			g.letters(u, "^"+s.Words[u.first].Lower+"$")
		}
	}
	if n := len(units); n > 0 {
		g.add(startGram, units[0], units[0], units[0].text)
		g.add(endGram, units[n-1], units[n-1], units[n-1].text)
	}
	return g.all
}

// gramList collects grams.
type gramList struct {
	all  []gram
	seen map[uint32]bool
}

func (g *gramList) add(k gramKind, first, last unit, parts ...string) {
	key := hash(uint32(k), parts...)
	if g.seen[key] {
		return
	}
	g.seen[key] = true
	g.all = append(g.all, gram{key: key, kind: k, first: first.first, last: last.last})
}

func (g *gramList) letters(u unit, word string) {
	for n := fewestLetters; n <= mostLetters; n++ {
		for at := 0; at+n <= len(word); at++ {
			g.add(letterGram, u, u, word[at:at+n])
		}
	}
}

// unit is a word's stem, or the form of a typed value in its words' place.
type unit struct {
	text        string
	first, last int
	typed       bool
}

// unitsOf puts a form in the place of each value that is told by it.
func unitsOf(s *Sentence) []unit {
	var all []unit
	for i := 0; i < len(s.Words); {
		if span, ok := formed(s.Spans[i]); ok {
			all = append(all, unit{text: span.form(), first: i, last: span.Last, typed: true})
			i = span.Last + 1
			continue
		}
		all = append(all, unit{text: s.Words[i].Stem, first: i, last: i})
		i++
	}
	return all
}

// form is a value's kind, and a file's with its suffix: most skills take one type of file.
func (s Span) form() string {
	if s.Kind != value.File {
		return "<" + string(s.Kind) + ">"
	}
	return "<" + string(s.Kind) + strings.ToLower(path.Ext(s.Canon)) + ">"
}

// formed is the longest of the values that are told by their form; a name, or a text in
// quotes, is none.
func formed(spans []Span) (longest Span, ok bool) {
	for _, s := range spans {
		if s.There || s.Kind == value.Person || s.Kind == value.Phrase {
			continue
		}
		if !ok || s.Last > longest.Last {
			longest, ok = s, true
		}
	}
	return longest, ok
}
