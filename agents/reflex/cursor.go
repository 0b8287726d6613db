package reflex

import (
	"errors"
	"fmt"

	"legomem/agents"
	"legomem/lists"
	"legomem/trajectory"
)

// maxTurns is how many elements one loop takes. A longer list is more than
// practised work should do unseen.
const maxTurns = 1000

// cursor walks through a procedure: from delegation to delegation, and in each
// from action to action, as its loops and guards and what the actions return
// decide.
type cursor struct {
	values *values
	subs   []frame[Subtask]
	steps  []frame[Step]
	now    Subtask
}

// frame is a list that is walked through, and the loop it is the body of.
type frame[T flowing[T]] struct {
	items []T
	at    int
	loop  *Ref // nil for no loop
	turn  int
	turns int
	// returned is what each action of the loop's body has returned, turn by
	// turn.
	returned map[int][]any
}

// flowing is what may be looped over and guarded: subtasks and steps.
type flowing[T any] interface {
	flow() (Flow, []T)
	numbers() []int // of the actions in it
}

func (s Subtask) flow() (Flow, []Subtask) { return s.Flow, s.Subtasks }
func (s Step) flow() (Flow, []Step)       { return s.Flow, s.Steps }

func (s Subtask) numbers() []int {
	var all []int
	for _, d := range delegations([]Subtask{s}) {
		for _, st := range d.Steps {
			all = append(all, st.numbers()...)
		}
	}
	return all
}

func (s Step) numbers() []int {
	return lists.Map(leaves([]Step{s}), func(st Step) int { return st.Number })
}

func newCursor(v *values) *cursor {
	return &cursor{values: v, subs: []frame[Subtask]{{items: v.proc.Subtasks}}}
}

// delegation moves on to the next subtask with actions; false at the end.
func (c *cursor) delegation() (s Subtask, ok bool, err error) {
	s, ok, err = next(c.values, &c.subs)
	c.now, c.steps = s, []frame[Step]{{items: s.Steps}}
	return s, ok, err
}

// step moves on to the delegation's next action; false at its end.
func (c *cursor) step() (Step, bool, error) { return next(c.values, &c.steps) }

// action moves on to the next action, in this delegation or a later one; false at the end.
func (c *cursor) action() (Step, bool, error) {
	for {
		step, ok, err := c.step()
		if ok || err != nil {
			return step, ok, err
		}
		if _, ok, err = c.delegation(); !ok {
			return Step{}, false, err
		}
	}
}

// next is the next item that is no loop and no guard.
func next[T flowing[T]](v *values, stack *[]frame[T]) (item T, ok bool, err error) {
	for len(*stack) > 0 {
		top := &(*stack)[len(*stack)-1]
		if top.at == len(top.items) {
			if top.again(v) {
				continue
			}
			*stack = (*stack)[:len(*stack)-1]
			continue
		}
		item = top.items[top.at]
		top.at++
		f, inner := item.flow()
		switch {
		case f.Each != nil:
			turns, err := v.length(*f.Each)
			if err != nil {
				return item, false, err
			}
			v.turn(*f.Each, 0)
			*stack = append(*stack, frame[T]{items: inner, loop: f.Each, turns: turns, returned: map[int][]any{}})
		case f.When != nil:
			holds, err := v.holds(*f.When)
			if err != nil {
				return item, false, err
			}
			if holds {
				*stack = append(*stack, frame[T]{items: inner})
			}
		default:
			return item, true, nil
		}
	}
	return item, false, nil
}

// again begins a loop's next turn; false when it is over. Then what each action
// of its body returned is the list of what it returned in each turn.
func (f *frame[T]) again(v *values) bool {
	if f.loop == nil {
		return false
	}
	for _, item := range f.items {
		for _, n := range item.numbers() {
			f.returned[n] = append(f.returned[n], v.observed[n])
			delete(v.observed, n)
		}
	}
	if f.turn++; f.turn < f.turns {
		f.at = 0
		v.turn(*f.loop, f.turn)
		return true
	}
	for n, all := range f.returned {
		v.observed[n] = all
	}
	v.leave(*f.loop)
	return false
}

// met takes in what an action returned, if it was done and returned what it must.
func (c *cursor) met(s Step, done trajectory.Step) error {
	if why := agents.Unmet(done); why != "" {
		return errors.New(why)
	}
	return c.saw(s, done)
}

// saw takes in what an action returned. An error says that the procedure
// cannot go on with it.
func (c *cursor) saw(s Step, done trajectory.Step) error {
	data := done.Observation.Value()
	c.values.observed[s.Number], c.values.said[s.Number] = data, done.Observation.Text
	if err := s.decided(data); err != nil {
		return err
	}
	if err := s.whole(data, done.Observation.Text); err != nil {
		return err
	}
	if err := s.single(data, done.Observation.Text); err != nil {
		return err
	}
	return s.fits(data, done.Observation.Text)
}

// turn sets the element that a loop is at.
func (v *values) turn(loop Ref, n int) { v.at[loop] = n }

func (v *values) leave(loop Ref) { delete(v.at, loop) }

// length is how many elements a loop has to go through.
func (v *values) length(loop Ref) (int, error) {
	list, err := v.from(loop)
	if err != nil {
		return 0, err
	}
	all, ok := list.([]any)
	if !ok {
		return 0, fmt.Errorf("action %d returned no list at %s", loop.Step, loop.Path)
	}
	if len(all) > maxTurns {
		return 0, fmt.Errorf("action %d returned %d elements at %s, and a procedure goes through %d at most", loop.Step, len(all), loop.Path, maxTurns)
	}
	return len(all), nil
}
