package tools

import (
	"context"
	"encoding/json"
)

// Prepared is an action whose arguments have been read: it has its effects and
// can run.
type Prepared struct {
	name    string
	args    any // the tool's argument struct
	effects []Effect
	unread  error // why the arguments cannot be read
	refused error // why Run does nothing
	run     func(context.Context, *Workspace) (Result, error)
}

// Prepare reads the arguments. Tool's Effects, Plain and Run each call it, so a
// caller that needs both effects and run should prepare once.
func (t Tool) Prepare(args map[string]any) (c Prepared) {
	defer func() {
		if r := recover(); r != nil {
			err := broke(t.Name, r)
			c = Prepared{unread: err, refused: err}
		}
	}()
	return t.prepare(OfficeDomain(t.domain), args)
}

// Effects returns what the action would do, without doing it. If they cannot be
// known, Run refuses the action for the same reason.
func (c Prepared) Effects() ([]Effect, error) {
	if c.unread != nil {
		return nil, c.unread
	}
	return c.effects, c.refused
}

// Changes reports whether the action may do more than read.
func (c Prepared) Changes() bool { return c.refused != nil || Changes(c.effects) }

// Run does the action. It never panics and never returns an error: a failure
// is an observation too.
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

// Effects prepares an action only to return its effects.
func (t Tool) Effects(args map[string]any) ([]Effect, error) { return t.Prepare(args).Effects() }

// Run prepares an action and runs it.
func (t Tool) Run(ctx context.Context, ws *Workspace, args map[string]any) Observation {
	return t.Prepare(args).Run(ctx, ws)
}

// Plain returns the arguments in canonical form: coerced as they were read, and
// without those that count as left out. If two results are equal, their arguments
// mean the same to the tool.
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

// Intent is an action with its effects, worked out once for all code that decides
// on it or records it.
type Intent struct {
	Action  Action
	Effects []Effect
}

// Intend works out the effects of an action. What it refuses, Run refuses too.
func (r *Registry) Intend(a Action) (Intent, error) {
	t, err := r.Lookup(a.Tool)
	if err != nil {
		return Intent{Action: a}, err
	}
	effects, err := t.Effects(a.Args)
	return Intent{a, effects}, err
}
