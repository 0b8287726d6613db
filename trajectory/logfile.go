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

// Writer appends events to a log, which it holds alone while it is open. It is safe for
// concurrent use.
type Writer struct {
	what  string // "run 1" or "session 1", for errors
	live  error  // the error when another process writes to it
	clock func() time.Time

	mu   sync.Mutex
	log  *jsonlines.Writer
	last Event // the last event's number, and the ids that all events share
}

// create starts a log. It fails if the log is already there.
func (w *Writer) create(path string) error {
	f, err := w.open(path, os.O_CREATE|os.O_EXCL)
	if err != nil {
		return fmt.Errorf("start the log of %s: %w", w.what, err)
	}
	if w.log, err = jsonlines.NewWriter(f); err != nil {
		return errors.Join(fmt.Errorf("start the log of %s: %w", w.what, err), f.Close())
	}
	return nil
}

// goOn opens a log for appending, has it read, and repairs its end.
func goOn[T any](w *Writer, path string, read reading[T]) (*Writer, *T, error) {
	f, err := w.open(path, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("go on with the log of %s: %w", w.what, err)
	}
	held, err := catchUp(w, f, read)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("go on with the log of %s: %w", w.what, err), f.Close())
	}
	return w, held, nil
}

// reading builds a run or a session from a log's events.
type reading[T any] func(dir string, events []Event, torn bool) (*T, error)

// patience is how long a log's lock is waited for. The lock of a process that was killed is
// held on by one that it was starting, until that runs its own program.
const patience = 500 * time.Millisecond

// open opens a log for appending and locks it for this process.
func (w *Writer) open(path string, how int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|how, 0o600)
	if err != nil {
		return nil, err
	}
	switch err := filelock.TryFor(f, patience); {
	case errors.Is(err, filelock.ErrHeld):
		return nil, errors.Join(w.live, f.Close())
	case err != nil:
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// catchUp reads a locked log and repairs its end.
func catchUp[T any](w *Writer, f *os.File, read reading[T]) (*T, error) {
	events, torn, err := readLog(f.Name(), w.what)
	if err != nil {
		return nil, err
	}
	held, err := read(filepath.Dir(f.Name()), events, torn)
	if err != nil {
		return nil, err
	}
	w.last = Event{Run: events[0].Run, Session: events[0].Session, Seq: len(events)}
	w.log, err = jsonlines.NewWriter(f)
	return held, err
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
	e := w.last
	e.Schema, e.Seq, e.Time, e.Kind, e.Payload = Schema, e.Seq+1, w.clock().UTC(), p.EventKind(), payload
	if err := w.log.Append(e); err != nil {
		return fmt.Errorf("write the log of %s: %w", w.what, err)
	}
	w.last.Seq++
	return nil
}

// Close ends writing.
func (w *Writer) Close() error { return w.log.Close() }

// readLog reads the events of a log's file.
func readLog(path, what string) (events []Event, torn bool, err error) {
	f, err := os.Open(path)
	if err == nil {
		defer f.Close()
		events, torn, err = Events(f)
	}
	if err != nil {
		err = fmt.Errorf("read %s: %w", what, err)
	}
	return events, torn, err
}
