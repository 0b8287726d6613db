package reflex

import (
	"fmt"

	"legomem/tools"
	"legomem/trajectory"
)

// Compile makes a procedure from a run. The others are further runs: those of
// the same work are generalised together with it (see join). The notes say
// what was joined, and what could not be used.
func Compile(run *trajectory.Run, others []*trajectory.Run, reg *tools.Registry) (*Procedure, []string, error) {
	c, notes, err := compileOne(run, reg)
	if err != nil {
		return nil, notes, err
	}
	first := example{run, c, c.bindings()}
	if err := first.proves(c.out); err != nil {
		return nil, notes, fmt.Errorf("compile run %s: the procedure would not do what the run did: %w", run.ID, err)
	}
	p, all := c.out, []example{first}
	for _, other := range others {
		if other.ID == run.ID {
			continue
		}
		joined, more, err := joinEither(p, all, other, reg)
		if err == nil && len(joined.saidBy(run)) == 0 {
			err = apart("together they no longer read this sentence")
		}
		if err != nil {
			notes = append(notes, someNote(notJoined(c, other, err))...)
			continue // other work, as most are, or said in a way that this one is not
		}
		p, all = joined, more
		p.Examples = len(all)
		notes = append(notes, "generalised together with run "+other.ID)
	}
	return check(p, all[0], reg), notes, nil
}

func someNote(note string) []string {
	if note == "" {
		return nil
	}
	return []string{note}
}

// joinEither joins a run to a procedure, or the one run of the procedure to the other's.
// Of the reasons why neither is done the surer is told.
func joinEither(p *Procedure, all []example, other *trajectory.Run, reg *tools.Registry) (*Procedure, []example, error) {
	joined, more, err := join(p, all, other, reg)
	if err == nil || len(all) > 1 {
		return joined, more, err
	}
	joined, more, turned := around(all[0], other, reg)
	if turned == nil || sureness(turned) > sureness(err) {
		err = turned
	}
	return joined, more, err
}

// around joins a run to the procedure of another: where that one has the loop,
// or the richer text.
func around(first example, other *trajectory.Run, reg *tools.Registry) (*Procedure, []example, error) {
	c, _, err := compileOne(other, reg)
	if err != nil {
		return nil, nil, err
	}
	ex := example{other, c, c.bindings()}
	if err := ex.proves(c.out); err != nil {
		return nil, nil, err
	}
	return join(c.out, []example{ex}, first.run, reg)
}

// bindings are the slots' values as the compiled run's own text gives them.
func (c *compiler) bindings() []Binding {
	var out []Binding
	for _, f := range c.slots {
		out = append(out, Binding{Slot: f.Name, Kind: f.Kind, Canon: f.Canon, Spelled: f.Example})
	}
	return out
}
