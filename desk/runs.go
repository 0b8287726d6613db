package desk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"legomem/places"
	"legomem/trajectory"
)

// Runs reads every run, the latest first, and returns which it could not read.
func (d *Desk) Runs() (runs []*trajectory.Run, broken []error, err error) {
	dir, err := RunsDir(d.config, d.Lookup)
	if err != nil {
		return nil, nil, err
	}
	names, err := RunIDs(dir)
	if err != nil {
		return nil, nil, err
	}
	sort.Sort(sort.Reverse(sort.StringSlice(names)))
	for _, name := range names {
		r, err := trajectory.Open(filepath.Join(dir, name))
		if err != nil {
			broken = append(broken, err)
			continue
		}
		runs = append(runs, r)
	}
	return runs, broken, nil
}

// RunIDs are the names of the runs in a folder, in order; none where there is no
// such folder.
func RunIDs(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the runs: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && places.Runs(dir).Holds(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// FindRun finds a run by its id, the beginning of one, its folder, or "last": that of those that
// are no trials.
func (d *Desk) FindRun(id string) (*trajectory.Run, error) {
	dir, err := d.runFolder(id)
	if err != nil {
		return nil, err
	}
	r, err := trajectory.Open(dir)
	if err != nil {
		return nil, &InputError{err}
	}
	return r, nil
}

func (d *Desk) runFolder(id string) (string, error) {
	if strings.ContainsRune(id, filepath.Separator) {
		return filepath.Abs(id)
	}
	dir, err := RunsDir(d.config, d.Lookup)
	if err != nil {
		return "", err
	}
	names, err := RunIDs(dir)
	if err != nil {
		return "", err
	}
	var found []string
	for _, name := range names {
		if id == "last" || strings.HasPrefix(name, id) {
			found = append(found, name)
		}
	}
	switch {
	case len(found) == 0:
		return "", BadInput("no run %q in %s; legomem runs list tells those there are", id, dir)
	case id == "last":
		return filepath.Join(dir, lastOwn(dir, found)), nil
	case len(found) > 1 && found[0] != id:
		return "", BadInput("%q begins %d runs; give more of the id", id, len(found))
	}
	return filepath.Join(dir, found[0]), nil
}

// lastOwn is the last run that is no trial, or else the last one.
func lastOwn(dir string, ids []string) string {
	for _, id := range slices.Backward(ids) {
		begun, err := trajectory.Begun(filepath.Join(dir, id))
		if err != nil || begun.Trial == nil {
			return id
		}
	}
	return ids[len(ids)-1]
}

// TrialOf is the run whose task a trial does again, "" for a run that is no trial.
func TrialOf(r *trajectory.Run) string {
	if r.Started.Trial == nil {
		return ""
	}
	return r.Started.Trial.Of
}

// noTrial refuses a trial, which nobody is asked about, and which changes nothing.
func noTrial(r *trajectory.Run) error {
	if of := TrialOf(r); of != "" {
		return BadInput("run %s is a trial, which did the task of run %s again to learn what memories do; nothing of it is brought to anybody's folder", r.ID, of)
	}
	return nil
}

// ResultOf is a run's result; for a run without an end, what is known of it.
func ResultOf(r *trajectory.Run) trajectory.Result {
	if r.Result != nil {
		return *r.Result
	}
	return trajectory.Result{RunID: r.ID, TaskID: r.Started.Task.ID, Outcome: "unfinished", Reason: "the log has no end: the run goes on, or a crash ended it (legomem runs resume goes on with that)"}
}
