package sandbox

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"legomem/tools"
)

// A frame is a header of fixed length, a JSON head and raw bytes:
//
//	4 bytes  "LGM1"
//	4 bytes  length of the head, big endian
//	8 bytes  length of the body, big endian
//	head, then body
//
// Files travel as bodies, unescaped and without being held in memory.
const (
	magic     = "LGM1"
	headerLen = len(magic) + 4 + 8
	maxHead   = 64 << 10
	maxBody   = tools.MaxFile
	// maxMessage caps the bodies that are JSON: an action, an observation, a
	// listing.
	maxMessage = 16 << 20
)

// errFrame marks bytes that are no frame, or one over the caps.
var errFrame = errors.New("not a frame of this protocol")

// wire reads and writes frames. Each side of a connection has one; a side is
// used by one goroutine at a time.
type wire struct {
	r *bufio.Reader
	w *bufio.Writer
	// body is the last frame's body, as far as it is unread.
	body *io.LimitedReader
}

func newWire(r io.Reader, w io.Writer) *wire {
	return &wire{r: bufio.NewReaderSize(r, 32<<10), w: bufio.NewWriterSize(w, 32<<10)}
}

// send writes a frame with size bytes of body. A body that ends early leaves
// the stream unusable.
func (w *wire) send(h head, size int64, body io.Reader) error {
	if size > maxBody {
		return fmt.Errorf("%w: a body of %d bytes is over the cap of %d", errFrame, size, int64(maxBody))
	}
	text, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("encode frame: %w", err)
	}
	if len(text) > maxHead {
		return fmt.Errorf("%w: a head of %d bytes is over the cap of %d", errFrame, len(text), maxHead)
	}
	var header [headerLen]byte
	copy(header[:], magic)
	binary.BigEndian.PutUint32(header[4:], uint32(len(text)))
	binary.BigEndian.PutUint64(header[8:], uint64(size))
	// A bufio.Writer keeps its first error, so the last check sees them all.
	_, _ = w.w.Write(header[:])
	_, _ = w.w.Write(text)
	if size > 0 {
		if _, err := io.CopyN(w.w, body, size); err != nil {
			return fmt.Errorf("send %s: %w", h.Kind, noEOF(err))
		}
	}
	return w.w.Flush()
}

// sendJSON writes a frame whose body is v as JSON.
func (w *wire) sendJSON(h head, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode %s: %w", h.Kind, err)
	}
	return w.send(h, int64(len(text)), bytes.NewReader(text))
}

// receive reads the next frame; what is left of the last one's body is skipped. The
// error is io.EOF when the stream ends between two frames.
func (w *wire) receive() (head, *io.LimitedReader, error) {
	if w.body != nil {
		if _, err := io.Copy(io.Discard, w.body); err != nil || w.body.N > 0 {
			return head{}, nil, io.ErrUnexpectedEOF
		}
	}
	var header [headerLen]byte
	if _, err := io.ReadFull(w.r, header[:]); err != nil {
		return head{}, nil, err
	}
	headLen, bodyLen, err := lengths(header)
	if err != nil {
		return head{}, nil, err
	}
	text := make([]byte, headLen)
	if _, err := io.ReadFull(w.r, text); err != nil {
		return head{}, nil, noEOF(err)
	}
	var h head
	if err := json.Unmarshal(text, &h); err != nil {
		return head{}, nil, fmt.Errorf("%w: head: %s", errFrame, plain(err.Error()))
	}
	w.body = &io.LimitedReader{R: w.r, N: bodyLen}
	return h, w.body, nil
}

func lengths(header [headerLen]byte) (headLen int, bodyLen int64, err error) {
	if string(header[:4]) != magic {
		return 0, 0, fmt.Errorf("%w: it begins with %q", errFrame, header[:])
	}
	h, b := binary.BigEndian.Uint32(header[4:]), binary.BigEndian.Uint64(header[8:])
	if h > maxHead || b > maxBody {
		return 0, 0, fmt.Errorf("%w: lengths %d and %d are over the caps of %d and %d", errFrame, h, b, maxHead, int64(maxBody))
	}
	return int(h), int64(b), nil
}

// readJSON decodes a body into v.
func readJSON(body *io.LimitedReader, v any) error {
	text, err := readMessage(body)
	if err != nil {
		return err
	}
	return badJSON(json.Unmarshal(text, v))
}

// readList decodes a body that is a list and passes its elements to take, one at a
// time, until take returns false: a list costs no more memory than what is kept of it.
// (Decoded at once, 16 MB of zeros would make gigabytes of entries.)
func readList[T any](body *io.LimitedReader, take func(T) bool) error {
	text, err := readMessage(body)
	if err != nil {
		return err
	}
	list := json.NewDecoder(bytes.NewReader(text))
	switch start, err := list.Token(); {
	case err != nil:
		return badJSON(err)
	case start == nil:
		return nil // null is the empty list
	case start != json.Delim('['):
		return badJSON(errors.New("it is no list"))
	}
	for list.More() {
		var one T
		if err := list.Decode(&one); err != nil {
			return badJSON(err)
		}
		if !take(one) {
			return nil
		}
	}
	_, err = list.Token() // its end
	return badJSON(err)
}

// readMessage reads a body that is JSON.
func readMessage(body *io.LimitedReader) ([]byte, error) {
	if body.N > maxMessage {
		return nil, fmt.Errorf("%w: a message of %d bytes is over the cap of %d", errFrame, body.N, maxMessage)
	}
	want := body.N
	// ReadAll grows with what arrives: a length alone costs no memory.
	text, err := io.ReadAll(body)
	if err != nil {
		return nil, noEOF(err)
	}
	if int64(len(text)) < want {
		return nil, io.ErrUnexpectedEOF
	}
	return text, nil
}

// badJSON is the error for a body that could not be decoded, cut short. It does not
// wrap err, since the end of the text is not the end of the stream.
func badJSON(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: body: %s", errFrame, plain(err.Error()))
}

// noEOF makes the end of the stream inside a frame an unexpected one.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
