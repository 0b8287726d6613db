package desk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"legomem/durable"
	"legomem/officebench/bench"
	"legomem/officebench/report"
)

// BenchSummary is what bench --json prints at the end.
type BenchSummary struct {
	Name           string        `json:"name"`
	Folder         string        `json:"folder"`
	Planned        int           `json:"planned"`
	Recorded       int           `json:"recorded"`
	Missing        int           `json:"missing"`
	Infrastructure int           `json:"infrastructure"`
	Cells          []CellSummary `json:"cells"`
	Spent          *bench.Spent  `json:"spent,omitempty"` // over all phases; not set by report
	Reports        []string      `json:"reports"`
}

// CellSummary is a row of the main table. Shares are between 0 and 1, null
// where no run was recorded.
type CellSummary struct {
	Cell   string   `json:"cell"`
	Runs   int      `json:"runs"`
	Passed *float64 `json:"passed"`
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
	// AtLeast and AtMost are exact one-sided 95% bounds, set if all tasks came out the
	// same and the interval has no width.
	AtLeast *float64 `json:"at_least,omitempty"`
	AtMost  *float64 `json:"at_most,omitempty"`
	// WrongClaims are runs that called themselves solved and did not pass; WrongAtMost
	// is the upper bound on their share.
	WrongClaims int      `json:"wrong_claims"`
	WrongAtMost *float64 `json:"wrong_at_most"`
	Steps       *float64 `json:"steps"`
	FailedSteps *float64 `json:"failed_steps"`
	CostUSD     *float64 `json:"cost_usd"` // of a task
}

// findBench finds the work folder of an experiment that a user names.
func (d *Desk) findBench(name string) (string, error) {
	if _, err := os.Stat(filepath.Join(name, "bench.json")); err == nil || strings.ContainsRune(name, filepath.Separator) {
		return name, nil
	}
	dir, err := d.benchDir(name)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, "bench.json")); errors.Is(err, fs.ErrNotExist) {
		return "", BadInput("%s is no bench's folder, and there is no bench of that name in %s (--out names another folder)%s", name, filepath.Dir(dir), benchesIn(filepath.Dir(dir)))
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

// reportSeed seeds the random draws of every report, so that the same records always
// give the same page.
const reportSeed = 1

func readReport(dir string) (*report.Report, error) {
	b, records, err := bench.Read(dir)
	if err != nil {
		return nil, err
	}
	return report.Make(b, records, report.Options{Seed: reportSeed})
}

// makeReport writes the report files and sums up what is in them.
func makeReport(dir string) (*BenchSummary, error) {
	r, err := readReport(dir)
	if err != nil {
		return nil, err
	}
	sum := &BenchSummary{Name: r.Bench.Name, Folder: dir, Planned: r.Runs.Planned, Recorded: r.Runs.Recorded, Missing: r.Runs.Missing,
		Infrastructure: r.Runs.Infrastructure, Cells: []CellSummary{}, Reports: []string{}}
	for _, c := range r.Cells {
		f := c.All
		sum.Cells = append(sum.Cells, CellSummary{Cell: c.ID, Runs: f.Runs, Passed: f.Passed.Mean, Low: f.Passed.Low, High: f.Passed.High, AtLeast: f.Passed.AtLeast, AtMost: f.Passed.AtMost,
			WrongClaims: f.WrongRuns, WrongAtMost: f.WrongClaims.AtMost, Steps: f.Steps.Mean, FailedSteps: f.FailedSteps.Mean, CostUSD: f.CostUSD.Mean})
	}
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{{"report.json", r.WriteJSON}, {"report.md", r.WriteMarkdown}, {"report.html", r.WriteHTML}} {
		path := filepath.Join(dir, file.name)
		if err := durable.File(path, file.write); err != nil {
			return nil, fmt.Errorf("write the report: %w", err)
		}
		sum.Reports = append(sum.Reports, path)
	}
	return sum, nil
}

// CompareBenches compares two experiments task by task. Each is a work folder or a
// name.
func (d *Desk) CompareBenches(x, y string) (*report.Difference, error) {
	var both [2]*report.Report
	var dirs [2]string
	for i, name := range []string{x, y} {
		var err error
		if dirs[i], err = d.findBench(name); err != nil {
			return nil, err
		}
		if both[i], err = readReport(dirs[i]); err != nil {
			return nil, benchError(err)
		}
	}
	if both[0].Bench.Name == both[1].Bench.Name { // their folders distinguish them
		for i, r := range both {
			r.Bench.Name += " in " + dirs[i]
		}
	}
	diff, err := report.Diff(both[0], both[1])
	if err != nil {
		return nil, BadInput("%v", err)
	}
	return diff, nil
}

// ReportBench rewrites the report of an experiment, given by its work folder or name.
func (d *Desk) ReportBench(name string) (*BenchSummary, error) {
	dir, err := d.findBench(name)
	if err != nil {
		return nil, err
	}
	sum, err := makeReport(dir)
	return sum, benchError(err)
}
