package desk

import (
	"context"
	"errors"
	"fmt"

	"legomem/changes"
	"legomem/commit"
	"legomem/consent"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/trajectory"
)

// appliesRows reports whether each row's changes are copied to the user's folder.
func (b *batch) appliesRows() bool { return b.o.Apply && !b.is.Chain }

// bring brings what a row changed to the user's folder, where that is wanted: what is
// within the bounds, or was agreed to. A question about the rest stays open.
func (b *batch) bring(ctx context.Context, r batchRow, d RowReport) (RowReport, error) {
	if !b.appliesRows() || !d.Fine() {
		return d, nil
	}
	past := b.past.row(r.key)
	if past.applied {
		d.Applied = true
		return d, nil
	}
	run, err := trajectory.Open(string(b.runs.Run(d.Run)))
	if err != nil {
		return d, &InputError{err}
	}
	if said, err := declined(run); said != "" || err != nil {
		d.Reason = said
		return d, err
	}
	done, err := b.copyHome(ctx, r.key, &applying{run: run, Applying: Applying{To: r.from, Bounded: true, FromRows: true}})
	switch {
	case err == nil && done.Question != nil:
		d.Status, d.Reason, d.Question = RowAsked, asksIn(*done.Question), done.Question
	case err == nil:
		d.Applied = true
	case !caused[*commit.Refused](err):
		return b.notApplied(d, err), err
	case past.applying:
		return b.notApplied(d, fmt.Errorf("its copying was interrupted, and cannot go on: %w; what the run made of them is in %s", err, b.runs.Run(d.Run).Testbed())), nil
	default:
		return b.notApplied(d, err), nil
	}
	return d, nil
}

func (b *batch) notApplied(d RowReport, err error) RowReport {
	d.Status, d.Reason = RowNotApplied, err.Error()
	return d
}

// declined is who said no to a run's changes, if somebody did.
func declined(r *trajectory.Run) (string, error) {
	open, last, err := consent.Open(places.Run(r.Dir))
	if err != nil || open != nil || last == nil || last.Reply != consent.No {
		return "", err
	}
	return fmt.Sprintf("%s said no to its changes; legomem runs apply %s asks again", last.By, r.ID), nil
}

// asksIn is a question in a line.
func asksIn(q consent.Question) string {
	if q.First() {
		return fmt.Sprintf("%s legomem answer %s", q.Text, q.Run)
	}
	first := q.Changes[0]
	return fmt.Sprintf("%s (%s) legomem answer %s", first.Sentence, first.Why, q.Run)
}

// copyHome brings what a run changed to the user's folder. It records when it begins and
// when it is done, so that the next start knows what was interrupted.
func (b *batch) copyHome(ctx context.Context, row string, a *applying) (Commitment, error) {
	if a.order.Run == "" {
		order, err := orderOf(a.run, a.To)
		if err != nil {
			return Commitment{}, err
		}
		a.order = order
	}
	a.desk, a.engine = b.desk, b.desk.committer(a.run)
	a.noting = func() error { return b.record(batchEvent{Event: rowApplying, Row: row, Run: a.run.ID}) }
	done, err := a.apply(ctx)
	switch {
	case err != nil:
		return done, b.notCopied(row, a.run, err)
	case done.Question != nil || done.Declined:
		return done, nil
	}
	return done, b.record(batchEvent{Event: rowApplied, Row: row, Run: a.run.ID})
}

// notCopied records that files in the user's folder are in the way.
func (b *batch) notCopied(row string, run *trajectory.Run, err error) error {
	if refused, ok := errors.AsType[*commit.Refused](err); ok {
		return errors.Join(refused, b.record(batchEvent{Event: rowConflict, Row: row, Run: run.ID, Reason: refused.Error()}))
	}
	return commitError(run, err)
}

// applyChain brings what a whole chain changed to the user's folder, once all its rows are
// done: what is within the bounds, or what somebody agrees to.
func (b *batch) applyChain(ctx context.Context) error {
	if !b.report.fine() || len(b.past.done) == 0 {
		return nil
	}
	if last := b.past.done[len(b.past.done)-1]; last != b.past.applied {
		done, err := b.bringChain(ctx, last, true)
		if err != nil || done.Question != nil || done.Declined {
			b.report.Question = done.Question
			return err
		}
	}
	for i := range b.report.Results {
		b.report.Results[i].Applied = true
	}
	return nil
}

// bringChain brings what a chain changed up to its last run to the user's folder. Bounded
// says that what is within the bounds needs no question.
func (b *batch) bringChain(ctx context.Context, last string, bounded bool) (Commitment, error) {
	run, err := trajectory.Open(string(b.runs.Run(last)))
	if err != nil {
		return Commitment{}, &InputError{err}
	}
	a := &applying{run: run, chain: b.report.Batch, Applying: Applying{To: b.is.Testbed, Bounded: bounded, Decide: b.o.Decide, FromRows: true}}
	if a.order, err = b.wholeChain(run); err != nil {
		return Commitment{}, err
	}
	if a.list, a.acting, err = b.chainChanges(ctx, a.order, run); err != nil {
		return Commitment{}, err
	}
	done, err := b.copyHome(ctx, "", a)
	return done, commitError(nil, err)
}

// chainChanges lists what a whole chain changed. Nobody did it by practice alone unless
// every row was done so.
func (b *batch) chainChanges(ctx context.Context, o commit.Order, last *trajectory.Run) (*changes.List, consent.Acting, error) {
	asked, acting := askedIn(last), consent.ActingIn(last)
	asked.Known, asked.Own = b.desk.known(), b.desk.addressesOf(last.Started.Task)
	for _, id := range b.past.done {
		run, err := trajectory.Open(string(b.runs.Run(id)))
		if err != nil {
			return nil, acting, &InputError{err}
		}
		one := askedIn(run)
		asked.Task, asked.Seen = asked.Task+"\n"+one.Task, append(asked.Seen, one.Seen...)
		asked.Answers = append(asked.Answers, one.Answers...)
		acting = acting.With(consent.ActingIn(run))
	}
	launcher, done, err := b.desk.launcherFor(b.desk.config.Sandbox, false)
	if err != nil {
		return nil, acting, err
	}
	defer done()
	list, err := reviewer{launcher: launcher}.list(ctx, o.Run, last.Started.Task, asked,
		changes.Testbed{Dir: o.Start, Hashes: o.Was}, changes.Testbed{Dir: o.Finished, Hashes: o.Is})
	return &list, acting, err
}

// wholeChain is what a chain has changed up to its last run, since it began or
// was copied to the user's folder.
func (b *batch) wholeChain(last *trajectory.Run) (commit.Order, error) {
	files, err := closedFiles(last)
	order := files.order(last, b.is.Testbed) // its list is made now, and tells of all folders
	if err != nil {
		return order, err
	}
	order.Start = b.runs.Run(b.past.done[0]).Start()
	if b.past.applied != "" {
		order.Start = b.runs.Run(b.past.applied).Testbed()
	}
	if order.Was, err = orchestrator.FilesIn(order.Start); err != nil {
		return order, BadInput("what the chain started from is gone: %w; --again starts the batch over", err)
	}
	return order, nil
}
