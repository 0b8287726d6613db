package reflex

import (
	"slices"

	"legomem/lists"
	"legomem/trajectory"
)

// maxBody is how many actions, or delegations, a loop goes over at most.
const maxBody = 6

// A loop is found where the same actions were done once for each element of a
// list that was observed before, in its order and to its end: then the sources
// of their arguments differ in the element alone.

type actionLoop struct {
	step Step
	used int // actions of the run that the loop stands for
}

type delegationLoop struct {
	sub  Subtask
	used int
}

// actionLoop finds a loop at the first actions; nil for none.
func (c *compiler) actionLoop(all []trajectory.Step) *actionLoop {
	for width := 1; width <= min(maxBody, len(all)/2); width++ {
		repeats := repeated(len(all), width, func(i, j int) bool { return sameCall(all[i], all[j]) })
		for _, list := range c.lists(repeats) {
			turns := c.length(list)
			rounds := slices.Collect(slices.Chunk(all[:turns*width], width))
			if body := c.turnsOf(list, rounds); body != nil {
				return &actionLoop{Step{Flow: Flow{Each: &list}, Steps: body}, turns * width}
			}
		}
	}
	return nil
}

// delegationLoop finds a loop at the first delegations; nil for none.
func (c *compiler) delegationLoop(all []deed) *delegationLoop {
	for width := 1; width <= min(maxBody, len(all)/2); width++ {
		repeats := repeated(len(all), width, func(i, j int) bool { return sameDeed(all[i], all[j]) })
		before := len(c.seen)
		for _, list := range c.lists(repeats) {
			turns := c.length(list)
			rounds := make([][]trajectory.Step, turns)
			for i, d := range all[:turns*width] {
				rounds[i/width] = append(rounds[i/width], d.steps...)
			}
			if body := c.turnsOf(list, rounds); body != nil {
				return &delegationLoop{Subtask{Flow: Flow{Each: &list}, Subtasks: c.dealt(list, before, all[:width], body)}, turns * width}
			}
		}
	}
	return nil
}

// dealt deals the steps of a loop's body out to its delegations, which are
// described as the first time.
func (c *compiler) dealt(list Ref, before int, first []deed, body []Step) []Subtask {
	at := &turn{list: list}
	c.turn = at
	defer func() { c.turn = nil }()
	var out []Subtask
	for _, d := range first {
		s := Subtask{Agent: d.Agent, Steps: body[:len(d.steps):len(d.steps)]}
		body = body[len(d.steps):]
		s.Description = at.general(c.described(before, d.Description))
		if s.Echo = d.Summary == d.steps[len(d.steps)-1].Observation.Text; !s.Echo {
			s.Summary = at.general(c.source("", d.Summary))
		}
		out = append(out, s)
	}
	return out
}

// repeated counts how often the first items come again, one after the other.
func repeated(n, width int, same func(i, j int) bool) int {
	times := 1
	for at := width; at+width <= n; at += width {
		for i := range width {
			if !same(i, at+i) {
				return times
			}
		}
		times++
	}
	return times
}

func sameCall(a, b trajectory.Step) bool {
	return a.Action.Tool == b.Action.Tool && len(a.Expect) == len(b.Expect) && slices.Equal(sortedKeys(a.Action.Args), sortedKeys(b.Action.Args))
}

func sameDeed(a, b deed) bool {
	return a.Agent == b.Agent && slices.EqualFunc(a.steps, b.steps, sameCall)
}

// turnsOf compiles what was done in each turn, and makes one body of it; nil
// where the turns differ in more than the element.
func (c *compiler) turnsOf(list Ref, rounds [][]trajectory.Step) []Step {
	keep := c.mark()
	turns := make([]compiledTurn, len(rounds))
	still := shared(argsOf(rounds))
	for n, steps := range rounds {
		c.forget(keep)
		c.turn = &turn{list: list, n: n, still: still}
		for _, st := range steps {
			turns[n].steps = append(turns[n].steps, c.lifted(st))
		}
		turns[n].done, turns[n].data = steps, c.data
		c.turn = nil
	}
	c.forget(keep)
	body := c.agreed(list, turns)
	if body == nil {
		c.reset(keep)
		return nil
	}
	c.steps += len(body)
	for i, st := range body {
		returned := lists.Map(turns, func(t compiledTurn) any { return t.data[st.Number] })
		c.note(keep.steps+i+1, returned)
	}
	return body
}

// compiledTurn is one turn of a loop: its steps' sources, what was done, and
// what had been returned by its end.
type compiledTurn struct {
	steps []Step
	done  []trajectory.Step
	data  map[int]any
}

func argsOf(rounds [][]trajectory.Step) []any {
	var all []any
	for _, steps := range rounds {
		args := lists.Map(steps, func(st trajectory.Step) any { return st.Action.Args })
		all = append(all, args)
	}
	return all
}

// lifted compiles an action with its sources for whichever element.
func (c *compiler) lifted(st trajectory.Step) Step {
	out := c.action(st)
	for name, e := range out.Args {
		out.Args[name] = c.turn.general(e)
	}
	out.Expect = mapped(out.Expect, c.turn.general)
	return out
}

// agreed is the body that holds for every turn: of the sources that the turns
// give an argument, the first that is right in all.
func (c *compiler) agreed(list Ref, turns []compiledTurn) []Step {
	body := make([]Step, len(turns[0].steps))
	elements := false
	for i := range body {
		body[i] = turns[0].steps[i]
		body[i].Args = map[string]Expr{}
		for name := range turns[0].steps[i].Args {
			e, ok := c.agree(list, turns, i, func(s Step) Expr { return s.Args[name] }, c.argumentOf(body[i].Tool, name))
			if !ok {
				return nil
			}
			body[i].Args[name] = e
			elements = elements || e.elements(list)
		}
		body[i].Expect = nil
		for n := range turns[0].steps[i].Expect {
			e, ok := c.agree(list, turns, i, func(s Step) Expr { return s.Expect[n] }, expected(n))
			if !ok {
				return nil
			}
			body[i].Expect = append(body[i].Expect, e)
		}
	}
	if !elements {
		return nil
	}
	return body
}

// agree is the first of the sources that the turns give a value of step i which
// is right in all of them.
func (c *compiler) agree(list Ref, turns []compiledTurn, i int, of func(Step) Expr, want wanted) (Expr, bool) {
	var candidates []Expr
	var moments []moment
	for n, t := range turns {
		candidates = append(candidates, of(t.steps[i]))
		v := c.values(t.data)
		v.turn(list, n)
		moments = append(moments, moment{v, t.done[i]})
	}
	for _, e := range distinct(candidates) {
		if gives(e, moments, want) {
			return e, true
		}
	}
	return Expr{}, false
}
