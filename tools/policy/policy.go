// Package policy decides what may be done, before a sandbox is called: it
// stands around a Launcher on the host's side and reads an action's effects. A
// refusal is an observation marked failed, which an agent can react to. It
// does not run tools, and trusts nothing that the tool process says.
//
// Start with Guard.
package policy

import (
	"context"

	"legomem/tools"
	"legomem/tools/sandbox"
)

// Rules say what is allowed. The zero value allows everything but the shell.
type Rules struct {
	// Shell allows actions of class tools.Shell.
	Shell bool
}

// Guard puts rules around every sandbox that a launcher opens.
func Guard(l sandbox.Launcher, reg *tools.Registry, r Rules) sandbox.Launcher {
	return launcher{l, reg, r}
}

type launcher struct {
	sandbox.Launcher
	reg   *tools.Registry
	rules Rules
}

// Open opens a guarded sandbox.
func (l launcher) Open(ctx context.Context, spec sandbox.Spec) (sandbox.Sandbox, error) {
	box, err := l.Launcher.Open(ctx, spec)
	if err != nil {
		return nil, err
	}
	return guarded{box, l.reg, l.rules}, nil
}

type guarded struct {
	sandbox.Sandbox
	reg   *tools.Registry
	rules Rules
}

// Call runs the action if the rules allow all its effects. An action whose
// effects cannot be told is not run: its tool would refuse it too.
func (g guarded) Call(ctx context.Context, a tools.Action) (tools.Observation, error) {
	if err := g.rules.check(g.reg, a); err != nil {
		return tools.Fail(err), nil
	}
	return g.Sandbox.Call(ctx, a)
}

// check says why an action is not allowed.
func (r Rules) check(reg *tools.Registry, a tools.Action) error {
	t, err := reg.Lookup(a.Tool)
	if err != nil {
		return err
	}
	effects, err := t.Effects(a.Args)
	if err != nil {
		return err
	}
	for _, e := range effects {
		if e.Class == tools.Shell && !r.Shell {
			return tools.Failf(tools.Refused, "%s is refused: the shell is off; it is for the docker sandbox, with sandbox.shell: true in the configuration", a.Tool)
		}
	}
	return nil
}
