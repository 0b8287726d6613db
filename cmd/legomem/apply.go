package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"legomem/orchestrator"
	"legomem/places"
	"legomem/words"
)

func newRunsApplyCommand(a *app) *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "apply ID --to DIR",
		Short: "Copy a run's changes to your own folder, with a backup",
		Long: `Copies what a run changed back to the folder it started from. Files that are
replaced or deleted are first kept in the run's folder, under backup/. Where a file has
changed in the folder since the run began, nothing is copied at all.`,
		Args: cobra.ExactArgs(1), ValidArgsFunction: a.runIDs,
		RunE: func(_ *cobra.Command, args []string) error { return a.runRunsApply(args[0], to) },
	}
	cmd.Flags().StringVar(&to, "to", "", "the folder")
	_ = cmd.MarkFlagRequired("to") // the flag exists: it is defined above
	return cmd
}

func (a *app) runRunsApply(id, to string) error {
	r, err := a.findRun(id)
	if err != nil {
		return err
	}
	run := places.Run(r.Dir)
	b := bringing{to: to, start: run.Start(), finished: run.Testbed(), kept: run.Backup()}
	wanted, err := b.look()
	if conflict := (*conflictError)(nil); errors.As(err, &conflict) {
		return usage("%v. Look at legomem runs diff %s, or run the task again", err, r.ID)
	}
	if err != nil {
		return err
	}
	if err := b.copy(wanted); err != nil {
		return err
	}
	return a.tellApplied(wanted, to, b.kept)
}

// bringing is bringing home what changed between two testbeds.
type bringing struct {
	to              string // the user's folder
	start, finished string
	kept            string // where what is replaced is kept
}

// conflictError is a folder in which files have changed since a run began.
type conflictError struct {
	to    string
	files []string
}

func (e *conflictError) Error() string {
	return fmt.Sprintf("nothing is copied: these have changed in %s since the run began: %s", e.to, strings.Join(e.files, ", "))
}

// look finds the changes that are not in the user's folder yet. Where one of
// them cannot be made, the error is a *conflictError.
func (b bringing) look() ([]step, error) {
	changes, err := orchestrator.Diff(b.start, b.finished)
	if err != nil {
		return nil, usage("there is no finished testbed to apply: %v", err)
	}
	home, err := b.home()
	if err != nil {
		return nil, err
	}
	defer home.Close()
	wanted, err := b.pending(home, changes)
	if err != nil {
		return nil, err
	}
	if conflicts := conflictsIn(wanted); len(conflicts) > 0 {
		return nil, &conflictError{b.to, conflicts}
	}
	return wanted, nil
}

func (b bringing) home() (*os.Root, error) {
	if err := os.MkdirAll(b.to, 0o755); err != nil {
		return nil, usage("the folder to copy to: %v", err)
	}
	home, err := os.OpenRoot(b.to)
	if err != nil {
		return nil, usage("the folder to copy to: %v", err)
	}
	return home, nil
}

// copy makes the changes, and keeps what they replace.
func (b bringing) copy(wanted []step) error {
	home, err := b.home()
	if err != nil {
		return err
	}
	defer home.Close()
	if err := b.apply(home, wanted); err != nil {
		return fmt.Errorf("copy to %s: %w; what was replaced is in %s", b.to, err, b.kept)
	}
	return nil
}

func (b bringing) apply(home *os.Root, wanted []step) error {
	if err := os.MkdirAll(b.kept, 0o700); err != nil {
		return fmt.Errorf("make the backup: %w", err)
	}
	backup, err := os.OpenRoot(b.kept)
	if err != nil {
		return fmt.Errorf("make the backup: %w", err)
	}
	defer backup.Close()
	for _, c := range wanted {
		if err := applyChange(home, backup, b.finished, c); err != nil {
			return fmt.Errorf("%s: %w", c.Path, err)
		}
	}
	return nil
}

// step is a change that is to be made in the user's folder.
type step struct {
	Path     string `json:"path"`
	Kind     string `json:"kind"` // added, changed, deleted
	conflict bool   // the file is neither as the run found it nor as it left it
}

func (a *app) tellApplied(done []step, to, backup string) error {
	if a.json {
		return a.printJSON(map[string]any{"applied": done, "to": to, "backup": backup})
	}
	for _, c := range done {
		fmt.Fprintf(a.out, "%s: %s\n", c.Kind, filepath.Join(to, filepath.FromSlash(c.Path)))
	}
	if len(done) == 0 {
		fmt.Fprintf(a.out, "There is nothing to copy: %s holds it already.\n", to)
		return nil
	}
	fmt.Fprintf(a.out, "%s; what they replaced is in %s\n", words.Count(len(done), "file"), backup)
	return nil
}

// pending are the changes that are not in the folder yet: all of them, or
// those that an earlier attempt did not get to.
func (b bringing) pending(home *os.Root, changes []orchestrator.Change) ([]step, error) {
	start, err := os.OpenRoot(b.start)
	if err != nil {
		return nil, err
	}
	defer start.Close()
	finished, err := os.OpenRoot(b.finished)
	if err != nil {
		return nil, err
	}
	defer finished.Close()
	out := []step{}
	for _, c := range changes {
		done, err := sameFile(finished, home, c.Path)
		if err != nil {
			return nil, err
		}
		if done {
			continue
		}
		untouched, err := sameFile(start, home, c.Path)
		if err != nil {
			return nil, err
		}
		out = append(out, step{Path: c.Path, Kind: c.Kind, conflict: !untouched})
	}
	return out, nil
}

func conflictsIn(steps []step) []string {
	var out []string
	for _, s := range steps {
		if s.conflict {
			out = append(out, s.Path)
		}
	}
	return out
}

// sameFile says that both hold the file with the same bytes, or neither has it.
func sameFile(x, y *os.Root, name string) (bool, error) {
	a, errA := x.ReadFile(filepath.FromSlash(name))
	b, errB := y.ReadFile(filepath.FromSlash(name))
	if missingA, missingB := errors.Is(errA, fs.ErrNotExist), errors.Is(errB, fs.ErrNotExist); missingA || missingB {
		return missingA && missingB, nil
	}
	if err := errors.Join(errA, errB); err != nil {
		return false, err
	}
	return bytes.Equal(a, b), nil
}

// applyChange keeps what is there and puts the new state in its place, each
// file whole or not at all.
func applyChange(home, backup *os.Root, finished string, c step) error {
	name := filepath.FromSlash(c.Path)
	if old, err := home.ReadFile(name); err == nil {
		if err := putFile(backup, c.Path, old, 0o600); err != nil {
			return err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return settle(home, c.Path, c.Kind, finished)
}

// settle makes a file of the user's folder that of another folder.
func settle(home *os.Root, path, kind, from string) error {
	name := filepath.FromSlash(path)
	if kind == "deleted" {
		return home.Remove(name)
	}
	data, err := os.ReadFile(filepath.Join(from, name))
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o666) // less the user's umask
	if info, err := home.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	return putFile(home, path, data, mode)
}

// putFile writes a file beside its place and renames it into it.
func putFile(root *os.Root, name string, data []byte, mode fs.FileMode) error {
	name = filepath.FromSlash(name)
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	tmp := name + ".legomem-new"
	err := root.WriteFile(tmp, data, mode)
	if err == nil {
		err = root.Rename(tmp, name)
	}
	if err != nil {
		_ = root.Remove(tmp) // it may not be there
	}
	return err
}
