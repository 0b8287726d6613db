package agents

import (
	"context"

	"legomem/trajectory"
)

// Idle is a brain that does nothing: its runs change only what is taken back before they
// begin.
type Idle struct{}

// Name implements Brain.
func (Idle) Name() string { return "idle" }

// Open implements Brain.
func (Idle) Open(context.Context, Brief) (Planner, Actor, error) { return Idle{}, Idle{}, nil }

// Plan implements Planner: there are no steps.
func (Idle) Plan(context.Context) (trajectory.Plan, error) { return trajectory.Plan{}, nil }

// Next implements Planner: nothing is left to do.
func (Idle) Next(context.Context, State) (trajectory.Ledger, error) {
	return trajectory.Ledger{Satisfied: trajectory.Finding{Answer: true, Reason: "nothing is to be done"}}, nil
}

// Replan implements Planner.
func (Idle) Replan(context.Context, State) (trajectory.Plan, error) { return trajectory.Plan{}, nil }

// Answer implements Planner.
func (Idle) Answer(context.Context, State) (string, error) { return "", nil }

// Act implements Actor: it has no subtasks.
func (Idle) Act(context.Context, trajectory.Subtask, []trajectory.Step) (Decision, error) {
	return Decision{Summary: "Nothing was to be done."}, nil
}
