package everyday

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"legomem/agents"
	"legomem/agents/gazetteer"
	"legomem/reading"
)

// What the office says of a reading, as differences of log odds: a value that names
// something that is there speaks for it, one that names nothing against it.
const (
	named   = 1
	nearly  = 0.5
	unnamed = -2
	misfit  = -1.5
	missing = -1
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
	for i, r := range out {
		b := &binder{task: t, skill: t.skills.skills[r.Skill.ID], given: givenBy(t.Task.Text, r), leftOver: r.LeftOver}
		err := b.bind(ctx)
		if _, asks := errors.AsType[*agents.Asking](err); err != nil && !asks {
			return nil, err
		}
		out[i].Confidence = moved(r.Confidence, b.evidence)
	}
	slices.SortStableFunc(out, func(a, b reading.Reading) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return out, nil
}

// moved is a probability with the log odds of its evidence added.
func moved(p, by float64) float64 {
	const edge = 1e-6
	p = min(max(p, edge), 1-edge)
	return 1 / (1 + (1-p)/p*math.Exp(-by))
}
