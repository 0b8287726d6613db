package everyday

import (
	"context"
	"errors"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/agents/gazetteer"
	"legomem/agents/reflex"
	"legomem/reading"
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
	missing = -1
	ignored = -0.7 // for each such word
	untaken = -1.5 // for each date, time or number that no slot takes
	idle    = -0.5 // for each word left over at all
)

func (b *binder) weigh(f gazetteer.Found, said string) {
	switch {
	case f.Named() && (f.Sure || len(f.Others) > 0):
		b.evidence += named + further*float64(min(b.telling(said), fully)-1)
	case f.Named() && f.Near:
		b.evidence += nearly
	case len(f.All) > 0 && f.Fit():
	default:
		b.evidence += unnamed
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
func (t *task) weighed(ctx context.Context, all []reading.Reading) ([]reading.Reading, error) {
	out := slices.Clone(all)
	names, err := t.office.NameWords(ctx)
	if err != nil {
		return nil, err
	}
	for i, r := range out {
		b := &binder{task: t, skill: t.skills.skills[r.Skill.ID], given: givenBy(t.Task.Text, r), leftOver: r.LeftOver}
		err := b.bind(ctx)
		if _, asks := errors.AsType[*agents.Asking](err); err != nil && !asks {
			return nil, err
		}
		if err == nil && !b.callable() {
			b.evidence += unnamed
		}
		if b.endsEarly() {
			b.evidence += misfit
		}
		b.evidence += ignored*float64(b.ignores(names)) + untaken*float64(b.untaken()) + idle*float64(len(b.leftOver))
		out[i].Confidence = reading.Moved(r.Confidence, b.evidence)
	}
	return reading.BestOfEach(out), nil
}

// endsEarly says that what is read ends before it begins.
func (b *binder) endsEarly() bool {
	end := b.canonOf("end")
	return end != "" && end < b.canonOf("start")
}

// callable says that the tools take the values that are bound.
func (b *binder) callable() bool {
	p, err := b.skill.Procedure(b.Team)
	if err != nil {
		return false
	}
	m := reflex.Match{Procedure: p, Bindings: b.bound}
	for _, call := range m.Preview(b.Task.User).Actions {
		if _, err := b.Tools.Intend(call.Action); err != nil {
			return false
		}
	}
	return true
}

// ignores counts the words left over that something in the office is called by: whoever
// says them means something with them.
func (b *binder) ignores(names map[string]bool) int {
	n := 0
	for stem := range gazetteer.Spoken(strings.Join(b.leftOver, " ")) {
		if names[stem] && !b.skills.Common(stem) {
			n++
		}
	}
	return n
}

// untaken counts the values among the words left over.
func (b *binder) untaken() int {
	n := 0
	for _, word := range b.leftOver {
		if len(value.FindAll(word, b.ref)) > 0 {
			n++
		}
	}
	return n
}
