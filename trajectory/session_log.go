package trajectory

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"legomem/places"
)

// ErrSessionLive is returned for a session that another process has open.
var ErrSessionLive = errors.New("the session is going on in another process")

// CreateSession starts the log of a new session in its folder, which must exist,
// and opens the session in it.
func CreateSession(dir, session string, opened SessionOpened, clock func() time.Time) (*Writer, error) {
	w := &Writer{what: "session " + session, live: ErrSessionLive, clock: clock, last: Event{Session: session}}
	if err := w.create(places.Session(dir).Log()); err != nil {
		return nil, err
	}
	if err := w.Append(opened); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// ContinueSession opens a session's log for appending and reads it; a torn last line is
// removed. The error is ErrSessionLive while another process has the log open.
func ContinueSession(dir string, clock func() time.Time) (*Writer, *Session, error) {
	w := &Writer{what: "session " + filepath.Base(dir), live: ErrSessionLive, clock: clock}
	return goOn(w, places.Session(dir).Log(), replayIn)
}

// OpenSession reads the log in a session's folder.
func OpenSession(dir string) (*Session, error) {
	events, torn, err := readLog(places.Session(dir).Log(), "session "+filepath.Base(dir))
	if err != nil {
		return nil, err
	}
	return replayIn(dir, events, torn)
}

func replayIn(dir string, events []Event, torn bool) (*Session, error) {
	s, err := Replay(events)
	if err != nil {
		return nil, fmt.Errorf("read session %s: %w", filepath.Base(dir), err)
	}
	s.Torn = torn
	return s, nil
}
