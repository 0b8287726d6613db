package reading

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"legomem/tools/value"
)

// Data is what a model is trained on.
type Data struct {
	Skills []*Skill
	// Requests are further sentences, without marks.
	Requests []Request
	// Reference is what dates and times in all of them are read against.
	Reference value.Reference
	// Named are the kinds of values that an office has names for.
	Named []value.Kind
	// Practised are skills of whose wordings only the values are learned.
	Practised []*Skill
}

// Every is the data with every n-th of its sentences: what takes minutes with all of them
// takes a part of that.
func (d Data) Every(n int) Data {
	out := d
	out.Skills, out.Requests = nil, nil
	for _, k := range d.Skills {
		one := *k
		one.Wordings = nil
		for i := 0; i < len(k.Wordings); i += n {
			one.Wordings = append(one.Wordings, k.Wordings[i])
		}
		out.Skills = append(out.Skills, &one)
	}
	for i := 0; i < len(d.Requests); i += n {
		out.Requests = append(out.Requests, d.Requests[i])
	}
	return out
}

// Request is a sentence with the skills that it may ask for, by their ids. Without any it
// asks for nothing that is there.
type Request struct {
	Text   string
	Skills []string
	// Weight is how often it counts; 0 is once.
	Weight int
}

// Train learns a model from data. The same data and seed give the same model.
func Train(d Data, seed uint64) (*Model, error) {
	whole, err := d.ready()
	if err != nil {
		return nil, err
	}
	practised, err := d.practised(seed)
	if err != nil {
		return nil, err
	}
	var all [folds][]verdict
	var busy sync.WaitGroup
	for fold := range folds {
		busy.Go(func() {
			part, rest := whole.split(fold)
			all[fold] = part.train(d, practised, seed).verdicts(part, rest)
		})
	}
	busy.Wait()
	m := whole.train(d, practised, seed)
	m.confidence = fitConfidence(slices.Concat(all[:]...))
	m.whole, m.frames = trainWhole(d, whole.rarity, seed), framesOf(d.Skills)
	m.frameWords = m.frames.vocabulary()
	return m, nil
}

// folds are the parts of the data of which one at a time is withheld, to learn how far
// readings can be trusted.
const folds = 2

// TrainScorer learns which skill sentences ask for, and nothing of their values.
func TrainScorer(d Data, seed uint64) (*Scored, error) {
	m, err := d.ready()
	if err != nil {
		return nil, err
	}
	return &Scored{scorer: trainScorer(m.requests, m.known.set, m.rarity, seed), known: m.known, reference: d.Reference}, nil
}

// material is training data made ready.
type material struct {
	known     *knownSkills
	sentences [][]*Sentence // the wordings of each skill
	requests  []request
	lessons   []lesson
	rarity    rarities
}

func (d Data) ready() (*material, error) {
	sentences, err := sentencesOf(d.Skills, d.Reference)
	if err != nil {
		return nil, err
	}
	m := &material{}
	for _, r := range d.Requests {
		s, err := NewSentence(r.Text, d.Reference, nil)
		if err != nil {
			return nil, fmt.Errorf("read %q to learn from it: %w", r.Text, err)
		}
		skills := indexes(d.Skills, r.Skills)
		for range max(1, r.Weight) {
			m.requests = append(m.requests, request{sentence: s, skills: skills})
			if len(skills) > 0 {
				m.lessons = append(m.lessons, lesson{sentence: s, skill: nothing, skills: skills})
			}
		}
		if len(skills) == 0 {
			m.lessons = append(m.lessons, lesson{sentence: s, skill: nothing, labels: sameLabel(said, 0, len(s.Words))})
		}
	}
	m.add(d.Skills, sentences)
	return m, nil
}

// add gives the material skills with the sentences that ask for them.
func (m *material) add(skills []*Skill, sentences [][]*Sentence) {
	m.known, m.sentences = newKnownSkills(skills, sentences), sentences
	for i, k := range skills {
		for j, s := range sentences[i] {
			m.requests = append(m.requests, request{sentence: s, skills: []int{i}, own: true})
			m.lessons = append(m.lessons, lesson{sentence: s, skill: i, wording: j, labels: labelsOf(k, s, k.Wordings[j])})
		}
	}
	var all []*Sentence
	for _, r := range m.requests {
		all = append(all, r.sentence)
	}
	m.rarity = countRarities(all)
}

func indexes(skills []*Skill, ids []string) []int {
	var out []int
	for i, k := range skills {
		if slices.Contains(ids, k.ID) {
			out = append(out, i)
		}
	}
	return out
}

func (m *material) train(d Data, practised *material, seed uint64) *Model {
	m.lessons = slices.Concat(m.lessons, d.disturbed(m.lessons, seed), d.named(m, seed))
	sc := trainScorer(m.requests, m.known.set, m.rarity, seed)
	return &Model{scorer: sc, labeller: trainLabeller(m, practised, sc, seed)}
}

// split withholds every so many-th lesson.
func (m *material) split(fold int) (part *material, rest []lesson) {
	part = &material{}
	skills, sentences := make([]*Skill, len(m.known.skills)), make([][]*Sentence, len(m.known.skills))
	for i, k := range m.known.skills {
		one := *k
		one.Wordings = nil
		skills[i] = &one
	}
	for n, l := range m.lessons {
		switch {
		case n%folds == fold:
			rest = append(rest, l)
		case l.skill == nothing:
			part.lessons = append(part.lessons, l)
			part.requests = append(part.requests, request{sentence: l.sentence, skills: l.skills})
		default:
			w := m.known.skills[l.skill].Wordings[l.wording]
			skills[l.skill].Wordings = append(skills[l.skill].Wordings, w)
			sentences[l.skill] = append(sentences[l.skill], l.sentence)
		}
	}
	part.add(skills, sentences)
	return part, rest
}

// verdicts are how right the model reads sentences that it was not trained on.
func (m *Model) verdicts(part *material, rest []lesson) []verdict {
	var out []verdict
	for _, l := range rest {
		if len(l.skills) > 0 {
			continue // its values are not known
		}
		all, proof := m.readings(context.Background(), l.sentence, part.known, nil, 1)
		for i, d := range all {
			right := l.skill != nothing && d.skill == part.known.skills[l.skill] && slices.Equal(fills(d.labels), fills(l.labels))
			out = append(out, verdict{proof[i], right})
		}
	}
	return out
}
