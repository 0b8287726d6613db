package reading

import (
	"cmp"
	"slices"

	"legomem/tools/value"
)

// Reading is a way to read a sentence.
type Reading struct {
	Skill *Skill
	// Values are the slots' values, in the sentence's order.
	Values []Value
	// LeftOver are words that nothing accounts for: they look out of place, or no wording of
	// the skill has them outside its values.
	LeftOver []string
	// Missing are the slots that need a value and have none.
	Missing []Slot
	// Confidence is how likely the reading is right as a whole, from 0 to 1.
	Confidence float64
	// Known says that a wording of the skill has the sentence's words, all of them, but for
	// the values and what frames any request.
	Known bool
}

// Value is a slot's value, spelled Text in the sentence at [Start:End].
type Value struct {
	Slot       string
	Kind       value.Kind
	Text       string
	Start, End int
	// Canon is the canonical form of a value that is told by its form, "" of another.
	Canon string
	// Open says that only the words around it tell where it begins and ends, in a place
	// that takes any words.
	Open bool
}

// Said is the value in its canonical form, or else as it is spelled.
func (v Value) Said() string { return cmp.Or(v.Canon, v.Text) }

// Reader reads sentences that may ask for some skills.
type Reader struct {
	model *Model
	known *knownSkills
}

// considered is how many of the likeliest skills a sentence is read for.
const considered = 8

// NewReader makes a reader. Skills that the model was not trained with are read by what
// their wordings have in common with a sentence, and by their operations.
func NewReader(m *Model, skills []*Skill, ref value.Reference) (*Reader, error) {
	said, err := sentencesOf(skills, ref)
	if err != nil {
		return nil, err
	}
	return &Reader{model: m, known: newKnownSkills(skills, said)}, nil
}

// knownSkills are skills made ready for reading.
type knownSkills struct {
	skills   []*Skill
	set      *skillSet
	usages   []*usage
	wordings *Wordings
	none     *Skill // stands for all that is no skill
	unused   *usage
}

func newKnownSkills(skills []*Skill, said [][]*Sentence) *knownSkills {
	k := &knownSkills{skills: skills, set: newSkillSet(skills, said), none: &Skill{ID: "none"}, unused: newUsage(&Skill{}, nil)}
	for i, one := range skills {
		k.usages = append(k.usages, newUsage(one, said[i]))
	}
	k.wordings = newWordings(skills, said, k.usages)
	return k
}

// Read reads a sentence, the best reading first. It returns none for a text without words.
func (r *Reader) Read(s *Sentence) []Reading {
	all, proof := r.model.readings(s, r.known, considered)
	out := make([]Reading, len(all))
	for i, d := range all {
		out[i] = d.reading()
		out[i].Confidence = r.model.confidence.of(proof[i])
	}
	return out
}

// readings reads a sentence for the likeliest skills, the best first, and gives the
// evidence for each.
func (m *Model) readings(s *Sentence, k *knownSkills, most int) ([]decoded, []evidence) {
	if len(s.Words) == 0 {
		return nil, nil
	}
	likely := pass{scorer: m.scorer, s: s, set: k.set, own: -1}.probabilities()
	var all []decoded
	for _, i := range likeliest(likely[:len(k.skills)], most) {
		d := decodedFor(m.labeller.context(s, k.skills[i], k.usages[i], false))
		d.probability = likely[i]
		d.known = k.wordings.knows(d)
		all = append(all, d)
	}
	slices.SortStableFunc(all, func(a, b decoded) int { return cmp.Compare(b.best.score, a.best.score) })
	none := decodedFor(m.labeller.context(s, k.none, k.unused, false))
	return all, readingEvidence(all, len(s.Words), none.best.score)
}

// likeliest are the places of the n greatest, the greatest first.
func likeliest(p []float64, n int) []int {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[b], p[a]) })
	return order[:min(n, len(order))]
}
