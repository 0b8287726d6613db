package main

import (
	"github.com/spf13/cobra"
)

func newBenchReportCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "report DIR",
		Short: "Write an experiment's report anew",
		Long: `Writes report.json, report.md and report.html anew from what is recorded in an
experiment's work folder, also while it is under way. DIR is the folder, or the
experiment's name.

  legomem bench report suite-reflex`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.runBenchReport(args[0]) },
	}
}

func newBenchDiffCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "diff A B",
		Short: "Hold two experiments against each other, task by task",
		Long: `Shows which tasks pass more or less often in B than in A, in the cells that
both have, and what else differs between the two. A and B are work folders or
names.

  legomem bench diff before after`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error { return a.runBenchDiff(args[0], args[1]) },
	}
}

func (a *app) runBenchReport(name string) error {
	sum, err := a.desk.ReportBench(name)
	if err != nil {
		return err
	}
	return a.tellBench(*sum)
}

func (a *app) runBenchDiff(x, y string) error {
	d, err := a.desk.CompareBenches(x, y)
	if err != nil {
		return err
	}
	if a.json {
		return d.WriteJSON(jsonStream{rawOf(a.out)})
	}
	return d.WriteText(a.out)
}
