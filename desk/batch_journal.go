package desk

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"legomem/jsonlines"
	"legomem/trajectory"
)

// journalName is the file that records what a batch did.
const journalName = "journal.jsonl"

// The events of a batch's journal.
const (
	batchOpened = "opened" // first: what the batch is
	rowBegun    = "begun"
	rowEnded    = "ended"
	rowApplying = "applying" // its changes are being copied to the user's folder
	rowApplied  = "applied"
	rowConflict = "conflict" // its changes cannot be copied: the folder has changed; nothing was
)

// batchEvent is a line of the journal. Each is on the disk before the next thing is
// done, so that a crash shows.
type batchEvent struct {
	Time    time.Time          `json:"time"`
	Event   string             `json:"event"`
	Batch   *batchIs           `json:"batch,omitempty"`
	Row     string             `json:"row,omitempty"` // its key
	Line    int                `json:"line,omitempty"`
	Task    string             `json:"task,omitempty"`
	Run     string             `json:"run,omitempty"`
	Outcome trajectory.Outcome `json:"outcome,omitempty"`
	Reason  string             `json:"reason,omitempty"`
}

// batchIs identifies a batch when it is started again.
type batchIs struct {
	Task    string `json:"task"`
	File    string `json:"file"`
	Testbed string `json:"testbed"`
	User    string `json:"user"`
	Date    string `json:"date"`
	Chain   bool   `json:"chain"`
}

// sameAs reports whether one goes on with the other.
func (is batchIs) sameAs(was batchIs) bool {
	return is.Task == was.Task && is.Chain == was.Chain && is.Testbed == was.Testbed
}

// never is the outcome of a run that was cut off before its first action.
const never trajectory.Outcome = "never_begun"

// noFiles is the outcome of a run that solved its task and lost what it made.
const noFiles trajectory.Outcome = "no_files"

// readJournal reads what a batch did so far; nothing if there is no journal. A last
// line that a crash has cut off is ignored.
func readJournal(dir string) ([]batchEvent, error) {
	events, err := jsonlines.ReadJournal[batchEvent](filepath.Join(dir, journalName))
	if err != nil {
		return nil, unread("read", err)
	}
	return events, nil
}

// openJournal opens a batch's journal to go on with it; its folder must exist. A last
// line that a crash has cut off is removed.
func openJournal(dir string) (*jsonlines.Writer, error) {
	out, _, err := jsonlines.OpenJournal[batchEvent](filepath.Join(dir, journalName))
	if err != nil {
		return nil, unread("open", err)
	}
	return out, nil
}

// unread is the error of a journal that cannot be opened or read.
func unread(verb string, err error) error {
	if broken := (*jsonlines.Broken)(nil); errors.As(err, &broken) {
		return BadInput("%s, line %d, is no event of a batch: %v; --again starts the batch over under a new name", broken.Path, broken.Line, broken.Err)
	}
	return fmt.Errorf("%s the batch's journal: %w", verb, err)
}

// record writes an event to the journal, and takes it into the past.
func (b *batch) record(e batchEvent) error {
	e.Time = b.desk.Now().UTC()
	if err := b.write(e); err != nil {
		return err
	}
	b.past.apply(e)
	return nil
}

// write adds an event, and returns once it is on the disk.
func (b *batch) write(e batchEvent) error {
	if err := b.journal.Append(e); err != nil {
		return fmt.Errorf("write the batch's journal: %w", err)
	}
	return nil
}
