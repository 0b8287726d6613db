package membank

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"legomem/lists"
	"legomem/membank/store"
	"legomem/trajectory"
)

// Selection names what to forget: units by their ids, or everything that was learned
// from certain sources. All source fields that are set must match. Sources select only
// the user's own units: starter units go by id.
type Selection struct {
	IDs                    []string
	Run, User, Suite, Task string
	Before                 time.Time // learned before
	// KeepShared keeps units that also have other sources: routines, and memories that
	// other runs were merged into.
	KeepShared bool
	// TextOf returns the text of a run's task, "" if its log is gone; nil: no logs are
	// left. It shows which wordings came with a source.
	TextOf func(run string) string
}

// Forgetting is what Forget would do.
type Forgetting struct {
	// Gone are the units that go, a full-task memory with its parts.
	Gone []Unit
	// Loosened are the units that lose a source and stay.
	Loosened []Loosened
}

// Loosened is a unit that stays without some of its sources.
type Loosened struct {
	Unit Unit // as it is to be kept
	Lost []Source
	// Unsaid are the wordings that came with the lost sources and go with them.
	Unsaid []trajectory.Wording
	// Unlearned is set if its procedure was compiled from a lost source, or generalised
	// together with one, and goes with it.
	Unlearned bool
	// Kept names what stays although it may be from the lost sources, or is "".
	Kept string
}

// PlanForget finds out what a selection affects, and changes nothing. A unit goes with
// the last of its sources. One with several also goes with the first of them, whose
// text and actions it holds; a routine goes with any, since what came from which is
// unknown. Unknown ids are skipped.
func (b *Bank) PlanForget(ctx context.Context, s Selection) (Forgetting, error) {
	bySource := s.Run != "" || s.User != "" || s.Suite != "" || s.Task != "" || !s.Before.IsZero()
	switch {
	case len(s.IDs) > 0 && bySource:
		return Forgetting{}, errors.New("memories are forgotten by their ids or by their sources, not by both at once")
	case len(s.IDs) > 0:
		gone, err := b.family(ctx, s.IDs)
		return Forgetting{Gone: gone}, err
	case !bySource:
		return Forgetting{}, errors.New("nothing was named to be forgotten")
	}
	all, err := b.List(ctx, Filter{Own: true}, Page{})
	if err != nil {
		return Forgetting{}, err
	}
	return s.plan(all)
}

// plan sorts units into those that go, those that are loosened, and the rest.
func (s Selection) plan(all []Unit) (Forgetting, error) {
	p := planner{Selection: s, all: all, fate: map[string]Unit{}}
	for _, u := range all {
		if u.Kind != SubtaskUnit {
			if err := p.decide(u); err != nil {
				return p.Forgetting, err
			}
		}
	}
	for _, u := range all {
		if u.Kind == SubtaskUnit {
			if err := p.decidePart(u); err != nil {
				return p.Forgetting, err
			}
		}
	}
	return p.Forgetting, nil
}

// planner is the state of a PlanForget.
type planner struct {
	Selection
	Forgetting
	all  []Unit
	fate map[string]Unit // full tasks as they will be; those that go have no id
}

func (p *planner) decide(u Unit) error {
	left := p.left(u)
	whole := u.Kind == RoutineUnit || len(left) > 0 && left[0].key() != u.Source.key()
	switch {
	case len(left) == len(u.Sources()) && len(p.kept(u, u.Joined)) == len(u.Joined):
		p.fate[u.ID] = u
	case len(left) == 0, whole && !p.KeepShared:
		p.Gone = append(p.Gone, u)
		p.fate[u.ID] = Unit{}
	default:
		l, err := p.loosen(u, left)
		if err != nil {
			return err
		}
		p.Loosened = append(p.Loosened, l)
		p.fate[u.ID] = l.Unit
	}
	return nil
}

// decidePart treats a part like its full task, if that is in the bank.
func (p *planner) decidePart(u Unit) error {
	parent, there := p.fate[u.Parent]
	switch {
	case !there:
		return p.decide(u)
	case parent.ID == "":
		p.Gone = append(p.Gone, u)
		return nil
	case parent.Source == u.Source, len(p.left(u)) > 0:
		return nil
	}
	lost := u.Source
	u.Source = parent.Source
	part, err := Seal(u)
	p.Loosened = append(p.Loosened, Loosened{Unit: part, Lost: []Source{lost}})
	return err
}

// left returns the sources of a unit that are not selected.
func (s Selection) left(u Unit) []Source { return s.kept(u, u.Sources()) }

// kept returns those sources in of, all of the unit u, that are not selected.
func (s Selection) kept(u Unit, of []Source) []Source {
	if !s.Before.IsZero() && !u.Created.Before(s.Before) {
		return of
	}
	is := func(want, have string) bool { return want == "" || want == have }
	return slices.DeleteFunc(slices.Clone(of), func(o Source) bool {
		return is(s.Run, o.Run) && is(s.User, o.User) && is(s.Suite, o.Suite) && is(s.Task, o.Task)
	})
}

// loosen removes from a unit all sources but those left, with the wordings and the
// procedure that came with them.
func (p *planner) loosen(u Unit, left []Source) (Loosened, error) {
	joined := p.kept(u, u.Joined)
	l := Loosened{Lost: slices.DeleteFunc(u.Sources(), func(o Source) bool { return slices.Contains(left, o) })}
	said, unknown := p.texts(l.Lost)
	still, _ := p.texts(left)
	for _, o := range u.Joined {
		if !slices.Contains(joined, o) {
			l.Lost, l.Unlearned = append(l.Lost, o), true
		}
	}
	said = slices.DeleteFunc(said, func(text string) bool { return slices.Contains(still, text) })
	switch {
	case u.Kind == RoutineUnit:
		l.Kept = "the routine, which was induced from all its sources together"
	case left[0].key() != u.Source.key():
		l.Kept = "its text and its actions, which are of " + u.Source.Run
	case unknown && (len(u.Wordings) > 0 || u.Procedure != nil && !l.Unlearned):
		l.Kept = "its wordings and its procedure: the log is gone that would tell what came from there"
	}
	var wordings []trajectory.Wording
	for _, w := range u.Wordings {
		if slices.Contains(said, w.Text) {
			l.Unsaid = append(l.Unsaid, w)
		} else {
			wordings = append(wordings, w)
		}
	}
	l.Unlearned = l.Unlearned || slices.ContainsFunc(said, func(text string) bool { return holdsText(u.Procedure, text) })
	if l.Unlearned {
		u.Procedure, u.Compiler, u.Joined = nil, "", nil
	}
	u.Source, u.Merged, u.Wordings = left[0], left[1:], wordings
	var err error
	l.Unit, err = Seal(u)
	return l, err
}

// holdsText reports whether one of the strings in a procedure is the text: a compiled
// procedure holds the task it was compiled from.
func holdsText(procedure json.RawMessage, text string) bool {
	quoted, err := json.Marshal(text)
	return err == nil && bytes.Contains(procedure, quoted)
}

// texts returns the task texts of sources, as far as logs or units have them; unknown
// is set if they have none for some source.
func (p *planner) texts(of []Source) (texts []string, unknown bool) {
	for _, o := range of {
		before := len(texts)
		if p.TextOf != nil {
			if text := p.TextOf(o.Run); text != "" {
				texts = append(texts, text)
			}
		}
		for _, u := range p.all {
			if u.Source.Run == o.Run && u.Kind != RoutineUnit {
				texts = append(texts, u.Task)
			}
		}
		unknown = unknown || len(texts) == before
	}
	return texts, unknown
}

// key identifies a source: a run does not become a second source because a user has
// vouched for it since.
func (s Source) key() Source { return Source{Run: s.Run, Suite: s.Suite, Task: s.Task} }

// Forget carries out a plan and returns how many units went. Starter units do not come
// back with the starter bank's next version.
func (b *Bank) Forget(ctx context.Context, f Forgetting) (int, error) {
	loosened := lists.Map(f.Loosened, func(l Loosened) Unit { return l.Unit })
	records, err := b.rewritten(ctx, loosened)
	if err != nil {
		return 0, err
	}
	if len(records) > 0 {
		if err := b.store.Upsert(ctx, b.units(), records); err != nil {
			return 0, fmt.Errorf("forget a source of %d memories: %w", len(records), err)
		}
	}
	return b.remove(ctx, f.Gone)
}

// rewritten returns new records for stored units that are found by the same text as
// before, so that their vectors stay. Units that are gone are left out.
func (b *Bank) rewritten(ctx context.Context, units []Unit) ([]store.Record, error) {
	var ids []string
	byID := map[string]Unit{}
	for _, u := range units {
		ids = append(ids, u.ID)
		byID[u.ID] = u
	}
	have, err := b.store.Get(ctx, b.units(), ids)
	if err != nil {
		return nil, fmt.Errorf("read the memory bank: %w", err)
	}
	var out []store.Record
	for _, old := range have {
		u, err := asCounted(byID[old.ID], old)
		if err != nil {
			return nil, err
		}
		r, err := toRecord(u, old.Vector)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}
