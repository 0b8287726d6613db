package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"legomem/desk"
	"legomem/orchestrator"
	"legomem/trajectory"
	"legomem/words"
)

// carryOut does the rows that are not done, with one launcher and one bank.
func (b *batch) carryOut(ctx context.Context) error {
	unlock, err := b.app.lock(b.lockFile(), "the batch "+b.name)
	if err != nil {
		return err
	}
	defer unlock()
	b.dir = b.folder()
	if err := b.remember(); err != nil {
		return err
	}
	if err := os.MkdirAll(b.dir, 0o700); err != nil {
		return fmt.Errorf("make the batch's folder: %w", err)
	}
	if b.journal, err = openJournal(b.dir, b.app.now); err != nil {
		return err
	}
	defer b.journal.close()
	if err := b.open(); err != nil {
		return err
	}
	end := b.doRows(ctx)
	if err := b.tellDone(ctx, end); err != nil {
		return err
	}
	if end == nil {
		end = b.verdict()
	}
	return end
}

// open writes what the journal lacks: its head, and the ends of runs that were
// found elsewhere.
func (b *batch) open() error {
	if b.past.is == nil {
		if err := b.journal.write(batchEvent{Event: batchOpened, Batch: &b.is}); err != nil {
			return err
		}
	}
	for _, end := range b.found {
		if end.Outcome == never {
			// A log that holds nothing cannot be closed, and need not be.
			if _, err := orchestrator.Discard(string(b.runs.Run(end.Run)), b.app.now); errors.Is(err, trajectory.ErrLive) {
				return usage("%v; wait for its end, or stop that one", err)
			}
		}
		if err := b.journal.write(end); err != nil {
			return err
		}
	}
	return nil
}

// doRows does all rows in order, until something ends the batch: the user, or
// what no row could do without.
func (b *batch) doRows(ctx context.Context) error {
	if err := b.prepare(ctx); err != nil {
		return err
	}
	if b.parts != nil {
		defer b.closeLauncher()
		defer b.parts.Close()
	}
	why, end := b.unfit(), error(nil)
	progress := newBatchTold(b)
	for _, r := range b.rows {
		past := b.past.row(r.key)
		if ctx.Err() != nil {
			why, end = "interrupted", ctx.Err()
		}
		if end != nil || why != "" && !past.solved() && !past.begun && b.refused(r) == "" {
			b.done = append(b.done, b.about(r, notBegun, why))
			continue
		}
		progress.begins(r)
		d, err := b.do(ctx, r)
		b.done = append(b.done, d)
		progress.ended(d)
		switch {
		case err != nil:
			why, end = "the batch ended before it: "+words.FirstLine(err.Error()), err
		case !d.fine() && b.is.Chain && !b.o.batch.keepGoing && why == "":
			why = fmt.Sprintf("the chain is broken at line %d; --keep-going goes on from the row before", r.line)
		}
	}
	progress.close()
	if end == nil && b.o.batch.apply && b.is.Chain {
		end = b.applyChain()
	}
	return end
}

// prepare makes what the rows need, where there is a row to do, and reads all
// of them as reflex does.
func (b *batch) prepare(ctx context.Context) error {
	todo := false
	for _, r := range b.rows {
		past := b.past.row(r.key)
		todo = todo || !past.solved() || b.o.batch.apply && past.conflict
	}
	if !todo {
		return nil
	}
	launcher, closeLauncher, err := b.app.launcherFor(true)
	if err != nil {
		return err
	}
	p, err := b.app.desk.BuildOn(ctx, b.app.config, launcher, nil)
	if err != nil {
		closeLauncher()
		return err
	}
	p.Deps().Resumable = true
	b.parts, b.closeLauncher = &p, closeLauncher
	return b.check(ctx, p.Bank())
}

// unfit says why no row is begun: some do not fit, and the user did not say to
// go on without them.
func (b *batch) unfit() string {
	n := 0
	for _, r := range b.rows {
		if !b.past.row(r.key).solved() && b.refused(r) != "" {
			n++
		}
	}
	if n == 0 || b.o.batch.keepGoing {
		return ""
	}
	return fmt.Sprintf("%s not fit; --keep-going does the others", words.Plural(n, "row does", "rows do"))
}

func (b *batch) about(r batchRow, status, reason string) rowDone {
	return rowDone{Row: r.number, Line: r.line, Task: r.task.Text, Status: status, Reason: reason}
}

// do does a row, unless it is done. The error is what ends the batch.
func (b *batch) do(ctx context.Context, r batchRow) (rowDone, error) {
	past := b.past.row(r.key)
	switch {
	case past.solved() && (!past.conflict || past.applying || !b.o.batch.apply || b.is.Chain):
		d := b.about(r, wasDone, doneBefore(past))
		d.Run = past.run
		return b.bring(r, d)
	case past.begun:
		return b.resumeRow(ctx, r)
	case b.refused(r) != "":
		return b.about(r, isRefused, b.refused(r)), nil
	}
	return b.run(ctx, r)
}

// resumeRow goes on with a row whose run has no end. It is not done again
// blindly: what the run did may be more than its log says.
func (b *batch) resumeRow(ctx context.Context, r batchRow) (rowDone, error) {
	id := b.past.row(r.key).run
	d := b.about(r, brokenOff, "")
	d.Run = id
	broken := func(err error) (rowDone, error) {
		d.Reason = wayOn(id) + "; by itself it could not: " + err.Error()
		return d, ctx.Err()
	}
	past, err := b.app.findRun(id)
	if err != nil {
		return broken(err)
	}
	_, ownBank := b.app.flags["memory.bank"]
	ran, err := b.app.desk.Resume(ctx, past, desk.Resuming{OwnBank: ownBank}, nil)
	if ran.Result.RunID == "" {
		return broken(err)
	}
	return b.ended(ctx, r, d, ran, err)
}

// run does a row, and writes down that it begins before it does.
func (b *batch) run(ctx context.Context, r batchRow) (rowDone, error) {
	d := b.about(r, "", "")
	order, err := b.start(r)
	if err != nil {
		d.Status, d.Reason = notBegun, err.Error()
		return d, err
	}
	id := b.app.newID()
	d.Run = id
	if err := b.record(batchEvent{Event: rowBegun, Row: r.key, Line: r.line, Task: order.Task.Text, Run: id}); err != nil {
		d.Status = notBegun
		return d, err
	}
	ran, err := b.app.desk.Perform(ctx, *b.parts, id, order)
	if ran.Result.RunID == "" {
		d.Status, d.Reason = notBegun, err.Error()
		return d, errors.Join(err, b.record(batchEvent{Event: rowEnded, Row: r.key, Run: id, Outcome: never, Reason: d.Reason}))
	}
	return b.ended(ctx, r, d, ran, err)
}

// ended writes down what came of a row's run. The error is what ends the batch:
// the user, or something outside that no row could do without.
func (b *batch) ended(ctx context.Context, r batchRow, d rowDone, ran desk.Ran, err error) (rowDone, error) {
	outcome, reason := outcomeOf(ran.Result)
	d.Status, d.Reason, d.Changed = string(outcome), reason, ran.Result.Changed
	if outcome == trajectory.Solved {
		d.Status = isDone
	}
	if broken := b.record(batchEvent{Event: rowEnded, Row: r.key, Run: d.Run, Outcome: outcome, Reason: reason}); broken != nil {
		return d, broken
	}
	if ctx.Err() != nil {
		return d, ctx.Err()
	}
	if err := ran.End(err); desk.IsOutside(err) {
		return d, err
	}
	return b.bring(r, d)
}

// start is a row's task as it is begun: at its own moment, on its own files.
func (b *batch) start(r batchRow) (desk.Order, error) {
	order := desk.Order{Task: r.task, From: r.from}
	if !r.dated {
		order.Task.Now = b.app.now().In(r.task.Now.Location())
	}
	if left := b.left(); b.is.Chain && left != "" {
		if err := isFolder(left); err != nil {
			return order, usage("the row starts from what the one before left, and that is gone: %v; --again starts the batch over", err)
		}
		order.From = left
	}
	return order, nil
}

// record writes an event down, and remembers it.
func (b *batch) record(e batchEvent) error {
	if err := b.journal.write(e); err != nil {
		return err
	}
	e.Time = b.app.now().UTC()
	b.past.take(e)
	return nil
}

// left is the folder that the last row of a chain left, "" before there is one.
func (b *batch) left() string {
	if len(b.past.done) == 0 {
		return ""
	}
	return b.runs.Run(b.past.done[len(b.past.done)-1]).Testbed()
}
