package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/lists"
	"legomem/membank/recall"
	"legomem/words"
)

func newRecallForgetCommand(a *app) *cobra.Command {
	var o desk.RecallOrder
	yes := false
	cmd := &cobra.Command{
		Use: "forget [ID...]", Short: "Forget what you said, and all that was derived from it",
		Long: `Forgets what you said: units by their ids, or all that was said in a session, for
a thing, for a slot, or long ago, where all that is given must hold. With --slot the
answers for that slot alone go. It is for good: what other units know of it (how
often it was said, what it took the place of) is computed anew. Once begun it is
finished, even if the program is killed.

  legomem recall forget u-1f2e3d4c5b6a
  legomem recall forget u-1f2e3d4c5b6a --slot room
  legomem recall forget --session 20260302-091500123-a1b2c3
  legomem recall forget --older-than 90d --dry-run
  legomem recall forget --all --yes`,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range []string{"session", "intent", "slot", "older-than"} {
				if f := cmd.Flags().Lookup(name); f.Changed && strings.TrimSpace(f.Value.String()) == "" {
					return usage("--%s names nothing", name)
				}
			}
			o.IDs = args
			return a.runRecallForget(cmd.Context(), o, yes)
		},
	}
	f := cmd.Flags()
	addRecallChoice(f, &o)
	f.StringVar(&o.Slot, "slot", "", "the answers for this slot")
	f.StringVar(&o.OlderThan, "older-than", "", "all that was said more than so many days ago (90d), or before a day (2026-01-31)")
	f.BoolVar(&o.All, "all", false, "all that you ever said")
	f.BoolVar(&o.DryRun, "dry-run", false, "list what would go, and forget nothing")
	f.BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

func (a *app) runRecallForget(ctx context.Context, o desk.RecallOrder, yes bool) error {
	did, err := a.desk.ForgetRecalled(ctx, o, func(units []recall.Unit) (bool, error) {
		switch {
		case yes, len(o.IDs) > 0 && (!a.attended() || len(units) == 1):
			return true, nil
		case !a.attended():
			return false, usage("%s would lose answers: look at them with --dry-run, and say --yes", words.Count(len(units), "unit"))
		}
		a.listGoing(a.err, units, o)
		return a.agrees(ctx, "Forget that?")
	})
	switch {
	case err != nil:
		return err
	case did.Declined:
		tellLine(a.err, "Nothing was forgotten.")
		return nil
	}
	return showResult(a, did, nil, func(did desk.ForgottenAnswers) { a.tellForgottenAnswers(did, o) })
}

func (a *app) tellForgottenAnswers(did desk.ForgottenAnswers, o desk.RecallOrder) {
	switch {
	case len(did.Units) == 0:
		tellLine(a.out, "There is nothing to forget: nothing such is known that you said.")
	case did.DryRun:
		n := a.listGoing(a.out, did.Units, o)
		tellf(a.out, "%s would be forgotten\n", countAnswers(n))
	default:
		a.listGoing(a.out, did.Units, o)
		tellf(a.out, "%s forgotten\n", countAnswers(did.Forgotten))
	}
}

// listGoing prints the answers that go, and returns how many there are.
func (a *app) listGoing(w io.Writer, units []recall.Unit, o desk.RecallOrder) int {
	n := 0
	for _, u := range units {
		for _, p := range lists.Filter(u.Pairs, func(p recall.Pair) bool { return o.Slot == "" || strings.EqualFold(p.Slot, o.Slot) }) {
			tellf(w, "%-16s %s: %s = %s\n", u.ID, u.Intent.Name, p.Slot, words.Short(p.Answer, 80))
			n++
		}
	}
	return n
}
