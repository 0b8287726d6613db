package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"legomem/must"
	"legomem/reading"
	"legomem/skills"
	"legomem/sweep"
)

// The shares of withheld sentences that are read rightly at least. The writers tried to
// say everything in as many ways as there are, so what people say every day is easier.
const (
	leastSkill = 0.6  // the skill
	leastThree = 0.75 // one of the three best readings' skills
	leastWhole = 0.45 // the skill and all values, to the letter
	// Of sentences with words of another in them: those in which some are left over, or
	// that are not sure to be read rightly.
	leastNoticed = 0.6
)

// sure is a confidence from which a reading is taken to be right.
const sure = 0.8

// mostOff is by how much the confidence of a class of readings may miss the share of it
// that is right.
const mostOff = 0.15

// TestWithheld trains on four fifths of the wordings and reads the fifth. It prints how
// far the confidence of readings is to be trusted.
func TestWithheld(t *testing.T) {
	sweep.Slow(t)
	const fifth = 5
	data := must.Have(skills.Training())(t)
	train := data
	train.Skills, train.Requests = nil, nil
	type sentence struct {
		skill   string
		wording reading.Wording
	}
	var held []sentence
	for _, k := range data.Skills {
		one := *k
		one.Wordings = nil
		for i, w := range k.Wordings {
			if i%fifth == 0 {
				held = append(held, sentence{k.ID, w})
				continue
			}
			one.Wordings = append(one.Wordings, w)
		}
		train.Skills = append(train.Skills, &one)
	}
	for i, r := range data.Requests {
		if i%fifth == 0 {
			held = append(held, sentence{"", reading.Wording{Text: r.Text}})
			continue
		}
		train.Requests = append(train.Requests, r)
	}
	model := must.Have(reading.Train(train, seed))(t)
	reader := must.Have(reading.NewReader(model, train.Skills, data.Reference))(t)
	var skill, three, whole, asks int
	var noticed, disturbed, alarms int
	classes := make([]struct{ n, right int }, 10)
	sums := make([]float64, len(classes))
	for i, h := range held {
		all := must.Have(reader.Read(t.Context(), must.Have(reading.NewSentence(h.wording.Text, data.Reference, nil))(t)))(t)
		best := all[0]
		right := best.Skill.ID == h.skill && valuesOf(best) == marksOf(h.wording)
		class := min(len(classes)-1, int(best.Confidence*float64(len(classes))))
		classes[class].n++
		sums[class] += best.Confidence
		if right {
			classes[class].right++
			whole++
		}
		if h.skill == "" {
			continue
		}
		asks++
		if len(best.LeftOver) > 0 {
			alarms++
		}
		if text, ok := disturb(h.wording, held[(i*7+3)%len(held)].wording.Text); ok {
			disturbed++
			got := must.Have(reader.Read(t.Context(), must.Have(reading.NewSentence(text, data.Reference, nil))(t)))(t)[0]
			if len(got.LeftOver) > 0 || got.Confidence < sure {
				noticed++
			}
		}
		if best.Skill.ID == h.skill {
			skill++
		}
		if slices.ContainsFunc(all[:3], func(r reading.Reading) bool { return r.Skill.ID == h.skill }) {
			three++
		}
	}
	share := func(n int) float64 { return float64(n) / float64(asks) }
	t.Logf("of %d withheld sentences: skill %.3f, among the best three %.3f, with all values %.3f", asks, share(skill), share(three), share(whole))
	t.Logf("of %d with words of another in them %.3f are noticed; words are left over in %.3f of those without", disturbed, float64(noticed)/float64(disturbed), share(alarms))
	if float64(noticed) < leastNoticed*float64(disturbed) {
		t.Errorf("that is less than %.2f", leastNoticed)
	}
	if share(skill) < leastSkill || share(three) < leastThree || share(whole) < leastWhole {
		t.Errorf("that is less than %.2f, %.2f and %.2f", leastSkill, leastThree, leastWhole)
	}
	for i, c := range classes {
		if c.n == 0 {
			continue
		}
		said, was := sums[i]/float64(c.n), float64(c.right)/float64(c.n)
		t.Logf("confidence %.2f: right %.2f of %4d %s", said, was, c.n, strings.Repeat("#", int(40*was)))
		const many = 50
		if off := said - was; c.n >= many && (off > mostOff || off < -mostOff) {
			t.Errorf("readings with a confidence of %.2f are right %.2f of the time", said, was)
		}
	}
}

// disturb puts three words of another text behind a wording that does not end with a
// value.
func disturb(w reading.Wording, other string) (string, bool) {
	words := strings.Fields(other)
	if len(words) < 4 || len(w.Marks) > 0 && w.Marks[len(w.Marks)-1].End > len(w.Text)-3 {
		return "", false
	}
	return w.Text + " " + strings.Join(words[1:4], " "), true
}

func valuesOf(r reading.Reading) string {
	var all []string
	for _, v := range r.Values {
		all = append(all, fmt.Sprintf("%s %d-%d", v.Slot, v.Start, v.End))
	}
	return strings.Join(all, ", ")
}

// marksOf are a wording's values, as far as they have words: a value's marks may take
// signs in that words do not have.
func marksOf(w reading.Wording) string {
	var all []string
	for _, m := range w.Marks {
		if m.Slot == reading.Frame {
			continue
		}
		text := w.Text[m.Start:m.End]
		start := m.Start + len(text) - len(strings.TrimLeft(text, signs))
		end := m.End - len(text) + len(strings.TrimRight(text, signs))
		all = append(all, fmt.Sprintf("%s %d-%d", m.Slot, start, end))
	}
	return strings.Join(all, ", ")
}

const signs = " .,;:!?\"'()-“”"
