package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"legomem/desk"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
	"legomem/words"
)

// announce shows what would be run and its expected cost, and asks first if models
// would be paid for it.
func (a *app) announce(ctx context.Context, e *desk.Experiment, expected bench.Estimate, o desk.BenchOrder, yes bool) error {
	switch {
	case a.json && o.DryRun:
		return a.printJSON(expected)
	case o.DryRun:
		tellEstimate(a.out, e.Bench, expected)
		return nil
	case !a.json:
		tellEstimate(a.err, e.Bench, expected)
	}
	if expected.Runs+expected.Collect == 0 {
		return nil
	}
	if e.Bench.Deterministic && expected.Total.Calls > 0 { // a model curates what reflex did
		return a.askFirst(ctx, "Start?", o, yes)
	}
	return a.sureOfBench(ctx, "Start?", e, o, yes)
}

func tellEstimate(w io.Writer, b trial.Bench, e bench.Estimate) {
	tellf(w, "%s: %d cells, %d tasks to test, %d to train on, seeds: %d, brain: %s\n", b.Name, len(e.Cells), len(b.Split.Test), len(b.Split.Train), b.Seeds, b.Brain)
	for _, c := range e.Cells {
		tellf(w, "  %s\n", c.ID())
	}
	tellf(w, "runs to be made: %s of training tasks, %s of test tasks\n", words.Thousands(e.Collect), words.Thousands(e.Runs))
	tellCost(w, b, e)
	tellPage(w, lasting(e))
	for _, n := range e.Notes {
		tellf(w, "note: %s\n", n)
	}
}

// tellCost shows what each role is expected to cost, and all of them together.
func tellCost(w io.Writer, b trial.Bench, e bench.Estimate) {
	if e.Total.Calls == 0 {
		tellf(w, "expected cost: none, %s\n", e.Basis)
		return
	}
	tellf(w, "expected cost, %s:\n", e.Basis)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, role := range slices.Sorted(maps.Keys(e.Roles)) {
		tellSpend(t, role, e.Roles[role].Model, e.Roles[role])
	}
	tellSpend(t, "all", "", trial.Spend{Calls: e.Total.Calls, Tokens: e.Total.Tokens, CostUSD: e.Total.USD})
	if m := e.AtMost; m != nil {
		tellSpend(t, "at most", "", trial.Spend{Calls: m.Calls, Tokens: m.Tokens, CostUSD: m.USD})
	}
	_ = t.Flush() // to a terminal or a file of the user's; nothing depends on it
	tellLine(w, priced(b.Prices))
}

func tellSpend(w io.Writer, role, model string, s trial.Spend) {
	tellf(w, "  %s\t%s\t%s calls\t%s + %s tokens\t%s\n", role, model, words.Thousands(s.Calls), words.Thousands(s.Tokens.Prompt), words.Thousands(s.Tokens.Completion), dollars(s.CostUSD))
}

// lasting is how long it is expected to take, in words.
func lasting(e bench.Estimate) string {
	t := e.Time
	switch {
	case t == nil && e.Total.Calls > 0:
		return "expected time: not known before something was measured\n"
	case t == nil || e.Runs+e.Collect == 0:
		return ""
	}
	text := fmt.Sprintf("expected time: %s, %d at once", span(time.Duration(t.Seconds*float64(time.Second))), t.Parallel)
	if t.CallSeconds > 0 {
		text += fmt.Sprintf(" (measured: %.1f s for each model call)", t.CallSeconds)
	}
	return text + "\n"
}

// span writes a duration in brief: "45s", "12m", "6h05m", "3d04h".
func span(d time.Duration) string {
	d = d.Round(time.Second)
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", d/time.Second)
	case d < 10*time.Minute:
		return fmt.Sprintf("%dm%02ds", d/time.Minute, d%time.Minute/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh%02dm", d/time.Hour, d%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%dd%02dh", d/(24*time.Hour), d%(24*time.Hour)/time.Hour)
}

func dollars(usd *float64) string {
	if usd == nil {
		return "cost unknown: a model has no price"
	}
	cents := int(math.Round(*usd * 100))
	return fmt.Sprintf("USD %s.%02d", words.Thousands(cents/100), cents%100)
}

// priced lists the prices, with their dates.
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

// sureOfBench asks a person if models will be paid. A script passes --yes.
func (a *app) sureOfBench(ctx context.Context, question string, e *desk.Experiment, o desk.BenchOrder, yes bool) error {
	if e.Bench.Deterministic {
		return nil
	}
	return a.askFirst(ctx, question, o, yes)
}

// askFirst asks on a terminal, unless --yes has answered.
func (a *app) askFirst(ctx context.Context, question string, o desk.BenchOrder, yes bool) error {
	if yes {
		return nil
	}
	if !a.attended() {
		if o.DryRun {
			return usage("a pilot asks models, which may cost, also before a dry run: say --yes, or leave --pilot out for assumed figures")
		}
		return usage("models will be asked, which may cost: look at it with --dry-run, and say --yes")
	}
	agreed, err := a.agrees(ctx, question)
	if err == nil && !agreed {
		return &desk.NotSolved{Said: "nothing was started"}
	}
	return err
}

func (a *app) tellBench(s desk.BenchSummary) error {
	if a.json {
		return a.printJSON(s)
	}
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	tellf(t, "cell\truns\tpassed\t95%% interval\twrong claims\tsteps\tfailed steps\tUSD a task\n")
	for _, c := range s.Cells {
		tellf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", c.Cell, words.Thousands(c.Runs), percent(c.Passed), intervalOf(c), wronglyOf(c), number(c.Steps, "%.1f"), percent(c.FailedSteps), number(c.CostUSD, "%.4f"))
	}
	err := t.Flush()
	if s.Missing > 0 {
		tellf(a.out, "INCOMPLETE: %s of %s runs are missing; the same command goes on from here\n", words.Thousands(s.Missing), words.Thousands(s.Planned))
	}
	if s.Infrastructure > 0 {
		tellf(a.out, "%s broke on something outside and count as not passed; --rerun-errors runs them again\n", words.Many(s.Infrastructure, "run"))
	}
	if s.Spent != nil && s.Spent.Calls > 0 {
		tellf(a.out, "spent: %s calls, %s + %s tokens, %s\n", words.Thousands(s.Spent.Calls), words.Thousands(s.Spent.Tokens.Prompt), words.Thousands(s.Spent.Tokens.Completion), dollars(s.Spent.USD))
	}
	for _, file := range s.Reports {
		tellLine(a.out, file)
	}
	return err
}

// intervalOf is the 95% interval of the share that passed, or its bound if all tasks
// came out the same.
func intervalOf(c desk.CellSummary) string {
	switch {
	case c.AtLeast != nil:
		return "at least " + percent(c.AtLeast)
	case c.AtMost != nil:
		return "at most " + percent(c.AtMost)
	case c.Low == nil || c.High == nil:
		return "-"
	}
	return percent(c.Low) + " to " + percent(c.High)
}

// wronglyOf is how many runs claimed success wrongly, and the bound on their share.
func wronglyOf(c desk.CellSummary) string {
	if c.WrongAtMost == nil {
		return words.Thousands(c.WrongClaims)
	}
	return fmt.Sprintf("%s (at most %s)", words.Thousands(c.WrongClaims), percent(c.WrongAtMost))
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
