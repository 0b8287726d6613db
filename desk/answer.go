package desk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"legomem/consent"
	"legomem/trajectory"
)

// Question is what a run leaves open for somebody to decide. An error says that there is
// nothing, or that it is answered already.
func (d *Desk) Question(r *trajectory.Run) (consent.Question, error) {
	if err := errors.Join(d.ownTenant(r), noTrial(r)); err != nil {
		return consent.Question{}, err
	}
	q, last, err := d.first(r)
	switch {
	case err != nil:
		return consent.Question{}, err
	case q != nil && r.Result == nil:
		return consent.Question{}, BadInput("run %s has no end: it goes on, or it was killed; legomem runs resume %s goes on with that", r.ID, r.ID)
	case q != nil && q.First() && r.Result.Outcome != trajectory.Asked:
		return consent.Question{}, BadInput("run %s asks nothing any more: it has ended as %s", r.ID, r.Result.Outcome)
	case q != nil:
		return *q, nil
	case last != nil && last.Told != nil:
		return consent.Question{}, BadInput("the question of run %s is answered by %s%s", r.ID, last.By, goneOnIn(last.Run))
	case last != nil:
		return consent.Question{}, BadInput("the question of run %s is answered: %s said %s; legomem runs apply %s brings changes to your folder, legomem runs undo %s takes them back", r.ID, last.By, last.Reply, r.ID, r.ID)
	}
	return consent.Question{}, BadInput("run %s asks nothing; legomem runs apply %s brings its changes to your folder", r.ID, r.ID)
}

// goneOnIn says which run goes on with an answer.
func goneOnIn(run string) string {
	if run == "" {
		return "; its batch goes on with that when it is started again"
	}
	return fmt.Sprintf(", and run %s goes on with that; legomem runs show %s tells of it", run, run)
}

// shortHash is how many letters of a hash tell lists apart for people.
const shortHash = 8

// Answer answers the question that a run leaves open, and does what that says. Who is the
// person who answers, "" if that is not said. The answer's list may be left out, or be
// the beginning of the hash, of at least shortHash letters.
func (d *Desk) Answer(ctx context.Context, r *trajectory.Run, a consent.Answer, who string) (Commitment, error) {
	q, err := d.Question(r)
	if err != nil {
		return Commitment{}, err
	}
	if q.First() {
		return Commitment{}, BadInput("run %s asks before it does anything, and not about changes; legomem answer %s shows the question", r.ID, r.ID)
	}
	if err := d.MayAnswer(q, who); err != nil {
		return Commitment{}, err
	}
	if a.List != "" && len(a.List) < shortHash {
		return Commitment{}, BadInput("--list %s is too short to tell lists apart; give at least %d letters of the hash", a.List, shortHash)
	}
	if !strings.HasPrefix(q.List, a.List) {
		return Commitment{}, BadInput("the answer is to a list with the hash %s, and the question of run %s is about %s; legomem answer %s shows it", a.List, r.ID, q.List, r.ID)
	}
	if a.List = q.List; a.By == "" {
		a.By = q.User
	}
	decide := func(context.Context, Proposal) (consent.Answer, error) { return a, nil }
	return d.Settle(ctx, r, q, decide)
}

// Settle has somebody decide on the question that a run leaves open, and does what that
// says.
func (d *Desk) Settle(ctx context.Context, r *trajectory.Run, q consent.Question, decide Deciding) (Commitment, error) {
	if q.Chain != "" {
		return d.settleChain(ctx, r, q.Chain, decide)
	}
	return d.Apply(ctx, r, Applying{To: q.To, Decide: decide})
}
