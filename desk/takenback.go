package desk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"legomem/commit"
	"legomem/folders"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/trajectory"
)

// CannotTakeBack says that what a run did cannot be taken back, since its files were changed
// otherwise in the meantime.
type CannotTakeBack struct {
	Run   string
	Files []string
}

func (e *CannotTakeBack) Error() string {
	return fmt.Sprintf("what run %s did to %s cannot be taken back alone: it was changed again since", e.Run, strings.Join(e.Files, ", "))
}

// takesBack are the runs whose changes are taken back before the order's work begins.
func (o Order) takesBack() []string {
	if o.Task.Talk == nil {
		return nil
	}
	return o.Task.Talk.TakesBack
}

// takenBack is a copy of a folder in which what some runs did, in their order, is taken back,
// the last first. The caller removes it. The error is a *CannotTakeBack where a file was changed
// otherwise since; calendars are merged.
func (d *Desk) takenBack(ctx context.Context, from string, runs []string) (dir string, err error) {
	if dir, err = os.MkdirTemp("", "legomem-basis-"); err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	if err := syncFolder(dir, from); err != nil {
		return "", err
	}
	for _, id := range slices.Backward(runs) {
		run, err := d.FindRun(id)
		if err != nil {
			return "", err
		}
		if err := d.ownTenant(run); err != nil {
			return "", err
		}
		if err := d.takeBackIn(ctx, dir, run); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// takeBackIn takes back in a folder what a run changed.
func (d *Desk) takeBackIn(ctx context.Context, dir string, run *trajectory.Run) error {
	files, err := closedFiles(run)
	if err != nil {
		return err
	}
	now, err := orchestrator.FilesIn(dir)
	if err != nil {
		return err
	}
	home, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer home.Close()
	before := places.Run(run.Dir)
	blocked := &CannotTakeBack{Run: run.ID}
	for _, c := range orchestrator.ChangesBetween(files.is, files.was) {
		if now[c.Path] == files.was[c.Path] {
			continue // it is so already
		}
		if now[c.Path] == files.is[c.Path] {
			if err := settle(home, c.Path, c.Kind, before.Start()); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			continue
		}
		ok, err := d.mergeBack(ctx, home, dir, c.Path, run)
		if err != nil {
			return err
		}
		if !ok {
			blocked.Files = append(blocked.Files, c.Path)
		}
	}
	if len(blocked.Files) > 0 {
		return blocked
	}
	return nil
}

// mergeBack takes back what a run did to a file that was changed since, where that can be
// merged.
func (d *Desk) mergeBack(ctx context.Context, home *os.Root, dir, path string, run *trajectory.Run) (bool, error) {
	if folders.Is(path) {
		return true, nil // a folder that is not empty any more stays
	}
	of, name := places.Run(run.Dir), filepath.FromSlash(path)
	is := func(file string) bool {
		info, err := os.Stat(file)
		return err == nil && info.Mode().IsRegular()
	}
	base, mine, theirs := filepath.Join(of.Testbed(), name), filepath.Join(dir, name), filepath.Join(of.Start(), name)
	if !is(mine) || !is(base) {
		return false, nil
	}
	m := commit.Merging{Path: path, Base: base, Mine: mine, Theirs: commit.Content{File: theirs}}
	if !is(theirs) { // the run made it: taking that back leaves what others put into it
		m.Theirs = commit.Content{Text: []byte(emptyCalendar)}
	}
	merged, clashes, ok, err := d.merger(run)(ctx, m)
	if err != nil || !ok || len(clashes) > 0 {
		return false, err
	}
	return true, putFile(home, path, merged, 0o600)
}

// emptyCalendar is what a calendar was before it was made.
const emptyCalendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//legomem//EN\r\nEND:VCALENDAR\r\n"
