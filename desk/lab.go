package desk

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"legomem/agents"
	"legomem/agents/demo"
	"legomem/configs"
	"legomem/llm"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/officebench"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
	"legomem/orchestrator"
	"legomem/tools/sandbox"
)

// lab carries out the runs of a bench: each cell with the configuration that it
// stands for, all with one sandbox launcher and one client.
type lab struct {
	desk     *Desk
	suite    *officebench.Suite
	alone    bool // each run is learned from by itself
	launcher sandbox.Launcher
	// demos are the demonstrations that training runs play, by task; nil where
	// the brain itself collects.
	demos map[string]*demo.Demo

	mu    sync.Mutex
	banks map[string]snapshot // by name
	done  []func()
}

// openLab opens the lab of an experiment, from the configuration.
func (e *Experiment) openLab(_ context.Context, s *officebench.Suite) (bench.Lab, func(), error) {
	if err := e.canTrain(); err != nil {
		return nil, nil, err
	}
	l, err := e.desk.newLab(s, e.order.Demos)
	if err != nil {
		return nil, nil, err
	}
	l.alone = e.alone
	return l, l.close, nil
}

// newLab makes the lab of a bench. Close it afterwards.
func (d *Desk) newLab(suite *officebench.Suite, demos string) (*lab, error) {
	launcher, done, err := d.launcherFor(d.config.Sandbox, true)
	if err != nil {
		return nil, err
	}
	l := &lab{desk: d, suite: suite, launcher: launcher, banks: map[string]snapshot{}, done: []func(){done}}
	if err := d.readyForMany(); err != nil {
		l.close()
		return nil, err
	}
	if demos != "" {
		if l.demos, err = loadDemos(demos); err != nil {
			l.close()
			return nil, err
		}
	}
	return l, nil
}

// readyForMany makes what all runs share before several of them need it: the usual
// endpoint's client, if anything asks a model, and one reading of the prompts.
func (d *Desk) readyForMany() error {
	c := d.config
	if c.Brain == "reflex" && c.OCR.Engine != "vision" && c.Embedder.Kind == "hash" {
		return nil
	}
	if _, err := d.endpoint(d.usual()); err != nil || c.Brain == "reflex" {
		return err
	}
	_, err := d.loadPrompts(c)
	return err
}

func (l *lab) close() {
	l.desk.warnOfCache()
	for _, f := range slices.Backward(l.done) {
		f()
	}
}

// loadDemos reads a folder of demonstrations, by their tasks.
func loadDemos(dir string) (map[string]*demo.Demo, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		return nil, BadInput("--demos: there are no demonstrations (*.yaml) in %s", dir)
	}
	out := map[string]*demo.Demo{}
	for _, f := range files {
		d, err := readDemo(f)
		if err != nil {
			return nil, err
		}
		out[d.ID] = d
	}
	return out, nil
}

// settingsOf is the configuration of a cell and a seed.
func (l *lab) settingsOf(c trial.Cell, seed int) (configs.Config, error) {
	config, err := l.desk.configOf(c.Team)
	if err != nil {
		return config, err
	}
	config.Memory.Strategy, config.Memory.Placement = c.Variant, c.Placement
	config.Memory.Reasoning = c.Reasoning != trial.Without
	if !config.Memory.Lift.Bench {
		config.Memory.Lift.Share = 0 // what a bench measures is memory as it is
	}
	return reseeded(config, seed), nil
}

// reseeded is the configuration for the nth repetition: every seed in it differs, even
// a role's own.
func reseeded(c configs.Config, n int) configs.Config {
	c.Model.Seed += n - 1
	c.Team.Roles = slices.Clone(c.Team.Roles)
	for i, r := range c.Team.Roles {
		if r.Seed != nil {
			seed := *r.Seed + n - 1
			c.Team.Roles[i].Seed = &seed
		}
	}
	return c
}

// Run implements bench.Lab.
func (l *lab) Run(ctx context.Context, j bench.Job) error {
	config, err := l.settingsOf(j.Cell, j.Seed)
	if err != nil {
		return err
	}
	bank, err := l.view(ctx, config, j)
	if err != nil {
		return outside(err)
	}
	brain, err := l.brain(j)
	if err != nil {
		return err
	}
	deps, err := l.desk.deps(practisedOnly(config), l.launcher, bank, brain)
	if err != nil {
		return outside(err)
	}
	deps.Runs, deps.Outside = j.Runs, isOutsideOfBench
	_, err = orchestrator.Run(llm.WithRepetition(ctx, j.Trial.ID()), deps, orchestrator.Order{
		ID: j.Run, Task: j.Task.Task, From: j.Task.Testbed,
		Own: orchestrator.Own{
			Verifier:     officebench.Verifier{Suite: l.suite, Evaluator: l.desk.evaluator(l.launcher, false), Both: true},
			AnswerAction: officebench.WriteAnswer,
			Labels:       map[string]string{"suite": l.suite.Name, "bank": filepath.Base(j.Bank)},
		},
	})
	return outside(err)
}

// view is the bank as one run may see it; nil without one.
func (l *lab) view(ctx context.Context, c configs.Config, j bench.Job) (*membank.Bank, error) {
	if j.Bank == "" {
		return nil, nil
	}
	s, err := l.open(ctx, j.Bank)
	if err != nil {
		return nil, err
	}
	v := viewOf(c)
	v.HideSuite, v.HideTasks = l.suite.Name, j.Hide
	for _, id := range j.Hide {
		t, err := l.suite.Task(id)
		if err != nil {
			return nil, err
		}
		v.HideTexts = append(v.HideTexts, t.Text)
	}
	return s.bank.View(v), nil
}

// brain is the one that plays a training task's demonstration, or nil for the
// configured one.
func (l *lab) brain(j bench.Job) (agents.Brain, error) {
	if j.Phase != bench.Collect || l.demos == nil {
		return nil, nil
	}
	d, ok := l.demos[j.Task.ID]
	if !ok {
		return nil, BadInput("--demos: there is no demonstration of %s", j.Task.ID)
	}
	return demo.NewBrain(d), nil
}

// outside marks an error whose cause is outside the program.
func outside(err error) error {
	if isOutsideOfBench(err) {
		return &bench.Outside{Err: err}
	}
	return err
}

// isOutsideOfBench reports whether a run's error is no fault of the system under test.
// If an endpoint refuses what was asked of it (a context that is too long, a request it
// does not accept), the fault is the system's own.
func isOutsideOfBench(err error) bool {
	switch llm.KindOf(err) {
	case llm.ContextTooLong, llm.Malformed, llm.Refused:
		return false
	}
	return err != nil && IsOutside(err)
}

// snapshot is a bank as an experiment sees it.
type snapshot struct {
	bank *membank.Bank
	hash string
}

// open takes a bank's snapshot, once: later changes to the bank do not reach the
// experiment.
func (l *lab) open(ctx context.Context, name string) (snapshot, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s, ok := l.banks[name]; ok {
		return s, nil
	}
	dir, err := os.MkdirTemp("", "legomem-bench-")
	if err != nil {
		return snapshot{}, fmt.Errorf("make room for a copy of the bank: %w", err)
	}
	l.done = append(l.done, func() { _ = os.RemoveAll(dir) })
	live, done, err := l.live(ctx, name, dir)
	if err != nil {
		return snapshot{}, err
	}
	defer done()
	copied, err := sqlite.Open(ctx, filepath.Join(dir, "bank.db"), sqlite.ReadWrite)
	if err != nil {
		return snapshot{}, err
	}
	l.done = append(l.done, func() { _ = copied.Close() })
	var s snapshot
	if s.bank, s.hash, err = live.Snapshot(ctx, copied); err != nil {
		return snapshot{}, err
	}
	l.banks[name] = s
	return s, nil
}

// live opens the bank that a snapshot is taken of: the named one, or one that holds
// only the starter memories.
func (l *lab) live(ctx context.Context, name, dir string) (*membank.Bank, func(), error) {
	if name == starterBank {
		return l.desk.openBankFile(ctx, l.desk.config, filepath.Join(dir, "starter.db"), true, sqlite.ReadWrite)
	}
	return l.desk.openBankFile(ctx, l.desk.config, name, false, sqlite.ReadOnly)
}

// Inspect implements bench.Lab.
func (l *lab) Inspect(ctx context.Context, name string) (bench.Bank, error) {
	s, err := l.open(ctx, name)
	if err != nil {
		return bench.Bank{}, err
	}
	units, err := s.bank.List(ctx, membank.Filter{}, membank.Page{})
	if err != nil {
		return bench.Bank{}, err
	}
	tasks, err := l.texts()
	if err != nil {
		return bench.Bank{}, err
	}
	out := bench.Bank{Hash: s.hash, Embedder: s.bank.Embedder(), Units: byKind(units)}
	seen := map[bench.Source]bool{}
	for _, u := range units {
		for _, from := range l.sources(u, tasks) {
			if !seen[from] {
				seen[from] = true
				out.Tasks = append(out.Tasks, from)
			}
		}
	}
	return out, nil
}

// texts returns the ids of the suite's tasks by the hashes of their texts.
func (l *lab) texts() (map[string][]string, error) {
	tasks, err := l.suite.Tasks()
	if err != nil {
		return nil, err
	}
	out := map[string][]string{}
	for _, t := range tasks {
		hash := membank.TextHash(t.Text)
		out[hash] = append(out[hash], t.ID)
	}
	return out, nil
}

// sources returns the tasks that a unit was learned from. A task with the text of one
// of this suite is that task, whatever the suite was called when it was learned.
func (l *lab) sources(u membank.Unit, texts map[string][]string) []bench.Source {
	var out []bench.Source
	hashes := []string{}
	if u.Kind != membank.RoutineUnit {
		hashes = append(hashes, membank.TextHash(u.Task))
	}
	for _, s := range append(u.Sources(), u.Joined...) {
		if s.Task != "" {
			out = append(out, bench.Source{Suite: s.Suite, Task: s.Task})
		}
		hashes = append(hashes, s.Text)
	}
	for _, h := range hashes {
		for _, id := range texts[h] {
			out = append(out, bench.Source{Suite: l.suite.Name, Task: id})
		}
	}
	return out
}

// Curate implements bench.Lab: LEGOMem's units of every run, and what the
// baselines remember of the same runs (LEGOMem 4.1.3).
func (l *lab) Curate(ctx context.Context, c bench.Curating) (bench.Curated, error) {
	if err := os.MkdirAll(filepath.Dir(c.Bank), 0o700); err != nil {
		return bench.Curated{}, outside(err)
	}
	bank, done, err := l.desk.openBankFile(ctx, l.desk.config, c.Bank, false, sqlite.ReadWrite)
	if err != nil {
		return bench.Curated{}, err
	}
	defer done()
	curates, err := l.desk.curating(l.desk.config, bank, c.Budget)
	if err != nil {
		return bench.Curated{}, err
	}
	curates.tell, curates.alone = c.Log, l.alone
	out := bench.Curated{Curation: trial.Curation{Curator: curates.curator.Name(), Units: map[string]int{}}}
	err = curates.all(ctx, c.Runs, c.Failed, c.Kinds, &out.Curation)
	out.Spent = curates.spent()
	if err != nil {
		return out, outside(err)
	}
	units, err := bank.List(ctx, membank.Filter{}, membank.Page{})
	out.Units = byKind(units)
	return out, err
}

// byKind counts the units that can be retrieved.
func byKind(units []membank.Unit) map[string]int {
	out := map[string]int{}
	for _, u := range units {
		if u.Quarantine == "" {
			out[string(u.Kind)]++
		}
	}
	return out
}

var _ bench.Lab = (*lab)(nil)
