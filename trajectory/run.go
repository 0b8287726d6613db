package trajectory

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"legomem/lists"
	"legomem/llm/cost"
	"legomem/tools"
)

// Run is a log read back: what was asked, done and found.
type Run struct {
	ID       string
	Dir      string    // the run's folder, "" when assembled from elsewhere
	Torn     bool      // the last line was cut off by a crash
	Begun    time.Time // when its first line was written
	Position Position
	Resumes  []Resumed
	Started  Started
	Copied   Artifact // the testbed at the start, "" where unknown
	Left     Artifact // the finished testbed
	Wordings []Wording
	// Constants are values that a demonstration declares to be the same every
	// time.
	Constants []any
	// Refused are readings of the task that its user refused.
	Refused   []Refusal
	Memories  []MemoryRef // the orchestrator's
	Retrieved []Retrieved // all retrievals, for every role
	// LeftOut is what memories the run did without at random; nil where it could have
	// left none out.
	LeftOut *LeftOut
	Bound   *Bound // the last one, nil where nothing was bound
	// BoundAfter is how many delegations came before it.
	BoundAfter int
	Plan       Plan   // the last one, its steps with their status
	Plans      []Made // all, in order
	Subtasks   []SubtaskRun
	Calls      []ModelCalled
	Notes      []Noted
	// Questioned is what the run asks, nil where it asks nothing.
	Questioned *Questioned
	Answer     string
	Passed     *bool
	// Strict is the mended evaluator's verdict, nil where that did not run.
	Strict *bool
	// AcceptedBy is the user who vouched for a run that nothing judged.
	AcceptedBy string
	// Result is nil while the run goes on, or where a crash ended it.
	Result *Result
}

// SubtaskRun is one delegation and its result.
type SubtaskRun struct {
	Subtask
	Steps   []Step
	Summary string
	Failed  bool
	Done    bool     // a summary was written
	Uses    []string // as its ledger has them
}

// Made is a plan as it was made.
type Made struct {
	Plan
	Revision int
	Subtasks int // that were delegated before
}

// Step is an action with its observation, nil where none was written (a crash
// between intent and observation).
type Step struct {
	Number      int
	Thought     string
	Action      tools.Action
	Effects     []tools.Effect
	Expect      []string // texts that the observation must contain
	Observation *tools.Observation
	WallMS      float64
	Suppressed  bool // see Observed
	Found       bool
}

// Succeeded reports whether the action was done and did not fail.
func (s Step) Succeeded() bool { return s.Observation != nil && !s.Observation.Failed }

// Source names what the action read: its tool, with its targets ("excel.read_file
// file:data/plan.xlsx").
func (s Step) Source() string {
	names := []string{s.Action.Tool}
	for _, e := range s.Effects {
		if e.Class == tools.Read {
			names = append(names, e.Target)
		}
	}
	return strings.Join(names, " ")
}

// Succeeded reports whether the run claims success and an evaluation or a user confirms
// it. Only such a run may be curated.
func (r *Run) Succeeded() bool {
	if r.Result == nil || r.Result.Outcome != Solved {
		return false
	}
	if r.Passed != nil {
		return *r.Passed
	}
	return r.AcceptedBy != ""
}

// Practised is the id of the memory that the run was played from without a model, start
// to end; "" where there is none, or where another brain took over.
func (r *Run) Practised() string {
	played := ""
	for _, n := range r.Notes {
		switch n.About {
		case AboutProcedure:
			played = n.Text
		case AboutBrain:
			return ""
		}
	}
	return played
}

// Refusals are the reasons why the policy refused actions of the run, in order.
func (r *Run) Refusals() []string {
	refused := lists.Filter(r.Notes, func(n Noted) bool { return n.About == AboutRefused })
	return lists.Map(refused, func(n Noted) string { return n.Text })
}

// Steps returns all actions in order.
func (r *Run) Steps() []Step {
	var all []Step
	for _, s := range r.Subtasks {
		all = append(all, s.Steps...)
	}
	return all
}

// Assemble builds a Run from its events. The first must be a Started; unknown kinds (of a
// newer minor version) are skipped.
func Assemble(events []Event) (*Run, error) {
	if len(events) == 0 {
		return nil, errors.New("the log is empty")
	}
	r := &Run{ID: events[0].Run, Begun: events[0].Time}
	r.Position.Until = events[len(events)-1].Time
	for i, e := range events {
		if i == 0 && e.Kind != (Started{}).EventKind() {
			return nil, fmt.Errorf("the log begins with %q, not with the start of a run", e.Kind)
		}
		if err := r.apply(e); err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", e.Seq, e.Kind, err)
		}
	}
	r.Plan = r.Plan.judged(r.Subtasks)
	return r, nil
}

func (r *Run) apply(e Event) error {
	switch e.Kind {
	case "started":
		return json.Unmarshal(e.Payload, &r.Started)
	case "copied":
		return with(e, func(p Copied) { r.Copied = p.Testbed })
	case "taught":
		return with(e, func(p Taught) {
			r.Wordings = append(r.Wordings, p.Wordings...)
			r.Constants = append(r.Constants, p.Constants...)
			r.Refused = append(r.Refused, p.Refused...)
		})
	case "retrieved":
		return with(e, func(p Retrieved) {
			r.Retrieved = append(r.Retrieved, p)
			if p.For == "orchestrator" {
				r.Memories = p.Memories
			}
		})
	case "left_out":
		return with(e, func(p LeftOut) { r.LeftOut = &p })
	case "bound":
		return with(e, func(p Bound) { r.Bound, r.BoundAfter = &p, len(r.Subtasks) })
	case "planned":
		return with(e, r.planned)
	case "decided":
		return with(e, r.decided)
	case "delegated":
		return with(e, r.delegated)
	case "intended":
		return r.intend(e)
	case "observed":
		return with(e, r.observe)
	case "summarised":
		return with(e, r.summarise)
	case "model_called":
		return with(e, func(p ModelCalled) { r.Calls = append(r.Calls, p) })
	case "noted":
		return with(e, r.noted)
	case "questioned":
		return with(e, func(p Questioned) { r.Questioned = &p })
	case "answered":
		return with(e, func(p Answered) { r.Answer, r.Position.Answered = p.Answer, true })
	case "judged":
		return with(e, func(p Judged) { r.Passed, r.Strict = p.Passed, p.Strict })
	case "accepted":
		return with(e, func(p Accepted) { r.AcceptedBy = p.By })
	case "finished":
		return with(e, func(p Finished) { r.Result, r.Left = &p.Result, p.Testbed })
	case "resumed":
		return with(e, r.resumed)
	}
	return nil
}

func (r *Run) intend(e Event) error {
	if len(r.Subtasks) == 0 {
		return errors.New("an action before any subtask")
	}
	return with(e, func(p Intended) {
		last := &r.Subtasks[len(r.Subtasks)-1]
		last.Steps = append(last.Steps, Step{Number: p.Step, Thought: p.Thought, Action: p.Action, Effects: p.Effects, Expect: p.Expect})
	})
}

func (r *Run) observe(p Observed) {
	for i := range r.Subtasks {
		for j := range r.Subtasks[i].Steps {
			if s := &r.Subtasks[i].Steps[j]; s.Number == p.Step {
				s.Observation, s.WallMS, s.Suppressed, s.Found = &p.Observation, p.WallMS, p.Suppressed, p.Found
			}
		}
	}
}

func (r *Run) summarise(p Summarised) {
	if len(r.Subtasks) == 0 {
		return
	}
	last := &r.Subtasks[len(r.Subtasks)-1]
	last.Summary, last.Failed, last.Done = p.Summary, p.Failed, true
}

func with[P any](e Event, f func(P)) error {
	var p P
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return err
	}
	f(p)
	return nil
}

// ModelCalls counts the calls of models that decide; embeddings decide nothing.
func (r *Run) ModelCalls() int {
	return len(lists.Filter(r.Calls, func(c ModelCalled) bool { return c.Role != cost.Embedder }))
}

// Learned is what the run's log says of endpoints: how they were asked differently.
func (r *Run) Learned() []string {
	about := lists.Filter(r.Notes, func(n Noted) bool { return n.About == AboutEndpoint })
	return lists.Map(about, func(n Noted) string { return n.Text })
}
