package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"legomem/llm"
	"legomem/trajectory"
)

// TestReplay runs the model brain on one task of each level from recorded
// traffic: the prompts must be those that were answered, and the answers, put
// through the real tools, must pass the task's evaluation. The respondent saw
// the prompts alone. To record anew: LEGOMEM_MODEL_RECORD=FILE legomem run
// --suite officebench/suite --task ID --brain model --memory none
func TestReplay(t *testing.T) {
	for _, task := range []string{"1-12/0", "2-11/0", "3-41/0"} {
		t.Run(task, func(t *testing.T) {
			recording := filepath.Join("testdata", "replay", filepath.Base(filepath.Dir(task))+".jsonl")
			t.Setenv("XDG_DATA_HOME", t.TempDir())
			t.Setenv("LEGOMEM_MODEL_REPLAY", recording)
			var out, errOut bytes.Buffer
			code := Execute(t.Context(), []string{"run", "--suite", filepath.Join("..", "..", "officebench", "suite"), "--task", task,
				"--brain", "model", "--memory", "none", "--json"}, bytes.NewReader(nil), &out, &errOut)
			var r trajectory.Result
			if err := json.Unmarshal(out.Bytes(), &r); err != nil || code != exitDone {
				t.Fatalf("exit %d\n%s%s", code, out.String(), errOut.String())
			}
			if r.Outcome != trajectory.Solved || r.Passed == nil || !*r.Passed || r.ModelCalls == 0 {
				t.Errorf("result = %s", out.String())
			}
		})
	}
}

// TestRecordingsHoldNoKey: no recording holds what looks like a key.
func TestRecordingsHoldNoKey(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "replay", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal("no recordings", err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if key := llm.FindKey(data); key != "" {
			t.Errorf("%s holds %q", f, key)
		}
	}
}
