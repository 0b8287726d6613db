package reflex

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"legomem/agents"
	"legomem/membank"
	"legomem/reading"
	"legomem/tools/value"
	"legomem/trajectory"
)

// Candidates is how many retrieved units a Brain considers when its own field
// says none.
const Candidates = 50

// Brain carries out practised work. The zero value is ready.
type Brain struct {
	// Candidates is how many full-task units are considered for a task.
	Candidates int
	// Doubted says that what is likely is played too, with its doubts, so that what it
	// changes is asked about; else it is given up.
	Doubted bool
	// Ask puts one question to a model where no procedure is recognised: does
	// the task ask for the same as the nearest one, and with which values? Nil
	// asks nobody.
	Ask func(ctx context.Context, s agents.Brief, c agents.Comparison) (agents.Sameness, error)
}

// Name implements agents.Brain.
func (Brain) Name() string { return "reflex" }

// Open finds the procedure that fits the task and binds it. Where none fits,
// or two do, the error is an *agents.GiveUp. A run that is underway goes on
// with the procedure that its log holds.
func (b Brain) Open(ctx context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	if s.Past != nil && s.Past.Bound != nil {
		m, err := rebind(*s.Past.Bound)
		if err != nil {
			return nil, nil, err
		}
		planner, actor := m.Play(s.Task.User)
		return planner, actor, nil
	}
	m, err := b.Choose(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	return m.Open(s)
}

// Match is a procedure bound to a task's values.
type Match struct {
	Unit      membank.Hit
	Procedure *Procedure
	Bindings  []Binding
	// Wording is the task's text as a new way to say it, with its values
	// marked, where a model vouched for it.
	Wording string
	// Exact says that a wording of the procedure accounts for every word of the task.
	Exact bool
	// ReadAs tells how the task was read, in plain words, where that is not certain; Doubts
	// are why it is not.
	ReadAs string
	Doubts []string
}

// Open begins a run that plays the match: it is logged, so that the run can be gone on
// with.
func (m *Match) Open(s agents.Brief) (agents.Planner, agents.Actor, error) {
	if err := m.log(s); err != nil {
		return nil, nil, err
	}
	planner, actor := m.Play(s.Task.User)
	return planner, actor, nil
}

// Choose finds the one procedure that the task asks for, or an *agents.GiveUp.
func (b Brain) Choose(ctx context.Context, s agents.Brief) (*Match, error) {
	all, err := b.Find(ctx, s)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, &agents.GiveUp{Reason: "the memory bank holds no practised work yet"}
	}
	m, err := Known(ctx, s.Task, all)
	if err != nil || m != nil && (m.Exact || b.Doubted) {
		return m, err
	}
	if m != nil {
		return nil, &agents.GiveUp{Reason: fmt.Sprintf("it may be %q, but %s; put quotes around titles and messages", m.Procedure.Sentence(), m.Doubts[0]), Hints: []string{m.Procedure.Patterns[0].Text}}
	}
	said, err := reading.NewSentence(s.Task.Text, s.Task.Reference(), nil)
	if err != nil {
		return nil, &agents.GiveUp{Reason: err.Error()}
	}
	reader, err := ReaderOf(all, s.Task.Reference())
	if err != nil {
		return nil, err
	}
	readings, err := Ways(ctx, NewRehearsal(s), reader, said, all)
	if err != nil {
		return nil, err
	}
	no := refusal(s.Task, all, readings)
	if b.Ask != nil && len(readings) > 0 {
		m, err := b.ask(ctx, s, said, byID(all, readings[0].Skill.ID), no)
		refused, gaveUp := errors.AsType[*agents.GiveUp](err)
		if !gaveUp {
			return m, err
		}
		no = refused
	}
	if m := likelyOf(all, readings, s.Task.User); b.Doubted && m != nil {
		return m, nil
	}
	return nil, no
}

// gone says of a day that is over that it is: whoever meant another year, or wrote
// day and month the other way round, should see it.
func gone(b Binding, now time.Time) string {
	if b.Kind != value.Date || b.Canon >= now.Format(time.DateOnly) {
		return ""
	}
	return ", which is past"
}

// log notes which unit is played and how every value was read.
func (m *Match) log(s agents.Brief) error {
	if s.Log == nil {
		return nil
	}
	bound, err := m.bound()
	if err != nil {
		return err
	}
	played := trajectory.MemoryRef{ID: m.Unit.Unit.ID, Rank: m.Unit.Rank, Score: m.Unit.Score}
	events := append([]trajectory.Payload{trajectory.Retrieved{For: trajectory.ForReflex, Memories: []trajectory.MemoryRef{played}},
		trajectory.Noted{About: trajectory.AboutProcedure, Text: m.Unit.Unit.ID}}, bound...)
	for _, b := range m.Bindings {
		note := trajectory.Noted{About: "value", Text: b.Slot + ": " + b.shown()}
		if b.Kind == value.Date || b.Kind == value.Time || b.Kind == value.DateTime {
			note = trajectory.Noted{About: string(b.Kind), Text: fmt.Sprintf("%q read as %s", b.Spelled, value.Words(b.Kind, b.Canon)) + gone(b, s.Task.Now)}
		}
		events = append(events, note)
	}
	if as := m.readAs(); as != "" {
		events = append(events, trajectory.Noted{About: trajectory.AboutReading, Text: as})
	}
	for _, e := range events {
		if err := s.Log(e); err != nil {
			return err
		}
	}
	return nil
}

// shown is a value for people: what is known by an id, as it was said.
func (b Binding) shown() string {
	if b.Kind == Event || b.Kind == Mail {
		return b.Spelled
	}
	return b.Canon
}

// readAs tells how the task was read: a doubted match says so, wherever it comes from.
func (m *Match) readAs() string {
	if m.ReadAs == "" && len(m.Doubts) > 0 {
		return m.Procedure.Sentence() + "; " + strings.Join(m.Doubts, "; ")
	}
	return m.ReadAs
}
