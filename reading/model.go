package reading

import "legomem/tools/value"

// Model is what was learned of language.
type Model struct {
	scorer     *scorer
	labeller   *labeller
	confidence confidence
	whole      whole
	frames     frames
	frameWords map[string]bool // of the frames
}

// Scored is a scorer with the skills that it was trained with.
type Scored struct {
	scorer    *scorer
	known     *knownSkills
	reference value.Reference
}

// Likelihood is how likely a sentence asks for a skill.
type Likelihood struct {
	Skill       *Skill
	Probability float64
}

// Likely tells how likely the text asks for each skill, the likeliest first. What is left
// of 1 is for none of them.
func (sc *Scored) Likely(text string) ([]Likelihood, error) {
	s, err := NewSentence(text, sc.reference, nil)
	if err != nil {
		return nil, err
	}
	p := pass{scorer: sc.scorer, s: s, set: sc.known.set, own: -1}.probabilities()
	var all []Likelihood
	for _, i := range likeliest(p[:len(sc.known.skills)], len(sc.known.skills)) {
		all = append(all, Likelihood{sc.known.skills[i], p[i]})
	}
	return all, nil
}
