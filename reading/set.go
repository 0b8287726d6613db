package reading

import "slices"

// skillSet is skills made ready for scoring.
type skillSet struct {
	ids        []uint32 // hashed
	wordings   []int    // how many each has
	operations []uint32 // of all, hashed
	uses       [][]int  // the operations of each
	// postings says, for a gram, which skills have it outside the values of their wordings,
	// and in how many.
	postings map[uint32][]posting
}

type posting struct{ skill, count int32 }

// newSkillSet makes skills ready; said are the wordings of each.
func newSkillSet(skills []*Skill, said [][]*Sentence) *skillSet {
	set := &skillSet{postings: map[uint32][]posting{}}
	for i, k := range skills {
		set.ids = append(set.ids, hash(skillFeature, k.ID))
		set.wordings = append(set.wordings, len(said[i]))
		set.uses = append(set.uses, set.operationsOf(k))
		for j, s := range said[i] {
			for _, g := range outsideValues(s, k.Wordings[j]) {
				set.count(g.key, int32(i))
			}
		}
	}
	return set
}

func (set *skillSet) operationsOf(k *Skill) []int {
	var out []int
	for _, op := range k.Operations {
		key := hash(operationFeature, op)
		at := slices.Index(set.operations, key)
		if at < 0 {
			at = len(set.operations)
			set.operations = append(set.operations, key)
		}
		out = append(out, at)
	}
	return out
}

func (set *skillSet) count(gram uint32, skill int32) {
	all := set.postings[gram]
	if n := len(all); n > 0 && all[n-1].skill == skill {
		all[n-1].count++
		return
	}
	set.postings[gram] = append(all, posting{skill, 1})
}

// outsideValues are the grams of a wording that no value has a part in, since the next
// sentence has other values; but the form of a typed value is one.
func outsideValues(s *Sentence, w Wording) []gram {
	slots := slotsOf(s, w)
	var out []gram
	for _, g := range s.grams {
		_, typed := formed(s.Spans[g.first])
		outside := slots[g.first] == "" && slots[g.last] == ""
		if outside || typed && g.kind == stemGram {
			out = append(out, g)
		}
	}
	return out
}
