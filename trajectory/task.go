package trajectory

import (
	"strings"
	"time"

	"legomem/tools"
	"legomem/tools/value"
)

// Task is what a user wants done, and when and for whom it is done.
type Task struct {
	ID    string `json:"id"`              // "1-1/0", or "" for a free text
	Suite string `json:"suite,omitempty"` // the suite's name, "" for a free text
	Text  string `json:"text"`
	User  string `json:"user"` // the acting user, a local name
	// Now is the task's own date and time; its zone applies to every time that has none.
	Now time.Time `json:"now"`
	// DayFirst reads 3/12/2026 as 3 December.
	DayFirst bool `json:"day_first,omitempty"`
	// Domain is the office's own mail domain, "" for tools.Domain, as in every suite.
	Domain string `json:"domain,omitempty"`
	// Answers are what the user has answered so far to what earlier runs of the task have
	// asked, in order.
	Answers []Exchange `json:"answers,omitempty"`
	// Talk is where it stands in a conversation; nil for a task of its own.
	Talk *Talk `json:"talk,omitempty"`
}

// Words are all that the user said about the task: its text, what earlier turns of the
// conversation say about it, and their own words in the answers, each on a line.
func (t Task) Words() string {
	said := []string{t.Text}
	if t.Talk != nil {
		said = append(said, t.Talk.Said...)
	}
	for _, e := range t.Answers {
		if w := e.Words(); w != "" {
			said = append(said, w)
		}
	}
	return strings.Join(said, "\n")
}

// Told is the task with its questions and answers, for a reader who knows none of them.
func (t Task) Told() string {
	said := []string{t.Text}
	if t.Talk != nil && t.Talk.Context != "" {
		said = append(said, "What the conversation came to so far:\n"+t.Talk.Context)
	}
	for _, e := range t.Answers {
		said = append(said, e.Question.Text+" "+e.Told())
	}
	return strings.Join(said, "\n")
}

// Reference is what the dates and times that its texts name are read against.
func (t Task) Reference() value.Reference { return value.Reference{Now: t.Now, DayFirst: t.DayFirst} }

// OfficeDomain is the mail domain of the office that the task is done in.
func (t Task) OfficeDomain() string { return tools.OfficeDomain(t.Domain) }

// Outcome is how a run ended, by the system's own claim. Whether it passed is a separate
// matter, for the evaluator.
type Outcome string

// The outcomes.
const (
	Solved    Outcome = "solved"
	Asked     Outcome = "asked"     // the user must answer something first
	GaveUp    Outcome = "gave_up"   // no procedure fits, or the agent said it can't
	Exhausted Outcome = "exhausted" // rounds, re-plans, tokens, money or time
	Cancelled Outcome = "cancelled"
	Errored   Outcome = "error" // something outside broke
)

// Finding is one field of the progress ledger with its reason.
type Finding struct {
	Answer bool   `json:"answer"`
	Reason string `json:"reason,omitempty"`
}

// Ledger is what the planner decides in one round (Magentic-One's five
// fields). Speaker and Instruction are the next subtask, empty when satisfied.
type Ledger struct {
	Satisfied         Finding `json:"is_request_satisfied"`
	InLoop            Finding `json:"is_in_loop"`
	Progress          Finding `json:"is_progress_being_made"`
	Speaker           string  `json:"next_speaker,omitempty"`
	SpeakerReason     string  `json:"next_speaker_reason,omitempty"`
	Instruction       string  `json:"instruction_or_question,omitempty"`
	InstructionReason string  `json:"instruction_reason,omitempty"`
	// PlanStep is the id of the plan's step that the subtask carries out, where
	// the planner knows it.
	PlanStep string `json:"plan_step,omitempty"`
	// Uses names the nodes of the run's task graph whose results the subtask needs; nil
	// where the planner does not say.
	Uses []string `json:"uses,omitzero"`
	// Answer is the final answer, where a satisfied ledger comes with it.
	Answer string `json:"final_answer,omitempty"`
}

// Subtask is a piece of work given to one agent.
type Subtask struct {
	Round       int    `json:"round"` // from 1
	Agent       string `json:"agent"`
	Description string `json:"description"`
	// PlanStep is the id of the plan's step that it carries out, "" where that is
	// not known.
	PlanStep string `json:"plan_step,omitempty"`
}
