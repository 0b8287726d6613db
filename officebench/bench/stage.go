package bench

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"legomem/lists"
	"legomem/officebench/trial"
	"legomem/trajectory"
)

// stage is one phase that makes runs: its trials, and where they are kept.
type stage struct {
	phase  Phase
	trials []trial.Trial
	ledger string // the file of records
	runs   string // the folder of the trials' folders
}

func (e *Engine) collecting() *stage {
	cell := trial.Cell{Variant: none, Placement: none, Reasoning: trial.NA, Team: e.CollectTeam}
	return &stage{
		phase:  Collect,
		trials: trials([]trial.Cell{cell}, e.Folder.Bench.Split.Train, 1),
		ledger: e.Folder.Path("collect", trialsFile), runs: e.Folder.Path("collect", "runs"),
	}
}

func (e *Engine) evaluating() *stage {
	b := e.Folder.Bench
	return &stage{
		phase:  Evaluate,
		trials: trials(b.Cells, b.Split.Test, b.Seeds),
		ledger: e.Folder.Path(trialsFile), runs: e.Folder.Path("evaluate", "runs"),
	}
}

// books is what a phase knows about its trials.
type books struct {
	stage  *stage
	ledger *ledger        // nil where they are only read
	all    []trial.Record // every attempt that was recorded
	// attempts is the number of each trial's last attempt, recorded or not.
	attempts map[trial.Trial]int
	// lost is what killed or cancelled attempts, which have no record, spent.
	lost []map[string]trial.Spend
}

// open reads the records, and enters the runs that finished without one because the
// program was killed between a run's end and its record. If complete is nil it enters
// nothing, and what such runs spent counts as lost.
func (s *stage) open(complete func(*trial.Record)) (*books, error) {
	b, err := s.books(complete == nil)
	if err != nil {
		return nil, err
	}
	recorded := map[trial.Trial][]int{}
	for _, r := range b.all {
		recorded[r.Trial] = append(recorded[r.Trial], r.Attempt)
		b.attempts[r.Trial] = max(b.attempts[r.Trial], r.Attempt)
	}
	for _, t := range s.trials {
		if err := b.recover(t, recorded[t], complete); err != nil {
			return nil, errors.Join(err, b.close())
		}
	}
	return b, nil
}

// books are the books from the records alone, only to read or to continue.
func (s *stage) books(only bool) (*books, error) {
	b := &books{stage: s, attempts: map[trial.Trial]int{}}
	var err error
	if only {
		b.all, err = readLedger[trial.Record](s.ledger)
		return b, err
	}
	if err := os.MkdirAll(s.runs, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of runs: %w", err)
	}
	b.ledger, b.all, err = openLedger[trial.Record](s.ledger)
	return b, err
}

func (b *books) close() error {
	if b.ledger == nil {
		return nil
	}
	return b.ledger.Close()
}

// recover looks through the folders of a trial's attempts for those that have
// no record.
func (b *books) recover(t trial.Trial, recorded []int, complete func(*trial.Record)) error {
	folders, err := attemptFolders(b.stage.folder(t))
	if err != nil {
		return err
	}
	for _, f := range folders {
		b.attempts[t] = max(b.attempts[t], f.attempt)
		if slices.Contains(recorded, f.attempt) {
			continue
		}
		run, err := trajectory.Open(f.dir)
		if err != nil {
			continue // killed before the log's first line: nothing was done
		}
		if !ended(run) || complete == nil {
			b.lost = append(b.lost, spentOf(run.Calls))
			continue
		}
		r, err := RecordOf(run, t, f.attempt, nil)
		if err != nil {
			return err
		}
		complete(&r)
		if err := b.enter(r); err != nil {
			return err
		}
	}
	return nil
}

// ended reports whether a run came to an end by itself.
func ended(run *trajectory.Run) bool {
	return run.Result != nil && run.Result.Outcome != trajectory.Cancelled
}

// enter records an attempt.
func (b *books) enter(r trial.Record) error {
	if err := b.ledger.append(r.ID(), r); err != nil {
		return err
	}
	b.all = append(b.all, r)
	return nil
}

// effective are the records that count, of this phase's trials alone, in the
// trials' order.
func (b *books) effective() []trial.Record {
	last := map[trial.Trial]trial.Record{}
	for _, r := range Effective(b.all) {
		last[r.Trial] = r
	}
	var out []trial.Record
	for _, t := range b.stage.trials {
		if r, ok := last[t]; ok {
			out = append(out, r)
		}
	}
	return out
}

// broken are the trials that something outside broke, by the records that count.
func (b *books) broken() []trial.Trial {
	var out []trial.Trial
	for _, r := range b.effective() {
		if r.Infrastructure {
			out = append(out, r.Trial)
		}
	}
	return out
}

// brokenOnce are the broken trials that broke only once.
func (b *books) brokenOnce() []trial.Trial {
	times := map[trial.Trial]int{}
	for _, r := range b.all {
		if r.Infrastructure {
			times[r.Trial]++
		}
	}
	return slices.DeleteFunc(b.broken(), func(t trial.Trial) bool { return times[t] > 1 })
}

// missing are the trials still to be run.
func (b *books) missing(rerunErrors bool) []trial.Trial {
	done := map[trial.Trial]bool{}
	for _, r := range b.effective() {
		done[r.Trial] = !r.Infrastructure || !rerunErrors
	}
	return lists.Filter(b.stage.trials, func(t trial.Trial) bool { return !done[t] })
}

func (s *stage) folder(t trial.Trial) string {
	return filepath.Join(s.runs, filepath.FromSlash(t.ID()))
}

// attemptFolder is one run's folder, "<attempt>-<id>".
type attemptFolder struct {
	attempt int
	dir     string
}

// runID names an attempt's run, and so its folder.
func runID(attempt int, id string) string { return strconv.Itoa(attempt) + "-" + id }

func attemptFolders(dir string) ([]attemptFolder, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for runs: %w", err)
	}
	var out []attemptFolder
	for _, e := range entries {
		number, _, _ := strings.Cut(e.Name(), "-")
		if n, err := strconv.Atoi(number); err == nil && e.IsDir() {
			out = append(out, attemptFolder{n, filepath.Join(dir, e.Name())})
		}
	}
	slices.SortFunc(out, func(a, b attemptFolder) int { return a.attempt - b.attempt })
	return out, nil
}
