package main

import (
	"context"

	"legomem/consent"
	"legomem/desk"
	"legomem/trajectory"
)

// commitRun brings what a run changed to the folder that it started from, as far as that
// is agreed: where the order applies, what is within the bounds needs no question; somebody
// at the terminal is asked about the rest. Where it does not, and without a terminal, it
// does nothing, and returns nil, as it does where there is nothing to bring.
func (a *app) commitRun(ctx context.Context, o desk.Order, ran desk.Ran) (*desk.Commitment, error) {
	if !a.commits(o, ran.Result) {
		return nil, nil
	}
	run, err := a.desk.FindRun(ran.Result.RunID)
	if err != nil {
		return nil, err
	}
	done, err := a.desk.Apply(ctx, run, desk.Applying{Bounded: o.Apply, Decide: a.deciding()})
	if err != nil {
		return nil, err
	}
	return &done, nil
}

// commits reports whether a run has something for the user's folder that is brought there
// now, or asked about.
func (a *app) commits(o desk.Order, r trajectory.Result) bool {
	done := r.Outcome == trajectory.Solved && len(r.Changed) > 0 && r.Testbed != ""
	return done && o.From != "" && o.Suite == nil && (o.Apply || a.asks())
}

// asks reports whether somebody is asked about a run's changes.
func (a *app) asks() bool { return a.attended() && !a.json }

// deciding asks on the terminal; nil where nobody is there.
func (a *app) deciding() desk.Deciding {
	if !a.asks() {
		return nil
	}
	return func(ctx context.Context, p desk.Proposal) (consent.Answer, error) {
		answer, err := newProposing(a, p).ask(ctx)
		if err != nil {
			tellf(a.err, "Nothing was changed in %s; legomem answer %s asks again.\n", p.To, p.Run)
		}
		return answer, err
	}
}

// tellCommitment prints what was done to the user's folder, or what is open.
func (a *app) tellCommitment(c desk.Commitment) {
	switch {
	case c.Question != nil:
		a.tellQuestion(*c.Question)
	case c.Declined && c.Chain != "":
		tellf(a.out, "Nothing was changed in %s; the same command asks again.\n", c.To)
	case c.Declined:
		tellf(a.out, "Nothing was changed in %s; legomem runs apply %s asks again.\n", c.To, c.Run)
		if c.Refused {
			tellLine(a.out, "The sentence is not read so again: say it again to have it read in another way.")
		}
	case c.Nothing():
		tellf(a.out, "There is nothing to bring: the run changed nothing, or %s holds it already.\n", c.To)
	default:
		a.tellApplied(c)
	}
}

func (a *app) tellApplied(c desk.Commitment) {
	for _, made := range c.Changes[:min(len(c.Changes), mostChanges)] {
		tellf(a.out, "- %s\n", blockOf(made.Sentence, "  "))
	}
	listFiles(a.out, c)
	for _, l := range c.LeftOut {
		tellf(a.out, "left out: %s\n", blockOf(l.Sentence, "  "))
	}
	for _, id := range c.Grants {
		tellf(a.out, "unasked by grant %s (legomem grants show %s)\n", id, id)
	}
	if c.Made != "" {
		tellf(a.out, "From now on unasked, by grant %s: legomem grants revoke %s ends that\n", c.Made, c.Made)
	}
	tellf(a.out, "%s in %s; legomem runs undo %s takes that back\n", countFiles(c), c.To, c.Run)
}

// tellQuestion prints a question that waits for an answer.
func (a *app) tellQuestion(q consent.Question) {
	if q.First() {
		a.tellOpen(q)
		return
	}
	tellf(a.out, "Asked, and nothing is changed in %s before it is answered:\n", q.To)
	a.tellAsked(q)
	tellf(a.out, "  legomem answer %s           shows this again, and asks\n", q.Run)
	for _, reply := range q.Answers {
		tellf(a.out, "  legomem answer %s %-9s %s\n", q.Run, reply, meanings[reply])
	}
	tellf(a.out, "  --list %.12s beside it makes sure that the answer is to this list\n", q.List)
}

// tellAsked prints what a question is about.
func (a *app) tellAsked(q consent.Question) {
	for _, c := range q.Changes[:min(len(q.Changes), mostChanges)] {
		tellf(a.out, "  ? %s\n", blockOf(c.Sentence, "    "))
		tellf(a.out, "      %s  (%s)\n", c.ID, blockOf(c.Why, "      "))
	}
	if more := len(q.Changes) - mostChanges; more > 0 {
		tellf(a.out, "  and %d more to agree to; legomem runs show %s --json lists all\n", more, q.Run)
	}
	if len(q.Others) > 0 {
		tellLine(a.out, "  With them, though they need no question by themselves:")
	}
	for _, c := range q.Others[:min(len(q.Others), mostChanges)] {
		tellf(a.out, "  - %s\n", blockOf(c.Sentence, "    "))
	}
	if more := len(q.Others) - mostChanges; more > 0 {
		tellf(a.out, "  and %d more; legomem runs show %s --json lists all\n", more, q.Run)
	}
}

// meanings say what an answer does.
var meanings = map[consent.Reply]string{
	consent.Yes:    "makes the changes (--leave-out ID,... without some)",
	consent.No:     "leaves your files as they are",
	consent.Always: "makes them, and this procedure need not ask for the like again",
}

// undecided is the error of a question that stays open, nil where there is none.
func undecided(c *desk.Commitment) error {
	if c == nil || c.Question == nil {
		return nil
	}
	return &desk.Undecided{}
}
