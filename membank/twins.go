package membank

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"legomem/membank/store"
)

// mergeDepth is how many of the nearest full tasks are looked at for one that
// did the same work.
const mergeDepth = 10

// slack allows for rounded vectors: a text must be near enough to itself for a
// threshold of 1.
const slack = 1e-6

// twins returns the full tasks near enough to a new one that did the same work, nearest
// first: those of this Merge, and the user's own in the bank.
func (m *merger) twins(ctx context.Context, u Unit) ([]Unit, error) {
	vectors, err := m.bank.vectors(ctx, []string{u.text()})
	if err != nil {
		return nil, err
	}
	m.vectors[u.ID] = vectors[0]
	q := store.Query{Vector: vectors[0], K: mergeDepth, Filter: Filter{Kind: FullTask, Own: true}.matches()}
	found, err := m.bank.store.Search(ctx, m.bank.units(), q)
	if err != nil {
		return nil, err
	}
	var near []Hit
	for _, f := range found {
		t, err := fromRecord(f.Record)
		if err != nil {
			return nil, err
		}
		near = append(near, Hit{Unit: t, Score: f.Score})
	}
	for _, f := range m.fresh {
		if v := m.vectors[f.ID]; v != nil {
			near = append(near, Hit{Unit: f, Score: cosine(v, vectors[0])})
		}
	}
	slices.SortStableFunc(near, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	var out []Unit
	for _, h := range near {
		if t := m.current(h.Unit); h.Score+slack >= m.threshold && sameWork(t, u) && !isLearned(u, t) {
			out = append(out, t)
		}
	}
	return out, nil
}

// current is a unit as this Merge has left it so far.
func (m *merger) current(u Unit) Unit {
	for _, list := range [][]Unit{m.fresh, m.changed} {
		for _, c := range list {
			if c.ID == u.ID {
				return c
			}
		}
	}
	return u
}

// choose returns the twin that has the unit's source already, or else the nearest that
// is not quarantined.
func choose(twins []Unit, u Unit) (Unit, bool) {
	for _, t := range twins {
		if has(t, u.Source) {
			return t, true
		}
	}
	i := slices.IndexFunc(twins, func(t Unit) bool { return t.Quarantine == "" })
	if i < 0 {
		return Unit{}, false
	}
	return twins[i], true
}

// sameWork reports whether two full tasks used the same tools, by the same agents, in
// the same order.
func sameWork(a, b Unit) bool { return slices.Equal(work(a), work(b)) }

func work(u Unit) []string {
	var out []string
	for _, s := range u.Subtasks {
		for _, st := range s.Steps {
			tool, _, _ := strings.Cut(st.Action, "(")
			out = append(out, s.Agent+" "+tool)
		}
		if len(s.Steps) == 0 {
			out = append(out, s.Agent)
		}
	}
	return out
}

func cosine(a, b []float32) float64 {
	x, y := store.Unit(a), store.Unit(b)
	var sum float64
	for i := range x {
		sum += float64(x[i]) * float64(y[i])
	}
	return sum
}
