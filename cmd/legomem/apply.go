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
	finished := filepath.Join(r.Dir, "testbed")
	changes, err := orchestrator.Diff(filepath.Join(r.Dir, "start"), finished)
	if err != nil {
		return usage("run %s has no finished testbed to apply: %v", r.ID, err)
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return usage("--to: %v", err)
	}
	home, err := os.OpenRoot(to)
	if err != nil {
		return usage("--to: %v", err)
	}
	defer home.Close()
	wanted, err := pending(home, r.Dir, changes)
	if err != nil {
		return err
	}
	if conflicts := conflictsIn(wanted); len(conflicts) > 0 {
		return usage("nothing is copied: these have changed in %s since the run began: %s. Look at legomem runs diff %s, or run the task again", to, strings.Join(conflicts, ", "), r.ID)
	}
	kept := filepath.Join(r.Dir, "backup")
	if err := a.apply(home, kept, finished, wanted); err != nil {
		return fmt.Errorf("copy to %s: %w; what was replaced is in %s", to, err, kept)
	}
	return a.tellApplied(wanted, to, kept)
}

func (a *app) apply(home *os.Root, kept, finished string, wanted []step) error {
	if err := os.MkdirAll(kept, 0o700); err != nil {
		return fmt.Errorf("make the backup: %w", err)
	}
	backup, err := os.OpenRoot(kept)
	if err != nil {
		return fmt.Errorf("make the backup: %w", err)
	}
	defer backup.Close()
	for _, c := range wanted {
		if err := applyChange(home, backup, finished, c); err != nil {
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
	fmt.Fprintf(a.out, "%s; what they replaced is in %s\n", count(len(done), "file"), backup)
	return nil
}

// pending are the changes that are not in the folder yet: all of them, or
// those that an earlier attempt did not get to.
func pending(home *os.Root, run string, changes []orchestrator.Change) ([]step, error) {
	start, err := os.OpenRoot(filepath.Join(run, "start"))
	if err != nil {
		return nil, err
	}
	defer start.Close()
	finished, err := os.OpenRoot(filepath.Join(run, "testbed"))
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

// syncFolder makes a folder's files those of another, changing only what
// differs.
func syncFolder(dir, after string) error {
	changes, err := orchestrator.Diff(dir, after)
	if err != nil {
		return err
	}
	home, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer home.Close()
	for _, c := range changes {
		if err := settle(home, c.Path, c.Kind, after); err != nil {
			return fmt.Errorf("write %s back: %w", c.Path, err)
		}
	}
	return nil
}
