package bench

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"legomem/lists"
	"legomem/membank"
	"legomem/officebench/trial"
)

func (j Job) folder() string { return filepath.Join(j.Runs, j.Run) }

// collect runs the training tasks without memory (LEGOMem 4.1.3). A run that something
// outside broke is tried once more at the end: the bank is made of these runs.
func (e *Engine) collect(ctx context.Context) (err error) {
	if c, err := e.Folder.curated(); err != nil || c != nil {
		return e.late(c, err)
	}
	books, err := e.collecting().open(e.complete)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, books.close()) }()
	plainly := func(trial.Trial, *Job) {}
	if err := e.work(ctx, books, books.missing(e.RerunErrors), plainly); err != nil || e.Pilot > 0 {
		return err
	}
	if again := books.brokenOnce(); len(again) > 0 {
		if err := e.work(ctx, books, again, plainly); err != nil {
			return err
		}
	}
	return e.whole(books)
}

// late refuses to rerun training runs after the bank is made: they would be in no memory.
func (e *Engine) late(made *curation, err error) error {
	if err == nil && e.Only == Collect && e.RerunErrors && made.Infrastructure > 0 {
		return impossible("the bank was made already, without the %d training runs that broke on something outside; to have them in it, begin another bench with --name", made.Infrastructure)
	}
	return err
}

// evaluate runs the test tasks in every cell.
func (e *Engine) evaluate(ctx context.Context) (err error) {
	bank, err := e.bank(ctx)
	if err != nil {
		return err
	}
	books, err := e.evaluating().open(e.complete)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, books.close()) }()
	return e.work(ctx, books, books.missing(e.RerunErrors), func(t trial.Trial, j *Job) {
		if t.Cell.Variant != none {
			j.Bank = bank
		}
		j.Hide = e.hidden(t.Task)
	})
}

// bank is the file to be evaluated, "" where no cell remembers. Its content
// must be what it was when the evaluation began.
func (e *Engine) bank(ctx context.Context) (string, error) {
	if !e.needsBank() {
		return "", nil
	}
	file, err := e.bankFile()
	if err != nil {
		return "", err
	}
	is, err := e.Lab.Inspect(ctx, file)
	if err != nil {
		return "", fmt.Errorf("look into the bank: %w", err)
	}
	if err := e.admit(is, file); err != nil {
		return "", err
	}
	return file, e.Folder.save()
}

// bankFile is the bank that was brought, or the one that was made here; it also records
// what is known of its making.
func (e *Engine) bankFile() (string, error) {
	b := &e.Folder.Bench
	if e.Bank != "" {
		b.Curation.Notes = []string{"the bank was brought along; how it was made is not known here"}
		return e.Bank, nil
	}
	c, err := e.Folder.curated()
	if err != nil {
		return "", err
	}
	if c == nil {
		return "", impossible("there is no bank yet; run the phases collect and curate first, or bring one with --bank")
	}
	b.Curation, b.Bank.Hash = c.Curation, c.Bank.Hash
	return e.Folder.Path("curate", bankFile), nil
}

// admit refuses a bank that has changed, or that was learned from the test.
func (e *Engine) admit(is Bank, file string) error {
	b := &e.Folder.Bench
	if b.Bank.Hash != "" && b.Bank.Hash != is.Hash {
		return impossible("the bank %s had the hash %.12s and has %.12s: it was changed since; bring the old one back, or begin another bench with --name", file, b.Bank.Hash, is.Hash)
	}
	e.held = map[string]bool{}
	for _, t := range is.Tasks {
		if t.Suite == b.Suite.Name {
			e.held[t.Task] = true
		}
	}
	tested := lists.Filter(b.Split.Test, func(id string) bool { return e.held[id] })
	if len(tested) > 0 && !b.Bank.LeaveOneOut {
		return impossible("the bank %s was learned from %d of the tested tasks (%s): what it remembers is no test; leave them out of the test, or add --leave-one-out, which hides a task's own memories from its run",
			file, len(tested), strings.Join(tested[:min(3, len(tested))], ", "))
	}
	if err := serves(is, file, b.Cells); err != nil {
		return err
	}
	b.Bank.Hash, b.Bank.Embedder = is.Hash, is.Embedder
	if b.Curation.Units == nil {
		b.Curation.Units = is.Units
	}
	return nil
}

// serves refuses a bank that has nothing of what a cell retrieves: the cell would have no
// memory, under the name of one that has.
func serves(is Bank, file string, cells []trial.Cell) error {
	var lack []string
	for _, c := range cells {
		for _, k := range membank.KindsFor(c.Variant) {
			if is.Units[string(k)] == 0 {
				lack = append(lack, fmt.Sprintf("%s needs %s memories", c.ID(), k))
			}
		}
	}
	if len(lack) == 0 {
		return nil
	}
	return impossible("the bank %s has nothing for some cells: %s; it has %s. Leave these out of --variants, in a bench of another --name that takes this bank with --bank, or bring another bank",
		file, someOf(lack), inWords(is.Units))
}

// inWords lists how many units of each kind a bank has.
func inWords(units map[string]int) string {
	var out []string
	for _, kind := range slices.Sorted(maps.Keys(units)) {
		if units[kind] > 0 {
			out = append(out, fmt.Sprintf("%d of the kind %s", units[kind], kind))
		}
	}
	if len(out) == 0 {
		return "none at all"
	}
	return strings.Join(out, ", ")
}

// hidden are the tasks that a task's run must not remember.
func (e *Engine) hidden(task string) []string {
	if e.Folder.Bench.Bank.LeaveOneOut {
		return []string{task}
	}
	return nil
}

// complete adds to a record what its log does not hold: whether the bank, without what is
// hidden, was learned from a task of the same id, whatever the subtask. Cells without
// memory get it too, so that the same tasks can be compared.
func (e *Engine) complete(r *trial.Record) {
	folder, _, _ := strings.Cut(r.Task, "/")
	hidden := e.hidden(r.Task)
	for id := range e.held {
		other, _, _ := strings.Cut(id, "/")
		if other == folder && !slices.Contains(hidden, id) {
			r.SameID = true
		}
	}
}
