package reading

// usage is how a skill's wordings use words: which stand outside the values, which stand
// before and behind each slot's.
type usage struct {
	wordings int
	words    map[uint32]int // outside the values, by stem
	pairs    map[uint32]int // two that stand together; a value counts as its slot
	before   map[uint32]int // by slot and stem
	behind   map[uint32]int
}

// newUsage counts a skill's wordings, each given as a sentence.
func newUsage(k *Skill, wordings []*Sentence) *usage {
	u := &usage{words: map[uint32]int{}, pairs: map[uint32]int{}, before: map[uint32]int{}, behind: map[uint32]int{}}
	for i, s := range wordings {
		u.count(s, k.Wordings[i])
	}
	return u
}

// The seeds of what is counted.
const (
	usedWord uint32 = iota + 1
	usedBefore
	usedBehind
	usedPair
)

// edge stands for the beginning and the end of a sentence.
const edge = "\x00"

func (u *usage) count(s *Sentence, w Wording) {
	u.wordings++
	slots := slotsOf(s, w)
	seen := map[uint32]bool{}
	note := func(in map[uint32]int, key uint32) {
		if !seen[key] {
			seen[key] = true
			in[key]++
		}
	}
	for i, slot := range slots {
		if slot == "" {
			note(u.words, hash(usedWord, s.Words[i].Stem))
			note(u.pairs, pairKey(s, i-1, i))
			note(u.pairs, pairKey(s, i, i+1))
			continue
		}
		if i == 0 || slots[i-1] != slot {
			note(u.before, hash(usedBefore, slot, s.stem(i-1)))
		}
		if i+1 == len(slots) || slots[i+1] != slot {
			note(u.behind, hash(usedBehind, slot, s.stem(i+1)))
		}
	}
}

func pairKey(s *Sentence, i, j int) uint32 { return hash(usedPair, s.stem(i), s.stem(j)) }

// stem is a word's stem, an edge beyond the sentence's ends.
func (s *Sentence) stem(i int) string {
	if i < 0 || i >= len(s.Words) {
		return edge
	}
	return s.Words[i].Stem
}

// slotsOf names for each word of a wording the slot that it is a value of; "" outside.
func slotsOf(s *Sentence, w Wording) []string {
	out := make([]string, len(s.Words))
	for _, m := range w.Marks {
		first, last, ok := s.wordsOf(m.Start, m.End)
		for i := first; ok && i <= last; i++ {
			out[i] = m.Slot
		}
	}
	return out
}

// wordShare is about in which part of the wordings a word stands outside the values.
func (u *usage) wordShare(stem string, own bool) uint32 {
	return u.shareOf(u.words, hash(usedWord, stem), own)
}

// pairShare is the same of two words that stand together.
func (u *usage) pairShare(s *Sentence, i, j int, own bool) uint32 {
	return u.shareOf(u.pairs, pairKey(s, i, j), own)
}

// beforeShare is the same of a word before a slot's value, behindShare of one behind it.
func (u *usage) beforeShare(slot, stem string, own bool) uint32 {
	return u.shareOf(u.before, hash(usedBefore, slot, stem), own)
}

func (u *usage) behindShare(slot, stem string, own bool) uint32 {
	return u.shareOf(u.behind, hash(usedBehind, slot, stem), own)
}

// shareOf is about in which part of the wordings something was counted: 0 for none. With
// own one of the counts is the sentence's own.
func (u *usage) shareOf(in map[uint32]int, key uint32, own bool) uint32 {
	n, all := in[key], u.wordings
	if own {
		n, all = n-1, all-1
	}
	switch {
	case n <= 0:
		return 0
	case 2*n >= all:
		return 4
	case 5*n >= all:
		return 3
	case n > 1:
		return 2
	}
	return 1
}
