package jsonlines

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"sync"
)

// Writer appends values to a file, each as a line and in a single write, so that a crash
// tears no line but the last. It is safe for concurrent use.
type Writer struct {
	durable bool // each line is on the disk when Append returns

	mu   sync.Mutex
	out  *os.File
	size int64 // bytes of whole lines
}

// NewWriter continues a file that is open for reading and appending: it removes a torn
// last line, which Each leaves out, and completes a whole one that lacks its newline.
func NewWriter(f *os.File) (*Writer, error) {
	data, err := os.ReadFile(f.Name())
	if err != nil {
		return nil, err
	}
	w := &Writer{out: f, size: ended(data)}
	switch rest := data[w.size:]; {
	case len(rest) == 0:
		return w, nil
	case json.Valid(rest):
		w.size += int64(len(rest))
		return w, w.write([]byte("\n"))
	}
	return w, f.Truncate(w.size)
}

// ended counts the bytes of the lines that have their newline.
func ended(data []byte) int64 { return int64(bytes.LastIndexByte(data, '\n') + 1) }

// Append writes one value as one line. An error leaves the file as it was.
func (w *Writer) Append(value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.write(append(line, '\n'))
}

// write removes a line that a full disk cut off, so that the next one starts a line.
func (w *Writer) write(line []byte) error {
	n, err := w.out.Write(line)
	if err == nil && w.durable {
		err = w.out.Sync()
	}
	switch {
	case err != nil && n > 0:
		return errors.Join(err, w.out.Truncate(w.size))
	case err != nil:
		return err
	}
	w.size += int64(len(line))
	return nil
}

// Name is the file's name.
func (w *Writer) Name() string { return w.out.Name() }

// Close ends writing.
func (w *Writer) Close() error { return w.out.Close() }
