package desk

import (
	"context"
	"errors"

	"legomem/commit"
	"legomem/orchestrator"
	"legomem/trajectory"
)

// appliesRows reports whether each row's changes are copied to the user's folder.
func (b *batch) appliesRows() bool { return b.o.Apply && !b.is.Chain }

// bring copies what a row changed to the user's folder, where that is wanted.
func (b *batch) bring(ctx context.Context, r batchRow, d RowReport) (RowReport, error) {
	if !b.appliesRows() || !d.Fine() {
		return d, nil
	}
	past := b.past.row(r.key)
	if past.applied {
		d.Applied = true
		return d, nil
	}
	err := b.copyHome(ctx, r.key, d.Run, func(run *trajectory.Run) (commit.Order, error) { return orderOf(run, r.from) })
	if err == nil {
		d.Applied = true
		return d, nil
	}
	d.Status, d.Reason = RowNotApplied, err.Error()
	if !caused[*commit.Refused](err) {
		return d, err
	}
	if past.applying {
		d.Reason = "its copying was interrupted, and cannot go on: " + d.Reason + "; what the run made of them is in " + b.runs.Run(d.Run).Testbed()
	}
	return d, nil
}

// copyHome copies what a run changed to the user's folder. It records when it begins and
// when it is done, so that the next start knows what was interrupted.
func (b *batch) copyHome(ctx context.Context, row, id string, orderOf func(*trajectory.Run) (commit.Order, error)) error {
	run, err := trajectory.Open(string(b.runs.Run(id)))
	if err != nil {
		return &InputError{err}
	}
	order, err := orderOf(run)
	if err != nil {
		return err
	}
	engine := b.desk.committer(run)
	plan, err := engine.LookApply(ctx, order)
	if err != nil {
		return b.notCopied(row, run, err)
	}
	if err := b.record(batchEvent{Event: rowApplying, Row: row, Run: id}); err != nil {
		return err
	}
	if _, err := engine.Commit(ctx, plan); err != nil {
		return b.notCopied(row, run, err)
	}
	return b.record(batchEvent{Event: rowApplied, Row: row, Run: id})
}

// notCopied records that files in the user's folder are in the way.
func (b *batch) notCopied(row string, run *trajectory.Run, err error) error {
	if refused, ok := errors.AsType[*commit.Refused](err); ok {
		return errors.Join(refused, b.record(batchEvent{Event: rowConflict, Row: row, Run: run.ID, Reason: refused.Error()}))
	}
	return commitError(run, err)
}

// applyChain copies what a whole chain changed to the user's folder, once all
// its rows are done.
func (b *batch) applyChain(ctx context.Context) error {
	if !b.report.fine() || len(b.past.done) == 0 {
		return nil
	}
	last := b.past.done[len(b.past.done)-1]
	if last != b.past.applied {
		if err := b.copyHome(ctx, "", last, b.wholeChain); err != nil {
			return commitError(nil, err)
		}
	}
	for i := range b.report.Results {
		b.report.Results[i].Applied = true
	}
	return nil
}

// wholeChain is what a chain has changed up to its last run, since it began or
// was copied to the user's folder.
func (b *batch) wholeChain(last *trajectory.Run) (commit.Order, error) {
	order, err := orderOf(last, b.is.Testbed)
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
