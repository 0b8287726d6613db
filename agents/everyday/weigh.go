package everyday

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/agents/gazetteer"
	"legomem/reading"
)

// What the office says of a reading, as differences of log odds: a value that names
// something that is there speaks for it, one that names nothing against it.
const (
	named   = 1
	nearly  = 0.5
	unnamed = -3.5
	misfit  = -1.5
	missing = -1
	ignored = -0.7 // for each such word
)

func (b *binder) weigh(f gazetteer.Found) {
	switch {
	case f.Named() && f.Sure:
		b.evidence += named
	case f.Named() && f.Near:
		b.evidence += nearly
	case len(f.All) > 0 && f.Fit():
	default:
		b.evidence += unnamed
	}
}

// weighed are the readings by how likely they are in this office, the likeliest first.
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
		b.evidence += ignored * float64(b.ignores(names))
		out[i].Confidence = moved(r.Confidence, b.evidence)
	}
	slices.SortStableFunc(out, func(a, b reading.Reading) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return out, nil
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

// moved is a probability with the log odds of its evidence added.
func moved(p, by float64) float64 {
	const edge = 1e-6
	p = min(max(p, edge), 1-edge)
	return 1 / (1 + (1-p)/p*math.Exp(-by))
}
