// Package report turns the records of a bench into figures a reader can trust: what came
// of each cell, how sure that is, and what must be known to run it again. It runs
// nothing; package trial defines what it reads.
//
// Start with [Make]. A [Report] is all numbers; WriteJSON, WriteMarkdown and WriteHTML
// print it, and a report read back from its JSON prints the same. [Diff] compares two
// reports.
//
// # The JSON
//
// The object is the Report struct. Shares are between 0 and 1, money is in US dollars,
// time in milliseconds. A figure is an [Estimate]: "mean", its 95% interval "low" and
// "high" where given, exact one-sided bounds "at_least" and "at_most" where all tasks
// agree, the "tasks" it rests on and the "ids" that these have; or null, with the reason in "na", if it cannot apply.
//
//	schema        1; a reader refuses a higher one
//	bench         what was run: trial.Bench, whole
//	method        seed, resamples, permutations, and the formulae in words
//	runs          counts: planned, recorded, missing, cancelled, replaced, ...
//	incomplete    whether planned runs are missing; missing names them
//	levels        the levels of the tested tasks; task_levels says which has which
//	cells         per cell: all, levels, winnable, same_id, other_id (Figures),
//	              families and apps where the suite names them, wrongly_claimed,
//	              and results: per task the share of its runs that passed
//	comparisons   paired tests: a minus b, with p and Holm's corrected p
//	spent         per team and role, what models cost over every recorded attempt
//	models        per team and role, the models as their endpoints named them
//	notes         what a reader must know
package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"legomem/officebench/trial"
)

// Schema is the version of the JSON.
const Schema = 1

// Options choose how the figures are computed.
type Options struct {
	// Seed starts the random draws: the same seed gives the same report.
	Seed uint64
	// Resamples are the bootstrap's draws, Permutations those of a paired test that has
	// too many patterns to try them all; 0 means 10,000.
	Resamples    int
	Permutations int
	// Pairs are cells (by ID) to compare besides the usual comparisons: the first minus
	// the second.
	Pairs [][2]string
}

// defaultDraws is the number of draws where none is given.
const defaultDraws = 10_000

// Report is everything that is known of a bench.
type Report struct {
	Schema      int                            `json:"schema"`
	Bench       trial.Bench                    `json:"bench"`
	Method      Method                         `json:"method"`
	Runs        Runs                           `json:"runs"`
	Incomplete  bool                           `json:"incomplete"`
	Missing     []string                       `json:"missing,omitempty"`
	Levels      []int                          `json:"levels"`
	TaskLevels  map[string]int                 `json:"task_levels"`
	Cells       []Cell                         `json:"cells"`
	Comparisons []Comparison                   `json:"comparisons"`
	Models      map[string]map[string][]string `json:"models,omitempty"`
	// Endpoints is what was learned of models' endpoints, and in how many runs.
	Endpoints map[string]int `json:"endpoints,omitempty"`
	// Spent is what models cost, by team and role.
	Spent map[string]map[string]trial.Spend `json:"spent,omitempty"`
	Notes []string                          `json:"notes,omitempty"`
}

// Method says how the figures were made.
type Method struct {
	Seed         uint64  `json:"seed"`
	Resamples    int     `json:"resamples"`
	Permutations int     `json:"permutations"`
	Confidence   float64 `json:"confidence"`
	// Alpha and Power are those of the smallest detectable difference.
	Alpha float64 `json:"alpha"`
	Power float64 `json:"power"`
	// Seeds are the repeats of each task that were used.
	Seeds int      `json:"seeds"`
	Words []string `json:"words"`
}

// Runs counts what was planned and what was recorded.
type Runs struct {
	Planned  int `json:"planned"`
	Recorded int `json:"recorded"`
	Missing  int `json:"missing"`
	// Cancelled are runs stopped by a person: not an observation, and missing.
	Cancelled int `json:"cancelled"`
	// Replaced are earlier attempts that a later one replaces.
	Replaced int `json:"replaced"`
	// Repeats are further seeds of a deterministic brain, which are not used.
	Repeats        int `json:"repeats"`
	Infrastructure int `json:"infrastructure"`
	Unjudged       int `json:"unjudged"`
}

// Make computes a report. It refuses records that the bench did not plan and two records
// of the same run, naming them; it lists what is missing.
func Make(bench trial.Bench, records []trial.Record, opts Options) (*Report, error) {
	opts.Resamples, opts.Permutations = cmp.Or(opts.Resamples, defaultDraws), cmp.Or(opts.Permutations, defaultDraws)
	if opts.Resamples < 1 || opts.Permutations < 1 {
		return nil, fmt.Errorf("report: %d resamples and %d permutations: both must be 1 or more", opts.Resamples, opts.Permutations)
	}
	book, err := newLedger(bench, records)
	if err != nil {
		return nil, err
	}
	r := &Report{
		Schema: Schema, Bench: bench, Method: method(opts, book.seeds),
		Runs: book.counts, Incomplete: len(book.missing) > 0, Missing: book.missing,
		Levels: book.levels(), TaskLevels: book.level, Models: book.models(), Endpoints: learnedIn(records), Spent: byRole(records), Notes: book.notes(),
	}
	draw := newBootstrap(opts.Seed, opts.Resamples)
	for _, cell := range bench.Cells {
		r.Cells = append(r.Cells, book.cell(cell, draw))
	}
	if r.Comparisons, err = book.compare(draw, opts); err != nil {
		return nil, err
	}
	return r, nil
}

// WriteJSON prints the report as JSON.
func (r *Report) WriteJSON(w io.Writer) error { return writeJSON(w, r) }

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// cell finds a cell's figures by its ID, nil where it was not planned.
func (r *Report) cell(id string) *Cell {
	for i := range r.Cells {
		if r.Cells[i].ID == id {
			return &r.Cells[i]
		}
	}
	return nil
}
