package orchestrator_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/llm"
	"legomem/llm/cost"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/tools"
	"legomem/trajectory"
)

func TestSolved(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{read(), write("data/a.txt", "new")}}, turn{actions: []tools.Action{write("data/old.txt", "newer")}})
	f.box.onCall = func(int) { _ = os.Remove(filepath.Join(f.box.dir, "data/gone.txt")) }
	res := f.mustRun(t)
	yes := true
	usd := 0.0
	want := trajectory.Result{RunID: "run-1", TaskID: "1-1/0", Outcome: trajectory.Solved, Reason: "the request is satisfied", Passed: &yes, Answer: "42",
		Steps: 3, CostUSD: &usd, WallMS: res.WallMS, Memories: []trajectory.MemoryRef{{ID: "u1", Rank: 1, Score: 0.9}},
		Changed: []string{"data/a.txt", "data/answer.txt", "data/gone.txt", "data/old.txt"}, Testbed: filepath.Join(f.dir(), "testbed"), Versions: map[string]string{"program": "test"}}
	must.NoDiff(t, cmp.Diff(want, res), "result (-want +got):\n%s")
	var onDisk trajectory.Result
	b := must.Have(os.ReadFile(filepath.Join(f.dir(), "result.json")))(t)
	must.Do(t, json.Unmarshal(b, &onDisk))
	must.NoDiff(t, cmp.Diff(res, onDisk), "result.json (-returned +written):\n%s")
	wantEvents := "started copied retrieved planned decided delegated intended observed intended observed summarised decided delegated intended observed summarised decided answered judged finished"
	must.NoDiff(t, cmp.Diff(wantEvents, f.events()), "events (-want +got):\n%s")
	if got, _ := os.ReadFile(filepath.Join(res.Testbed, "data/answer.txt")); string(got) != "42" {
		t.Errorf("answer.txt holds %q", got)
	}
	if got, _ := os.ReadFile(filepath.Join(f.dir(), "start/data/old.txt")); string(got) != "old" {
		t.Errorf("start/ was changed: %q", got)
	}
	if f.box.closed != 1 {
		t.Errorf("the sandbox was closed %d times", f.box.closed)
	}
	log := f.log(t)
	if !log.Succeeded() || len(log.Steps()) != 3 || log.Steps()[1].Effects[0].Target != "file:data/a.txt" {
		t.Errorf("the log reads back as %+v", log)
	}
	if before, after := sha256sum(t, filepath.Join(f.dir(), "start")), sha256sum(t, res.Testbed); log.Copied != before || log.Left != after || before == after {
		t.Errorf("the testbeds are %s and %s; the log has %s and %s", before, after, log.Copied, log.Left)
	}
	if a, _ := f.brain.brief.Team.Find("noter"); a.Has("shell.run") {
		t.Error("the shell was offered")
	}
}

// sha256sum names a folder's content by hashing its files anew.
func sha256sum(t *testing.T, dir string) trajectory.Artifact {
	t.Helper()
	files := trajectory.Files{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = sha256.Sum256(content)
		return err
	})
	must.Do(t, err)
	return files.Artifact()
}

func TestOutcomes(t *testing.T) {
	outside := errors.New("the disk fell off")
	one := turn{actions: []tools.Action{write("data/a.txt", "x")}}
	stuck := turn{stuck: true, actions: []tools.Action{write("data/a.txt", "x")}}
	for _, tc := range []struct {
		name    string
		rounds  []turn
		change  func(*fixture)
		outcome trajectory.Outcome
		reason  string
		answer  string
	}{
		{name: "gave up at opening", change: func(f *fixture) {
			f.brain.openErr = &agents.GiveUp{Reason: "no procedure fits", Hints: []string{"Say hello"}}
		}, outcome: trajectory.GaveUp, reason: "no procedure fits\nIt could do, for example:\n- Say hello"},
		{name: "gave up at planning", change: func(f *fixture) { f.brain.planErr = &agents.GiveUp{Reason: "cannot"} }, outcome: trajectory.GaveUp, reason: "cannot"},
		{name: "gave up after a failed action", rounds: []turn{{actions: []tools.Action{{Tool: "x.y"}}, failed: true}, {nextErr: &agents.GiveUp{Reason: "the action failed"}}}, outcome: trajectory.GaveUp, reason: "the action failed"},
		{name: "out of rounds", rounds: []turn{one, one, one, one}, change: func(f *fixture) { f.deps.Limits.Rounds = 3 }, outcome: trajectory.Exhausted, reason: "rounds: the cap of 3 rounds", answer: "42"},
		{name: "out of re-plans", rounds: []turn{stuck}, outcome: trajectory.Exhausted, reason: "re-plans: the cap of 3 re-plans", answer: "42"},
		{name: "out of tokens", rounds: []turn{one, {before: nil, actions: nil}}, change: func(f *fixture) {
			f.deps.Limits.Budget.Tokens = 10
			f.brain.rounds[1].before = func() { f.brain.brief.Meter.Add("noter", "m", cost.Usage{Prompt: 11}) }
			f.brain.rounds[1].actions = one.actions
		}, outcome: trajectory.Exhausted, reason: "tokens: the cap of 10 tokens"},
		{name: "out of money", rounds: []turn{one}, change: func(f *fixture) {
			f.deps.Limits.Budget.USD = 0.5
			f.deps.Prices = cost.Prices{{Model: "m", PromptPerMTok: 1e6}}
			f.brain.rounds[0].before = func() { f.brain.brief.Meter.Add("noter", "m", cost.Usage{Prompt: 1}) }
		}, outcome: trajectory.Exhausted, reason: "money: the cap of USD 0.50"},
		{name: "out of time", rounds: []turn{one, one}, change: func(f *fixture) {
			f.deps.Limits.Wall = time.Hour
			f.brain.rounds[0].before = func() { f.now = f.now.Add(time.Hour) }
		}, outcome: trajectory.Exhausted, reason: "time: the cap of 1h0m0s"},
		{name: "error in the brain", rounds: []turn{{err: outside}}, outcome: trajectory.Errored, reason: "the disk fell off"},
		{name: "error in the sandbox", rounds: []turn{one}, change: func(f *fixture) { f.box.callErr = outside }, outcome: trajectory.Errored, reason: "call note.write in the fake sandbox: the disk fell off"},
		{name: "no sandbox", rounds: []turn{one}, change: func(f *fixture) { f.deps.Launcher = &fakeLauncher{openErr: outside} }, outcome: trajectory.Errored, reason: "open the fake sandbox"},
		{name: "panic in the brain", rounds: []turn{{before: func() { panic("oops") }}}, outcome: trajectory.Errored, reason: "a bug in brain fake or below it: oops"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := setUp(t, tc.rounds...)
			if tc.change != nil {
				tc.change(f)
			}
			res, err := orchestrator.Run(t.Context(), f.deps, f.order)
			if res.Outcome != tc.outcome || !strings.HasPrefix(res.Reason, tc.reason) {
				t.Errorf("outcome %s: %s; want %s: %s", res.Outcome, res.Reason, tc.outcome, tc.reason)
			}
			if (err != nil) != (tc.outcome == trajectory.Errored) {
				t.Errorf("error %v with outcome %s", err, res.Outcome)
			}
			if res.Answer != tc.answer {
				t.Errorf("answer %q, want %q", res.Answer, tc.answer)
			}
			if log := f.log(t); log.Result == nil || log.Result.Outcome != tc.outcome {
				t.Errorf("the log is not closed: %+v", log.Result)
			}
		})
	}
}

func TestErrorKeepsItsCause(t *testing.T) {
	f := setUp(t)
	f.brain.openErr = &llm.Error{Kind: llm.Unreachable, URL: "http://127.0.0.1:1/v1"}
	if _, err := orchestrator.Run(t.Context(), f.deps, f.order); llm.KindOf(err) != llm.Unreachable {
		t.Errorf("error %v: a caller cannot tell what is missing", err)
	}
}

func TestCancelled(t *testing.T) {
	for name, in := range map[string]func(*fixture, func()){
		"in an action": func(f *fixture, cancel func()) { f.box.onCall = func(int) { cancel() } },
		"in the brain": func(f *fixture, cancel func()) {
			f.brain.rounds[0].before, f.brain.rounds[0].err = cancel, errors.New("asked in vain")
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x"), read()}})
			ctx, cancel := context.WithCancel(t.Context())
			in(f, cancel)
			res, err := orchestrator.Run(ctx, f.deps, f.order)
			if err != nil || res.Outcome != trajectory.Cancelled {
				t.Errorf("outcome %s, error %v", res.Outcome, err)
			}
			if f.box.closed != 1 {
				t.Error("the sandbox is still there")
			}
			if log := f.log(t); log.Result == nil || log.Result.Outcome != trajectory.Cancelled {
				t.Error("the log is not closed")
			}
		})
	}
}

func TestLoopsEndTheSubtask(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{read()}, endless: true}, turn{actions: []tools.Action{write("data/a.txt", "x")}, endless: true})
	f.mustRun(t)
	log := f.log(t)
	for i, want := range []int{3, 6} { // what changes something may be repeated longer
		s := log.Subtasks[i]
		if len(s.Steps) != want || !s.Failed || !strings.Contains(s.Summary, "returned the same") {
			t.Errorf("subtask %d: %d steps, failed %v, %q; want %d steps", i, len(s.Steps), s.Failed, s.Summary, want)
		}
	}
}

func TestStepsAreCapped(t *testing.T) {
	var many []tools.Action
	for i := range 10 {
		many = append(many, write("data/a.txt", strings.Repeat("x", i)))
	}
	f := setUp(t, turn{actions: many})
	f.deps.Limits.Steps = 4
	f.mustRun(t)
	if s := f.log(t).Subtasks[0]; len(s.Steps) != 4 || !s.Failed || !strings.Contains(s.Summary, "after 4 actions") {
		t.Errorf("%d steps, failed %v, %q", len(s.Steps), s.Failed, s.Summary)
	}
}

func TestStallsAndReplans(t *testing.T) {
	f := setUp(t, turn{stuck: true})
	res := f.mustRun(t)
	// Twice stuck and working, the third time re-planned; after three
	// re-plans the fourth stall ends the run.
	if res.Replans != 3 || len(f.log(t).Subtasks) != 8 {
		t.Errorf("%d re-plans, %d subtasks; want 3 and 8", res.Replans, len(f.log(t).Subtasks))
	}
	if got := f.log(t).Plan.Steps[0].Description; got != "again, 3" {
		t.Errorf("the last plan is %q", got)
	}
}

// A planner that does not see that it goes round in circles is told so.
func TestEqualRoundsAreALoop(t *testing.T) {
	same := turn{actions: []tools.Action{read()}}
	f := setUp(t, same, same, turn{actions: []tools.Action{write("data/a.txt", "x")}}, same)
	f.brain.summary = "Nothing new."
	f.mustRun(t)
	var loops []bool
	var counter []int
	for _, d := range f.decided {
		loops, counter = append(loops, d.Ledger.InLoop.Answer), append(counter, d.Stalls)
	}
	must.NoDiff(t, cmp.Diff([]bool{false, false, true, false, false}, loops), "is_in_loop by round (-want +got):\n%s")
	must.NoDiff(t, cmp.Diff([]int{0, 0, 1, 0, 0}, counter), "the stall counter by round (-want +got):\n%s")
}

func TestAnswerFile(t *testing.T) {
	for _, tc := range []struct {
		name   string
		rounds []turn
		answer string
		want   string
	}{
		{"written", []turn{{}}, "42", "42"},
		{"no answer, no file", []turn{{}}, "", ""},
		{"an agent's own is kept", []turn{{actions: []tools.Action{write("/testbed/data/answer.txt", "own")}}}, "42", "own"},
		{"one from a shell is kept", []turn{{actions: []tools.Action{shell("data/answer.txt", "own")}}}, "42", "own"},
		{"a shell wrote something else", []turn{{actions: []tools.Action{shell("data/other.txt", "x")}}}, "42", "42"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := setUp(t, tc.rounds...)
			f.brain.answer = tc.answer
			f.deps.Launcher = &fakeLauncher{box: f.box}
			for i := range f.brain.rounds {
				for j := range f.brain.rounds[i].actions {
					a := &f.brain.rounds[i].actions[j]
					a.Args["file"] = strings.TrimPrefix(a.Args["file"].(string), "/testbed/")
				}
			}
			res := f.mustRun(t)
			if got, _ := os.ReadFile(filepath.Join(res.Testbed, "data/answer.txt")); string(got) != tc.want {
				t.Errorf("answer.txt holds %q, want %q", got, tc.want)
			}
		})
	}
}

func TestWhatFailsAtTheEndIsNoted(t *testing.T) {
	f := setUp(t, turn{})
	f.box.outErr = errors.New("no room")
	res, err := orchestrator.Run(t.Context(), f.deps, f.order)
	if err != nil || res.Outcome != trajectory.Solved || res.Testbed != "" || res.Passed != nil {
		t.Errorf("result %+v, %v", res, err)
	}
	if _, err := os.Stat(filepath.Join(f.dir(), "testbed")); !errors.Is(err, os.ErrNotExist) {
		t.Error("half a testbed was left")
	}
	g := setUp(t, turn{})
	g.order.Verifier = judge{err: errors.New("cannot judge")}
	if res, err := orchestrator.Run(t.Context(), g.deps, g.order); err != nil || res.Passed != nil {
		t.Errorf("result %+v, %v", res, err)
	}
	for _, fx := range []*fixture{f, g} {
		if notes := fx.log(t).Notes; len(notes) != 1 {
			t.Errorf("notes %+v", notes)
		}
	}
}

func TestBadTestbedsLeaveNothingBehind(t *testing.T) {
	link := t.TempDir()
	must.Do(t, os.Symlink("/etc", filepath.Join(link, "data")))
	pipe := t.TempDir()
	must.Do(t, syscall.Mkfifo(filepath.Join(pipe, "p"), 0o600))
	file := filepath.Join(t.TempDir(), "f")
	putFile(t, file, "x")
	for name, tc := range map[string]struct{ dir, want string }{
		"missing":    {"/nowhere/at/all", "no such folder"},
		"a file":     {file, "not a folder"},
		"a symlink":  {link, "data is a symbolic link, and links are not followed; put what it means in its place"},
		"not a file": {pipe, "p is a pipe, a socket or a device (p---------), which no run can have a copy of; move it out"},
	} {
		t.Run(name, func(t *testing.T) {
			f := setUp(t)
			f.order.From = tc.dir
			_, err := orchestrator.Run(t.Context(), f.deps, f.order)
			if _, ok := errors.AsType[*orchestrator.TestbedError](err); !ok || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want a TestbedError with %q", err, tc.want)
			}
			if _, err := os.Stat(f.deps.Runs); !errors.Is(err, os.ErrNotExist) {
				t.Error("something was left behind")
			}
		})
	}
}

// TestRunsInsideTheTestbed: a folder of runs inside the testbed would be copied
// into each run, with itself; it is refused, also behind a symbolic link.
func TestRunsInsideTheTestbed(t *testing.T) {
	bed := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	must.Do(t, os.Symlink(bed, link))
	for _, runs := range []string{filepath.Join(bed, "runs"), filepath.Join(link, "a", "runs"), bed} {
		f := setUp(t)
		f.order.From, f.deps.Runs = bed, runs
		_, err := orchestrator.Run(t.Context(), f.deps, f.order)
		if _, ok := errors.AsType[*orchestrator.TestbedError](err); !ok || !strings.Contains(err.Error(), "--out") {
			t.Errorf("runs in %s: error %v, want a TestbedError that names --out", runs, err)
		}
	}
}

// TestEmptyFoldersAreCopied: the start that a run keeps is the testbed as it
// was, its empty folders included.
func TestEmptyFoldersAreCopied(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x")}})
	f.order.From = t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(f.order.From, "data", "empty"), 0o700))
	res := f.mustRun(t)
	if info, err := os.Stat(filepath.Join(f.deps.Runs, res.RunID, "start", "data", "empty")); err != nil || !info.IsDir() {
		t.Errorf("the empty folder is not in start/: %v", err)
	}
}

func TestNoTestbedIsAnEmptyOne(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x")}})
	f.order.From = ""
	res := f.mustRun(t)
	must.NoDiff(t, cmp.Diff([]string{"data/a.txt", "data/answer.txt"}, res.Changed), "changed (-want +got):\n%s")
}

func TestIDsMustDoAsFolderNames(t *testing.T) {
	for _, id := range []string{"", ".", "..", "a/b", "/a"} {
		f := setUp(t)
		f.order.ID = id
		if _, err := orchestrator.Run(t.Context(), f.deps, f.order); err == nil {
			t.Errorf("id %q was taken", id)
		}
	}
}

// Whatever moment a crash picks, the log that is left can be read.
func TestATornLogIsReadable(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x")}})
	f.mustRun(t)
	whole := must.Have(os.ReadFile(places.Run(f.dir()).Log()))(t)
	first := strings.IndexByte(string(whole), '\n') + 1
	dir := t.TempDir()
	for n := first; n < len(whole)-1; n += 7 { // without its newline alone, the last line is whole
		must.Do(t, os.WriteFile(places.Run(dir).Log(), whole[:n], 0o600))
		run, err := trajectory.Open(dir)
		if err != nil {
			t.Fatalf("cut at byte %d: %v", n, err)
		}
		if run.Succeeded() {
			t.Fatalf("cut at byte %d, the run counts as a success", n)
		}
	}
}

// Every intent is on disk before its action is called.
func TestIntentsComeFirst(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x"), read()}})
	f.box.onCall = func(n int) {
		run, err := trajectory.Open(f.dir())
		if err != nil {
			t.Error(err)
			return
		}
		if steps := run.Steps(); n <= 2 && (len(steps) != n || steps[n-1].Observation != nil) {
			t.Errorf("at call %d the log has the steps %+v", n, steps)
		}
	}
	f.mustRun(t)
}

func TestLimitsAreChecked(t *testing.T) {
	f := setUp(t)
	f.deps.Limits = orchestrator.Limits{}
	if _, err := orchestrator.Run(t.Context(), f.deps, f.order); err == nil {
		t.Error("a run without limits was started")
	}
}
