package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/configs"
	"legomem/officebench/bench"
)

// suiteForBench is a suite of four tasks, with a split.
func suiteForBench(t *testing.T) (suite, split string) {
	t.Helper()
	dir := t.TempDir()
	suite, split = filepath.Join(dir, "suite"), filepath.Join(dir, "split.json")
	put := func(file, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, task := range []string{"1-1", "1-2", "2-1", "3-1"} {
		put(filepath.Join(suite, "tasks", task, "subtasks", "0.json"),
			`{"username": "Ann", "date": "2026-05-04", "task": "Do it", "evaluation": [{"function": "evaluate_file_exist", "args": {"file": "a"}}]}`)
	}
	put(split, `{"train": ["1-1/0"], "test": ["1-2/0", "2-1/0", "3-1/0"]}`)
	return suite, split
}

func wantIn(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%s lacks %q:\n%s", what, p, text)
		}
	}
}

// TestBench runs an experiment under a model from its estimate to its report,
// and again, and another one to hold against it.
func TestBench(t *testing.T) {
	s := newSession(t)
	suite, split := suiteForBench(t)
	all := []string{"--suite", suite, "--split", split, "--brain", "model"}
	with := func(args ...string) []string { return append(append([]string{}, all...), args...) }

	code, out, errOut := s.run(with("--dry-run")...)
	if code != exitDone || s.lab.runs > 0 {
		t.Fatalf("dry run: exit %d, %d runs\n%s", code, s.lab.runs, errOut)
	}
	wantIn(t, "the dry run", out, "suite-model: 2 cells, 3 tasks to test, 1 to train on", "none.none.na.default", "vanilla.both.with.default",
		"runs to be made: 1 of training tasks, 6 of test tasks", "ASSUMED", "orchestrator", "gpt-4o", "at most", "no prices are set", "cost unknown")
	work := filepath.Join(s.home, "legomem", "bench", "suite-model")
	if _, err := os.Stat(work); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a dry run leaves %s", work)
	}
	if code, _, errOut = s.run(all...); code != exitUsage || s.lab.runs > 0 {
		t.Errorf("without --yes: exit %d", code)
	}
	wantIn(t, "the refusal", errOut, "--dry-run", "--yes")

	code, out, errOut = s.run(with("--yes")...)
	if code != exitDone || s.lab.runs != 7 {
		t.Fatalf("exit %d, %d runs\n%s", code, s.lab.runs, errOut)
	}
	wantIn(t, "the end", out, "none.none.na.default", "0.0%", "100.0%", "25.0%", "0.1250", "spent: 7 calls, 700 + 70 tokens, USD 0.88", filepath.Join(work, "report.html"))
	wantIn(t, "progress", errOut, "collect: 1/1, 1 passed", "curate: 1 runs become memories", "evaluate: 6/6, 3 passed, 770 tokens, USD 0.88")
	for _, file := range []string{"report.json", "report.md", "report.html"} {
		if info, err := os.Stat(filepath.Join(work, file)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}

	code, out, _ = s.run(with("--json")...)
	var sum benchSummary
	if err := json.Unmarshal([]byte(out), &sum); err != nil || code != exitDone || s.lab.runs != 7 {
		t.Fatalf("again: exit %d, %d runs, %v: %s", code, s.lab.runs, err, out)
	}
	if sum.Planned != 6 || sum.Recorded != 6 || sum.Missing != 0 || len(sum.Cells) != 2 || *sum.Cells[1].Passed != 1 || sum.Spent.Calls != 7 {
		t.Errorf("the summary is %+v", sum)
	}
	if code, _, errOut = s.run(with("--seeds", "2", "--yes")...); code != exitUsage {
		t.Errorf("other seeds: exit %d", code)
	}
	wantIn(t, "the refusal", errOut, "seeds was 1 and is 2", "--name")

	if code, out, errOut = s.run("report", "suite-model"); code != exitDone {
		t.Errorf("report: exit %d\n%s", code, errOut)
	}
	wantIn(t, "report", out, "vanilla.both.with.default")
	if code, _, errOut = s.run(with("--name", "other", "--yes")...); code != exitDone {
		t.Fatalf("another: exit %d\n%s", code, errOut)
	}
	if code, out, errOut = s.run("diff", work, "other"); code != exitDone || out == "" {
		t.Errorf("diff: exit %d\n%s", code, errOut)
	}
	if code, out, errOut = s.run("diff", "suite-model", "other", "--json"); code != exitDone || !json.Valid([]byte(out)) {
		t.Errorf("diff --json: exit %d\n%s", code, errOut)
	}
}

// TestBenchEndsEarly: caps, an endpoint that is gone, an interrupt. Each leaves
// a report that says so, and the same command goes on.
func TestBenchEndsEarly(t *testing.T) {
	suite, split := suiteForBench(t)
	priced := filepath.Join(t.TempDir(), "priced.yaml")
	if err := os.WriteFile(priced, []byte("prices: [{model: gpt-4o, prompt: 2.5, completion: 10, dated: 2026-01-31}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	all := func(args ...string) []string {
		return append([]string{"--suite", suite, "--split", split, "--brain", "model", "--yes", "--parallel", "1", "--config", priced}, args...)
	}
	for _, c := range []struct {
		name  string
		begin func(*session) []string
		code  int
		out   []string
		err   []string
	}{
		{"money", func(*session) []string { return all("--max-usd", "0.5") }, exitNotSolved,
			[]string{"INCOMPLETE: 3 of 6"}, []string{"cap of USD 0.50 is reached", "raise the cap"}},
		{"tokens", func(*session) []string { return all("--max-tokens", "1") }, exitNotSolved,
			[]string{"INCOMPLETE: 6 of 6"}, []string{"cap of 1 tokens is reached", "phase evaluate"}},
		{"outside", func(s *session) []string {
			s.lab.down = errors.New("no engine")
			return all("--bank", filepath.Join(s.home, "none.db"), "--variants", "none", "--seeds", "4")
		}, exitMissing, []string{"5 runs broke on something outside"}, []string{"no engine", "--rerun-errors"}},
		{"interrupted", func(s *session) []string {
			ctx, cancel := context.WithCancel(t.Context())
			s.ctx, s.lab.stop = ctx, cancel
			return all()
		}, exitInterrupted, []string{"INCOMPLETE: 5 of 6"}, []string{"interrupted"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSession(t)
			args := c.begin(s)
			code, out, errOut := s.run(args...)
			if code != c.code {
				t.Errorf("exit %d\n%s", code, errOut)
			}
			wantIn(t, "standard output", out, c.out...)
			wantIn(t, "standard error", errOut, c.err...)
			s.ctx, s.lab.down, s.lab.stop = t.Context(), nil, nil
			code, out, errOut = s.run(append(args, "--max-usd", "0", "--max-tokens", "0", "--rerun-errors")...)
			if code != exitDone || strings.Contains(out, "INCOMPLETE") || strings.Contains(out, "broke") {
				t.Errorf("going on: exit %d\n%s%s", code, out, errOut)
			}
		})
	}
}

func TestBenchRefuses(t *testing.T) {
	s := newSession(t)
	suite, split := suiteForBench(t)
	both := []string{"--suite", suite, "--split", split}
	for _, c := range []struct {
		args []string
		says string
	}{
		{nil, `required flag(s) "suite" not set`},
		{[]string{"--suite", "nosuch"}, "nosuch"},
		{[]string{"--suite", suite}, "--leave-one-out"},
		{[]string{"--suite", suite, "--split", "nosuch.json"}, "nosuch.json"},
		{append(both, "--variants", "vanila"), `no variant "vanila"`},
		{append(both, "--teams", "slm"), `no team "slm"; there are: default`},
		{append(both, "--preset", "paper", "--brain", "model"), "needs the teams llm, hybrid and slm"},
		{append(both, "--preset", "thesis"), `no preset "thesis"`},
		{append(both, "--memory", "vanilla"), "use --variants"},
		{append(both, "--placement", "both"), "use --placements"},
		{append(both, "--phase", "water"), `no phase "water"`},
		{append(both, "--name", "../there"), "does not do as a folder's name"},
		{append(both, "--brain", "model", "--max-usd", "1"), "needs a price for model gpt-4o"},
		{append(both, "--max-tokens", "-1"), "cannot be negative"},
		{append(both, "--seeds", "-1"), "-1 seeds"},
		{append(both, "--tasks", "9-9/9"), `no task "9-9/9"`},
		{append(both, "--phase", "evaluate"), "no bank yet"},
		{[]string{"report", "nosuch"}, "is no bench's folder"},
		{[]string{"diff", "nosuch", "other"}, "is no bench's folder"},
		{[]string{"report"}, "accepts 1 arg"},
		{[]string{"water"}, "water"},
	} {
		code, _, errOut := s.run(c.args...)
		if code != exitUsage || !strings.Contains(errOut, c.says) {
			t.Errorf("%v: exit %d, %s; wanted %q", c.args, code, errOut, c.says)
		}
	}
	if s.lab.runs > 0 {
		t.Errorf("%d runs", s.lab.runs)
	}
}

func TestBenchPilot(t *testing.T) {
	s := newSession(t)
	suite, split := suiteForBench(t)
	code, out, errOut := s.run("--suite", suite, "--split", split, "--brain", "model", "--pilot", "1", "--yes", "--dry-run", "--json")
	var e bench.Estimate
	if err := json.Unmarshal([]byte(out), &e); err != nil || code != exitDone || s.lab.runs != 1 {
		t.Fatalf("exit %d, %d runs, %v\n%s%s", code, s.lab.runs, err, out, errOut)
	}
	if e.Collect != 0 || e.Runs != 6 || e.Total.Calls != 6 || e.AtMost != nil || !strings.Contains(e.Basis, "measured") {
		t.Errorf("the estimate is %+v", e)
	}
}

func TestBenchUnderReflex(t *testing.T) {
	s := newSession(t)
	suite, _ := suiteForBench(t)
	bank := filepath.Join(s.home, "bank")
	if err := os.WriteFile(bank, []byte("1-1/0"), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"--suite", suite, "--bank", bank, "--variants", "none,vanilla,rewrite", "--seeds", "3"}
	code, _, errOut := s.run(args...)
	if code != exitUsage || !strings.Contains(errOut, "learned from 1 of the tested tasks (1-1/0)") {
		t.Fatalf("a bank that knows the test: exit %d, %s", code, errOut)
	}
	code, out, errOut := s.run(append(args, "--tasks", "1-2,2-1,3-1", "--name", "clean")...)
	if code != exitDone || s.lab.runs != 6 { // reflex asks for no leave, and runs one seed
		t.Fatalf("exit %d, %d runs\n%s", code, s.lab.runs, errOut)
	}
	wantIn(t, "what it says", errOut, "rewrite.both.with.default: n/a under reflex: no model drafts the steps", "repeats of a deterministic brain are not n", "reflex calls no model")
	wantIn(t, "the table", out, "vanilla.both.with.default", "100.0%")
}

func TestProgressLine(t *testing.T) {
	usd := 1.5
	p := bench.Progress{Phase: bench.Evaluate, Total: 100, Done: 40, Resumed: 10, Passed: 20, Errors: 1, Spent: bench.Spent{Calls: 3, USD: &usd}}
	p.Spent.Tokens.Prompt, p.Spent.Tokens.Completion = 1000, 10
	want := "evaluate: 40/100, 20 passed, 1 errors, 1010 tokens, USD 1.50, 10.0 a minute, 6m0s left"
	if got := progressLine(p, 3*time.Minute); got != want {
		t.Errorf("the line is %q", got)
	}
	if got := progressLine(bench.Progress{Phase: bench.Collect, Total: 3, Done: 3, Resumed: 3}, time.Minute); got != "collect: 3/3, 0 passed" {
		t.Errorf("the line is %q", got)
	}
}

// TestBenchSettings: what is written down of the configuration is a file that
// means the same, and names nothing of this machine.
func TestBenchSettings(t *testing.T) {
	nothing := func(string) (string, bool) { return "", false }
	for _, name := range []string{"", "paper"} {
		config, err := configs.Load(name, nothing, map[string]any{"limits.time": "90s"})
		if err != nil {
			t.Fatal(err)
		}
		a := &app{config: config}
		a.config.Memory.Bank, a.config.Out, a.config.Model.BaseURL = "/home/me/bank.db", "/home/me", "http://10.0.0.1/v1"
		text, err := a.settings()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text, "/home/me") || strings.Contains(text, "10.0.0.1") {
			t.Errorf("it names this machine:\n%s", text)
		}
		file := filepath.Join(t.TempDir(), "again.yaml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		again, err := configs.Load(file, nothing, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if again.Hash() != config.Hash() {
			t.Errorf("it means something else:\n%s", text)
		}
	}
}
