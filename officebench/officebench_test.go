package officebench

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

const plainTask = `{"username": "Dana", "date": "2024-05-01", "weekday": "Wednesday", "time": "10:00 AM",
	"task": "Do it.", "evaluation": [{"function": "evaluate_file_exist", "args": {"file": "data/a.txt"}}]}`

func TestOpenAndTasks(t *testing.T) {
	dir := writeSuite(t, map[string]string{
		"tasks/1-2/subtasks/0.json":     plainTask,
		"tasks/1-10/subtasks/0.json":    plainTask,
		"tasks/1-2/subtasks/10.json":    plainTask,
		"tasks/1-2/subtasks/9.json":     plainTask,
		"tasks/3-1/subtasks/0.json":     plainTask,
		"tasks/2-40/subtasks/0.json":    plainTask,
		"tasks/1-2/testbed/data/b.txt":  "b",
		"tasks/1-2/reference/c.txt":     "c",
		"tasks/README":                  "no task",
		"tasks/1-2/subtasks/notes.text": "no task",
		"needs.json":                    `{"1-2/9": {"apps": ["excel"], "needs_ocr": true, "note": "mistyped"}}`,
	})
	s := must.Have(Open(dir))(t)
	want := []string{"1-2/0", "1-2/9", "1-2/10", "1-10/0", "2-40/0", "3-1/0"}
	if d := cmp.Diff(want, s.IDs()); d != "" {
		t.Errorf("ids: %s", d)
	}
	tasks := must.Have(s.Tasks())(t)
	got := tasks[1]
	if got.ID != "1-2/9" || got.Suite != s.Name || got.Text != "Do it." || got.User != "Dana" || len(got.Checks) != 1 {
		t.Errorf("task: %+v", got)
	}
	if !got.Now.Equal(time.Date(2024, 5, 1, 10, 0, 0, 0, time.UTC)) {
		t.Errorf("now: %v", got.Now)
	}
	if got.Winnable() || !tasks[0].Winnable() || !got.Needs.OCR {
		t.Errorf("needs: %+v", got.Needs)
	}
	if got.Testbed == "" || got.Reference == "" || tasks[3].Testbed != "" || tasks[3].Reference != "" {
		t.Errorf("folders: %q, %q; without any: %q, %q", got.Testbed, got.Reference, tasks[3].Testbed, tasks[3].Reference)
	}
}

func TestZoneAndClock(t *testing.T) {
	zone := time.FixedZone("elsewhere", 3600)
	for source, want := range map[string]string{
		`"time": "10:00 AM"`: "2024-05-01T10:00:00+01:00", `"time": "2:05 pm"`: "2024-05-01T14:05:00+01:00",
		`"time": "14:30"`: "2024-05-01T14:30:00+01:00", `"weekday": "Wednesday"`: "2024-05-01T00:00:00+01:00",
	} {
		s := must.Have(Open(writeSuite(t, map[string]string{"tasks/1-1/subtasks/0.json": `{"task": "x", "date": "2024-05-01", ` + source + `}`})))(t)
		s.Zone = zone
		task, err := s.Task("1-1/0")
		if err != nil || task.Now.Format(time.RFC3339) != want {
			t.Errorf("%s: %v, %v; want %s", source, task.Now, err, want)
		}
	}
}

func TestBadSuites(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		says  string
		line  int
	}{
		{name: "no tasks folder", files: map[string]string{"a": ""}, says: "no tasks/ folder"},
		{name: "an empty one", files: map[string]string{"tasks/a": ""}, says: "no task under"},
		{name: "a folder that is no task's", files: map[string]string{"tasks/x/subtasks/0.json": plainTask}, says: "x/0"},
		{name: "an unknown task", files: map[string]string{"tasks/1-2/subtasks/0.json": plainTask}, says: `no task "1-1/0"; nearest: 1-2/0`},
		{name: "torn JSON", files: map[string]string{"tasks/1-1/subtasks/0.json": "{\n\"task\": \"x\",\n"}, line: 3},
		{name: "JSON with a mistake", files: map[string]string{"tasks/1-1/subtasks/0.json": "{\n\"task\": \"x\",\n\"date\" 5}"}, line: 3},
		{name: "a field of another type", files: map[string]string{"tasks/1-1/subtasks/0.json": "{\n\"task\": [\n1]}"}, line: 2},
		{name: "something behind it", files: map[string]string{"tasks/1-1/subtasks/0.json": "{}\n{}"}, line: 2},
		{name: "no text", files: map[string]string{"tasks/1-1/subtasks/0.json": `{"date": "2024-05-01"}`}, says: `"task" is missing`},
		{name: "no date", files: map[string]string{"tasks/1-1/subtasks/0.json": `{"task": "x"}`}, says: `"date" is ""`},
		{name: "a bad time", files: map[string]string{"tasks/1-1/subtasks/0.json": `{"task": "x", "date": "2024-05-01", "time": "25:00"}`}, says: `"time" is "25:00"`},
		{name: "bad needs", files: map[string]string{"tasks/1-1/subtasks/0.json": plainTask, "needs.json": "{\n\n"}, line: 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Open(writeSuite(t, tt.files))
			if err == nil {
				_, err = s.Task("1-1/0")
			}
			var in *InputError
			if !errors.As(err, &in) || !strings.Contains(err.Error(), tt.says) || in.Line != tt.line {
				t.Errorf("error %v; want an InputError on line %d that says %q", err, tt.line, tt.says)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	ids := []string{"1-1/0", "1-1/1", "1-11/1", "2-1/0", "3-30/0"}
	if d := cmp.Diff([]string{"1-1/1", "1-1/0", "1-11/1"}, nearest("1-1/11", ids, 3)); d != "" {
		t.Error(d)
	}
}

func FuzzParseRecord(f *testing.F) {
	f.Add([]byte(plainTask))
	f.Add([]byte(`{"task": "x", "evaluation": [{"args": null}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		rec, err := parseRecord(data)
		if err == nil && strings.TrimSpace(rec.Task) == "" {
			t.Error("a record without a task was taken")
		}
		if err != nil {
			_ = jsonError("f", data, err).Error()
		}
	})
}

// writeSuite makes a folder of files and returns it.
func writeSuite(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must.Do(t, os.WriteFile(path, []byte(content), 0o600))
	}
	return dir
}
