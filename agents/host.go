package agents

import (
	"context"

	"legomem/llm/cost"
	"legomem/tools"
	"legomem/trajectory"
)

// HostTool carries out a tool's actions outside the sandbox, where models can be asked:
// the sandbox has no network, and must not have the key. To an agent and in the log it
// is a tool like any other. The policy guards the sandbox, so a HostTool touches the
// testbed only through HostCall.Box, with actions whose effects are those of its own
// action. A failed action is a failed observation; an error ends the run.
type HostTool interface {
	Call(ctx context.Context, c HostCall) (tools.Observation, error)
}

// HostCall is one action, and what the run lends for it.
type HostCall struct {
	Action tools.Action
	// Box runs an action in the run's sandbox, under its policy. What it
	// returns is not logged.
	Box func(context.Context, tools.Action) (tools.Observation, error)
	// Log appends to the run's trajectory, between the action's intent and
	// its observation.
	Log func(trajectory.Payload) error
	// Meter counts what the models spend, and holds the budget. Nil: no budget.
	Meter *cost.Meter
}
