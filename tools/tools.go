// Package tools says what an agent can do to an office: a Tool takes typed
// arguments and a Workspace and gives an Observation. The apps themselves are
// its sub-packages (calendar, email, excel, word, pdf, ocr, system); what may
// be done is decided in tools/policy, and where it is done in tools/sandbox.
//
// Start with Define, which makes a Tool from a Go function, and Registry,
// which holds the tools that the agents, the sandbox and the command line
// share.
package tools

import "encoding/json"

// Action is one tool call. Args is plain JSON: string, float64, bool, nil,
// []any and map[string]any.
type Action struct {
	Tool string         `json:"tool"`
	Args map[string]any `json:"args"`
}

// Observation is what an action returned: Text for a model, and the same in
// Data for a program. Reflex, evaluators and tests read Data, never the prose.
type Observation struct {
	Text   string          `json:"text"`
	Data   json.RawMessage `json:"data,omitempty"`
	Failed bool            `json:"failed,omitempty"`
	// Code says why a failed action failed; empty when it did not.
	Code Code `json:"code,omitempty"`
}

// Value decodes Data into plain JSON values. It is nil when there is none.
func (o Observation) Value() any {
	if len(o.Data) == 0 {
		return nil
	}
	var v any
	if json.Unmarshal(o.Data, &v) != nil {
		return nil
	}
	return v
}

// Class is what an effect does to the world.
type Class string

// The classes of effect, from the harmless to the far-reaching.
const (
	Read  Class = "read"
	Write Class = "write"
	Send  Class = "send"
	Shell Class = "shell"
)

// Effect is one thing an action would do, and to what. Target is a kind and a
// name: "file:data/a.xlsx", "mailbox:Bob", "calendar:Dana",
// "recipient:bob@example.com".
type Effect struct {
	Class  Class  `json:"class"`
	Target string `json:"target"`
}
