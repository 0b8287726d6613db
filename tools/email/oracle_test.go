package email_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"legomem/tools"
)

// TestOracle holds the hidden inspector against the benchmark's own verdicts:
// every check of a mailbox, on every finished testbed of the shared suite.
func TestOracle(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "officebench")
	raw, err := os.ReadFile(filepath.Join(root, "oracle.json"))
	if err != nil {
		t.Skipf("no shared OfficeBench data: %v", err)
	}
	var oracle struct {
		States map[string]struct{ Checks [][3]any }
	}
	if err := json.Unmarshal(raw, &oracle); err != nil {
		t.Fatal(err)
	}
	n := 0
	for state, want := range oracle.States {
		id, _, _ := strings.Cut(state, "~")
		task, sub, _ := strings.Cut(id, "_")
		for i, c := range evaluation(t, filepath.Join(root, "tasks", task, "subtasks", sub+".json")) {
			if c.Args.DocType != "email" {
				continue
			}
			n++
			o := newOffice(t, nil)
			overlay(t, filepath.Join(root, "tasks", task, "testbed", "emails"), filepath.Join(o.Dir, "emails"))
			overlay(t, filepath.Join(root, "states", state, "emails"), filepath.Join(o.Dir, "emails"))
			if got := o.judge(c); got != want.Checks[i][1] {
				t.Errorf("%s, check %d: %v, the benchmark says %v", state, i, got, want.Checks[i][1])
			}
		}
	}
	if n == 0 {
		t.Error("no check of a mailbox was found")
	}
	t.Logf("%d checks", n)
}

type check struct {
	Function string
	Args     struct {
		DocType  string `json:"doc_type"`
		Username string
		Keywords []string
	}
}

func evaluation(t *testing.T, path string) []check {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var task struct{ Evaluation []check }
	if err := json.Unmarshal(raw, &task); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return task.Evaluation
}

// overlay copies a folder's mails; one that is missing holds none.
func overlay(t *testing.T, from, to string) {
	t.Helper()
	if _, err := os.Stat(from); err != nil {
		return
	}
	err := filepath.WalkDir(from, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, p)
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o700)
		}
		raw, err := os.ReadFile(p)
		if err != nil || d.Name() == ".keep" {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), raw, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// judge is true, false, or nil where the benchmark's evaluator raises.
func (o *office) judge(c check) any {
	obs := o.Call("email.inspect", `{"user":`+strconv.Quote(c.Args.Username)+`}`)
	if obs.Code == tools.NotFound {
		return nil
	}
	text := strings.ToLower(obs.Value().(map[string]any)["text"].(string))
	all := true
	for _, k := range c.Args.Keywords {
		if _, err := strconv.ParseFloat(k, 64); err == nil {
			text = strings.ReplaceAll(text, ",", "")
		}
		all = all && strings.Contains(text, strings.ToLower(k))
	}
	return all != strings.HasSuffix(c.Function, "not_contain")
}
