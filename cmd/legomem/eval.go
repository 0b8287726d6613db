package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"legomem/desk"
	"legomem/officebench"
)

func newEvalCommand(a *app) *cobra.Command {
	var o desk.Judging
	cmd := &cobra.Command{
		Use:   "eval --suite DIR --task ID --testbed DIR",
		Short: "Judge a finished testbed",
		Long: `Judges a finished testbed by a task's evaluation, check by check. A check is
true, false, or null where the benchmark's own evaluator breaks; the testbed
passes when every check is true. Files are read in the sandbox.

  legomem eval --suite officebench/suite --task 1-1/0 --testbed ~/runs/ID/testbed`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runEval(cmd.Context(), o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.Suite, "suite", "", "the suite's folder, which holds tasks/")
	f.StringVar(&o.Task, "task", "", "the task, such as 1-1/0")
	f.StringVar(&o.Testbed, "testbed", "", "the finished testbed")
	f.BoolVar(&o.Strict, "strict", false, "mend what is weak in the benchmark's evaluator (a figure of its own)")
	for _, name := range []string{"suite", "task", "testbed"} {
		_ = cmd.MarkFlagRequired(name) // the flags exist: they are defined above
	}
	return cmd
}

func (a *app) runEval(ctx context.Context, o desk.Judging) error {
	verdict, err := a.desk.Evaluate(ctx, o)
	if err := showResult(a, verdict, err, a.tellChecks); err != nil {
		return err
	}
	if !verdict.Passed {
		return &desk.NotSolved{Said: fmt.Sprintf("task %s did not pass", verdict.TaskID)}
	}
	return nil
}

func (a *app) tellChecks(v officebench.Verdict) {
	for _, c := range v.Checks {
		said := "null "
		if c.Passed != nil {
			said = map[bool]string{true: "true ", false: "false"}[*c.Passed]
		}
		tellf(a.out, "%s  %-22s %s\n", said, c.Function, c.Detail)
	}
	tellf(a.out, "%s: passed %v\n", v.TaskID, v.Passed)
}
