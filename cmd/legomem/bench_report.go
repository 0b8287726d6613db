package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"legomem/officebench/bench"
	"legomem/officebench/report"
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
		RunE: func(_ *cobra.Command, args []string) error {
			dir, err := a.findBench(args[0])
			if err != nil {
				return err
			}
			return benchError(a.reportBench(dir))
		},
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
		RunE: func(_ *cobra.Command, args []string) error { return benchError(a.diffBenches(args[0], args[1])) },
	}
}

// findBench is the work folder that a user names.
func (a *app) findBench(name string) (string, error) {
	if _, err := os.Stat(filepath.Join(name, "bench.json")); err == nil || strings.ContainsRune(name, filepath.Separator) {
		return name, nil
	}
	dir, err := a.benchDir(name)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, "bench.json")); errors.Is(err, fs.ErrNotExist) {
		return "", usage("%s is no bench's folder, and there is no bench of that name in %s (--out names another folder)%s", name, filepath.Dir(dir), benchesIn(filepath.Dir(dir)))
	}
	return dir, nil
}

// benchesIn names the experiments that there are.
func benchesIn(dir string) string {
	var names []string
	found, _ := filepath.Glob(filepath.Join(dir, "*", "bench.json")) // a pattern that cannot be read finds nothing
	for _, f := range found {
		names = append(names, filepath.Base(filepath.Dir(f)))
	}
	if len(names) == 0 {
		return ""
	}
	return "; there are: " + strings.Join(names, ", ")
}

// reportSeed starts the draws of every report, so that the same records always
// give the same page.
const reportSeed = 1

func readReport(dir string) (*report.Report, error) {
	b, records, err := bench.Read(dir)
	if err != nil {
		return nil, err
	}
	return report.Make(b, records, report.Options{Seed: reportSeed})
}

func (a *app) reportBench(dir string) error {
	sum, err := a.makeReport(dir)
	if err != nil {
		return err
	}
	return a.tellBench(*sum)
}

// makeReport writes the report files and sums up what is in them.
func (a *app) makeReport(dir string) (*benchSummary, error) {
	r, err := readReport(dir)
	if err != nil {
		return nil, err
	}
	sum := &benchSummary{Name: r.Bench.Name, Folder: dir, Planned: r.Runs.Planned, Recorded: r.Runs.Recorded, Missing: r.Runs.Missing,
		Infrastructure: r.Runs.Infrastructure, Cells: []cellSummary{}, Reports: []string{}}
	for _, c := range r.Cells {
		f := c.All
		sum.Cells = append(sum.Cells, cellSummary{Cell: c.ID, Runs: f.Runs, Passed: f.Passed.Mean, Low: f.Passed.Low, High: f.Passed.High, AtLeast: f.Passed.AtLeast, AtMost: f.Passed.AtMost,
			WrongClaims: f.WrongRuns, WrongAtMost: f.WrongClaims.AtMost, Steps: f.Steps.Mean, FailedSteps: f.FailedSteps.Mean, CostUSD: f.CostUSD.Mean})
	}
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{{"report.json", r.WriteJSON}, {"report.md", r.WriteMarkdown}, {"report.html", r.WriteHTML}} {
		path := filepath.Join(dir, file.name)
		if err := writeWhole(path, file.write); err != nil {
			return nil, err
		}
		sum.Reports = append(sum.Reports, path)
	}
	return sum, nil
}

// writeWhole writes a file that is there whole or not at all.
func writeWhole(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	if err = errors.Join(write(f), f.Close()); err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

func (a *app) diffBenches(x, y string) error {
	var both [2]*report.Report
	var dirs [2]string
	for i, name := range []string{x, y} {
		var err error
		if dirs[i], err = a.findBench(name); err != nil {
			return err
		}
		if both[i], err = readReport(dirs[i]); err != nil {
			return err
		}
	}
	if both[0].Bench.Name == both[1].Bench.Name { // told apart by where they are
		for i, r := range both {
			r.Bench.Name += " in " + dirs[i]
		}
	}
	d, err := report.Diff(both[0], both[1])
	if err != nil {
		return usage("%v", err)
	}
	if a.json {
		return d.WriteJSON(a.out)
	}
	return d.WriteText(a.out)
}
