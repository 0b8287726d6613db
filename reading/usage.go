package reading

// usage is how a skill's wordings use words: which stand outside the values, alone and
// with the next one (a value counts as its slot), which before and behind each slot's.
type usage struct {
	wordings int
	counted  tally
}

// newUsage counts a skill's wordings, each given as a sentence.
func newUsage(k *Skill, wordings []*Sentence) *usage {
	return (&usage{}).with(k.Wordings, wordings)
}

// with is the usage with further wordings.
func (u *usage) with(wordings []Wording, said []*Sentence) *usage {
	counts := u.counted.counts()
	for i, s := range said {
		countUses(counts, s, wordings[i])
	}
	return &usage{u.wordings + len(said), newTally(counts)}
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

// countUses counts what a wording has, each once.
func countUses(counts map[uint32]int, s *Sentence, w Wording) {
	slots := slotsOf(s, w)
	seen := map[uint32]bool{}
	note := func(key uint32) {
		if !seen[key] {
			seen[key] = true
			counts[key]++
		}
	}
	for i, slot := range slots {
		if slot == "" {
			note(hash(usedWord, s.Words[i].Stem))
			note(pairKey(s, i-1, i))
			note(pairKey(s, i, i+1))
			continue
		}
		if i == 0 || slots[i-1] != slot {
			note(hash(usedBefore, slot, s.stem(i-1)))
		}
		if i+1 == len(slots) || slots[i+1] != slot {
			note(hash(usedBehind, slot, s.stem(i+1)))
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
		first, last, ok := s.WordsOf(m.Start, m.End)
		for i := first; ok && i <= last; i++ {
			out[i] = m.Slot
		}
	}
	return out
}

// wordShare is about in which part of the wordings a word stands outside the values.
func (u *usage) wordShare(stem string, own bool) uint32 {
	return u.shareOf(hash(usedWord, stem), own)
}

// pairShare is the same of two words that stand together.
func (u *usage) pairShare(s *Sentence, i, j int, own bool) uint32 {
	return u.shareOf(pairKey(s, i, j), own)
}

// beforeShare is the same of a word before a slot's value, behindShare of one behind it.
func (u *usage) beforeShare(slot, stem string, own bool) uint32 {
	return u.shareOf(hash(usedBefore, slot, stem), own)
}

func (u *usage) behindShare(slot, stem string, own bool) uint32 {
	return u.shareOf(hash(usedBehind, slot, stem), own)
}

// shareOf is about in which part of the wordings something was counted: 0 for none. With
// own one of the counts is the sentence's own.
func (u *usage) shareOf(key uint32, own bool) uint32 {
	n, all := u.counted.of(key), u.wordings
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
