package reading

import (
	"legomem/tools/value"
)

// part is what a word is in a sentence that asks for a skill.
type part uint8

const (
	said  part = iota // a word of the request
	frame             // of the frame of any request
	extra             // nothing accounts for it
	begin             // the first word of a value
	inner             // a further word of it
	typed             // all words of a value that is told by its form, or that the office has
)

// label is a part with the slot that a value is for.
type label struct {
	part part
	slot int // of the skill; -1 for none
}

// labeller tells which words of a sentence are values of which slot of a skill, and which
// nothing accounts for. It is linear over hashed features, as Scorer is.
type labeller struct {
	weights *weights
	rarity  rarities
}

// context is a sentence that is read for a skill.
type context struct {
	*labeller
	s     *Sentence
	skill *Skill
	usage *usage
	own   bool // the sentence is one of the usage's wordings
	quote []bool
	// may, unless it is nil, says which words may have a label.
	may func(l label, first, last int) bool
}

func (l *labeller) context(s *Sentence, k *Skill, u *usage, own bool) *context {
	c := &context{labeller: l, s: s, skill: k, usage: u, own: own, quote: make([]bool, len(s.Words))}
	for i := range s.Words {
		for _, v := range s.Spans[i] {
			for j := v.First; v.Quoted && j <= v.Last; j++ {
				c.quote[j] = true
			}
		}
	}
	return c
}

// fits says that a span may be a slot's value.
func fits(slot Slot, span Span) bool {
	switch slot.Kind {
	case span.Kind:
		return true
	case value.Phrase, value.Message:
		return span.Quoted
	case value.Person:
		return span.Kind == value.Email
	case value.Number:
		return span.Kind == value.Money
	}
	return false
}
