package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"legomem/agents"
	"legomem/agents/demo"
	"legomem/llm"
	"legomem/membank"
	"legomem/membank/store"
	"legomem/membank/store/sqlite"
	"legomem/officebench"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
	"legomem/orchestrator"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
)

// lab carries out the runs of a bench: each cell with the configuration that it
// stands for, all with one sandbox launcher and one client.
type lab struct {
	app      *app
	suite    *officebench.Suite
	launcher sandbox.Launcher
	// demos are the demonstrations that training runs play, by task; nil where
	// the brain itself collects.
	demos map[string]*demo.Demo

	mu    sync.Mutex
	banks map[string]*membank.Bank // by name, open for reading
	done  []func()
}

// newLab makes the lab of a bench. Close it after.
func (a *app) newLab(suite *officebench.Suite, demos string) (*lab, error) {
	launcher, done, err := a.launcher()
	if err != nil {
		return nil, err
	}
	l := &lab{app: a, suite: suite, launcher: launcher, banks: map[string]*membank.Bank{}, done: []func(){done}}
	if demos != "" {
		if l.demos, err = loadDemos(demos); err != nil {
			l.close()
			return nil, err
		}
	}
	return l, nil
}

func (l *lab) close() {
	for _, f := range l.done {
		f()
	}
}

// loadDemos reads a folder of demonstrations, by the task that each is of.
func loadDemos(dir string) (map[string]*demo.Demo, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		return nil, usage("--demos: there are no demonstrations (*.yaml) in %s", dir)
	}
	out := map[string]*demo.Demo{}
	for _, f := range files {
		d, err := demo.Load(f)
		if err == nil {
			err = d.Fits(agents.DefaultTeam(), apps.Registry())
		}
		if err != nil {
			return nil, &usageError{err}
		}
		out[d.ID] = d
	}
	return out, nil
}

// with is the program configured for a cell and a seed.
func (l *lab) with(c trial.Cell, seed int) (*app, error) {
	own := *l.app
	if len(own.config.Teams) > 0 && c.Team != own.config.Team.Name {
		config, err := own.config.With(c.Team)
		if err != nil {
			return nil, usage("%v", err)
		}
		own.config = config
	}
	own.config.Memory.Strategy, own.config.Memory.Placement = c.Variant, c.Placement
	own.config.Memory.Reasoning = c.Reasoning != trial.Without
	own.config.Model.Seed += seed - 1
	return &own, nil
}

// Run implements bench.Lab.
func (l *lab) Run(ctx context.Context, j bench.Job) error {
	own, err := l.with(j.Cell, j.Seed)
	if err != nil {
		return err
	}
	var bank *membank.Bank
	if j.Bank != "" {
		if bank, err = l.open(ctx, j.Bank); err != nil {
			return err
		}
		bank = bank.View(membank.View{By: store.Ranking(own.config.Memory.Ranking), HideSuite: l.suite.Name, HideTasks: j.Hide})
	}
	brain, err := l.brain(j)
	if err != nil {
		return err
	}
	deps, err := own.deps(l.launcher, bank, brain)
	if err != nil {
		return outside(err)
	}
	deps.Runs, deps.NewID = j.Runs, func() string { return j.Run }
	deps.Verifier = officebench.Verifier{Suite: l.suite, Evaluator: own.evaluator(l.launcher, false), Both: true}
	deps.Versions["suite"], deps.Versions["bank"] = l.suite.Name, filepath.Base(j.Bank)
	_, err = orchestrator.Run(llm.WithRepetition(ctx, j.Trial.ID()), deps, j.Task.Task)
	return outside(err)
}

// brain is the one that plays a training task's demonstration, or nil for the
// configured one.
func (l *lab) brain(j bench.Job) (agents.Brain, error) {
	if j.Phase != bench.Collect || l.demos == nil {
		return nil, nil
	}
	d, ok := l.demos[j.Task.ID]
	if !ok {
		return nil, usage("--demos: there is no demonstration of %s", j.Task.ID)
	}
	return demo.NewBrain(d), nil
}

// outside marks what broke outside the program.
func outside(err error) error {
	if err != nil && isOutside(err) {
		return &bench.Outside{Err: err}
	}
	return err
}

// open opens a bank for reading, once.
func (l *lab) open(ctx context.Context, name string) (*membank.Bank, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b, ok := l.banks[name]; ok {
		return b, nil
	}
	b, done, err := l.app.openBankFile(ctx, name, false, sqlite.ReadOnly)
	if err != nil {
		return nil, err
	}
	l.banks[name] = b
	l.done = append(l.done, done)
	return b, nil
}

// Inspect implements bench.Lab.
func (l *lab) Inspect(ctx context.Context, name string) (bench.Bank, error) {
	b, err := l.open(ctx, name)
	if err != nil {
		return bench.Bank{}, err
	}
	units, err := b.List(ctx, membank.Filter{}, membank.Page{})
	if err != nil {
		return bench.Bank{}, err
	}
	return inspect(units, b.Embedder()), nil
}

// inspect says what is in a bank. The hash is of what the units tell and of
// which tasks they are, not of when and by which run they were made, nor of how
// often they were used: the same experiment has the same bank.
func inspect(units []membank.Unit, embedder string) bench.Bank {
	out := bench.Bank{Embedder: embedder, Units: map[string]int{}}
	sum := sha256.New()
	fmt.Fprintln(sum, embedder)
	seen := map[bench.Source]bool{}
	for _, u := range units {
		fmt.Fprintf(sum, "%q %q %q %q\n", u.ID, u.Kind, u.Hash, u.Quarantine)
		out.Units[string(u.Kind)]++
		for _, s := range u.Sources() {
			fmt.Fprintf(sum, "%q %q\n", s.Suite, s.Task)
			if from := (bench.Source{Suite: s.Suite, Task: s.Task}); s.Task != "" && !seen[from] {
				seen[from] = true
				out.Tasks = append(out.Tasks, from)
			}
		}
	}
	out.Hash = hex.EncodeToString(sum.Sum(nil))[:16]
	return out
}

// Curate implements bench.Lab: LEGOMem's units of every run, and what the
// baselines remember of the same runs (LEGOMem 4.1.3).
func (l *lab) Curate(ctx context.Context, c bench.Curating) (bench.Curated, error) {
	if err := os.MkdirAll(filepath.Dir(c.Bank), 0o700); err != nil {
		return bench.Curated{}, outside(err)
	}
	bank, done, err := l.app.openBankFile(ctx, c.Bank, false, sqlite.ReadWrite)
	if err != nil {
		return bench.Curated{}, err
	}
	defer done()
	curates, err := l.app.curating(bank)
	if err != nil {
		return bench.Curated{}, err
	}
	out := bench.Curated{Curation: trial.Curation{Curator: curates.curator.Name(), Units: map[string]int{}}}
	err = curates.all(ctx, c.Runs, c.Kinds, &out.Curation)
	out.Spent = curates.spent()
	if err != nil {
		return out, outside(err)
	}
	units, err := bank.List(ctx, membank.Filter{}, membank.Page{})
	for _, u := range units {
		out.Units[string(u.Kind)]++
	}
	return out, err
}

var _ bench.Lab = (*lab)(nil)
