package trajectory

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"legomem/jsonlines"
	"legomem/places"
)

// ErrNewer is returned for a log whose major version is newer than ours.
var ErrNewer = errors.New("the log was written by a newer legomem; use that version to read it")

// Events reads a log's events. A torn last line, as a crash leaves it, is
// dropped and reported by torn; any other broken line is an error that names
// its number.
func Events(r io.Reader) (events []Event, torn bool, err error) {
	torn, err = jsonlines.Each(r, func(n int, line []byte) error {
		var e Event
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("line %d is not an event: %w", n, err)
		}
		if err := checkSchema(e.Schema); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		events = append(events, e)
		return nil
	})
	return events, torn, err
}

func checkSchema(v string) error {
	major, _, _ := strings.Cut(v, ".")
	got, err := strconv.Atoi(major)
	if err != nil {
		return fmt.Errorf("the log's version %q is not one of ours", v)
	}
	ours, _, _ := strings.Cut(Schema, ".")
	if want, _ := strconv.Atoi(ours); got > want {
		return fmt.Errorf("version %s: %w", v, ErrNewer)
	}
	return nil
}

// Open reads the log in a run's folder.
func Open(dir string) (*Run, error) {
	events, torn, err := readLog(places.Run(dir).Log(), "run "+filepath.Base(dir))
	if err != nil {
		return nil, err
	}
	return assembleIn(dir, events, torn)
}

// Begun reads how the run of a folder began, and no more of its log.
func Begun(dir string) (Started, error) {
	f, err := os.Open(places.Run(dir).Log())
	if err != nil {
		return Started{}, err
	}
	defer f.Close()
	line, err := bufio.NewReader(f).ReadBytes('\n')
	if err != nil {
		return Started{}, fmt.Errorf("read run %s: %w", filepath.Base(dir), err)
	}
	events, _, err := Events(bytes.NewReader(line))
	if err != nil {
		return Started{}, fmt.Errorf("read run %s: %w", filepath.Base(dir), err)
	}
	r, err := Assemble(events)
	if err != nil {
		return Started{}, fmt.Errorf("read run %s: %w", filepath.Base(dir), err)
	}
	return r.Started, nil
}

// assembleIn builds the run of a folder.
func assembleIn(dir string, events []Event, torn bool) (*Run, error) {
	run, err := Assemble(events)
	if err != nil {
		return nil, fmt.Errorf("read run %s: %w", filepath.Base(dir), err)
	}
	run.Dir, run.Torn = dir, torn
	return run, nil
}
