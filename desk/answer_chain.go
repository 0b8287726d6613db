package desk

import (
	"context"
	"path/filepath"

	"legomem/places"
	"legomem/trajectory"
)

// settleChain has somebody decide on what the rows of a chain changed together, the last of
// which is a run, and does what that says. The batch's journal alone tells which rows those
// are, so its list of values is not needed.
func (d *Desk) settleChain(ctx context.Context, last *trajectory.Run, name string, decide Deciding) (Commitment, error) {
	b := &batch{desk: d, o: BatchOrder{Chain: true, Apply: true, Decide: decide}, runs: places.Runs(filepath.Dir(last.Dir))}
	b.report.Batch = name
	unlock, err := d.lock(b.lockFile(), "the batch "+name)
	if err != nil {
		return Commitment{}, err
	}
	defer unlock()
	if err := b.goOn(last.ID); err != nil {
		return Commitment{}, err
	}
	defer b.journal.Close() // every line is on the disk already
	return b.bringChain(ctx, last.ID, false)
}

// goOn opens the journal of a chain whose last row is a run, and is not applied.
func (b *batch) goOn(last string) error {
	events, err := readJournal(b.folder())
	if err != nil {
		return err
	}
	was := pastOf(events)
	if was.is == nil {
		return BadInput("the journal of batch %s is gone, which names the rows that are asked about; start the batch again with --again", b.report.Batch)
	}
	b.is = *was.is
	switch n := len(was.done); {
	case n == 0 || was.done[n-1] != last:
		return BadInput("the batch %s has gone on since run %s; start it again, and it asks about all of it", b.report.Batch, last)
	case was.applied == last:
		return BadInput("what batch %s changed is in %s already", b.report.Batch, b.is.Testbed)
	}
	return b.begin()
}
