package reflex

import "legomem/tools/value"

// many is how many wordings show how a family's words are used: with fewer, most
// of what a new text says is in none of them.
const many = 20

// attested says that some wording has word j of the text between the same
// neighbours, or a content word beside one of them: a word that a pattern lacks may
// be passed over where others of the family have it so, and nowhere else.
func (a *aligner) attested(j int) bool {
	if len(a.f.parts) < many || a.u.passed {
		return true
	}
	return a.once("attested", j, a.attests)
}

// question is one about a word of a text that all wordings of a family answer alike.
type question struct {
	f     *family
	about string
	word  int
}

// once answers a question the first time: it is asked for every wording, and every
// path through it.
func (a *aligner) once(about string, j int, answer func(int) bool) bool {
	q := question{a.f, about, j}
	yes, known := a.u.answers[q]
	if !known {
		yes = answer(j)
		a.u.answers[q] = yes
	}
	return yes
}

func (a *aligner) attests(j int) bool {
	r := newReader(a)
	key := r.key(j)
	before, behind := r.paired(r.leftOf(j), key), r.paired(key, r.after(j))
	if a.f.lx.function[a.u.words[j].lower] {
		return before && behind
	}
	return before || behind
}

// leftOf is the key of what stands before word j.
func (r *reader) leftOf(j int) string {
	for k := j - 1; k >= 0; k-- {
		if first := r.u.within[k]; first >= 0 {
			return keyOfKind(Slot{Kind: kindOf(r.u.values[first])})
		}
		if r.own(k) {
			return keyName
		}
		if key := r.key(k); key != "" {
			return key
		}
	}
	return keyStart
}

// kindOf is the kind of what stands there: a quoted text is a phrase.
func kindOf(spans []span) value.Kind {
	for _, s := range spans {
		if s.kind != value.Person {
			if s.quoted {
				return value.Phrase
			}
			return s.kind
		}
	}
	return value.Person
}
