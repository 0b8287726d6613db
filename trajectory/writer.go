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

// Writer appends events to a run's log. It is safe for several goroutines.
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
	return &Writer{out: f, run: run, clock: clock}, nil
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

// Accept adds to the log of a finished run that a user vouches for it. A log
// that another program has open, or that has no end, is not to be accepted:
// the caller has read it.
func Accept(dir, by string, clock func() time.Time) error {
	run, events, err := reread(dir)
	if err != nil {
		return err
	}
	switch {
	case run.Result == nil:
		return fmt.Errorf("accept run %s: it has no end", run.ID)
	case run.Result.Outcome != Solved:
		return fmt.Errorf("accept run %s: its outcome is %s, and only solved work is vouched for", run.ID, run.Result.Outcome)
	}
	if err := mendTail(filepath.Join(dir, LogName)); err != nil {
		return fmt.Errorf("accept run %s: %w", run.ID, err)
	}
	f, err := os.OpenFile(filepath.Join(dir, LogName), os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("accept run %s: %w", run.ID, err)
	}
	w := &Writer{out: f, run: run.ID, seq: events, clock: clock}
	info, err := f.Stat()
	if err != nil {
		return errors.Join(fmt.Errorf("accept run %s: %w", run.ID, err), w.Close())
	}
	w.size = info.Size()
	return errors.Join(w.Append(Accepted{By: by}), w.Close())
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
