package desk

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"legomem/commit"
	"legomem/consent"
	"legomem/officebench"
	"legomem/places"
	"legomem/trajectory"
)

// noteQuestion passes a run's events on to see. What the run asks before it acts, it
// records in the run's ledger, with how the run was begun.
func (p *Prepared) noteQuestion(ctx context.Context, id string, o Order, see func(trajectory.Payload)) func(trajectory.Payload) {
	return func(e trajectory.Payload) {
		if asks, ok := e.(trajectory.Questioned); ok {
			run, q := places.Runs(p.deps.Runs).Run(id), p.desk.firstOf(id, o, p.desk.offered(ctx, o, asks))
			if err := q.Record(run, p.desk.Now()); err != nil {
				p.desk.Log.Warn().Str("run", id).Err(err).Msg("what the run asks is not recorded")
			}
		}
		if see != nil {
			see(e)
		}
	}
}

// firstOf is the question that a run of this order asks.
func (d *Desk) firstOf(id string, o Order, asks trajectory.Question) consent.Question {
	q := consent.AskFirst(id, d.config.Memory.Tenant, o.Task.User, asks)
	q.Apply, q.Batch = o.Apply, o.Batch
	if o.From != "" {
		q.To = absolute(o.From)
	}
	if o.Suite != nil {
		q.Suite = absolute(o.Suite.Dir)
	}
	if o.Chain {
		q.Chain = o.Batch
	}
	return q
}

func absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

// first is the question that a run ends with, as its ledger has it, or else as its log has
// it: without how it was begun, but for the folder that it started from.
func (d *Desk) first(r *trajectory.Run) (*consent.Question, *consent.Answer, error) {
	run := places.Run(r.Dir)
	q, last, err := consent.Open(run)
	if err != nil || q != nil || last != nil || r.Questioned == nil {
		return q, last, err
	}
	ledger, err := commit.ReadLedger(run)
	if err != nil {
		return nil, nil, err
	}
	from := ledger.From
	if from == "" {
		from = run.Start()
	}
	made := d.firstOf(r.ID, Order{Task: r.Started.Task, From: from}, r.Questioned.Question)
	return &made, nil, nil
}

// Remembered is the order of a run that asks before it acts, as it was begun.
func (d *Desk) Remembered(r *trajectory.Run, q consent.Question) (Order, error) {
	o := Order{Task: r.Started.Task, From: q.To, Apply: q.Apply, Batch: q.Batch}
	if q.Suite == "" {
		return o, nil
	}
	suite, err := officebench.Open(q.Suite)
	o.Suite = suite
	return o, err
}

// Hear reads what somebody says to a question that comes before anything is done. Who is
// the person who says it, "" if that is not said.
func (d *Desk) Hear(q consent.Question, said, who string) (trajectory.Answer, error) {
	if err := d.MayAnswer(q, who); err != nil {
		return trajectory.Answer{}, err
	}
	a, err := q.Hear(said)
	if err != nil {
		return a, BadInput("%w; legomem answer %s shows the question", err, q.Run)
	}
	a.By = who
	return a, nil
}

// MayAnswer refuses the answer of somebody else than the one who is asked; "" is nobody
// else.
func (d *Desk) MayAnswer(q consent.Question, who string) error {
	if who == "" || strings.EqualFold(who, q.User) {
		return nil
	}
	return BadInput("the question of run %s is for %s to answer, not for %s", q.Run, q.User, who)
}

// GoingOn is how the task of a run that asks is gone on with.
type GoingOn struct {
	Order  Order // how it was begun
	Answer trajectory.Answer
	// OwnBank is as in Resuming.
	OwnBank bool
}

// GoOn carries out the task of a run that asks again, as a new run, now with the answer,
// which is recorded once that run has begun: a task that cannot be begun leaves the
// question open. The answer to a row of a chain is only kept, and the chain goes on with
// it when it is started again.
func (d *Desk) GoOn(ctx context.Context, r *trajectory.Run, g GoingOn, see func(trajectory.Payload)) (Ran, error) {
	unlock, err := d.lock(places.Run(r.Dir).Deciding(), "the question of run "+r.ID)
	if err != nil {
		return Ran{}, err
	}
	defer unlock()
	q, err := d.Question(r)
	switch {
	case err != nil:
		return Ran{}, err
	case !q.First():
		return Ran{}, BadInput("run %s asks about its changes; legomem answer %s shows them", r.ID, r.ID)
	}
	if g.Answer.By == "" {
		g.Answer.By = q.User
	}
	if q.Chain != "" {
		return Ran{Kept: q.Chain}, answerOf(g.Answer, "").Record(places.Run(r.Dir), d.Now())
	}
	return d.goOn(ctx, r, g, see)
}

// answerOf is the entry of a ledger for what was answered to a question that comes first.
func answerOf(a trajectory.Answer, run string) consent.Answer {
	return consent.Answer{By: a.By, Told: &a, Run: run}
}

// goOn begins the run that goes on, with the settings of the one that asks.
func (d *Desk) goOn(ctx context.Context, r *trajectory.Run, g GoingOn, see func(trajectory.Payload)) (Ran, error) {
	c, o := d.config, g.Order
	if o.Brain == nil {
		var err error
		if c, err = d.asItWas(r, Resuming{OwnBank: g.OwnBank}); err != nil {
			return Ran{}, err
		}
	}
	o.Task, o.goesOnFrom = r.Started.Task, r.ID
	o.Task.Answers = exchanges(r, g.Answer)
	p, err := d.prepare(ctx, o.settings(c), sandboxes{}, o.Brain)
	if err != nil {
		return Ran{}, err
	}
	defer p.Close()
	defer d.warnOfCache()
	id, unkept := d.newID(), error(nil)
	if o.Begins != nil {
		if err := o.Begins(id); err != nil {
			return Ran{}, err
		}
	}
	ran, err := p.run(ctx, id, o, onceBegun(see, func() { unkept = answerOf(g.Answer, id).Record(places.Run(r.Dir), d.Now()) }))
	return ran, errors.Join(err, unkept)
}

// exchanges are what was asked and answered so far about the task of a run that asks.
func exchanges(r *trajectory.Run, a trajectory.Answer) []trajectory.Exchange {
	last := trajectory.Exchange{Question: r.Questioned.Question, Rest: r.Questioned.Rest, Answer: asOwnWords(r.Questioned.Question, a)}
	return append(slices.Clone(r.Started.Task.Answers), last)
}

// onceBegun passes a run's events on to see, and does something when the run begins.
func onceBegun(see func(trajectory.Payload), do func()) func(trajectory.Payload) {
	return func(e trajectory.Payload) {
		if _, begins := e.(trajectory.Started); begins {
			do()
		}
		if see != nil {
			see(e)
		}
	}
}
