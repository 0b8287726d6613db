package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"text/template"

	"legomem/officebench/trial"
	"legomem/words"
)

// Difference is what changed from one report to another.
type Difference struct {
	A string `json:"a"`
	B string `json:"b"`
	// Conditions names what differed besides the results: it may have caused a flip.
	Conditions []string         `json:"conditions"`
	Cells      []CellDifference `json:"cells"`
	// Replayed names the reports in which a recording answered in place of the models:
	// their times are not the models'.
	Replayed []string `json:"replayed,omitempty"`
	// OnlyA and OnlyB are cells that the other report lacks.
	OnlyA []string `json:"only_a"`
	OnlyB []string `json:"only_b"`
}

// CellDifference is what changed in a cell that both reports have, over the
// tasks that both ran.
type CellDifference struct {
	Cell string `json:"cell"`
	// Against is B's cell where it is a different one: two reports of one cell each
	// compare those cells.
	Against string `json:"against,omitempty"`
	// EffortA and EffortB are what a task took, over all that each ran.
	EffortA Effort `json:"effort_a"`
	EffortB Effort `json:"effort_b"`
	Tasks   int    `json:"tasks"`
	// Broken are the tasks that something outside broke in one of the two, in any of
	// their runs: they show nothing about the change, and are left out.
	Broken []string `json:"broken"`
	// A and B are the mean shares passed, P the p value of the paired permutation test
	// between them and Holm P corrected over the cells; null without common tasks.
	A    *float64 `json:"a"`
	B    *float64 `json:"b"`
	P    *float64 `json:"p"`
	Holm *float64 `json:"holm"`
	// Won are the tasks that pass more often in B, Lost those that pass less often.
	Won  []Flip `json:"won"`
	Lost []Flip `json:"lost"`
}

// Effort is what a task took in a cell: means over its tasks, but for the time the median
// of its runs. Null is not known.
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

// Flip is a task whose share of passed runs changed. Whole says that it crossed
// one half: with one seed every flip is whole.
type Flip struct {
	Task  string  `json:"task"`
	A     float64 `json:"a"`
	B     float64 `json:"b"`
	Whole bool    `json:"whole"`
}

// Diff compares two reports cell by cell and task by task. It fails if they have no cell
// in common, unless each has exactly one.
func Diff(a, b *Report) (*Difference, error) {
	d := &Difference{A: a.Bench.Name, B: b.Bench.Name, Conditions: conditions(a, b), Cells: []CellDifference{}, OnlyA: []string{}, OnlyB: []string{}}
	for _, r := range []*Report{a, b} {
		if r.Bench.Versions[trial.Traffic] == trial.Replayed {
			d.Replayed = append(d.Replayed, r.Bench.Name)
		}
	}
	for _, cell := range a.Cells {
		if other := b.cell(cell.ID); other != nil {
			d.Cells = append(d.Cells, cellDifference(cell, *other, a.Method))
		} else {
			d.OnlyA = append(d.OnlyA, cell.ID)
		}
	}
	for _, cell := range b.Cells {
		if a.cell(cell.ID) == nil {
			d.OnlyB = append(d.OnlyB, cell.ID)
		}
	}
	if len(d.Cells) == 0 && len(a.Cells) == 1 && len(b.Cells) == 1 {
		d.Cells = append(d.Cells, cellDifference(a.Cells[0], b.Cells[0], a.Method))
		d.OnlyA, d.OnlyB = []string{}, []string{}
	}
	if len(d.Cells) == 0 {
		return nil, fmt.Errorf("report: benches %q and %q have no cell in common: the first has %s, the second %s", d.A, d.B, orNone(append(d.OnlyA, "")[0]), orNone(append(d.OnlyB, "")[0]))
	}
	correct(d.Cells, func(c *CellDifference) (p *float64, holm **float64) { return c.P, &c.Holm })
	return d, nil
}

// cellDifference compares a cell's tasks.
func cellDifference(a, b Cell, m Method) CellDifference {
	out := CellDifference{Cell: a.ID, EffortA: a.effort(), EffortB: b.effort(), Broken: []string{}, Won: []Flip{}, Lost: []Flip{}}
	if b.ID != a.ID {
		out.Against = b.ID
	}
	var as, bs []float64
	var differences sample
	for _, task := range slices.Sorted(maps.Keys(a.Results)) {
		there, ok := b.Results[task]
		if !ok {
			continue
		}
		if a.Results[task].Infrastructure+there.Infrastructure > 0 {
			out.Broken = append(out.Broken, task)
			continue
		}
		f := Flip{Task: task, A: a.Results[task].Passed, B: there.Passed}
		f.Whole = (f.A > 0.5) != (f.B > 0.5)
		as, bs = append(as, f.A), append(bs, f.B)
		differences.add(task, f.B-f.A)
		switch {
		case f.B-f.A > rounding:
			out.Won = append(out.Won, f)
		case f.A-f.B > rounding:
			out.Lost = append(out.Lost, f)
		}
	}
	out.Tasks = len(as)
	if out.Tasks > 0 {
		meanA, meanB := mean(as), mean(bs)
		p, _ := signFlip(differences.sums(), m.Permutations, randomFor(m.Seed, a.ID))
		out.A, out.B, out.P = &meanA, &meanB, &p
	}
	return out
}

// conditions names what differs in how the two were run.
func conditions(a, b *Report) []string {
	out := []string{}
	say := func(what, before, after string) {
		if before != after {
			out = append(out, fmt.Sprintf("%s: %s, then %s", what, orNone(before), orNone(after)))
		}
	}
	each := func(what string, before, after map[string]string) {
		for _, key := range bothKeys(before, after) {
			say(what+key, before[key], after[key])
		}
	}
	say("brain", a.Bench.Brain, b.Bench.Brain)
	say("suite's name", a.Bench.Suite.Name, b.Bench.Suite.Name)
	say("suite", a.Bench.Suite.Hash, b.Bench.Suite.Hash)
	say("split", a.Bench.Split.Hash, b.Bench.Split.Hash)
	say("bank", a.Bench.Bank.Hash, b.Bench.Bank.Hash)
	say("embedder", a.Bench.Bank.Embedder, b.Bench.Bank.Embedder)
	say("seeds", fmt.Sprint(a.Method.Seeds), fmt.Sprint(b.Method.Seeds))
	each("", a.Bench.Versions, b.Bench.Versions)
	each("cap on ", a.Bench.Caps, b.Bench.Caps)
	each("sampling of ", samplings(a), samplings(b))
	each("price of ", priceList(a), priceList(b))
	say("models", modelsLine(a), modelsLine(b))
	return out
}

// bothKeys are the keys of two maps, each once, in order.
func bothKeys(a, b map[string]string) []string {
	all := maps.Clone(a)
	if all == nil {
		return slices.Sorted(maps.Keys(b))
	}
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

// samplings is how replies were drawn, by role and team.
func samplings(r *Report) map[string]string {
	out := map[string]string{}
	for _, team := range r.Bench.Teams {
		for role, words := range team.Sampling {
			out[role+" of team "+team.Name] = words
		}
	}
	return out
}

// priceList is the prices that were used, by model.
func priceList(r *Report) map[string]string {
	out := map[string]string{}
	for _, p := range r.Bench.Prices {
		out[p.Model] = fmt.Sprintf("%g + %g (%s)", p.Prompt, p.Completion, orNone(p.Dated))
	}
	return out
}

// WriteJSON prints the difference as JSON.
func (d *Difference) WriteJSON(w io.Writer) error { return writeJSON(w, d) }

// Name is the display name of what is compared.
func (c CellDifference) Name() string {
	if c.Against == "" {
		return c.Cell
	}
	return c.Cell + ", then " + c.Against
}

// WriteText prints the difference for a person: a line a cell, what a task took
// before and after, then the tasks that changed.
func (d *Difference) WriteText(w io.Writer) error {
	orNA := func(format string, v *float64) string { return orNA(v, formats()[format]) }
	verbs := template.FuncMap{
		"cells": func(cells ...any) string { return strings.Join(onLines(list(cells...)), "\t") },
		"line":  words.OnLine, // a name may not break its line, nor its cell
		"efforts": func(e Effort) []string {
			return []string{orNA("decimal", e.Steps), orNA("decimal", e.ModelCalls), orNA("whole", e.Prompt), orNA("whole", e.Completion), orNA("dollars", e.CostUSD), orNA("fine seconds", e.WallMS)}
		},
		"orNA": orNA, "percent": percent, "probability": probability, "join": strings.Join,
	}
	t, err := template.New("diff.tmpl").Funcs(verbs).ParseFS(files, "diff.tmpl")
	if err != nil {
		return fmt.Errorf("report: the template of a difference: %w", err)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if err := t.Execute(tw, d); err != nil {
		return fmt.Errorf("report: writing a difference: %w", err)
	}
	return tw.Flush()
}

func onLines(cells []string) []string {
	for i, c := range cells {
		cells[i] = words.OnLine(c)
	}
	return cells
}

// modelsLine is the models that answered, in one line.
func modelsLine(r *Report) string {
	seen := map[string]bool{}
	for _, roles := range r.Models {
		for _, names := range roles {
			for _, n := range names {
				seen[n] = true
			}
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), ", ")
}
