package main

import (
	"context"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/folders"
	"legomem/lists"
	"legomem/orchestrator"
	"legomem/words"
)

func newRunsApplyCommand(a *app) *cobra.Command {
	var to string
	var yes bool
	cmd := &cobra.Command{
		Use:   "apply ID",
		Short: "Bring a run's changes to your own folder",
		Long: `Brings what a run changed to the folder it started from, or to another with --to.
It lists the changes and asks, about each by itself that is marked with "!". Without a
terminal it makes what is within the bounds (docs/commit.md), or else leaves the
question for legomem answer; --yes agrees to all. Where a file has changed in the
folder since the run began, nothing is done at all, except that calendars are merged
event by event and mailboxes mail by mail. What is replaced is kept, and legomem runs
undo ID takes all of it back.

A kill at any moment leaves nothing half done: the next command on that folder
finishes it or takes it back.`,
		Args: cobra.ExactArgs(1), ValidArgsFunction: a.runIDs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runRunsApply(cmd.Context(), args[0], to, yes)
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "the folder (default: the one that the run started from)")
	cmd.Flags().BoolVar(&yes, "yes", false, "agree to all changes, unasked")
	return cmd
}

func (a *app) runRunsApply(ctx context.Context, id, to string, yes bool) error {
	r, err := a.desk.FindRun(id)
	if err != nil {
		return err
	}
	how := desk.Applying{To: to, Bounded: !a.asks(), Decide: a.deciding()}
	if yes {
		how.Bounded, how.Decide = false, desk.AgreesToAll
	}
	return a.showApplied(a.desk.Apply(ctx, r, how))
}

// showApplied prints what Apply did.
func (a *app) showApplied(c desk.Commitment, err error) error {
	if failed := showResult(a, c, err, a.tellCommitment); failed != nil {
		return failed
	}
	return undecided(&c)
}

func newRunsUndoCommand(a *app) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "undo ID",
		Short: "Take back what apply brought to your folder",
		Long: `Takes back what legomem runs apply last did with a run: every file is as it was,
with its permissions and its time, and folders that it made go if they are empty. It lists the files and asks; without a terminal it
needs --yes. Where a file has changed since, nothing is done at all. To undo that again,
use legomem runs apply.`,
		Args: cobra.ExactArgs(1), ValidArgsFunction: a.runIDs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runRunsUndo(cmd.Context(), args[0], yes)
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

func (a *app) runRunsUndo(ctx context.Context, id string, yes bool) error {
	r, err := a.desk.FindRun(id)
	if err != nil {
		return err
	}
	done, err := a.desk.Undo(ctx, r, a.agreeing(ctx, yes))
	if err == nil && done.Declined {
		tellLine(a.err, "Nothing was done.")
		return nil
	}
	return showResult(a, done, err, func(c desk.Commitment) {
		if c.Nothing() {
			tellf(a.out, "There is nothing to take back: %s is as it was, or folders that were made there hold something now.\n", c.To)
			return
		}
		listFiles(a.out, c)
		tellf(a.out, "%s; legomem runs apply %s applies that again\n", countFiles(c), c.Run)
	})
}

// agreeing lists what would be taken back and asks; without a terminal, --yes must say it.
func (a *app) agreeing(ctx context.Context, yes bool) desk.Agreeing {
	return func(c desk.Commitment) (bool, error) {
		if yes || c.Nothing() {
			return true, nil
		}
		listFiles(a.err, c)
		if !a.attended() {
			return false, usage("%s would change in %s, and nobody is asked without a terminal: say --yes", countFiles(c), c.To)
		}
		return a.agrees(ctx, "Undo these changes to "+c.To+"?")
	}
}

// countFiles is "2 files", "1 folder", "2 files and 1 folder".
func countFiles(c desk.Commitment) string {
	dirs := len(lists.Filter(c.Files, func(f orchestrator.Change) bool { return folders.Is(f.Path) }))
	files := words.Count(len(c.Files)-dirs, "file")
	switch dirs {
	case 0:
		return files
	case len(c.Files):
		return words.Count(dirs, "folder")
	}
	return files + " and " + words.Count(dirs, "folder")
}

func listFiles(w io.Writer, c desk.Commitment) {
	for _, file := range c.Files {
		more := ""
		switch {
		case folders.Is(file.Path):
			more = " (a folder)"
		case slices.Contains(c.Merged, file.Path):
			more = " (with what you changed)"
		}
		tellf(w, "%s: %s%s\n", file.Kind, filepath.Join(c.To, filepath.FromSlash(file.Path)), more)
	}
}
