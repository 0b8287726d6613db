package reading

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

// view is a sentence that is read for a skill.
type view struct {
	*labeller
	s     *Sentence
	skill *Skill
	usage *usage
	own   bool // the sentence is one of the usage's wordings
	quote []bool
	names [][]Span // of things that are there, that each word is of
	// may, unless it is nil, says which words may have a label.
	may func(l label, first, last int) bool
	// again, unless it is nil, says at which words a slot may have a value that has one.
	again func(word int) bool
	// places are where the slots that are limited may have their values, see Limits.
	places map[int][]Place
	hashed []slotHashes // of the skill's slots
}

// slotHashes are what a slot's features are made of, which every word asks for.
type slotHashes struct{ value, change, name uint32 }

func (l *labeller) view(s *Sentence, k *Skill, u *usage, own bool) *view {
	c := &view{labeller: l, s: s, skill: k, usage: u, own: own, quote: make([]bool, len(s.Words)), names: make([][]Span, len(s.Words)), hashed: make([]slotHashes, len(k.Slots))}
	for i, slot := range k.Slots {
		c.hashed[i] = slotHashes{hash(kindOfValue, string(slot.Kind)), hash(kindOfChange, string(slot.Kind)), hash(nameOfSlot, slot.Name)}
	}
	for i := range s.Words {
		for _, v := range s.Spans[i] {
			for j := v.First; v.Quoted && j <= v.Last; j++ {
				c.quote[j] = true
			}
			for j := v.First; v.There && j <= v.Last; j++ {
				c.names[j] = append(c.names[j], v)
			}
		}
	}
	return c
}
