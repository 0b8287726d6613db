package reflex

import (
	"fmt"
	"maps"

	"legomem/tools/value"
	"legomem/trajectory"
)

// example is a run that a procedure is made from, and the values that the
// procedure's slots have in it.
type example struct {
	run      *trajectory.Run
	compiled *compiler
	bindings []Binding
}

// moment is what a source can be evaluated with when an action is called, and
// the action as the run has it.
type moment struct {
	values *values
	step   trajectory.Step
}

// story is all moments of an example.
type story struct {
	at    map[int][]moment // by the procedure's action
	order []int            // the procedure's actions, one for each of the run's
	end   moment
}

// walk goes through a procedure along the run. An error says where the two part:
// another action was done, or a loop or guard goes another way. Arguments are
// not compared.
func (ex example) walk(p *Procedure) (story, error) {
	v := newValues(p, ex.bindings, ex.run.Started.Task.User)
	c, out := newCursor(v), story{at: map[int][]moment{}}
	for _, d := range deeds(ex.run) {
		sub, more, err := c.delegation()
		if err != nil {
			return out, err
		}
		if !more || sub.Agent != d.Agent {
			return out, fmt.Errorf("%s does what the procedure does not", d.Agent)
		}
		if err := out.through(c, d); err != nil {
			return out, err
		}
	}
	if s, more, err := c.delegation(); err != nil {
		return out, err
	} else if more {
		return out, fmt.Errorf("%s has more to do", s.Agent)
	}
	out.end = moment{values: v.copy()}
	return out, nil
}

// through walks through one delegation.
func (out *story) through(c *cursor, d deed) error {
	for _, st := range d.steps {
		s, more, err := c.step()
		if err != nil {
			return err
		}
		if !more || s.Tool != st.Action.Tool {
			return fmt.Errorf("%s is done where the procedure has %q", st.Action.Tool, s.Tool)
		}
		out.at[s.Number] = append(out.at[s.Number], moment{c.values.copy(), st})
		out.order = append(out.order, s.Number)
		if err := c.saw(s, st); err != nil {
			return err
		}
	}
	if s, more, err := c.step(); err != nil {
		return err
	} else if more {
		return fmt.Errorf("%s is not done", s.Tool)
	}
	return nil
}

// proves finds out whether the procedure does what the run did.
func (ex example) proves(p *Procedure) error {
	st, err := ex.walk(p)
	if err != nil {
		return err
	}
	for _, s := range p.Steps() {
		for _, name := range sortedKeys(s.Args) {
			if !gives(s.Args[name], st.at[s.Number], ex.compiled.argumentOf(s.Tool, name)) {
				return fmt.Errorf("argument %s of %s (action %d) has no source that gives it", name, s.Tool, s.Number)
			}
		}
	}
	return nil
}

// copy is what is known at a moment.
func (v *values) copy() *values {
	c := *v
	c.observed, c.said, c.at = maps.Clone(v.observed), maps.Clone(v.said), maps.Clone(v.at)
	return &c
}

// wanted is what a run's action has that a source is to give.
type wanted struct {
	of   func(trajectory.Step) any
	same func(got, want any) bool
}

// argumentOf is an argument of a tool; two spellings of one date are the same.
func (c *compiler) argumentOf(tool, name string) wanted {
	kind := c.kinds(tool)[name]
	return wanted{
		of: func(st trajectory.Step) any { return st.Action.Args[name] },
		same: func(got, want any) bool {
			if key(got) == key(want) {
				return true
			}
			g, isText := got.(string)
			w, areTexts := want.(string)
			if !isText || !areTexts || kind != value.DateTime && kind != value.Date && kind != value.Time {
				return false
			}
			x, err := value.Parse(kind, g, c.ref)
			y, other := value.Parse(kind, w, c.ref)
			return err == nil && other == nil && x == y
		},
	}
}

// expected is a text that an action must return.
func expected(i int) wanted {
	return wanted{
		of:   func(st trajectory.Step) any { return st.Expect[i] },
		same: func(got, want any) bool { return datum{value: got}.spelled() == want },
	}
}

// gives says that a source gives what every moment of the example wants.
func gives(e Expr, all []moment, want wanted) bool {
	for _, m := range all {
		got, err := m.values.eval(e)
		if err != nil || !want.same(got, want.of(m.step)) {
			return false
		}
	}
	return true
}
