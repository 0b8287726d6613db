package officebench_test

import (
	"os"
	"path/filepath"
	"testing"

	"legomem/must"
	"legomem/officebench"
)

func TestHash(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	}
	put("tasks/1-1/subtasks/0.json", `{}`)
	hash := func() string {
		t.Helper()
		s := must.Have(officebench.Open(dir))(t)
		h := must.Have(s.Hash())(t)
		return h
	}
	last := hash()
	for _, c := range []struct {
		name, file, text string
		same             bool
	}{
		{name: "a task's text", file: "tasks/1-1/subtasks/0.json", text: `{"task": "x"}`},
		{name: "a further task", file: "tasks/1-1/subtasks/1.json", text: `{}`},
		{name: "a testbed's file", file: "tasks/1-1/testbed/data/a.txt", text: "a"},
		{name: "its content", file: "tasks/1-1/testbed/data/a.txt", text: "b"},
		{name: "a reference", file: "tasks/1-1/reference/a.txt", text: "b"},
		{name: "an output", file: "tasks/1-1/outputs/0/x/testbed/a.txt", text: "b", same: true},
		{name: "a note beside the tasks", file: "README", text: "b", same: true},
		{name: "a note beside a task's JSON", file: "tasks/1-1/subtasks/note.txt", text: "b", same: true},
	} {
		put(c.file, c.text)
		if now := hash(); (now == last) != c.same {
			t.Errorf("%s: the same hash: %v", c.name, now == last)
		} else {
			last = now
		}
	}
}
