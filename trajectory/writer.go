package trajectory

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"legomem/places"
)

// ErrLive is returned for a log that another process is writing to.
var ErrLive = errors.New("the run is going on in another process")

// Create starts the log of a new run in its folder, which must exist. It fails if the log
// is already there.
func Create(dir, run string, clock func() time.Time) (*Writer, error) {
	w := &Writer{what: "run " + run, live: ErrLive, clock: clock, last: Event{Run: run}}
	if err := w.create(places.Run(dir).Log()); err != nil {
		return nil, err
	}
	return w, nil
}

// Continue opens a run's log for appending and reads it; a torn last line is removed. The
// error is ErrLive while another process writes to the log.
func Continue(dir string, clock func() time.Time) (*Writer, *Run, error) {
	w := &Writer{what: "run " + filepath.Base(dir), live: ErrLive, clock: clock}
	return goOn(w, places.Run(dir).Log(), assembleIn)
}

// Accept records in a finished run's log that a user vouches for the run.
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
