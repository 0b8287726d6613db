package everyday

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"legomem/membank/recall"
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
	asWorded  = 3 // for the share of its words outside its values that an earlier request has
	fillable  = 1 // for each value that is missing and was given before
	akin      = 1 // of a thing that shares a word with what it was about before
	leastWord = 0.5
	mostUsual = 5
)

// habits are what a user asked for before, by skill.
type habits struct {
	*task
	known map[string][]Earlier
}

// habitsOf is what a task's user asked for before.
func (b Brain) habitsOf(ctx context.Context, t *task) (habits, error) {
	if b.Known == nil {
		return habits{task: t}, nil
	}
	known, err := b.Known(ctx, t.Task, slices.Collect(maps.Values(t.skills.skills)))
	return habits{t, known}, err
}

// recent is how many of the skills that were asked for last are read for.
const recent = 6

// named are the skills that were asked for of what the task names, and those that were asked
// for last.
func (h habits) named() []string {
	last := map[string]time.Time{}
	for id, all := range h.known {
		for _, e := range all {
			if e.When.After(last[id]) {
				last[id] = e.When
			}
		}
	}
	all := slices.SortedFunc(maps.Keys(last), func(a, b string) int { return cmp.Or(last[b].Compare(last[a]), cmp.Compare(a, b)) })
	out := all[:min(recent, len(all))]
	for _, id := range all[len(out):] {
		if _, words := h.names(id); words > 0 {
			out = append(out, id)
		}
	}
	return out
}

// names is what the task names that a skill was asked for before, and in how many words.
func (h habits) names(skill string) (best reading.Value, words int) {
	k := h.skills.skills[skill]
	for _, e := range h.known[skill] {
		if slot, _ := k.Slot(e.Slot); !recall.IsTelling(slot.Kind) {
			continue
		}
		if v, n, ok := h.said(k, e); ok && n > words {
			best, words = v, n
		}
	}
	return best, words
}

// weigh makes readings likelier that the user meant before of the same thing: what they gave
// for a slot then is the same now where the text has it. It orders the readings anew.
func (h habits) weigh(reader *reading.Reader, all []reading.Reading) {
	for i, r := range all {
		known, more := h.known[r.Skill.ID], 0.0
		if r, ok := h.withNamed(reader, r); ok {
			_, words := h.names(r.Skill.ID)
			more, all[i] = usual+float64(words-1)*wordMore, r
		} else if slices.ContainsFunc(known, func(e Earlier) bool { return isAkin(r, e) }) {
			more = akin
		}
		alike := 0.0
		for _, e := range known {
			alike = max(alike, h.alike(all[i], e.Words))
		}
		if alike >= leastWord {
			more += asWorded * alike
		}
		for _, missing := range all[i].Missing {
			if slices.ContainsFunc(known, func(e Earlier) bool { return e.Slot == missing.Name }) {
				more += fillable
			}
		}
		all[i].Confidence = reading.Moved(r.Confidence, min(more, mostUsual))
	}
	slices.SortStableFunc(all, func(x, y reading.Reading) int { return cmp.Compare(y.Confidence, x.Confidence) })
}

// withNamed is a reading with what the task names that its skill was asked for before, which
// takes its words from all other values; false where there is no such thing.
func (h habits) withNamed(reader *reading.Reader, r reading.Reading) (reading.Reading, bool) {
	v, words := h.names(r.Skill.ID)
	if words == 0 || slices.ContainsFunc(r.Values, func(o reading.Value) bool { return o.Slot == v.Slot && o.Start == v.Start && o.End == v.End }) {
		return r, words > 0
	}
	values := slices.DeleteFunc(slices.Clone(r.Values), func(o reading.Value) bool { return o.Start < v.End && v.Start < o.End })
	return reader.WithValues(h.sentence, r, append(values, v))
}

// alike is the share of a reading's words outside its values that an earlier request has.
func (t *task) alike(r reading.Reading, earlier string) float64 {
	had := map[string]bool{}
	for _, w := range value.Tokens(earlier) {
		had[value.Stem(w.Lower)] = true
	}
	all, again := 0, 0
	for _, w := range t.sentence.Words {
		if slices.ContainsFunc(r.Values, func(v reading.Value) bool { return v.Start <= w.Start && w.End <= v.End }) {
			continue
		}
		all++
		if had[w.Stem] {
			again++
		}
	}
	return float64(again) / float64(max(all, 1))
}

// isAkin says that a reading's value for the slot of an earlier one is of the same kind of
// thing: their last words are the same, "press round" and "client round".
func isAkin(r reading.Reading, e Earlier) bool {
	return slices.ContainsFunc(r.Values, func(v reading.Value) bool { return v.Slot == e.Slot && recall.IsAkin(v.Text, e.Text) })
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
