// Package everyday is the brain that reads a request with package reading, for one of the
// everyday skills, and does it with the office's own things in its slots. What is certain
// is done, what is likely is shown or asked, and a value that is missing, or that several
// things fit, is asked for.
//
// Start with Brain. A reading's values are bound in bind.go and value.go; what is then done
// is decided in decide.go.
package everyday

import (
	"context"
	"errors"

	"legomem/agents"
	"legomem/agents/gazetteer"
	"legomem/agents/reflex"
	"legomem/reading"
	"legomem/tools/value"
)

// Brain does what it has practised, and else reads the request for an everyday skill.
type Brain struct {
	Practised reflex.Brain
	// Learned returns how a user asked before; nil knows nothing of it.
	Learned func(user string) []Wording
}

// Name implements agents.Brain.
func (b Brain) Name() string { return b.Practised.Name() }

// Open implements agents.Brain.
func (b Brain) Open(ctx context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	if s.Past != nil && s.Past.Bound != nil {
		return b.Practised.Open(ctx, s)
	}
	m, err := b.Choose(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	return m.Open(s)
}

// Choose finds what the task asks for, with all its values, or an *agents.Asking or an
// *agents.GiveUp.
func (b Brain) Choose(ctx context.Context, s agents.Brief) (*reflex.Match, error) {
	if len(s.Task.Answers) > 0 {
		return b.goOn(ctx, s)
	}
	m, err := b.Practised.Choose(ctx, s)
	no, gaveUp := errors.AsType[*agents.GiveUp](err)
	switch {
	case s.Look == nil, err == nil && m.Exact, err != nil && !gaveUp:
		return m, err
	}
	t, all, broken := b.read(ctx, s)
	switch {
	case broken != nil:
		return nil, broken
	case gaveUp:
		return b.decide(ctx, t, all, no)
	}
	instead, err := t.fits(ctx, all)
	if instead {
		return b.goWith(ctx, t, t.readOf(all[0]))
	}
	return m, err
}

// fits says that the first reading is to be gone on with where practised work may fit too,
// in other words than it has learned: it is likely, accounts for all words, and names what
// the office has.
func (t *task) fits(ctx context.Context, all []reading.Reading) (bool, error) {
	if len(all) == 0 || all[0].Confidence < rather || len(all[0].LeftOver) > 0 {
		return false, nil
	}
	b := &binder{task: t, skill: t.skills.skills[all[0].Skill.ID], given: givenBy(t.Task.Text, all[0])}
	err := b.bind(ctx)
	if _, asks := errors.AsType[*agents.Asking](err); asks {
		return false, nil
	}
	return b.evidence > 0, err
}

// rather is how likely a reading must be for that.
const rather = 0.6

// read reads the task for the everyday skills, the likeliest reading first.
func (b Brain) read(ctx context.Context, s agents.Brief) (*task, []reading.Reading, error) {
	t, err := newTask(s)
	if err != nil {
		return nil, nil, err
	}
	reader, err := b.reader(t)
	if err != nil {
		return nil, nil, err
	}
	names, err := t.office.Names(ctx)
	if err != nil {
		return nil, nil, err
	}
	t.sentence, err = reading.NewSentence(s.Task.Text, t.ref, names)
	if err != nil {
		return nil, nil, &agents.GiveUp{Reason: err.Error()}
	}
	all, err := reader.Read(ctx, t.sentence)
	if err != nil {
		return nil, nil, err
	}
	all, err = t.weighed(ctx, all)
	return t, all, err
}

// task is the task underway with what is needed to bind it.
type task struct {
	agents.Brief
	skills *ready
	office *gazetteer.Office
	ref    value.Reference
	// sentence is the task's text, once it is read.
	sentence *reading.Sentence
}

func newTask(s agents.Brief) (*task, error) {
	all, err := load()
	if err != nil {
		return nil, err
	}
	return &task{Brief: s, skills: all, office: gazetteer.New(s.Look, s.Task.User, s.Task.Now, s.Task.OfficeDomain()),
		ref: value.Reference{Now: s.Task.Now, DayFirst: s.Task.DayFirst}}, nil
}
