package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/configs"
	"legomem/must"
)

func TestRunsWithFiles(t *testing.T) {
	for _, c := range []struct {
		runs  int
		files uint64
		want  int
	}{{34, 1024, 34}, {100, 1024, 60}, {4, 256, 4}, {34, 256, 12}, {34, 80, 1}, {34, 0, 1}, {34, 1 << 63, 34}} {
		if got := withFiles(c.runs, c.files); got != c.want {
			t.Errorf("%d runs with %d files: %d; wanted %d", c.runs, c.files, got, c.want)
		}
	}
}

// TestBenchSettings: what is written down of the configuration is a file that
// means the same, and names nothing of this machine.
func TestBenchSettings(t *testing.T) {
	nothing := func(string) (string, bool) { return "", false }
	for _, name := range []string{"", "paper"} {
		config := must.Have(configs.Load(name, nothing, map[string]any{"limits.time": "90s"}))(t)
		here := config
		here.Memory.Bank, here.Out, here.Model.BaseURL = "/home/me/bank.db", "/home/me", "http://10.0.0.1/v1"
		text := must.Have(settings(here))(t)
		if strings.Contains(text, "/home/me") || strings.Contains(text, "10.0.0.1") {
			t.Errorf("it names this machine:\n%s", text)
		}
		file := filepath.Join(t.TempDir(), "again.yaml")
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		again, err := configs.Load(file, nothing, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if again.Hash() != config.Hash() {
			t.Errorf("it means something else:\n%s", text)
		}
	}
}
