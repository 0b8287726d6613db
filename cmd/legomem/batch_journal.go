package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"legomem/trajectory"
)

// journalName is the file that says what a batch did.
const journalName = "journal.jsonl"

// The events of a batch's journal.
const (
	batchOpened = "opened" // first: what the batch is
	rowBegun    = "begun"
	rowEnded    = "ended"
	rowApplying = "applying" // its changes are being copied to the user's folder
	rowApplied  = "applied"
	rowConflict = "conflict" // they cannot be: the folder has changed; nothing was copied
)

// batchEvent is a line of the journal. Each is on the disk before what follows
// it is done, so that a crash is seen.
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

// batchIs is what makes a batch the same one when it is started again.
type batchIs struct {
	Task    string `json:"task"`
	File    string `json:"file"`
	Testbed string `json:"testbed"`
	User    string `json:"user"`
	Date    string `json:"date"`
	Chain   bool   `json:"chain"`
}

// never is the outcome of a run that was cut off before its first action.
const never trajectory.Outcome = "never_begun"

// noFiles is the outcome of a run that solved its task and lost what it made.
const noFiles trajectory.Outcome = "no_files"

// journal is a batch's journal, open for writing.
type journal struct {
	out *os.File
	now func() time.Time
}

// readJournal reads what a batch did so far; nothing where there is no journal.
// A last line that a crash has cut off counts for nothing.
func readJournal(dir string) ([]batchEvent, error) {
	data, err := os.ReadFile(filepath.Join(dir, journalName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the batch's journal: %w", err)
	}
	var out []batchEvent
	for line := range bytes.Lines(data) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		var e batchEvent
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, usage("%s, line %d, is no event of a batch: %v; --again starts the batch over under a new name", filepath.Join(dir, journalName), len(out)+1, err)
		}
		out = append(out, e)
	}
	return out, nil
}

// openJournal opens a batch's journal to go on with it, whose folder must be
// there. What a crash has cut off is taken away.
func openJournal(dir string, now func() time.Time) (*journal, error) {
	f, err := os.OpenFile(filepath.Join(dir, journalName), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the batch's journal: %w", err)
	}
	data, err := os.ReadFile(f.Name())
	if err == nil {
		err = f.Truncate(int64(bytes.LastIndexByte(data, '\n') + 1))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the batch's journal: %w", err), f.Close())
	}
	return &journal{out: f, now: now}, nil
}

// write adds an event, and returns once it is on the disk.
func (j *journal) write(e batchEvent) error {
	e.Time = j.now().UTC()
	line, err := json.Marshal(e)
	if err == nil {
		_, err = j.out.Write(append(line, '\n'))
	}
	if err == nil {
		err = j.out.Sync()
	}
	if err != nil {
		return fmt.Errorf("write the batch's journal: %w", err)
	}
	return nil
}

func (j *journal) close() { _ = j.out.Close() } // every line is on the disk already
