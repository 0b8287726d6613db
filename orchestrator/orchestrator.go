// Package orchestrator carries out one task: it opens a sandbox on a copy of the
// testbed, asks for memories, and drives a brain through plan, delegation, observation
// and re-plan until the run has an outcome (LEGOMem 3.1.1, Magentic-One's loop). It
// keeps the run's folder, and logs each step before its result is used. The brain
// decides what to do, the policy and the sandbox what is allowed, and a Verifier
// whether it was done right.
//
// Start with Run, Deps and Order; the loop itself is in loop.go.
package orchestrator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"legomem/agents"
	"legomem/changes"
	"legomem/llm/cost"
	"legomem/membank"
	"legomem/places"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// Deps is what runs need. One Deps serves many runs, even at once: nothing writes to it
// once it is built.
type Deps struct {
	Brain    agents.Brain
	Team     agents.Team
	Tools    *tools.Registry
	Launcher sandbox.Launcher
	// Policy opens, for one run, the gate that all its agents' actions go
	// through; nil allows all but what the sandbox refuses. Start is the folder of
	// the testbed as it was.
	Policy func(task trajectory.Task, start string) Gate
	// Host are the tools that are called on the host instead of in the
	// sandbox, by name; nil for none.
	Host   map[string]agents.HostTool
	Runs   string // the folder that holds the runs' folders
	Limits Limits
	Prices cost.Prices
	// Memory is the bank as this run may use it; nil for none. MemoryName is
	// what the log calls it ("none", "vanilla", ...).
	Memory     Memory
	MemoryName string
	// Outside reports whether the cause of a run's error is outside the program; if so,
	// the log notes it. Nil: nothing is noted.
	Outside func(error) bool
	// Shell lets agents use the shell.
	Shell bool
	// Resumable keeps the files, if the sandbox can, when this process is killed in the
	// middle of a run, so that Resume can go on.
	Resumable bool
	// Versions are the program's, the bank's and so on, by name.
	Versions map[string]string
	Now      func() time.Time
}

// Order is a run to begin.
type Order struct {
	ID   string // the run's, fit for a folder's name
	Task trajectory.Task
	// From is the local folder that the testbed is copied from, and is never changed
	// itself; "" for an empty testbed.
	From string
	// Basis is the local folder that the work begins with, "" for From: there, earlier
	// changes are taken back. What the run changes is told by comparing with From.
	Basis string
	// Session and Turn name the part of a conversation that began the run; "" and 0 if
	// none did.
	Session string
	Turn    int
	// GoesOnFrom is the run that asked what the task's last answer is to; "" for none.
	GoesOnFrom string
	// Trial says that it does an earlier task again; nil for all other runs.
	Trial *trajectory.Trial
	Own
}

// Resumption is a run to go on with.
type Resumption struct {
	Dir string // the run's folder
	// Workspace is where its files were kept (sandbox.Local); "" if they are gone, and
	// the run starts over from the testbed as it was.
	Workspace string
	Own
}

// Own is what belongs to one run alone, whether it begins or goes on.
type Own struct {
	// Verifier judges the finished testbed; nil where nothing judges.
	Verifier Verifier
	// AnswerAction writes a text to data/answer.txt, replacing it, where a suite's checks
	// look for it; nil keeps the answer in the result alone.
	AnswerAction func(answer string) tools.Action
	// Reviewer lists what the run changed; nil where nobody asks.
	Reviewer Reviewer
	// Observer is told of each event once it is logged; it may be nil.
	Observer Observer
	// Labels are versions to name in addition to those of Deps, or instead of them: the
	// suite's.
	Labels map[string]string
}

// Observer is told of a run's events as they happen, to show progress.
type Observer func(trajectory.Payload)

// Memory is what a run asks of the bank.
type Memory interface {
	// Retrieve finds the memories for the task of a brief: the orchestrator's, best
	// first, and all of them as each role may see them. If it needs a model, it uses
	// the brief's meter and log.
	Retrieve(ctx context.Context, s agents.Brief) (membank.Retrieved, agents.Memories, error)
	// SearchTasks searches the full-task units for a text.
	SearchTasks(ctx context.Context, text string, k int) ([]membank.Hit, error)
}

// Gate decides on one run's actions, between an agent's decision and the tool.
type Gate interface {
	// Decide returns the action to carry out, which it may have amended, with its
	// effects. An error refuses the action, and the agent observes the error instead.
	Decide(agent string, a tools.Action) (tools.Intent, error)
	// Saw gets what an action that was let through returned.
	Saw(i tools.Intent, o tools.Observation)
	// SawBefore gets, instead of both calls, an action that was let through before the
	// run was resumed.
	SawBefore(a tools.Action, o tools.Observation)
}

// Verifier judges a finished testbed, before the log is closed.
type Verifier interface {
	Verify(ctx context.Context, e Evidence) (Verdict, error)
}

// Reviewer lists what a finished testbed changes, before the log is closed.
type Reviewer interface {
	Review(ctx context.Context, e Evidence) (changes.List, error)
}

// Evidence is what a Verifier and a Reviewer may look at.
type Evidence struct {
	Task    trajectory.Task
	Run     places.Run
	Start   string // the testbed as it was
	Testbed string // the finished one
	// StartFiles and Files are their files' hashes.
	StartFiles, Files trajectory.Files
	// Call runs an inspecting tool in the run's own sandbox.
	Call func(context.Context, tools.Action) (tools.Observation, error)
}

// Verdict is a Verifier's. Passed is nil where the task has no evaluation.
type Verdict struct {
	Passed *bool
	Checks json.RawMessage
	// Strict is the verdict of a stricter reading, nil where there is none.
	Strict *bool
}

// Limits bounds a run. Start from DefaultLimits.
type Limits struct {
	Rounds  int // delegations and re-plans together, at least 1
	Stalls  int // the stall counter's threshold, at least 1
	Replans int // how many re-plans are made before the run ends
	Steps   int // actions in one subtask, at least 1
	Repeats int // equal calls with equal results in one subtask, at least 2
	// Wall is for the whole run; 0 is no limit.
	Wall time.Duration
	// Budget caps what models may cost.
	Budget cost.Budget
}

// DefaultLimits are Magentic-One's.
func DefaultLimits() Limits {
	return Limits{Rounds: 20, Stalls: 3, Replans: 3, Steps: 25, Repeats: 3}
}

func (l Limits) check() error {
	switch {
	case l.Rounds < 1, l.Stalls < 1, l.Steps < 1:
		return errors.New("a run needs at least 1 round, 1 stall and 1 step")
	case l.Repeats < 2:
		return errors.New("fewer than 2 repeats would end every subtask at its first action")
	case l.Replans < 0, l.Wall < 0, l.Budget.Tokens < 0, l.Budget.USD < 0:
		return errors.New("a run's limits cannot be negative")
	}
	return nil
}

// Run carries out an order's task and returns its result, which is also in the run's
// folder. If the outcome is an error, Run also returns its cause, for the caller to
// decide on. A task that cannot be started at all leaves no folder and no result; if
// its testbed is at fault, the error is a *TestbedError.
func Run(ctx context.Context, d Deps, o Order) (trajectory.Result, error) {
	if err := d.Limits.check(); err != nil {
		return trajectory.Result{}, err
	}
	r, err := begin(ctx, d, o)
	if err != nil {
		return trajectory.Result{}, fmt.Errorf("start a run: %w", err)
	}
	return r.finish(ctx, r.asking(ctx, r.carryOut(ctx, "")))
}

// within is a context that ends with the run's time.
func (l Limits) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.Wall == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, l.Wall, outOfTime(l.Wall))
}

func outOfTime(w time.Duration) error {
	return &cost.Exhausted{What: "time", Cap: w.String()}
}
