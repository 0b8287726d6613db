package officebench

import (
	"context"
	"encoding/json"
	"testing"

	"legomem/must"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/trajectory"
)

// counted is a reader that tells when it is closed.
type counted struct {
	Reader
	closed *int
}

func (c counted) Close() error { *c.closed++; return nil }

// TestVerifyBothOpensOnce: the two readings of an evaluation open a folder
// between them once, and it is closed after.
func TestVerifyBothOpensOnce(t *testing.T) {
	suite := must.Have(Open(writeSuite(t, map[string]string{
		"tasks/1-1/subtasks/0.json": `{"task": "x", "date": "2024-05-01", "evaluation": [
			{"function": "evaluate_file_exist", "args": {"file": "../../../../cache/0/testbed/data/a.txt"}},
			{"function": "evaluate_file_exist", "args": {"file": "../../../../cache/0/testbed/data/b.txt"}}]}`,
	})))(t)
	there := tools.Observation{Data: json.RawMessage(`{"kind": "file"}`)}
	reader := scripted{"system.inspect data/a.txt": there, "system.inspect data/b.txt": there}
	opens, closes := 0, 0
	v := Verifier{Suite: suite, Both: true, Evaluator: Evaluator{Open: func(_ context.Context, dir string) (ReadCloser, error) {
		if dir != "start" {
			t.Errorf("%s was opened", dir)
		}
		opens++
		return counted{reader, &closes}, nil
	}}}
	got, err := v.Verify(t.Context(), orchestrator.Evidence{Task: trajectory.Task{ID: "1-1/0"}, Start: "start", Call: reader.Call})
	if err != nil || got.Passed == nil || !*got.Passed || got.Strict == nil || !*got.Strict {
		t.Fatalf("judged %+v, %v; want passed by both", got, err)
	}
	if opens != 1 || closes != 1 {
		t.Errorf("the folder was opened %d times and closed %d times, want once", opens, closes)
	}
}
