package everyday

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/lists"
	"legomem/membank"
	"legomem/reading"
	"legomem/tools"
	"legomem/trajectory"
)

// How likely a reading must be, by its calibrated confidence: to be gone on with, and to
// be offered at all.
const (
	likely   = 0.35
	decided  = 0.5 // however near another one is
	answered = 0.4 // what changes nothing is answered at once
	possible = 0.03
	askable  = 0.13 // what is asked about: else the question leads nowhere, mostly
	// ahead is how many times as likely as the next one a reading is gone on with that is
	// possible alone.
	ahead = 3
)

// read is a reading that is gone on with, as a question's Rest keeps it.
type read struct {
	Skill string `json:"skill"`
	// Key tells it from another reading for the same skill; "" where there is none.
	Key   string  `json:"key,omitempty"`
	Given []given `json:"given,omitempty"`
	// Wording is the task's text with its values marked as they were read.
	Wording string `json:"wording,omitempty"`
	// Without are slots that the user was asked for and has no value for.
	Without []string `json:"without,omitempty"`
	// Known says that a wording accounts for every word, Agreed that the user chose it.
	Known    bool     `json:"known,omitempty"`
	Agreed   bool     `json:"agreed,omitempty"`
	LeftOver []string `json:"left_over,omitempty"`
	// Shown are doubts that the user has answered a question with.
	Shown []string `json:"shown,omitempty"`
	// Likely says that it is likely enough to be answered, if it changes nothing.
	Likely bool `json:"likely,omitempty"`
	// Reminded says that it was looked for what the user said earlier, ForAll that it was asked
	// about the calendars of others.
	Reminded bool `json:"reminded,omitempty"`
	ForAll   bool `json:"for_all,omitempty"`
	// Changed is the slot whose value is another than when the user asked for it before.
	Changed string `json:"changed,omitempty"`
}

// decide goes on with the likeliest reading, offers the likely ones where that is not
// likely enough, or gives up.
func (b Brain) decide(ctx context.Context, t *task, all []reading.Reading) (*reflex.Match, next, error) {
	if len(all) == 0 || all[0].Confidence < possible {
		return nil, nil, t.nothing(all)
	}
	var reads []read
	for _, r := range all {
		if r.Confidence >= possible {
			reads = append(reads, t.readOf(r))
		}
	}
	if clear(all) {
		m, err := b.goWith(ctx, t, reads[0], reads[1:]...)
		if _, asks := errors.AsType[*agents.Asking](err); asks && all[0].Confidence < askable {
			return nil, nil, t.nothing(all)
		}
		return m, b.otherwise(t, all), err
	}
	if offered := all[:min(len(all), trajectory.MaxReadings)]; anyOf(offered) < askable {
		return nil, nil, t.nothing(all)
	}
	return nil, nil, t.choose(ctx, "Which of these do you mean?", reads)
}

// anyOf is how likely one of some readings is meant.
func anyOf(all []reading.Reading) float64 {
	sum := 0.0
	for _, r := range all {
		sum += r.Confidence
	}
	return sum
}

// nothing gives up, with the nearest of what there is.
func (t *task) nothing(all []reading.Reading) error {
	no := &agents.GiveUp{Reason: "nothing that it can do, and nothing that it has learned, is asked for in these words"}
	for _, r := range all {
		if r.Confidence < possible/10 || len(no.Hints) == trajectory.MaxReadings {
			break
		}
		no.Hints = append(no.Hints, t.exampleOf(r.Skill.ID))
	}
	return no
}

// clear says that the first reading is likely, or much likelier than any other.
func clear(all []reading.Reading) bool {
	first := all[0]
	alone := len(all) == 1 || first.Confidence >= ahead*all[1].Confidence
	return first.Known || first.Confidence >= decided || alone
}

func (t *task) readOf(r reading.Reading) read {
	return read{Skill: r.Skill.ID, Given: givenBy(t.Task.Text, r), Wording: marked(t.sentence, r), Known: r.Known, LeftOver: r.LeftOver, Likely: r.Confidence >= answered && len(r.LeftOver) < 2}
}

// goWith binds a reading. It is done if it is certain, or what it changes will be asked
// about; what changes nothing and is not likely is asked.
func (b Brain) goWith(ctx context.Context, t *task, r read, others ...read) (*reflex.Match, error) {
	if p, ok := t.practisedAs(r.Skill); ok {
		return b.goWithPractised(t, p, r)
	}
	bound := t.binder(r)
	err := bound.bind(ctx)
	r, more, asks := b.asBefore(ctx, r, bound, err)
	if asks != nil {
		return nil, asks
	}
	if more {
		bound = t.binder(r)
		err = bound.bind(ctx)
	}
	if err != nil {
		return nil, bound.asking(err, r)
	}
	m, err := bound.match(r)
	if err != nil {
		return nil, err
	}
	if r, more, err = bound.forAll(ctx, r, m); err != nil {
		return nil, err
	}
	m.Doubts = bound.doubts
	if more {
		m.Bindings = bound.bound
	}
	if bad, err := bound.misread(ctx); err != nil {
		return nil, err
	} else if bad {
		m.Wording = ""
	}
	if !r.Agreed { // who agreed was shown what is read
		m.Doubts = bound.allDoubts()
	}
	m.Doubts = slices.DeleteFunc(m.Doubts, func(d string) bool { return slices.Contains(r.Shown, d) })
	sure := r.Known || r.Agreed
	switch does := changes(t, m); {
	case does && !sure:
		m.Doubts = append(m.Doubts, "it is said in words that are new")
	case !does && !sure && (!r.Likely || bound.dropped):
		return nil, withRest(t.confirm(m, r, bound.sentence()), append([]read{r}, others...)...)
	}
	m.Exact = sure && len(m.Doubts) == 0
	if taken := r.taken(); !m.Exact || len(taken) > 0 {
		m.ReadAs = strings.Join(append([]string{bound.sentence()}, taken...), "; ")
	}
	return m, nil
}

// match is what is played for a reading that is bound.
func (b *binder) match(r read) (*reflex.Match, error) {
	p, err := b.skill.Procedure(b.Team)
	if err != nil {
		return nil, err
	}
	m := &reflex.Match{Procedure: p, Bindings: b.bound, Unit: membank.Hit{}, Doubts: b.doubts, Wording: r.Wording}
	m.Unit.Unit.ID = Unit + r.Skill
	return m, nil
}

// misread says that some words are not what they were read as, so that nothing is learned
// of the wording: they are of a value after all, or left over and name something.
func (b *binder) misread(ctx context.Context) (bool, error) {
	names, err := b.office.NameWords(ctx)
	return b.grew || b.ignores(b.leftOver, names) > 0, err
}

// allDoubts are those about values, and the words that nothing accounts for.
func (b *binder) allDoubts() []string {
	if len(b.leftOver) == 0 {
		return b.doubts
	}
	return append(slices.Clone(b.doubts), "nothing accounts for "+strings.Join(lists.Map(b.leftOver, quoted), ", "))
}

// asking is a question for a value, which tells what was read besides: who answers it has
// seen that.
func (b *binder) asking(err error, r read) error {
	if asks, ok := errors.AsType[*agents.Asking](err); ok {
		r.Shown = b.allDoubts()
		if b.inferred != nil {
			r.Given = b.inferred
		}
		asks.Question.Whose = b.told(r)
	}
	return withRest(err, r)
}

// binder binds a reading.
func (t *task) binder(r read) *binder {
	return &binder{task: t, skill: t.skills.skills[r.Skill], given: r.Given, without: r.Without, leftOver: r.LeftOver}
}

// Unit begins the id of a skill where a memory's stands.
const Unit = "skill:"

func quoted(s string) string { return fmt.Sprintf("%q", s) }

// changes says that a match would change something.
func changes(t *task, m *reflex.Match) bool {
	for _, call := range m.Preview(t.Task.User).Actions {
		i, err := t.Tools.Intend(call.Action)
		if err != nil || tools.Changes(i.Effects) {
			return true
		}
	}
	return false
}

// sentence tells what is done with which values: "cancel one event: Lunch, Tue 24 Nov".
func (b *binder) sentence() string {
	var said []string
	for _, o := range b.bound {
		if slot, ok := b.skill.Slot(o.Slot); ok && !slot.Unsaid {
			said = append(said, fmt.Sprintf("%s %s", slot.Name, quoted(o.Spelled)))
		}
	}
	if len(said) == 0 {
		return b.skill.Does
	}
	return b.skill.Does + ": " + strings.Join(said, ", ")
}

// confirm asks whether a reading is what was meant.
func (t *task) confirm(m *reflex.Match, r read, sentence string) error {
	text := "Is this what you mean?"
	if len(m.Doubts) > 0 {
		text = fmt.Sprintf("Is this what you mean (%s)?", strings.Join(m.Doubts, "; "))
	}
	return choice(text, []trajectory.Reading{{ID: r.Skill, Sentence: sentence}})
}

func choice(text string, all []trajectory.Reading) error {
	return &agents.Asking{Question: trajectory.Question{Kind: trajectory.AsksChoice, Text: text, Readings: all}}
}

// choose asks which of some readings is meant, and tells what is doubtful of each: who
// chooses it has seen that. What is not offered yet is kept for a no.
func (t *task) choose(ctx context.Context, text string, all []read) error {
	var offers []trajectory.Reading
	for i := range all[:min(len(all), trajectory.MaxReadings)] {
		if err := t.doubtsOf(ctx, &all[i]); err != nil {
			return err
		}
		offers = append(offers, trajectory.Reading{ID: all[i].Skill, Sentence: t.told(all[i])})
	}
	return withRest(choice(text, offers), all...)
}

// doubtsOf notes what is doubtful of a reading. Nobody knows what the values of practised
// work name.
func (t *task) doubtsOf(ctx context.Context, r *read) error {
	if _, practised := t.practisedAs(r.Skill); practised {
		return nil
	}
	bound := t.binder(*r)
	err := bound.bind(ctx)
	r.Shown = bound.allDoubts()
	if _, asks := errors.AsType[*agents.Asking](err); asks {
		return nil
	}
	return err
}

// told is a reading in words, with what is doubtful of it.
func (t *task) told(r read) string {
	if len(r.Shown) == 0 {
		return t.spoken(r)
	}
	return t.spoken(r) + " (" + strings.Join(r.Shown, "; ") + ")"
}

// spoken is a reading in words, before its values are bound.
func (t *task) spoken(r read) string {
	if p, ok := t.practisedAs(r.Skill); ok {
		return saidAs(p.Sentence(), lists.Map(r.Given, func(g given) reading.Value { return reading.Value{Slot: g.Slot, Text: g.Text} }))
	}
	does := t.skills.skills[r.Skill].Does
	said := lists.Map(r.Given, func(g given) string { return g.Slot + " " + quoted(g.Text) })
	if len(said) == 0 {
		return does
	}
	return does + ": " + strings.Join(said, ", ")
}

// withRest gives a question what is needed to go on once it is answered.
func withRest(err error, all ...read) error {
	asks, ok := errors.AsType[*agents.Asking](err)
	if !ok {
		return err
	}
	rest, broken := encode(all)
	asks.Rest = rest
	return errors.Join(broken, err)
}
