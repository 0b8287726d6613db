package trim

import (
	"slices"
	"strings"
)

// How likely a way to read an utterance must be, of all that fit the graph: to be gone on
// with, and to be offered at all. What only asks is answered at once.
const (
	likely    = 0.7
	answered  = 0.4
	offered   = 0.08
	thinkable = 0.03 // where else nothing would be understood
)

// mostOptions is how many ways a question offers.
const mostOptions = 4

// choose goes on with the likeliest way, asks which is meant where that is not likely
// enough, or leaves the utterance to whoever does new work.
func (b *binder) choose(ways []way, none float64) (Trim, error) {
	out := Trim{By: "offline"}
	if b.domain.Shape != Office {
		none *= newElsewhere
	}
	sum := none
	for _, w := range ways {
		sum += w.p
	}
	if len(ways) == 0 || ways[0].p < offered*sum || none > ways[0].p && none >= likely*sum {
		out.Moves = len(ways) > 0 && !giving(ways[0].kinds[0]) && none < 0.2
		return b.fresh(b.otherwise(out, ways, sum))
	}
	best := ways[0]
	out.Confidence = best.p / sum
	var left []string
	if best.Question == nil && !best.checks() {
		left = b.leftOver(best)
	}
	switch {
	case best.Question != nil && out.Confidence >= answered:
		out.Question = b.begun(best.Question)
		return out, nil
	case out.Confidence >= likely && best.p >= answered && len(left) == 0 && !b.stranger(best.Subtasks), best.checks() && out.Confidence >= answered && !b.mayGive(ways):
		out.Subtasks = b.finished(best.Subtasks)
		out.Beside = len(best.beside) > 0 || len(best.kinds) > 1 || len(clauses(b.text)) > 1 || b.odd(best) || b.givesWords(best.Subtasks)
		if best.checks() {
			out.Subtasks = append(out.Subtasks, b.steps()...)
		}
		return out, nil
	}
	asked := b.otherwise(out, ways, sum)
	if asked.Question == nil || none >= best.p || b.domain.Shape == Office && (best.checks() || out.Confidence < answered || none >= newFirst*sum || len(left) >= newWords) {
		return b.fresh(asked)
	}
	if len(left) > 0 {
		doubting(asked.Question, left)
	}
	return asked, nil
}

// mayGive says that an utterance may as well tell a value as ask about one.
func (b *binder) mayGive(ways []way) bool {
	return slices.ContainsFunc(ways, func(w way) bool { return giving(w.kinds[0]) && w.p >= 0.7*ways[0].p })
}

// steps are those of a form that the utterance names and that are not there yet: "tell me
// what you have, and then send it off".
func (b *binder) steps() []Subtask {
	if b.domain.Shape != Form || len(b.countingHolders()) == 0 {
		return nil
	}
	h := &b.holders[0]
	var out []Subtask
	for _, s := range b.domain.Slots {
		named := Likeness(s.Name, b.text) == 1 || Likeness(s.Says, b.text) >= 0.6
		if s.Step && !s.Apart && named && len(b.g.InSlot(s.Name)) == 0 {
			out = append(out, b.insert(h, s, b.text, "")...)
		}
	}
	return out
}

// newWords is how many words a change must leave out in an office for something new to be
// tried before it is asked about.
const newWords = 2

// newFirst is how likely something new must be in an office to be tried before a change of
// what was said is asked about.
const newFirst = 0.15

// newElsewhere is how much less likely something new is asked for where the conversation is
// about one thing.
const newElsewhere = 0.15

// otherwise offers the ways that are possible.
func (b *binder) otherwise(t Trim, ways []way, sum float64) Trim {
	q := &Question{Text: "Which of these is meant?"}
	seen := map[string]bool{}
	offer := func(says string, all []Subtask) {
		if seen[says] || len(q.Options) == mostOptions || says == "" {
			return
		}
		seen[says] = true
		q.Options = append(q.Options, Option{Says: says, Subtasks: b.finished(all)})
	}
	for _, w := range ways {
		if w.p < thinkable*sum {
			continue
		}
		if w.Question != nil {
			for _, o := range w.Question.Options {
				offer(o.Says, o.Subtasks)
			}
			continue
		}
		offer(told(w.Subtasks), w.Subtasks)
	}
	if len(q.Options) > 0 {
		if len(q.Options) == 1 {
			q.Text = "Is this meant?"
		}
		t.Question = q
	}
	return t
}

// told is what subtasks do, in words.
func told(all []Subtask) string {
	var out []string
	for _, s := range all {
		switch {
		case s.Intent == Check && s.has(Duplicate):
			out = append(out, "keep "+s.name())
		case s.Intent == Check:
			out = append(out, "tell what was said")
		case s.Title != "" && !strings.Contains(s.Slot, ".") && !slices.Contains(out, s.Title):
			out = append(out, s.Title)
		}
	}
	return strings.Join(out, ", ")
}

// begun is a question whose options begin with the root that they hang on.
func (b *binder) begun(q *Question) *Question {
	for i := range q.Options {
		q.Options[i].Subtasks = b.finished(q.Options[i].Subtasks)
	}
	return q
}
