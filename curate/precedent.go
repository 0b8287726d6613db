package curate

import (
	"fmt"
	"maps"
	"slices"

	"legomem/tools"
	"legomem/trajectory"
)

// precedent holds the successful calls of a cluster of runs, by agent and tool.
type precedent map[string]map[string]calls

// calls are a tool's arguments: by name, the canonical values that they had.
type calls map[string]map[string]bool

// precedents collects the runs' successful calls.
func precedents(runs []*trajectory.Run) (precedent, error) {
	p := precedent{}
	for _, run := range runs {
		for _, sub := range run.Subtasks {
			for _, st := range successes(sub) {
				if err := p.add(sub.Agent, st); err != nil {
					return nil, fmt.Errorf("run %s: call %d: %w", run.ID, st.Number, err)
				}
			}
		}
	}
	return p, nil
}

func (p precedent) add(agent string, st trajectory.Step) error {
	if p[agent] == nil {
		p[agent] = map[string]calls{}
	}
	if p[agent][st.Action.Tool] == nil {
		p[agent][st.Action.Tool] = calls{}
	}
	was := p[agent][st.Action.Tool]
	for name, v := range st.Action.Args {
		written, err := canonical(v)
		if err != nil {
			return err
		}
		if was[name] == nil {
			was[name] = map[string]bool{}
		}
		was[name][written] = true
	}
	return nil
}

// allows checks that a routine is made of what happened: tools that the agent called,
// arguments that they were given and, where there is no variable, values that these had.
func (p precedent) allows(r routine) error {
	mine, ok := p[r.agent]
	if !ok {
		return fmt.Errorf("no agent %q called anything with success in the logs", r.agent)
	}
	for i, step := range r.steps {
		was, ok := mine[step.action.Tool]
		if !ok {
			return inList("steps", i, fmt.Errorf("%s did not call %s with success in the logs", r.agent, step.action.Tool))
		}
		if err := was.allow(step.action); err != nil {
			return inList("steps", i, err)
		}
	}
	return nil
}

func (c calls) allow(a tools.Action) error {
	for _, name := range slices.Sorted(maps.Keys(a.Args)) {
		v := a.Args[name]
		values, ok := c[name]
		if !ok {
			return fmt.Errorf("%s was never called with the argument %q in the logs", a.Tool, name)
		}
		written, err := canonical(v)
		if err != nil {
			return err
		}
		if len(variablesIn(v)) == 0 && !values[written] {
			return fmt.Errorf("%s never had %s as its %s in the logs; write a {variable}, or a value that it had", a.Tool, short(written, 80), name)
		}
	}
	return nil
}
