// Package reflex is the brain that needs no model: it binds a new task's words
// into a procedure compiled from a past run and carries it out through the
// same tools. It never guesses a recipient, a date or a file; what it cannot
// bind and account for, it gives up, and says what was missing.
//
// Compile makes a Procedure from a run (compile.go, source.go). Match aligns a
// task's text with the ways a procedure's task is said (utterance.go,
// align.go, match.go). Brain chooses among the retrieved units and plays the
// one that fits (brain.go, play.go).
package reflex

import (
	"encoding/json"
	"fmt"
	"strings"

	"legomem/tools/value"
)

// Version is the compiler's. A procedure of another major version is not
// played.
const Version = "reflex/1"

// Procedure is practised work: how its task is said, and what was done, with
// the source of every argument.
type Procedure struct {
	Version string `json:"version"`
	Slots   []Slot `json:"slots,omitempty"`
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
}

// Pattern is one way to say the task: words and slots in order. Text is the
// sentence it was made from, Template the same with its slots in braces.
type Pattern struct {
	Text     string `json:"text"`
	Template string `json:"template"`
	Parts    []Part `json:"parts"`
}

// Part is a word (lower case) or a slot's name.
type Part struct {
	Word string `json:"word,omitempty"`
	Slot string `json:"slot,omitempty"`
}

// Subtask is a delegation with its actions.
type Subtask struct {
	Agent       string `json:"agent"`
	Description Expr   `json:"description"`
	Steps       []Step `json:"steps"`
	// Summary is what the agent reports; with Echo it is what the last action
	// returned, in words.
	Summary Expr `json:"summary,omitzero"`
	Echo    bool `json:"echo,omitempty"`
}

// Step is one action. Number counts the procedure's actions from 1; sources
// refer to it.
type Step struct {
	Number  int             `json:"number"`
	Thought string          `json:"thought,omitempty"`
	Tool    string          `json:"tool"`
	Args    map[string]Expr `json:"args"`
}

// Expr says where a value comes from. Exactly one of Slot, User, From, Const,
// Text, List and Object is set.
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
	// Const is the same every time.
	Const json.RawMessage `json:"const,omitempty"`
	// Text is put together from pieces.
	Text   []Expr          `json:"text,omitempty"`
	List   []Expr          `json:"list,omitempty"`
	Object map[string]Expr `json:"object,omitempty"`
}

// Ref names a value: the JSON Pointer Path in the data of action Step.
type Ref struct {
	Step int    `json:"step"`
	Path string `json:"path"`
}

// Decode reads a unit's procedure. One of another major version is refused.
func Decode(data json.RawMessage) (*Procedure, error) {
	var p Procedure
	if err := json.Unmarshal(data, &p); err != nil {
		return nil, fmt.Errorf("read a procedure: %w", err)
	}
	if major, _, _ := strings.Cut(p.Version, "."); major != Version {
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

// Steps returns all actions in order.
func (p *Procedure) Steps() []Step {
	var all []Step
	for _, s := range p.Subtasks {
		all = append(all, s.Steps...)
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
