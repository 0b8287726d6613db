package trajectory

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// LogName is the log's file in a run's folder.
const LogName = "trajectory.jsonl"

// ErrLive is the error of writing to a log that another process is writing to.
var ErrLive = errors.New("the run is going on in another process")

// Writer appends events to a run's log, which is its own as long as it is open.
// It is safe for several goroutines.
type Writer struct {
	mu    sync.Mutex
	out   *os.File
	size  int64 // bytes of whole lines
	run   string
	seq   int
	clock func() time.Time
}

// Create starts the log of a new run in its folder, which must exist. A log
// that is there already is refused.
func Create(dir, run string, clock func() time.Time) (*Writer, error) {
	f, err := os.OpenFile(filepath.Join(dir, LogName), os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("start the log of run %s: %w", run, err)
	}
	if err := lock(f); err != nil {
		return nil, errors.Join(fmt.Errorf("start the log of run %s: %w", run, err), f.Close())
	}
	return &Writer{out: f, run: run, clock: clock}, nil
}

// Continue opens a run's log to write on, and reads what it holds; a torn last
// line is taken away. It is ErrLive while another process writes to it.
func Continue(dir string, clock func() time.Time) (*Writer, *Run, error) {
	f, err := os.OpenFile(filepath.Join(dir, LogName), os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("go on with the log of run %s: %w", filepath.Base(dir), err)
	}
	w := &Writer{out: f, clock: clock}
	run, err := w.catchUp(dir)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("go on with the log of run %s: %w", filepath.Base(dir), err), f.Close())
	}
	return w, run, nil
}

// catchUp takes the log for this process, reads it, and mends its end.
func (w *Writer) catchUp(dir string) (*Run, error) {
	if err := lock(w.out); err != nil {
		return nil, err
	}
	run, events, err := reread(dir)
	if err != nil {
		return nil, err
	}
	if err := mendTail(filepath.Join(dir, LogName)); err != nil {
		return nil, err
	}
	info, err := w.out.Stat()
	if err != nil {
		return nil, err
	}
	w.run, w.seq, w.size = run.ID, events, info.Size()
	return run, nil
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
	line, err := json.Marshal(Event{Schema: Schema, Seq: w.seq + 1, Time: w.clock().UTC(), Run: w.run, Kind: p.EventKind(), Payload: payload})
	if err != nil {
		return fmt.Errorf("log a %s event: %w", p.EventKind(), err)
	}
	n, err := w.out.Write(append(line, '\n'))
	if err != nil {
		if n > 0 { // a full disk: take the half line back, so that the next one stands alone
			err = errors.Join(err, w.out.Truncate(w.size))
		}
		return fmt.Errorf("write the log of run %s: %w", w.run, err)
	}
	w.seq++
	w.size += int64(n)
	return nil
}

// Close ends writing.
func (w *Writer) Close() error { return w.out.Close() }

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

// mendTail makes a log end in a whole line: a torn last one, which the reader
// drops, is taken away, and a whole one without its newline is given it.
func mendTail(path string) error {
	data, err := os.ReadFile(path)
	if err != nil || len(data) == 0 || data[len(data)-1] == '\n' {
		return err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	if json.Valid(data[whole:]) {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		_, err = f.WriteString("\n")
		return errors.Join(err, f.Close())
	}
	return os.Truncate(path, int64(whole))
}
