package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"legomem/changes"
	"legomem/commit"
	"legomem/consent"
	"legomem/folders"
	"legomem/lists"
	"legomem/places"
	"legomem/tools/facts"
	"legomem/trajectory"
)

// applying is one call of Apply.
type applying struct {
	desk *Desk
	run  *trajectory.Run
	Applying
	order   commit.Order
	engine  commit.Engine
	list    *changes.List // nil for the run's own
	acting  consent.Acting
	verdict consent.Verdict
	chain   string // the batch whose rows made the list together, "" for none
	// noting is called before anything in the user's folder is touched; it may be nil.
	noting func() error
}

func (a *applying) apply(ctx context.Context) (Commitment, error) {
	plan, err := a.engine.LookApply(ctx, a.order)
	if err != nil {
		return Commitment{}, commitError(a.run, err)
	}
	out := commitmentOf(a.run, plan)
	out.Chain = a.chain
	if len(plan.Steps) == 0 {
		return out, nil
	}
	if err := a.judge(ctx, plan); err != nil {
		return out, err
	}
	// A change that no list tells of, such as a written answer, is seen by nobody unless it
	// is asked about.
	if a.Bounded && len(a.verdict.Asked) == 0 && a.acting.Doubt == "" {
		if err := a.use(ctx); err != nil {
			return out, err
		}
		out.Grants, out.Changes = a.verdict.Grants, a.brought(out)
		return out, a.commit(ctx, plan)
	}
	return a.ask(ctx, plan, out)
}

// judge finds out what of the run's changes is within the bounds.
func (a *applying) judge(ctx context.Context, plan *commit.Plan) error {
	if a.list == nil {
		a.list, a.acting = listOf(a.run, plan), consent.ActingIn(a.run)
	}
	a.acting.FromRows = a.acting.FromRows || a.FromRows
	grants, err := a.standing(ctx)
	if err != nil {
		return err
	}
	bounds := a.desk.bounds(a.run.Started.Task)
	if bounds.Constants, err = a.constants(); err != nil {
		return err
	}
	a.verdict = consent.Judge(*a.list, a.acting, bounds, grants)
	if a.run.Result.Outcome != trajectory.Solved {
		a.verdict = unsolved(*a.list, a.run.Result.Outcome)
	}
	return nil
}

// unsolved is the verdict on what a run left that did not do its task.
func unsolved(l changes.List, outcome trajectory.Outcome) consent.Verdict {
	return consent.Verdict{Asked: lists.Map(l.ForPeople(), func(c changes.Change) consent.Asked {
		return consent.Asked{ID: c.ID, Sentence: c.Sentence, Why: fmt.Sprintf("the run did not do its task (%s)", outcome)}
	})}
}

// bounds are what the configuration lets a run bring to the user's files unasked.
func (d *Desk) bounds(t trajectory.Task) consent.Bounds {
	c := d.config.Commit
	return consent.Bounds{Own: append([]string{t.User}, d.addressesOf(t)...), Recipients: c.Recipients, Delete: c.Delete, Change: c.Change, Others: c.Others, MaxChanges: c.MaxChanges, Domain: t.OfficeDomain()}
}

// listOf is the list of a run's changes, as its log has it. Where they were not listed,
// each file is one that nobody could read.
func listOf(r *trajectory.Run, plan *commit.Plan) *changes.List {
	if r.Result.Changes != nil {
		return r.Result.Changes
	}
	l := &changes.List{Hash: plan.Digest()}
	for _, s := range plan.Steps {
		l.Changes = append(l.Changes, changes.Change{ID: s.Path, Kind: kindOf(s), Operation: operationOf(s),
			Sentence: sentenceOf(s), Files: []changes.File{{Path: s.Path, Before: s.Before.Hash, After: s.After.Hash}},
			Marks: []facts.Mark{{Kind: facts.Unreadable, Detail: "the run did not list its changes"}}})
	}
	return l
}

func operationOf(s commit.Step) facts.Operation {
	return map[string]facts.Operation{"added": facts.Made, "deleted": facts.Deleted, "changed": facts.Changed}[s.Kind()]
}

func kindOf(s commit.Step) changes.Kind {
	return map[bool]changes.Kind{false: changes.Plain, true: changes.Empty}[folders.Is(s.Path)]
}

func sentenceOf(s commit.Step) string {
	does := map[string]string{"added": "Makes ", "deleted": "Deletes ", "changed": "Changes "}[s.Kind()]
	what := map[changes.Kind]string{changes.Empty: "the folder "}[kindOf(s)]
	return does + what + folders.Name(s.Path) + "."
}

// ask has somebody decide, or leaves the question open.
func (a *applying) ask(ctx context.Context, plan *commit.Plan, out Commitment) (Commitment, error) {
	run, now := places.Run(a.run.Dir), a.desk.Now
	q := consent.Ask(a.run.ID, a.desk.config.Memory.Tenant, a.run.Started.Task.User, plan.To, *a.list, a.verdict, a.acting)
	q.Chain = a.chain
	if err := record(q, run, now()); err != nil {
		return out, err
	}
	if a.Decide == nil {
		out.Question = &q
		return out, nil
	}
	answer, err := a.Decide(ctx, Proposal{Question: q, All: a.list.ForPeople(), Doubt: a.acting.Doubt, Would: out})
	if err != nil {
		return out, err
	}
	out.Asked = true
	if err := q.Check(answer); err != nil {
		return out, BadInput("%w; legomem answer %s shows the question", err, a.run.ID)
	}
	if answer.Reply == consent.No {
		out.Declined = true
		out.Refused = wasRead(a.run)
		if err := answer.Record(run, now()); err != nil {
			return out, err
		}
		return out, a.desk.learnWordings(ctx, a.run, true)
	}
	return a.agreed(ctx, plan, out, answer)
}

// record writes a question into the run's ledger, unless it stands there open.
func record(q consent.Question, run places.Run, now time.Time) error {
	open, _, err := consent.Open(run)
	if err != nil || open != nil && open.List == q.List && open.To == q.To {
		return err
	}
	return q.Record(run, now)
}

// agreed brings what was agreed to to the user's folder.
func (a *applying) agreed(ctx context.Context, plan *commit.Plan, out Commitment, answer consent.Answer) (Commitment, error) {
	var err error
	if len(answer.LeaveOut) > 0 {
		if plan, out, err = a.leaveOut(ctx, out, answer.LeaveOut); err != nil {
			return out, err
		}
	}
	out.Changes = a.brought(out)
	agreed := a.without(out.LeftOut)
	grant, err := a.granting(ctx, answer.Reply, agreed)
	if err != nil {
		return out, err
	}
	if err := answer.Record(places.Run(a.run.Dir), a.desk.Now()); err != nil {
		return out, err
	}
	if err := a.commit(ctx, plan); err != nil {
		return out, err
	}
	if err := errors.Join(a.keep(ctx, agreed, grant), a.desk.learnWordings(ctx, a.run, false)); err != nil {
		return out, fmt.Errorf("the changes are made (legomem runs undo %s takes them back), but what was agreed to is not kept for later runs: %w", a.run.ID, err)
	}
	if grant != nil {
		out.Made = grant.ID
	}
	return out, nil
}

// leaveOut is the plan without some changes, and those that hang together with them.
func (a *applying) leaveOut(ctx context.Context, out Commitment, ids []string) (*commit.Plan, Commitment, error) {
	order, also, err := a.desk.without(ctx, a.run, a.order, *a.list, ids)
	if err != nil {
		return nil, out, err
	}
	plan, err := a.engine.LookApply(ctx, order)
	if err != nil {
		return nil, out, commitError(a.run, err)
	}
	less := commitmentOf(a.run, plan)
	out.Files, out.Merged = less.Files, less.Merged
	ids = append(slices.Clone(ids), also...)
	for _, c := range a.list.Changes {
		if slices.Contains(ids, c.ID) {
			out.LeftOut = append(out.LeftOut, consent.Other{ID: c.ID, Sentence: c.Sentence})
		}
	}
	return plan, out, nil
}

// brought are the changes of the list that are not left out.
func (a *applying) brought(out Commitment) []consent.Other {
	var all []consent.Other
	for _, c := range a.list.ForPeople() {
		if !slices.ContainsFunc(out.LeftOut, func(l consent.Other) bool { return l.ID == c.ID }) {
			all = append(all, consent.Other{ID: c.ID, Sentence: c.Sentence})
		}
	}
	return all
}

func (a *applying) commit(ctx context.Context, plan *commit.Plan) error {
	if a.noting != nil {
		if err := a.noting(); err != nil {
			return err
		}
	}
	if _, err := a.engine.Commit(ctx, plan); err != nil {
		return commitError(a.run, err)
	}
	a.desk.remember(ctx, a.run)
	return nil
}
