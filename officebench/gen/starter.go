package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"legomem/agents"
	"legomem/agents/demo"
	"legomem/curate"
	"legomem/membank"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// learn plays the suite's demonstrations, each of which must pass, and curates the units
// of their runs. Ids and dates come from the tasks, so that the same demonstrations
// always give the same units. The notes report what could not be used of a demonstration.
func learn(ctx context.Context, suiteDir string) (units []membank.Unit, notes []string, err error) {
	bench, err := openBench(suiteDir, "")
	if err != nil {
		return nil, nil, err
	}
	defer bench.close()
	demos, err := loadDemos(filepath.Join(suiteDir, "demos"))
	if err != nil {
		return nil, nil, err
	}
	var runs []*trajectory.Run
	for _, d := range demos {
		run, err := bench.play(ctx, demo.NewBrain(d), d.ID, nil)
		if err != nil {
			return nil, nil, fmt.Errorf("the demonstration of %s: %w", d.ID, err)
		}
		runs = append(runs, run)
	}
	for i, d := range demos {
		more, remarks, err := curator(runs[i].Started.Task.Now, runs).Curate(ctx, runs[i])
		if err != nil {
			return nil, nil, fmt.Errorf("the demonstration of %s: %w", d.ID, err)
		}
		units = append(units, more...)
		for _, n := range remarks {
			notes = append(notes, d.ID+": "+n)
		}
	}
	return units, notes, nil
}

// loadDemos reads the demonstrations of a folder, by file name.
func loadDemos(dir string) ([]*demo.Demo, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s holds no demonstration (*.yaml)", dir)
	}
	var all []*demo.Demo
	for _, f := range files {
		d, err := demo.Load(f)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// curator learns from a run, and generalises what it learns together with those
// of the others that did the same work.
func curator(now time.Time, others []*trajectory.Run) curate.Rule {
	return curate.Rule{Now: func() time.Time { return now }, Learning: curate.Learning{Compile: curate.Reflex(apps.Registry()),
		Others: func(_ context.Context, run *trajectory.Run) ([]*trajectory.Run, error) {
			return curate.Kin(run, others), nil
		}}}
}

// bench plays the suite's tasks and has them judged.
type bench struct {
	suite    *officebench.Suite
	launcher sandbox.Launcher
	runs     string // a temporary folder
}

// openBench makes a bench over the local sandbox. The tool process is the
// program at that path; empty, this very program.
func openBench(suiteDir, program string) (*bench, error) {
	suite, err := officebench.Open(suiteDir)
	if err != nil {
		return nil, err
	}
	if program == "" {
		if program, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("find this program for the sandbox: %w", err)
		}
	}
	runs, err := os.MkdirTemp("", "legomem-gen-")
	if err != nil {
		return nil, err
	}
	return &bench{suite, &sandbox.Local{Command: []string{program, sandbox.Verb}, Tools: apps.Registry()}, runs}, nil
}

func (b *bench) close() { _ = os.RemoveAll(b.runs) }

// play carries out a task of the suite with a brain and reads its log. The
// clock stands at the task's time.
func (b *bench) play(ctx context.Context, brain agents.Brain, id string, memory orchestrator.Memory) (*trajectory.Run, error) {
	task, err := b.suite.Task(id)
	if err != nil {
		return nil, err
	}
	return b.playTask(ctx, brain, task.Task, task.Testbed, memory)
}

func (b *bench) playTask(ctx context.Context, brain agents.Brain, task trajectory.Task, from string, memory orchestrator.Memory) (*trajectory.Run, error) {
	now := func() time.Time { return task.Now }
	dir, err := os.MkdirTemp(b.runs, "play-")
	if err != nil {
		return nil, err
	}
	runID := "starter-" + strings.ReplaceAll(task.ID, "/", "-")
	res, err := orchestrator.Run(ctx, orchestrator.Deps{
		Brain: brain, Team: agents.DefaultTeam(), Tools: apps.Registry(), Launcher: b.launcher, Runs: dir,
		Limits: orchestrator.DefaultLimits(), Memory: memory, MemoryName: "vanilla",
		Now: now,
	}, orchestrator.Order{ID: runID, Task: task, From: from, Own: orchestrator.Own{
		AnswerAction: officebench.WriteAnswer,
		Verifier:     officebench.Verifier{Suite: b.suite, Evaluator: officebench.Evaluator{Open: officebench.Sandboxed(b.launcher, runID, task.Now)}},
	}})
	if err != nil {
		return nil, err
	}
	return trajectory.Open(filepath.Join(dir, res.RunID))
}
