package orchestrator_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/changes"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/trajectory"
)

// lister lists one change for each file that is in the finished testbed alone.
type lister struct{ err error }

func (l lister) Review(_ context.Context, e orchestrator.Evidence) (changes.List, error) {
	list := changes.List{Hash: "h"}
	for name := range e.Files {
		if _, was := e.StartFiles[name]; !was {
			list.Changes = append(list.Changes, changes.Change{Sentence: name})
		}
	}
	return list, l.err
}

// TestReview: a run's changes are in its folder, its result and its log.
func TestReview(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x")}})
	f.order.Reviewer, f.order.AnswerAction = lister{}, nil
	res := f.mustRun(t)
	if res.Changes == nil || len(res.Changes.Changes) != 1 || res.Changes.Changes[0].Sentence != "data/a.txt" {
		t.Fatalf("changes %+v", res.Changes)
	}
	if logged := f.log(t).Result.Changes; logged == nil || logged.Hash != "h" {
		t.Errorf("the log has %+v", logged)
	}
	written := string(must.Have(os.ReadFile(filepath.Join(f.dir(), "changes.json")))(t))
	if !strings.Contains(written, `"sentence": "data/a.txt"`) {
		t.Errorf("changes.json holds %s", written)
	}
}

// TestReviewFails: a run whose changes cannot be listed says so, and has no list.
func TestReviewFails(t *testing.T) {
	f := setUp(t, turn{actions: []tools.Action{write("data/a.txt", "x")}})
	f.order.Reviewer = lister{err: errors.New("no sandbox")}
	res := f.mustRun(t)
	if res.Outcome != trajectory.Solved || res.Changes != nil {
		t.Errorf("%s, changes %+v", res.Outcome, res.Changes)
	}
	if _, err := os.Stat(filepath.Join(f.dir(), "changes.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("changes.json: %v", err)
	}
	notes := f.log(t).Notes
	if len(notes) != 1 || notes[0].About != trajectory.AboutChanges || !strings.Contains(notes[0].Text, "no sandbox") {
		t.Errorf("notes %+v", notes)
	}
}
