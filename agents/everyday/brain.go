// Package everyday is the brain that reads a request with package reading, for one of the
// everyday skills, and does it with the office's own things in its slots. What is certain
// is done, what is likely is shown or asked, and a value that is missing, or that several
// things fit, is asked for.
//
// Start with Brain. A reading's values are bound in bind.go and value.go; what is then done
// is decided in decide.go.
package everyday

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"legomem/agents"
	"legomem/agents/gazetteer"
	"legomem/agents/reflex"
	"legomem/lists"
	"legomem/reading"
	"legomem/skills"
	"legomem/tools/value"
	"legomem/trajectory"
)

// Brain does what it has practised, and else reads the request for an everyday skill.
type Brain struct {
	Practised reflex.Brain
	// Learned returns how a user asked before; nil knows nothing of it.
	Learned func(user string) []Wording
	// Earlier returns what a user said when they last wanted the same, for what they leave out
	// now; nil remembers nothing.
	Earlier func(ctx context.Context, w Wanted) ([]Earlier, error)
	// Known returns, by skill, the values that a user gave when they asked for it before, of what
	// tells what it is about; nil remembers nothing.
	Known func(ctx context.Context, t trajectory.Task, all []skills.Skill) (map[string][]Earlier, error)
}

// Name implements agents.Brain.
func (b Brain) Name() string { return b.Practised.Name() }

// Open implements agents.Brain.
func (b Brain) Open(ctx context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	if s.Past != nil && s.Past.Bound != nil {
		planner, actor, err := b.Practised.Open(ctx, s)
		a := &attempt{planner, actor, b, s, nil, s.Past.BoundAfter}
		return a, a, err
	}
	m, further, err := b.choose(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	planner, actor, err := m.Open(s)
	a := &attempt{planner, actor, b, s, further, 0}
	return a, a, err
}

// Choose finds what the task asks for, with all its values, or an *agents.Asking or an
// *agents.GiveUp.
func (b Brain) Choose(ctx context.Context, s agents.Brief) (*reflex.Match, error) {
	m, _, err := b.choose(ctx, s)
	return m, err
}

func (b Brain) choose(ctx context.Context, s agents.Brief) (*reflex.Match, next, error) {
	if len(s.Task.Answers) > 0 {
		m, err := b.goOn(ctx, s)
		return m, nil, err
	}
	if s.Look == nil {
		m, err := b.Practised.Choose(ctx, s)
		return m, nil, err
	}
	t, err := b.newTask(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	if talk := s.Task.Talk; talk != nil && talk.Skill != "" {
		m, err := b.goOnTalking(ctx, t, talk)
		return m, nil, err
	}
	m, err := reflex.Known(ctx, s.Task, t.practised)
	if err != nil {
		return nil, nil, err
	}
	read := func(ctx context.Context) (*reflex.Match, next, error) {
		all, err := b.read(ctx, t)
		if err != nil {
			return nil, nil, err
		}
		return b.decide(ctx, t, lists.Filter(all, func(r reading.Reading) bool { return r.Skill.ID != m.Unit.Unit.ID }))
	}
	if m != nil && m.Exact {
		return m, read, nil
	}
	all, err := b.read(ctx, t)
	switch {
	case err != nil:
		return nil, nil, err
	case m != nil && (len(all) == 0 || !all[0].Known):
		return m, read, nil
	case b.Practised.Ask != nil && t.asksForPractised(all):
		if m, err := b.Practised.Choose(ctx, s); !gaveUp(err) {
			return m, nil, err
		}
	}
	if r, ok, err := b.saidOtherwise(ctx, t); err != nil || ok {
		if err != nil {
			return nil, nil, err
		}
		m, err := b.goWith(ctx, t, r)
		return m, nil, err
	}
	m, further, err := b.decide(ctx, t, all)
	if gaveUp(err) {
		return b.partly(ctx, t, err)
	}
	return m, further, err
}

func gaveUp(err error) bool {
	_, no := errors.AsType[*agents.GiveUp](err)
	return no
}

// asksForPractised says that practised work is asked for, or nothing that is certain: of
// that a model may know whether it is the same.
func (t *task) asksForPractised(all []reading.Reading) bool {
	if len(all) == 0 || all[0].Confidence < likely {
		return len(t.practised) > 0
	}
	_, practised := t.practisedAs(all[0].Skill.ID)
	return practised
}

// read reads the task for the everyday skills and for practised work, the likeliest
// reading first. In words that nobody taught rather an everyday skill is meant.
func (b Brain) read(ctx context.Context, t *task) ([]reading.Reading, error) {
	everyday, practised := b.readers(t)
	names, err := t.office.Names(ctx)
	if err != nil {
		return nil, err
	}
	t.sentence, err = reading.NewSentence(t.Task.Text, t.ref, names)
	if err != nil {
		return nil, &agents.GiveUp{Reason: err.Error()}
	}
	called, err := t.office.NameWords(ctx)
	if err != nil {
		return nil, err
	}
	t.sentence.Respell(func(word string) string {
		if called[value.Stem(word)] {
			return ""
		}
		return vocabulary().meant(word)
	})
	misspelled := t.addMisspelledDays()
	if t.habits, err = b.habitsOf(ctx, t); err != nil {
		return nil, err
	}
	all, err := everyday.Ways(ctx, t.sentence, waysEach, t.habits.named()...)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i], err = t.there(ctx, asSpelled(all[i], misspelled)); err != nil {
			return nil, err
		}
	}
	if all, err = t.weighed(ctx, everyday, all); err != nil {
		return nil, err
	}
	t.habits.weigh(everyday, all)
	rather := len(all) > 0 && all[0].Confidence >= likely
	more, err := practised.read(ctx, t, rather)
	if err != nil {
		return nil, err
	}
	for _, r := range more {
		if !r.Known && (rather || len(r.Missing) > 0) {
			continue
		}
		ok, err := t.takes(ctx, &r)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if !r.Known {
			left, err := t.against(ctx, r.LeftOver)
			if err != nil {
				return nil, err
			}
			r.Confidence = reading.Moved(r.Confidence, left)
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b reading.Reading) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return all, nil
}

// task is the task underway with what is needed to bind it.
type task struct {
	agents.Brief
	skills *ready
	// practised is work of the memory bank that may be asked for.
	practised []reflex.Practised
	office    *gazetteer.Office
	rehearsal *reflex.Rehearsal
	ref       value.Reference
	// sentence is the task's text, once it is read, and habits what its user asked for before.
	sentence *reading.Sentence
	habits   habits
}

func (b Brain) newTask(ctx context.Context, s agents.Brief) (*task, error) {
	all, err := load()
	if err != nil {
		return nil, err
	}
	practised, err := b.practisedFor(ctx, s)
	if err != nil {
		return nil, err
	}
	return &task{Brief: s, skills: all, practised: practised, ref: s.Task.Reference(), rehearsal: reflex.NewRehearsal(s),
		office: gazetteer.New(s.Look, s.Task.User, s.Task.Now, s.Task.OfficeDomain())}, nil
}
