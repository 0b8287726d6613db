package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Effort is what a task took in a cell: means over its tasks, and of the time the
// median of its runs. Null is not known.
type Effort struct {
	Steps      *float64 `json:"steps"`
	ModelCalls *float64 `json:"model_calls"`
	Prompt     *float64 `json:"prompt_tokens"`
	Completion *float64 `json:"completion_tokens"`
	CostUSD    *float64 `json:"cost_usd"`
	WallMS     *float64 `json:"wall_ms_median"`
}

func (c Cell) effort() Effort {
	f := c.All
	return Effort{Steps: f.Steps.Mean, ModelCalls: f.ModelCalls.Mean, Prompt: f.Prompt.Mean, Completion: f.Completion.Mean, CostUSD: f.CostUSD.Mean, WallMS: f.WallMS.Mean}
}

// name is what a reader calls what is compared.
func (c CellDifference) name() string {
	if c.Against == "" {
		return c.Cell
	}
	return c.Cell + ", then " + c.Against
}

// writeEfforts prints what a task took before and after: two lines a cell.
func (d *Difference) writeEfforts(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "\na task takes\tin\tpassed\tsteps\tmodel calls\tprompt tokens\tcompletion tokens\tcost\ttime")
	for _, c := range d.Cells {
		other := c.Against
		if other == "" {
			other = c.Cell
		}
		for _, side := range []struct {
			cell, bench string
			passed      *float64
			effort      Effort
		}{{c.Cell, d.A, c.A, c.EffortA}, {other, d.B, c.B, c.EffortB}} {
			e := side.effort
			fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", side.cell, side.bench, orNA(side.passed, percent), orNA(e.Steps, decimal),
				orNA(e.ModelCalls, decimal), orNA(e.Prompt, whole), orNA(e.Completion, whole), orNA(e.CostUSD, dollars), orNA(e.WallMS, secondsFine))
		}
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	if len(d.Replayed) > 0 {
		fmt.Fprintf(w, "a recording answered for the models of %s: its time is not theirs\n", strings.Join(d.Replayed, " and "))
	}
	return nil
}
