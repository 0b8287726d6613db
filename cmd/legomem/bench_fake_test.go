package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"legomem/officebench"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
	"legomem/trajectory"
)

// labOfLines is a lab whose bank is a list of tasks and whose runs do nothing:
// those with a memory pass. It can be at odds with what is outside.
type labOfLines struct {
	suite string
	down  error
	stop  func() // called by the third run

	mu   sync.Mutex
	runs int
}

func (l *labOfLines) Run(ctx context.Context, j bench.Job) error {
	l.mu.Lock()
	l.runs++
	if l.runs == 3 && l.stop != nil {
		l.stop()
	}
	l.mu.Unlock()
	if l.down != nil {
		return &bench.Outside{Err: l.down}
	}
	dir := filepath.Join(j.Runs, j.Run)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	log, err := trajectory.Create(dir, j.Run, time.Now)
	if err != nil {
		return err
	}
	defer log.Close()
	passed, usd := j.Bank != "" || j.Phase == bench.Collect, 0.125
	res := trajectory.Result{RunID: j.Run, Outcome: trajectory.Solved, Steps: 4, FailedSteps: 1, CostUSD: &usd}
	if ctx.Err() != nil {
		res.Outcome = trajectory.Cancelled
	}
	return errors.Join(
		log.Append(trajectory.Started{Task: j.Task.Task}),
		log.Append(trajectory.ModelCalled{Role: "orchestrator", Model: "gpt-4o", PromptTokens: 100, CompletionTokens: 10, CostUSD: &usd}),
		log.Append(trajectory.Judged{Passed: &passed}),
		log.Append(trajectory.Finished{Result: res}),
	)
}

func (l *labOfLines) Curate(_ context.Context, c bench.Curating) (bench.Curated, error) {
	var tasks []string
	for _, dir := range c.Runs {
		run, err := trajectory.Open(dir)
		if err != nil {
			return bench.Curated{}, err
		}
		tasks = append(tasks, run.Started.Task.ID)
	}
	return bench.Curated{Curation: trial.Curation{Curator: "lines"}}, os.WriteFile(c.Bank, []byte(strings.Join(tasks, "\n")), 0o600)
}

func (l *labOfLines) Inspect(_ context.Context, path string) (bench.Bank, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return bench.Bank{}, err
	}
	b := bench.Bank{Hash: string(data), Embedder: "none", Units: map[string]int{}}
	for line := range strings.Lines(string(data)) {
		b.Units["task"]++
		b.Tasks = append(b.Tasks, bench.Source{Suite: l.suite, Task: strings.TrimSpace(line)})
	}
	return b, nil
}

// session is a program with a lab of lines in it.
type session struct {
	t    *testing.T
	ctx  context.Context
	home string
	lab  *labOfLines
}

func newSession(t *testing.T) *session {
	home := t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	return &session{t: t, ctx: t.Context(), home: home, lab: &labOfLines{suite: "suite"}}
}

// run is Execute, with the lab of lines.
func (s *session) run(args ...string) (code int, out, errOut string) {
	s.t.Helper()
	var stdout, stderr bytes.Buffer
	a := &app{in: strings.NewReader(""), out: &stdout, err: &stderr, lookup: os.LookupEnv, now: time.Now, flags: map[string]any{}}
	root := newRootCommand(a)
	for _, c := range root.Commands() {
		if c.Name() == "bench" {
			root.RemoveCommand(c)
		}
	}
	cmd := newBenchCommand(a, func(context.Context, *officebench.Suite) (bench.Lab, func(), error) { return s.lab, func() {}, nil })
	root.AddCommand(cmd)
	a.finish([]*cobra.Command{cmd})
	root.SetArgs(append([]string{"bench"}, args...))
	root.SetOut(&stdout)
	root.SetErr(&stderr)
	err := root.ExecuteContext(s.ctx)
	if err == nil {
		return exitDone, stdout.String(), stderr.String()
	}
	code = exitCode(s.ctx, a.began, err)
	tellError(&stderr, a.json, message(s.ctx, err), code)
	return code, stdout.String(), stderr.String()
}
