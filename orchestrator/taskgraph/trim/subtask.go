// Package trim is TRIM, the Task Representation and Intent Management of the Task Memory
// Engine (tme-dag 4.2, tme-v1 4.2): an utterance becomes subtasks, each with an intent and
// with relations to what the graph holds, and these become the graph's operations.
//
// Start with Trimmer. Offline reads utterances with the moves that package moves knows;
// ByModel asks a language model. Operations turns subtasks into what the graph applies,
// whoever made them, and refuses what does not fit the graph. Domains say which slots a
// conversation has (domain.go).
package trim

import (
	"context"
	"time"

	tg "legomem/orchestrator/taskgraph"
	"legomem/tools/value"
)

// Intent is what a subtask does to the graph (tme-dag D: intent_type).
type Intent string

// The intents.
const (
	New    Intent = "new"
	Update Intent = "update"
	Check  Intent = "check"
)

// Relation is what a subtask is to nodes of the graph.
type Relation string

// The relations. Those that the graph has too are named as there.
const (
	DependsOn    Relation = "depends_on"
	ParallelWith Relation = "parallel_with"
	ChildOf      Relation = "child_of"
	Replaces     Relation = "replaces"  // a new node takes its place
	Merges       Relation = "merge"     // one of several becomes all
	RollsBack    Relation = "rollback"  // to an earlier value or state
	Removes      Relation = "remove"    // it counts no more
	Restores     Relation = "restore"   // it counts again
	Splits       Relation = "split"     // it becomes several, of which this is one
	Duplicate    Relation = "duplicate" // says what is there already (tme-v1 4.2.2)
	Superset     Relation = "superset"  // of what is there already
	Conflicts    Relation = "conflict"
	Unrelated    Relation = "unrelated"
)

// Related is a relation to a node.
type Related struct {
	Relation Relation `json:"relation"`
	Node     string   `json:"node"`
}

// Subtask is a part of what an utterance means.
type Subtask struct {
	Intent Intent `json:"intent"`
	// Title says it in a few words.
	Title string `json:"title,omitempty"`
	// Node is the node that it is about; "" for a new one.
	Node string `json:"node,omitempty"`
	// ID names a new node for the subtasks behind it; Slot is its slot.
	ID   string `json:"id,omitempty"`
	Slot string `json:"slot,omitempty"`
	// New is the value from now on, or the value that a check asks about; Replaces is the
	// value that it takes the place of (the papers' from and to, which can be confused).
	New       string    `json:"new,omitempty"`
	Replaces  string    `json:"replaces,omitempty"`
	Relations []Related `json:"relations,omitempty"`
	// To is the revision that all goes back to, of one that rolls back without a node.
	To int `json:"to,omitempty"`
	// Asks is what a check asks.
	Asks Asks `json:"asks,omitempty"`
	// Done says that a new node is a value that the user told, which nothing is to be done
	// for.
	Done bool `json:"done,omitempty"`
	// Canon is the value's canonical form, "" where it has none or is not known.
	Canon string `json:"canon,omitempty"`
	Kind  string `json:"kind,omitempty"` // of the value, in an office
	// By is who read a step's work, where that is "model".
	By string `json:"by,omitempty"`
}

// Asks is what a check asks about its node.
type Asks string

// What checks ask.
const (
	AsksValue   Asks = "value"   // what is it now?
	AsksWhether Asks = "whether" // is it, or was it ever, so?
	AsksHistory Asks = "history" // what was it before?
	AsksWhy     Asks = "why"     // why is it so?
)

// Utterance is what a user said, and when.
type Utterance struct {
	Text string
	Now  time.Time
	// DayFirst reads 3/12/2026 as 3 December.
	DayFirst bool
	// Before is what was said and told last, for a model; "" for nothing.
	Before string
}

func (u Utterance) reference() value.Reference {
	return value.Reference{Now: u.Now, DayFirst: u.DayFirst}
}

// Trim is what an utterance comes to.
type Trim struct {
	Subtasks []Subtask `json:"subtasks"`
	// Confidence is how likely that is meant, from 0 to 1.
	Confidence float64 `json:"confidence"`
	// Question asks which of several things is meant; then there are no subtasks.
	Question *Question `json:"question,omitempty"`
	// Fresh says that the utterance asks for something new, or for nothing, as far as is
	// known here: whoever does work is to read it.
	Fresh bool `json:"fresh,omitempty"`
	// Moves says that it is a move, though nothing was found that it is about.
	Moves bool `json:"moves,omitempty"`
	// Beside says that a part of the utterance was taken for none of it or for another move, or
	// may say more.
	Beside bool `json:"beside,omitempty"`
	// By is who read it: "offline" or "model".
	By string `json:"by"`
	// Tokens is what it took of a model.
	Tokens Tokens `json:"tokens,omitzero"`
}

// Tokens are those that a model read and wrote.
type Tokens struct {
	Prompt     int `json:"prompt"`
	Completion int `json:"completion"`
}

// Changes says that a trim would change the graph.
func (t Trim) Changes() bool {
	for _, s := range t.Subtasks {
		if s.Intent != Check {
			return true
		}
	}
	return false
}

// Question asks which of several ways an utterance is meant.
type Question struct {
	Text string `json:"text"`
	// Options are the ways, each with what it says and the subtasks that it comes to.
	Options []Option `json:"options"`
}

// Option is a way that an utterance may be meant.
type Option struct {
	Says     string    `json:"says"`
	Subtasks []Subtask `json:"subtasks"`
	// Work is what a model begins with it; it becomes subtasks when its reply is read.
	Work []NewWork `json:"work,omitempty"`
}

// OnlyChecks says that subtasks change nothing.
func OnlyChecks(all []Subtask) bool { return !Trim{Subtasks: all}.Changes() }

// Trimmer tells what an utterance comes to, with what the graph holds. It changes nothing.
type Trimmer interface {
	Trim(ctx context.Context, g *tg.Graph, u Utterance) (Trim, error)
}
