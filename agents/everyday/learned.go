package everyday

import (
	"fmt"

	"legomem/reading"
)

// Wording is how a user asked for a skill before, with the values marked: "cancel
// [lunch](event)". A refused one is not read so again.
type Wording struct {
	Skill, Text string
	Refused     bool
}

// reader is a reader that knows how the task's user asked before. What it cannot read of
// that is left out: the skill may be gone, or have other slots now.
func (b Brain) reader(t *task) (*reading.Reader, error) {
	r := t.skills.prepared.Reader(t.skills.model, t.ref)
	if b.Learned == nil {
		return r, nil
	}
	for _, w := range b.Learned(t.Task.User) {
		skill, there := t.skills.skills[w.Skill]
		wording, err := reading.ParseWording(w.Text)
		if !there || err != nil {
			continue
		}
		next, err := taught(r, skill.Reads(), wording, w.Refused)
		if err == nil {
			r = next
		}
	}
	return r, nil
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
