package reflex

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"legomem/braces"
	"legomem/lists"
	"legomem/tools/value"
)

// fork joins two runs of the same work that did not do the same: what only one
// of them did is guarded by what an observation before it says. It takes two
// texts that are alike, so that other work is not taken for another way.
func (j *joiner) fork() bool {
	if len(j.p.saidBy(j.ex.run)) == 0 && len(j.other.out.saidBy(j.all[0].run)) == 0 && !j.p.akin(j.other) {
		return false
	}
	w := &weaver{numbers: map[int]int{}, added: map[int]bool{}}
	for _, s := range j.p.Steps() {
		w.next = max(w.next, s.Number)
	}
	mine, its := j.p.Subtasks, j.other.out.Subtasks
	woven := w.subtasks(mine, its)
	if !w.forked || len(w.common) == 0 {
		return false
	}
	for _, g := range j.forks(w) {
		p := j.p.clone()
		guarded := sharedVerdicts(w.guarded(woven, g), nil)
		p.Subtasks = anySizes(guarded)
		if _, ok := j.stories(p); ok {
			p.Subtasks = guarded
			j.p, j.added, j.forked = p, w.added, true
			return j.follows() == nil
		}
	}
	return false
}

// akin says that most words of another run's text, but for its values, are ones with
// which this work is asked for.
func (p *Procedure) akin(c *compiler) bool {
	own := map[string]bool{}
	for _, pattern := range p.Patterns {
		for _, w := range p.ownWords(pattern) {
			own[w] = true
		}
	}
	its := c.out.ownWords(c.ownPattern())
	known := lists.Filter(its, func(w string) bool { return own[w] })
	return 3*len(known) >= 2*len(its) && len(known) > 2
}

// ownWords are the stems of the words in which a pattern asks, its values aside.
func (p *Procedure) ownWords(pattern Pattern) []string {
	var out []string
	for _, piece := range p.pieces(pattern.Template) {
		for _, t := range value.Tokens(piece.text) {
			out = append(out, value.Stem(t.Lower))
		}
	}
	return out
}

// side says which of two runs did something.
type side int

const (
	both side = iota
	mine
	theirs
)

// weaver puts two plans into one.
type weaver struct {
	numbers map[int]int // the other's actions by the procedure's numbers
	common  []int       // the procedure's numbers of actions that both have
	next    int         // the last number that was given
	forked  bool
	added   map[int]bool // the numbers of the other's own actions
}

// woven is a plan in which every item knows whose it is.
type woven struct {
	side  side
	sub   Subtask
	steps []wovenStep // of a subtask that both have, with actions that not both have
}

type wovenStep struct {
	side side
	step Step
}

// subtasks aligns the subtasks of two plans: those with the same actions are
// both's, those of one agent with some actions in common are woven.
func (w *weaver) subtasks(a, b []Subtask) []woven {
	var out []woven
	pairs := longest(len(a), len(b), func(i, k int) int { return common(a[i], b[k]) })
	i, k := 0, 0
	one := func(s side, sub Subtask) {
		w.forked = true
		if s == theirs {
			sub = w.renumber(sub)
		}
		out = append(out, woven{side: s, sub: sub})
	}
	for _, p := range append(pairs, [2]int{len(a), len(b)}) {
		for ; i < p[0]; i++ {
			one(mine, a[i])
		}
		for ; k < p[1]; k++ {
			one(theirs, b[k])
		}
		if i < len(a) && k < len(b) {
			out = append(out, woven{sub: a[i], steps: w.steps(a[i].Steps, b[k].Steps)})
			i, k = i+1, k+1
		}
	}
	return out
}

func (w *weaver) steps(a, b []Step) []wovenStep {
	var out []wovenStep
	pairs := alikeIn(a, b)
	i, k := 0, 0
	for _, p := range append(pairs, [2]int{len(a), len(b)}) {
		for ; i < p[0]; i++ {
			w.forked = true
			out = append(out, wovenStep{mine, a[i]})
		}
		for ; k < p[1]; k++ {
			w.forked = true
			out = append(out, wovenStep{theirs, w.renumberStep(b[k])})
		}
		if i < len(a) && k < len(b) {
			w.match(a[i], b[k])
			out = append(out, wovenStep{both, a[i]})
			i, k = i+1, k+1
		}
	}
	return out
}

// match notes which actions of the two are the same.
func (w *weaver) match(a, b Step) {
	x, y := leaves([]Step{a}), leaves([]Step{b})
	for i := range x {
		w.numbers[y[i].Number] = x[i].Number
		w.common = append(w.common, x[i].Number)
	}
}

// renumber gives a subtask of the other plan numbers of the procedure.
func (w *weaver) renumber(s Subtask) Subtask {
	s.Subtasks, s.Steps = mapped(s.Subtasks, w.renumber), mapped(s.Steps, w.renumberStep)
	s.Description, s.Summary = s.Description.refs(w.ref), s.Summary.refs(w.ref)
	s.Flow = w.flow(s.Flow)
	return s
}

func (w *weaver) renumberStep(s Step) Step {
	if s.none() {
		w.next++
		w.added[w.next] = true
		w.numbers[s.Number] = w.next
		s.Number = w.next
	}
	s.Flow = w.flow(s.Flow)
	s.Steps = mapped(s.Steps, w.renumberStep)
	args := map[string]Expr{}
	for name, e := range s.Args {
		args[name] = e.refs(w.ref)
	}
	s.Args, s.Expect = args, mapped(s.Expect, func(e Expr) Expr { return e.refs(w.ref) })
	return s
}

func (w *weaver) flow(f Flow) Flow {
	if f.Each != nil {
		f.Each = w.ref(*f.Each)
	}
	return f
}

func (w *weaver) ref(r Ref) *Ref {
	r.Step = w.numbers[r.Step]
	return &r
}

// guarded is the plan in which a guard decides on what not both have done.
func (w *weaver) guarded(all []woven, g Guard) []Subtask {
	other := Guard{Of: g.Of, Is: g.Not, Not: g.Is}
	when := func(s side) Flow {
		if s == mine {
			return Flow{When: &g}
		}
		return Flow{When: &other}
	}
	var out []Subtask
	for _, one := range all {
		if one.side != both {
			out = append(out, Subtask{Flow: when(one.side), Subtasks: []Subtask{one.sub}})
			continue
		}
		sub := one.sub
		sub.Steps = nil
		for _, st := range one.steps {
			if st.side == both {
				sub.Steps = append(sub.Steps, st.step)
				continue
			}
			sub.Steps = append(sub.Steps, Step{Flow: when(st.side), Steps: []Step{st.step}})
		}
		out = append(out, sub)
	}
	return out
}

// form is what an action is, whatever the sources of its arguments.
func form(s Step) string {
	out := s.Tool + "(" + strings.Join(sortedKeys(s.Args), " ") + ")"
	if s.Each != nil {
		out += "each"
	}
	for _, inner := range s.Steps {
		out += form(inner) + ";"
	}
	return out
}

// common counts the actions that two subtasks of one agent share, in order; 0
// for subtasks that are done otherwise.
func common(a, b Subtask) int {
	if a.Agent != b.Agent || !a.none() || !b.none() {
		return 0
	}
	return len(alikeIn(a.Steps, b.Steps))
}

// alikeIn pairs the places of actions that are the same in two lists.
func alikeIn(a, b []Step) [][2]int {
	return longest(len(a), len(b), func(i, k int) int {
		if form(a[i]) == form(b[k]) {
			return 1
		}
		return 0
	})
}

// longest is the heaviest common subsequence of two lists: pairs of places, in
// order, whose weight is not 0.
func longest(n, m int, weight func(i, k int) int) [][2]int {
	best := make([][]int, n+1)
	for i := range best {
		best[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for k := m - 1; k >= 0; k-- {
			best[i][k] = max(best[i+1][k], best[i][k+1])
			if w := weight(i, k); w > 0 {
				best[i][k] = max(best[i][k], w+best[i+1][k+1])
			}
		}
	}
	var pairs [][2]int
	for i, k := 0, 0; i < n && k < m; {
		w := weight(i, k)
		switch {
		case w > 0 && best[i][k] == w+best[i+1][k+1]:
			pairs = append(pairs, [2]int{i, k})
			i, k = i+1, k+1
		case best[i][k] == best[i+1][k]:
			i++
		default:
			k++
		}
	}
	return pairs
}

// telling ranks the classes that a guard may go by: what says yes or no first.
var telling = map[string]int{isTrue: 1, isFalse: 1, isEmptied: 2, isFilled: 2, isZero: 3, isCounted: 3, isNothing: 4, "yes": 1, "no": 1}

// forks are the guards that tell the two runs apart, the most telling first:
// what an action that both have returned.
func (j *joiner) forks(w *weaver) []Guard {
	its := map[int]int{}
	for n, m := range w.numbers {
		its[m] = n
	}
	return guardsOf(j.first, w.common, func(r Ref) (any, bool) {
		n, ok := its[r.Step]
		if !ok {
			return nil, false
		}
		return braces.Resolve(j.other.data[n], r.Path)
	})
}

// guards are those that tell the other run from the first.
func (j *joiner) guards(stories []story) []Guard {
	v := stories[len(stories)-1].end.values
	return guardsOf(j.first, slices.Collect(maps.Keys(v.observed)), func(r Ref) (any, bool) {
		out, err := v.raw(r)
		return out, err == nil
	})
}

func guardsOf(c *compiler, numbers []int, other func(Ref) (any, bool)) []Guard {
	var out []Guard
	for _, d := range c.seen {
		if !slices.Contains(numbers, d.step) {
			continue
		}
		ref := Ref{Step: d.step, Path: d.path}
		v, there := other(ref)
		is, ok := classify(d.value)
		not, also := classify(v)
		if there && ok && also && is != not && telling[is] > 0 && telling[is] == telling[not] {
			out = append(out, Guard{Of: ref, Is: is, Not: not})
		}
	}
	slices.SortStableFunc(out, func(a, b Guard) int {
		return cmp.Or(telling[a.Is]-telling[b.Is], b.Of.Step-a.Of.Step, strings.Count(a.Of.Path, "/")-strings.Count(b.Of.Path, "/"))
	})
	return out
}
