package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/agents/demo"
	"legomem/must"
	"legomem/officebench"
	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// suiteTasks are the committed ones, and manyTasks many of each family, made once.
var (
	suiteTasks = sync.OnceValue(committedTasks)
	manyTasks  = sync.OnceValue(func() []numbered { return drawnTasks(9, 20) })
)

// TestDrawnTasks: tasks of a seed can be done, each by its own plan, and none
// is done already.
func TestDrawnTasks(t *testing.T) {
	proveTasks(t, drawnTasks(7, 2), 20, 20, (*bench).prove)
}

// TestManyDrawnTasks: many of another, and no step of their plans can be left
// out.
func TestManyDrawnTasks(t *testing.T) {
	proveTasks(t, drawnTasks(11, 12), 10, 15, (*bench).proveSteps)
}

// TestCommittedTasks is the same of the committed ones.
func TestCommittedTasks(t *testing.T) {
	proveTasks(t, suiteTasks(), 5, 12, (*bench).proveSteps)
}

// suiteBench is a bench over the tasks, whose tools run in the test itself.
func suiteBench(t *testing.T, tasks []numbered) *bench {
	t.Helper()
	dir := t.TempDir()
	must.Do(t, writeSuite(dir, tasks))
	b := must.Have(openBench(dir, ""))(t)
	t.Cleanup(b.close)
	b.launcher = newInProcess(t)
	return b
}

// proveTasks proves a sample of the tasks.
func proveTasks(t *testing.T, tasks []numbered, quick, full int, prove func(*bench, *testing.T, numbered)) {
	tasks = sweep.Sample(t, tasks, quick, full)
	b := suiteBench(t, tasks)
	for _, task := range tasks {
		t.Run(task.fam.name+"/"+task.id, func(t *testing.T) {
			t.Parallel()
			programs(t, b, task.id+"/0")
			prove(b, t, task)
		})
	}
}

// prove plays a task's plan, and nothing.
func (b *bench) prove(t *testing.T, task numbered) {
	for _, strict := range []bool{false, true} {
		if wrong := b.judge(t, task.id, task.steps(t), strict); wrong != "" {
			t.Errorf("%s\nby its plan (strict %t): %s", task.text, strict, wrong)
		}
		if b.judge(t, task.id, nil, strict) == "" {
			t.Errorf("%s\nit passes untouched (strict %t)", task.text, strict)
		}
	}
}

// proveSteps also plays the plan without each step that changes something.
func (b *bench) proveSteps(t *testing.T, task numbered) {
	b.prove(t, task)
	steps := task.steps(t)
	for i, left := range steps {
		if reads(t, left) || task.free(left) {
			continue
		}
		if b.judge(t, task.id, slices.Delete(slices.Clone(steps), i, i+1), false) == "" {
			t.Errorf("%s\nit passes without %v", task.text, left)
		}
	}
}

// TestDrawnValues: every value in the plans of a seed is the task's, or one that
// an action before it returned, but for what the family's demonstration declares
// constant: the testbeds can be read.
func TestDrawnValues(t *testing.T) {
	demos := must.Have(loadDemos(filepath.Join(committed, "demos")))(t)
	constants := map[string][]demo.Constant{}
	for _, d := range demos {
		constants[d.ID] = d.Constants
	}
	first := map[string]string{}
	for _, task := range suiteTasks() {
		if first[task.fam.name] == "" {
			first[task.fam.name] = task.id + "/0"
		}
	}
	tasks := sweep.Sample(t, drawnTasks(11, 6), 8, 25)
	b := suiteBench(t, tasks)
	for _, task := range tasks {
		t.Run(task.fam.name+"/"+task.id, func(t *testing.T) {
			t.Parallel()
			programs(t, b, task.id+"/0")
			d := &demo.Demo{Suite: b.suite.Name, ID: task.id + "/0", Answer: task.answer, Constants: constants[first[task.fam.name]]}
			for _, a := range task.steps(t) {
				if a.Args["file_path"] != "data/answer.txt" {
					d.Subtasks = append(d.Subtasks, demo.Subtask{Agent: agentOf(task, a.Tool), Description: "As planned", Actions: []demo.Action{call(a.Tool, a.Args)}})
				}
			}
			of := must.Have(b.suite.Task(d.ID))(t)
			play := func(ctx context.Context, d *demo.Demo) (*bool, *trajectory.Run, error) {
				run, err := b.play(ctx, demo.NewBrain(d), d.ID, nil)
				return nil, run, err // no changes are tried
			}
			report := must.Have(demo.Checker{Task: of.Task, Tools: apps.Registry(), Play: play}.Check(t.Context(), d))(t)
			for _, p := range report.Problems {
				if !strings.HasPrefix(p.Path, "constants") {
					t.Errorf("%s\n%s: %v: %s", task.text, p.Path, p.Value, p.Why)
				}
			}
		})
	}
}

// agentOf is who uses a tool in a task's plan.
func agentOf(n numbered, tool string) string {
	for _, s := range n.plan {
		for _, a := range s.Actions {
			if a.Tool == tool {
				return s.Agent
			}
		}
	}
	return ""
}

// steps are the plan's actions, their arguments as a file would have them, and
// the answer.
func (n numbered) steps(t *testing.T) []tools.Action {
	t.Helper()
	subtasks := n.plan
	if n.answer != "" {
		subtasks = append(slices.Clone(subtasks), demo.Subtask{Actions: []demo.Action{
			call("system.write_text", args{"file_path": "data/answer.txt", "content": n.answer})}})
	}
	var all []tools.Action
	for _, s := range subtasks {
		for _, a := range s.Actions {
			data := must.Have(json.Marshal(a.Args))(t)
			plain := args{}
			must.Do(t, json.Unmarshal(data, &plain))
			all = append(all, tools.Action{Tool: a.Tool, Args: plain})
		}
	}
	return all
}

// free says that the evaluation may pass without an action: one whose file the
// next one makes anyway.
func (n numbered) free(a tools.Action) bool {
	return a.Tool == "calendar.list_events" || a.Tool == "system.make_folder" && n.fam.name == "triage"
}

// reads says that an action changes nothing.
func reads(t *testing.T, a tools.Action) bool {
	t.Helper()
	tool := must.Have(apps.Registry().Lookup(a.Tool))(t)
	effects := must.Have(tool.Effects(a.Args))(t)
	return !slices.ContainsFunc(effects, func(e tools.Effect) bool { return e.Class != tools.Read })
}

// judge says what is wrong with a task's testbed after the actions, "" if it
// passes. That an action fails is not wrong in itself.
func (b *bench) judge(t *testing.T, id string, steps []tools.Action, strict bool) string {
	t.Helper()
	task := must.Have(b.suite.Task(id + "/0"))(t)
	box := must.Have(b.launcher.Open(t.Context(), sandbox.Spec{Run: id, Testbed: task.Testbed, User: task.User, Now: task.Now}))(t)
	defer box.Close()
	wrong := ""
	for _, a := range steps {
		obs := must.Have(box.Call(t.Context(), a))(t)
		if obs.Failed {
			wrong += fmt.Sprintf("\n%s: %s", a.Tool, obs.Text)
		}
	}
	judge := officebench.Evaluator{Options: officebench.Options{Strict: strict}, Open: officebench.Sandboxed(b.launcher, id, task.Now)}
	verdict := must.Have(judge.Evaluate(context.Background(), task, box))(t)
	if verdict.Passed {
		return ""
	}
	for _, c := range verdict.Checks {
		if c.Passed == nil || !*c.Passed {
			wrong += "\n" + c.Function + ": " + c.Detail
		}
	}
	return wrong
}

// TestDrawnIDs: no two tasks of a suite share an id, and the level is its
// first digit.
func TestDrawnIDs(t *testing.T) {
	for name, tasks := range map[string][]numbered{"committed": suiteTasks(), "drawn": manyTasks()} {
		seen := map[string]bool{}
		for _, task := range tasks {
			level, _, _, err := officebench.ParseID(task.id + "/0")
			if err != nil || level != task.fam.level {
				t.Errorf("%s: %s is of level %d: %v", name, task.id, task.fam.level, err)
			}
			if seen[task.id] {
				t.Errorf("%s: two tasks are %s", name, task.id)
			}
			seen[task.id] = true
		}
	}
}

// TestDrawnSuite: the same seed gives the same bytes, another one others.
func TestDrawnSuite(t *testing.T) {
	write := func(seed string) map[string]string {
		dir := t.TempDir()
		must.Do(t, run(t.Context(), []string{"-seed", seed, "-instances", "2", "-out", dir}))
		return readTree(t, dir)
	}
	one, again, other := write("5"), write("5"), write("6")
	must.NoDiff(t, cmp.Diff(one, again), "the same seed differs:\n%s")
	if !strings.Contains(one["README.md"], "-seed 5") {
		t.Errorf("README.md: %s", one["README.md"])
	}
	for name := range one {
		if strings.HasSuffix(name, "subtasks/0.json") && one[name] == other[name] {
			t.Errorf("another seed gives the same %s", name)
		}
	}
}

// TestRefusedSuites: what cannot be drawn is refused before a file is written.
func TestRefusedSuites(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"-instances", "-1"}, "1 to 9999"},
		{[]string{"-instances", "10000"}, "1 to 9999"},
		{[]string{"-instances", "2", "-starter", "x.jsonl"}, "leave out -instances"},
		{[]string{"-instances", "2", "-out", committed}, "a folder of its own"},
	} {
		args := tt.args
		if !slices.Contains(args, "-out") {
			args = append(args, "-out", filepath.Join(t.TempDir(), "suite"))
		}
		if err := run(t.Context(), args); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: %v", tt.args, err)
		}
	}
}

// TestDrawnApart: the instances of a family have nothing in common that may
// differ: their words, their day, and the files that they work on.
func TestDrawnApart(t *testing.T) {
	type seen map[string]string // what, and in which task
	families := map[string]seen{}
	for _, task := range manyTasks() {
		f := families[task.fam.name]
		if f == nil {
			f = seen{}
			families[task.fam.name] = f
		}
		note := func(what string) {
			if other := f[what]; other != "" {
				t.Errorf("%s and %s of %s share %.200s", other, task.id, task.fam.name, what)
			}
			f[what] = task.id
		}
		note(task.text)
		note("the day " + task.date)
		for _, name := range slices.Sorted(maps.Keys(task.bed.files)) {
			if name != "data/template.docx" {
				note(name + " " + string(task.bed.files[name]))
			}
		}
		if day, err := time.Parse(time.DateOnly, task.date); err != nil || day.Weekday() == time.Sunday || day.Weekday() == time.Saturday {
			t.Errorf("%s is set on %s: %v", task.id, day, err)
		}
	}
}
