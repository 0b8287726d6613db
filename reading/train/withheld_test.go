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

// The shares of withheld sentences that are read rightly at least: the skill, one of the
// three best readings' skills, and the skill with all values, to the letter. The writers
// tried to say everything in as many ways as there are, so what people say every day is
// easier. Trained on a part of the sentences, the reader knows less.
var (
	leastShares   = [...]float64{0.7, 0.85, 0.55}
	leastOfSample = [...]float64{0.62, 0.78, 0.44}
)

// leastNoticed is, of sentences with words of another in them, the share of those in which
// some are left over, or that are not sure to be read rightly.
const leastNoticed = 0.6

// sampled is of how many sentences one is used, unless all are: with each further writer the
// training takes longer, and what it can show is seen with less.
const sampled = 4

// sure is a confidence from which a reading is taken to be right.
const sure = 0.8

// mostOff is by how much the confidence of a class of readings may miss the share of it
// that is right.
const mostOff = 0.15

// held is a sentence that was withheld from the training; skill is "" of one that asks for
// nothing.
type held struct {
	skill   string
	wording reading.Wording
}

// TestWithheld trains on four fifths of the wordings and reads the fifth. It prints how
// far the confidence of readings is to be trusted; -args -picture FILE draws that.
func TestWithheld(t *testing.T) {
	sweep.Slow(t)
	data := must.Have(skills.Training())(t)
	if !sweep.All() {
		data = data.Every(sampled)
		t.Logf("a sample: one of %d sentences", sampled)
	}
	train, rest := withhold(data)
	model := must.Have(reading.Train(train, seed))(t)
	r := &trial{t: t, data: data, reader: must.Have(reading.NewReader(model, train.Skills, data.Reference))(t)}
	for i, h := range rest {
		r.try(h, rest[(i*7+3)%len(rest)])
	}
	r.tell()
	r.trust.tell(t)
	if *picture != "" {
		r.trust.draw(t, *picture)
	}
	plain := r.whole
	r.names, r.whole, r.asks = officeOf(data, rest), 0, 0
	for _, h := range rest {
		if h.skill != "" {
			r.read(h)
		}
	}
	t.Logf("where an office has things of all their values' names, and no others: with all values %.3f", r.share(r.whole))
	if r.whole < plain {
		t.Errorf("that is less than without names: %d of %d, %d before", r.whole, r.asks, plain)
	}
}

// withhold takes every fifth sentence out of the data.
func withhold(data reading.Data) (train reading.Data, rest []held) {
	const fifth = 5
	train = data
	train.Skills, train.Requests = nil, nil
	for _, k := range data.Skills {
		one := *k
		one.Wordings = nil
		for i, w := range k.Wordings {
			if i%fifth == 0 {
				rest = append(rest, held{k.ID, w})
				continue
			}
			one.Wordings = append(one.Wordings, w)
		}
		train.Skills = append(train.Skills, &one)
	}
	for i, r := range data.Requests {
		if i%fifth == 0 {
			rest = append(rest, held{"", reading.Wording{Text: r.Text}})
			continue
		}
		train.Requests = append(train.Requests, r)
	}
	return train, rest
}

// officeOf are the names of an office that has all that the sentences name.
func officeOf(data reading.Data, all []held) *reading.Names {
	var names []reading.Name
	for _, h := range all {
		i := slices.IndexFunc(data.Skills, func(k *reading.Skill) bool { return k.ID == h.skill })
		for _, m := range h.wording.Marks {
			at := slices.IndexFunc(data.Skills[i].Slots, func(s reading.Slot) bool { return s.Name == m.Slot })
			if at >= 0 && slices.Contains(data.Named, data.Skills[i].Slots[at].Kind) {
				names = append(names, reading.Name{Kind: data.Skills[i].Slots[at].Kind, Text: h.wording.Text[m.Start:m.End]})
			}
		}
	}
	return reading.NewNames(names)
}

// trial is how well sentences are read.
type trial struct {
	t      *testing.T
	data   reading.Data
	reader *reading.Reader
	names  *reading.Names

	asks, skill, three, whole   int // of those that ask for something
	disturbed, noticed, alarmed int
	trust                       reliability
}

// read reads a sentence, and counts whether that is right.
func (r *trial) read(h held) (all []reading.Reading, right bool) {
	all = r.readings(h.wording.Text)
	right = all[0].Skill.ID == h.skill && valuesOf(all[0]) == marksOf(h.wording)
	if h.skill != "" {
		r.asks++
	}
	if right {
		r.whole++
	}
	return all, right
}

func (r *trial) readings(text string) []reading.Reading {
	s := must.Have(reading.NewSentence(text, r.data.Reference, r.names))(r.t)
	return must.Have(r.reader.Read(r.t.Context(), s))(r.t)
}

// try reads a sentence, also with words of another in it.
func (r *trial) try(h, other held) {
	all, right := r.read(h)
	r.trust.add(all[0].Confidence, right)
	if h.skill == "" {
		return
	}
	if all[0].Skill.ID == h.skill {
		r.skill++
	}
	if slices.ContainsFunc(all[:3], func(one reading.Reading) bool { return one.Skill.ID == h.skill }) {
		r.three++
	}
	if len(all[0].LeftOver) > 0 {
		r.alarmed++
	}
	if text, ok := disturb(h.wording, other.wording.Text); ok {
		r.disturbed++
		if got := r.readings(text)[0]; len(got.LeftOver) > 0 || got.Confidence < sure {
			r.noticed++
		}
	}
}

func (r *trial) share(n int) float64 { return float64(n) / float64(r.asks) }

// tell logs the shares, and finds those that are too small.
func (r *trial) tell() {
	r.t.Helper()
	r.t.Logf("of %d withheld sentences: skill %.3f, among the best three %.3f, with all values %.3f", r.asks, r.share(r.skill), r.share(r.three), r.share(r.whole))
	noticed := float64(r.noticed) / float64(r.disturbed)
	r.t.Logf("of %d with words of another in them %.3f are noticed; words are left over in %.3f of those without", r.disturbed, noticed, r.share(r.alarmed))
	if noticed < leastNoticed {
		r.t.Errorf("that is less than %.2f", leastNoticed)
	}
	least := leastShares
	if !sweep.All() {
		least = leastOfSample
	}
	for i, share := range []float64{r.share(r.skill), r.share(r.three), r.share(r.whole)} {
		if share < least[i] {
			r.t.Errorf("%.3f is less than %.2f", share, least[i])
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
