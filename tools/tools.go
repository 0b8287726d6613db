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
// name; the names are canonical, so that who decides on effects can compare them:
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
//   - Each path that is given is in an effect, spelled as CleanPath does, and
//     so is each that is not given but follows (the pdf beside a document). A
//     file that is looked for in several places has an effect for each place. A
//     file that is read and written again has two effects. "." is the testbed;
//     a * in the last place stands for a name that only the run will tell.
//   - So is each person whose mailbox or calendar is read or written. A file
//     path in emails/ or calendar/ is a mailbox or a calendar too, though it
//     has only the file's effect.
//   - To send a mail is one effect for each recipient. Delivery into their
//     mailboxes is part of it; the sender's own copy is a write.
//   - To make, change or delete an event, or to invite to it, is a write of each
//     calendar that it stands in.
//   - What an action would do only in some cases (the folder of a mailbox is
//     made when the first mail comes) it has an effect for in all cases.
type Effect struct {
	Class  Class  `json:"class"`
	Target string `json:"target"`
	// Destroys says of a write that what was there is lost: a mail, event or
	// file is deleted, or a part of a file (a row, a cell's content), or a file
	// is moved out of a mailbox or a calendar, or all of a file is replaced, where
	// the tool would do so without a word. A change that leaves the rest of a
	// file as it was, and a rename, do not destroy.
	Destroys bool `json:"destroys,omitempty"`
}
