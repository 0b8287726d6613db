package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/mattn/go-isatty"

	"legomem/officebench/bench"
	"legomem/officebench/trial"
)

// announce shows what would be run and what that is expected to cost, and asks
// where models would be paid for it.
func (a *app) announce(e *bench.Engine, s *benchSetup, o benchOptions) error {
	expected, err := e.Estimate()
	if err != nil {
		return err
	}
	expected.Notes = append(slices.Clone(s.bench.Notes), expected.Notes...)
	switch {
	case a.json && o.dryRun:
		return a.printJSON(expected)
	case o.dryRun:
		a.tellEstimate(a.out, s, expected)
		return nil
	case !a.json:
		a.tellEstimate(a.err, s, expected)
	}
	if expected.Runs+expected.Collect == 0 {
		return nil
	}
	return a.sureOfBench("Start?", s, o)
}

func (a *app) tellEstimate(w io.Writer, s *benchSetup, e bench.Estimate) {
	b := s.bench
	fmt.Fprintf(w, "%s: %d cells, %d tasks to test, %d to train on, seeds: %d, brain: %s\n", b.Name, len(e.Cells), len(b.Split.Test), len(b.Split.Train), b.Seeds, b.Brain)
	for _, c := range e.Cells {
		fmt.Fprintf(w, "  %s\n", c.ID())
	}
	fmt.Fprintf(w, "runs to be made: %d of training tasks, %d of test tasks\n", e.Collect, e.Runs)
	fmt.Fprintf(w, "expected cost, %s:\n", e.Basis)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, role := range slices.Sorted(maps.Keys(e.Roles)) {
		r := e.Roles[role]
		tellSpend(t, role, r.Model, r)
	}
	tellSpend(t, "all", "", trial.Spend{Calls: e.Total.Calls, Tokens: e.Total.Tokens, CostUSD: e.Total.USD})
	if m := e.AtMost; m != nil {
		tellSpend(t, "at most", "", trial.Spend{Calls: m.Calls, Tokens: m.Tokens, CostUSD: m.USD})
	}
	_ = t.Flush() // to a terminal or a file of the user's; nothing depends on it
	if e.Total.Calls > 0 {
		fmt.Fprintln(w, priced(b.Prices))
	}
	for _, n := range e.Notes {
		fmt.Fprintf(w, "note: %s\n", n)
	}
}

func tellSpend(w io.Writer, role, model string, s trial.Spend) {
	fmt.Fprintf(w, "  %s\t%s\t%d calls\t%d + %d tokens\t%s\n", role, model, s.Calls, s.Tokens.Prompt, s.Tokens.Completion, dollars(s.CostUSD))
}

func dollars(usd *float64) string {
	if usd == nil {
		return "cost unknown: a model has no price"
	}
	return fmt.Sprintf("USD %.2f", *usd)
}

// priced says of when the prices are.
func priced(prices []trial.Price) string {
	if len(prices) == 0 {
		return "no prices are set (prices in the configuration)"
	}
	var out []string
	for _, p := range prices {
		out = append(out, fmt.Sprintf("%s %g + %g (%s)", p.Model, p.Prompt, p.Completion, p.Dated))
	}
	return "prices in USD per million tokens: " + strings.Join(out, ", ")
}

// sureOfBench asks a person where models will be paid. A script says --yes.
func (a *app) sureOfBench(question string, s *benchSetup, o benchOptions) error {
	if s.bench.Deterministic || o.yes {
		return nil
	}
	f, ok := a.in.(interface{ Fd() uintptr })
	if !ok || !isatty.IsTerminal(f.Fd()) {
		return usage("models will be asked, which may cost: look at it with --dry-run, and say --yes")
	}
	fmt.Fprintf(a.err, "%s [y/N] ", question)
	answer, _ := bufio.NewReader(a.in).ReadString('\n') // no answer is no
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return &notSolved{"nothing was started"}
}

// benchSummary is what bench --json prints at the end.
type benchSummary struct {
	Name           string        `json:"name"`
	Folder         string        `json:"folder"`
	Planned        int           `json:"planned"`
	Recorded       int           `json:"recorded"`
	Missing        int           `json:"missing"`
	Infrastructure int           `json:"infrastructure"`
	Cells          []cellSummary `json:"cells"`
	Spent          *bench.Spent  `json:"spent,omitempty"` // over all phases; not told by report
	Reports        []string      `json:"reports"`
}

// cellSummary is a row of the main table. Shares are between 0 and 1, null
// where no run was recorded.
type cellSummary struct {
	Cell        string   `json:"cell"`
	Runs        int      `json:"runs"`
	Passed      *float64 `json:"passed"`
	Low         *float64 `json:"low"`
	High        *float64 `json:"high"`
	Steps       *float64 `json:"steps"`
	FailedSteps *float64 `json:"failed_steps"`
	CostUSD     *float64 `json:"cost_usd"` // of a task
}

// endBench writes the report of what is recorded and tells it.
func (a *app) endBench(e *bench.Engine, s *benchSetup) error {
	sum, err := a.makeReport(s.dir)
	if err != nil {
		return err
	}
	spent := e.Spent()
	sum.Spent = &spent
	return a.tellBench(*sum)
}

func (a *app) tellBench(s benchSummary) error {
	if a.json {
		return a.printJSON(s)
	}
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "cell\truns\tpassed\t95% interval\tsteps\tfailed steps\tUSD a task")
	for _, c := range s.Cells {
		interval := "-"
		if c.Low != nil && c.High != nil {
			interval = percent(c.Low) + " to " + percent(c.High)
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\t%s\n", c.Cell, c.Runs, percent(c.Passed), interval, number(c.Steps, "%.1f"), percent(c.FailedSteps), number(c.CostUSD, "%.4f"))
	}
	err := t.Flush()
	if s.Missing > 0 {
		fmt.Fprintf(a.out, "INCOMPLETE: %d of %d runs are missing; the same command goes on from here\n", s.Missing, s.Planned)
	}
	if s.Infrastructure > 0 {
		fmt.Fprintf(a.out, "%d runs broke on something outside and count as not passed; --rerun-errors runs them again\n", s.Infrastructure)
	}
	if s.Spent != nil && s.Spent.Calls > 0 {
		fmt.Fprintf(a.out, "spent: %s\n", s.Spent)
	}
	for _, file := range s.Reports {
		fmt.Fprintln(a.out, file)
	}
	return err
}

func percent(x *float64) string {
	if x == nil {
		return "n/a"
	}
	return fmt.Sprintf("%.1f%%", 100**x)
}

func number(x *float64, format string) string {
	if x == nil {
		return "n/a"
	}
	return fmt.Sprintf(format, *x)
}
