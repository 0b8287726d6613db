package trim

import (
	"cmp"
	"context"
	"math"
	"slices"

	"legomem/orchestrator/taskgraph/moves"
)

// way is a way to read an utterance: its moves, with what they come to.
type way struct {
	bound
	kinds []moves.Kind
	p     float64
}

func (w way) checks() bool {
	for _, k := range w.kinds {
		if !k.Checks() {
			return false
		}
	}
	return true
}

// giving says that a move gives a value.
func giving(k moves.Kind) bool {
	return slices.Contains([]moves.Kind{moves.Tell, moves.Add, moves.Swap, moves.Again}, k)
}

// ways are those to read an utterance that fit the graph, the likeliest first, and how
// likely it is none of the moves.
func (b *binder) ways(ctx context.Context) ([]way, float64, error) {
	whole, none, err := b.waysOf(ctx, b.text, nil)
	if err != nil {
		return nil, 0, err
	}
	all := whole
	for _, clauses := range [][]string{sentences(b.text), clauses(b.text)} {
		if len(clauses) < 2 || len(clauses) > mostClauses {
			continue
		}
		w, more, err := b.together(ctx, clauses)
		if err != nil {
			return nil, 0, err
		}
		if w != nil {
			all, none = append(all, *w), min(none, more)
		}
	}
	slices.SortStableFunc(all, func(x, y way) int { return cmp.Compare(y.p, x.p) })
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(w way) bool {
		if w.Question == nil {
			if _, err := Operations(b.g, b.finished(slices.Clone(w.Subtasks)), ""); err != nil {
				return true // the graph does not allow it
			}
		}
		key := told(w.Subtasks)
		if w.Question != nil {
			key = w.Question.Text
		}
		again := seen[key]
		seen[key] = true
		return again
	})
	return all, none, nil
}

// waysOf are the ways to read a clause.
func (b *binder) waysOf(ctx context.Context, clause string, beside []string) ([]way, float64, error) {
	all, err := b.Moves.Read(ctx, clause, b.utterance.reference())
	if err != nil {
		return nil, 0, err
	}
	none := 1.0
	for _, m := range all {
		none -= m.Likely
	}
	if b.names(clause) {
		none *= newNamed
	}
	was := b.beside
	b.beside = beside
	defer func() { b.beside = was }()
	var out []way
	for _, m := range all {
		if m.Likely < offered/4 {
			break
		}
		if bound := b.bind(part{clause, m}); len(bound.Subtasks) > 0 || bound.Question != nil {
			out = append(out, way{bound, []moves.Kind{m.Kind}, m.Likely})
		}
	}
	return out, max(none, 0), nil
}

// newNamed is how much less likely something new is asked for in words that name what was
// spoken of.
const newNamed = 0.5

// together reads clauses one by one: those that are moves count, and the others may say
// what those are about. It is nil where fewer than two are read, or one is not sure.
func (b *binder) together(ctx context.Context, all []string) (*way, float64, error) {
	var read []string
	var beside []string
	likelies, most := map[string]float64{}, 0.0
	all = slices.DeleteFunc(slices.Clone(all), SaysNothing) // "actually,"
	for _, c := range all {
		ways, none, err := b.waysOf(ctx, c, nil)
		if err != nil {
			return nil, 0, err
		}
		if len(ways) == 0 || ways[0].p < none {
			beside = append(beside, c)
			continue
		}
		read = append(read, c)
		likelies[c] = ways[0].p
		most = max(most, ways[0].p)
	}
	if most >= likely { // beside what is sure, what is not is a remark
		sure := func(c string) bool { return likelies[c] >= remark }
		for _, c := range read {
			if !sure(c) {
				beside = append(beside, c)
			}
		}
		read = slices.DeleteFunc(read, func(c string) bool { return !sure(c) })
	}
	if len(read) == 0 || len(read) == len(all) && len(read) == 1 {
		return nil, 0, nil
	}
	out := &way{p: 1}
	least := 1.0
	for _, c := range read {
		ways, none, err := b.waysOf(ctx, c, beside)
		if err != nil {
			return nil, 0, err
		}
		if len(ways) == 0 {
			return nil, 0, nil
		}
		w := ways[0]
		if w.Question != nil {
			if len(read) > 1 {
				return nil, 0, nil
			}
			out.Question = w.Question
		}
		out.Subtasks = append(out.Subtasks, w.Subtasks...)
		out.kinds = append(out.kinds, w.kinds...)
		out.p, least = min(out.p, w.p), min(least, none)
	}
	out.p *= math.Pow(besideCosts, float64(len(beside)))
	if len(beside) == 0 && len(read) > 1 && out.p > remark && slices.ContainsFunc(out.kinds, func(k moves.Kind) bool { return k != out.kinds[0] }) {
		out.p = 1 // several things are said, each its own: no one move is all of it
	}
	return out, least, nil
}

// remark is how likely a clause must be a move beside one that is sure.
const remark = 0.45

// besideCosts is what a clause that is no move costs.
const besideCosts = 0.95

// part is a clause with the move that it is read as.
type part struct {
	text string
	move moves.Move
}

// mostClauses is how many clauses are each read alone: who says more tells something new.
const mostClauses = 6
