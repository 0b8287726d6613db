package toolstest

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Shared is the folder of OfficeBench's data next to the checkout, for tests of
// packages that are two folders deep. Without it, the test is skipped.
func Shared(t testing.TB) string {
	t.Helper()
	shared, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "officebench"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(shared); err != nil {
		t.Skip("no ../shared/officebench beside the checkout")
	}
	return shared
}

// SharedFiles are the files with a suffix in a folder of OfficeBench's data, or
// in all of it ("").
func SharedFiles(t testing.TB, folder, suffix string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(filepath.Join(Shared(t), folder), func(p string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, suffix) {
			files = append(files, p)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("no %s in %q of the shared data: %v", suffix, folder, err)
	}
	return files
}

// ReadJSON reads a file of JSON into v.
func ReadJSON(t testing.TB, file string, v any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// Check is one of OfficeBench's checks of a finished testbed, with the verdict of its
// own evaluator: true, false, or nil if that raises an exception.
type Check struct {
	State, Task string // folders of the finished testbed and of the task
	Function    string
	Args        struct {
		File     string
		DocType  string `json:"doc_type"`
		Username string
		Keywords []string
	}
	Verdict any `json:"-"`
}

// Checks are the checks of documents of the given types.
func Checks(t testing.TB, docTypes ...string) []Check {
	t.Helper()
	shared := Shared(t)
	var oracle struct {
		States map[string]struct{ Checks [][]any }
	}
	ReadJSON(t, filepath.Join(shared, "oracle.json"), &oracle)
	var all []Check
	for state, verdicts := range oracle.States {
		id, _, _ := strings.Cut(state, "~")
		task, subtask, _ := strings.Cut(id, "_")
		folder := filepath.Join(shared, "tasks", task)
		var of struct{ Evaluation []Check }
		ReadJSON(t, filepath.Join(folder, "subtasks", subtask+".json"), &of)
		for i, c := range of.Evaluation {
			c.State, c.Task, c.Verdict = filepath.Join(shared, "states", state), folder, verdicts.Checks[i][1]
			if slices.Contains(docTypes, c.Args.DocType) {
				all = append(all, c)
			}
		}
	}
	if len(all) == 0 {
		t.Fatal("no checks found")
	}
	t.Logf("%d checks", len(all))
	return all
}

// Judge judges a text as the evaluator does, for keywords without commas.
func (c Check) Judge(text string) bool {
	for _, k := range c.Args.Keywords {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(k)) {
			return c.Function == "evaluate_not_contain"
		}
	}
	return c.Function == "evaluate_contain"
}
