package main

import (
	"context"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/words"
)

func newMemoryQuarantineCommand(a *app) *cobra.Command {
	var reason, runs string
	var lift, harmful bool
	cmd := &cobra.Command{
		Use: "quarantine ID... --reason TEXT", Short: "Keep memories from every retrieval, or lift that",
		Args: func(cmd *cobra.Command, args []string) error {
			if harmful {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.MinimumNArgs(1)(cmd, args)
		},
		Long: `Keeps memories from every retrieval, for a reason that is shown with them; they
stay in the bank. A whole task's quarantine covers the subtasks cut from it. What
is quarantined stays so though it is learned or imported again.

With --harmful and no ids, it does so with those that legomem memory stats says harm:
runs that were shown them succeeded less often than runs that left them out at random.

  legomem memory quarantine m-1f2e3d4c5b6a --reason "books the wrong room"
  legomem memory quarantine --lift m-1f2e3d4c5b6a
  legomem memory quarantine --harmful
  legomem memory list --kind all --quarantined`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case lift:
				return a.runMemoryLift(cmd.Context(), args)
			case harmful:
				return a.runMemoryQuarantineHarmful(cmd.Context(), runs)
			case runs != "":
				return desk.BadInput("--runs says where --harmful looks; name no folder without it")
			}
			return a.runMemoryQuarantine(cmd.Context(), args, reason)
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why")
	cmd.Flags().BoolVar(&lift, "lift", false, "let them be retrieved again")
	cmd.Flags().BoolVar(&harmful, "harmful", false, "those that runs fare worse with")
	cmd.Flags().StringVar(&runs, "runs", "", "with --harmful: the folder that holds the runs (default: yours, or that of --out)")
	cmd.MarkFlagsMutuallyExclusive("reason", "lift", "harmful")
	return cmd
}

func (a *app) runMemoryQuarantine(ctx context.Context, ids []string, reason string) error {
	n, err := a.desk.QuarantineMemories(ctx, ids, reason)
	return showResult(a, map[string]int{"quarantined": n}, err, func(map[string]int) { tellf(a.out, "%s quarantined\n", countMemories(n)) })
}

func (a *app) runMemoryQuarantineHarmful(ctx context.Context, runs string) error {
	found, err := a.desk.QuarantineHarmful(ctx, runs)
	return showResult(a, map[string]any{"quarantined": found}, err, func(map[string]any) {
		for _, m := range found {
			tellf(a.out, "%s quarantined: %s\n  %s\n", m.ID, m.Reason(), words.Short(m.Sentence, sentenceRoom))
		}
		if len(found) == 0 {
			tellf(a.out, "No memory is sure to harm; legomem memory stats has what is known of each\n")
		}
	})
}

func (a *app) runMemoryLift(ctx context.Context, ids []string) error {
	n, err := a.desk.LiftQuarantine(ctx, ids)
	return showResult(a, map[string]int{"lifted": n}, err, func(map[string]int) { tellf(a.out, "%s can be retrieved again\n", countMemories(n)) })
}
