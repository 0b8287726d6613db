package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"legomem/officebench/trial"
	"legomem/trajectory"
)

func (j Job) folder() string { return filepath.Join(j.Runs, j.Run) }

// collect runs the training tasks without memory (LEGOMem 4.1.3).
func (e *Engine) collect(ctx context.Context) (err error) {
	if c, err := e.Folder.curated(); err != nil || c != nil {
		return err // what was collected later would be in no memory
	}
	books, err := e.collecting().open(e.complete)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, books.close()) }()
	return e.work(ctx, books, func(trial.Trial, *Job) {})
}

// curation is what curate/curation.json says.
type curation struct {
	Curated
	Bank trial.Bank `json:"bank"`
}

// curated is how the bank was made, nil while there is none.
func (f *Folder) curated() (*curation, error) {
	var c curation
	err := readJSON(f.Path("curate", curationFile), &c)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &c, nil
}

// curate has the bank made of the training runs that passed, in a folder that
// gets its name once it is whole.
func (e *Engine) curate(ctx context.Context) error {
	if c, err := e.Folder.curated(); err != nil || c != nil {
		return err
	}
	runs, collected, err := e.collected()
	if err != nil {
		return err
	}
	half := e.Folder.Path("curate.new")
	if err := errors.Join(os.RemoveAll(half), os.Mkdir(half, 0o700)); err != nil {
		return fmt.Errorf("make the bank's folder: %w", err)
	}
	if e.Observe != nil {
		e.Observe(Progress{Phase: Curate, Total: len(runs), Spent: e.Spent()})
	}
	bank := filepath.Join(half, bankFile)
	made, err := e.Lab.Curate(ctx, Curating{Runs: runs, Bank: bank, Kinds: kinds(e.Folder.Bench.Cells)})
	if err != nil {
		return fmt.Errorf("make the bank: %w", err)
	}
	e.spent.add(made.Spent)
	made.Collected, made.Succeeded = collected, len(runs)
	is, err := e.Lab.Inspect(ctx, bank)
	if err != nil {
		return fmt.Errorf("look into the new bank: %w", err)
	}
	if made.Units == nil {
		made.Units = is.Units
	}
	c := curation{Curated: made, Bank: trial.Bank{Hash: is.Hash, Embedder: is.Embedder, LeaveOneOut: e.Folder.Bench.Bank.LeaveOneOut}}
	if err := writeJSON(filepath.Join(half, curationFile), c); err != nil {
		return err
	}
	if err := os.Rename(half, e.Folder.Path("curate")); err != nil {
		return fmt.Errorf("put the bank in its place: %w", err)
	}
	e.Folder.Bench.Curation = made.Curation
	return e.Folder.save()
}

// collected are the folders of the training runs that passed, in the suite's
// order, and how many were made. All must have been.
func (e *Engine) collected() (runs []string, all int, err error) {
	stage := e.collecting()
	books, err := stage.open(e.complete)
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, books.close()) }()
	if n := len(books.missing(false)); n > 0 {
		return nil, 0, impossible("%d training runs are missing; run the phase collect first", n)
	}
	passed := map[string]string{}
	records := books.effective()
	for _, r := range records {
		if r.Outcome == string(trajectory.Solved) && r.Passed != nil && *r.Passed {
			passed[r.Task] = filepath.Join(stage.folder(r.Trial), r.Run)
		}
	}
	for _, id := range e.Folder.Bench.Split.Train {
		if dir, ok := passed[id]; ok {
			runs = append(runs, dir)
		}
	}
	if len(runs) == 0 {
		return nil, 0, fmt.Errorf("none of the %d training runs passed, so there is nothing to remember; look at %s, or bring a bank with --bank", len(records), stage.ledger)
	}
	return runs, len(records), nil
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
	return e.work(ctx, books, func(t trial.Trial, j *Job) {
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

// bankFile is the bank that was brought, or the one that was made here, with
// what is known of how.
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

// admit refuses a bank that is another than before, or that knows the test.
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
	var tested []string
	for _, id := range b.Split.Test {
		if e.held[id] {
			tested = append(tested, id)
		}
	}
	if len(tested) > 0 && !b.Bank.LeaveOneOut {
		return impossible("the bank %s was learned from %d of the tested tasks (%s): what it remembers is no test; leave them out of the test, or add --leave-one-out, which hides a task's own memories from its run",
			file, len(tested), strings.Join(tested[:min(3, len(tested))], ", "))
	}
	b.Bank.Hash, b.Bank.Embedder = is.Hash, is.Embedder
	if b.Curation.Units == nil {
		b.Curation.Units = is.Units
	}
	return nil
}

// hidden are the tasks that a task's run must not remember.
func (e *Engine) hidden(task string) []string {
	if e.Folder.Bench.Bank.LeaveOneOut {
		return []string{task}
	}
	return nil
}

// complete adds to a record what its log does not know: whether the bank,
// without what is hidden, was learned from a task of the same id, whatever the
// subtask. It is told of every cell, also of those without memory, so that the
// same tasks can be compared.
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
