// Package reflex is the brain that needs no model: it binds a new task's words
// into a procedure compiled from a past run and carries it out through the
// same tools. It never guesses a recipient, a date or a file; what it cannot
// bind and account for, it gives up, and says what was missing.
//
// Compile makes a Procedure from runs (compile.go, source.go): of one run it
// finds loops (loop.go); several of the same shape it generalises together
// (join.go, guard.go); and it adds checks of what must be there (check.go).
// A task in the words of one of a procedure's wordings is known (known.go, skill.go, and
// package reading). In new words it is read in several ways, of which the office tells what
// can be done (ways.go, rehearse.go). Brain chooses among the retrieved units and plays the
// one that is certain, or likely, which is asked about (brain.go, play.go, cursor.go). A procedure that a person
// wrote has more to say than one that was compiled: values that may be missing (given.go),
// several values of one slot, and what is made of a value (made.go).
package reflex

import (
	"encoding/json"
	"fmt"
	"strings"

	"legomem/tools/value"
)

// Version is the compiler's, and playable the versions whose procedures are
// played: reflex/1 had no loops, guards and expectations, and is read as it is.
const Version = "reflex/2"

var playable = map[string]bool{"reflex/1": true, Version: true}

// Procedure is practised work: how its task is said, and what was done, with
// the source of every argument.
type Procedure struct {
	Version string `json:"version"`
	// Name is what a person who wrote it calls it: "calendar.add".
	Name string `json:"name,omitempty"`
	// Examples is how many runs it was made from (0 is one), and Authored says
	// that a person has edited it since.
	Examples int    `json:"examples,omitempty"`
	Authored bool   `json:"authored,omitempty"`
	Slots    []Slot `json:"slots,omitempty"`
	// Patterns are the ways to say the task; the first is its own text.
	Patterns []Pattern `json:"patterns"`
	Subtasks []Subtask `json:"subtasks"`
	Answer   *Expr     `json:"answer,omitempty"`
}

// Slot is a typed value that the task's text gives.
type Slot struct {
	Name string     `json:"name"`
	Kind value.Kind `json:"kind"`
	// Example is the value as the source task spells it; Canon its canonical
	// form.
	Example string `json:"example"`
	Canon   string `json:"canon"`
	// Optional says that a text may do without it: what is made of it is left out then.
	Optional bool `json:"optional,omitempty"`
	// List says that a text may give several values, each a Binding of its own; their
	// order is that of the bindings. What takes the slot gets a list, of one value too.
	List bool `json:"list,omitempty"`
	// Ask is the question for the value, and Default where it comes from unasked
	// ("today", "user"): whoever binds the text puts that in, the procedure does not.
	Ask     string `json:"ask,omitempty"`
	Default string `json:"default,omitempty"`
}

// Pattern is one way to say the task. Text is the sentence it was made from, Template the
// same with its slots in braces. Seen marks one that a model vouched for.
type Pattern struct {
	Text     string `json:"text"`
	Template string `json:"template"`
	Seen     bool   `json:"seen,omitempty"`
}

// Subtask is a delegation with its actions; or, with Flow, further subtasks that
// are done for each element of a list, or only where an observation says so.
type Subtask struct {
	Flow
	Subtasks    []Subtask `json:"subtasks,omitempty"`
	Agent       string    `json:"agent,omitempty"`
	Description Expr      `json:"description,omitzero"`
	Steps       []Step    `json:"steps,omitempty"`
	// Summary is what the agent reports; with Echo it is what the last action
	// returned, in words.
	Summary Expr `json:"summary,omitzero"`
	Echo    bool `json:"echo,omitempty"`
	// Check marks what the compiler added: reading actions that look whether
	// what is needed is there, or whether what was done has come to be.
	Check bool `json:"check,omitempty"`
}

// Step is one action, or, with Flow, further steps. Number counts the
// procedure's actions; sources refer to it. In a loop it is the action's number
// each time, and means its last observation; behind the loop it means the list
// of all.
type Step struct {
	Flow
	Steps   []Step          `json:"steps,omitempty"`
	Number  int             `json:"number,omitempty"`
	Thought string          `json:"thought,omitempty"`
	Tool    string          `json:"tool,omitempty"`
	Args    map[string]Expr `json:"args,omitempty"`
	// Expect are texts that must stand in what the action returns.
	Expect []Expr `json:"expect,omitempty"`
	// Sizes are the lengths that lists in its data must have, by path.
	Sizes map[string]int `json:"sizes,omitempty"`
	// Single are the lists in its data that may have one element at most, by path: nobody
	// has shown which of several is meant.
	Single []string `json:"single,omitempty"`
	// Said are the verdicts in its data that must be the same, by path: nobody
	// has shown what to do after another.
	Said map[string]bool `json:"said,omitempty"`
	// Partial says that it may leave out values that it cannot use, as it did when
	// it was learned.
	Partial bool `json:"partial,omitempty"`
}

// Flow says how often, or whether, something is done; at most one is set.
type Flow struct {
	// Each is a list: what is under it is done once for each of its elements, in
	// order. Sources under it name the element of the moment with a * in its
	// place: /rows/*/Name.
	Each *Ref `json:"each,omitempty"`
	// When is what an observation must say.
	When *Guard `json:"when,omitempty"`
}

func (f Flow) none() bool { return f.Each == nil && f.When == nil }

// Guard compares what an observation says with what it said in the runs that
// were learned from: Is where this was done, Not where it was not. Anything
// else was never met, and stops the procedure. A person who writes one may also ask
// whether there is any value: Is "given" and Not "missing", or the other way round,
// of an observation or of a slot.
type Guard struct {
	Of Ref `json:"of,omitzero"`
	// Slot, instead of Of, is a value of the text, and As what is made of it.
	Slot string `json:"slot,omitempty"`
	As   string `json:"as,omitempty"`
	Is   string `json:"is"`
	Not  string `json:"not"`
}

// Expr says where a value comes from. Exactly one of Slot, User, From, Said, Const,
// Text, List, Object, Each and When is set.
type Expr struct {
	// Slot is a value of the task's text, written in Style ("" is canonical)
	// and Case, or as a JSON number.
	Slot   string      `json:"slot,omitempty"`
	Style  value.Style `json:"style,omitempty"`
	Case   letterCase  `json:"case,omitempty"`
	Number bool        `json:"number,omitempty"`
	// User is the acting user's name.
	User bool `json:"user,omitempty"`
	// From is a value of an earlier observation's data.
	From *Ref `json:"from,omitempty"`
	// Said is what the action of that number returned in words.
	Said int `json:"said,omitempty"`
	// Const is the same every time.
	Const json.RawMessage `json:"const,omitempty"`
	// Doubts are places of earlier observations that held the constant in the one
	// run it was learned from. Where one of them holds something else now,
	// nobody knows which is meant.
	Doubts []Ref `json:"doubts,omitempty"`
	// Text is put together from pieces.
	Text   []Expr          `json:"text,omitempty"`
	List   []Expr          `json:"list,omitempty"`
	Object map[string]Expr `json:"object,omitempty"`
	// Each makes a list: Item, once for each element of a list that was observed.
	Each *Ref  `json:"each,omitempty"`
	Item *Expr `json:"item,omitempty"`
	// When chooses: Then where the guard holds, Else where it does not.
	When *Guard `json:"when,omitempty"`
	Then *Expr  `json:"then,omitempty"`
	Else *Expr  `json:"else,omitempty"`
	// As is what is made of the value, wherever it comes from: see made.go.
	As string `json:"as,omitempty"`
}

// Ref names a value: the JSON Pointer Path in the data of action Step. A * in
// the path is the element that the loop over the list before it is at.
type Ref struct {
	Step int    `json:"step"`
	Path string `json:"path"`
}

// Decode reads a unit's procedure. One that this program does not play is
// refused.
func Decode(data json.RawMessage) (*Procedure, error) {
	var p Procedure
	if err := json.Unmarshal(data, &p); err != nil {
		return nil, fmt.Errorf("read a procedure: %w", err)
	}
	if major, _, _ := strings.Cut(p.Version, "."); !playable[major] {
		return nil, fmt.Errorf("the procedure is of version %q, this program plays %s", p.Version, Version)
	}
	return &p, nil
}

// Slot returns the slot of that name.
func (p *Procedure) Slot(name string) (Slot, bool) {
	for _, s := range p.Slots {
		if s.Name == name {
			return s, true
		}
	}
	return Slot{}, false
}

// Steps returns all actions in the order they are written, those of loops and
// guards once.
func (p *Procedure) Steps() []Step {
	var all []Step
	for _, s := range p.Delegations() {
		all = append(all, leaves(s.Steps)...)
	}
	return all
}

// Delegations returns the subtasks with actions in the order they are written,
// those of loops and guards once.
func (p *Procedure) Delegations() []Subtask { return delegations(p.Subtasks) }

func delegations(subs []Subtask) []Subtask {
	var all []Subtask
	for _, s := range subs {
		if s.none() {
			all = append(all, s)
			continue
		}
		all = append(all, delegations(s.Subtasks)...)
	}
	return all
}

func leaves(steps []Step) []Step {
	var all []Step
	for _, s := range steps {
		if s.none() {
			all = append(all, s)
			continue
		}
		all = append(all, leaves(s.Steps)...)
	}
	return all
}

// Sentence says what the procedure does, its slots in braces: "Schedule a
// {summary} for {user} on {date}".
func (p *Procedure) Sentence() string {
	if len(p.Patterns) == 0 {
		return ""
	}
	return p.Patterns[0].Template
}
