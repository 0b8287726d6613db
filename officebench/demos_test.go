package officebench_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"legomem/agents"
	"legomem/agents/demo"
	"legomem/curate"
	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/sweep"
	"legomem/tools/apps"
	"legomem/trajectory"
)

// bench plays OfficeBench tasks in local sandboxes.
type bench struct {
	suite *officebench.Suite
	deps  orchestrator.Deps
	judge orchestrator.Verifier
	ids   atomic.Int64
}

func newBench(t *testing.T) *bench {
	t.Helper()
	suite := must.Have(officebench.Open(sharedSuite(t)))(t)
	launcher := localLauncher(t)
	now := time.Date(2024, 5, 1, 10, 0, 0, 0, time.UTC)
	return &bench{suite: suite, deps: orchestrator.Deps{
		Team: agents.DefaultTeam(), Tools: apps.Registry(), Launcher: launcher, Runs: t.TempDir(), Limits: orchestrator.DefaultLimits(),
		Now: func() time.Time { return now },
	}, judge: officebench.Verifier{Suite: suite, Evaluator: officebench.Evaluator{Open: officebench.Sandboxed(launcher, "evaluation", now)}}}
}

// play carries out a task and reads its log back.
func (b *bench) play(t *testing.T, brain agents.Brain, memory orchestrator.Memory, task officebench.Task) *trajectory.Run {
	t.Helper()
	run := must.Have(b.carryOut(t.Context(), brain, memory, task))(t)
	return run
}

// carryOut is play for several tasks at a time.
func (b *bench) carryOut(ctx context.Context, brain agents.Brain, memory orchestrator.Memory, task officebench.Task) (*trajectory.Run, error) {
	deps := b.deps
	deps.Brain, deps.Memory, deps.MemoryName = brain, memory, "vanilla"
	order := orchestrator.Order{ID: fmt.Sprintf("run-%d", b.ids.Add(1)), Task: task.Task, From: task.Testbed, Own: orchestrator.Own{Verifier: b.judge, AnswerAction: officebench.WriteAnswer}}
	result, err := orchestrator.Run(ctx, deps, order)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", task.ID, err)
	}
	return trajectory.Open(filepath.Join(deps.Runs, result.RunID))
}

func (b *bench) task(t *testing.T, id string) officebench.Task {
	t.Helper()
	task := must.Have(b.suite.Task(id))(t)
	return task
}

// demonstrations are those of OfficeBench tasks, in the order of their files.
func demonstrations(t *testing.T) []*demo.Demo {
	t.Helper()
	_, all := namedDemonstrations(t)
	return all
}

// namedDemonstrations are the names of their files too, without the ending.
func namedDemonstrations(t *testing.T) (names []string, all []*demo.Demo) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("demos", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no demonstrations: %v", err)
	}
	for _, f := range files {
		d := must.Have(demo.Load(f))(t)
		if d.ID == "" {
			t.Fatalf("%s has a text of its own; those here name a task of OfficeBench", f)
		}
		names, all = append(names, strings.TrimSuffix(filepath.Base(f), ".yaml")), append(all, d)
	}
	return names, all
}

// allPlayed are the runs of all demonstrations, which several tests learn from.
var allPlayed struct {
	once sync.Once
	runs []*trajectory.Run
}

// played plays the demonstrations, once for all tests.
func (b *bench) played(t *testing.T) []*trajectory.Run {
	t.Helper()
	allPlayed.once.Do(func() { allPlayed.runs = b.playAll(t, demonstrations(t)) })
	if allPlayed.runs == nil {
		t.Fatal("the demonstrations could not be played, see the test that tried")
	}
	return allPlayed.runs
}

// learn keeps what the demonstrations teach in a bank beside the starter's.
func (b *bench) learn(t *testing.T) *membank.Bank {
	t.Helper()
	bank := must.Have(membank.Open(t.Context(), sqlitetest.New(t), hashembed.Embedder{}, "test"))(t)
	must.Do(t, bank.Seed(t.Context()))
	for _, run := range b.played(t) {
		units, notes, err := curator().Curate(t.Context(), run)
		if err != nil {
			t.Fatalf("the demonstration of %s: %v", run.Started.Task.ID, err)
		}
		for _, n := range notes {
			t.Errorf("the demonstration of %s: %s", run.Started.Task.ID, n)
		}
		must.Have(bank.Add(t.Context(), units))(t)
	}
	return bank
}

// playAll plays demonstrations, as many at a time as there are processors. The
// runs come in the demonstrations' order.
func (b *bench) playAll(t *testing.T, all []*demo.Demo) []*trajectory.Run {
	t.Helper()
	runs := make([]*trajectory.Run, len(all))
	errs := make([]error, len(all))
	tasks := make([]officebench.Task, len(all))
	for i, d := range all {
		tasks[i] = b.task(t, d.ID)
	}
	var done sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		done.Go(func() {
			for i := range next {
				runs[i], errs[i] = b.carryOut(t.Context(), demo.NewBrain(all[i]), nil, tasks[i])
			}
		})
	}
	for i := range all {
		next <- i
	}
	close(next)
	done.Wait()
	must.Do(t, errors.Join(errs...))
	return runs
}

func curator() curate.Rule {
	return curate.Rule{Now: func() time.Time { return time.Unix(0, 0).UTC() }, Learning: curate.Learning{Compile: curate.Reflex(apps.Registry())}}
}

// heldOut is a bank without what was learned from one task of OfficeBench
// ("" for none), and without the starter's of that number, which costs
// nothing but luck.
type heldOut struct {
	bank *membank.Bank
	task string
}

// Retrieve gives nothing: reflex asks by SearchTasks.
func (heldOut) Retrieve(context.Context, agents.Brief) (membank.Retrieved, agents.Memories, error) {
	return membank.Retrieved{}, nil, nil
}

func (h heldOut) SearchTasks(ctx context.Context, text string, k int) ([]membank.Hit, error) {
	return h.bank.View(membank.View{HideTasks: []string{h.task}}).SearchTasks(ctx, text, k)
}

// The changes of a demonstration that are tried: demo check tries them all.
const (
	mostChanges = 6
	someChanges = 2 // where not all cases are tried
)

// TestDemonstrations proves every demonstration: it passes its evaluation, and
// each value in it has its source. Those whose evaluation does not notice some
// change are told.
func TestDemonstrations(t *testing.T) {
	b, all := newBench(t), demonstrations(t)
	for _, d := range sweep.Sample(t, all, 3, 12) {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			task := b.task(t, d.ID)
			checker := demo.Checker{Task: task.Task, Tools: apps.Registry(), Most: sweep.Size(mostChanges, someChanges, someChanges), Play: func(_ context.Context, d *demo.Demo) (*bool, *trajectory.Run, error) {
				run := b.play(t, demo.NewBrain(d), nil, task)
				return run.Passed, run, nil
			}}
			report := must.Have(checker.Check(t.Context(), d))(t)
			for _, p := range report.Problems {
				t.Errorf("line %d, %s: %v: %s", p.Line, p.Path, p.Value, p.Why)
			}
			if !report.Sound() {
				t.Errorf("it is not sound: outcome %s, %s", report.Outcome, report.Stopped)
			}
			if report.Tried == 0 {
				t.Error("no change was tried")
			}
			if report.Weak() {
				t.Logf("weakly checked: %d of %d changes go unnoticed", len(report.Unnoticed), report.Tried)
			}
			for _, c := range report.Unnoticed {
				t.Logf("unnoticed: %s: %s", c.Path, c.What)
			}
		})
	}
}
