package dialogue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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
	done, err := t.Office.Do(ctx, t.work(said, nil, trajectory.Work{}))
	if err != nil {
		return err
	}
	if done, err = t.about(ctx, done, said); err != nil {
		return err
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
	}
	return t.mark(step, done)
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

// mark writes down that a step was carried out.
func (t *turn) mark(step string, done Done) error {
	n, err := t.graph.Node(step)
	if err != nil {
		return err
	}
	with, err := json.Marshal(t.valuesOf(n))
	if err != nil {
		return err
	}
	outputs := map[string]string{withKey: string(with)}
	if told := strings.TrimSpace(done.Answer); told != "" {
		outputs[trim.Told] = told
	}
	for key, v := range n.Outputs {
		if len(key) > len(madePre) && key[:len(madePre)] == madePre {
			outputs[key] = v
		}
	}
	for slot, id := range done.Made {
		outputs[madePre+slot] = id
	}
	effects := append(slices.Clone(n.Effects), done.earlier...)
	for _, c := range done.Changes {
		effects = append(effects, tg.Effect{Run: done.Run, Change: c.ID})
		if c.Sent {
			outputs[sentKey] = c.Sentence
		}
	}
	return t.change(tg.Mark{Node: step, Status: tg.Active}, tg.Mark{Node: step, Status: tg.Done, Outputs: outputs, Effects: effects})
}

// valuesOf are the values that a step stands on.
func (s *Session) valuesOf(step tg.Node) []trajectory.TalkValue {
	var out []trajectory.TalkValue
	for _, id := range step.DependsOn {
		n, err := s.graph.Node(id)
		if err != nil || n.Status == tg.Inactive {
			continue
		}
		out = append(out, trajectory.TalkValue{Slot: n.Slot, Text: n.Value, Canon: n.Inputs[trim.Canon]})
	}
	return out
}

// saidOf are the user's words that a step and its values came with, and those of values
// that it had before.
func (s *Session) saidOf(step tg.Node, had ...trajectory.TalkValue) []string {
	var out []string
	say := func(words string) {
		if words != "" && !slices.Contains(out, words) {
			out = append(out, words)
		}
	}
	add := func(n tg.Node) {
		for _, v := range n.History {
			say(v.User)
		}
	}
	for _, id := range step.DependsOn {
		n, err := s.graph.Node(id)
		if err != nil {
			continue
		}
		add(n)
		for _, t := range s.turns { // work that is done again has its values from there
			if trim.Likeness(n.Value, t.Said) == 1 {
				say(t.Said)
			}
		}
	}
	add(step)
	for _, e := range s.graph.Events() { // a node that a roll back has taken out has no value
		op, ok := e.Operation.(tg.Add)
		if ok && slices.ContainsFunc(had, func(v trajectory.TalkValue) bool { return v.Slot == op.Slot && v.Text == op.Value }) {
			say(op.User)
		}
	}
	return out
}

// catchUp does what the graph wants done: takes back what is of nothing any more, and does
// anew what stands on something else than it was done with.
func (t *turn) catchUp(ctx context.Context, said string) error {
	if err := t.takeBack(ctx, said); err != nil || t.reply.Question != nil {
		return err
	}
	tried := map[string]bool{}
	for {
		step, ok := t.due(tried)
		if !ok {
			return nil
		}
		tried[step.ID] = true
		if err := t.carryOut(ctx, step, said); err != nil || t.reply.Question != nil {
			return err
		}
	}
}

// due is the next step that waits or is stale.
func (t *turn) due(tried map[string]bool) (tg.Node, bool) {
	for _, id := range t.graph.Order() {
		n, err := t.graph.Node(id)
		if err != nil || tried[id] || !isSkill(n.Slot) || t.leaves(n) {
			continue
		}
		if n.Status == tg.Stale || n.Status == tg.Waiting || n.Status == tg.Asked {
			return n, true
		}
	}
	return tg.Node{}, false
}

func isSkill(slot string) bool { return slices.Contains([]byte(slot), '.') }

// takeBack takes back what was done for steps that count no more.
func (t *turn) takeBack(ctx context.Context, said string) error {
	for _, n := range t.graph.Leftovers() {
		if sent := n.Outputs[sentKey]; sent != "" {
			t.tell(fmt.Sprintf("This was sent already, and stays so: %s", sent))
			if err := t.change(tg.TakenBack{Node: n.ID}); err != nil {
				return err
			}
			continue
		}
		talk := &trajectory.Talk{Said: t.saidOf(n), TakesBack: runsOf(n)}
		w := t.work(said, talk, trajectory.Work{Step: n.ID, TakesBack: true})
		w.Idle = true
		done, err := t.Office.Do(ctx, w)
		if err != nil {
			return t.refused(err)
		}
		if done.Outcome != trajectory.Solved {
			t.tell(failure(done))
			return nil
		}
		t.reply.Done++
		t.reply.Changes = append(t.reply.Changes, done.Changes...)
		t.tell("Taken back: " + n.Value + ".")
		if err := t.change(tg.TakenBack{Node: n.ID}); err != nil {
			return err
		}
	}
	return nil
}

// refused tells why something cannot be taken back; other errors end the turn.
func (t *turn) refused(err error) error {
	cannot, ok := err.(interface{ CannotTakeBack() string })
	if !ok {
		return err
	}
	t.tell(cannot.CannotTakeBack())
	return nil
}

func runsOf(n tg.Node) []string {
	var out []string
	for _, e := range n.Effects {
		if !slices.Contains(out, e.Run) {
			out = append(out, e.Run)
		}
	}
	return out
}

// carryOut does a step, or does it anew: by correcting what it made where the office can do
// that, else by taking back what it did and doing it with its present values.
func (t *turn) carryOut(ctx context.Context, step tg.Node, said string) error {
	if step.Status == tg.Stale {
		if sent := step.Outputs[sentKey]; sent != "" {
			t.reply.Question = &Asked{Text: fmt.Sprintf("This was sent already, and cannot be changed: %s Send it again as it is now?", sent), Options: []string{"yes", "no"}, Resend: true, Step: step.ID, Said: said}
			return nil
		}
		corrected, err := t.correct(ctx, step, said)
		if corrected || err != nil {
			return err
		}
	}
	talk := t.talkOf(step)
	talk.TakesBack = runsOf(step)
	w := t.work(said, talk, trajectory.Work{Step: step.ID})
	w.Asks = step.Status == tg.Asked
	done, err := t.Office.Do(ctx, w)
	if err != nil {
		return t.refused(err)
	}
	if len(talk.TakesBack) > 0 && done.Outcome == trajectory.Solved {
		// What was done before is gone with it.
		if err := t.change(tg.TakenBack{Node: step.ID}); err != nil {
			return err
		}
	}
	return t.became(ctx, step.ID, done, said)
}

// talkOf is a step's work as the conversation has it.
func (t *turn) talkOf(step tg.Node) *trajectory.Talk {
	talk := &trajectory.Talk{Skill: strings.TrimPrefix(step.Slot, practised), Values: t.valuesOf(step), Said: t.saidOf(step)}
	if c, err := t.graph.Context(step.ID, tg.Ask{}); err == nil {
		talk.Context = c.Text
	}
	if step.Slot == "model.work" {
		talk.Skill = ""
	}
	return talk
}

// resend does again what nobody takes back, or leaves it.
func (t *turn) resend(ctx context.Context, q Asked, said string) (bool, error) {
	step, err := t.graph.Node(q.Step)
	switch {
	case err != nil:
		return false, nil
	case yes(said):
		done, err := t.Office.Do(ctx, t.work(q.Said, t.talkOf(step), trajectory.Work{Step: step.ID}))
		if err != nil {
			return true, err
		}
		return true, t.became(ctx, step.ID, done, q.Said)
	case no(said):
		t.tell("Then it stays as it was sent.")
		return true, t.change(tg.Mark{Node: step.ID, Status: tg.Active}, tg.Mark{Node: step.ID, Status: tg.Done, Outputs: maps.Clone(step.Outputs), Effects: step.Effects})
	}
	return false, nil
}
