package trim

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"legomem/orchestrator/taskgraph/moves"
)

// way is a way to read an utterance: its moves, with what they come to.
type way struct {
	bound
	kinds  []moves.Kind
	p      float64
	beside []string // clauses that are no part of it
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
		if len(w) > 0 {
			all, none = append(all, w...), min(none, more)
		}
	}
	if err := b.disagree(ctx, all); err != nil {
		return nil, 0, err
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

// disagree makes ways less likely that take a value of a clause for one move, where the
// clause by itself is surely another: "keep the charger, and remove the case".
func (b *binder) disagree(ctx context.Context, all []way) error {
	apart := clauses(b.text)
	if len(apart) < 2 || len(apart) > mostClauses {
		return nil
	}
	for _, c := range apart {
		read, err := b.Moves.Read(ctx, c, b.utterance.reference())
		if err != nil {
			return err
		}
		if len(read) == 0 || read[0].Likely < likely {
			continue
		}
		for i, w := range all {
			if !slices.Contains(w.kinds, read[0].Kind) && !slices.Contains(w.beside, c) && b.takes(w, read[0].All("value")) {
				all[i].p *= otherwiseRead
			}
		}
	}
	return nil
}

// takes says that a way takes one of some values.
func (b *binder) takes(w way, values []string) bool {
	in := strings.Join(b.accounted(w.Subtasks), "\n")
	return slices.ContainsFunc(values, func(v string) bool { return Likeness(v, in) == 1 })
}

// otherwiseRead is how much less likely a way is for each clause that is read otherwise by
// itself.
const otherwiseRead = 0.4

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
		for _, m := range append([]moves.Move{m}, b.further(clause, m)...) {
			if bound := b.bind(part{clause, m}); len(bound.Subtasks) > 0 || bound.Question != nil {
				out = append(out, way{bound: bound, kinds: []moves.Kind{m.Kind}, p: m.Likely})
			}
		}
	}
	return out, max(none, 0), nil
}

// newNamed is how much less likely something new is asked for in words that name what was
// spoken of.
const newNamed = 0.5

// together reads clauses one by one: those that are moves count, and the others may say
// what those are about. Beside moves that are sure, those that are not may be remarks, so
// that there are two ways. There is none where no clause is read.
func (b *binder) together(ctx context.Context, all []string) ([]way, float64, error) {
	var read, sure, beside []string
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
	for _, c := range read {
		if most < likely || likelies[c] >= remark {
			sure = append(sure, c)
		}
	}
	out, none, err := b.eachRead(ctx, read, beside, len(all))
	if err != nil || len(sure) == len(read) {
		return out, none, err
	}
	unsure := slices.DeleteFunc(slices.Clone(read), func(c string) bool { return slices.Contains(sure, c) })
	for i := range out {
		out[i].p *= remark
	}
	less, none, err := b.eachRead(ctx, sure, slices.Concat(beside, unsure), len(all))
	for i := range less {
		less[i].beside = beside // what may be a move is none of it
	}
	return append(less, out...), none, err
}

// eachRead is the way to read clauses each as what is likeliest of it, beside others; none
// where one of several would have to be asked about.
func (b *binder) eachRead(ctx context.Context, read, beside []string, all int) ([]way, float64, error) {
	if len(read) == 0 || all == 1 {
		return nil, 0, nil
	}
	out := way{p: 1, beside: beside}
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
	return []way{out}, least, nil
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
