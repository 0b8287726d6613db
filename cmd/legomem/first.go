package main

import (
	"context"
	"errors"
	"io"
	"strings"

	"legomem/consent"
	"legomem/desk"
	"legomem/lists"
	"legomem/trajectory"
)

// clarify asks the person at the terminal what a run must know before it acts, and has the
// task gone on with, until it asks no more or nobody answers.
func (a *app) clarify(ctx context.Context, o desk.Order, ran desk.Ran, err error) (desk.Ran, error) {
	for err == nil && ran.Question != nil && a.asks() {
		answer, silent := a.askBefore(ctx, *ran.Question)
		if silent != nil {
			return ran, nil // it stays open
		}
		run, lost := a.desk.FindRun(ran.Result.RunID)
		if lost != nil {
			return ran, lost
		}
		ran, err = a.desk.GoOn(ctx, run, desk.GoingOn{Order: o, Answer: answer}, newProgress(a).observe)
	}
	return ran, err
}

// askBefore asks at the terminal until it hears an answer. The error says that there is
// none.
func (a *app) askBefore(ctx context.Context, q consent.Question) (trajectory.Answer, error) {
	keys := newAsker(a)
	tellFirst(a.err, q)
	tellLine(a.err, "    Ctrl-C leaves the question open.")
	for {
		said, err := keys.ask(ctx, "Your answer ("+howTo(q)+"): ")
		if err != nil {
			return trajectory.Answer{}, err
		}
		answer, err := q.Hear(said)
		if err == nil {
			return answer, nil
		}
		tellf(a.err, "%s\n", err)
	}
}

// howTo says in a few words what can be answered.
func howTo(q consent.Question) string {
	if q.Confirms() {
		return "yes, no"
	}
	var ways []string
	if len(q.Options()) > 0 {
		ways = append(ways, map[bool]string{true: "a number", false: "one of these"}[q.Numbered()])
	}
	if q.Free() {
		ways = append(ways, "your own words")
	}
	return strings.Join(append(ways, string(consent.None)), ", ")
}

// runFirst answers what a run asks before it acts, and goes on with its task; without an
// answer it shows the question, and asks where somebody is there.
func (a *app) runFirst(ctx context.Context, r *trajectory.Run, q consent.Question, said []string, o answerOptions) error {
	if o.list != "" || len(o.leaveOut) > 0 {
		return usage("--list and --leave-out are about changes, and run %s asks before it makes any; legomem answer %s shows the question", r.ID, r.ID)
	}
	if err := a.keepsItsOwn(r); err != nil {
		return err
	}
	if len(said) == 0 && !a.asks() {
		return showResult(a, q, nil, a.tellQuestion)
	}
	answer, err := a.heard(ctx, q, said, o.user)
	if err != nil {
		return err
	}
	return a.goOn(ctx, r, q, answer)
}

// heard is the answer that was given with the command, or is given at the terminal.
func (a *app) heard(ctx context.Context, q consent.Question, said []string, who string) (trajectory.Answer, error) {
	if len(said) > 0 {
		return a.desk.Hear(q, said[0], who)
	}
	if err := a.desk.MayAnswer(q, who); err != nil {
		return trajectory.Answer{}, err
	}
	answer, err := a.askBefore(ctx, q)
	if err != nil {
		a.tellStill(a.err, q)
		err = errors.Join(context.Cause(ctx), &desk.Undecided{})
	}
	return answer, err
}

// goOn goes on with the task of a run, and tells of it as of any other.
func (a *app) goOn(ctx context.Context, r *trajectory.Run, q consent.Question, answer trajectory.Answer) error {
	o, err := a.desk.Remembered(r, q)
	if err != nil {
		return err
	}
	_, ownBank := a.flags["memory.bank"]
	ran, err := a.desk.GoOn(ctx, r, desk.GoingOn{Order: o, Answer: answer, OwnBank: ownBank}, newProgress(a).observe)
	if ran.Kept != "" {
		return showResult(a, keptAnswer{r.ID, ran.Kept}, err, a.tellKept)
	}
	return a.ended(ctx, o, ran, err)
}

// keptAnswer is an answer that a batch goes on with when it is started again.
type keptAnswer struct {
	Run   string `json:"run_id"`
	Batch string `json:"batch"`
}

func (a *app) tellKept(k keptAnswer) {
	tellf(a.out, "The answer is kept: batch %s goes on with it when it is started again.\n", k.Batch)
}

// tellStill prints how to come back to a question that was seen and not answered.
func (a *app) tellStill(out io.Writer, q consent.Question) {
	tellf(out, "Nothing was done; legomem answer %s asks again.\n", q.Run)
}

// tellOpen prints a question that comes before anything is done, and how to answer it.
func (a *app) tellOpen(q consent.Question) {
	tellLine(a.out, "Asked, and nothing is done before it is answered:")
	tellFirst(a.out, q)
	tellf(a.out, "  legomem answer %s            shows this again, and asks\n", q.Run)
	tellf(a.out, "  legomem answer %s \"ANSWER\"   goes on with that: %s\n", q.Run, strings.Join(lists.Map(q.Options(), said), ", ")+ownWords(q))
	tellf(a.out, "  legomem answer %s none       if there is none\n", q.Run)
}

func said(o consent.Option) string { return o.Said }

func ownWords(q consent.Question) string {
	switch {
	case !q.Free():
		return ""
	case len(q.Options()) == 0:
		return "your own words"
	}
	return ", or your own words"
}
