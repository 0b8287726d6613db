package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"legomem/lists"
	"legomem/llm/cost"
	"legomem/membank"
	"legomem/officebench/trial"
	"legomem/trajectory"
)

// Shrunk is the error of a bank that is not made because it would lack training runs that
// something outside broke.
type Shrunk struct {
	Tasks []string // of those runs
	All   int      // training runs
}

func (s *Shrunk) Error() string {
	return fmt.Sprintf("%d of the %d training runs broke on something outside (%s), and the bank would lack what they might have taught. Mend it and start the same bench again with --rerun-errors, or make the bank without them with --accept-errors",
		len(s.Tasks), s.All, someOf(s.Tasks))
}

// someOf names the first few.
func someOf(ids []string) string {
	const few = 10
	if len(ids) > few {
		return fmt.Sprintf("%s and %d more", strings.Join(ids[:few], ", "), len(ids)-few)
	}
	return strings.Join(ids, ", ")
}

// curation is the content of curate/curation.json.
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

// curate has the bank made of the training runs that passed, in a folder that gets its
// final name once it is complete.
func (e *Engine) curate(ctx context.Context) error {
	if c, err := e.Folder.curated(); err != nil || c != nil {
		return err
	}
	from, err := e.collected()
	if err != nil {
		return err
	}
	if what := e.Cap.full(e.Spent()); what != "" && e.asksToCurate() {
		return &Capped{What: what, Spent: e.Spent(), Missing: len(from.runs), Phase: Curate}
	}
	half := e.Folder.Path("curate.new")
	if err := errors.Join(os.RemoveAll(half), os.Mkdir(half, 0o700)); err != nil {
		return fmt.Errorf("make the bank's folder: %w", err)
	}
	if e.Observe != nil {
		e.Observe(Progress{Phase: Curate, Total: len(from.runs), Spent: e.Spent()})
	}
	made, err := e.makeBank(ctx, from, filepath.Join(half, bankFile))
	if err != nil {
		return err
	}
	if err := writeJSON(filepath.Join(half, curationFile), made); err != nil {
		return err
	}
	if err := os.Rename(half, e.Folder.Path("curate")); err != nil {
		return fmt.Errorf("put the bank in its place: %w", err)
	}
	e.Folder.Bench.Curation = made.Curation
	return e.Folder.save()
}

// asksToCurate reports whether a model is asked to make what the cells retrieve.
func (e *Engine) asksToCurate() bool {
	wanted := kinds(e.Folder.Bench.Cells)
	return (e.Asks.Curator != "" && slices.Contains(wanted, membank.FullTask)) || (e.Asks.Inducer != "" && slices.Contains(wanted, membank.RoutineUnit))
}

// makeBank has the lab curate, within what is left of the cap, and inspects the result.
func (e *Engine) makeBank(ctx context.Context, from *harvest, file string) (*curation, error) {
	made, err := e.askLab(ctx, Curating{Runs: from.runs, Failed: from.failed, Bank: file, Kinds: kinds(e.Folder.Bench.Cells), Budget: e.Cap.left(e.Spent())})
	if err != nil {
		return nil, e.notMade(err, len(from.runs))
	}
	from.describe(&made.Curation)
	is, err := e.Lab.Inspect(ctx, file)
	if err != nil {
		return nil, fmt.Errorf("look into the new bank: %w", err)
	}
	if held(is.Units) == 0 {
		return nil, fmt.Errorf("no memory came of the %d training runs that passed (%s), so there is nothing to evaluate: have another curator make it (curate.by) in another bench (--name), or bring a bank with --bank",
			len(from.runs), someOf(made.Notes))
	}
	if made.Units == nil {
		made.Units = is.Units
	}
	return &curation{Curated: made, Bank: trial.Bank{Hash: is.Hash, Embedder: is.Embedder, LeaveOneOut: e.Folder.Bench.Bank.LeaveOneOut}}, nil
}

// askLab has the lab curate and records what that spends, even if it fails.
func (e *Engine) askLab(ctx context.Context, c Curating) (made Curated, err error) {
	calls, err := e.openCalls()
	if err != nil {
		return Curated{}, err
	}
	defer func() { err = errors.Join(err, calls.ledger.Close()) }()
	c.Log = calls.log
	made, err = e.Lab.Curate(ctx, c)
	if err := errors.Join(err, calls.rest(made.Spent)); err != nil {
		return made, err
	}
	made.Spent = calls.all.total().ByRole // including earlier attempts whose bank was lost
	return made, nil
}

// notMade is an error of curating: a *Capped if the budget was spent.
func (e *Engine) notMade(err error, runs int) error {
	var spent *cost.Exhausted
	if !errors.As(err, &spent) {
		return fmt.Errorf("make the bank: %w", err)
	}
	what := e.Cap.usd()
	if spent.What == "tokens" {
		what = e.Cap.tokens()
	}
	return &Capped{What: what, Spent: e.Spent(), Missing: runs, Phase: Curate}
}

func held(units map[string]int) int {
	n := 0
	for _, of := range units {
		n += of
	}
	return n
}

// harvest is the result of collecting.
type harvest struct {
	runs   []string // the folders of those that passed, in the suite's order
	failed []string // and of those that did not
	all    int
	broken []string // the tasks of those that something outside broke
}

// describe records in a curation what the bank was made of, and what is not in it.
func (h *harvest) describe(c *trial.Curation) {
	c.Collected, c.Succeeded, c.Infrastructure = h.all, len(h.runs), len(h.broken)
	if len(h.broken) > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("%d of the %d training runs broke on something outside, and the bank was made without them: %s", len(h.broken), h.all, strings.Join(h.broken, ", ")))
	}
	if c.Refused > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("of %d of the %d training runs that passed no memory could be made", c.Refused, len(h.runs)))
	}
}

// collected is the result of the training runs. All must have been made, and none may
// have broken on something outside, unless that is accepted.
func (e *Engine) collected() (from *harvest, err error) {
	stage := e.collecting()
	books, err := stage.open(e.complete)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, books.close()) }()
	if n := len(books.missing(false)); n > 0 {
		return nil, impossible("%d training runs are missing; run the phase collect first", n)
	}
	if err := e.whole(books); err != nil {
		return nil, err
	}
	records := books.effective()
	from = &harvest{all: len(records), broken: inSplit(e.Folder.Bench.Split.Train, books.broken())}
	passed, failed := map[string]string{}, map[string]string{}
	for _, r := range records {
		dir := filepath.Join(stage.folder(r.Trial), r.Run)
		switch {
		case r.Outcome == string(trajectory.Solved) && r.Passed != nil && *r.Passed:
			passed[r.Task] = dir
		case !r.Infrastructure && r.Run != "":
			failed[r.Task] = dir
		}
	}
	for _, id := range e.Folder.Bench.Split.Train {
		if dir, ok := passed[id]; ok {
			from.runs = append(from.runs, dir)
		}
		if dir, ok := failed[id]; ok {
			from.failed = append(from.failed, dir)
		}
	}
	if len(from.runs) == 0 {
		return nil, fmt.Errorf("none of the %d training runs passed, so there is nothing to remember; look at %s, or bring a bank with --bank", len(records), stage.ledger)
	}
	return from, nil
}

// whole refuses training runs if any broke on something outside, unless that is accepted.
func (e *Engine) whole(b *books) error {
	broken := b.broken()
	if len(broken) == 0 || e.AcceptErrors {
		return nil
	}
	return &Shrunk{Tasks: inSplit(e.Folder.Bench.Split.Train, broken), All: len(b.stage.trials)}
}

// inSplit are the tasks of some trials in a split's order.
func inSplit(split []string, of []trial.Trial) []string {
	return lists.Filter(split, func(id string) bool {
		return slices.ContainsFunc(of, func(t trial.Trial) bool { return t.Task == id })
	})
}
