package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/words"
)

func newRunsPruneCommand(a *app) *cobra.Command {
	var olderThan string
	var yes bool
	cmd := &cobra.Command{
		Use:   "prune --older-than AGE",
		Short: "Remove old runs, and the backups that no other run needs",
		Long: `Removes the runs whose last event is older than an age, with the backups that no
other run can be undone with. A run that was applied counts from then on. A run that
goes on, or that was killed and can be resumed, stays. It says what it would free and
asks; without a terminal it needs --yes.

  legomem runs prune --older-than 90d
  legomem runs prune --older-than 2026-01-31 --yes`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runRunsPrune(cmd.Context(), olderThan, yes)
		},
	}
	cmd.Flags().StringVar(&olderThan, "older-than", "", "more than so many days old (90d), or from before a day (2026-01-31)")
	_ = cmd.MarkFlagRequired("older-than") // the flag exists: it is defined above
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

func (a *app) runRunsPrune(ctx context.Context, olderThan string, yes bool) error {
	did, err := a.desk.Prune(ctx, olderThan, func(p desk.Pruned) (bool, error) {
		switch {
		case yes || len(p.Runs)+p.Backups == 0:
			return true, nil
		case !a.attended():
			tellPrunable(a.err, p)
			return false, usage("nobody is asked without a terminal: say --yes to remove that")
		}
		tellPrunable(a.err, p)
		return a.agrees(ctx, "Remove that?")
	})
	if err == nil && did.Declined {
		tellLine(a.err, "Nothing was removed.")
		return nil
	}
	return showResult(a, did, err, func(p desk.Pruned) {
		tellPrunable(a.out, p)
		if len(p.Runs)+p.Backups > 0 {
			tellLine(a.out, "They are removed.")
		}
	})
}

// tellPrunable prints what goes, what that frees, and what stays though it is old.
func tellPrunable(w io.Writer, p desk.Pruned) {
	for _, id := range p.Runs {
		tellf(w, "run %s\n", id)
	}
	for _, k := range p.Kept {
		tellf(w, "run %s stays: %s\n", k.Run, words.Short(k.Why, 200))
	}
	tellf(w, "%s and %s, %s bytes\n", words.Count(len(p.Runs), "run"), words.Count(p.Backups, "backup"), words.Thousands(int(p.Bytes)))
}
