// Package trajectory is the contract between running and curating: the Task,
// the run's folder, and the run log with its event types, its writer and its
// reader. It decides nothing and calls nobody.
//
// A log is a file of JSON lines, one Event each, appended as things happen and
// before their results are used. Start with Event; Create writes a run's log,
// and Open reads it back as a Run.
package trajectory

import (
	"encoding/json"
	"time"

	"legomem/tools"
)

// Schema is the version of the log's format, "major.minor". A reader refuses a newer
// major version. 1.1 added resumed runs and Bound; 1.2 added the ids, needs and revisions
// of a plan's steps, the step that a subtask carries out, the session and turn that began
// a run, and the artifacts of its testbeds; 1.3 added the domain of a task's office; 1.4
// added Questioned, and the answers with which a run goes on from another; 1.5 added LeftOut,
// the cached tokens of a call, the calls of an embedder, and notes about endpoints; 1.6 added
// Talk, what a session's turns were told, and its graph's changes; 1.7 added what a
// delegation uses; 1.8 added Trial, and has LeftOut name several memories (Memories, where
// there was one Memory).
const Schema = "1.8"

// Event is one line of a log.
type Event struct {
	Schema  string          `json:"v"`
	Seq     int             `json:"seq"` // from 1, without gaps
	Time    time.Time       `json:"time"`
	Run     string          `json:"run,omitempty"`     // in a run's log
	Session string          `json:"session,omitempty"` // in a session's log
	Kind    Kind            `json:"kind"`
	Payload json.RawMessage `json:"payload"`
}

// Kind names the type of an event's payload.
type Kind string

// Payload is the content of one event. Its EventKind is the event's Kind.
type Payload interface{ EventKind() Kind }

// The payloads, in the order a run usually writes them.
type (
	// Started opens a log.
	Started struct {
		Task     Task              `json:"task"`
		Brain    string            `json:"brain"`
		Sandbox  string            `json:"sandbox"`
		Memory   string            `json:"memory"`
		Versions map[string]string `json:"versions"` // program, prompts, config, bank, suite, image
		// Session and Turn name the user's turn that began the run; "" and 0 where no
		// conversation did.
		Session string `json:"session,omitempty"`
		Turn    int    `json:"turn,omitempty"`
		// GoesOnFrom is the run that asked what the last of the task's answers is to; ""
		// where none did.
		GoesOnFrom string `json:"goes_on_from,omitempty"`
		// Trial says that the run does an earlier task again; nil for all other runs.
		Trial *Trial `json:"trial,omitempty"`
	}
	// Copied records that the run has its copy of the testbed, and what that contains. It
	// follows Started, so that a run that is killed while it copies still has a log.
	Copied struct {
		Testbed Artifact `json:"testbed"`
	}
	// Taught is what a demonstration states beyond its actions: further wordings of the
	// task, and the values in its actions that are the same every time.
	Taught struct {
		Wordings  []Wording `json:"wordings,omitempty"`
		Constants []any     `json:"constants,omitempty"`
		// Refused are readings of the task that its user refused.
		Refused []Refusal `json:"refused,omitempty"`
	}
	// Retrieved lists the memories that a role was shown, best first. For is
	// "orchestrator", an agent's name, ForReflex or ForNobody.
	Retrieved struct {
		For      string      `json:"for"`
		Memories []MemoryRef `json:"memories"`
	}
	// LeftOut says which of the memories found for the task the run was not shown, to
	// measure what they do. It is written before any role is shown memories, by each run
	// that could have left one out.
	LeftOut struct {
		// Chances are the memories that were found, best first.
		Chances []Chance `json:"chances"`
		// Memories are the ids of those that were left out, for every role, best first; none
		// where all were shown.
		Memories []string `json:"memories,omitempty"`
		// Apart says that each was left out or not by a draw of its own, as in a trial;
		// otherwise one draw left out one at most.
		Apart bool `json:"apart,omitempty"`
	}
	// Bound is a procedure that a brain without a model has bound to the task, so that a
	// resumed run plays the same one with the same values. Only its writer reads its
	// content.
	Bound struct {
		Unit      string          `json:"unit"` // the memory's id
		Procedure json.RawMessage `json:"procedure"`
		Bindings  json.RawMessage `json:"bindings"`
		// Exact says that a wording of the procedure accounts for every word of the task.
		Exact bool `json:"exact,omitempty"`
		// Doubts are why the task may mean something else, in plain words.
		Doubts []string `json:"doubts,omitempty"`
	}
	// Planned is the first plan, or a revised one (Revision from 0).
	Planned struct {
		Plan     Plan `json:"plan"`
		Revision int  `json:"revision"`
	}
	// Decided is one round's ledger.
	Decided struct {
		Round  int    `json:"round"`
		Stalls int    `json:"stalls"` // the counter after this round
		Ledger Ledger `json:"ledger"`
	}
	// Delegated gives a subtask to an agent.
	Delegated struct {
		Subtask Subtask `json:"subtask"`
	}
	// Intended is written before an action is called; Step counts the run's
	// actions from 1.
	Intended struct {
		Step    int            `json:"step"`
		Agent   string         `json:"agent"`
		Thought string         `json:"thought,omitempty"`
		Action  tools.Action   `json:"action"`
		Effects []tools.Effect `json:"effects,omitempty"`
		// Expect lists texts that the observation must contain, or the work stops.
		Expect []string `json:"expect,omitempty"`
	}
	// Observed is what the action of the same Step returned.
	Observed struct {
		Step        int               `json:"step"`
		Observation tools.Observation `json:"observation"`
		WallMS      float64           `json:"wall_ms"`
		// Suppressed says that the action was not called: the previous brain had done it,
		// and Observation is what it returned then.
		Suppressed bool `json:"suppressed,omitempty"`
		// Found says that the action was not called again when the run was
		// resumed: its targets show that it had been done.
		Found bool `json:"found,omitempty"`
	}
	// Summarised ends a subtask with the agent's report. Failed says that the agent could
	// not do it.
	Summarised struct {
		Round   int    `json:"round"`
		Agent   string `json:"agent"`
		Summary string `json:"summary"`
		Failed  bool   `json:"failed,omitempty"`
	}
	// ModelCalled is one call of a language model.
	ModelCalled struct {
		Role             string   `json:"role"` // "orchestrator", an agent's name, ...
		Model            string   `json:"model"`
		Prompt           string   `json:"prompt"` // the template's name and version
		PromptTokens     int      `json:"prompt_tokens"`
		CachedTokens     int      `json:"cached_tokens,omitempty"` // of these, in the endpoint's cache
		CompletionTokens int      `json:"completion_tokens"`
		CostUSD          *float64 `json:"cost_usd"` // null where the model is unpriced
		Attempts         int      `json:"attempts"`
		Truncated        bool     `json:"truncated,omitempty"` // the context was shortened
		Dropped          int      `json:"dropped,omitempty"`   // memories left out whole, for the budget or the context
		Snapshot         string   `json:"snapshot,omitempty"`  // the model as the endpoint names it
		Error            string   `json:"error,omitempty"`
		WallMS           float64  `json:"wall_ms"`
	}
	// Noted is a remark for the reader of the log: a parse failure that was retried, or
	// how a date was read.
	Noted struct {
		About string `json:"about"`
		Text  string `json:"text"`
	}
	// Questioned ends a run that has done nothing yet with a question. Rest is what the
	// brain needs to go on once it is answered; only its writer reads that.
	Questioned struct {
		Question Question        `json:"question"`
		Rest     json.RawMessage `json:"rest,omitempty"`
	}
	// Answered is the final answer, before the evaluation.
	Answered struct {
		Answer string `json:"answer"`
	}
	// Judged is the evaluator's verdict. Passed is null where nothing judges.
	Judged struct {
		Passed *bool           `json:"passed"`
		Checks json.RawMessage `json:"checks,omitempty"`
		// Strict is the mended evaluator's verdict, reported separately.
		Strict *bool `json:"strict,omitempty"`
	}
	// Accepted says that a user vouches for a run that nothing judged. It is
	// the one event that may follow Finished.
	Accepted struct {
		By string `json:"by"`
	}
	// Finished closes a log.
	Finished struct {
		Result Result `json:"result"`
		// Testbed is the finished testbed; "" where it could not be copied out.
		Testbed Artifact `json:"testbed,omitempty"`
	}
	// Resumed says that another process continues a run that has no end or was cut off.
	// Step is the last action in the log, 0 where the run starts again.
	Resumed struct {
		Step      int    `json:"step"`
		Workspace string `json:"workspace"` // WorkspaceKept or WorkspaceAgain
	}
)

// BatchLabel names, among the versions of a run, the batch whose row gives values of its
// task.
const BatchLabel = "batch"

// ForNobody marks the memories retrieved for a task, before any role is shown them.
const ForNobody = "nobody"

// ForReflex marks the one memory that reflex chose to play.
const ForReflex = "reflex"

// AboutProcedure marks a Noted that names the memory a run is played from, AboutBrain one
// that says that another brain has taken over.
const (
	AboutProcedure = "procedure"
	AboutBrain     = "brain"
)

// AboutReading marks a Noted that tells how a task was read.
const AboutReading = "reading"

// AboutEndpoint marks a Noted of what was learned of a model's endpoint: how it is asked
// differently from then on.
const AboutEndpoint = "endpoint"

// AboutOutside marks a Noted of something outside the program that ended the run.
const AboutOutside = "outside"

// AboutChanges marks a Noted that says why the run's changes are not listed.
const AboutChanges = "changes"

// AboutRefused marks a Noted of an action that the policy refused.
const AboutRefused = "refused"

// The workspace of a resumed run: it is kept, or all that came before is void and is done
// again from the start.
const (
	WorkspaceKept  = "kept"
	WorkspaceAgain = "again"
)

// MemoryRef names a retrieved memory, its rank from 1 and its score.
type MemoryRef struct {
	ID    string  `json:"id"`
	Rank  int     `json:"rank"`
	Score float64 `json:"score"`
	// Foreign says that the memory holds what a run read, and so words that may not be
	// the user's.
	Foreign bool `json:"foreign,omitempty"`
}

// Chance is a memory that a run could have left out, its rank from 1, and the probability
// with which it was to be.
type Chance struct {
	ID   string  `json:"id"`
	Rank int     `json:"rank"`
	P    float64 `json:"p"`
}

// Trial is the task of an earlier run done again, to learn what memories do to it.
type Trial struct {
	Of string `json:"of"` // the earlier run
	// Chances are the memories that are left out or not by a draw for each, and with what
	// probability, as it was decided before the run.
	Chances []Chance `json:"chances"`
}

// UnmarshalJSON reads what logs before 1.8 hold, too: the one memory that was left out.
func (l *LeftOut) UnmarshalJSON(b []byte) error {
	type plain LeftOut // without this method
	var in struct {
		plain
		Memory string `json:"memory"`
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	if in.Memory != "" {
		in.Memories = append(in.Memories, in.Memory)
	}
	*l = LeftOut(in.plain)
	return nil
}

// EventKind of each payload.
func (Started) EventKind() Kind     { return "started" }
func (Copied) EventKind() Kind      { return "copied" }
func (Taught) EventKind() Kind      { return "taught" }
func (Retrieved) EventKind() Kind   { return "retrieved" }
func (LeftOut) EventKind() Kind     { return "left_out" }
func (Bound) EventKind() Kind       { return "bound" }
func (Planned) EventKind() Kind     { return "planned" }
func (Decided) EventKind() Kind     { return "decided" }
func (Delegated) EventKind() Kind   { return "delegated" }
func (Intended) EventKind() Kind    { return "intended" }
func (Observed) EventKind() Kind    { return "observed" }
func (Summarised) EventKind() Kind  { return "summarised" }
func (ModelCalled) EventKind() Kind { return "model_called" }
func (Noted) EventKind() Kind       { return "noted" }
func (Questioned) EventKind() Kind  { return "questioned" }
func (Answered) EventKind() Kind    { return "answered" }
func (Judged) EventKind() Kind      { return "judged" }
func (Accepted) EventKind() Kind    { return "accepted" }
func (Finished) EventKind() Kind    { return "finished" }
func (Resumed) EventKind() Kind     { return "resumed" }
