package orchestrator_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/membank"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// fakeLauncher opens a sandbox of one tool, "note.write", which writes a text
// to a file; "note.read" always returns the same.
type fakeLauncher struct {
	box     *fakeBox
	openErr error
}

func (l *fakeLauncher) Name() string { return "fake" }

func (l *fakeLauncher) Open(_ context.Context, spec sandbox.Spec) (sandbox.Sandbox, error) {
	if l.openErr != nil {
		return nil, l.openErr
	}
	l.box.spec = spec
	return l.box, os.CopyFS(l.box.dir, os.DirFS(spec.Testbed))
}

type fakeBox struct {
	spec   sandbox.Spec
	dir    string
	calls  []tools.Action
	closed int
	// onCall runs before each call.
	onCall  func(n int)
	callErr error
	outErr  error
}

func (b *fakeBox) Call(ctx context.Context, a tools.Action) (tools.Observation, error) {
	b.calls = append(b.calls, a)
	if b.onCall != nil {
		b.onCall(len(b.calls))
	}
	if b.callErr != nil {
		return tools.Observation{}, b.callErr
	}
	if err := ctx.Err(); err != nil {
		return tools.Observation{}, err
	}
	switch a.Tool {
	case "note.write", "shell.run":
		name := filepath.Join(b.dir, a.Args["file"].(string))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return tools.Observation{}, err
		}
		return tools.Observation{Text: "written"}, os.WriteFile(name, []byte(a.Args["text"].(string)), 0o600)
	case "note.read":
		return tools.Observation{Text: "the same as ever"}, nil
	}
	return tools.Observation{Text: "no tool " + a.Tool, Failed: true, Code: tools.UnknownTool}, nil
}

func (b *fakeBox) CopyOut(_ context.Context, dst string) error {
	if b.outErr != nil {
		return errors.Join(b.outErr, os.Mkdir(dst, 0o700))
	}
	return os.CopyFS(dst, os.DirFS(b.dir))
}

func (b *fakeBox) About() map[string]string { return nil }

func (b *fakeBox) Close() error { b.closed++; return nil }

type noteArgs struct {
	File string `json:"file"`
	Text string `json:"text,omitempty"`
}

func registry() *tools.Registry {
	run := func(context.Context, *tools.Workspace, noteArgs) (tools.Result, error) { return tools.Result{}, nil }
	effect := func(c tools.Class) func(noteArgs) []tools.Effect {
		return func(a noteArgs) []tools.Effect { return []tools.Effect{{Class: c, Target: "file:" + a.File}} }
	}
	return tools.NewRegistry([]tools.Tool{
		tools.Define("note.write", "Writes.", effect(tools.Write), run),
		tools.Define("note.read", "Reads.", effect(tools.Read), run),
		tools.Define("shell.run", "Writes too, and does not say what.", func(noteArgs) []tools.Effect {
			return []tools.Effect{{Class: tools.Shell, Target: "shell"}}
		}, run),
	})
}

// fakeBrain plays a script: one entry for each round, then satisfied.
type fakeBrain struct {
	rounds  []turn
	answer  string
	openErr error
	planErr error
	brief   agents.Brief
	replans int
	summary string // every report, instead of one of its own for each round
}

// turn is one round: the ledger's judgement, the actions, and the report.
type turn struct {
	loop, stuck bool // is_in_loop; no progress
	actions     []tools.Action
	endless     bool // repeats its last action for ever
	failed      bool
	err         error // from Act
	nextErr     error // from Next
	before      func()
}

func (b *fakeBrain) Name() string { return "fake" }

func (b *fakeBrain) Open(_ context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	b.brief = s
	return b, b, b.openErr
}

func (b *fakeBrain) Plan(context.Context) (trajectory.Plan, error) {
	return trajectory.Plan{Steps: []trajectory.PlanStep{{Description: "do it"}}}, b.planErr
}

func (b *fakeBrain) Next(_ context.Context, st agents.State) (trajectory.Ledger, error) {
	if len(st.Rounds) > 0 && !b.now().stuck && !b.now().loop {
		b.rounds = b.rounds[1:]
	}
	if len(b.rounds) == 0 {
		return trajectory.Ledger{Satisfied: trajectory.Finding{Answer: true}, Progress: trajectory.Finding{Answer: true}}, nil
	}
	t := b.now()
	return trajectory.Ledger{InLoop: trajectory.Finding{Answer: t.loop}, Progress: trajectory.Finding{Answer: !t.stuck},
		Speaker: "noter", Instruction: fmt.Sprintf("round %d", len(st.Rounds)+1)}, t.nextErr
}

func (b *fakeBrain) now() turn { return b.rounds[0] }

func (b *fakeBrain) Replan(context.Context, agents.State) (trajectory.Plan, error) {
	b.replans++
	return trajectory.Plan{Steps: []trajectory.PlanStep{{Description: fmt.Sprintf("again, %d", b.replans)}}}, nil
}

func (b *fakeBrain) Answer(context.Context, agents.State) (string, error) { return b.answer, nil }

func (b *fakeBrain) Act(ctx context.Context, sub trajectory.Subtask, done []trajectory.Step) (agents.Decision, error) {
	t := b.now()
	if t.before != nil {
		t.before()
	}
	if t.err != nil {
		return agents.Decision{}, t.err
	}
	i := len(done)
	if t.endless {
		i = min(i, len(t.actions)-1)
	}
	if i >= len(t.actions) && b.summary != "" {
		return agents.Decision{Summary: b.summary}, nil
	}
	if i >= len(t.actions) {
		return agents.Decision{Summary: "report of " + sub.Description, Failed: t.failed}, nil
	}
	return agents.Decision{Thought: "because", Action: &t.actions[i]}, nil
}

func write(file, text string) tools.Action {
	return tools.Action{Tool: "note.write", Args: map[string]any{"file": file, "text": text}}
}

func shell(file, text string) tools.Action {
	return tools.Action{Tool: "shell.run", Args: map[string]any{"file": file, "text": text}}
}

func read() tools.Action {
	return tools.Action{Tool: "note.read", Args: map[string]any{"file": "data/a.txt"}}
}

// fakeMemory knows one unit.
type fakeMemory struct{}

var hit = membank.Hit{Unit: membank.Unit{ID: "u1", Task: "before"}, Rank: 1, Score: 0.9}

func (fakeMemory) Retrieve(context.Context, agents.Brief) (membank.Retrieved, agents.Memories, error) {
	return membank.Retrieved{Full: []membank.Hit{hit}}, fakeMemory{}, nil
}
func (fakeMemory) SearchTasks(context.Context, string, int) ([]membank.Hit, error) {
	return []membank.Hit{hit}, nil
}
func (fakeMemory) ForPlan() []membank.Hit  { return []membank.Hit{hit} }
func (fakeMemory) ForRound() []membank.Hit { return nil }
func (fakeMemory) ForAgent(context.Context, trajectory.Subtask) ([]membank.Hit, error) {
	return []membank.Hit{hit}, nil
}

// judge passes a testbed that holds data/a.txt.
type judge struct{ err error }

func (j judge) Verify(ctx context.Context, e orchestrator.Evidence) (orchestrator.Verdict, error) {
	if j.err != nil {
		return orchestrator.Verdict{}, j.err
	}
	if _, err := e.Call(ctx, read()); err != nil {
		return orchestrator.Verdict{}, err
	}
	_, err := os.Stat(filepath.Join(e.Testbed, "data", "a.txt"))
	passed := err == nil
	return orchestrator.Verdict{Passed: &passed, Checks: []byte(`[]`)}, nil
}

// fixture is a run ready to go.
type fixture struct {
	deps  orchestrator.Deps
	brain *fakeBrain
	box   *fakeBox
	order orchestrator.Order
	now   time.Time
	seen  []string
	// decided are the ledgers as they were logged.
	decided []trajectory.Decided
}

func setUp(t testing.TB, rounds ...turn) *fixture {
	t.Helper()
	start := t.TempDir()
	for name, text := range map[string]string{"data/old.txt": "old", "data/gone.txt": "gone", "calendar/Dana.ics": "x"} {
		putFile(t, filepath.Join(start, name), text)
	}
	f := &fixture{brain: &fakeBrain{rounds: rounds, answer: "42"}, box: &fakeBox{dir: t.TempDir()}, now: time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)}
	f.order = orchestrator.Order{ID: "run-1", Task: trajectory.Task{ID: "1-1/0", Text: "do it", User: "Bob", Now: f.now}, From: start,
		Own: orchestrator.Own{Verifier: judge{}, Observer: f.observe,
			AnswerAction: func(answer string) tools.Action { return write("data/answer.txt", answer) }}}
	f.deps = orchestrator.Deps{
		Brain: f.brain, Team: agents.Team{Agents: []agents.Agent{{Name: "noter", Tools: []string{"note.*", "shell.*"}}}}, Tools: registry(),
		Launcher: &fakeLauncher{box: f.box}, Runs: filepath.Join(t.TempDir(), "runs"), Limits: orchestrator.DefaultLimits(),
		Memory: fakeMemory{}, MemoryName: "vanilla", Versions: map[string]string{"program": "test"},
		Now: func() time.Time { f.now = f.now.Add(time.Millisecond); return f.now },
	}
	return f
}

func putFile(t testing.TB, name, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must.Do(t, os.WriteFile(name, []byte(text), 0o600))
}

func (f *fixture) observe(p trajectory.Payload) {
	f.seen = append(f.seen, string(p.EventKind()))
	if d, ok := p.(trajectory.Decided); ok {
		f.decided = append(f.decided, d)
	}
}

func (f *fixture) dir() string { return filepath.Join(f.deps.Runs, "run-1") }

func (f *fixture) log(t *testing.T) *trajectory.Run {
	t.Helper()
	return openLog(t, f.dir())
}

// openLog reads the log in a run's folder.
func openLog(t testing.TB, dir string) *trajectory.Run {
	t.Helper()
	run := must.Have(trajectory.Open(dir))(t)
	return run
}

// mustRun carries the order out, without an error.
func (f *fixture) mustRun(t testing.TB) trajectory.Result {
	t.Helper()
	res := must.Have(orchestrator.Run(t.Context(), f.deps, f.order))(t)
	return res
}

func (f *fixture) events() string { return strings.Join(f.seen, " ") }
