package everyday

import (
	"fmt"
	"slices"

	"legomem/agents/reflex"
	"legomem/reading"
	"legomem/tools/value"
)

// Wording is how a user asked for a skill before, with the values marked: "cancel
// [lunch](event)". A refused one is not read so again.
type Wording struct {
	Skill, Text string
	Refused     bool
}

// readers read for the everyday skills and for practised work, as the task's user asked
// before. They are two since the one knows what else people ask for every day, and
// practised work may be anything. What cannot be read of what was learned is left out: the
// skill may be gone, or have other slots now. So is a wording in which a value stands that
// the reading made nothing of: a day that did not matter to one event would be read over
// where it chooses another.
func (b Brain) readers(t *task) (everyday, practised *reading.Reader, err error) {
	everyday = t.skills.prepared.Reader(t.skills.model, t.ref)
	if practised, err = reflex.ReaderOf(t.practised, t.ref); err != nil || b.Learned == nil {
		return everyday, practised, err
	}
	for _, w := range b.Learned(t.Task.User) {
		skill, there := t.skillOf(w.Skill)
		wording, err := reading.ParseWording(w.Text)
		if !there || err != nil || !w.Refused && hasLooseValue(wording, t.ref) {
			continue
		}
		r := &everyday
		if _, was := t.practisedAs(w.Skill); was {
			r = &practised
		}
		if next, err := taught(*r, skill, wording, w.Refused); err == nil {
			*r = next
		}
	}
	return everyday, practised, nil
}

// hasLooseValue says that a value stands among a wording's own words. Any word with a
// capital may be a person's, which says nothing.
func hasLooseValue(w reading.Wording, ref value.Reference) bool {
	return slices.ContainsFunc(value.FindAll(w.Text, ref), func(m value.Mention) bool {
		within := func(in reading.Mark) bool { return in.Start <= m.Start && m.End <= in.End }
		return m.Kind != value.Person && !slices.ContainsFunc(w.Marks, within)
	})
}

func taught(r *reading.Reader, skill *reading.Skill, w reading.Wording, refused bool) (*reading.Reader, error) {
	if refused {
		return r.WithoutWording(skill, w)
	}
	next, err := r.With(skill, w)
	if err != nil {
		return nil, fmt.Errorf("take in a wording that was learned: %w", err)
	}
	return next, nil
}
