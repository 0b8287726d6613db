package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/lists"
	"legomem/membank/lift"
	"legomem/words"
)

func newMemoryTrialCommand(a *app) *cobra.Command {
	var o desk.TrialOrder
	var yes bool
	cmd := &cobra.Command{
		Use: "trial", Short: "Do past tasks again, to learn which memories harm", Args: cobra.NoArgs,
		Long: `Does tasks of past runs again, each with some of its memories left out at random,
so as to learn sooner which of them harm (docs/memory.md). Which tasks, and how
likely each memory is left out, is chosen by what is expected to tell most; it
is chosen anew after every 25 runs.

A trial works on a copy of the files that the past run started from, under the
policy of your configuration. Nothing of it is brought to your folder, no mail
leaves, nobody is asked, and nothing is learned from it but what memories do:
legomem memory stats counts it, and legomem runs list shows it as a trial. Only
models are shown memories, so the brain must be model or hybrid, and a model does
all of the work.

  legomem memory trial --dry-run
  legomem memory trial --brain model --runs 100 --max-usd 5
  legomem memory trial --suite officebench/suite --yes

You are shown what would be done and what it is expected to cost, by what the
past runs used, and asked; --yes answers. Memories are looked for before that, even
with --dry-run: where an endpoint embeds (embedder.kind: openai), that costs
embeddings for up to 500 past tasks, which count for --max-usd. Runs of a suite's tasks are judged
where --suite names its folder. Where it was interrupted, what was run stays,
and the same command makes further runs.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("parallel") && o.Parallel < 1 {
				return usage("--parallel %d: at least 1 run at a time", o.Parallel)
			}
			return a.runMemoryTrial(cmd.Context(), o, yes)
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.Runs, "runs", 50, "make at most this many runs")
	f.Float64Var(&o.MaxUSD, "max-usd", 0, "start no run that would go over this, in US dollars (default: no cap)")
	f.IntVar(&o.Parallel, "parallel", 0, "runs at once (default: 2 for each processor)")
	f.StringVar(&o.Suite, "suite", "", "the suite's folder, to judge runs of its tasks")
	f.BoolVar(&o.DryRun, "dry-run", false, "show what would be run and its expected cost, and start nothing")
	f.BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

func (a *app) runMemoryTrial(ctx context.Context, o desk.TrialOrder, yes bool) error {
	shown := newBenchProgress(a)
	report, err := a.desk.Trial(ctx, o, desk.TrialWatch{
		Announce: func(p desk.TrialPlan) error { return a.announceTrials(ctx, p, o, yes) },
		Progress: shown.observe, Paused: shown.end,
	})
	if report == nil {
		return err
	}
	return cmp.Or(err, a.tellTrials(*report))
}

// announceTrials shows what would be run, and asks first.
func (a *app) announceTrials(ctx context.Context, p desk.TrialPlan, o desk.TrialOrder, yes bool) error {
	switch {
	case a.json && o.DryRun:
		return a.printJSON(p)
	case o.DryRun:
		tellTrialPlan(a.out, p)
		return nil
	case !a.json:
		tellTrialPlan(a.err, p)
	}
	return a.askFirst(ctx, "Start?", desk.BenchOrder{}, yes)
}

func tellTrialPlan(w io.Writer, p desk.TrialPlan) {
	tellf(w, "%s to be made, %d at once, of the tasks of %s, on copies\n", words.Count(p.Runs, "trial"), p.Parallel, words.Count(p.Past, "past run"))
	for _, why := range slices.Sorted(maps.Keys(p.Cannot)) {
		tellf(w, "  not again: %s (%s)\n", words.Count(p.Cannot[why], "run"), why)
	}
	tellf(w, "the first %d:\n", p.First)
	for _, t := range p.Tasks {
		tellf(w, "  %s, %s: %s (run %s)\n", words.Count(t.Times, "time"), countMemories(t.Memories), words.Short(t.Task, sentenceRoom), t.Run)
	}
	of := p.Expected
	tellf(w, "expected cost, by what those past runs used: %s calls, %s + %s tokens, %s\n",
		words.Thousands(of.Calls), words.Thousands(of.Tokens.Prompt), words.Thousands(of.Tokens.Completion), dollars(of.USD))
	if embedded := p.Looked.Tokens.Prompt; embedded > 0 {
		tellf(w, "spent already, to look for memories: %s tokens, %s\n", words.Thousands(embedded), dollars(p.Looked.USD))
	}
	tellf(w, "expected time: %s\n", span(time.Duration(p.Seconds*float64(time.Second))))
}

// ofThemCounted says how many of the trials count, where not all do.
func ofThemCounted(r desk.TrialReport) string {
	if r.Counted == r.Runs {
		return ""
	}
	return fmt.Sprintf(", %d of them counted", r.Counted)
}

// tellTrials prints what is known of memories after trials.
func (a *app) tellTrials(r desk.TrialReport) error {
	if a.json {
		return a.printJSON(r)
	}
	page := sheet{width: a.width()}
	page.line(0, "%s made%s: %s", words.Count(r.Runs, "trial"), ofThemCounted(r), r.Spent)
	for _, m := range r.Quarantined {
		page.line(0, "%s quarantined: %s", m.ID, m.Reason())
	}
	e := r.Lift
	e.Memories = lists.Filter(e.Memories, func(m desk.MemoryEffect) bool { return m.Verdict != lift.Open })
	e.Unlisted = len(r.Lift.Memories) - len(e.Memories)
	err := page.tellEffects(e)
	if e.Unlisted > 0 {
		page.line(0, "Of those nothing can be said yet; legomem memory stats has their figures.")
	}
	tellPage(a.out, page.String())
	return err
}
