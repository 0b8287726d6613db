package bench_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
)

var (
	train = []string{"1-1/0", "2-1/0"}
	test  = []string{"1-2/0", "1-1/1", "3-1/0"}
	every = []string{"1-1/0", "1-1/1", "1-2/0", "2-1/0", "3-1/0"}
)

// TestWhole runs an experiment from nothing, and again from its end.
func TestWhole(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	lab := &fakeLab{passes: func(j bench.Job) bool {
		return j.Task.ID != "2-1/0" && j.Cell != plain || j.Phase == bench.Collect && j.Task.ID == "1-1/0"
	}}
	e := engine(t, dir, suite, experiment(suite, train, test), lab)
	var last bench.Progress
	e.Observe = func(p bench.Progress) { last = p }
	must.Do(t, e.Run(t.Context()))
	got := records(t, dir)
	if want := 2 * 3 * 2; len(got) != want || last.Done != want || last.Passed != want/2 || last.Phase != bench.Evaluate {
		t.Errorf("%d records, progress %+v", len(got), last)
	}
	if n := lab.most.Load(); n > 3 {
		t.Errorf("%d runs at once", n)
	}
	for _, j := range lab.jobs {
		remembers := j.Phase == bench.Evaluate && j.Cell == with
		if (j.Bank != "") != remembers || len(j.Hide) > 0 {
			t.Errorf("%s of %s has the bank %q and hides %v", j.ID(), j.Phase, j.Bank, j.Hide)
		}
	}
	for _, r := range got {
		if want := r.Task == "1-1/1"; r.SameID != want { // 1-1/0 is in the bank
			t.Errorf("%s: same id %v", r.ID(), r.SameID)
		}
	}
	b, _, _ := bench.Read(dir)
	if c := b.Curation; c.Collected != 2 || c.Succeeded != 1 || c.Curator != "fake" || c.Units["task"] != 1 || b.Bank.Embedder != "fake" || len(b.Bank.Hash) != 64 {
		t.Errorf("curation %+v, bank %+v", b.Curation, b.Bank)
	}
	if diff := cmp.Diff([]string{"task"}, lab.kinds); diff != "" {
		t.Error(diff)
	}
	if s := e.Spent(); s.Calls != 2*(12+2) || s.USD == nil || *s.USD != 7 || s.ByRole["orchestrator"].Tokens.Prompt != 1400 {
		t.Errorf("spent %+v", s)
	}

	before := len(lab.jobs)
	must.Do(t, e.Run(t.Context()))
	if s := e.Spent(); len(lab.jobs) != before || s.Calls != 28 || last.Resumed != 12 {
		t.Errorf("a second start ran %d more, spent %+v, progress %+v", len(lab.jobs)-before, s, last)
	}
}

// TestFair: cells are interleaved, levels come in turn, seeds come last.
func TestFair(t *testing.T) {
	suite := newSuite(t, every...)
	b := experiment(suite, nil, []string{"1-1/0", "1-2/0", "3-1/0"})
	lab := &fakeLab{}
	bank := filepath.Join(t.TempDir(), "bank")
	must.Do(t, lab.bankOf(bank, []string{"2-1/0"}))
	e := engine(t, t.TempDir(), suite, b, lab)
	e.Bank, e.Parallel = bank, 1
	must.Do(t, e.Run(t.Context()))
	var got []string
	for _, j := range lab.jobs {
		got = append(got, fmt.Sprintf("%s %s %d", j.Task.ID, j.Cell.Variant, j.Seed))
	}
	want := []string{"1-1/0 none 1", "1-1/0 vanilla 1", "3-1/0 none 1", "3-1/0 vanilla 1", "1-2/0 none 1", "1-2/0 vanilla 1",
		"1-1/0 none 2", "1-1/0 vanilla 2", "3-1/0 none 2", "3-1/0 vanilla 2", "1-2/0 none 2", "1-2/0 vanilla 2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLeaveOneOut(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	b := experiment(suite, []string{"1-1/0", "1-1/1", "3-1/0"}, []string{"1-1/0", "3-1/0"})
	lab := &fakeLab{}
	e := engine(t, dir, suite, b, lab)
	var setting *bench.SettingError
	if err := e.Run(t.Context()); !errors.As(err, &setting) || !strings.Contains(err.Error(), "learned from 2 of the tested tasks (1-1/0, 3-1/0)") {
		t.Fatalf("a bank that knows the test: %v", err)
	}
	must.Do(t, e.Folder.Close())
	b.Bank.LeaveOneOut = true
	dir = t.TempDir()
	e = engine(t, dir, suite, b, lab)
	lab.jobs = nil
	must.Do(t, e.Run(t.Context()))
	for _, j := range lab.jobs {
		if j.Phase == bench.Evaluate && !slices.Equal(j.Hide, []string{j.Task.ID}) {
			t.Errorf("%s hides %v", j.ID(), j.Hide)
		}
	}
	for _, r := range records(t, dir) {
		if want := r.Task == "1-1/0"; r.SameID != want { // 1-1/1 is left, of 3-1 nothing is
			t.Errorf("%s: same id %v", r.ID(), r.SameID)
		}
	}
}

func TestBankChanged(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	lab := &fakeLab{}
	bank := filepath.Join(t.TempDir(), "bank")
	must.Do(t, lab.bankOf(bank, []string{"2-1/0"}))
	e := engine(t, dir, suite, experiment(suite, nil, test), lab)
	e.Bank = bank
	must.Do(t, e.Run(t.Context()))
	must.Do(t, lab.bankOf(bank, []string{"2-1/0", "1-1/0"}))
	var setting *bench.SettingError
	if err := e.Run(t.Context()); !errors.As(err, &setting) || !strings.Contains(err.Error(), "changed since") {
		t.Errorf("another bank: %v", err)
	}
}

func TestPhases(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	lab := &fakeLab{}
	e := engine(t, dir, suite, experiment(suite, train, test), lab)
	only := func(p bench.Phase) error {
		e.Only = p
		return e.Run(t.Context())
	}
	if err := only(bench.Evaluate); err == nil || !strings.Contains(err.Error(), "no bank yet") {
		t.Errorf("evaluate without a bank: %v", err)
	}
	if err := only(bench.Curate); err == nil || !strings.Contains(err.Error(), "2 training runs are missing") {
		t.Errorf("curate without runs: %v", err)
	}
	for _, p := range []bench.Phase{bench.Collect, bench.Curate, bench.Evaluate} {
		if err := only(p); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
	}
	if n := len(records(t, dir)); n != 12 {
		t.Errorf("%d records", n)
	}
	e.Bank = "given"
	if err := only(bench.Collect); err == nil || !strings.Contains(err.Error(), "nothing to collect") {
		t.Errorf("collect with a bank: %v", err)
	}
}

func TestNothingPassed(t *testing.T) {
	suite := newSuite(t, every...)
	e := engine(t, t.TempDir(), suite, experiment(suite, train, test), &fakeLab{passes: func(bench.Job) bool { return false }})
	if err := e.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "none of the 2 training runs passed") {
		t.Errorf("it says %v", err)
	}
}

func TestSpendCap(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	b := experiment(suite, nil, test)
	b.Cells = []trial.Cell{plain}
	for _, c := range []struct {
		name string
		cap  bench.Cap
		runs int // at USD 0.50 and 165 tokens each
		says string
	}{
		{"money", bench.Cap{USD: 1}, 2, "USD 1.00 is reached (4 calls, 300 + 30 tokens, USD 1.00): 4 runs of the phase evaluate are missing"},
		{"no more money", bench.Cap{USD: 1}, 2, "4 runs"},
		{"a bit more", bench.Cap{USD: 1.4}, 2, "cap of USD 1.40 leaves no room for another run, taken to use USD 0.5000 (4 calls, 300 + 30 tokens, USD 1.00): 4 runs"},
		{"tokens", bench.Cap{Tokens: 500}, 3, "cap of 500 tokens leaves no room for another run, taken to use 165 tokens"},
		{"raised", bench.Cap{Tokens: 5000, USD: 10}, 6, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := engine(t, dir, suite, b, &fakeLab{})
			defer e.Folder.Close()
			e.Cap, e.Parallel = c.cap, 1
			err := e.Run(t.Context())
			var capped *bench.Capped
			if errors.As(err, &capped) != (c.says != "") || (c.says != "" && !strings.Contains(err.Error(), c.says)) {
				t.Errorf("it says %v; wanted %q", err, c.says)
			}
			if n := len(records(t, dir)); n != c.runs {
				t.Errorf("%d runs; wanted %d", n, c.runs)
			}
		})
	}
	// What costs nobody knows what is not under a cap on money.
	e := engine(t, t.TempDir(), suite, b, &fakeLab{unpriced: true})
	e.Cap, e.Parallel = bench.Cap{USD: 1000}, 1
	var capped *bench.Capped
	if err := e.Run(t.Context()); !errors.As(err, &capped) || capped.Missing != 5 || !strings.Contains(err.Error(), "a model without a price was asked") {
		t.Errorf("an unpriced model under a cap on money: %v", err)
	}
	must.NoError(t, (bench.Cap{USD: 1}).Check(b))
	b.Prices = b.Prices[:1]
	if err := (bench.Cap{USD: 1}).Check(b); err == nil || !strings.Contains(err.Error(), "price for model small (word_agent of team llm)") {
		t.Errorf("a cap on unpriced models: %v", err)
	}
	must.NoError(t, (bench.Cap{Tokens: 1}).Check(b))
}

// TestErrors: what breaks outside stays in the books, and is run again on
// demand alone; both attempts stay, the later one counts.
func TestErrors(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	b := experiment(suite, nil, test)
	b.Cells, b.Seeds = []trial.Cell{plain}, 1
	gone := &bench.Outside{Err: errors.New("the endpoint does not answer")}
	lab := &fakeLab{fails: func(j bench.Job) (error, bool) {
		switch j.Task.ID {
		case "1-2/0":
			return gone, true // before the log begins
		case "1-1/1":
			return gone, false
		case "3-1/0":
			return errors.New("the model gave replies that cannot be used"), false
		}
		return nil, false
	}}
	e := engine(t, dir, suite, b, lab)
	runs := func(rerun bool) []trial.Record {
		t.Helper()
		lab.jobs = nil
		e.RerunErrors = rerun
		must.Do(t, e.Run(t.Context()))
		return records(t, dir)
	}
	for _, r := range runs(false) {
		if r.Outcome != "error" || r.Passed != nil || r.Infrastructure != (r.Task != "3-1/0") || r.Attempt != 1 {
			t.Errorf("%s: %+v", r.ID(), r)
		}
	}
	if runs(false); len(lab.jobs) > 0 {
		t.Errorf("%d runs without being asked", len(lab.jobs))
	}
	lab.fails = nil
	after := runs(true)
	if len(lab.jobs) != 2 || len(after) != 3 || lines(t, filepath.Join(dir, "trials.jsonl")) != 5 {
		t.Errorf("%d runs again, %d records", len(lab.jobs), len(after))
	}
	for _, r := range after {
		again := r.Task != "3-1/0"
		if r.Infrastructure || (r.Attempt == 2) != again || (r.Outcome == "solved") != again {
			t.Errorf("after: %s: attempt %d, %s", r.ID(), r.Attempt, r.Outcome)
		}
	}
}

func TestBroken(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	b := experiment(suite, nil, every)
	b.Cells = []trial.Cell{plain}
	lab := &fakeLab{fails: func(bench.Job) (error, bool) { return &bench.Outside{Err: errors.New("no engine")}, true }}
	e := engine(t, dir, suite, b, lab)
	e.Parallel = 1
	var broken *bench.Broken
	if err := e.Run(t.Context()); !errors.As(err, &broken) || broken.InRow != 5 || broken.Missing != 5 || !strings.Contains(err.Error(), "no engine") {
		t.Errorf("it says %v", err)
	}
	lab.fails = func(bench.Job) (error, bool) { return errors.New("a bad setting"), true }
	if err := e.Run(t.Context()); err == nil || errors.As(err, &broken) || !strings.Contains(err.Error(), "a bad setting") || len(lab.jobs) != 6 {
		t.Errorf("after %d runs it says %v", len(lab.jobs), err)
	}
}

// TestCancel: what was cancelled is run again, and what it spent is not
// forgotten.
func TestCancel(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	b := experiment(suite, nil, test)
	b.Cells, b.Seeds = []trial.Cell{plain}, 1
	ctx, cancel := context.WithCancel(t.Context())
	lab := &fakeLab{}
	lab.at = func(s string) {
		if s == "folder" && len(lab.jobs) == 2 {
			cancel()
		}
	}
	e := engine(t, dir, suite, b, lab)
	e.Parallel = 1
	if err := e.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("it says %v", err)
	}
	if n := len(records(t, dir)); n != 1 || len(lab.jobs) != 2 {
		t.Errorf("%d records of %d runs", n, len(lab.jobs))
	}
	must.Do(t, e.Run(t.Context()))
	attempts := map[string]int{}
	for _, r := range records(t, dir) {
		attempts[r.Task] = r.Attempt
	}
	if diff := cmp.Diff(map[string]int{"1-2/0": 1, "1-1/1": 1, "3-1/0": 2}, attempts); diff != "" {
		t.Error(diff)
	}
	if s := e.Spent(); s.Calls != 2*4 {
		t.Errorf("spent %+v", s)
	}
}

// TestFoundInItsLog: a run that ended without being recorded is recorded from
// its log.
func TestFoundInItsLog(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	b := experiment(suite, nil, test)
	b.Cells, b.Seeds = []trial.Cell{plain}, 1
	lab := &fakeLab{}
	e := engine(t, dir, suite, b, lab)
	must.Do(t, e.Run(t.Context()))
	want := records(t, dir)
	file := filepath.Join(dir, "trials.jsonl")
	data := must.Have(os.ReadFile(file))(t)
	if err := os.WriteFile(file, data[:len(data)-20], 0o600); err != nil { // torn
		t.Fatal(err)
	}
	if got := records(t, dir); len(got) != 2 {
		t.Errorf("%d records are read of a torn file", len(got))
	}
	must.Do(t, e.Run(t.Context()))
	if len(lab.jobs) != 3 {
		t.Errorf("%d runs", len(lab.jobs))
	}
	if diff := cmp.Diff(want, records(t, dir)); diff != "" {
		t.Error(diff)
	}
	if s := e.Spent(); s.Calls != 2*3 {
		t.Errorf("spent %+v", s)
	}
}

func TestPilot(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	lab := &fakeLab{}
	e := engine(t, dir, suite, experiment(suite, train, test), lab)
	e.Pilot = 1
	run := func() int {
		t.Helper()
		lab.jobs = nil
		must.Do(t, e.Run(t.Context()))
		return len(lab.jobs)
	}
	if n := run(); n != 1 {
		t.Errorf("%d training tasks are tried", n)
	}
	e.Pilot = 0
	e.Only = bench.Collect
	run()
	e.Only = bench.Curate
	run()
	e.Only, e.Pilot = "", 2
	if n := run(); n != 4 { // two tasks in two cells, one seed
		t.Errorf("%d runs are tried", n)
	}
}
