package dialogue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/trajectory"
)

// turn is one turn underway.
type turn struct {
	*Session
	n     int
	reply *Reply
	left  *left
	// shows says that what is done must be shown first, whatever the bounds are.
	shows bool
	// reading is how its words were read, unusable what a model gave instead.
	reading  *reading
	unusable *trim.UnusableError
	// cut are the effects of what was done of steps before the turn was cut off.
	cut map[string][]tg.Effect
}

// Turn takes what the user says, and returns what came of it. It is written down before it
// is acted on. After an error the turn is cut off: Resume brings it to its end.
func (s *Session) Turn(ctx context.Context, said string) (Reply, error) {
	n := len(s.turns) + 1
	if err := s.log.Append(trajectory.TurnSaid{Turn: n, Text: said}); err != nil {
		return Reply{}, err
	}
	s.turns = append(s.turns, Reply{Turn: n, Said: said})
	t := &turn{Session: s, n: n, reply: &s.turns[n-1]}
	if err := t.take(ctx, said); err != nil {
		return *t.reply, err
	}
	return *t.reply, t.end()
}

// end writes down what the turn came to.
func (t *turn) end() error {
	t.open = t.reply.Question
	told, err := json.Marshal(t.reply)
	if err != nil {
		return err
	}
	return t.log.Append(trajectory.TurnTold{Turn: t.n, Told: told})
}

func (t *turn) take(ctx context.Context, said string) error {
	if t.open != nil {
		done, err := t.answer(ctx, *t.open, said)
		if done || err != nil {
			return err
		}
	}
	if err := t.hear(ctx, said); err != nil {
		return err
	}
	return t.leave()
}

// hear takes what answers no question.
func (t *turn) hear(ctx context.Context, said string) error {
	if t.Domain.Shape == trim.Office && (yes(said) || no(said)) {
		t.tell("Nothing is asked at the moment.")
		return nil
	}
	read, err := t.read(ctx, said)
	if err != nil {
		return err
	}
	t.reply.By = read.By
	if !read.Fresh { // else the office reads it anyway
		looks, err := t.looksUp(ctx, said, read)
		if err != nil {
			return err
		}
		if looks {
			return t.fresh(ctx, said, trim.Trim{})
		}
	}
	switch {
	case read.Fresh && t.Domain.Shape == trim.Office:
		return t.fresh(ctx, said, read)
	case read.Question != nil:
		t.ask(read.Question, said)
		return nil
	case len(read.Subtasks) == 0:
		t.nothing()
		return nil
	}
	return t.apply(ctx, read.Subtasks, said)
}

// nothing says that nothing was understood, and what can be said.
func (t *turn) nothing() {
	t.reply.GaveUp = true
	if t.unusable != nil {
		t.reply.Told = t.unusable.Error()
		return
	}
	t.reply.Told = "I do not know what is to be done with that. Say a value and what it is for, or ask what was said."
}

// ask puts a question of the reading to the user.
func (t *turn) ask(q *trim.Question, said string) {
	a := &Asked{Text: q.Text, Said: said, New: t.Domain.Shape == trim.Office && t.reply.By != "office"}
	for _, o := range q.Options {
		a.Options = append(a.Options, o.Says)
		a.Ways = append(a.Ways, o.Subtasks)
	}
	t.reply.Question = a
}

// answer takes what was said as the answer to the open question; false where it is none,
// so that it is read as something else.
func (t *turn) answer(ctx context.Context, q Asked, said string) (bool, error) {
	t.open = nil
	switch {
	case len(q.Ways) > 0:
		i := t.option(q, said)
		if yes(said) && len(q.Ways) == 1 {
			i = 0
		}
		if i < 0 && no(said) && q.Else != nil {
			t.reply.Question = q.Else
			return true, nil
		}
		if i < 0 && no(said) && q.New {
			t.shows = true // it answered a question, and asked for nothing yet
			return true, t.fresh(ctx, q.Said, trim.Trim{})
		}
		if i < 0 && yes(said) {
			t.tell("Which of them? Say its number.")
			t.reply.Question = &q
			return true, nil
		}
		if i < 0 && t.declined(said) {
			return true, nil
		}
		if i < 0 {
			return t.aside(ctx, q, said)
		}
		return true, t.apply(ctx, q.Ways[i], q.Said)
	case q.Resend:
		done, err := t.resend(ctx, q, said)
		if !done && err == nil {
			return t.aside(ctx, q, said)
		}
		if err != nil || t.reply.Question != nil {
			return true, err
		}
		return true, t.catchUp(ctx, q.Said) // another may have been sent, too
	case q.Run == "":
		return false, nil
	}
	if t.rather(ctx, q, said) {
		return false, nil
	}
	if q.Commit && (yes(said) || no(said)) {
		if err := t.worked(trajectory.Work{Run: q.Run, How: trajectory.Changes, Step: q.Step, TakesBack: q.TakesBack}); err != nil {
			return true, err
		}
	}
	done, err := t.Office.Answer(ctx, q.Run, said, t.work(q.Said, nil, trajectory.Work{Step: q.Step, TakesBack: q.TakesBack}))
	if unclear := (*Unclear)(nil); errors.As(err, &unclear) {
		return t.unanswered(ctx, q, said)
	}
	if err != nil {
		return true, err
	}
	if q.TakesBack {
		return true, t.tookBack(ctx, q, done)
	}
	if err := t.became(ctx, q.Step, done, q.Said); err != nil {
		return true, err
	}
	if done.Outcome == trajectory.Cancelled {
		return true, t.decline(q)
	}
	if done.Outcome != trajectory.Solved || t.reply.Question != nil {
		return true, nil
	}
	return true, t.catchUp(ctx, q.Said) // what was to come after it
}

// rather says that something else than an answer is said: a move that is sure, or a
// question about what was said.
func (t *turn) rather(ctx context.Context, q Asked, said string) bool {
	if len(strings.Fields(said)) < 2 || q.Commit {
		return false
	}
	read, err := t.readQuickly(ctx, said)
	if err != nil || read.Confidence < 0.7 {
		return false
	}
	for _, s := range read.Subtasks {
		if s.Intent == trim.New || s.Intent == trim.Update && s.New != "" {
			return false // a value: it may be the answer
		}
	}
	return len(read.Subtasks) > 0 || read.Moves
}

// option is the place of the option that is meant, -1 for none.
func (t *turn) option(q Asked, said string) int {
	said = strings.TrimSpace(strings.Trim(said, ".! "))
	if n, err := strconv.Atoi(said); err == nil && n >= 1 && n <= len(q.Options) {
		return n - 1
	}
	best, like, again := -1, 0.0, false
	for i, o := range q.Options {
		switch l := trim.Likeness(said, o); {
		case l > like:
			best, like, again = i, l, false
		case l == like && l > 0:
			again = true
		}
	}
	if again || like < 0.5 {
		return -1
	}
	return best
}

// declined takes a no to a choice, after which nothing is done.
func (t *turn) declined(said string) bool {
	if !no(said) {
		return false
	}
	t.reply.Told = "Then nothing is changed."
	return true
}

func no(said string) bool  { return is(said, "no", "n", "none", "neither") }
func yes(said string) bool { return is(said, "yes", "y") }

func is(said string, words ...string) bool {
	said = strings.ToLower(strings.Trim(said, " .!,"))
	for _, w := range words {
		if said == w {
			return true
		}
	}
	return false
}

// apply changes the graph, and does what it wants done then.
func (t *turn) apply(ctx context.Context, subtasks []trim.Subtask, said string) error {
	if told := trim.Answer(t.graph, subtasks); told != "" {
		t.tell(told)
	}
	ops, err := trim.Operations(t.graph, subtasks, said)
	if err != nil {
		t.reply.GaveUp = true
		t.tell(fmt.Sprintf("That cannot be done: %v.", err))
		return nil
	}
	if err := t.change(ops...); err != nil {
		return err
	}
	if len(ops) == 0 {
		return nil
	}
	if t.Domain.Shape != trim.Office {
		t.tell(t.noted(subtasks))
		return nil
	}
	if err := t.catchUp(ctx, said); err != nil {
		return err
	}
	if t.reply.Told == "" && t.reply.Question == nil && t.reply.Done == 0 {
		t.tell("Noted; nothing is done for it yet.")
	}
	return nil
}

// tell adds to what the user is told.
func (t *turn) tell(text string) {
	if text != "" && t.reply.Told != "" {
		t.reply.Told += "\n"
	}
	t.reply.Told += text
}

// noted says in words what a domain without work noted.
func (t *turn) noted(subtasks []trim.Subtask) string {
	var said []string
	for _, s := range subtasks {
		if s.Intent == trim.Check {
			continue
		}
		n, err := t.graph.Node(s.Node)
		switch {
		case err == nil && n.Status == tg.Inactive:
			said = append(said, fmt.Sprintf("%s is taken out.", n.Value))
		case err == nil && s.Node != "":
			said = append(said, fmt.Sprintf("%s is %s now.", n.Slot, n.Value))
		case s.New != "" && s.Slot != t.Domain.Root:
			said = append(said, fmt.Sprintf("Noted: %s is %s.", s.Slot, s.New))
		case s.New != "":
			said = append(said, "Noted.")
		}
	}
	if len(said) == 0 {
		return "Done."
	}
	return strings.Join(said, " ")
}

// change applies operations, writes each down, and says it in a line.
func (t *turn) change(ops ...tg.Operation) error {
	for _, op := range ops {
		line, was := lineOf(t.graph, op), valuesIn(t.graph, op)
		report, err := t.graph.Apply(tg.Moment{Turn: t.n, Time: t.Now()}, op)
		if err != nil {
			return fmt.Errorf("change the graph: %w", err)
		}
		if err := t.log.Append(report.Event); err != nil {
			return err
		}
		t.say(line)
		for _, line := range differences(t.graph, was) {
			t.say(line)
		}
	}
	return nil
}

// say tells a line about the graph.
func (t *turn) say(line string) {
	if line == "" {
		return
	}
	t.reply.Graph = append(t.reply.Graph, line)
	if t.See != nil {
		t.See(line)
	}
}
