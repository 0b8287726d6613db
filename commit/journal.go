package commit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"legomem/jsonlines"
	"legomem/places"
)

// The staging folder, in the user's folder. It is there only while a commit is under way,
// or after one was cut off.
const (
	stagingName = reserved + "commit"
	journalName = "journal.jsonl"
)

// The events of a journal, in their order. Nothing in the user's folder is touched before
// ready; from there on the commit is carried out, or reversed after back; done ends it.
const (
	begun = "begun"
	ready = "ready"
	back  = "back"
	done  = "done"
)

// event is a line of a journal.
type event struct {
	Event string     `json:"event"`
	Time  time.Time  `json:"time"`
	PID   int        `json:"pid,omitempty"`
	ID    string     `json:"id,omitempty"`
	Verb  Verb       `json:"verb,omitempty"`
	Of    string     `json:"of,omitempty"`
	Run   places.Run `json:"run,omitempty"`
	// Steps have their new files in the staging folder, named by their number from 0.
	Steps []Step   `json:"steps,omitempty"`
	Make  []string `json:"make,omitempty"` // folders, in the order in which they are made
	Drop  []string `json:"drop,omitempty"` // folders that go if they are empty
}

// committing is a commit under way in a locked folder.
type committing struct {
	e       Engine
	t       *target
	journal *jsonlines.Writer
	staging *os.File // the staging folder
	event            // what is to be done
	again   bool     // it goes on after a kill
	turned  bool     // it is being reversed
	closed  bool
}

func stagingOf(dir string) string { return filepath.Join(dir, stagingName) }

// note writes a line of the journal, which is on the disk when note returns.
func (c *committing) note(e event) error {
	c.e.moment()
	e.Time = c.e.Now().UTC()
	if err := c.journal.Append(e); err != nil {
		return fmt.Errorf("write the journal of the commit: %w", err)
	}
	c.e.moment()
	return nil
}

// plainJournal refuses a journal that is no file, such as a link. The folder may be a
// stranger's, and a journal is repaired when it is opened.
func plainJournal(dir string) error {
	file := filepath.Join(stagingOf(dir), journalName)
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is %s, where a commit keeps its journal; move %s away", file, kindOf(info.Mode()), stagingOf(dir))
	}
	return nil
}

// open opens the staging folder and its journal, and returns what the journal says.
func (c *committing) open() ([]event, error) {
	dir := stagingOf(c.t.dir)
	if err := plainJournal(c.t.dir); err != nil {
		return nil, err
	}
	journal, events, err := jsonlines.OpenJournal[event](filepath.Join(dir, journalName))
	if err != nil {
		return nil, fmt.Errorf("the journal of a commit that was cut off: %w; move %s away to give that commit up", err, dir)
	}
	c.journal = journal
	if c.staging, err = os.Open(dir); err != nil {
		return nil, errors.Join(err, journal.Close())
	}
	return events, nil
}

// close closes the journal; a second call does nothing.
func (c *committing) close() error {
	if c.closed {
		return nil
	}
	c.closed = true
	return errors.Join(c.journal.Close(), c.staging.Close())
}
