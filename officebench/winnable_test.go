package officebench_test

import (
	"os"
	"path/filepath"
	"testing"

	"legomem/must"
	"legomem/officebench"
)

func TestUnwinnable(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"tasks/1-1/subtasks/0.json": `{}`, "tasks/1-2/subtasks/0.json": `{}`,
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	}
	open := func() *officebench.Suite {
		t.Helper()
		s := must.Have(officebench.Open(dir))(t)
		return s
	}
	if got := open().Unwinnable(); got != nil {
		t.Errorf("a suite that does not say: %v", got)
	}
	needs := `{"1-1/0": {"note": "no such file"}, "1-2/0": {"kind": "x"}, "9-9/9": {"note": "not here"}}`
	must.Do(t, os.WriteFile(filepath.Join(dir, "needs.json"), []byte(needs), 0o600))
	if got := open().Unwinnable(); len(got) != 1 || got["1-1/0"] != "no such file" {
		t.Errorf("one of two: %v", got)
	}
}
