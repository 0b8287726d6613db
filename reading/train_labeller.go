package reading

import (
	"context"
	"math/rand/v2"
	"slices"
)

// lesson is a sentence that asks for a skill, with the labels that it should have.
type lesson struct {
	sentence *Sentence
	skill    int // nothing for none of them
	wording  int // which of its wordings it is, or was before it was disturbed
	labels   []labelled
	// skills are those of which it asks for one, where no more is known; labels are none then.
	skills []int
}

// is says that a lesson's sentence is known to ask for a skill, or for nothing.
func (l lesson) is(skill int) bool { return skill == l.skill && len(l.skills) == 0 }

// labelsOf are the labels that a wording's marks give it. A value that is told by its
// form is one label; others have one a word.
func labelsOf(k *Skill, s *Sentence, w Wording) []labelled {
	var out []labelled
	at := 0
	for _, m := range w.Marks {
		first, last, ok := s.WordsOf(m.Start, m.End)
		if !ok {
			continue // it has no word
		}
		out = append(out, sameLabel(said, at, first)...)
		out = append(out, markLabels(k, s, m.Slot, first, last)...)
		at = last + 1
	}
	return append(out, sameLabel(said, at, len(s.Words))...)
}

func markLabels(k *Skill, s *Sentence, name string, first, last int) []labelled {
	if name == Frame {
		return sameLabel(frame, first, last+1)
	}
	slot := slices.IndexFunc(k.Slots, func(one Slot) bool { return one.Name == name })
	if _, ok := s.spanOf(first, last, k.Slots[slot]); ok {
		return []labelled{{label{typed, slot}, first, last}}
	}
	out := []labelled{{label{begin, slot}, first, first}}
	for i := first + 1; i <= last; i++ {
		out = append(out, labelled{label{inner, slot}, i, i})
	}
	return out
}

func sameLabel(p part, from, to int) []labelled {
	var out []labelled
	for i := from; i < to; i++ {
		out = append(out, labelled{label{p, -1}, i, i})
	}
	return out
}

// The settings that a labeller is trained with.
const (
	labellerEpochs = 5
	rivals         = 5 // skills that a sentence might be taken to ask for
	candidates     = 3 // of those that it may ask for, where that is all that is known
	margin         = 4 // by which the right reading has to be better than any other
	fewWordings    = 2 // that a new skill may have
)

// teacher trains a labeller by the averaged perceptron: where the best reading of a
// sentence is not the right one, the weights of the right one's features go up, and
// those of the other's down.
type teacher struct {
	*labeller
	*material
	few     []*usage // of each skill's first wordings
	nearest map[int]neighbours
	mean    *weights
	rest    float32 // of the training that is still to come
	order   *rand.Rand
}

func trainLabeller(m, practised *material, sc *scorer, seed uint64) *labeller {
	t := newTeacher(m, seed)
	also := *t
	also.material, also.few = practised, practised.few()
	steps, all := 0, len(m.lessons)+len(practised.lessons)
	for range labellerEpochs {
		for _, i := range t.order.Perm(all) {
			t.rest = 1 - float32(steps)/float32(labellerEpochs*all)
			if i < len(m.lessons) {
				t.teach(i, sc)
			} else {
				also.rest = t.rest
				also.teachValues(practised.lessons[i-len(m.lessons)])
			}
			steps++
		}
	}
	t.weights = t.mean
	return t.labeller
}

func newTeacher(m *material, seed uint64) *teacher {
	return &teacher{labeller: &labeller{weights: newWeights(weightBits), rarity: m.rarity}, material: m, few: m.few(),
		nearest: map[int]neighbours{}, mean: newWeights(weightBits), order: rand.New(rand.NewPCG(seed, seed))}
}

// few are the usages of each skill's first wordings.
func (m *material) few() []*usage {
	var out []*usage
	for i, k := range m.known.skills {
		out = append(out, newUsage(k, m.sentences[i][:min(fewWordings, len(m.sentences[i]))]))
	}
	return out
}

// teach corrects the values of one lesson's sentence, and then what it asks for.
func (t *teacher) teach(i int, sc *scorer) {
	l, near := t.lessons[i], t.near(i, sc)
	if len(l.skills) > 0 {
		t.choose(l, near)
		return
	}
	c := t.teachValues(l)
	worst := t.best(l, near.others)
	if worst == nil || worst.best.score+margin <= c.scoreOf(l.labels) {
		return
	}
	t.prefer(c, l.labels, worst.view, worst.labels)
}

// teachValues corrects the values of a lesson's sentence, read for its own skill.
func (t *teacher) teachValues(l lesson) *view {
	c := t.own(l)
	if got := c.decode(context.Background())[0].labelled(); !slices.Equal(got, l.labels) {
		t.prefer(c, l.labels, c, got)
	}
	return c
}

// choose corrects what a lesson's sentence asks for where only the skills that it may ask
// for are known: its best reading for one of them stands for the right one.
func (t *teacher) choose(l lesson, near neighbours) {
	right, worst := t.best(l, near.mine), t.best(l, near.others)
	if right == nil || worst.best.score+margin <= right.best.score {
		return
	}
	t.prefer(right.view, right.labels, worst.view, worst.labels)
}

// own is a lesson's sentence read for its own skill; sometimes as if the skill were new.
func (t *teacher) own(l lesson) *view {
	if l.skill == nothing {
		return t.view(l.sentence, t.known.none, t.known.unused, false)
	}
	k := t.known.skills[l.skill]
	if t.order.IntN(4) == 0 {
		return t.view(l.sentence, k, t.few[l.skill], l.wording < fewWordings)
	}
	return t.view(l.sentence, k, t.known.usages[l.skill], true)
}

// best is the best reading of a lesson's sentence for some skills, nil for none of them.
func (t *teacher) best(l lesson, skills []int) *decoded {
	var best *decoded
	for _, k := range skills {
		skill, usage := t.known.none, t.known.unused
		if k != nothing {
			skill, usage = t.known.skills[k], t.known.usages[k]
		}
		if d := decodedFor(context.Background(), t.view(l.sentence, skill, usage, false)); best == nil || d.best.score > best.best.score {
			best = &d
		}
	}
	return best
}

// neighbours are the skills that a lesson's sentence is likeliest to ask for: those that
// it may, and others.
type neighbours struct{ mine, others []int }

// nothing stands among skills for none of them.
const nothing = -1

func (t *teacher) near(i int, sc *scorer) neighbours {
	if n, ok := t.nearest[i]; ok {
		return n
	}
	l := t.lessons[i]
	p := pass{scorer: sc, s: l.sentence, set: t.known.set, own: l.skill}.probabilities()
	var n neighbours
	for _, k := range likeliest(p, len(p)) {
		if k == len(t.known.skills) {
			k = nothing
		}
		switch {
		case l.is(k):
		case slices.Contains(l.skills, k):
			n.mine = append(n.mine, k)
		case k == nothing || len(n.others) < rivals:
			n.others = append(n.others, k)
		}
	}
	n.mine = n.mine[:min(len(n.mine), candidates)]
	t.nearest[i] = n
	return n
}

// prefer moves the weights towards one reading and away from another.
func (t *teacher) prefer(c *view, want []labelled, other *view, got []labelled) {
	c.each(want, func(key uint32) { t.move(key, 1) })
	other.each(got, func(key uint32) { t.move(key, -1) })
}

// move moves a weight, and its mean over the whole training.
func (t *teacher) move(key uint32, by float32) {
	i := t.weights.cell(key)
	t.weights.cells[i] += by
	t.mean.cells[i] += by * t.rest
}

func (c *view) scoreOf(all []labelled) float64 {
	return c.sum(func(add func(uint32)) { c.each(all, add) })
}

// each calls add for all features of a labelling.
func (c *view) each(all []labelled, add func(key uint32)) {
	before := label{said, -1}
	used := uint32(0)
	for _, l := range all {
		c.emission(l.first, l.last, l.label, add)
		c.transition(before, l.label, l.first, add)
		before = l.label
		if l.slot >= 0 {
			used |= 1 << l.slot
		}
	}
	c.transition(before, label{said, -1}, len(c.s.Words), add)
	c.whole(used, add)
}
