package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"legomem/agents"
	"legomem/agents/demo"
	"legomem/agents/reflex"
	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/sweep"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// The committed suite and starter bank.
const (
	committed = "../suite"
	starter   = "../../membank/starter.jsonl"
)

// testProgram names the built program, whose tool process starts some thirty
// times as fast as that of a test with the race detector; scripts/test sets it.
const testProgram = "LEGOMEM_TEST_PROGRAM"

// TestMain plays the resident tool process when a launcher starts this test's
// own program as one.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == sandbox.Verb {
		if err := run(context.Background(), os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func testBench(t testing.TB) *bench {
	t.Helper()
	b := must.Have(openBench(committed, os.Getenv(testProgram)))(t)
	t.Cleanup(b.close)
	return b
}

// programs skips a test of a task whose programs this machine lacks.
func programs(t *testing.T, b *bench, id string) {
	t.Helper()
	task := must.Have(b.suite.Task(id))(t)
	needed := map[string]bool{"soffice": task.Needs.Convert, "tesseract": task.Needs.OCR}
	for program, need := range needed {
		if _, err := exec.LookPath(program); need && err != nil {
			t.Skipf("%s needs %s: %v", id, program, err)
		}
	}
}

// memory is a bank of its own with the units that the demonstrations of the
// committed suite teach.
type memory struct{ *membank.Bank }

func (m memory) Retrieve(context.Context, agents.Brief) (membank.Retrieved, agents.Memories, error) {
	return membank.Retrieved{}, nil, nil
}

func starterBank(t testing.TB) memory {
	t.Helper()
	f := must.Have(os.Open(starter))(t)
	defer f.Close()
	bank := must.Have(membank.Open(t.Context(), sqlitetest.New(t), hashembed.Embedder{}, "test"))(t)
	must.Have(bank.Import(t.Context(), f, membank.Importing{Trusted: true}))(t)
	return memory{bank}
}

// TestDemos checks each demonstration: it passes, all its values have a
// source, and its task's evaluation notices every change to it.
func TestDemos(t *testing.T) {
	b := testBench(t)
	b.launcher = newInProcess(t)
	demos := must.Have(loadDemos(filepath.Join(committed, "demos")))(t)
	for _, d := range sweep.Sample(t, demos, 4, 8) {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			programs(t, b, d.ID)
			report := b.check(t, d)
			for _, p := range report.Problems {
				t.Errorf("line %d, %s: %v: %s", p.Line, p.Path, p.Value, p.Why)
			}
		})
	}
}

// check plays a demonstration and every change to it; those that pass are
// errors.
func (b *bench) check(t *testing.T, d *demo.Demo) demo.Report {
	t.Helper()
	task := must.Have(b.suite.Task(d.ID))(t)
	play := func(ctx context.Context, d *demo.Demo) (*bool, *trajectory.Run, error) {
		run, err := b.play(ctx, demo.NewBrain(d), d.ID, nil)
		if err != nil {
			return nil, nil, err
		}
		return run.Passed, run, nil
	}
	report := must.Have(demo.Checker{Task: task.Task, Tools: apps.Registry(), Play: play}.Check(t.Context(), d))(t)
	if report.Passed == nil || !*report.Passed || report.Tried == 0 {
		t.Errorf("passed %v, %d changes tried: %s", report.Passed, report.Tried, report.Stopped)
	}
	for _, c := range report.Unnoticed {
		if free(task.Needs.Kind, c) {
			continue
		}
		t.Errorf("the evaluation does not notice: %s %s", c.Path, c.What)
	}
	return report
}

var day = regexp.MustCompile(`\d{4}-\d\d-\d\d`)

// free says that a task leaves to whoever does it what a change changed, so
// that its evaluation must not notice: the text of a mail that brings a
// document, and whether the lines of a day's agenda name the day.
func free(kind string, c demo.Change) bool {
	switch {
	case c.Tool == "calendar.list_events":
		return true // it writes only where a calendar is missing, and none is
	case c.Tool == "email.send" && strings.HasSuffix(c.Path, ".args.content"):
		return slices.Contains([]string{"mailed-rollup", "agenda", "reconcile", "price-change", "minutes"}, kind)
	case c.Tool == "system.make_folder":
		return kind == "triage" // what is saved into it makes it
	case c.Tool == "word.create" && kind == "agenda":
		before, after, _ := strings.Cut(c.What, " -> ")
		return day.ReplaceAllString(before, "") == day.ReplaceAllString(after, "")
	}
	return false
}

// reachedApart is the share of the tasks that nobody demonstrated which reflex
// does at least: some are said in ways that nobody taught, and given up.
const reachedApart = 0.7

// TestReflex carries out every task of the suite from the starter bank: the
// demonstrated ones all, of the others most, and none wrongly.
func TestReflex(t *testing.T) {
	t.Parallel()
	b, bank := testBench(t), starterBank(t)
	shown := demonstrated(t)
	var apart, others atomic.Int64
	t.Run("tasks", func(t *testing.T) {
		for _, id := range sweep.Sample(t, b.suite.IDs(), 15, 25) {
			t.Run(id, func(t *testing.T) {
				t.Parallel()
				programs(t, b, id)
				run := must.Have(b.play(t.Context(), reflex.Brain{}, id, bank))(t)
				claimed, passed := run.Result.Outcome == trajectory.Solved, run.Passed != nil && *run.Passed
				if !shown[id] {
					others.Add(1)
					if claimed && passed {
						apart.Add(1)
					}
				}
				if shown[id] && !claimed || claimed && !passed {
					t.Errorf("%s\n%s, passed %s: %s%s", run.Started.Task.Text, run.Result.Outcome, show(run.Passed), run.Result.Reason, actions(run))
				}
			})
		}
	})
	t.Logf("%d of %d tasks that nobody demonstrated are done", apart.Load(), others.Load())
	if float64(apart.Load()) < reachedApart*float64(others.Load()) {
		t.Errorf("%d of %d tasks that nobody demonstrated are done, want a share of %.1f", apart.Load(), others.Load(), reachedApart)
	}
}

// TestStarterJoined: the demonstrations of a family make one procedure. Apart, each
// would do what it alone has met: book a room whether it is free or not.
func TestStarterJoined(t *testing.T) {
	b := testBench(t)
	units := must.Have(membank.Starter())(t)
	shown := map[string]int{} // demonstrations, by family
	joined := map[string]bool{}
	for _, u := range units {
		if u.Kind == membank.FullTask {
			kind := b.kind(t, strings.TrimSuffix(u.Source.Task, "/0"))
			shown[kind]++
			joined[kind] = joined[kind] || len(u.Joined) > 0
		}
	}
	for kind, n := range shown {
		if n > 1 && !joined[kind] {
			t.Errorf("the %d demonstrations of %s are not generalised together", n, kind)
		}
	}
	if len(shown) == 0 {
		t.Error("the starter bank has no tasks")
	}
}

// demonstrated are the suite's tasks that have a demonstration.
func demonstrated(t *testing.T) map[string]bool {
	t.Helper()
	demos := must.Have(loadDemos(filepath.Join(committed, "demos")))(t)
	shown := map[string]bool{}
	for _, d := range demos {
		shown[d.ID] = true
	}
	return shown
}

// actions lists what a run did, a line an action.
func actions(run *trajectory.Run) string {
	text := ""
	for _, st := range run.Steps() {
		args, _ := json.Marshal(st.Action.Args) // it was read from JSON
		text += "\n" + st.Action.Tool + string(args)
	}
	return text
}

func show(b *bool) string {
	if b == nil {
		return "null"
	}
	return fmt.Sprint(*b)
}

// TestEvaluations proves every task's evaluation: untouched it fails, and what
// reflex did to pass it fails once an action is left out or a value changed.
func TestEvaluations(t *testing.T) {
	b, bank, shown := testBench(t), starterBank(t), demonstrated(t)
	b.launcher = newInProcess(t)
	for _, id := range sweep.Sample(t, b.suite.IDs(), 4, 10) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			programs(t, b, id)
			idle := must.Have(b.play(t.Context(), reflex.Brain{}, id, memory{emptyBank(t)}))(t)
			if idle.Result.Outcome != trajectory.GaveUp || idle.Passed == nil || *idle.Passed {
				t.Errorf("untouched: %s, passed %s", idle.Result.Outcome, show(idle.Passed))
			}
			run := must.Have(b.play(t.Context(), reflex.Brain{}, id, bank))(t)
			if !shown[id] && run.Result.Outcome == trajectory.GaveUp {
				return // said in a way that nobody taught
			}
			b.check(t, literal(run))
		})
	}
}

func emptyBank(t *testing.T) *membank.Bank {
	t.Helper()
	bank := must.Have(membank.Open(t.Context(), sqlitetest.New(t), hashembed.Embedder{}, "empty"))(t)
	return bank
}

// literal is a run as a demonstration: what was done, action by action.
func literal(run *trajectory.Run) *demo.Demo {
	d := &demo.Demo{Suite: run.Started.Task.Suite, ID: run.Started.Task.ID, Answer: run.Answer}
	for _, s := range run.Subtasks {
		sub := demo.Subtask{Agent: s.Agent, Description: s.Description}
		for _, st := range s.Steps {
			sub.Actions = append(sub.Actions, demo.Action{Tool: st.Action.Tool, Args: st.Action.Args})
		}
		d.Subtasks = append(d.Subtasks, sub)
	}
	return d
}

// TestSuiteIsCurrent makes the suite anew and compares it with the committed
// one, file by file.
func TestSuiteIsCurrent(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, writeSuite(dir, suiteTasks()))
	fresh, old := readTree(t, dir), readTree(t, committed)
	for name, data := range fresh {
		if old[name] != data {
			t.Errorf("%s is not what the generator makes; run go run ./officebench/gen", name)
		}
	}
	for name := range old {
		if _, ok := fresh[name]; !ok && !strings.HasPrefix(name, "demos/") && name != "split.json" {
			t.Errorf("%s is not of the generator's making", name)
		}
	}
}

func readTree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, relErr := filepath.Rel(dir, name)
		files[filepath.ToSlash(rel)] = string(data)
		return errors.Join(err, relErr)
	})
	must.Do(t, err)
	return files
}

// TestStarterIsCurrent makes the starter bank anew from the committed
// demonstrations.
func TestStarterIsCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays a whole suite")
	}
	t.Parallel()
	b := testBench(t)
	for _, id := range b.suite.IDs() {
		programs(t, b, id)
	}
	units, notes, err := learn(t.Context(), committed)
	must.Do(t, err)
	for _, n := range notes {
		t.Error(n)
	}
	var fresh strings.Builder
	must.Do(t, membank.WriteUnits(&fresh, units))
	old := must.Have(os.ReadFile(starter))(t)
	if fresh.String() != string(old) {
		t.Error("membank/starter.jsonl is not what the demonstrations teach; run go run ./officebench/gen -starter membank/starter.jsonl")
	}
}

// TestDemonstrated: of every family the first two tasks are demonstrated, and
// the first in many wordings.
func TestDemonstrated(t *testing.T) {
	demos := must.Have(loadDemos(filepath.Join(committed, "demos")))(t)
	wordings := map[string]int{}
	for _, d := range demos {
		wordings[strings.TrimSuffix(d.ID, "/0")] = len(d.Wordings)
	}
	for _, task := range suiteTasks() {
		place := task.id[len(task.id)-1]
		n, ok := wordings[task.id]
		switch {
		case ok != (place < '3'):
			t.Errorf("%s of %s: demonstrated is %t", task.id, task.fam.name, ok)
		case place == '1' && n < 10:
			t.Errorf("the demonstration of %s has %d wordings; a family's first has at least 10", task.id, n)
		}
	}
}

// TestFamilies: ten of each level, at least three tasks each, and no two of the
// same words.
func TestFamilies(t *testing.T) {
	said := map[string]string{}
	count := map[string]int{}
	for _, task := range suiteTasks() {
		count[task.fam.name]++
		if other := said[strings.ToLower(task.text)]; other != "" {
			t.Errorf("%s says what %s says", task.id, other)
		}
		said[strings.ToLower(task.text)] = task.id
		if _, err := time.Parse(time.DateOnly, task.date); err != nil {
			t.Error(err)
		}
	}
	for i, level := range families() {
		if len(level) != 10 {
			t.Errorf("level %d has %d families", i+1, len(level))
		}
	}
	for name, n := range count {
		if n < 3 {
			t.Errorf("family %s has %d tasks", name, n)
		}
	}
}
