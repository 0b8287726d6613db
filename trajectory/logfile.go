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

// Writer appends events to a log, which is its own as long as it is open. It is
// safe for several goroutines.
type Writer struct {
	what  string // "run 1" or "session 1", for errors
	live  error  // that another process writes to it
	clock func() time.Time

	mu   sync.Mutex
	log  *jsonlines.Writer
	last Event // its number, and what all events of the log hold
}

// create starts a log. One that is there already is refused.
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

// goOn opens a log to write on, has it read, and mends its end.
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

// reading makes of a log's events what they tell.
type reading[T any] func(dir string, events []Event, torn bool) (*T, error)

// open opens a log for appending and takes it for this process.
func (w *Writer) open(path string, how int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|how, 0o600)
	if err != nil {
		return nil, err
	}
	switch err := filelock.Try(f); {
	case errors.Is(err, filelock.ErrHeld):
		return nil, errors.Join(w.live, f.Close())
	case err != nil:
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// catchUp reads a log that is taken, and mends its end.
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
