package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/tools/sandbox"
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

func (a *app) runRunsResume(ctx context.Context, id, suiteDir string) error {
	past, err := a.findRun(id)
	if err != nil {
		return err
	}
	own, err := a.as(past)
	if err != nil {
		return err
	}
	judged, err := suiteOf(past, suiteDir)
	if err != nil {
		return err
	}
	progress := newProgress(own)
	result, err := own.resume(ctx, past, judged, progress)
	if result.RunID == "" {
		return unresumable(err)
	}
	if own.json {
		if err := own.printJSON(result); err != nil {
			return err
		}
	} else {
		own.tell(past.Started.Task, result, progress)
		if past.Started.Task.Suite != "" && judged == nil {
			fmt.Fprintf(own.out, "  It was not evaluated: legomem eval does that, or resume with --suite DIR.\n")
		}
	}
	return outcomeError(result, progress, err)
}

// resume goes on with a run, as this app is configured, and counts the use of its
// memories. Where it cannot be gone on with, the result has no id.
func (a *app) resume(ctx context.Context, past *trajectory.Run, judged *officebench.Suite, progress *progress) (trajectory.Result, error) {
	if past.Result != nil && !past.BrokenOff() {
		return trajectory.Result{}, &orchestrator.Unresumable{Run: past.ID, Ended: true, Why: endOf(past)}
	}
	p, err := a.build(ctx, nil)
	if err != nil {
		return trajectory.Result{}, err
	}
	defer p.close()
	defer a.tellCache()
	workspace := ""
	if local, ok := p.deps.Launcher.(*sandbox.Local); ok {
		if workspace, err = local.Kept(ctx, past.Dir); err != nil {
			return trajectory.Result{}, err
		}
	}
	if workspace == "" && past.Result != nil {
		return trajectory.Result{}, &orchestrator.Unresumable{Run: past.ID, Ended: true, Why: endOf(past) + ", and its workspace is gone"}
	}
	progress.brain = past.Started.Brain
	if workspace != "" {
		progress.notes = slices.Clone(past.Notes)
	}
	order := orchestrator.Resumption{Dir: past.Dir, Workspace: workspace, Own: a.judge(p, judged)}
	order.Observer = progress.observe
	result, err := orchestrator.Resume(ctx, p.deps, order)
	return a.counted(ctx, p, progress, result, err)
}

func endOf(r *trajectory.Run) string {
	return fmt.Sprintf("it has ended as %s (%s)", r.Result.Outcome, short(r.Result.Reason, 120))
}

// unresumable tells why a run is not gone on with, and what to do.
func unresumable(err error) error {
	var no *orchestrator.Unresumable
	switch {
	case errors.Is(err, trajectory.ErrLive):
		return usage("%v; wait for its end, or stop that one", err)
	case errors.As(err, &no) && no.Ended:
		return usage("%v; to do the task anew, use legomem run", no)
	case errors.As(err, &no):
		return usage("%v", no)
	}
	return err
}

// resumed are the settings that a run keeps, with the flags that set them.
var resumed = []sharedFlag{{flag: "brain", key: "brain"}, {flag: "sandbox", key: "sandbox.kind"}, {flag: "memory", key: "memory.strategy"}, {flag: "placement", key: "memory.placement"}}

// as is the program configured as a run was, as far as its log tells.
func (a *app) as(r *trajectory.Run) (*app, error) {
	s := r.Started
	if !slices.Contains([]string{"reflex", "model", "hybrid"}, s.Brain) {
		return nil, usage("run %s cannot be resumed: it was driven by %s, whose plan is not in the log; play it again", r.ID, s.Brain)
	}
	for _, f := range resumed {
		if _, given := a.flags[f.key]; given {
			return nil, usage("--%s: a run that is resumed keeps its own (brain %s, sandbox %s, memory %s); leave the flag out, or do the task anew with legomem run", f.flag, s.Brain, s.Sandbox, s.Memory)
		}
	}
	own := *a
	own.config.Brain, own.config.Sandbox.Kind = s.Brain, s.Sandbox
	if s.Memory != "" {
		own.config.Memory.Strategy = s.Memory
	}
	if _, given := a.flags["memory.bank"]; !given && s.Versions["bank"] != "" {
		own.config.Memory.Bank = strings.TrimPrefix(s.Versions["bank"], "default")
	}
	return &own, nil
}

// suiteOf opens the suite that a run's task is of; nil where none is named.
func suiteOf(r *trajectory.Run, dir string) (*officebench.Suite, error) {
	if dir == "" {
		return nil, nil
	}
	suite, err := officebench.Open(dir)
	if err != nil {
		return nil, err
	}
	t := r.Started.Task
	if suite.Name != t.Suite {
		return nil, usage("--suite: run %s is of %s, and %s is the suite %s", r.ID, suiteWords(t), dir, suite.Name)
	}
	return suite, nil
}

func suiteWords(t trajectory.Task) string {
	if t.Suite == "" {
		return "no suite"
	}
	return "the suite " + t.Suite
}

// runRunsDiscard gives up a run that was killed.
func (a *app) runRunsDiscard(ctx context.Context, id string) error {
	r, err := a.findRun(id)
	if err != nil {
		return err
	}
	local, err := a.local()
	if err != nil {
		return err
	}
	defer local.Close()
	workspace, err := local.Kept(ctx, r.Dir)
	if err != nil {
		return err
	}
	result := resultOf(r)
	switch {
	case r.Result == nil:
		result, err = orchestrator.Discard(r.Dir, a.now)
	case workspace == "":
		return usage("run %s: %s, and there is nothing of it to discard", r.ID, endOf(r))
	}
	if err == nil && workspace != "" {
		err = a.removeKept(local, r.Dir, workspace)
	}
	if err != nil {
		return unresumable(err)
	}
	if a.json {
		return a.printJSON(result)
	}
	fmt.Fprintf(a.out, "Discarded run %s. Its log stays: legomem runs show %s\n", r.ID, filepath.Base(r.Dir))
	return nil
}

// removeKept removes a run's workspace, which nobody may go on in meanwhile.
func (a *app) removeKept(local *sandbox.Local, run, workspace string) error {
	log, _, err := trajectory.Continue(run, a.now)
	if err != nil {
		return err
	}
	return errors.Join(local.Discard(workspace), log.Close())
}
