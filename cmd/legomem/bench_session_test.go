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

	"legomem/desk"
	"legomem/must"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
	"legomem/words"
)

// suiteForBench is a suite of four tasks, with a split.
func suiteForBench(t *testing.T) (suite, split string) {
	t.Helper()
	dir := t.TempDir()
	suite, split = filepath.Join(dir, "suite"), filepath.Join(dir, "split.json")
	put := func(file, text string) {
		t.Helper()
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
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
		"runs to be made: 1 of training tasks, 6 of test tasks", "ASSUMED", "orchestrator", "gpt-4o", "at most", "prices in USD per million tokens: gpt-4o 2.5 + 10 (")
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
	wantIn(t, "progress", errOut, "collect: 1/1, 1 passed", "curate: memories of 1 run", "evaluate: 6/6, 3 passed, 770 tokens, USD 0.88")
	for _, file := range []string{"report.json", "report.md", "report.html"} {
		if info, err := os.Stat(filepath.Join(work, file)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}

	code, out, _ = s.run(with("--json")...)
	var sum desk.BenchSummary
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
	if code, out, _ = s.run("diff", work, work); code != exitDone || !strings.HasPrefix(out, "suite-model in "+work+", then suite-model in ") {
		t.Errorf("diff of one name: exit %d\n%s", code, out)
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
	must.Do(t, os.WriteFile(priced, []byte("prices: [{model: gpt-4o, prompt: 2.5, completion: 10, dated: 2026-01-31}]\n"), 0o600))
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
			[]string{"INCOMPLETE: 6 of 6"}, []string{"cap of 1 tokens leaves no room for another run, taken to use ", "phase collect"}},
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
	homemade := filepath.Join(t.TempDir(), "homemade.yaml")
	must.Do(t, os.WriteFile(homemade, []byte("model: {name: homemade}\n"), 0o600))
	for _, c := range []struct {
		args []string
		says string
	}{
		{nil, "name its folder, which holds tasks/, with --suite"},
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
		{append(both, "--brain", "model", "--max-usd", "1", "--config", homemade), "needs a price for model homemade"},
		{append(both, "--max-tokens", "-1"), "cannot be negative"},
		{append(both, "--max-usd", "NaN"), "no amount of money"},
		{append(both, "--max-usd", "+Inf"), "no amount of money"},
		{append(both, "--parallel", "-3", "--dry-run"), "--parallel -3"},
		{append(both, "--parallel", "0"), "--parallel 0"},
		{append(both, "--pilot", "-1"), "--pilot -1"},
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

// TestBenchAsksTheirPrice: a cap on money is refused with any model that can be
// asked and has no price, and before anything is begun.
func TestBenchAsksTheirPrice(t *testing.T) {
	s := newSession(t)
	suite, split := suiteForBench(t)
	both := []string{"--suite", suite, "--split", split, "--max-usd", "500", "--dry-run"}
	put := func(text string) string {
		t.Helper()
		file := filepath.Join(t.TempDir(), "mine.yaml")
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	const price = "prices: [{model: gpt-4o, prompt: 2.5, completion: 10, dated: 2026-01-31}]\n"
	for _, c := range []struct {
		name string
		args []string
		says string // "": it does
	}{
		{"the paper's eyes", []string{"--config", "paper", "--preset", "paper"}, "price for model phi-3.5-mini (vision of team llm): add {model: phi-3.5-mini, "},
		{"all have one", []string{"--brain", "model", "--config", put(price)}, ""},
		{"eyes of reflex", []string{"--config", put(price + "ocr: {engine: vision}\nteam: {roles: [{role: vision, model: eyes}]}\n")}, "price for model eyes (vision"},
		{"a curator", []string{"--config", put(price + "curate: {by: model}\nteam: {roles: [{role: curator, model: pen}]}\n")}, "price for model pen (curator)"},
		{"who embeds", []string{"--brain", "model", "--config", put(price + "embedder: {kind: openai, model: vectors, dimensions: 3}\nmodel: {base_url: \"http://127.0.0.1:9/v1\"}\n")}, "price for model vectors (embedder)"},
		{"an inducer", []string{"--brain", "model", "--variants", "awm", "--config", put(price + "team: {roles: [{role: inducer, model: pen}]}\n")}, "price for model pen (inducer)"},
		{"nothing to induce", []string{"--brain", "model", "--config", put(price + "team: {roles: [{role: inducer, model: pen}]}\n")}, ""},
		{"those who collect", []string{"--brain", "model", "--teams", "two", "--config", put(price +
			"team: {name: one}\nteams:\n  - {name: one, roles: [{role: agents, model: pen}]}\n  - {name: two, roles: [{role: agents, model: gpt-4o}]}\n")}, "of team one, which collects)"},
	} {
		code, _, errOut := s.run(append(append([]string{}, both...), c.args...)...)
		if (code == exitDone) != (c.says == "") || !strings.Contains(errOut, c.says) {
			t.Errorf("%s: exit %d, %s; wanted %q", c.name, code, errOut, c.says)
		}
	}
}

// TestBenchDryRunReads: a dry run takes nothing and changes nothing.
func TestBenchDryRunReads(t *testing.T) {
	s := newSession(t)
	suite, split := suiteForBench(t)
	all := []string{"--suite", suite, "--split", split, "--brain", "model", "--max-tokens", "1"}
	if code, _, errOut := s.run(append(all, "--yes")...); code != exitNotSolved {
		t.Fatalf("exit %d\n%s", code, errOut)
	}
	dir := filepath.Join(s.home, "legomem", "bench", "suite-model")
	before, err := os.ReadFile(filepath.Join(dir, "bench.json"))
	if err != nil || !strings.Contains(string(before), bench.CapTokens) {
		t.Fatal(err, string(before))
	}
	var begun trial.Bench
	must.Do(t, json.Unmarshal(before, &begun))
	held, err := bench.Open(dir, begun, begun.Started) // it is under way
	must.Do(t, err)
	defer held.Close()
	if code, out, errOut := s.run(append(all[:len(all)-2:len(all)-2], "--dry-run")...); code != exitDone || !strings.Contains(out, "runs to be made: 1 of") {
		t.Errorf("beside a run: exit %d\n%s%s", code, out, errOut)
	}
	if after, err := os.ReadFile(filepath.Join(dir, "bench.json")); err != nil || string(after) != string(before) {
		t.Errorf("%v: bench.json is now %s", err, after)
	}
	if code, _, errOut := s.run(append(all, "--yes")...); code != exitMissing || !strings.Contains(errOut, "is being run by") {
		t.Errorf("a run beside a run: exit %d\n%s", code, errOut)
	}
}

// TestBenchCollectBreaks: a bank is not made smaller in silence.
func TestBenchCollectBreaks(t *testing.T) {
	s := newSession(t)
	suite, split := suiteForBench(t)
	all := []string{"--suite", suite, "--split", split, "--brain", "model", "--yes"}
	s.lab.down = errors.New("no engine")
	for range 2 {
		code, _, errOut := s.run(all...)
		if code != exitMissing || s.lab.runs != 2 {
			t.Errorf("exit %d after %d runs", code, s.lab.runs)
		}
		wantIn(t, "the refusal", errOut, "1 of the 1 training runs broke on something outside (1-1/0)", "--rerun-errors", "--accept-errors")
	}
	s.lab.down = nil
	if code, _, errOut := s.run(append(all, "--rerun-errors")...); code != exitDone {
		t.Errorf("mended: exit %d\n%s", code, errOut)
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
	must.Do(t, os.WriteFile(bank, []byte("1-1/0"), 0o600))
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
	want := "evaluate: 40/100, 20 passed, 1 error, 1,010 tokens, USD 1.50, 10 a minute, 6m00s left"
	if got := progressLine(p, 3*time.Minute, 0); got != want {
		t.Errorf("the line is %q", got)
	}
	if got := progressLine(bench.Progress{Phase: bench.Collect, Total: 3, Done: 3, Resumed: 3}, time.Minute, 0); got != "collect: 3/3, 0 passed" {
		t.Errorf("the line is %q", got)
	}
	if got := progressLine(bench.Progress{Phase: bench.Collect, Total: 3, Done: 3}, time.Minute, 0); got != "collect: 3/3, 0 passed, 3.0 a minute, in 1m00s" {
		t.Errorf("the line is %q", got)
	}
	// On a terminal tokens go first, and then the rate: the longest that there is
	// must not wrap.
	p.Total, p.Done, p.Resumed, p.Passed, p.Errors, usd = 17_328, 12_345, 0, 11_111, 234, 12_345.67
	p.Spent.Tokens.Prompt = 763_512_500
	if got := progressLine(p, 100*time.Hour, columns); got != "evaluate: 12,345/17,328, 11,111 passed, 234 errors, USD 12,345.67, 40h21m left" || len(got) > columns {
		t.Errorf("the line is %q, of %d letters", got, len(got))
	}
}

func TestLasting(t *testing.T) {
	calls := bench.Spent{Calls: 1}
	for want, e := range map[string]bench.Estimate{
		"expected time: not known before something was measured\n": {Runs: 1, Total: calls},
		"": {Total: calls, Time: &bench.Time{}},
		"expected time: 2h00m, 4 at once (measured: 3.2 s for each model call)\n": {Runs: 1, Total: calls, Time: &bench.Time{Seconds: 7200, Parallel: 4, CallSeconds: 3.2}},
		"expected time: 12s, 2 at once\n":                                         {Runs: 1, Time: &bench.Time{Seconds: 12, Parallel: 2}},
	} {
		if got := lasting(e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 59 * time.Second: "59s", 61 * time.Second: "1m01s", 59 * time.Minute: "59m", 61 * time.Minute: "1h01m", 47*time.Hour + 59*time.Minute: "47h59m", 76 * time.Hour: "3d04h",
	} {
		if got := span(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 763512500: "763,512,500", -1000: "-1,000", -100: "-100"} {
		if got := words.Thousands(n); got != want {
			t.Errorf("%d is %q", n, got)
		}
	}
}
