package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/lists"
	"legomem/membank/recall"
	"legomem/membank/recall/bench"
)

func newRecallBenchCommand(a *app) *cobra.Command {
	var o desk.RecallBench
	cmd := &cobra.Command{
		Use: "bench --data DIR", Short: "How well what was said is found and used, on published dialogues", Args: cobra.NoArgs,
		Long: `Makes users of published dialogues, each with 21 sessions over seven intents: every
dialogue is a goal that is split over three sessions, and the last leaves out what
the first two said. It measures which part of what fills it is among the first 3, 5
and 10 pairs, with the missing-slot filter and without; how well the state is
filled; how many turns that saves; and what a model would have to read. Users that
the scorer was trained on are left out. The same data and seed give the same
numbers, with 95% intervals by a bootstrap over users.

DIR is a folder in the Schema-Guided Dialogue format (schema.json and
dialogues_*.json), one with a users.json (docs/recall.md), or a folder of such
folders.

  legomem recall bench --data dstc8-schema-guided-dialogue
  legomem recall bench --data DIR --conflicts      users who said other things for the same slots
  legomem recall bench --data DIR --scorer mine.bin --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := a.desk.BenchRecall(cmd.Context(), o)
			return showResult(a, r, err, a.tellRecallBench)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Data, "data", "", "the folder of the dialogues (required)")
	f.Uint64Var(&o.Seed, "seed", 1, "decides how dialogues are split and grouped")
	f.BoolVar(&o.Conflicts, "conflicts", false, "users may have several dialogues of one service, with other values")
	f.StringVar(&o.Scorer, "scorer", "", "the file of a scorer, from legomem recall train (default: the program's own)")
	return cmd
}

func newRecallTrainCommand(a *app) *cobra.Command {
	var o desk.RecallTraining
	cmd := &cobra.Command{
		Use: "train --data DIR --out FILE", Short: "Train the scorer of what was said, on published dialogues", Args: cobra.NoArgs,
		Long: `Trains the scorer that tells how likely an earlier answer fills a missing slot, on
users made of published dialogues as legomem recall bench makes them. Where DIR has
a folder train, that alone is trained on. The file begins with a line that says
what it was trained on. The same data and seed give the same file.

  legomem recall train --data dstc8-schema-guided-dialogue --out scorer.bin`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			about, err := a.desk.TrainRecall(cmd.Context(), o)
			return showResult(a, about, err, func(about recall.About) {
				tellf(a.out, "%d goals of %d users in %d files; %d examples; alpha %.3f: %s\n", about.Goals, about.Users, len(about.Files), about.Pairs, about.Alpha, o.Out)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Data, "data", "", "the folder of the dialogues (required)")
	f.StringVar(&o.Out, "out", "", "the file to write (required)")
	f.Uint64Var(&o.Seed, "seed", 1, "decides how dialogues are split and grouped")
	return cmd
}

// tellRecallBench prints the report as tables, as they stand in docs/recall.md.
func (a *app) tellRecallBench(r bench.Report) {
	tellf(a.out, "%d users of %s, %d sessions, %d goals; %d slots left out, filled by %d pairs; seed %d\n", r.Users, strings.Join(r.Sources, ", "), r.Sessions, r.Goals, r.LeftOut, r.Pairs, r.Seed)
	tellf(a.out, "The scorer was trained on %d goals of %d users (%s, %d files), none of these.\n", r.Trained.Goals, r.Trained.Users, r.Trained.Data, len(r.Trained.Files))
	a.table("\n| pairs that fill what is missing | recall@3 | recall@5 | recall@10 | more than the best unfiltered, at 5 |")
	for _, row := range r.Retrieval {
		cells := lists.Map(bench.Depths(), func(k int) string { return estimate(row.Recall[k]) })
		gain := ""
		if g, ok := r.Gain[row.Method]; ok {
			gain = inPercent(g)
		} else if row.Method == r.Best {
			gain = "the best unfiltered"
		}
		a.row(append(append([]string{row.Method}, cells...), gain)...)
	}
	a.table("\n| alpha | recall@5 (embeddings, words alone) |")
	for _, p := range r.Alpha {
		a.row(fmt.Sprintf("%.3g", p.Alpha), estimate(p.Recall))
	}
	a.table("\n| state filled from memory, unasked | slot accuracy | joint goal accuracy | wrong values a goal |")
	for _, s := range r.State {
		a.row(s.Method, estimate(s.Slots), estimate(s.Joint), estimate(s.Wrong))
	}
	a.table("\n| system | turns | of what the oracle saves | goals right | right if the user agrees to all | wrong proposals a goal |")
	for _, t := range r.Turns {
		saved := ""
		if e, ok := r.Saved[t.System]; ok {
			saved = inPercent(e)
		}
		a.row(t.System, estimate(t.Turns), saved, estimate(t.Right), estimate(t.Credulous), estimate(t.Wrong))
	}
	tellf(a.out, "\nTokens for a goal: %.0f for the pairs that the filter keeps, %.0f for all that was said before\n", r.Tokens.Selected.Mean, r.Tokens.Past.Mean)
}

// table prints the head of a table, and row a row.
func (a *app) table(head string) {
	tellPage(a.out, head+"\n"+strings.Repeat("|---", strings.Count(head, "|")-1)+"|\n")
}

func (a *app) row(cells ...string) { tellPage(a.out, "| "+strings.Join(cells, " | ")+" |\n") }

func estimate(e bench.Estimate) string {
	return fmt.Sprintf("%.3f (%.3f to %.3f)", e.Mean, e.Low, e.High)
}

func inPercent(e bench.Estimate) string {
	return fmt.Sprintf("%.1f%% (%.1f to %.1f)", 100*e.Mean, 100*e.Low, 100*e.High)
}
