package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"legomem/llm"
	"legomem/must"
	"legomem/sweep"
	"legomem/trajectory"
)

// replayed are the tasks of the recordings, one of each level. The answers are no
// model's: they were written by hand at an endpoint in a model's place, by a respondent
// that had the prompts to go by, and neither the files nor the evaluations. Their ids say
// relay, and the model they name is writtenByHand. To record anew: LEGOMEM_MODEL_NAME=...
// legomem run --suite officebench/suite --task ID --brain model --memory none --record DIR
var replayed = []string{"1-12/0", "2-11/0", "3-41/0"}

// writtenByHand is the name of the model that the recordings asked: none.
const writtenByHand = "written-by-hand"

// replayTask runs a task from its recording.
func replayTask(t *testing.T, task string) trajectory.Result {
	t.Helper()
	t.Setenv("LEGOMEM_MODEL_NAME", writtenByHand)
	recording := filepath.Join("testdata", "replay", filepath.Base(filepath.Dir(task))+".jsonl")
	out := execute(t, "run", "--suite", filepath.Join("..", "..", "officebench", "suite"), "--task", task,
		"--brain", "model", "--memory", "none", "--replay", recording, "--json")
	var r trajectory.Result
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return r
}

// TestReplay runs the model brain from recorded traffic: the prompts must be
// those that were answered, and the answers, put through the real tools, must
// pass the task's evaluation.
func TestReplay(t *testing.T) {
	sweep.OneGoroutine(t)
	for _, task := range replayed {
		t.Run(task, func(t *testing.T) {
			usedHome(t)
			r := replayTask(t, task)
			if r.Outcome != trajectory.Solved || r.Passed == nil || !*r.Passed || r.ModelCalls == 0 {
				t.Errorf("result = %+v", r)
			}
		})
	}
}

// TestReplayCuration curates these three runs by a model, from recorded
// traffic too: for each, two replies that cannot be used, each in another way and
// written so on purpose, and a third that can. To record anew, with a bank of its own:
// legomem curate RUN RUN RUN --by model --bank FILE --record DIR
func TestReplayCuration(t *testing.T) {
	sweep.OneGoroutine(t)
	usedHome(t)
	bank := filepath.Join(t.TempDir(), "bank.db")
	args := []string{"curate", "--by", "model", "--bank", bank, "--replay", filepath.Join("testdata", "replay", "curate"), "--json"}
	for _, task := range replayed {
		args = append(args, replayTask(t, task).RunID)
	}
	curateAll := func() (did []struct {
		Units []string
		Known bool
		Notes []string
	}) {
		must.Do(t, json.Unmarshal([]byte(execute(t, args...)), &did))
		return did
	}
	for i, did := range curateAll() {
		if len(did.Units) < 2 || len(did.Notes) != 2 || did.Notes[0] == did.Notes[1] {
			t.Errorf("run %d became %v, with the notes %q; two replies were not to be used", i, did.Units, did.Notes)
		}
	}
	for i, did := range curateAll() { // known by the run and the curator, before anybody is asked
		if !did.Known {
			t.Errorf("run %d was curated a second time: %+v", i, did)
		}
	}
}

// TestRecordingsHoldNoKey: no recording holds what looks like a key.
func TestRecordingsHoldNoKey(t *testing.T) {
	var files []string
	for _, pattern := range []string{"*.jsonl", filepath.Join("*", "*.jsonl")} {
		more, err := filepath.Glob(filepath.Join("testdata", "replay", pattern))
		if err != nil || len(more) == 0 {
			t.Fatal("no recordings", err)
		}
		files = append(files, more...)
	}
	for _, f := range files {
		data := must.Have(os.ReadFile(f))(t)
		if key := llm.FindKey(data); key != "" {
			t.Errorf("%s holds %q", f, key)
		}
	}
}
