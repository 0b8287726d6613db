// Package dialogue is a conversation over one office: what a user says changes a task graph
// (trim says how), and what the graph then wants done is done, done again or taken back.
// Every turn is written down before it is acted on, so that a conversation outlives the
// process that holds it.
//
// Start with Session. Turns are in turn.go, the work that they come to in work.go. The
// package does no work itself: an Office does, a run for each piece of work.
package dialogue

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/trajectory"
)

// Office does work, and brings what that changes to the user's folder as far as it may.
type Office interface {
	// Do does a piece of work. A piece of work that cannot be begun is an error.
	Do(ctx context.Context, w Work) (Done, error)
	// Answer goes on with a run that asked. The error is an *Unclear where what was said is
	// no answer.
	Answer(ctx context.Context, run, said string, w Work) (Done, error)
	// Withdraw closes the question of a run about changes that are ready: they are not made,
	// and nothing is known of whether they were meant.
	Withdraw(ctx context.Context, run string) error
	// Became is what came of a run that was begun, whoever asks later; false where it did
	// nothing that stands.
	Became(ctx context.Context, run string) (Done, bool, error)
}

// Work is a piece of work of a turn.
type Work struct {
	Turn int
	Text string
	Talk *trajectory.Talk
	// Idle says that nothing is to be done but what is taken back.
	Idle bool
	// Asks says that what it changes needs a yes, whatever the bounds are: the user was asked
	// for one, and gave none.
	Asks bool
	// Alone says that no model is to be asked: what is not surely known is read by one
	// elsewhere.
	Alone bool
	// Begins is called with the id of each run before it begins.
	Begins func(run string) error
}

// Done is what came of a piece of work.
type Done struct {
	Run     string
	Outcome trajectory.Outcome
	Reason  string
	Hints   []string
	Answer  string
	// Question is what must be answered before it goes on; nil for nothing.
	Question *Asked
	// Skill is what was done, Does the same in words, and Values are what it was done with.
	Skill, Does string
	Values      []Value
	// Doubtful says that something else may be meant.
	Doubtful bool
	// Agreed are words of the user that they agreed to when asked, such as the names of those
	// whom it reaches too.
	Agreed []string
	// Changes are those that stand in the user's folder.
	Changes []Change
	// Made are the ids of what it made, by the slot that takes it: "event".
	Made map[string]string

	earlier []tg.Effect // of runs before, which are of the same piece of work
}

// Value is a value of a piece of work.
type Value struct {
	Slot, Kind, Text, Canon string
}

// Change is something that stands in the user's folder.
type Change struct {
	ID       string `json:"id"`
	Sentence string `json:"sentence"`
	// Sent says that it is a mail, which nobody takes back.
	Sent bool `json:"sent,omitempty"`
}

// Asked is a question of a turn.
type Asked struct {
	Text    string   `json:"text"`
	Options []string `json:"options,omitempty"`
	// Run is the run that asks, "" for the conversation itself.
	Run string `json:"run_id,omitempty"`
	// Kind is that of the value that is asked for, "" for no value, and Unclear what the
	// text says for it that was not understood.
	Kind    string `json:"kind,omitempty"`
	Unclear string `json:"unclear,omitempty"`
	// Commit says that it is about changes that are ready: yes or no.
	Commit bool `json:"commit,omitempty"`
	// Ways are the ways that an utterance may be meant, one for each option.
	Ways [][]trim.Subtask `json:"ways,omitempty"`
	// New says that "no" has what was said read as something new.
	New bool `json:"new,omitempty"`
	// Else is what is asked after a "no"; nil for nothing.
	Else *Asked `json:"else,omitempty"`
	// Step is the node whose work it is about, "" for work that the graph has not yet.
	Step string `json:"step,omitempty"`
	// Said is what the user said that it is about.
	Said string `json:"said,omitempty"`
	// Back is the revision at which the turn that asks began.
	Back int `json:"back,omitempty"`
	// Resend says that it is whether to do again what nobody takes back.
	Resend bool `json:"resend,omitempty"`
	// TakesBack says that it is asked by the work that takes back what its step did.
	TakesBack bool `json:"takes_back,omitempty"`
}

// Unclear is the error of something said that is no answer to a question.
type Unclear struct{ Why string }

func (u *Unclear) Error() string { return u.Why }

// Reply is what a turn came to: the same that a program and a person are told.
type Reply struct {
	Turn int    `json:"turn"`
	Said string `json:"said"`
	// Graph are the changes of the graph, a line each.
	Graph []string `json:"graph,omitempty"`
	// Told is the answer.
	Told string `json:"told,omitempty"`
	// Work is what was done, and Changes what stands in the user's folder for it.
	Work    []trajectory.Work `json:"work,omitempty"`
	Changes []Change          `json:"changes,omitempty"`
	// Done is how many pieces of work were carried out, or carried out again.
	Done int `json:"done"`
	// Question is what the user is asked; nil for nothing.
	Question *Asked `json:"question,omitempty"`
	// GaveUp says that nothing was understood.
	GaveUp bool     `json:"gave_up,omitempty"`
	Hints  []string `json:"hints,omitempty"`
	// By is who read the utterance: "offline", "model" or "office".
	By string `json:"by,omitempty"`
	// Tokens is what reading it took of a model.
	Tokens trim.Tokens `json:"tokens,omitzero"`
}

// Config is what a session is made of.
type Config struct {
	Office  Office
	Trimmer trim.Trimmer
	// Quick reads what may be something else than the answer that was asked for; nil: Trimmer
	// does.
	Quick trim.Trimmer
	// Second reads what the office does not surely know; nil where nobody does.
	Second trim.Trimmer
	// LooksUp says that something said surely asks for what the office holds, and changes
	// nothing; nil never says so.
	LooksUp func(ctx context.Context, said string) (bool, error)
	Domain  *trim.Domain
	User    string // who talks, as the office names them
	Now     func() time.Time
	// DayFirst reads 3/12/2026 as 3 December.
	DayFirst bool
	// See is told of each line about the graph before it is acted on; nil for nobody.
	See func(line string)
}

// Session is a conversation. It is not safe for use by several goroutines at once.
type Session struct {
	Config
	ID    string
	log   *trajectory.Writer
	graph *tg.Graph
	turns []Reply
	open  *Asked
}

// New begins a conversation with a log that is open and says so.
func New(id string, log *trajectory.Writer, c Config) *Session {
	return &Session{Config: c, ID: id, log: log, graph: tg.New(tg.Soften)}
}

// Resume goes on with a conversation as its log has it. A turn that was cut off is brought
// to its end: what its runs did is in the graph, what they did not is not.
func Resume(ctx context.Context, past *trajectory.Session, log *trajectory.Writer, c Config) (*Session, error) {
	s := New(past.ID, log, c)
	var err error
	if s.graph, err = GraphOf(past); err != nil {
		return nil, err
	}
	for i, t := range past.Turns {
		r := Reply{Turn: t.Number, Said: t.Text}
		if len(t.Told) > 0 {
			if err := json.Unmarshal(t.Told, &r); err != nil {
				return nil, &BrokenLog{fmt.Errorf("turn %d of session %s: %w", t.Number, past.ID, err)}
			}
		}
		s.turns = append(s.turns, r)
		switch last := i == len(past.Turns)-1; {
		case len(t.Told) > 0 || !last: // one turn at most is cut off, the last
			s.open = r.Question
			continue
		}
		if err := s.settle(ctx, t); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Graph is the conversation's working memory, to read.
func (s *Session) Graph() *tg.Graph { return s.graph }

// Turns are what was said and told so far.
func (s *Session) Turns() []Reply { return s.turns }

// Open is the question that waits for an answer; nil for none.
func (s *Session) Open() *Asked { return s.open }

// Close ends the log, which can be gone on with.
func (s *Session) Close() error { return s.log.Close() }

// BrokenLog is the error of a session's log that holds what no conversation writes.
type BrokenLog struct{ Err error }

func (b *BrokenLog) Error() string { return b.Err.Error() }

// Unwrap returns what is wrong with it.
func (b *BrokenLog) Unwrap() error { return b.Err }

// GraphOf is the task graph of a conversation, as its log has it.
func GraphOf(past *trajectory.Session) (*tg.Graph, error) {
	var events []tg.Event
	for i, raw := range past.Graph {
		var e tg.Event
		if err := json.Unmarshal(raw, &e); err != nil {
			return nil, &BrokenLog{fmt.Errorf("change %d of the graph of session %s: %w", i+1, past.ID, err)}
		}
		events = append(events, e)
	}
	g, err := tg.Replay(tg.Soften, events)
	if err != nil {
		return nil, &BrokenLog{fmt.Errorf("the graph of session %s: %w", past.ID, err)}
	}
	return g, nil
}
