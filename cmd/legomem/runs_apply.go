package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"legomem/desk"
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
	r, err := a.desk.FindRun(id)
	if err != nil {
		return err
	}
	applied, err := a.desk.Apply(r, to)
	return showResult(a, applied, err, a.tellApplied)
}

func (a *app) tellApplied(done desk.Applied) {
	for _, c := range done.Changes {
		tellf(a.out, "%s: %s\n", c.Kind, filepath.Join(done.To, filepath.FromSlash(c.Path)))
	}
	if len(done.Changes) == 0 {
		tellf(a.out, "There is nothing to copy: %s holds it already.\n", done.To)
		return
	}
	tellf(a.out, "%s; what they replaced is in %s\n", words.Count(len(done.Changes), "file"), done.Backup)
}
