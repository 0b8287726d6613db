package commit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"legomem/jsonlines"
	"legomem/places"
)

// A run's ledger, commit.jsonl in its folder, says where the run started from and what of
// it was brought there and taken back. Other events may stand in it; they are passed over.
const (
	fromEvent    = "from"
	appliedEvent = "applied"
	undoneEvent  = "undone"
)

// Entry is a line of a ledger.
type Entry struct {
	Event string    `json:"event"`
	Time  time.Time `json:"time"`
	ID    string    `json:"id,omitempty"` // the commit
	Of    string    `json:"of,omitempty"` // the commit that this one undid
	To    string    `json:"to,omitempty"` // the user's folder
	Steps []Step    `json:"steps,omitempty"`
	Made  []string  `json:"made,omitempty"` // folders
}

// Ledger is a ledger read back.
type Ledger struct {
	From    string // the folder that the run started from; "" where unknown
	Applied []Entry
	undone  map[string]bool
	ids     map[string]bool
	last    time.Time
}

// ReadLedger reads a run's ledger; a run without one has an empty ledger.
func ReadLedger(run places.Run) (Ledger, error) {
	entries, err := jsonlines.ReadJournal[Entry](run.Commits())
	if err != nil {
		return Ledger{}, fmt.Errorf("read what was applied of a run: %w", err)
	}
	l := Ledger{undone: map[string]bool{}, ids: map[string]bool{}}
	for _, e := range entries {
		l.ids[e.ID], l.last = true, e.Time
		switch e.Event {
		case fromEvent:
			l.From = e.To
		case appliedEvent:
			l.Applied = append(l.Applied, e)
		case undoneEvent:
			l.undone[e.Of] = true
		}
	}
	return l, nil
}

// Last is when something was last written into the ledger; zero for never.
func (l Ledger) Last() time.Time { return l.last }

// Standing is the last commit that was not undone.
func (l Ledger) Standing() (Entry, bool) {
	for i := len(l.Applied) - 1; i >= 0; i-- {
		if !l.undone[l.Applied[i].ID] {
			return l.Applied[i], true
		}
	}
	return Entry{}, false
}

// broughtTo are the hashes, by path, of what the run alone made in a folder, where that was
// not undone. A merged file is not among them: it holds what the user did, too.
func (l Ledger) broughtTo(dir string) map[string]string {
	all := map[string]string{}
	for _, e := range l.Applied {
		if e.To != dir || l.undone[e.ID] {
			continue
		}
		for _, s := range e.Steps {
			if all[s.Path] = s.After.Hash; s.Merged {
				delete(all, s.Path)
			}
		}
	}
	return all
}

// Needed adds the hashes of the backups with which the ledger's commits can be undone.
func (l Ledger) Needed(all map[string]bool) {
	for _, e := range l.Applied {
		for _, s := range e.Steps {
			all[s.Before.Hash] = true
		}
	}
}

// StartedFrom records the folder that a run started from.
func (e Engine) StartedFrom(run places.Run, dir string) error {
	return appendTo(run, Entry{Event: fromEvent, Time: e.Now().UTC(), To: dir})
}

func appendTo(run places.Run, entry Entry) error {
	w, _, err := jsonlines.OpenJournal[Entry](run.Commits())
	if err != nil {
		return err
	}
	return errors.Join(w.Append(entry), w.Close())
}

// record writes a commit into the run's ledger, once. Where the run is gone, nothing can
// be undone any more, and nothing is recorded; nor is it in a folder that is no run's,
// which the journal of a stranger's folder may name.
func (c *committing) record() error {
	c.e.moment()
	if _, err := os.Stat(c.Run.Log()); errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	l, err := ReadLedger(c.Run)
	if err != nil || l.ids[c.ID] {
		return err
	}
	entry := Entry{Event: appliedEvent, Time: c.e.Now().UTC(), ID: c.ID, To: c.t.dir, Steps: c.Steps, Made: c.Make}
	if c.Verb == Undo {
		entry = Entry{Event: undoneEvent, Time: c.e.Now().UTC(), ID: c.ID, To: c.t.dir, Of: c.Of}
	}
	if err := appendTo(c.Run, entry); err != nil {
		return fmt.Errorf("record what was done: %w", err)
	}
	c.e.moment()
	return nil
}
