// Package agents is the team: who does what (Team), and how its two deciding roles are
// asked (Brain, Planner, Actor). The brains are packages built on it: agents/modelbrain
// asks a language model, agents/reflex needs none, and agents/demo plays a written
// plan.
//
// Start with Brain. The loop that drives a team is in orchestrator.
package agents

import (
	"context"

	"legomem/llm/cost"
	"legomem/membank"
	"legomem/orchestrator/taskgraph"
	"legomem/tools"
	"legomem/trajectory"
	"legomem/words"
)

// Brain drives a team through one run. Reflex, demo, the model and the hybrid
// of two implement it.
type Brain interface {
	// Name is what a log calls it: "reflex", "model", "hybrid", "demo".
	Name() string
	// Open begins a run. A task it cannot take on at all is a *GiveUp.
	// One that it must ask about first is an *Asking.
	Open(ctx context.Context, s Brief) (Planner, Actor, error)
}

// Brief is what one run lends its brain.
type Brief struct {
	Run string
	// Task is the user's, with what they have answered so far to an Asking
	// (Task.Answers).
	Task  trajectory.Task
	Team  Team
	Tools *tools.Registry
	// Memories are those retrieved for the run, as the placement shows them to the
	// orchestrator and, for a subtask, to an agent.
	Memories Memories
	// SearchTasks searches the bank's full-task units for a text, best first,
	// whatever the placement: reflex chooses among them. Nil without a bank.
	SearchTasks func(ctx context.Context, text string, k int) ([]membank.Hit, error)
	// Look calls a tool that changes nothing, in the run's sandbox, before the work begins:
	// so a brain sees what the office has. It is no action of the run, and is not logged.
	// Nil where there is no sandbox.
	Look func(ctx context.Context, a tools.Action) (tools.Observation, error)
	// Log appends to the run's trajectory.
	Log func(trajectory.Payload) error
	// Meter counts what the run's models spend, and holds the budget. Nil: no budget.
	Meter *cost.Meter
	// Done are the rounds that another brain carried out before this one took
	// the run over; none for a brain that begins a run.
	Done []Round
	// Working is the run's working memory, which it keeps up to date: the steps of the plan
	// and the delegations, with what came of them (orchestrator/taskgraph/rungraph). A brain
	// only reads it. Nil where nothing keeps one.
	Working *taskgraph.Graph
	// Past is a resumed run as its log has it, its workspace unchanged since; nil for a
	// new run. Finished rounds come back in State, and the steps of an unfinished one
	// in Act's done. Before that a Bounded planner is asked Next, to catch up with
	// them.
	Past *trajectory.Run
}

// Memories gives each role what the placement lets it see. A nil Memories
// gives nothing.
type Memories interface {
	// ForPlan is what the orchestrator sees when it plans or re-plans.
	ForPlan() []membank.Hit
	// ForRound is what it sees in every ledger round.
	ForRound() []membank.Hit
	// ForAgent is what the agent sees while it does the subtask.
	ForAgent(ctx context.Context, s trajectory.Subtask) ([]membank.Hit, error)
}

// Planner is the orchestrator's role: it plans, chooses the next subtask and
// gives the final answer. A *GiveUp from any of its methods ends the run as
// given up. One run, one goroutine.
type Planner interface {
	// Plan makes the first plan.
	Plan(ctx context.Context) (trajectory.Plan, error)
	// Next judges the state and chooses the next subtask, or finds the
	// request satisfied.
	Next(ctx context.Context, st State) (trajectory.Ledger, error)
	// Replan makes a revised plan after a stall.
	Replan(ctx context.Context, st State) (trajectory.Plan, error)
	// Answer gives the final answer to the user.
	Answer(ctx context.Context, st State) (string, error)
}

// Actor is a task agent's role: it chooses the next action of a subtask, or
// ends it with a summary.
type Actor interface {
	Act(ctx context.Context, sub trajectory.Subtask, done []trajectory.Step) (Decision, error)
}

// Reporter is an Actor that can still say what it did and found when its actions for a
// subtask are used up.
type Reporter interface {
	Report(ctx context.Context, sub trajectory.Subtask, done []trajectory.Step) (Decision, error)
}

// Capped ends a subtask whose actions are used up: with the actor's report, or else by
// saying how many there were.
func Capped(ctx context.Context, a Actor, sub trajectory.Subtask, done []trajectory.Step) (Decision, error) {
	if r, ok := a.(Reporter); ok {
		return r.Report(ctx, sub, done)
	}
	return Decision{Failed: true, Summary: "Stopped after " + words.Count(len(done), "action") + " without finishing."}, nil
}

// Decision is an Actor's: an action, or done with a summary.
type Decision struct {
	Thought string
	Action  *tools.Action // nil when done
	// Expect are texts that the action must return; the actor stops if one is missing.
	// They are logged for those who learn from the run.
	Expect  []string
	Summary string
	Failed  bool // done, but the subtask could not be carried out
}

// State is what the orchestrator knows of a run: agents' summaries, not their
// raw observations.
type State struct {
	Plan     trajectory.Plan
	Rounds   []Round
	Stalls   int
	Replans  int
	LastFail *tools.Observation // the last failed action's, nil if the last one succeeded
}

// PlanStep returns the id of the plan's step at an index, "" if there is none.
func (s State) PlanStep(place int) string {
	if place < 0 || place >= len(s.Plan.Steps) {
		return ""
	}
	return s.Plan.Steps[place].ID
}

// Round is one finished delegation.
type Round struct {
	Subtask trajectory.Subtask
	Summary string
	Failed  bool
	// Steps are its actions; a model is shown only the summary.
	Steps []trajectory.Step
}

// GiveUp is a brain's honest no; Reason says why, for the log and the user.
type GiveUp struct {
	Reason string
	// Hints are example tasks, as sentences, that the brain could do.
	Hints []string
}

func (g *GiveUp) Error() string { return g.Reason }
