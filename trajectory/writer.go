package trajectory

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"legomem/filelock"
	"legomem/jsonlines"
)

// LogName is the log's file in a run's folder.
const LogName = "trajectory.jsonl"

// ErrLive is the error of writing to a log that another process is writing to.
var ErrLive = errors.New("the run is going on in another process")

// Writer appends events to a run's log, which is its own as long as it is open.
// It is safe for several goroutines.
type Writer struct {
	mu    sync.Mutex
	log   *jsonlines.Writer
	run   string
	seq   int
	clock func() time.Time
}

// Create starts the log of a new run in its folder, which must exist. A log
// that is there already is refused.
func Create(dir, run string, clock func() time.Time) (*Writer, error) {
	f, err := open(dir, os.O_CREATE|os.O_EXCL)
	if err != nil {
		return nil, fmt.Errorf("start the log of run %s: %w", run, err)
	}
	log, err := jsonlines.NewWriter(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start the log of run %s: %w", run, err), f.Close())
	}
	return &Writer{log: log, run: run, clock: clock}, nil
}

// Continue opens a run's log to write on, and reads what it holds; a torn last
// line is taken away. It is ErrLive while another process writes to it.
func Continue(dir string, clock func() time.Time) (*Writer, *Run, error) {
	f, err := open(dir, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("go on with the log of run %s: %w", filepath.Base(dir), err)
	}
	w := &Writer{clock: clock}
	run, err := w.catchUp(f, dir)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("go on with the log of run %s: %w", filepath.Base(dir), err), f.Close())
	}
	return w, run, nil
}

// open opens a run's log for appending and takes it for this process.
func open(dir string, how int) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, LogName), os.O_RDWR|os.O_APPEND|how, 0o600)
	if err != nil {
		return nil, err
	}
	switch err := filelock.Try(f); {
	case errors.Is(err, filelock.ErrHeld):
		return nil, errors.Join(ErrLive, f.Close())
	case err != nil:
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// catchUp reads a log that is taken, and mends its end.
func (w *Writer) catchUp(f *os.File, dir string) (*Run, error) {
	run, events, err := reread(dir)
	if err != nil {
		return nil, err
	}
	w.run, w.seq = run.ID, events
	w.log, err = jsonlines.NewWriter(f)
	return run, err
}

// Append writes one event as one line, in a single write. An error leaves the
// log readable.
func (w *Writer) Append(p Payload) error {
	payload, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("log a %s event: %w", p.EventKind(), err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	err = w.log.Append(Event{Schema: Schema, Seq: w.seq + 1, Time: w.clock().UTC(), Run: w.run, Kind: p.EventKind(), Payload: payload})
	if err != nil {
		return fmt.Errorf("write the log of run %s: %w", w.run, err)
	}
	w.seq++
	return nil
}

// Close ends writing.
func (w *Writer) Close() error { return w.log.Close() }

// Accept adds to the log of a finished run that a user vouches for it.
func Accept(dir, by string, clock func() time.Time) error {
	w, run, err := Continue(dir, clock)
	if err != nil {
		return err
	}
	switch {
	case run.Result == nil:
		err = fmt.Errorf("accept run %s: it has no end", run.ID)
	case run.Result.Outcome != Solved:
		err = fmt.Errorf("accept run %s: its outcome is %s, and only solved work is vouched for", run.ID, run.Result.Outcome)
	default:
		err = w.Append(Accepted{By: by})
	}
	return errors.Join(err, w.Close())
}
