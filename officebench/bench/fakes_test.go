package bench_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"legomem/agents"
	"legomem/must"
	"legomem/officebench"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/trajectory"
)

// fakeLab writes logs like those of real runs, and a bank that is a list of
// tasks. It keeps a ledger of its own.
type fakeLab struct {
	suite string
	// passes says whether a run passes; nil: all do. fails gives the error a
	// run ends with, and before says that it ends before its log begins.
	passes func(bench.Job) bool
	fails  func(bench.Job) (err error, before bool)
	// at is called at each step of each run and of curating.
	at func(step string)
	// dir holds the ledger; empty: none.
	dir string
	// curates is called while a bank is made, and may change what came of it.
	curates func(bench.Curating, *bench.Curated) error
	// unpriced says that nobody knows what a call costs.
	unpriced bool

	mu    sync.Mutex
	jobs  []bench.Job
	now   atomic.Int32
	most  atomic.Int32
	kinds []string
}

var start = time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)

func clock() time.Time { return start }

func (l *fakeLab) step(s string) {
	if l.at != nil {
		l.at(s)
	}
}

func (l *fakeLab) Run(ctx context.Context, j bench.Job) error {
	l.mu.Lock()
	l.jobs = append(l.jobs, j)
	l.mu.Unlock()
	if n := l.now.Add(1); n > l.most.Load() {
		l.most.Store(n)
	}
	defer l.now.Add(-1)
	var ends error
	if l.fails != nil {
		err, before := l.fails(j)
		if before {
			return err
		}
		ends = err
	}
	l.note("start", j)
	l.step("start")
	dir := filepath.Join(j.Runs, j.Run)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	l.step("folder")
	log, err := trajectory.Create(dir, j.Run, clock)
	if err != nil {
		return err
	}
	defer log.Close()
	return errors.Join(ends, l.write(ctx, log, j, ends))
}

// write is a log of two actions, one of which failed, and two model calls.
func (l *fakeLab) write(ctx context.Context, log *trajectory.Writer, j bench.Job, ends error) error {
	passed := l.passes == nil || l.passes(j)
	strict := false
	usd := 0.25
	events := []trajectory.Payload{
		trajectory.Started{Task: j.Task.Task, Brain: "fake", Memory: j.Cell.Variant},
		trajectory.Retrieved{For: agents.Orchestrator, Memories: []trajectory.MemoryRef{{ID: "u1", Rank: 1}}},
		trajectory.ModelCalled{Role: agents.Orchestrator, Model: "big", PromptTokens: 100, CompletionTokens: 10, CostUSD: &usd, Snapshot: "big-1", Dropped: 2, Truncated: true},
		trajectory.Delegated{Subtask: trajectory.Subtask{Round: 1, Agent: "word_agent", Description: "write"}},
		trajectory.Retrieved{For: "word_agent", Memories: []trajectory.MemoryRef{{ID: "u2", Rank: 1}}},
		trajectory.ModelCalled{Role: "word_agent", Model: "small", PromptTokens: 50, CompletionTokens: 5, CostUSD: &usd, Snapshot: "small-1"},
		trajectory.Intended{Step: 1, Agent: "word_agent", Action: tools.Action{Tool: "word.write"}},
		trajectory.Observed{Step: 1, Observation: tools.Observation{Failed: true}},
	}
	res := trajectory.Result{RunID: j.Run, TaskID: j.Task.ID, Outcome: trajectory.Solved, Reason: "the request is satisfied",
		Steps: 2, FailedSteps: 1, ModelCalls: 2, Tokens: trajectory.Tokens{Prompt: 150, Completion: 15}, WallMS: 7}
	res.CostUSD = new(2 * usd)
	if l.unpriced {
		call := events[2].(trajectory.ModelCalled)
		call.CostUSD, res.CostUSD = nil, nil
		events[2] = call
	}
	switch {
	case ctx.Err() != nil:
		res.Outcome, res.Reason = trajectory.Cancelled, "cancelled"
	case ends != nil:
		res.Outcome, res.Reason = trajectory.Errored, ends.Error()
	default:
		events = append(events, trajectory.Judged{Passed: &passed, Strict: &strict})
	}
	for i, e := range events {
		if err := log.Append(e); err != nil {
			return err
		}
		if i == 5 {
			l.step("middle")
		}
	}
	if err := log.Append(trajectory.Finished{Result: res}); err != nil {
		return err
	}
	l.note("finish", j)
	l.step("finish")
	return nil
}

func (l *fakeLab) note(what string, j bench.Job) {
	if l.dir == "" {
		return
	}
	f, err := os.OpenFile(filepath.Join(l.dir, "ledger"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if _, err := fmt.Fprintf(f, "%s %s:%s\n", what, j.Phase, j.Trial.ID()); err != nil {
		panic(err)
	}
}

// bankOf writes a bank that was learned from some tasks.
func (l *fakeLab) bankOf(path string, tasks []string) error {
	data, err := json.Marshal(tasks)
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

func (l *fakeLab) Curate(_ context.Context, c bench.Curating) (bench.Curated, error) {
	l.step("curate")
	for _, k := range c.Kinds {
		l.kinds = append(l.kinds, string(k))
	}
	var tasks []string
	for _, dir := range c.Runs {
		run, err := trajectory.Open(dir)
		if err != nil {
			return bench.Curated{}, err
		}
		tasks = append(tasks, run.Started.Task.ID)
	}
	if err := l.bankOf(c.Bank, tasks); err != nil {
		return bench.Curated{}, err
	}
	made := bench.Curated{Curation: trial.Curation{Curator: "fake", Units: map[string]int{"task": len(tasks)}}}
	if l.curates != nil {
		if err := l.curates(c, &made); err != nil {
			return made, err
		}
	}
	l.step("curated")
	return made, nil
}

func (l *fakeLab) Inspect(_ context.Context, path string) (bench.Bank, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return bench.Bank{}, err
	}
	var tasks []string
	if err := json.Unmarshal(data, &tasks); err != nil {
		return bench.Bank{}, err
	}
	sum := sha256.Sum256(data)
	b := bench.Bank{Hash: hex.EncodeToString(sum[:]), Embedder: "fake", Units: map[string]int{"task": len(tasks)}}
	for _, t := range tasks {
		b.Tasks = append(b.Tasks, bench.Source{Suite: l.suite, Task: t})
	}
	return b, nil
}

// newSuite makes a suite of tasks with an evaluation each.
func newSuite(t *testing.T, ids ...string) *officebench.Suite {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "suite")
	for _, id := range ids {
		level, number, sub, err := officebench.ParseID(id)
		must.Do(t, err)
		file := filepath.Join(dir, "tasks", fmt.Sprintf("%d-%d", level, number), "subtasks", fmt.Sprintf("%d.json", sub))
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
		text := `{"username": "Ann", "date": "2026-05-04", "task": "Do ` + id + `", "evaluation": [{"function": "evaluate_file_exist", "args": {"file": "data/a.txt"}}]}`
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	}
	return openSuite(t, dir)
}

func openSuite(t *testing.T, dir string) *officebench.Suite {
	t.Helper()
	s := must.Have(officebench.Open(dir))(t)
	return s
}

var (
	plain = trial.Cell{Variant: "none", Placement: "none", Reasoning: trial.NA, Team: "llm"}
	with  = trial.Cell{Variant: "vanilla", Placement: "both", Reasoning: trial.With, Team: "llm"}
)

// experiment is one with two cells over the suite's tasks.
func experiment(s *officebench.Suite, train, test []string) trial.Bench {
	return trial.Bench{
		Name: "try", Brain: "model", Suite: trial.Suite{Name: s.Name, Hash: "h"},
		Split: trial.Split{Hash: "s", Train: train, Test: test}, Cells: []trial.Cell{plain, with}, Seeds: 2,
		Teams:  []trial.Team{{Name: "llm", Roles: map[string]string{"orchestrator": "big", "word_agent": "small"}}},
		Prices: []trial.Price{{Model: "big", Prompt: 2, Completion: 10}, {Model: "small", Prompt: 1, Completion: 2}},
	}
}

// engine opens the folder and makes an engine, closed with the test.
func engine(t *testing.T, dir string, s *officebench.Suite, b trial.Bench, lab *fakeLab) *bench.Engine {
	t.Helper()
	lab.suite = s.Name
	f := must.Have(bench.Open(dir, b, start))(t)
	t.Cleanup(func() { _ = f.Close() }) // a test may have closed it, to go on
	return newEngine(f, s, lab)
}

func newEngine(f *bench.Folder, s *officebench.Suite, lab bench.Lab) *bench.Engine {
	var n atomic.Int64
	return &bench.Engine{Folder: f, Suite: s, Lab: lab, CollectTeam: "llm", Parallel: 3, Limits: orchestrator.DefaultLimits(), Memories: 5,
		NewID: func() string { return fmt.Sprintf("run%d", n.Add(1)) }, Now: clock}
}

// records reads what counts.
func records(t *testing.T, dir string) []trial.Record {
	t.Helper()
	_, all, err := bench.Read(dir)
	must.Do(t, err)
	return bench.Effective(all)
}

// lines counts a file's lines.
func lines(t *testing.T, path string) int {
	t.Helper()
	data := must.Have(os.ReadFile(path))(t)
	n := 0
	for _, b := range data {
		if b == '\n' {
			n++
		}
	}
	return n
}
