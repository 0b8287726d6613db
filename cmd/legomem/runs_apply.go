package main

import (
	"context"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/words"
)

func newRunsApplyCommand(a *app) *cobra.Command {
	var to string
	var yes bool
	cmd := &cobra.Command{
		Use:   "apply ID",
		Short: "Bring a run's changes to your own folder, all of them or none",
		Long: `Brings what a run changed to the folder it started from, or to another with --to.
It lists the files and asks; without a terminal it needs --yes. Where a file has
changed in the folder since the run began, nothing is done at all, except that
calendars are merged event by event and mailboxes mail by mail. What is replaced is
kept, and legomem runs undo ID takes all of it back.

A kill at any moment leaves nothing half done: the next command on that folder
finishes it or takes it back.`,
		Args: cobra.ExactArgs(1), ValidArgsFunction: a.runIDs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runRunsApply(cmd.Context(), args[0], to, yes)
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "the folder (default: the one that the run started from)")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

func (a *app) runRunsApply(ctx context.Context, id, to string, yes bool) error {
	r, err := a.desk.FindRun(id)
	if err != nil {
		return err
	}
	done, err := a.desk.Apply(ctx, r, to, a.agreeing(ctx, "Apply", yes))
	return a.showCommitment(done, err, "There is nothing to copy: %s holds it already.\n", "legomem runs undo "+r.ID+" takes that back")
}

func newRunsUndoCommand(a *app) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "undo ID",
		Short: "Take back what apply brought to your folder",
		Long: `Takes back what legomem runs apply last did with a run: every file is as it was,
with its permissions and its time. It lists the files and asks; without a terminal it
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
	done, err := a.desk.Undo(ctx, r, a.agreeing(ctx, "Undo", yes))
	return a.showCommitment(done, err, "There is nothing to take back: %s is as it was.\n", "legomem runs apply "+r.ID+" applies that again")
}

// agreeing lists what would be done and asks; without a terminal, --yes must say it.
func (a *app) agreeing(ctx context.Context, verb string, yes bool) desk.Agreeing {
	return func(c desk.Commitment) (bool, error) {
		files := words.Count(len(c.Changes), "file")
		switch {
		case yes || len(c.Changes) == 0:
			return true, nil
		case !isTerminal(a.in):
			listChanges(a.err, c)
			return false, usage("%s would change in %s, and nobody is asked without a terminal: say --yes", files, c.To)
		}
		listChanges(a.err, c)
		return a.agreesUnless(ctx, verb+" these changes to "+c.To+"?")
	}
}

func listChanges(w io.Writer, c desk.Commitment) {
	for _, change := range c.Changes {
		merged := ""
		if slices.Contains(c.Merged, change.Path) {
			merged = " (with what you changed)"
		}
		tellf(w, "%s: %s%s\n", change.Kind, filepath.Join(c.To, filepath.FromSlash(change.Path)), merged)
	}
}

// showCommitment prints what was done to the user's folder.
func (a *app) showCommitment(c desk.Commitment, err error, nothing, back string) error {
	if err == nil && c.Declined {
		tellLine(a.err, "Nothing was done.")
		return nil
	}
	return showResult(a, c, err, func(c desk.Commitment) {
		if len(c.Changes) == 0 {
			tellf(a.out, nothing, c.To)
			return
		}
		listChanges(a.out, c)
		tellf(a.out, "%s; %s\n", words.Count(len(c.Changes), "file"), back)
	})
}
