package tools

import (
	"context"
	"encoding/json"
)

// Prepared is an action whose arguments were read, once: what it would do, and the
// doing of it.
type Prepared struct {
	name    string
	args    any // the tool's argument struct
	effects []Effect
	unread  error // why the arguments cannot be read
	refused error // why Run does nothing
	run     func(context.Context, *Workspace) (Result, error)
}

// Prepare reads the arguments. Effects, Plain and Run of the Tool are those of what
// it returns: who needs more than one of them prepares.
func (t Tool) Prepare(args map[string]any) (c Prepared) {
	defer func() {
		if r := recover(); r != nil {
			err := broke(t.Name, r)
			c = Prepared{unread: err, refused: err}
		}
	}()
	return t.prepare(args)
}

// Effects says what the action would do, without doing it. An action whose
// effects cannot be told is one that Run refuses, for the same reason.
func (c Prepared) Effects() ([]Effect, error) {
	if c.unread != nil {
		return nil, c.unread
	}
	return c.effects, c.refused
}

// Changes says that the action may do more than read.
func (c Prepared) Changes() bool { return c.refused != nil || Changes(c.effects) }

// Run does it. It never panics and never returns an error: an action that
// fails is an observation.
func (c Prepared) Run(ctx context.Context, ws *Workspace) (obs Observation) {
	if c.refused != nil {
		return Fail(c.refused)
	}
	defer func() {
		if r := recover(); r != nil {
			obs = Fail(broke(c.name, r))
		}
	}()
	res, err := c.run(ctx, ws)
	if err != nil {
		return Fail(err)
	}
	return observe(c.name, res)
}

func broke(tool string, by any) error {
	return Failf(Internal, "%s broke on this input (%v); nothing else is affected", tool, by)
}

// Effects are those of an action that is prepared for nothing else.
func (t Tool) Effects(args map[string]any) ([]Effect, error) { return t.Prepare(args).Effects() }

// Run does an action that is prepared for nothing else.
func (t Tool) Run(ctx context.Context, ws *Workspace, args map[string]any) Observation {
	return t.Prepare(args).Run(ctx, ws)
}

// Plain returns the arguments in the one form in which the tool takes them: what
// was coerced as it was read, and without what is as if it were left out. Two
// that are equal then mean the same to the tool.
func (t Tool) Plain(args map[string]any) (map[string]any, error) {
	c := t.Prepare(args)
	if c.unread != nil {
		return nil, c.unread
	}
	b, err := json.Marshal(c.args)
	if err != nil {
		return nil, err
	}
	var out map[string]any
	return out, json.Unmarshal(b, &out)
}

// Intent is an action with its effects, for all who decide on it or take note of
// it: they are told of it once.
type Intent struct {
	Action  Action
	Effects []Effect
}

// Intend tells the effects of an action. What it refuses, Run refuses too.
func (r *Registry) Intend(a Action) (Intent, error) {
	t, err := r.Lookup(a.Tool)
	if err != nil {
		return Intent{Action: a}, err
	}
	effects, err := t.Effects(a.Args)
	return Intent{a, effects}, err
}
