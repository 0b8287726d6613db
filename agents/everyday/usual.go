package everyday

import (
	"cmp"
	"context"
	"slices"

	"legomem/reading"
	"legomem/skills"
	"legomem/tools/value"
)

// How much likelier a reading is whose skill the user asked for before, of the same thing or
// in the same words, as differences of log odds: "the print check on Friday", without a time,
// is hardly a day off.
const (
	usual     = 3
	wordMore  = 1 // for each further word of what names the thing
	asWorded  = 3 // for the share of its words that an earlier request has
	leastWord = 0.5
	mostUsual = 5
)

// asUsual makes readings likelier that the user meant before of the same thing: what they
// gave for a slot then is the same now where the text has it. It orders the readings anew.
func (b Brain) asUsual(ctx context.Context, t *task, reader *reading.Reader, all []reading.Reading) error {
	if b.Known == nil || len(all) == 0 {
		return nil
	}
	var may []Wanted
	for _, r := range all {
		may = append(may, Wanted{Task: t.Task, Skill: t.skills.skills[r.Skill.ID]})
	}
	known, err := b.Known(ctx, may)
	if err != nil {
		return err
	}
	for i := range known {
		best, words, alike := reading.Value{}, 0, 0.0
		for _, e := range known[i] {
			if v, n, ok := t.said(may[i].Skill, e); ok && n > words {
				best, words = v, n
			}
			alike = max(alike, t.alike(e.Words))
		}
		more := 0.0
		if alike >= leastWord {
			more = asWorded * alike
		}
		if r, ok := withValue(reader, t.sentence, all[i], best); ok && words > 0 {
			all[i] = r
			more += usual + float64(words-1)*wordMore
		}
		all[i].Confidence = reading.Moved(all[i].Confidence, min(more, mostUsual))
	}
	slices.SortStableFunc(all, func(x, y reading.Reading) int { return cmp.Compare(y.Confidence, x.Confidence) })
	return nil
}

// alike is the share of the task's words, but for common ones, that an earlier request has.
func (t *task) alike(earlier string) float64 {
	had := map[string]bool{}
	for _, w := range value.Tokens(earlier) {
		had[value.Stem(w.Lower)] = true
	}
	all, again := 0, 0
	for _, w := range t.sentence.Words {
		if reading.Common(w.Lower) {
			continue
		}
		all++
		if had[w.Stem] {
			again++
		}
	}
	return float64(again) / float64(max(all, 1))
}

// said is where the task's text says what a user gave for a slot before, and in how many
// words that tell something.
func (t *task) said(k skills.Skill, e Earlier) (reading.Value, int, bool) {
	slot, ok := k.Slot(e.Slot)
	words := value.Tokens(e.Text)
	telling := 0
	for _, w := range words {
		if !reading.Common(w.Lower) {
			telling++
		}
	}
	if !ok || len(words) == 0 {
		return reading.Value{}, 0, false
	}
	all := t.sentence.Words
	for first := 0; first+len(words) <= len(all); first++ {
		if slices.EqualFunc(words, all[first:first+len(words)], func(w value.Token, o reading.Word) bool { return w.Lower == o.Lower }) {
			return t.sentence.ValueAt(reading.Slot{Name: slot.Name, Kind: slot.Kind}, first, first+len(words)-1), max(telling, 1), true
		}
	}
	return reading.Value{}, 0, false
}

// withValue is a reading with a value for a slot, which takes its words from all others; as it
// is where it has that value.
func withValue(reader *reading.Reader, s *reading.Sentence, r reading.Reading, v reading.Value) (reading.Reading, bool) {
	if slices.ContainsFunc(r.Values, func(o reading.Value) bool { return o.Slot == v.Slot && o.Start == v.Start && o.End == v.End }) {
		return r, true
	}
	values := slices.DeleteFunc(slices.Clone(r.Values), func(o reading.Value) bool { return o.Start < v.End && v.Start < o.End })
	return reader.WithValues(s, r, append(values, v))
}
