package main

import (
	"errors"
)

// bring copies what a row changed to the user's folder, where that is wanted.
func (b *batch) bring(r batchRow, d rowDone) (rowDone, error) {
	past := b.past.row(r.key)
	if !b.o.batch.apply || b.is.Chain || d.Status != isDone && d.Status != wasDone {
		return d, nil
	}
	if past.applied {
		d.Applied = true
		return d, nil
	}
	run := b.runs.Run(d.Run)
	from := bringing{to: r.from, start: run.Start(), finished: run.Testbed(), kept: run.Backup()}
	err := b.copyHome(r.key, d.Run, from)
	conflict := (*conflictError)(nil)
	switch {
	case errors.As(err, &conflict):
		d.Status, d.Reason = notApplied, err.Error()
		if past.applying {
			d.Reason = "its copying was interrupted, and cannot go on: " + d.Reason + "; what the run made of them is in " + from.finished
		}
		return d, nil
	case err != nil:
		d.Status, d.Reason = notApplied, err.Error()
		return d, err
	}
	d.Applied = true
	return d, nil
}

// copyHome copies changes to the user's folder, and writes down when it begins
// and when it is done: what is interrupted is gone on with by the next start.
func (b *batch) copyHome(row, run string, from bringing) error {
	wanted, err := from.look()
	if conflict := (*conflictError)(nil); errors.As(err, &conflict) {
		return errors.Join(err, b.record(batchEvent{Event: rowConflict, Row: row, Run: run, Reason: err.Error()}))
	}
	if err != nil {
		return err
	}
	if err := b.record(batchEvent{Event: rowApplying, Row: row, Run: run}); err != nil {
		return err
	}
	if err := from.copy(wanted); err != nil {
		return err
	}
	return b.record(batchEvent{Event: rowApplied, Row: row, Run: run})
}

// applyChain copies what a whole chain changed to the user's folder, once all
// its rows are done.
func (b *batch) applyChain() error {
	if b.verdict() != nil || len(b.past.done) == 0 {
		return nil
	}
	last := b.past.done[len(b.past.done)-1]
	if last != b.past.applied {
		if err := b.copyHome("", last, b.wholeChain(last)); err != nil {
			return err
		}
	}
	for i := range b.done {
		b.done[i].Applied = true
	}
	return nil
}

// wholeChain is what a chain has changed up to its last run, since it began or
// was copied to the user's folder.
func (b *batch) wholeChain(last string) bringing {
	from := bringing{to: b.is.Testbed, start: b.runs.Run(b.past.done[0]).Start(),
		finished: b.runs.Run(last).Testbed(), kept: b.runs.Run(last).Backup()}
	if b.past.applied != "" {
		from.start = b.runs.Run(b.past.applied).Testbed()
	}
	return from
}
