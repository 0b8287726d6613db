// Package tools defines what an agent can do to an office: a Tool takes typed
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
// name; the names are canonical, so that the policy can compare them:
//
//	file:data/a.xlsx           a file, or a folder with all it holds
//	folder:data                the names of all in a folder and below it
//	mailbox:Bob calendar:Dana  a person's, as UserName reads the name; Self is the acting user
//	recipient:bob@example.com  who gets a mail, or SenderOfMail, EveryoneOnMail
//	command:ls -l              a shell command, which may do anything
//
// An action's effects are all that it does. These rules hold for every tool,
// hidden ones included:
//
//   - Each path that is given is in an effect, spelled as CleanPath does, and so
//     is each path that follows from it (the pdf made from a document). A file
//     that is looked for in several places has an effect for each place. A file
//     that is read and written again has two effects. "." is the testbed; a * as
//     the last element stands for a name that is known only after the run.
//   - So is each person whose mailbox or calendar is read or written. A file
//     path in emails/ or calendar/ is a mailbox or a calendar too, though it
//     has only the file's effect.
//   - Sending a mail has one effect for each recipient. Delivery into their
//     mailboxes is part of it; the sender's own copy is a write.
//   - Making, changing or deleting an event, or inviting to it, is a write of
//     each calendar that contains it.
//   - What an action does only in some cases (the first mail makes the folder of
//     a mailbox) has an effect in all cases.
type Effect struct {
	Class  Class  `json:"class"`
	Target string `json:"target"`
	// Destroys marks a write that loses what was there: it deletes a mail, an
	// event, a file or a part of a file (a row, a cell's content), moves a file
	// out of a mailbox or a calendar, or replaces a whole file where the tool
	// would not refuse to. A change that leaves the rest of a file as it was, and
	// a rename, do not destroy.
	Destroys bool `json:"destroys,omitempty"`
}
