package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"legomem/orchestrator"
	"legomem/trajectory"
	"legomem/words"
)

// writeFound writes what the journal lacks: its first event, and the ends that were
// found in runs' logs.
func (b *batch) writeFound() error {
	if b.past.is == nil {
		if err := b.record(batchEvent{Event: batchOpened, Batch: &b.is}); err != nil {
			return err
		}
	}
	for _, end := range b.found {
		if end.Outcome == never {
			// A log that holds nothing cannot be closed, and need not be.
			if _, err := orchestrator.Discard(string(b.runs.Run(end.Run)), b.desk.Now); errors.Is(err, trajectory.ErrLive) {
				return BadInput("%v; wait for its end, or stop that one", err)
			}
		}
		if err := b.write(end); err != nil {
			return err
		}
	}
	return nil
}

// doRows does all rows in order, until something ends the batch: the user, or the loss
// of something that all rows need.
func (b *batch) doRows(ctx context.Context) error {
	err := b.prepare(ctx)
	if b.parts != nil {
		defer b.parts.Close()
	}
	if err != nil {
		return err
	}
	why, end := b.unfit(), error(nil)
	for _, r := range b.rows {
		if ctx.Err() != nil {
			why, end = "interrupted", ctx.Err()
		}
		if end != nil || why != "" && b.wouldBegin(r) {
			b.report.add(b.about(r, RowNotBegun, why))
			continue
		}
		d, err := b.try(ctx, r)
		switch {
		case err != nil:
			why, end = "the batch ended before it: "+words.FirstLine(err.Error()), err
		case why == "" && b.breaksChain(d):
			why = fmt.Sprintf("the chain is broken at line %d; --keep-going goes on from the row before", r.line)
		}
	}
	if end == nil && b.o.Apply && b.is.Chain {
		end = b.applyChain(ctx)
	}
	return end
}

// try does a row, and reports it to the observer.
func (b *batch) try(ctx context.Context, r batchRow) (RowReport, error) {
	b.see(b.about(r, "", ""), b.report.BatchTally)
	d, err := b.do(ctx, r)
	b.report.add(d)
	b.see(d, b.report.BatchTally)
	return d, err
}

// wouldBegin reports whether the row is still to be done, and fits.
func (b *batch) wouldBegin(r batchRow) bool {
	past := b.past.row(r.key)
	return !past.solved() && !past.begun && b.refused(r) == ""
}

// breaksChain reports whether no row may follow this one.
func (b *batch) breaksChain(d RowReport) bool {
	return b.is.Chain && !b.o.KeepGoing && !d.Fine()
}

// prepare makes what the rows need, if there is a row to do, and checks how reflex
// reads all of them.
func (b *batch) prepare(ctx context.Context) error {
	if !slices.ContainsFunc(b.rows, b.isToDo) {
		return nil
	}
	p, err := b.desk.Prepare(ctx)
	if err != nil {
		return err
	}
	b.parts = p
	return b.check(ctx, p.bank)
}

func (b *batch) isToDo(r batchRow) bool {
	past := b.past.row(r.key)
	return !past.solved() || b.o.Apply && past.conflict
}

// unfit returns why no row is begun, or "": some do not fit, and the user did not ask
// to go on without them.
func (b *batch) unfit() string {
	n := 0
	for _, r := range b.rows {
		if !b.past.row(r.key).solved() && b.refused(r) != "" {
			n++
		}
	}
	if n == 0 || b.o.KeepGoing {
		return ""
	}
	return fmt.Sprintf("%s not fit; --keep-going does the others", words.Plural(n, "row does", "rows do"))
}

// do does a row, unless it is done. The error is what ends the batch.
func (b *batch) do(ctx context.Context, r batchRow) (RowReport, error) {
	past := b.past.row(r.key)
	switch {
	case past.solved() && !b.isDoneAnew(past):
		d := b.about(r, RowDoneBefore, doneBefore(past))
		d.Run = past.run
		return b.bring(ctx, r, d)
	case past.begun:
		return b.resumeRow(ctx, r)
	case b.asking(past) != nil:
		return asks(b.about(r, "", ""), b.asking(past)), nil
	case b.refused(r) != "":
		return b.about(r, RowRefused, b.refused(r)), nil
	}
	return b.run(ctx, r)
}

// isDoneAnew reports whether a row is done again on the user's files as they are now,
// since these had changed and its work could not be copied.
func (b *batch) isDoneAnew(past *rowPast) bool {
	return past.conflict && !past.applying && b.appliesRows()
}

// resumeRow resumes a row whose run has no end. It does not simply do it again: the run
// may have done more than its log shows.
func (b *batch) resumeRow(ctx context.Context, r batchRow) (RowReport, error) {
	id := b.past.row(r.key).run
	d := b.about(r, RowBrokenOff, "")
	d.Run = id
	var ran Ran
	past, err := b.desk.FindRun(id)
	if err == nil {
		ran, err = b.desk.Resume(ctx, past, Resuming{OwnBank: b.o.OwnBank}, nil)
	}
	if ran.Result.RunID == "" {
		d.Reason = wayOn(id) + "; by itself it could not: " + err.Error()
		return d, ctx.Err()
	}
	return b.ended(ctx, r, d, ran, err)
}

// run does a row, and records first that it begins.
func (b *batch) run(ctx context.Context, r batchRow) (RowReport, error) {
	d := b.about(r, RowNotBegun, "")
	order, err := b.start(r)
	if err != nil {
		d.Reason = err.Error()
		return d, err
	}
	d.Run = b.desk.newID()
	if err := b.record(batchEvent{Event: rowBegun, Row: r.key, Line: r.line, Task: order.Task.Text, Run: d.Run}); err != nil {
		return d, err
	}
	ran, err := b.parts.run(ctx, d.Run, order, nil)
	if ran.Result.RunID == "" {
		d.Reason = err.Error()
		return d, errors.Join(err, b.record(batchEvent{Event: rowEnded, Row: r.key, Run: d.Run, Outcome: never, Reason: d.Reason}))
	}
	return b.ended(ctx, r, d, ran, err)
}

// ended records what came of a row's run. The error is what ends the batch: the user,
// or something outside that all rows need.
func (b *batch) ended(ctx context.Context, r batchRow, d RowReport, ran Ran, err error) (RowReport, error) {
	outcome, reason := outcomeOf(ran.Result)
	d.Status, d.Reason, d.Changed = string(outcome), reason, ran.Result.Changed
	if outcome == trajectory.Solved {
		d.Status = RowDone
	}
	if broken := b.record(batchEvent{Event: rowEnded, Row: r.key, Run: d.Run, Outcome: outcome, Reason: reason}); broken != nil {
		return d, broken
	}
	if ctx.Err() != nil {
		return d, ctx.Err()
	}
	if err := ran.End(err); IsOutside(err) {
		return d, err
	}
	if outcome == trajectory.Asked {
		return asks(d, ran.Question), nil
	}
	return b.bring(ctx, r, d)
}

// start returns the order for a row's run, with the row's own time and files.
func (b *batch) start(r batchRow) (Order, error) {
	order := Order{Task: r.task, From: r.from, Batch: b.report.Batch, Chain: b.is.Chain, Apply: b.appliesRows()}
	order = b.answered(order, b.past.row(r.key))
	if !r.dated {
		order.Task.Now = b.desk.Now().In(r.task.Now.Location())
	}
	if left := b.left(); b.is.Chain && left != "" {
		if err := isFolder(left); err != nil {
			return order, BadInput("the row starts from what the one before left, and that is gone: %v; --again starts the batch over", err)
		}
		order.From = left
	}
	return order, nil
}
