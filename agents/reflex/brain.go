package reflex

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"legomem/agents"
	"legomem/membank"
	"legomem/tools/value"
	"legomem/trajectory"
)

// Candidates is how many retrieved units a Brain considers when its own field
// says none.
const Candidates = 50

// hints is how many sentences a refusal offers.
const hints = 3

// Brain carries out practised work. The zero value is ready.
type Brain struct {
	// Candidates is how many full-task units are considered for a task.
	Candidates int
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

// Choose finds the one procedure that fits the task, or an *agents.GiveUp.
func (b Brain) Choose(ctx context.Context, s agents.Brief) (*Match, error) {
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
	m, err := choose(ctx, s.Task, hits)
	var no *agents.GiveUp
	if b.Ask != nil && errors.As(err, &no) {
		return b.ask(ctx, s, hits, no)
	}
	return m, err
}

// tried is a family with its reading of the task.
type tried struct {
	hit     membank.Hit
	family  *family
	reading Reading
}

func choose(ctx context.Context, task trajectory.Task, hits []membank.Hit) (*Match, error) {
	m, err := chooseKnown(ctx, task, hits)
	if m != nil || err != nil {
		return m, err
	}
	all := readAll(task, hits)
	if len(all) == 0 {
		return nil, &agents.GiveUp{Reason: "the memory bank holds no practised work yet"}
	}
	first := all[0]
	if first.reading.cost >= refused {
		if free := readFreely(task, hits); len(free) > 0 {
			all, first = free, free[0]
		}
	}
	if !first.reading.Accepted() {
		return nil, &agents.GiveUp{Reason: "no procedure fits: " + first.family.explain(first.reading), Hints: sentences(all)}
	}
	if rival := otherMeaning(first, all[1:], task.User); rival != nil {
		return nil, inTwo(first, *rival, all)
	}
	return &Match{Unit: first.hit, Procedure: first.family.Procedure, Bindings: first.reading.Bindings, Exact: first.reading.Exact}, nil
}

// inTwo refuses a task that two procedures fit, of which it offers to forget one.
func inTwo(a, b tried, all []tried) *agents.GiveUp {
	return &agents.GiveUp{
		Reason: fmt.Sprintf("the task fits two procedures equally well: %q (%s) and %q (%s); say it in the words of one of them, or have one forgotten: legomem memory forget ID",
			a.family.Sentence(), a.hit.Unit.ID, b.family.Sentence(), b.hit.Unit.ID),
		Hints: sentences(all),
	}
}

// explained is how many of the retrieved procedures a refusal looks at for the
// nearest one.
const explained = 12

// readAll reads the task with every procedure, the best first. Where none
// fits, the nearest to be told of is first.
func readAll(task trajectory.Task, hits []membank.Hit) []tried {
	all := families(hits)
	lowest := newLeast(refused)
	each(task, all, func(u *utterance, t *tried) {
		t.reading = t.family.match(u, task.User, lowest.get())
		lowest.put(t.reading.cost + 1) // what costs more than another is of no account
	})
	if lowest.get() == refused {
		all = all[:min(len(all), explained)]
		each(task, all, func(u *utterance, t *tried) { t.reading = t.family.match(u, task.User, unread) })
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].reading.before(all[j].reading) })
	return all
}

// readFreely reads the task in any order with every procedure, the best first;
// none where none can.
func readFreely(task trajectory.Task, hits []membank.Hit) []tried {
	all := families(hits)
	each(task, all, func(u *utterance, t *tried) {
		t.reading.cost = refused
		if r, ok := t.family.freely(u, task.User); ok {
			t.reading, t.reading.cost = r, 0 // any two that differ are a doubt
		}
	})
	return slices.DeleteFunc(all, func(t tried) bool { return t.reading.cost == refused })
}

// families makes the procedures of the retrieved units ready, nearest first.
func families(hits []membank.Hit) []tried {
	var all []tried
	for _, h := range hits {
		if len(h.Unit.Procedure) == 0 {
			continue
		}
		if f := familyOf(h.Unit.Procedure); f != nil && !sameWork(all, h.Unit, f) { // another compiler's waits for a new curation
			all = append(all, tried{hit: h, family: f})
		}
	}
	return all
}

// sameWork says that a nearer unit is of the same work and has all of a family's
// wordings: each was generalised together with the other's run. One that was taught
// another way to say it since, or was edited, is read too.
func sameWork(nearer []tried, u membank.Unit, f *family) bool {
	return slices.ContainsFunc(nearer, func(t tried) bool {
		return joinedWith(t.hit.Unit, u.Source.Run) && joinedWith(u, t.hit.Unit.Source.Run) &&
			!f.Authored && !t.family.Authored && t.family.says(f)
	})
}

// says says that the family has every wording of another.
func (f *family) says(other *family) bool {
	return !slices.ContainsFunc(other.Patterns, func(p Pattern) bool { return !f.texts()[p.Text] })
}

func joinedWith(u membank.Unit, run string) bool {
	return run != "" && slices.ContainsFunc(u.Joined, func(s membank.Source) bool { return s.Run == run })
}

// otherMeaning finds a procedure that fits as well as the first and would do
// something else.
func otherMeaning(first tried, rest []tried, user string) *tried {
	mine := fingerprint(first, user)
	for i := range rest {
		r := &rest[i]
		if r.reading.Accepted() && r.reading.cost <= first.reading.cost && fingerprint(*r, user) != mine {
			return r
		}
	}
	return nil
}

// fingerprint is what a bound procedure would do: its tools with their bound
// arguments.
func fingerprint(t tried, user string) string {
	v := newValues(t.family.Procedure, t.reading.Bindings, user)
	var b strings.Builder
	for _, st := range t.family.Steps() {
		args, _ := json.Marshal(v.shown(st.Args))
		b.WriteString(st.Tool + string(args) + "\n")
	}
	return b.String()
}

// sentences are tasks the nearest procedures could do.
func sentences(all []tried) []string {
	var out []string
	seen := map[string]bool{}
	for _, t := range all {
		text := t.family.Patterns[0].Text
		if len(out) < hints && !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	return out
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
		note := trajectory.Noted{About: "value", Text: b.Slot + ": " + b.Canon}
		if b.Kind == value.Date || b.Kind == value.Time || b.Kind == value.DateTime {
			note = trajectory.Noted{About: string(b.Kind), Text: fmt.Sprintf("%q read as %s", b.Spelled, value.Words(b.Kind, b.Canon)) + gone(b, s.Task.Now)}
		}
		events = append(events, note)
	}
	if m.ReadAs != "" {
		events = append(events, trajectory.Noted{About: trajectory.AboutReading, Text: m.ReadAs})
	}
	for _, e := range events {
		if err := s.Log(e); err != nil {
			return err
		}
	}
	return nil
}
