package dialogue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/trajectory"
)

// The slots and keys of an office's graph: each piece of work is a root, with its values
// and one step, whose slot is the skill.
const (
	taskSlot = "task"
	kindKey  = trim.KindKey
	withKey  = "with"  // what a step was carried out with
	madePre  = "made " // before the slot that takes what a step made
	sentKey  = "sent"
	// practised stands before the id of work that was learned, in the slot of its step.
	practised = "practised."
)

// Agreed is the key of the words of the user that they agreed to for a step.
const Agreed = "agreed to"

// work is a piece of work of this turn, and of what it is in the session's log.
func (t *turn) work(text string, talk *trajectory.Talk, of trajectory.Work) Work {
	of.How = trajectory.Begins
	return Work{Turn: t.n, Text: text, Talk: talk, Begins: func(run string) error {
		of.Run = run
		return t.worked(of)
	}}
}

// worked writes down what the turn does to a run, before it does it.
func (t *turn) worked(w trajectory.Work) error {
	t.reply.Work = append(t.reply.Work, w)
	return t.log.Append(trajectory.TurnWorked{Turn: t.n, Work: w})
}

// fresh has the office read and do what is new. Where it knows nothing of it, what the
// conversation may mean counts.
func (t *turn) fresh(ctx context.Context, said string, read trim.Trim) error {
	t.reply.By = "office"
	w := t.work(said, nil, trajectory.Work{})
	w.Alone, w.Asks = t.Second != nil && read.By != "model", t.shows
	done, err := t.Office.Do(ctx, w)
	if err != nil {
		return err
	}
	if done, err = t.about(ctx, done, said); err != nil {
		return err
	}
	if w.Alone && done.unsure() {
		return t.readAgain(ctx, said, done)
	}
	asksFirst := done.Question != nil && !done.Question.Commit && read.Confidence >= rather
	if q := read.Question; (done.Outcome == trajectory.GaveUp || asksFirst) && q != nil && len(q.Options) > 0 {
		t.reply.By = read.By
		if only := q.Options[0].Subtasks; trim.OnlyChecks(only) {
			return t.apply(ctx, only, said)
		}
		t.ask(q, said)
		t.reply.Question.New = false // that was tried
		if asksFirst {
			other := *done.Question
			other.Said = said
			t.reply.Question.Else, t.reply.Question.New = &other, true
		}
		return nil
	}
	return t.became(ctx, "", done, said)
}

// rather is how likely a change of what was said must be to be asked about before what the
// office asks.
const rather = 0.3

// about answers what a run asks for and the text has no name for, "it", by the thing that
// the conversation is about.
func (t *turn) about(ctx context.Context, done Done, said string) (Done, error) {
	q := done.Question
	if q == nil || q.Commit || !slices.Contains(things, q.Kind) || !trim.SaysNothing(q.Unclear) {
		return done, nil
	}
	name := t.focus(q.Kind)
	if name == "" {
		return done, nil
	}
	next, err := t.Office.Answer(ctx, q.Run, name, t.work(said, nil, trajectory.Work{}))
	if unclear := (*Unclear)(nil); errors.As(err, &unclear) {
		return done, nil
	}
	return next, err
}

// things are the kinds of values that are things of the office.
var things = []string{"event", "file", "mail"}

// focus is what the thing of a kind is called that was spoken of last; "" for none.
func (t *turn) focus(kind string) string {
	best, turn := "", 0
	for _, n := range t.graph.Nodes() {
		last := n.History[len(n.History)-1].Turn
		if n.Status == tg.Inactive || last < turn {
			continue
		}
		switch {
		case n.Inputs[kindKey] == kind:
			best, turn = n.Value, last
		case kind == "event" && n.Outputs[madePre+kind] != "":
			if name := t.titleOf(n); name != "" {
				best, turn = name, last
			}
		}
	}
	return best
}

// titleOf is what the event that a step made is called.
func (t *turn) titleOf(step tg.Node) string {
	for _, v := range t.valuesOf(step) {
		if v.Slot == "title" {
			return v.Text
		}
	}
	return ""
}

// became takes in what came of a piece of work: of a step, or with "" of work that is new.
func (t *turn) became(ctx context.Context, step string, done Done, said string) error {
	switch {
	case done.Question != nil:
		return t.askedBy(step, done, said)
	case done.Outcome == trajectory.Solved:
	case done.Outcome == trajectory.Cancelled:
		t.tell("Then nothing is changed.")
		return nil
	case step != "":
		t.tell(failure(done))
		t.reply.Hints = done.Hints
		return t.change(tg.Mark{Node: step, Status: tg.Active}, tg.Mark{Node: step, Status: tg.Failed, Error: done.Reason})
	default:
		t.reply.GaveUp = true
		t.tell(failure(done))
		t.reply.Hints = done.Hints
		return nil
	}
	t.tell(done.Answer)
	t.reply.Changes = append(t.reply.Changes, done.Changes...)
	t.reply.Done++
	if step == "" {
		var err error
		if step, err = t.addWork(done, said); err != nil {
			return err
		}
	} else if err := t.addValues(step, done); err != nil {
		return err
	}
	return t.mark(step, done)
}

// addValues puts into the graph what came out when a step was carried out for the first time:
// which thing of the office a value names, and what the user was asked for.
func (t *turn) addValues(step string, done Done) error {
	n, err := t.graph.Node(step)
	if err != nil || len(n.Effects) > 0 || n.Inputs[trim.ReadBy] == "" || n.Outputs[withKey] != "" || n.Slot != slotOf(done.Skill) || len(n.Parents) == 0 {
		return nil
	}
	if err := t.nameValues(n, done); err != nil {
		return err
	}
	had := t.valuesOf(n)
	for _, v := range done.Values {
		if slices.ContainsFunc(had, func(h trajectory.TalkValue) bool { return h.Slot == v.Slot }) {
			continue
		}
		id := t.id(v.Slot)
		add := tg.Add{ID: id, Slot: v.Slot, Value: v.Text, Status: tg.Done, Parents: n.Parents[:1], Inputs: map[string]string{trim.Canon: v.Canon, kindKey: v.Kind}}
		if err := t.change(add, tg.Link{From: step, Relation: tg.DependsOn, To: id}); err != nil {
			return err
		}
	}
	return nil
}

// askedBy puts the question of a run to the user. Work whose changes wait for a yes is in the
// graph already, so that it can be revised instead.
func (t *turn) askedBy(step string, done Done, said string) error {
	q := *done.Question
	q.Said, q.Back = said, t.before()
	if step == "" && q.Commit && done.Skill != "" {
		var err error
		if step, err = t.addWork(done, said); err != nil {
			return err
		}
	}
	q.Step = step
	t.reply.Question = &q
	if n, err := t.graph.Node(step); err != nil || n.Status == tg.Asked {
		return nil
	}
	return t.change(tg.Mark{Node: step, Status: tg.Asked})
}

// before is the revision at which the turn began.
func (t *turn) before() int {
	revision := 0
	for _, e := range t.graph.Events() {
		if e.Turn >= t.n {
			break
		}
		revision = e.Revision
	}
	return revision
}

// decline takes back what was to be done, and that the user said no to.
func (t *turn) decline(q Asked) error {
	n, err := t.graph.Node(q.Step)
	if q.Step == "" || err != nil {
		return nil
	}
	if len(n.Effects) == 0 && len(n.Parents) > 0 {
		return t.drop(n.Parents[0])
	}
	if q.Back > 0 {
		return t.change(tg.RollBack{To: q.Back})
	}
	return nil
}

// drop takes work that was declined out of the graph for good: nothing brings back unasked
// what somebody said no to.
func (t *turn) drop(root string) error {
	parts, err := t.graph.Parts(root)
	if err != nil {
		return err
	}
	for _, id := range parts {
		if n, err := t.graph.Node(id); err == nil && len(n.Parents) == 1 {
			if err := t.change(tg.Delete{Node: id}); err != nil {
				return err
			}
		}
	}
	return t.change(tg.Delete{Node: root})
}

func failure(d Done) string {
	if d.Reason != "" {
		return "Not done: " + d.Reason + "."
	}
	return "Not done."
}

// addWork puts new work into the graph, and returns its step.
func (t *turn) addWork(done Done, said string) (step string, err error) {
	root, step := t.id("task"), t.id("step")
	ops := []tg.Operation{tg.Add{ID: root, Slot: taskSlot, Value: said, User: said}}
	var needs []string
	for i, v := range done.Values {
		id := fmt.Sprintf("%s-%d-%d", v.Slot, t.n, i+1)
		if t.had(id) { // by the same work, which was cut off
			id = t.id(id)
		}
		needs = append(needs, id)
		ops = append(ops, tg.Add{ID: id, Slot: v.Slot, Value: v.Text, Status: tg.Done, Parents: []string{root}, User: said, Inputs: map[string]string{trim.Canon: v.Canon, kindKey: v.Kind}})
	}
	slot := slotOf(done.Skill)
	does := done.Does
	if does == "" {
		does = said
	}
	ops = append(ops, tg.Add{ID: step, Slot: slot, Value: does, Parents: []string{root}, DependsOn: needs, User: said})
	return step, t.change(ops...)
}

// slotOf is the slot of a step that does what a skill does, "" for a model's own work.
func slotOf(skill string) string {
	switch {
	case skill == "":
		return "model.work"
	case !isSkill(skill):
		return practised + skill
	}
	return skill
}

// id is an id that the graph never had.
func (t *turn) id(slot string) string {
	id := fmt.Sprintf("%s-%d", slot, t.n)
	for i := 2; t.had(id); i++ {
		id = fmt.Sprintf("%s-%d-%d", slot, t.n, i)
	}
	return id
}

// had says that the graph has a node of an id, or had one.
func (t *turn) had(id string) bool {
	_, err := t.graph.Node(id)
	return !errors.Is(err, tg.ErrUnknown)
}

func isSkill(slot string) bool { return slices.Contains([]byte(slot), '.') }

// nameValues notes the canonical forms of the values that a step was carried out with.
func (t *turn) nameValues(step tg.Node, done Done) error {
	for _, id := range step.DependsOn {
		n, err := t.graph.Node(id)
		if err != nil || n.Inputs[trim.Canon] != "" {
			continue
		}
		i := slices.IndexFunc(done.Values, func(v Value) bool { return v.Slot == n.Slot && strings.EqualFold(v.Text, n.Value) && v.Canon != "" })
		if i < 0 {
			continue
		}
		inputs := map[string]string{trim.Canon: done.Values[i].Canon, kindKey: done.Values[i].Kind}
		if err := t.change(tg.Update{Node: id, Value: n.Value, Inputs: inputs}); err != nil {
			return err
		}
	}
	return nil
}
