package membank

import (
	"cmp"
	"context"
	"hash/maphash"
	"slices"
	"strings"

	"legomem/lists"
	"legomem/membank/operations"
	"legomem/membank/store"
)

// learnedFrom is how many of an agent's memories, those nearest by words, tell what a
// subtask asks to be done.
const learnedFrom = 256

// fitFloor is how likely a subtask must ask for what a memory did for the memory to be
// shown; see docs/retrieval.md.
const fitFloor = 0.4

// fitting are up to k of an agent's memories that did what a subtask asks for, best first.
// They are looked for among some units, or all that are near where there are none given.
func (b *Bank) fitting(ctx context.Context, agent, text string, among []Unit, k int) ([]Hit, error) {
	if k <= 0 {
		return nil, nil
	}
	near, err := b.Search(ctx, Query{Text: text, K: learnedFrom, Filter: Filter{Kind: SubtaskUnit, Agent: agent}})
	if err != nil {
		return nil, err
	}
	known := lists.Map(near, func(h Hit) Unit { return h.Unit })
	if among == nil {
		among = known
	}
	likely := b.operations(known).Likely(store.Words(text))
	var fit []candidate
	for _, u := range among {
		c := b.view.candidate(u)
		if c.fit = likely[c.operation]; c.fit >= fitFloor {
			fit = append(fit, c)
		}
	}
	return fillPlaces(fit, wordSet(text), k), nil
}

// operations is what tells operations by words: learned from what some memories did, and
// kept, since a run asks again and again.
func (b *Bank) operations(known []Unit) *operations.Model {
	known = slices.Clone(known)
	slices.SortFunc(known, func(x, y Unit) int { return cmp.Compare(x.ID, y.ID) })
	var examples []operations.Example
	var all maphash.Hash
	all.SetSeed(checksum)
	for _, u := range known {
		op := b.view.operation(u.Subtask)
		// What a memory did is told by its description, and by the names of its tools.
		for _, text := range []string{deeds(u.Subtask), u.Subtask.Description} {
			examples = append(examples, operations.Example{Words: store.Words(text), Operation: op})
			_, _ = all.WriteString(text + "\x00" + op + "\x00") // never fails
		}
	}
	key := all.Sum64()
	if m, ok := b.learned.Get(key); ok {
		return m
	}
	m := operations.Learn(examples)
	b.learned.Add(key, m)
	return m
}

// candidate is a memory that may be shown.
type candidate struct {
	unit      Unit
	operation string
	words     map[string]bool
	tools     []string
	fit       float64 // how likely the subtask asks for its operation
}

func (v View) candidate(u Unit) candidate {
	return candidate{unit: u, operation: v.operation(u.Subtask), words: wordSet(u.Subtask.Description), tools: toolsInOrder(u.Subtask)}
}

// repeats reports whether a memory shows what another shows: the same words, or the same
// tools in the same order, whatever the values.
func (c candidate) repeats(other candidate) bool {
	sameWords := strings.EqualFold(strings.TrimSpace(c.unit.Subtask.Description), strings.TrimSpace(other.unit.Subtask.Description))
	return sameWords || slices.Equal(c.tools, other.tools)
}

// wordSet is a text's words as a lexical search compares them.
func wordSet(text string) map[string]bool { return setOf(store.Words(text)) }

func setOf(all []string) map[string]bool {
	out := map[string]bool{}
	for _, x := range all {
		out[x] = true
	}
	return out
}
