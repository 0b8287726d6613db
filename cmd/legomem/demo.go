package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"legomem/agents/demo"
	"legomem/desk"
	"legomem/words"
)

func newDemoCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Teach by demonstration: a written plan, played and learned from",
		Long: `A demonstration is a plan you write once, with literal actions. Played through
the real tools it leaves a real log, which is curated like any other run; from
then on the same work with other values needs no demonstration and no model.

  legomem demo new "Book the van for Lee on 3/12/2026" > van.yaml
  legomem demo check van.yaml        is every value in it explained?
  legomem demo play van.yaml         do it
  legomem curate last --accept       learn it`,
	}
	cmd.AddCommand(newDemoNewCommand(a), newDemoCheckCommand(a), newDemoPlayCommand(a))
	return cmd
}

func newDemoNewCommand(a *app) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use: "new [TASK]", Short: "Print the beginning of a demonstration", Args: oneSentence,
		Long: `Prints a demonstration to fill in, as YAML with its explanations, for a sentence
or for a task of a suite.`,
		RunE: func(_ *cobra.Command, args []string) error {
			order, err := a.order(args, o)
			if err != nil {
				return err
			}
			text, err := demo.New(order.Task, order.From)
			if err != nil {
				return err
			}
			_, err = a.out.Write(text)
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.suite, "suite", "", "a suite's folder, to take the task from")
	f.StringVar(&o.task, "task", "", "the task of the suite")
	f.StringVar(&o.testbed, "testbed", "", "the folder the task starts from")
	f.StringVar(&o.user, "user", "", "the acting user (default: the configuration's user.name, or your login name)")
	f.StringVar(&o.date, "date", "", "the task's date (default: now)")
	cmd.MarkFlagsMutuallyExclusive("suite", "testbed")
	return cmd
}

func newDemoPlayCommand(a *app) *cobra.Command {
	var suite string
	cmd := &cobra.Command{
		Use: "play FILE", Short: "Play a demonstration through the team", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := a.desk.Demonstrated(args[0], suite)
			if err != nil {
				return err
			}
			return a.carryOut(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&suite, "suite", "", "the suite of the demonstration's task")
	return cmd
}

func newDemoCheckCommand(a *app) *cobra.Command {
	var suite string
	cmd := &cobra.Command{
		Use: "check FILE", Short: "Prove a demonstration", Args: cobra.ExactArgs(1),
		Long: `Proves a demonstration: that it passes; that every literal in it comes from the
task's text, from an earlier observation, or is a declared constant; and that
leaving out an action that writes or sends, or changing a value it writes, makes
the evaluation fail. It tells which values would be taken from the sentence, and
whether another memory is asked for with it already. What goes unnoticed is listed, and the demonstration is
then weakly checked. A task that nothing evaluates is checked for its values
alone.`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runDemoCheck(cmd.Context(), args[0], suite) },
	}
	cmd.Flags().StringVar(&suite, "suite", "", "the suite of the demonstration's task")
	return cmd
}

func (a *app) runDemoCheck(ctx context.Context, file, suite string) error {
	report, err := a.desk.CheckDemo(ctx, file, suite, a.countChanges)
	if err := showResult(a, report, err, a.tellCheck); err != nil {
		return err
	}
	if len(report.Problems) > 0 || (report.Passed != nil && !*report.Passed) {
		return &desk.NotSolved{}
	}
	return nil
}

func (a *app) countChanges(done, all int) {
	if !a.json && isTerminal(a.err) {
		overLine(a.err, fmt.Sprintf("%d of %d changes tried", done, all), 0)
		if done == all {
			tellf(a.err, "\n")
		}
	}
}

func (a *app) tellCheck(r desk.DemoChecked) {
	tellf(a.out, "Evaluation: %s\n", map[string]string{"-": "none judges this task", "passed": "passed", "failed": "not passed"}[passedWord(r.Passed)])
	for _, p := range r.Problems {
		tellf(a.out, "line %d, %s: %v: %s\n", p.Line, p.Path, p.Value, p.Why)
	}
	for _, c := range r.Unnoticed {
		tellf(a.out, "line %d, %s: the evaluation does not notice: %s\n", c.Line, c.Path, c.What)
	}
	if r.Stopped != "" {
		tellLine(a.out, "No changes were tried: "+r.Stopped)
	} else {
		tellf(a.out, "%d changes tried, %d unnoticed\n", r.Tried, len(r.Unnoticed))
	}
	a.tellTaught(r)
	switch {
	case len(r.Problems) > 0:
		tellLine(a.out, "Not sound.")
	case r.Weak():
		tellLine(a.out, "Every value is explained; weakly checked.")
	default:
		tellLine(a.out, "Sound.")
	}
}

// tellTaught tells what would be learned.
func (a *app) tellTaught(r desk.DemoChecked) {
	a.tellTakes(r.Takes)
	if len(r.With) > 0 {
		tellf(a.out, "  it would be generalised together with %s: %s\n", words.Count(len(r.With), "run"), someOf(r.With, 3))
	}
	a.tellNotes(r.Notes)
	a.tellAlready(r.Already)
}
