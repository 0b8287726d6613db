package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/trajectory"
)

type resumeOptions struct {
	suite   string
	discard bool
}

func newRunsResumeCommand(a *app) *cobra.Command {
	var o resumeOptions
	cmd := &cobra.Command{
		Use: "resume ID", Short: "Go on with a run that was killed", Args: cobra.ExactArgs(1), ValidArgsFunction: a.runIDs,
		Long: `Goes on with a run that was killed in the middle: its log has no end. The task,
its user and date, the files it started from, the brain, the sandbox and the
memory are the run's, and no flag changes them; limits, policy and models are
those of the configuration.

A local run goes on in its workspace, which waits for a week. The action that was
under way is looked into: what was not done is done now, and what was done is not
done again. Where the workspace is gone, as that of a container is, all of it is
done again from the start, in the same folder (docs/recovery.md).

  legomem runs resume last
  legomem runs resume last --discard      gives it up, and removes the workspace`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.discard {
				return a.runRunsDiscard(cmd.Context(), args[0])
			}
			return a.runRunsResume(cmd.Context(), args[0], o.suite)
		},
	}
	cmd.Flags().StringVar(&o.suite, "suite", "", "the suite's folder, to evaluate a run of one of its tasks")
	cmd.Flags().BoolVar(&o.discard, "discard", false, "give the run up, and remove its workspace")
	cmd.MarkFlagsMutuallyExclusive("suite", "discard")
	return cmd
}

func (a *app) runRunsResume(ctx context.Context, id, suite string) error {
	past, err := a.desk.FindRun(id)
	if err != nil {
		return err
	}
	if err := a.keepsItsOwn(past); err != nil {
		return err
	}
	_, ownBank := a.flags["memory.bank"]
	ran, err := a.desk.Resume(ctx, past, desk.Resuming{Suite: suite, OwnBank: ownBank}, newProgress(a).observe)
	if ran.Result.RunID == "" {
		return err
	}
	switch {
	case a.json:
		if err := a.printJSON(ran.Result); err != nil {
			return err
		}
	case desk.TrialOf(past) != "":
		a.tellOutcome(ran)
		tellf(a.out, "Run %s, a trial: %s\n", past.ID, effort(ran.Result))
	default:
		a.tell(desk.Order{Task: past.Started.Task}, ran, false)
		if past.Started.Task.Suite != "" && suite == "" {
			tellf(a.out, "  It was not evaluated: legomem eval does that, or resume with --suite DIR.\n")
		}
	}
	return ran.End(err)
}

// keepsItsOwn refuses flags for settings that a resumed run keeps.
func (a *app) keepsItsOwn(r *trajectory.Run) error {
	s := r.Started
	for _, f := range []sharedFlag{{flag: "brain", key: "brain"}, {flag: "sandbox", key: "sandbox.kind"}, {flag: "memory", key: "memory.strategy"}, {flag: "placement", key: "memory.placement"}} {
		if _, given := a.flags[f.key]; given {
			return usage("--%s: a run that is resumed keeps its own (brain %s, sandbox %s, memory %s); leave the flag out, or do the task anew with legomem run", f.flag, s.Brain, s.Sandbox, s.Memory)
		}
	}
	return nil
}

// runRunsDiscard gives up a run that was killed.
func (a *app) runRunsDiscard(ctx context.Context, id string) error {
	r, err := a.desk.FindRun(id)
	if err != nil {
		return err
	}
	result, err := a.desk.Discard(ctx, r)
	return showResult(a, result, err, func(trajectory.Result) {
		tellf(a.out, "Discarded run %s. Its log stays: legomem runs show %s\n", r.ID, filepath.Base(r.Dir))
	})
}
