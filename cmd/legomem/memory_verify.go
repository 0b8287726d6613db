package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/words"
)

func newMemoryVerifyCommand(a *app) *cobra.Command {
	var o desk.VerifyOrder
	cmd := &cobra.Command{
		Use: "verify [ID...]", Short: "Replay procedures on the tasks they were learned from",
		Long: `Replays procedures, all of them or those named, each in a fresh sandbox on the
task that it was learned from, and holds what it does against what was done then:
the same actions, and a passed evaluation, or the same files where nothing
judged. The task is taken from the folder of the run, or from the suite that is
named: the starter memories are of the project's own.

A procedure that passes is played again, if a failure had put it into
quarantine; one that a person quarantined stays so. One that fails is
quarantined. Nothing else is changed, and no mail leaves the sandbox.

  legomem memory verify m-1f2e3d4c5b6a
  legomem memory verify --suite officebench/suite --dry-run`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.IDs = args
			return a.runMemoryVerify(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Suite, "suite", "", "the suite whose tasks they were learned from")
	f.BoolVar(&o.DryRun, "dry-run", false, "change no quarantine")
	f.IntVar(&o.Parallel, "parallel", 0, "how many at once (default: as many as there are processors)")
	return cmd
}

func (a *app) runMemoryVerify(ctx context.Context, o desk.VerifyOrder) error {
	all, err := a.desk.VerifyMemories(ctx, o, a.tellReplayed)
	if err := showResult(a, all, err, a.tellVerdicts); err != nil {
		return err
	}
	if n := countVerdicts(all)[desk.Failed]; n > 0 {
		return &desk.NotSolved{Said: fmt.Sprintf("%s of %d did not do what was done", words.Count(n, "procedure"), len(all))}
	}
	return nil
}

// tellReplayed shows a count on a terminal, and prints a line per procedure elsewhere.
func (a *app) tellReplayed(v desk.Verdict, done, all int) {
	switch {
	case a.json:
	case isTerminal(a.err):
		overLine(a.err, fmt.Sprintf("%d of %d replayed", done, all), 0)
		if done == all {
			tellf(a.err, "\n")
		}
	default:
		tellf(a.err, "%d/%d %s %s\n", done, all, v.ID, v.Verdict)
	}
}

func countVerdicts(all []desk.Verdict) map[string]int {
	count := map[string]int{}
	for _, v := range all {
		count[v.Verdict]++
	}
	return count
}

// tellVerdicts prints what came of all replays.
func (a *app) tellVerdicts(all []desk.Verdict) {
	for _, v := range all {
		a.tellVerdict(v)
	}
	count := countVerdicts(all)
	tellf(a.out, "%d verified, %d failed, %d cannot be verified\n", count[desk.Verified], count[desk.Failed], count[desk.Unverified])
}

func (a *app) tellVerdict(v desk.Verdict) {
	by := map[string]string{"evaluation": " (its evaluation passed)", "files": " (the same files)"}[v.By]
	tellf(a.out, "%s  %s%s  %s\n", v.ID, v.Verdict, by, words.Short(v.Sentence, 100))
	if v.Verdict != desk.Verified {
		tellf(a.out, "    %s\n", v.Reason())
	}
	if v.Verdict == desk.Failed && v.Authored {
		tellf(a.out, "    a person edited it: if that is meant, legomem memory quarantine --lift %s has it played\n", v.ID)
	}
	switch v.Change {
	case "lifted":
		tellLine(a.out, "    its quarantine is lifted")
	case "quarantined":
		tellLine(a.out, "    it is quarantined")
	}
}
