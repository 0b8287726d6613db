package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/officebench"
	"legomem/officebench/bench"
)

// benchOptions are the flags of bench.
type benchOptions struct {
	suite, split, name                     string
	variants, placements, reasoning, teams []string
	tasks                                  []string
	preset, phase                          string
	seeds, parallel, limit, pilot          int
	maxTokens                              int
	maxUSD                                 float64
	leaveOneOut, rerunErrors, acceptErrors bool
	dryRun, yes                            bool
	starter                                bool
	bank                                   string // --bank, where it was given, or starterBank
}

// labOpener makes what carries a bench's runs out, and what closes it.
type labOpener func(ctx context.Context, s *officebench.Suite) (bench.Lab, func(), error)

func newBenchCommand(a *app, open labOpener) *cobra.Command {
	var o benchOptions
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
			if o.suite == "" {
				return usage("bench needs a suite: name its folder, which holds tasks/, with --suite; this project's own is officebench/suite")
			}
			if err := o.fromShared(cmd, a); err != nil {
				return err
			}
			return benchError(a.runBench(cmd.Context(), o, open))
		},
	}
	o.addFlags(cmd)
	cmd.Flags().StringVar(&a.demos, "demos", "", "collect by playing the demonstrations in this folder (reflex alone has nothing to begin with)")
	cmd.AddCommand(newBenchReportCommand(a), newBenchDiffCommand(a))
	return cmd
}

func (o *benchOptions) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.suite, "suite", "", "the suite's folder, which holds tasks/ (required)")
	f.StringVar(&o.split, "split", "", "the file that says which tasks are trained on and which tested (needed unless --bank, --starter or --leave-one-out)")
	f.StringVar(&o.name, "name", "", "the experiment's name (default: the suite's and the brain's)")
	f.StringSliceVar(&o.variants, "variants", nil, "none, vanilla, dynamic, rewrite, synapse, awm (default: none,vanilla)")
	f.StringSliceVar(&o.placements, "placements", nil, "both, planning, orchestrator, agents, none (default: both)")
	f.StringSliceVar(&o.reasoning, "reasoning", nil, "with, without: whether recorded thoughts are shown (default: with)")
	f.StringSliceVar(&o.teams, "teams", nil, "teams of the configuration (default: its first)")
	f.StringVar(&o.preset, "preset", "", "paper: the 38 cells of LEGOMem's tables 1 to 3 and figure 4, three seeds")
	f.IntVar(&o.seeds, "seeds", 0, "how often each task is run in each cell (default: 1; with --preset paper 3)")
	f.IntVar(&o.parallel, "parallel", 0, "runs at once (default: 2 for each processor; under reflex 1 for each)")
	f.BoolVar(&o.starter, "starter", false, "test the memories that come with the program, and train on nothing")
	f.StringSliceVar(&o.tasks, "tasks", nil, "test these alone, such as 1-1/0, or 2-3 for all of its subtasks (default: all of the split's)")
	f.IntVar(&o.limit, "limit", 0, "test this many tasks alone, the levels in turn (default: all)")
	f.BoolVar(&o.leaveOneOut, "leave-one-out", false, "let tasks be in train and test, each hidden from its own runs")
	f.StringVar(&o.phase, "phase", "", "one phase alone: collect, curate, evaluate or report (default: all that the cells need)")
	f.BoolVar(&o.dryRun, "dry-run", false, "show the cells, the runs and the expected cost, and start nothing")
	f.IntVar(&o.pilot, "pilot", 0, "run this many tasks first, to measure the cost by (they count)")
	f.BoolVar(&o.yes, "yes", false, "do not ask")
	f.Float64Var(&o.maxUSD, "max-usd", 0, "start no run that would go over this, in US dollars (default: no cap)")
	f.IntVar(&o.maxTokens, "max-tokens", 0, "start no run that would go over this, in tokens (default: no cap)")
	f.BoolVar(&o.rerunErrors, "rerun-errors", false, "run again what broke on something outside, and only that beside what is missing")
	f.BoolVar(&o.acceptErrors, "accept-errors", false, "make the bank without the training runs that broke on something outside")
	cmd.MarkFlagsMutuallyExclusive("dry-run", "phase")
	_ = cmd.RegisterFlagCompletionFunc("preset", cobra.FixedCompletions(bench.Presets(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("phase", cobra.FixedCompletions([]string{"collect", "curate", "evaluate", "report"}, cobra.ShellCompDirectiveNoFileComp))
}

// fromShared takes what the flags of all commands mean here, and refuses those
// that a bench varies itself.
func (o *benchOptions) fromShared(cmd *cobra.Command, a *app) error {
	for flag, instead := range map[string]string{"memory": "--variants", "placement": "--placements"} {
		if cmd.Flags().Changed(flag) {
			return usage("a bench varies --%s itself: use %s", flag, instead)
		}
	}
	if err := a.neverAsks("a bench"); err != nil {
		return err
	}
	if cmd.Flags().Changed("parallel") && o.parallel < 1 {
		return usage("--parallel %d: at least 1 run at a time", o.parallel)
	}
	if o.pilot < 0 {
		return usage("--pilot %d is no number of tasks", o.pilot)
	}
	if cmd.Flags().Changed("bank") {
		o.bank = a.config.Memory.Bank
	}
	return o.fromStarter(a)
}

// fromStarter has the starter memories be the bank, where they are asked for.
func (o *benchOptions) fromStarter(a *app) error {
	switch {
	case o.bank == starterBank:
		return usage("--bank %s is not a file: for the memories that come with the program, say --starter", starterBank)
	case !o.starter:
		return nil
	case o.bank != "" || a.demos != "":
		return usage("--starter is the bank: leave out --bank and --demos")
	}
	o.bank = starterBank
	return nil
}

// benchError gives the engine's errors their exit codes.
func benchError(err error) error {
	var (
		setting *bench.SettingError
		capped  *bench.Capped
		locked  *bench.Locked
		broken  *bench.Broken
		shrunk  *bench.Shrunk
	)
	switch {
	case errors.As(err, &setting):
		return usage("%w", err)
	case errors.As(err, &capped):
		return &desk.NotSolved{Said: err.Error()}
	case errors.As(err, &locked), errors.As(err, &broken), errors.As(err, &shrunk):
		return &desk.MissingError{Said: err.Error()}
	}
	return err
}

func (a *app) runBench(ctx context.Context, o benchOptions, open labOpener) error {
	s, err := a.setUpBench(o)
	if err != nil {
		return err
	}
	if o.phase == "report" {
		return a.reportBench(s.dir)
	}
	if o.pilot > 0 {
		if err := a.sureOfBench(fmt.Sprintf("Run %d tasks in %d cells as a pilot?", o.pilot, len(s.bench.Cells)), s, o); err != nil {
			return err
		}
	}
	_, err = os.Stat(filepath.Join(s.dir, "bench.json"))
	ahead := o.pilot == 0 && (o.dryRun || errors.Is(err, fs.ErrNotExist))
	if ahead { // nothing is made before it is agreed to
		if err := a.announceAhead(s, o); err != nil || o.dryRun {
			return err
		}
	}
	folder, err := bench.Open(s.dir, s.bench, a.now())
	if err != nil {
		return err
	}
	defer folder.Close()
	e := a.benchEngine(folder, s, o)
	if o.pilot > 0 {
		if err := a.pilot(ctx, e, s, o, open); err != nil {
			return err
		}
	}
	if !ahead {
		if err := a.announce(e, s, o); err != nil || o.dryRun {
			return err
		}
	}
	return a.carryOutBench(ctx, e, s, open)
}

// announceAhead announces an experiment without taking its work folder, which
// may not be there, or be held by another process.
func (a *app) announceAhead(s *benchSetup, o benchOptions) error {
	folder, err := bench.Look(s.dir, s.bench)
	if err != nil {
		return err
	}
	return a.announce(a.benchEngine(folder, s, o), s, o)
}

// carryOutBench runs what is missing and reports it, however it ended.
func (a *app) carryOutBench(ctx context.Context, e *bench.Engine, s *benchSetup, open labOpener) error {
	ended := a.withLab(ctx, e, s, open)
	if desk.IsInput(benchError(ended)) {
		return ended // nothing came of it
	}
	err := a.endBench(e, s)
	if ended != nil {
		if err != nil {
			a.log.Warn().Err(err).Msg("no report was written")
		}
		return ended
	}
	return err
}

// withLab runs the engine with a lab.
func (a *app) withLab(ctx context.Context, e *bench.Engine, s *benchSetup, open labOpener) error {
	lab, done, err := open(ctx, s.suite)
	if err != nil {
		return err
	}
	defer done()
	e.Lab = lab
	shown := newBenchProgress(a)
	e.Observe = shown.observe
	defer shown.end()
	return e.Run(ctx)
}

// pilot runs a few tasks first. They count as any other.
func (a *app) pilot(ctx context.Context, e *bench.Engine, s *benchSetup, o benchOptions, open labOpener) error {
	e.Pilot = o.pilot
	defer func() { e.Pilot = 0 }()
	return a.withLab(ctx, e, s, open)
}
