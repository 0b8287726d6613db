package reading

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"legomem/tools/value"
)

// Reading is a way to read a sentence.
type Reading struct {
	Skill *Skill
	// Values are the slots' values, in the sentence's order.
	Values []Value
	// LeftOver are words that nothing accounts for: they look out of place, or no wording of
	// the skill has them outside its values, or they stand where a request's frame does and
	// are of no frame.
	LeftOver []string
	// Missing are the slots that need a value and have none.
	Missing []Slot
	// Confidence is how likely the reading is right as a whole, from 0 to 1.
	Confidence float64
	// Known says that a wording of the skill has the sentence's words, all of them, but for
	// the values and what frames any request.
	Known bool
	// Template is the sentence with slots in the values' places, see Reader.Without.
	Template string
}

// Value is a slot's value, spelled Text in the sentence at [Start:End].
type Value struct {
	Slot       string
	Kind       value.Kind
	Text       string
	Start, End int
	// Canon is the canonical form of a value that is told by its form, and the own spelling
	// of what is there; "" of another, and where several things are meant.
	Canon string
	// There says that it names something that is there.
	There bool
	// Open says that only the words around it tell where it begins and ends, in a place
	// that takes any words.
	Open bool
}

// Said is the value in its canonical form, or else as it is spelled.
func (v Value) Said() string { return cmp.Or(v.Canon, v.Text) }

// Reader reads sentences that may ask for some skills. See Reader.With for what a user
// teaches it.
type Reader struct {
	model     *Model
	known     *knownSkills
	reference value.Reference
	refused   map[refusal]bool
	limits    Limits
}

// considered is how many of the likeliest skills a sentence is read for.
const considered = 8

// NewReader makes a reader. Skills that the model was not trained with are read by what
// their wordings have in common with a sentence, and by their operations.
func NewReader(m *Model, skills []*Skill, ref value.Reference) (*Reader, error) {
	p, err := Prepare(skills, ref)
	if err != nil {
		return nil, err
	}
	return p.Reader(m, ref), nil
}

// Read reads a sentence, the surest reading first, one for a skill. It returns none for a
// text without words, and an error if the context ends.
func (r *Reader) Read(ctx context.Context, s *Sentence) ([]Reading, error) {
	return r.Ways(ctx, s, 1)
}

// Likely tells how likely a sentence asks for each skill, whatever its values, the likeliest
// first. What is left of 1 is for none of them.
func (r *Reader) Likely(s *Sentence) []Likelihood {
	if len(s.Words) == 0 {
		return nil
	}
	p := pass{scorer: r.model.scorer, s: s, set: r.known.set, own: -1}.probabilities()
	var out []Likelihood
	for _, i := range likeliest(p[:len(r.known.skills)], len(r.known.skills)) {
		out = append(out, Likelihood{r.known.skills[i], p[i]})
	}
	return out
}

// Ways reads a sentence as Read does, with up to so many ways for a skill, which differ in
// their values: who knows what the values name can tell which of them is meant. The skills
// that are named are read for however unlikely they are.
func (r *Reader) Ways(ctx context.Context, s *Sentence, most int, named ...string) ([]Reading, error) {
	all, proof := r.model.readings(ctx, s, r.known, r.limits, most, named...)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("read %q: %w", s.start(), err)
	}
	var out []Reading
	refused := map[*Skill]bool{} // with all further ways, which are less likely
	for i, d := range all {
		refused[d.skill] = refused[d.skill] || r.refused[refusal{d.skill.ID, d.template}]
		if refused[d.skill] {
			continue
		}
		one := d.reading()
		one.Confidence = r.model.confidence.of(proof[i])
		out = append(out, one)
	}
	slices.SortStableFunc(out, func(a, b Reading) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return out, nil
}

// Revised is a reading whose values, and template, somebody has changed: known if a wording
// has it so; false where it was refused.
func (r *Reader) Revised(one Reading) (Reading, bool) {
	at := slices.IndexFunc(r.known.skills, func(k *Skill) bool { return k.ID == one.Skill.ID })
	if at < 0 || r.refused[refusal{one.Skill.ID, one.Template}] {
		return one, false
	}
	one.Known = r.known.templates[at][one.Template] && len(one.LeftOver) == 0
	return one, true
}

// BestOfEach are the likeliest of some readings, one of each skill, the likeliest first.
func BestOfEach(all []Reading) []Reading {
	out := slices.Clone(all)
	slices.SortStableFunc(out, func(a, b Reading) int { return cmp.Compare(b.Confidence, a.Confidence) })
	seen := map[string]bool{}
	return slices.DeleteFunc(out, func(r Reading) bool {
		again := seen[r.Skill.ID]
		seen[r.Skill.ID] = true
		return again
	})
}

// readings reads a sentence for the likeliest skills, in so many ways each, within limits
// (nil has none), and gives the evidence for each. There are none if the context ends.
func (m *Model) readings(ctx context.Context, s *Sentence, k *knownSkills, limits Limits, ways int, named ...string) ([]decoded, []evidence) {
	if len(s.Words) == 0 {
		return nil, nil
	}
	likely := pass{scorer: m.scorer, s: s, set: k.set, own: -1}.probabilities()
	order := likeliest(likely[:len(k.skills)], considered)
	for i, skill := range k.skills {
		if slices.Contains(named, skill.ID) && !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	var all []decoded
	for _, i := range order {
		view := m.labeller.view(s, k.skills[i], k.usages[i], false)
		view.limit(limits)
		labellings := view.decode(ctx)
		if ctx.Err() != nil {
			return nil, nil
		}
		labellings = slices.DeleteFunc(labellings, view.misplaced)
		for _, d := range decodedWays(view, labellings, ways) {
			d.probability, d.frameWords = likely[i], m.frameWords
			d.template = template(k.skills[i], s, d.labels)
			d.known = k.templates[i][d.template]
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, func(a, b decoded) int { return cmp.Compare(b.best.score, a.best.score) })
	none := decodedFor(ctx, m.labeller.view(s, k.none, k.unused, false))
	if ctx.Err() != nil {
		return nil, nil
	}
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
