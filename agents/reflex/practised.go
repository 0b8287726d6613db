package reflex

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/lists"
	"legomem/membank"
	"legomem/reading"
	"legomem/tools/value"
	"legomem/trajectory"
)

// Practised is a procedure of the memory bank that a task may ask for.
type Practised struct {
	Unit   membank.Hit
	family *family
	also   []string // the ids of units of the same work
}

// Find returns the practised work that is nearest to a task, the nearest first.
func (b Brain) Find(ctx context.Context, s agents.Brief) ([]Practised, error) {
	if s.SearchTasks == nil {
		return nil, &agents.GiveUp{Reason: "reflex works from memory, and this run has no memory bank"}
	}
	k := b.Candidates
	if k == 0 {
		k = Candidates
	}
	hits, err := s.SearchTasks(ctx, s.Task.Text, k)
	if err != nil {
		return nil, fmt.Errorf("look for practised work: %w", err)
	}
	return ready(hits), nil
}

// ready makes the procedures of the retrieved units ready, nearest first.
func ready(hits []membank.Hit) []Practised {
	var all []Practised
	for _, h := range hits {
		if len(h.Unit.Procedure) == 0 {
			continue
		}
		f := familyOf(h.Unit.Procedure)
		if f == nil {
			continue // another compiler's waits for a new curation
		}
		if i := sameWork(all, h.Unit, f); i >= 0 {
			all[i].also = append(all[i].also, h.Unit.ID)
			continue
		}
		all = append(all, Practised{Unit: h, family: f})
	}
	return all
}

// sameWork is the place of a nearer unit that is of the same work and has all of a family's
// wordings: each was generalised together with the other's run; -1 for none. One that was
// taught another way to say it since, or was edited, is read too.
func sameWork(nearer []Practised, u membank.Unit, f *family) int {
	return slices.IndexFunc(nearer, func(p Practised) bool {
		return joinedWith(p.Unit.Unit, u.Source.Run) && joinedWith(u, p.Unit.Unit.Source.Run) &&
			!f.Authored && !p.family.Authored && p.family.says(f)
	})
}

func joinedWith(u membank.Unit, run string) bool {
	return run != "" && slices.ContainsFunc(u.Joined, func(s membank.Source) bool { return s.Run == run })
}

// ID is the unit's.
func (p Practised) ID() string { return p.Unit.Unit.ID }

// Is says that it is the work of a unit.
func (p Practised) Is(id string) bool { return p.ID() == id || slices.Contains(p.also, id) }

// ExampleOf is how the work's own sentence spells a slot's value.
func (p Practised) ExampleOf(slot string) string {
	s, _ := p.family.Slot(slot)
	return s.Example
}

// Example is a sentence that asks for it.
func (p Practised) Example() string { return p.family.Patterns[0].Text }

// Sentence says what it does, its slots in braces.
func (p Practised) Sentence() string { return p.family.Sentence() }

// Skill is the procedure for a reader, by the unit's id; false for one that is not to be
// read.
func (p Practised) Skill() (*reading.Skill, bool) {
	k, _ := p.family.wordings()
	if k == nil {
		return nil, false
	}
	mine := *k
	mine.ID = p.ID()
	return &mine, true
}

// MayKnow are those of the work that a reader may know a sentence as: it has the words of one
// of their wordings.
func MayKnow(all []Practised, s *reading.Sentence) []Practised {
	words := lowerWords(s)
	return lists.Filter(all[:min(len(all), nearest)], func(p Practised) bool { return p.family.mayKnow(s, words) })
}

// ReaderOf reads for the nearest of practised work.
func ReaderOf(all []Practised, ref value.Reference) (*reading.Reader, error) {
	model, err := reading.Shipped()
	if err != nil {
		return nil, err
	}
	none, err := reading.NewReader(model, nil, ref)
	if err != nil {
		return nil, err
	}
	var ready []*reading.Prepared
	for _, p := range all[:min(len(all), nearest)] {
		if one := p.family.prepared(); one != nil {
			ready = append(ready, one.As(p.ID()))
		}
	}
	return none.WithPrepared(ready...), nil
}

// Bind is the procedure with a reading's values; false where its slots cannot take them.
func (p Practised) Bind(r reading.Reading, user string) (*Match, bool) {
	if len(r.Missing) > 0 || !p.family.takes(r) {
		return nil, false
	}
	return p.bind(r, user), true
}

func (p Practised) bind(r reading.Reading, user string) *Match {
	return &Match{Unit: p.Unit, Procedure: p.family.Procedure, Bindings: bindingsOf(r, user)}
}

// fingerprint is what a bound procedure would do: its tools with their bound
// arguments.
func (m *Match) fingerprint(user string) string {
	v := newValues(m.Procedure, m.Bindings, user)
	var b strings.Builder
	for _, st := range m.Procedure.Steps() {
		args, _ := json.Marshal(v.shown(st.Args))
		b.WriteString(st.Tool + string(args) + "\n")
	}
	return b.String()
}

// nearest is how many of the retrieved procedures a task is read for that is in the words
// of none.
const nearest = 6

// hints is how many sentences a refusal offers.
const hints = 3

// likely is how likely a reading must be to be played, with its doubts.
const likely = 0.1

// likelyOf is the procedure that the first reading asks for, with its doubts; nil where it
// is not likely, or lacks something.
func likelyOf(all []Practised, readings []reading.Reading, user string) *Match {
	if len(readings) == 0 || readings[0].Confidence < likely {
		return nil
	}
	r := readings[0]
	m, ok := byID(all, r.Skill.ID).Bind(r, user)
	if !ok {
		return nil
	}
	m.Doubts = append(m.Doubts, "it is said in words that are new")
	if len(r.LeftOver) > 0 {
		m.Doubts = append(m.Doubts, "nothing accounts for "+quoted(r.LeftOver))
	}
	return m
}

// refusal says why no practised work is played: what the nearest of it lacks.
func refusal(task trajectory.Task, all []Practised, readings []reading.Reading) *agents.GiveUp {
	no := &agents.GiveUp{Reason: "no procedure fits"}
	for _, r := range readings {
		p := byID(all, r.Skill.ID)
		if len(no.Hints) == 0 {
			no.Reason += ": " + p.family.explain(r) + p.family.unreal(task)
		}
		if len(no.Hints) < hints {
			no.Hints = append(no.Hints, p.Example())
		}
	}
	return no
}

func byID(all []Practised, id string) Practised {
	return all[slices.IndexFunc(all, func(p Practised) bool { return p.ID() == id })]
}

// explain says for a user why a reading is not played.
func (f *family) explain(r reading.Reading) string {
	name := fmt.Sprintf("the nearest thing it has learned is %q", f.Sentence())
	var why []string
	if len(r.Missing) > 0 {
		why = append(why, "needs "+f.needs(r.Missing))
	}
	if len(r.LeftOver) > 0 {
		why = append(why, "does not account for "+quoted(r.LeftOver))
	}
	for _, v := range r.Values {
		if !f.takesOne(v) {
			why = append(why, fmt.Sprintf("takes no such %s as %q", v.Slot, v.Text))
		}
	}
	if len(why) == 0 {
		return name + ", in other words"
	}
	return name + ", which " + strings.Join(why, ", and ")
}

// unreal says of a file in the text that the work was practised with others, and of a date
// that no calendar has it, or that it could be two.
func (f *family) unreal(task trajectory.Task) string {
	for _, word := range strings.Fields(task.Text) {
		file, err := value.Parse(value.File, word, value.Reference{})
		other := func(s Slot) bool { return err == nil && s.Kind == value.File && !sameForm(s, file) }
		fits := func(s Slot) bool { return err == nil && s.Kind == value.File && sameForm(s, file) }
		if i := slices.IndexFunc(f.Slots, other); i >= 0 && !slices.ContainsFunc(f.Slots, fits) {
			return fmt.Sprintf("; it was practised with a %s file, not with a %s", path.Ext(f.Slots[i].Canon), path.Ext(file))
		}
		var none *value.NoSuchError
		if _, err := value.Parse(value.Date, word, task.Reference()); errors.As(err, &none) {
			return "; " + none.Error()
		}
	}
	return ""
}

func (f *family) needs(slots []reading.Slot) string {
	return strings.Join(lists.Map(slots, func(k reading.Slot) string {
		s, _ := f.Slot(k.Name)
		return fmt.Sprintf("%s (such as %q)", s.Name, s.Example)
	}), " and ")
}

func quoted(words []string) string {
	const most = 4
	var out []string
	for i, w := range words {
		if i == most {
			out = append(out, fmt.Sprintf("%d more", len(words)-most))
			break
		}
		out = append(out, fmt.Sprintf("%q", w))
	}
	return strings.Join(out, ", ")
}
