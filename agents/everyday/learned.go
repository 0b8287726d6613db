package everyday

import (
	"context"
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
func (b Brain) readers(t *task) (*reading.Reader, practisedReader) {
	everyday := t.skills.prepared.Reader(t.skills.model, t.ref)
	practised := practisedReader{work: t.practised, ref: t.ref}
	if b.Learned == nil {
		return everyday, practised
	}
	for _, w := range b.Learned(t.Task.User) {
		skill, there := t.skillOf(w.Skill)
		wording, err := reading.ParseWording(w.Text)
		if !there || err != nil || !w.Refused && hasLooseValue(wording, t.ref) {
			continue
		}
		one := lesson{skill, wording, w.Refused}
		if _, was := t.practisedAs(w.Skill); was {
			practised.lessons = append(practised.lessons, one)
		} else {
			everyday = one.teach(everyday)
		}
	}
	return everyday, practised
}

// practisedReader reads for practised work, with what was learned of how it is asked for. It
// is made where it is needed: that takes longer than to read for the everyday skills.
type practisedReader struct {
	work    []reflex.Practised
	ref     value.Reference
	lessons []lesson
}

// knows says that a sentence is known, which it finds out from the work in whose words it is:
// how the sentence is read for the one has nothing to do with the others.
func (p practisedReader) knows(ctx context.Context, s *reading.Sentence) (bool, error) {
	if slices.ContainsFunc(p.lessons, func(l lesson) bool { return !l.refused }) {
		return true, nil // as far as is seen without reading
	}
	some := reflex.MayKnow(p.work, s)
	if len(some) == 0 {
		return false, nil
	}
	r, err := reflex.ReaderOf(some, p.ref)
	if err != nil {
		return false, err
	}
	all, err := r.Read(ctx, s)
	return slices.ContainsFunc(all, func(r reading.Reading) bool { return r.Known }), err
}

func (p practisedReader) reader() (*reading.Reader, error) {
	r, err := reflex.ReaderOf(p.work, p.ref)
	if err != nil {
		return nil, err
	}
	for _, l := range p.lessons {
		r = l.teach(r)
	}
	return r, nil
}

// read reads the task's sentence; what only is known, it says where there is something else
// that is likely.
func (p practisedReader) read(ctx context.Context, t *task, onlyKnown bool) ([]reading.Reading, error) {
	if onlyKnown {
		if knows, err := p.knows(ctx, t.sentence); err != nil || !knows {
			return nil, err
		}
	}
	r, err := p.reader()
	switch {
	case err != nil:
		return nil, err
	case onlyKnown:
		return r.Read(ctx, t.sentence)
	}
	return reflex.Ways(ctx, t.rehearsal, r, t.sentence, t.practised)
}

// hasLooseValue says that a value stands among a wording's own words. Any word with a
// capital may be a person's, which says nothing.
func hasLooseValue(w reading.Wording, ref value.Reference) bool {
	return slices.ContainsFunc(value.FindAll(w.Text, ref), func(m value.Mention) bool {
		within := func(in reading.Mark) bool { return in.Start <= m.Start && m.End <= in.End }
		return m.Kind != value.Person && !slices.ContainsFunc(w.Marks, within)
	})
}

// lesson is a wording of a skill that was learned, or refused.
type lesson struct {
	skill   *reading.Skill
	wording reading.Wording
	refused bool
}

// teach is a reader that has learned the lesson, or the same where it cannot.
func (l lesson) teach(r *reading.Reader) *reading.Reader {
	learn := func() (*reading.Reader, error) { return r.With(l.skill, l.wording) }
	if l.refused {
		learn = func() (*reading.Reader, error) { return r.WithoutWording(l.skill, l.wording) }
	}
	if next, err := learn(); err == nil {
		return next
	}
	return r
}
