package main

import (
	"cmp"
	"context"
	"fmt"
	"legomem/desk"
	"legomem/officebench/bench"

	"github.com/spf13/cobra"
)

func newBenchCommand(a *app, open desk.LabOpener) *cobra.Command {
	o := desk.BenchOrder{Lab: open}
	var yes bool
	cmd := &cobra.Command{
		Use:   "bench --suite DIR",
		Short: "Run an experiment: many tasks, with and without memory",
		Long: `Runs a suite's tasks under several settings of memory and reports what came of
them. It collects runs on the training tasks without memory, makes a bank of
those that passed, and evaluates the test tasks in every cell: a variant, a
placement, with or without recorded reasoning, a team.

  legomem bench --suite officebench/suite --split officebench/suite/split.json \
      --demos officebench/suite/demos
  legomem bench --suite DIR --starter --leave-one-out --name new-values
  legomem bench --suite officebench/suite --bank mine.db --variants none,vanilla
  legomem bench --suite DIR --config paper --preset paper --split split.json --dry-run
  legomem bench report NAME
  legomem bench diff NAME OTHER

The split is a file that says which tasks are trained on and which tested:
{"train": ["1-1/0"], "test": ["1-2/0"]}. With --leave-one-out every task may be
tested: what was learned from it is hidden from its own run. --team names the
team that collects, without memory; --teams those that are compared; --demos has
demonstrations played to collect by, since reflex knows nothing to begin with.
With --bank or --starter nothing is trained: the test is what that bank reaches.

Before models are asked, the expected cost is shown and you are asked; --yes
answers. Everything is kept in the work folder (--out DIR/NAME): the same
command goes on where it was interrupted or killed, and nothing that is recorded
is run again. Equal settings are one cell: none knows no placement, and with
memories for the orchestrator alone all strategies are one. Under reflex only
none and vanilla differ, and one seed is run: a deterministic brain's repeats are
no further observations.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.benchesAlone(cmd, &o); err != nil {
				return err
			}
			return a.runBench(cmd.Context(), o, yes)
		},
	}
	addBenchFlags(cmd, &o)
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.Flags().StringVar(&o.Demos, "demos", "", "collect by playing the demonstrations in this folder (reflex alone has nothing to begin with)")
	cmd.AddCommand(newBenchReportCommand(a), newBenchDiffCommand(a))
	return cmd
}

func addBenchFlags(cmd *cobra.Command, o *desk.BenchOrder) {
	f := cmd.Flags()
	f.StringVar(&o.Suite, "suite", "", "the suite's folder, which holds tasks/ (required)")
	f.StringVar(&o.Split, "split", "", "the file that says which tasks are trained on and which tested (needed unless --bank, --starter or --leave-one-out)")
	f.StringVar(&o.Name, "name", "", "the experiment's name (default: the suite's and the brain's)")
	f.StringSliceVar(&o.Variants, "variants", nil, "none, vanilla, dynamic, rewrite, synapse, awm (default: none,vanilla)")
	f.StringSliceVar(&o.Placements, "placements", nil, "both, planning, orchestrator, agents, none (default: both)")
	f.StringSliceVar(&o.Reasoning, "reasoning", nil, "with, without: whether recorded thoughts are shown (default: with)")
	f.StringSliceVar(&o.Teams, "teams", nil, "teams of the configuration (default: its first)")
	f.StringVar(&o.Preset, "preset", "", "paper: the 38 cells of LEGOMem's tables 1 to 3 and figure 4, three seeds")
	f.IntVar(&o.Seeds, "seeds", 0, "how often each task is run in each cell (default: 1; with --preset paper 3)")
	f.IntVar(&o.Parallel, "parallel", 0, "runs at once (default: 2 for each processor; under reflex 1 for each)")
	f.BoolVar(&o.Starter, "starter", false, "test the memories that come with the program, and train on nothing")
	f.StringSliceVar(&o.Tasks, "tasks", nil, "test these alone, such as 1-1/0, or 2-3 for all of its subtasks (default: all of the split's)")
	f.IntVar(&o.Limit, "limit", 0, "test this many tasks alone, the levels in turn (default: all)")
	f.BoolVar(&o.LeaveOneOut, "leave-one-out", false, "let tasks be in train and test, each hidden from its own runs")
	f.StringVar(&o.Phase, "phase", "", "one phase alone: collect, curate, evaluate or report (default: all that the cells need)")
	f.BoolVar(&o.DryRun, "dry-run", false, "show the cells, the runs and the expected cost, and start nothing")
	f.IntVar(&o.Pilot, "pilot", 0, "run this many tasks first, to measure the cost by (they count)")
	f.Float64Var(&o.MaxUSD, "max-usd", 0, "start no run that would go over this, in US dollars (default: no cap)")
	f.IntVar(&o.MaxTokens, "max-tokens", 0, "start no run that would go over this, in tokens (default: no cap)")
	f.BoolVar(&o.RerunErrors, "rerun-errors", false, "run again what broke on something outside, and only that beside what is missing")
	f.BoolVar(&o.AcceptErrors, "accept-errors", false, "make the bank without the training runs that broke on something outside")
	cmd.MarkFlagsMutuallyExclusive("dry-run", "phase")
	_ = cmd.RegisterFlagCompletionFunc("preset", cobra.FixedCompletions(bench.Presets(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("phase", cobra.FixedCompletions([]string{"collect", "curate", "evaluate", "report"}, cobra.ShellCompDirectiveNoFileComp))
}

// benchesAlone applies those flags of all commands that mean something here, and
// refuses those that a bench varies itself.
func (a *app) benchesAlone(cmd *cobra.Command, o *desk.BenchOrder) error {
	for flag, instead := range map[string]string{"memory": "--variants", "placement": "--placements"} {
		if cmd.Flags().Changed(flag) {
			return usage("a bench varies --%s itself: use %s", flag, instead)
		}
	}
	if cmd.Flags().Changed("parallel") && o.Parallel < 1 {
		return usage("--parallel %d: at least 1 run at a time", o.Parallel)
	}
	if cmd.Flags().Changed("bank") {
		o.Bank = a.config.Memory.Bank
	}
	return nil
}

func (a *app) runBench(ctx context.Context, o desk.BenchOrder, yes bool) error {
	shown := newBenchProgress(a)
	sum, err := a.desk.Bench(ctx, o, desk.BenchWatch{
		Announce: func(e *desk.Experiment, expected bench.Estimate) error { return a.announce(ctx, e, expected, o, yes) },
		Pilot: func(e *desk.Experiment) error {
			return a.sureOfBench(ctx, fmt.Sprintf("Run %d tasks in %d cells as a pilot?", o.Pilot, len(e.Bench.Cells)), e, o, yes)
		},
		Progress: shown.observe, Paused: shown.end,
	})
	if sum == nil {
		return err
	}
	return cmp.Or(err, a.tellBench(*sum))
}
