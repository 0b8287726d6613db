package main

import (
	"context"

	"github.com/spf13/cobra"
)

func newMemoryQuarantineCommand(a *app) *cobra.Command {
	var reason string
	var lift bool
	cmd := &cobra.Command{
		Use: "quarantine ID... --reason TEXT", Short: "Keep memories from every retrieval, or lift that", Args: cobra.MinimumNArgs(1),
		Long: `Keeps memories from every retrieval, for a reason that is shown with them; they
stay in the bank. A whole task's quarantine covers the subtasks cut from it. What
is quarantined stays so though it is learned or imported again.

  legomem memory quarantine m-1f2e3d4c5b6a --reason "books the wrong room"
  legomem memory quarantine --lift m-1f2e3d4c5b6a
  legomem memory list --kind all --quarantined`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if lift {
				return a.runMemoryLift(cmd.Context(), args)
			}
			return a.runMemoryQuarantine(cmd.Context(), args, reason)
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why")
	cmd.Flags().BoolVar(&lift, "lift", false, "let them be retrieved again")
	cmd.MarkFlagsMutuallyExclusive("reason", "lift")
	return cmd
}

func (a *app) runMemoryQuarantine(ctx context.Context, ids []string, reason string) error {
	n, err := a.desk.QuarantineMemories(ctx, ids, reason)
	return showResult(a, map[string]int{"quarantined": n}, err, func(map[string]int) { tellf(a.out, "%s quarantined\n", countMemories(n)) })
}

func (a *app) runMemoryLift(ctx context.Context, ids []string) error {
	n, err := a.desk.LiftQuarantine(ctx, ids)
	return showResult(a, map[string]int{"lifted": n}, err, func(map[string]int) { tellf(a.out, "%s can be retrieved again\n", countMemories(n)) })
}
