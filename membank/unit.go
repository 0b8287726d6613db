package membank

import (
	"encoding/json"
	"time"

	"legomem/trajectory"
)

// Unit is one memory: a full task as it was done, or one subtask of it
// (LEGOMem 3.2.1, figure 1b); or what a baseline remembers (LEGOMem 4.1.2): a
// raw trajectory (Synapse) or a routine (AWM); or a pitfall.
type Unit struct {
	ID   string   `json:"id"` // stable: derived from the source and the content
	Kind UnitKind `json:"kind"`
	// Task is the text of the task it comes from.
	Task string `json:"task"`
	// Plan, Subtasks, Answer and Reflections are set in a full-task memory.
	Plan        string    `json:"plan,omitempty"`
	Subtasks    []Subtask `json:"subtasks,omitempty"`
	Answer      string    `json:"answer,omitempty"`
	Reflections string    `json:"reflections,omitempty"`
	// Parent, Order and Subtask are set in a subtask memory: the full-task unit it was
	// cut from, its place there from 0, and its content.
	Parent  string   `json:"parent,omitempty"`
	Order   int      `json:"order,omitempty"`
	Subtask *Subtask `json:"subtask,omitempty"`
	// Routine is set in a routine. A raw trajectory has Subtasks, whole and with each
	// step's observation.
	Routine *Routine `json:"routine,omitempty"`
	// Pitfall is set in a pitfall, and nothing else of the work is kept there.
	Pitfall *Pitfall `json:"pitfall,omitempty"`
	// Wordings are further ways to word the task.
	Wordings []trajectory.Wording `json:"wordings,omitempty"`
	// Procedure is what reflex compiled from the trajectory, opaque here, and
	// Compiler the version that did, or Authored where a person wrote it.
	Procedure json.RawMessage `json:"procedure,omitempty"`
	Compiler  string          `json:"compiler,omitempty"`
	// Joined are the sources of further runs that the procedure was generalised
	// together with; nothing else in the unit is from them.
	Joined  []Source  `json:"joined,omitempty"`
	Source  Source    `json:"source"`
	Created time.Time `json:"created"`
	Curator string    `json:"curator"` // "rule" or the model's name, with its version
	Hash    string    `json:"hash"`    // of the content, without id, times and counts
	// OutsideContent marks a unit learned from a run that read mails or
	// documents others wrote.
	OutsideContent bool `json:"outside_content,omitempty"`
	// Merged are the sources of near-duplicates that became part of this unit,
	// and a routine's further sources.
	Merged []Source `json:"merged,omitempty"`
	// Quarantine is why the unit is kept from every retrieval, "" where it is
	// not.
	Quarantine string `json:"quarantine,omitempty"`
	// Suspended is why the procedure is kept from reflex until it is verified, "" where
	// it is not: a run that was played from it failed. Models are still shown the unit,
	// which records a run that succeeded.
	Suspended string `json:"suspended,omitempty"`
	// Imported is where the unit came from, if it was not learned here.
	Imported *Import `json:"imported,omitempty"`
	// Untrusted is set for what was imported until the user trusts it. Like Suspended it
	// keeps the procedure from reflex, and nothing from models; but no verification ends
	// it, which only shows that a procedure works.
	Untrusted bool `json:"untrusted,omitempty"`
	Used      int  `json:"used"`
	Helped    int  `json:"helped"`
	// Successes and Failures count the runs that were played from the procedure (see
	// Played).
	Successes int `json:"successes,omitempty"`
	Failures  int `json:"failures,omitempty"`
}

// Foreign reports whether the unit may hold words that are neither the user's nor this
// program's: what a run read, or another bank's.
func (u Unit) Foreign() bool { return !u.Source.Starter && (u.OutsideContent || u.Untrusted) }

// Authored is the Compiler of a procedure that a person has edited.
const Authored = "authored"

// UnitKind is one of the kinds of memory.
type UnitKind string

// The kinds of unit.
const (
	FullTask    UnitKind = "task"
	SubtaskUnit UnitKind = "subtask"
	// RawTrajectory is Synapse's: everything that was done and seen, as it was.
	RawTrajectory UnitKind = "trajectory"
	// RoutineUnit is AWM's: what several tasks had in common.
	RoutineUnit UnitKind = "routine"
	// PitfallUnit is ours: what a run failed by, as a warning and never as a procedure.
	PitfallUnit UnitKind = "pitfall"
)

// Source is where a unit was learned.
type Source struct {
	Run      string `json:"run"`
	Suite    string `json:"suite,omitempty"`
	Task     string `json:"task,omitempty"`     // "1-1/0"
	User     string `json:"user,omitempty"`     // the acting user
	Text     string `json:"text,omitempty"`     // TextHash of the task's text
	Accepted string `json:"accepted,omitempty"` // the user who vouched, where nothing judged
	Starter  bool   `json:"starter,omitempty"`  // from the embedded starter bank
}

// Import is how a unit came into the bank from elsewhere. A file's own word on it is not
// kept: that is another bank's.
type Import struct {
	At   time.Time `json:"at"`
	From string    `json:"from"` // the file, as the user named it
}

// Subtask is a delegated piece of work as it was done.
type Subtask struct {
	Agent        string `json:"agent"`
	Description  string `json:"description"`
	Steps        []Step `json:"steps"`
	Observations string `json:"observations"` // a brief summary
}

// Step is a think/action pair; Action is "tool(args as JSON)". Only raw trajectories
// keep an Observation, and only they have Failed steps.
type Step struct {
	Think       string `json:"think,omitempty"`
	Action      string `json:"action"`
	Observation string `json:"observation,omitempty"`
	// Result is what the action returned, by its form alone ("table 12 x 3: Name, Team"); "" in
	// units from before it was kept, and where the form says nothing.
	Result string `json:"result,omitempty"`
	Failed bool   `json:"failed,omitempty"`
}

// Pitfall is a mistake that a failed run made.
type Pitfall struct {
	// Agent is who made it, "" for the orchestrator.
	Agent string `json:"agent,omitempty"`
	// Warning says in one line what not to do, without the run's values.
	Warning string `json:"warning"`
}

// Routine is a reusable piece of work of one agent, induced from several tasks:
// its steps' actions name its variables in braces ("{date}").
type Routine struct {
	Name        string     `json:"name"`
	Agent       string     `json:"agent"`
	Description string     `json:"description"`
	Variables   []Variable `json:"variables,omitempty"`
	Steps       []Step     `json:"steps"` // at least two
}

// Variable is a value that differs each time a routine is used.
type Variable struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}
