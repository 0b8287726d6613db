package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"legomem/membank"
	"legomem/membank/store/sqlite"
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
			reason = strings.Join(strings.Fields(reason), " ")
			if reason == "" && !lift {
				return usage("say why with --reason, or lift a quarantine with --lift")
			}
			return a.withBank(cmd.Context(), sqlite.ReadWrite, func(b *membank.Bank) error {
				return a.memoryQuarantine(cmd.Context(), b, args, reason)
			})
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why")
	cmd.Flags().BoolVar(&lift, "lift", false, "let them be retrieved again")
	cmd.MarkFlagsMutuallyExclusive("reason", "lift")
	return cmd
}

// memoryQuarantine changes quarantines; no reason lifts them.
func (a *app) memoryQuarantine(ctx context.Context, b *membank.Bank, ids []string, reason string) error {
	if _, err := named(ctx, b, ids); err != nil {
		return err
	}
	did, word := b.Lift, "lifted"
	if reason != "" {
		did = func(ctx context.Context, ids []string) (int, error) { return b.Quarantine(ctx, ids, reason) }
		word = "quarantined"
	}
	n, err := did(ctx, ids)
	if covered := new(membank.Covered); errors.As(err, &covered) {
		return usage("%w", err)
	}
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(map[string]int{word: n})
	}
	if reason == "" {
		fmt.Fprintf(a.out, "%s can be retrieved again\n", countMemories(n))
		return nil
	}
	fmt.Fprintf(a.out, "%s quarantined\n", countMemories(n))
	return nil
}
