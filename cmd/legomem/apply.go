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
		Args: cobra.ExactArgs(1),
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
	start, finished := filepath.Join(r.Dir, "start"), filepath.Join(r.Dir, "testbed")
	changes, err := orchestrator.Diff(start, finished)
	if err != nil {
		return usage("run %s has no finished testbed to apply: %v", r.ID, err)
	}
	home, err := os.OpenRoot(to)
	if err != nil {
		return usage("--to: %v", err)
	}
	defer home.Close()
	if conflicts, err := conflicts(home, start, changes); err != nil {
		return err
	} else if len(conflicts) > 0 {
		return usage("nothing is copied: these have changed in %s since the run began: %s. Look at legomem runs diff %s, or run the task again", to, strings.Join(conflicts, ", "), r.ID)
	}
	kept := filepath.Join(r.Dir, "backup")
	if err := os.MkdirAll(kept, 0o700); err != nil {
		return fmt.Errorf("make the backup: %w", err)
	}
	backup, err := os.OpenRoot(kept)
	if err != nil {
		return fmt.Errorf("make the backup: %w", err)
	}
	defer backup.Close()
	for _, c := range changes {
		if err := applyChange(home, backup, finished, c); err != nil {
			return fmt.Errorf("copy %s to %s: %w; what was replaced is in %s", c.Path, to, err, kept)
		}
	}
	return a.tellApplied(changes, to, kept)
}

func (a *app) tellApplied(changes []orchestrator.Change, to, backup string) error {
	if a.json {
		return a.printJSON(map[string]any{"applied": changes, "to": to, "backup": backup})
	}
	for _, c := range changes {
		fmt.Fprintf(a.out, "%s: %s\n", c.Kind, filepath.Join(to, filepath.FromSlash(c.Path)))
	}
	fmt.Fprintf(a.out, "%d files; what they replaced is in %s\n", len(changes), backup)
	return nil
}

// conflicts lists the files that are no longer as the run found them.
func conflicts(home *os.Root, start string, changes []orchestrator.Change) ([]string, error) {
	was, err := os.OpenRoot(start)
	if err != nil {
		return nil, err
	}
	defer was.Close()
	var out []string
	for _, c := range changes {
		same, err := sameFile(was, home, c.Path)
		if err != nil {
			return nil, err
		}
		if !same {
			out = append(out, c.Path)
		}
	}
	return out, nil
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
func applyChange(home, backup *os.Root, finished string, c orchestrator.Change) error {
	name := filepath.FromSlash(c.Path)
	if old, err := home.ReadFile(name); err == nil {
		if err := putFile(backup, c.Path, old); err != nil {
			return err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if c.Kind == "deleted" {
		return home.Remove(name)
	}
	from, err := os.OpenRoot(finished)
	if err != nil {
		return err
	}
	defer from.Close()
	data, err := from.ReadFile(name)
	if err != nil {
		return err
	}
	return putFile(home, c.Path, data)
}

// putFile writes a file beside its place and renames it into it.
func putFile(root *os.Root, name string, data []byte) error {
	name = filepath.FromSlash(name)
	if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	tmp := name + ".legomem-new"
	if err := root.WriteFile(tmp, data, 0o600); err != nil {
		_ = root.Remove(tmp)
		return err
	}
	return root.Rename(tmp, name)
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
		name := filepath.FromSlash(c.Path)
		if c.Kind == "deleted" {
			if err := home.Remove(name); err != nil {
				return err
			}
			continue
		}
		data, err := os.ReadFile(filepath.Join(after, name))
		if err != nil {
			return err
		}
		if err := putFile(home, c.Path, data); err != nil {
			return err
		}
	}
	return nil
}
