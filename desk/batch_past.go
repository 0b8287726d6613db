package desk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"legomem/places"
	"legomem/trajectory"
	"legomem/words"
)

// rowPast is what became of a row in earlier starts, and in this one.
type rowPast struct {
	begun    bool // a run of it was begun, and has no end in the journal
	run      string
	outcome  trajectory.Outcome
	at       time.Time
	applied  bool
	applying bool // some of its files may be in the user's folder
	conflict bool
}

// batchPast is a batch's journal, read.
type batchPast struct {
	is   *batchIs // nil for a new batch
	rows map[string]*rowPast
	// done are the runs that solved a row, in order; applied is the last of
	// them whose files were copied to the user's folder.
	done    []string
	applied string
}

func pastOf(events []batchEvent) *batchPast {
	p := &batchPast{rows: map[string]*rowPast{}}
	for _, e := range events {
		p.apply(e)
	}
	return p
}

// row returns what became of a row; nothing yet if it is new.
func (p *batchPast) row(key string) *rowPast {
	if p.rows[key] == nil {
		p.rows[key] = &rowPast{}
	}
	return p.rows[key]
}

func (p *batchPast) apply(e batchEvent) {
	r := p.row(e.Row)
	switch e.Event {
	case batchOpened:
		p.is = e.Batch
	case rowBegun:
		*r = rowPast{begun: true, run: e.Run, at: e.Time}
	case rowEnded:
		r.begun, r.run, r.outcome, r.at = false, e.Run, e.Outcome, e.Time
		if e.Outcome == trajectory.Solved {
			p.done = append(p.done, e.Run)
		}
	case rowApplying:
		r.applying = true
	case rowApplied:
		r.applied, r.applying, p.applied = true, false, e.Run
	case rowConflict:
		r.conflict = true
	}
}

// solved reports whether the row is done.
func (r *rowPast) solved() bool { return !r.begun && r.outcome == trajectory.Solved }

// final reports whether the row has an end that cannot be resumed from.
func (r *rowPast) final() bool {
	resumable := r.outcome == trajectory.Cancelled || r.outcome == trajectory.Errored
	return !r.begun && !resumable
}

func doneBefore(p *rowPast) string {
	return fmt.Sprintf("already done on %s in run %s", p.at.Local().Format(time.DateOnly), p.run)
}

// wayOn is what to do about a run that was broken off.
func wayOn(run string) string {
	return fmt.Sprintf("look at it with legomem runs show %s, and go on with legomem runs resume %s", run, run)
}

// remember reads what the batch did before, and finds out what became of the runs that
// have no end in its journal. It refuses another batch of the same name.
func (b *batch) remember() error {
	b.report.Folder = b.folder()
	events, err := readJournal(b.report.Folder)
	if err != nil {
		return err
	}
	b.past = pastOf(events)
	if was := b.past.is; was != nil && !b.is.sameAs(*was) {
		return BadInput("the batch %s is another one: %q with --testbed %q and --chain=%t; give this one a name of its own with --batch-name, or say --again to start over",
			b.report.Batch, words.Short(was.Task, 100), was.Testbed, was.Chain)
	}
	for key, r := range b.past.rows {
		if r.outcome == trajectory.Asked && !r.begun {
			if err := b.goneOn(key, r); err != nil {
				return err
			}
			continue
		}
		if r.final() {
			continue
		}
		end, ended, err := endIn(b.runs, r.run)
		if err != nil {
			return err
		}
		end.Row, end.Time = key, b.desk.Now().UTC()
		switch {
		case !ended:
			r.begun = true
		case r.begun || end.Outcome == trajectory.Solved: // or it was resumed since
			b.found = append(b.found, end)
		}
	}
	for _, end := range b.found {
		b.past.apply(end)
	}
	return nil
}

// endIn looks in a run's log for the end that the journal lacks: the program was killed
// just then, or the run was resumed since. False if the log has none either, and
// something was done.
func endIn(runs places.Runs, id string) (batchEvent, bool, error) {
	end := batchEvent{Event: rowEnded, Run: id, Outcome: never, Reason: "broken off before its first action"}
	unread := func(err error) (batchEvent, bool, error) {
		return end, false, BadInput("what became of run %s cannot be read: %v; with its folder moved away, its row is done anew", id, err)
	}
	log, err := os.Open(runs.Run(id).Log())
	if errors.Is(err, fs.ErrNotExist) {
		return end, true, nil
	}
	if err != nil {
		return unread(err)
	}
	defer log.Close()
	events, _, err := trajectory.Events(log)
	if err != nil {
		return unread(err)
	}
	if len(events) == 0 {
		return end, true, nil
	}
	run, err := trajectory.Assemble(events)
	switch {
	case err != nil:
		return unread(err)
	case run.Result != nil:
		end.Outcome, end.Reason = outcomeOf(*run.Result)
		return end, true, nil
	}
	return end, len(run.Steps()) == 0, nil
}

// outcomeOf returns a result's outcome as a batch sees it: work whose files were lost
// is not done.
func outcomeOf(r trajectory.Result) (trajectory.Outcome, string) {
	switch {
	case r.Outcome == trajectory.Solved && r.Testbed == "":
		return noFiles, "the finished files could not be brought out"
	case r.Outcome == trajectory.Solved:
		return r.Outcome, ""
	}
	return r.Outcome, r.Reason
}
