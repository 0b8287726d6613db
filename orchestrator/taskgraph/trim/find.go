package trim

import (
	"cmp"
	"fmt"
	"slices"

	tg "legomem/orchestrator/taskgraph"
)

// found is a node that a mention may mean.
type found struct {
	h     *holder
	node  tg.Node
	score float64
}

// find are the nodes that a mention may name, the likeliest first; only those that count,
// or only those that do not.
func (b *binder) find(mention, of string, counting bool) []found {
	var out []found
	for i := range b.holders {
		h := &b.holders[i]
		for _, n := range h.values {
			if (n.Status != tg.Inactive) != counting {
				continue
			}
			like := max(Likeness(mention, n.Value), 0.9*Likeness(mention, n.Slot+" "+n.Value))
			if like < 0.5 {
				continue
			}
			f := found{h, n, 3*like + 0.3*recency(i)}
			if of != "" {
				f.score += 2 * h.called(of)
			}
			if same(mention, n.Value) {
				f.score++
			}
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b found) int { return cmp.Compare(b.score, a.score) })
	return dedupe(out)
}

// dedupe leaves a node that several holders share once.
func dedupe(all []found) []found {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(f found) bool {
		again := seen[f.node.ID]
		seen[f.node.ID] = true
		return again
	})
}

// one is the node that is meant, or the question which; nil for none.
func (b *binder) one(mention string, all []found, does func(found) []Subtask) (*found, *Question) {
	if len(all) == 0 {
		return nil, nil
	}
	near := slices.DeleteFunc(slices.Clone(all), func(f found) bool { return f.score < all[0].score-margin })
	if len(near) == 1 {
		return &near[0], nil
	}
	q := &Question{}
	var names []string
	for _, f := range near[:min(len(near), 4)] {
		says := fmt.Sprintf("%s (%s of %s)", f.node.Value, f.node.Slot, f.h.title())
		names = append(names, says)
		q.Options = append(q.Options, Option{Says: says, Subtasks: does(f)})
	}
	q.Text = fmt.Sprintf("Which is meant by %q: %s?", mention, or(names))
	return nil, q
}

// whole is the holder that a mention names wholly, nil for none.
func (b *binder) whole(mention string) *holder {
	for i := range b.holders {
		if h := &b.holders[i]; h.counts() && (Likeness(mention, h.root.Value) == 1 || Likeness(mention, h.title()) == 1) {
			return h
		}
	}
	return nil
}

// goneWhole is the holder that a mention names and that counts no more.
func (b *binder) goneWhole(mention string) *holder {
	for i := range b.holders {
		if h := &b.holders[i]; !h.counts() && h.called(mention) > 0.5 {
			return h
		}
	}
	return nil
}

// within is the node of a list that a mention names, nil for none.
func (b *binder) within(p *place, mention string, counting bool) *tg.Node {
	for _, f := range b.find(mention, "", counting) {
		if f.h.root.ID == p.h.root.ID && f.node.Slot == p.slot.Name {
			return &f.node
		}
	}
	return nil
}
