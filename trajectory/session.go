package trajectory

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Session is a user's conversation about one office, read back from its log: its turns,
// each of which may begin, change or end work. The work itself is in runs, whose logs
// name the session and the turn.
type Session struct {
	ID     string
	Torn   bool // the last line was cut off by a crash
	Began  time.Time
	Opened SessionOpened
	Turns  []Turn // in order, numbered from 1
	// Graph are the changes of its task graph, as orchestrator/taskgraph writes them.
	Graph  []json.RawMessage
	Closed bool
}

// Turn is one thing that a user said, and the work that came of it.
type Turn struct {
	Number int
	At     time.Time
	Text   string
	Work   []Work
	// Told is what the user was told at its end, as whoever told it writes it; nil while the
	// turn goes on.
	Told json.RawMessage
}

// Work is what a turn did to a run.
type Work struct {
	Run string `json:"run"` // its id
	How How    `json:"how"`
	// Step is the node of the task graph whose work it is; "" for work that the graph does
	// not have yet.
	Step string `json:"step,omitempty"`
	// More says that other runs of this turn belong to the same work, TakesBack that it does
	// nothing but take back what was done for the step.
	More      bool `json:"more,omitempty"`
	TakesBack bool `json:"takes_back,omitempty"`
}

// How is what a turn does to a run.
type How string

// What a turn does to a run.
const (
	Begins  How = "begins"
	Changes How = "changes"
	Ends    How = "ends"
)

// The payloads of a session's log.
type (
	// SessionOpened opens the log.
	SessionOpened struct {
		User   string   `json:"user"`   // a local name
		Office Artifact `json:"office"` // the testbed that it is about
		// Now is the session's date and time, Zone the name of its zone.
		Now  time.Time `json:"now"`
		Zone string    `json:"zone"`
		// Home is the folder that the office is, Domain what the conversation is about.
		Home   string `json:"home,omitempty"`
		Domain string `json:"domain,omitempty"`
		Tenant string `json:"tenant,omitempty"`
	}
	// TurnSaid is what the user said. Turn counts from 1.
	TurnSaid struct {
		Turn int    `json:"turn"`
		Text string `json:"text"`
	}
	// TurnWorked is what a turn did to a run, written before the run learns of it.
	TurnWorked struct {
		Turn int `json:"turn"`
		Work
	}
	// TurnTold ends a turn, with what the user was told.
	TurnTold struct {
		Turn int             `json:"turn"`
		Told json.RawMessage `json:"told"`
	}
	// SessionClosed is a session's last event.
	SessionClosed struct{}
)

// EventKind of each payload.
func (SessionOpened) EventKind() Kind { return "session_opened" }
func (TurnSaid) EventKind() Kind      { return "turn_said" }
func (TurnWorked) EventKind() Kind    { return "turn_worked" }
func (TurnTold) EventKind() Kind      { return "turn_told" }
func (SessionClosed) EventKind() Kind { return "session_closed" }

// Runs are the ids of a session's runs, in the order in which they began.
func (s *Session) Runs() []string {
	var out []string
	for _, t := range s.Turns {
		for _, w := range t.Work {
			if w.How == Begins {
				out = append(out, w.Run)
			}
		}
	}
	return out
}

// ErrNothingSaid is the error of a session whose log has no line: whoever began it was killed
// before anything could be said.
var ErrNothingSaid = errors.New("the log is empty")

// Replay builds a Session from its events. The first must be a SessionOpened; unknown
// kinds (of a newer minor version) are skipped.
func Replay(events []Event) (*Session, error) {
	if len(events) == 0 {
		return nil, ErrNothingSaid
	}
	if first := events[0].Kind; first != (SessionOpened{}).EventKind() {
		return nil, fmt.Errorf("the log begins with %q, not with the opening of a session", first)
	}
	s := &Session{ID: events[0].Session, Began: events[0].Time}
	for _, e := range events {
		if err := s.apply(e); err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", e.Seq, e.Kind, err)
		}
	}
	return s, nil
}

func (s *Session) apply(e Event) error {
	var wrong error
	err := error(nil)
	switch e.Kind {
	case "session_opened":
		err = with(e, func(p SessionOpened) { s.Opened = p })
	case "turn_said":
		err = with(e, func(p TurnSaid) { wrong = s.say(p, e.Time) })
	case "turn_worked":
		err = with(e, func(p TurnWorked) { wrong = s.work(p) })
	case "turn_told":
		err = with(e, func(p TurnTold) { wrong = s.tell(p) })
	case "graph_changed":
		s.Graph = append(s.Graph, e.Payload)
	case "session_closed":
		s.Closed = true
	}
	return errors.Join(err, wrong)
}

func (s *Session) say(p TurnSaid, at time.Time) error {
	if next := len(s.Turns) + 1; p.Turn != next {
		return fmt.Errorf("turn %d where turn %d was due", p.Turn, next)
	}
	s.Turns = append(s.Turns, Turn{Number: p.Turn, At: at, Text: p.Text})
	return nil
}

func (s *Session) tell(p TurnTold) error {
	if p.Turn < 1 || p.Turn > len(s.Turns) {
		return fmt.Errorf("the end of turn %d, which nobody has said", p.Turn)
	}
	s.Turns[p.Turn-1].Told = p.Told
	return nil
}

func (s *Session) work(p TurnWorked) error {
	if p.Turn < 1 || p.Turn > len(s.Turns) {
		return fmt.Errorf("the work of turn %d, which nobody has said", p.Turn)
	}
	t := &s.Turns[p.Turn-1]
	t.Work = append(t.Work, p.Work)
	return nil
}
