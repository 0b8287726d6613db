package demo

import (
	"strings"
	"testing"
	"time"

	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

// TestUntouched: the page that New writes is no demonstration yet, in the file as in the
// log of a run that played it.
func TestUntouched(t *testing.T) {
	page := must.Have(New(trajectory.Task{Text: "Book the van for Lee on 3/12/2026", User: "Sam", Now: now()}, ""))(t)
	d := must.Have(Parse("new.yaml", page))(t)
	task, _ := d.Free(time.UTC)
	run := &trajectory.Run{Started: trajectory.Started{Task: task, Brain: Brain{}.Name()}, Subtasks: []trajectory.SubtaskRun{{
		Subtask: trajectory.Subtask{Agent: d.Subtasks[0].Agent, Description: d.Subtasks[0].Description},
		Steps:   []trajectory.Step{{Action: tools.Action{Tool: "system.list_files", Args: map[string]any{}}}}}}}
	logged, ok := Logged(run)
	if !ok {
		t.Fatal("the run of a demonstration is taken for another's")
	}
	for name, one := range map[string]*Demo{"the file": d, "the log": logged} {
		all := Checker{Task: task, Tools: office()}.Problems(one, run)
		if len(all) != 1 || !strings.Contains(all[0].Why, "still the page that demo new wrote") {
			t.Errorf("%s: problems %+v", name, all)
		}
	}
	d.Answer = "Sam"
	if all := (Checker{Task: task, Tools: office()}).Problems(d, run); len(all) != 0 {
		t.Errorf("with an answer: problems %+v", all)
	}
	run.Started.Brain = "model"
	if _, ok := Logged(run); ok {
		t.Error("a model's run is taken for a demonstration's")
	}
}

// TestLogged: what is wrong with a demonstration is found in the log of its run as well.
func TestLogged(t *testing.T) {
	d, task := load(t, "testdata/review.yaml")
	_, run, err := play(t, task, lines(strict))(t.Context(), d)
	must.Do(t, err)
	run.Started.Brain = Brain{}.Name()
	logged, _ := Logged(run)
	k := Checker{Task: task, Tools: office()}
	if all := k.Problems(logged, run); len(all) != 0 {
		t.Errorf("a sound one: problems %+v", all)
	}
	run.Constants = run.Constants[1:]
	logged, _ = Logged(run)
	if all := k.Problems(logged, run); len(all) != 1 || all[0].Path != "subtasks[1].actions[0].args.op" {
		t.Errorf("without its constant: problems %+v", all)
	}
}
