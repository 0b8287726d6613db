package reading

import (
	"cmp"
	"maps"
	"slices"
)

// skillSet is skills made ready for scoring.
type skillSet struct {
	ids        []uint32 // hashed
	wordings   []int    // how many each has
	operations []uint32 // of all, hashed
	uses       [][]int  // the operations of each
	// grams says, for a gram, which skills have it outside the values of their wordings,
	// and in how many; taught says so where wordings were added since.
	grams  index
	taught map[uint32][]posting
}

// newSkillSet makes skills ready; said are the wordings of each.
func newSkillSet(skills []*Skill, said [][]*Sentence) *skillSet {
	set := &skillSet{}
	by := map[uint32][]posting{}
	for i, k := range skills {
		set.add(k, len(said[i]))
		for j, s := range said[i] {
			for _, g := range outsideValues(s, k.Wordings[j]) {
				by[g.key] = counted(by[g.key], int32(i))
			}
		}
	}
	set.grams = newIndex(by)
	return set
}

// add adds a skill that has so many wordings.
func (set *skillSet) add(k *Skill, wordings int) {
	set.ids = append(set.ids, hash(skillFeature, k.ID))
	set.wordings = append(set.wordings, wordings)
	set.uses = append(set.uses, set.operationsOf(k))
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

// postings are which skills have a gram, and in how many wordings.
func (set *skillSet) postings(gram uint32) []posting {
	if all, ok := set.taught[gram]; ok {
		return all
	}
	return set.grams.of(gram)
}

// clone is a set that skills and wordings can be added to.
func (set *skillSet) clone() *skillSet {
	out := &skillSet{ids: slices.Clone(set.ids), wordings: slices.Clone(set.wordings), operations: slices.Clone(set.operations),
		uses: slices.Clone(set.uses), grams: set.grams, taught: maps.Clone(set.taught)}
	if out.taught == nil {
		out.taught = map[uint32][]posting{}
	}
	return out
}

// teach adds a wording to one of the skills.
func (set *skillSet) teach(skill int, s *Sentence, w Wording) {
	set.wordings[skill]++
	for _, g := range outsideValues(s, w) {
		set.taught[g.key] = counted(slices.Clone(set.postings(g.key)), int32(skill))
	}
}

// counted are postings, in the skills' order, with one more for a skill.
func counted(all []posting, skill int32) []posting {
	at, there := slices.BinarySearchFunc(all, skill, func(p posting, skill int32) int { return cmp.Compare(p.skill, skill) })
	if !there {
		all = slices.Insert(all, at, posting{skill: skill})
	}
	all[at].count++
	return all
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
