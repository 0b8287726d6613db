package desk

import (
	"errors"
)

// appliesRows reports whether each row's changes are copied to the user's folder.
func (b *batch) appliesRows() bool { return b.o.Apply && !b.is.Chain }

// bring copies what a row changed to the user's folder, where that is wanted.
func (b *batch) bring(r batchRow, d RowReport) (RowReport, error) {
	if !b.appliesRows() || !d.Fine() {
		return d, nil
	}
	past := b.past.row(r.key)
	if past.applied {
		d.Applied = true
		return d, nil
	}
	from := bringingHome(b.runs.Run(d.Run), r.from)
	err := b.copyHome(r.key, d.Run, from)
	if err == nil {
		d.Applied = true
		return d, nil
	}
	d.Status, d.Reason = RowNotApplied, err.Error()
	if conflict := (*conflictError)(nil); !errors.As(err, &conflict) {
		return d, err
	}
	if past.applying {
		d.Reason = "its copying was interrupted, and cannot go on: " + d.Reason + "; what the run made of them is in " + from.finished
	}
	return d, nil
}

// copyHome copies changes to the user's folder. It records when it begins and when it
// is done, so that the next start can finish what was interrupted.
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
	if !b.report.fine() || len(b.past.done) == 0 {
		return nil
	}
	last := b.past.done[len(b.past.done)-1]
	if last != b.past.applied {
		if err := b.copyHome("", last, b.wholeChain(last)); err != nil {
			return err
		}
	}
	for i := range b.report.Results {
		b.report.Results[i].Applied = true
	}
	return nil
}

// wholeChain is what a chain has changed up to its last run, since it began or
// was copied to the user's folder.
func (b *batch) wholeChain(last string) bringing {
	from := bringingHome(b.runs.Run(last), b.is.Testbed)
	from.start = b.runs.Run(b.past.done[0]).Start()
	if b.past.applied != "" {
		from.start = b.runs.Run(b.past.applied).Testbed()
	}
	return from
}
