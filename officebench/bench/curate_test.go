package bench_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/llm/cost"
	"legomem/membank"
	"legomem/must"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
)

var five = []string{"1-1/0", "1-1/1", "2-1/0", "2-1/1", "3-1/0"}

// TestCollectBreaks: what something outside broke is tried once more by itself;
// if it breaks again no bank is made without it, unless that is accepted.
func TestCollectBreaks(t *testing.T) {
	suite, dir := newSuite(t, append([]string{"1-2/0"}, five...)...), t.TempDir()
	b := experiment(suite, five, []string{"1-2/0"})
	down := map[string]int{"1-1/1": 1, "2-1/1": 9, "3-1/0": 9} // how often each breaks
	var mu sync.Mutex
	lab := &fakeLab{fails: func(j bench.Job) (error, bool) {
		mu.Lock()
		defer mu.Unlock()
		if down[j.Task.ID]--; down[j.Task.ID] >= 0 {
			return &bench.Outside{Err: errors.New("the endpoint is gone")}, true
		}
		return nil, false
	}}
	e := engine(t, dir, suite, b, lab)
	refused := func(again int) {
		t.Helper()
		lab.jobs = nil
		err := e.Run(t.Context())
		var shrunk *bench.Shrunk
		if !errors.As(err, &shrunk) || len(shrunk.Tasks) != 2 || !strings.Contains(err.Error(), "2 of the 5 training runs broke on something outside (2-1/1, 3-1/0)") ||
			!strings.Contains(err.Error(), "--rerun-errors") || !strings.Contains(err.Error(), "--accept-errors") {
			t.Fatalf("it says %v", err)
		}
		if len(lab.jobs) != again {
			t.Errorf("%d runs; wanted %d", len(lab.jobs), again)
		}
		if _, err := os.Stat(filepath.Join(dir, "curate")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("a bank was made: %v", err)
		}
	}
	refused(5 + 3) // three are tried again
	refused(0)     // and not a third time by themselves
	e.Only = bench.Curate
	refused(0)
	e.Only, e.RerunErrors = "", true
	refused(2)
	e.RerunErrors, e.AcceptErrors = false, true
	must.Do(t, e.Run(t.Context()))
	got, _, _ := bench.Read(dir)
	if c := got.Curation; c.Collected != 5 || c.Succeeded != 3 || c.Infrastructure != 2 || len(c.Notes) != 1 || !strings.Contains(c.Notes[0], "made without them: 2-1/1, 3-1/0") {
		t.Errorf("curation %+v", c)
	}
	e.Only, e.RerunErrors = bench.Collect, true
	var setting *bench.SettingError
	if err := e.Run(t.Context()); !errors.As(err, &setting) || !strings.Contains(err.Error(), "made already, without the 2 training runs") {
		t.Errorf("to collect after that: %v", err)
	}
}

// TestCuratingSpends: what a bank costs is kept call by call, through errors, and
// counted once.
func TestCuratingSpends(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	b := experiment(suite, train, test)
	call := trial.Spend{Model: "big", Calls: 1, Tokens: trial.Tokens{Prompt: 1000}, CostUSD: usd(2)}
	lab := &fakeLab{}
	fails := func(rest int, err error) func(bench.Curating, *bench.Curated) error {
		return func(c bench.Curating, made *bench.Curated) error {
			if err := c.Log("curator", call); err != nil {
				return err
			}
			all := call // what is not logged is in the whole
			all.Calls, all.Tokens.Prompt, all.CostUSD = 1+rest, 1000*(1+rest), usd(2*float64(1+rest))
			made.Spent = map[string]trial.Spend{"curator": all}
			return err
		}
	}
	e := engine(t, dir, suite, b, lab)
	runs := func(calls int) {
		t.Helper()
		if s := e.Spent().ByRole["curator"]; s.Calls != calls || s.CostUSD == nil || *s.CostUSD != 2*float64(calls) || s.Tokens.Prompt != 1000*calls {
			t.Errorf("spent %+v; wanted %d calls", s, calls)
		}
	}
	lab.curates = fails(0, errors.New("no"))
	if err := e.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "make the bank: no") {
		t.Fatal(err)
	}
	runs(1)
	lab.curates = fails(1, errors.New("not yet"))
	if err := e.Run(t.Context()); err == nil {
		t.Fatal("no error")
	}
	runs(3)
	lab.curates = fails(0, nil)
	for range 2 { // also where the bank is made
		must.Do(t, e.Run(t.Context()))
		runs(4)
	}
	if n := lines(t, filepath.Join(dir, "curate.jsonl")); n != 4 {
		t.Errorf("%d lines", n)
	}
	got, _, _ := bench.Read(dir)
	want := map[string]trial.Spend{"curator": {Model: "big", Calls: 4, Tokens: trial.Tokens{Prompt: 4000}, CostUSD: usd(8)}}
	if diff := cmp.Diff(want, got.Curation.Spent); diff != "" {
		t.Error(diff)
	}
	if err := os.Remove(filepath.Join(dir, "curate.jsonl")); err != nil { // as before it was kept
		t.Fatal(err)
	}
	must.Do(t, e.Run(t.Context()))
	runs(4)
}

// TestCuratingUnderCap: curating may spend what is left, no more is begun when
// nothing is, and its budget's end is the cap's.
func TestCuratingUnderCap(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	b := experiment(suite, train, test)
	var budget cost.Budget
	asked := 0
	lab := &fakeLab{curates: func(c bench.Curating, _ *bench.Curated) error {
		asked++
		budget = c.Budget
		return &cost.Exhausted{What: "money", Cap: "USD 0.50"}
	}}
	e := engine(t, dir, suite, b, lab)
	e.Asks.Curator, e.Cap = "big", bench.Cap{USD: 1.5, Tokens: 1_000_000} // two training runs cost USD 1
	var capped *bench.Capped
	if err := e.Run(t.Context()); !errors.As(err, &capped) || capped.Phase != bench.Curate || !strings.Contains(err.Error(), "the spend cap of USD 1.50 is reached") || !strings.Contains(err.Error(), "not made of its 2 runs yet") {
		t.Errorf("it says %v", err)
	}
	if want := (cost.Budget{USD: 0.5, Tokens: 1_000_000 - 330}); budget != want {
		t.Errorf("the budget is %+v", budget)
	}
	e.Cap = bench.Cap{Tokens: 330}
	if err := e.Run(t.Context()); !errors.As(err, &capped) || capped.Phase != bench.Curate || asked != 1 {
		t.Errorf("with nothing left: %v, asked %d times", err, asked)
	}
	e.Asks.Curator = "" // by rule it costs nothing
	if err := e.Run(t.Context()); asked != 2 || budget.Tokens != 1 {
		t.Errorf("by rule: %v, asked %d times, with %+v", err, asked, budget)
	}
}

// TestEmptyBank: a cell whose memories the bank has none of would be one without
// memory under another name.
func TestEmptyBank(t *testing.T) {
	suite := newSuite(t, every...)
	b := experiment(suite, train, test)
	b.Cells = append(b.Cells, trial.Cell{Variant: "awm", Placement: "both", Reasoning: trial.NA, Team: "llm"})
	lab := &fakeLab{curates: func(c bench.Curating, made *bench.Curated) error {
		made.Refused, made.Notes = 1, []string{"1-1/0: refused"}
		return nil
	}}
	dir := t.TempDir()
	e := engine(t, dir, suite, b, lab)
	var setting *bench.SettingError
	err := e.Run(t.Context())
	if !errors.As(err, &setting) || !strings.Contains(err.Error(), "awm.both.na.llm needs routine memories; it has 2 of the kind task. Leave these out") || strings.Contains(err.Error(), "vanilla") {
		t.Errorf("a bank without routines: %v", err)
	}
	if n := len(records(t, dir)); n > 0 {
		t.Errorf("%d runs all the same", n)
	}
	got, _, _ := bench.Read(dir)
	if c := got.Curation; c.Succeeded != 2 || c.Refused != 1 || len(c.Notes) != 2 || !strings.Contains(c.Notes[1], "of 1 of the 2 training runs that passed") {
		t.Errorf("curation %+v", c)
	}

	lab.curates = func(c bench.Curating, made *bench.Curated) error {
		made.Notes = []string{"1-1/0: refused", "2-1/0: refused"}
		return lab.bankOf(c.Bank, nil)
	}
	dir = t.TempDir()
	if err := engine(t, dir, suite, experiment(suite, train, test), lab).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "no memory came of the 2 training runs that passed (1-1/0: refused, 2-1/0: refused)") {
		t.Errorf("a bank of nothing: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "curate")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is kept: %v", err)
	}
	bank := filepath.Join(t.TempDir(), "bank")
	must.Do(t, lab.bankOf(bank, nil))
	e = engine(t, t.TempDir(), suite, experiment(suite, nil, test), lab)
	e.Bank = bank
	if err := e.Run(t.Context()); !errors.As(err, &setting) || !strings.Contains(err.Error(), "needs "+string(membank.FullTask)+" memories; it has none at all") {
		t.Errorf("a bank of nothing that was brought: %v", err)
	}
}

// noFiles is a lab after whose runs no file can be opened until it is mended.
type noFiles struct {
	*fakeLab
	t    *testing.T
	mend syscall.Rlimit
}

func (l *noFiles) Run(ctx context.Context, j bench.Job) error {
	err := l.fakeLab.Run(ctx, j)
	if j.Task.ID == test[0] {
		none := syscall.Rlimit{Cur: 0, Max: l.mend.Max}
		must.NoError(l.t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &none))
	}
	return err
}

func (l *noFiles) restore() {
	must.NoError(l.t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &l.mend))
}

// TestTooManyFiles: a log that cannot be opened since too many files are is one
// run's bad luck, and not the end.
func TestTooManyFiles(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	b := experiment(suite, nil, test)
	b.Cells, b.Seeds = []trial.Cell{plain}, 1
	e := engine(t, dir, suite, b, &fakeLab{})
	lab := &noFiles{fakeLab: &fakeLab{}, t: t}
	must.Do(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &lab.mend))
	t.Cleanup(lab.restore)
	e.Lab, e.Parallel, e.Observe = lab, 1, func(bench.Progress) { lab.restore() }
	must.Do(t, e.Run(t.Context()))
	for _, r := range records(t, dir) {
		if broke := r.Task == test[0]; r.Infrastructure != broke || (broke && !strings.Contains(r.Reason, "too many open files")) {
			t.Errorf("%s: %+v", r.ID(), r)
		}
	}
}
