package everyday

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/agents/gazetteer"
	"legomem/agents/reflex"
	"legomem/reading"
	"legomem/skills"
	"legomem/tools/value"
)

// What the office says of a reading, as differences of log odds: a value that names
// something that is there speaks for it, one that names nothing against it.
const (
	named   = 1
	further = 0.7 // for each further word of it, up to fully
	fully   = 3
	nearly  = 0.5
	unnamed = -3.5
	misfit  = -1.5
	nowhere = -2.5 // rows are chosen by what stands in none
	missing = -1
	ignored = -0.7 // for each such word
	untaken = -3   // for each date, time or number that no slot takes
	idle    = -0.5 // for each word left over at all
	over    = -1.5 // of an event that has ended little is wanted
)

func (b *binder) weigh(slot skills.Slot, f gazetteer.Found, said string) {
	if slot.Kind == "event" && len(f.All) > 0 && !slices.ContainsFunc(f.All, func(t gazetteer.Thing) bool { return t.End.After(b.Task.Now) }) {
		b.evidence += over
	}
	switch {
	case math.IsInf(f.Worth, 1) && b.telling(said) > 1: // called so as a whole
		b.evidence += named + further*(fully-1)
	case f.Named() && (f.Sure || len(f.Others) > 0):
		b.evidence += named + further*float64(min(b.telling(said), fully)-1)
	case f.Named() && f.Near:
		b.evidence += nearly
	case len(f.All) > 0 && f.Fit():
	default:
		b.evidence += unnamed
		b.unnamed = append(b.unnamed, slot.Name)
	}
}

// telling counts a text's words that say something of what is named.
func (b *binder) telling(said string) int {
	n := 0
	for stem := range gazetteer.Spoken(said) {
		if !b.skills.Common(stem) {
			n++
		}
	}
	return max(n, 1)
}

// waysEach is how many ways to read the values of a skill are weighed.
const waysEach = 4

// weighed are the readings by how likely they are in this office, the likeliest first. Of
// the ways to read a skill's values only the likeliest stays.
func (t *task) weighed(ctx context.Context, reader *reading.Reader, all []reading.Reading) ([]reading.Reading, error) {
	var out []reading.Reading
	for _, r := range all {
		b, err := t.weighs(ctx, r)
		if err != nil {
			return nil, err
		}
		more, err := b.variants(ctx, r)
		if err != nil {
			return nil, err
		}
		for _, other := range more {
			one, ok := reader.WithValues(t.sentence, r, other.values)
			if !ok {
				continue
			}
			tried, err := t.weighs(ctx, one)
			if err != nil {
				return nil, err
			}
			one.Confidence = reading.Moved(r.Confidence, tried.evidence+other.unlike)
			out = append(out, one)
		}
		r.Confidence = reading.Moved(r.Confidence, b.evidence)
		out = append(out, r)
	}
	return reading.BestOfEach(out), nil
}

// weighs binds a reading to tell what the office says of it.
func (t *task) weighs(ctx context.Context, r reading.Reading) (*binder, error) {
	b := &binder{task: t, skill: t.skills.skills[r.Skill.ID], given: givenBy(t.Task.Text, r), leftOver: r.LeftOver}
	err := b.bind(ctx)
	if _, asks := errors.AsType[*agents.Asking](err); err != nil && !asks {
		return nil, err
	}
	if err == nil {
		fails, err := b.fails(ctx)
		if err != nil {
			return nil, err
		}
		if fails {
			b.evidence += unnamed
		}
	}
	if b.endsEarly() {
		b.evidence += misfit
	}
	for _, word := range b.leftOver {
		if t.sentence.CutWord(r.Values, word) {
			b.evidence += unnamed
		}
	}
	left, err := t.against(ctx, b.leftOver)
	b.evidence += left
	return b, err
}

// against is what words that nothing accounts for say against a reading.
func (t *task) against(ctx context.Context, leftOver []string) (float64, error) {
	names, err := t.office.NameWords(ctx)
	if err != nil {
		return 0, err
	}
	return ignored*float64(t.ignores(leftOver, names)) + untaken*float64(t.untaken(leftOver)) + idle*float64(len(leftOver)), nil
}

// endsEarly says that what is read ends before it begins.
func (b *binder) endsEarly() bool {
	end := b.canonOf("end")
	return end != "" && end < b.canonOf("start")
}

// fails says that what the values are bound to would stop before it changes anything.
func (b *binder) fails(ctx context.Context) (bool, error) {
	p, err := b.skill.Procedure(b.Team)
	if err != nil {
		return false, err
	}
	return b.rehearsal.Fails(ctx, &reflex.Match{Procedure: p, Bindings: b.bound})
}

// ignores counts the words left over that something in the office is called by: whoever
// says them means something with them.
func (t *task) ignores(leftOver []string, names map[string]bool) int {
	n := 0
	for stem := range gazetteer.Spoken(strings.Join(leftOver, " ")) {
		if names[stem] && !t.skills.Common(stem) {
			n++
		}
	}
	return n
}

// untaken counts the values among the words left over.
func (t *task) untaken(leftOver []string) int {
	n := 0
	for _, word := range leftOver {
		if len(value.FindAll(word, t.ref)) > 0 {
			n++
		}
	}
	return n
}
