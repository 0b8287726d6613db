package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"legomem/must"
)

// own are two memories that are not the starter bank's, of one run.
const own = `{"id":"m-sum","kind":"task","task":"Add up the expenses","subtasks":[{"agent":"excel_agent","description":"Add up","steps":[],"observations":""}],"source":{"run":"run-c"},"created":"2026-03-03T09:00:00Z","curator":"rule/1"}
{"id":"m-lot","kind":"task","task":"Add up the lots","subtasks":[{"agent":"excel_agent","description":"Add up","steps":[],"observations":""}],"source":{"run":"run-c"},"created":"2026-03-03T09:00:00Z","curator":"rule/1"}
`

// TestForgetOnATerminal: before several memories go, or one of the starter bank's, a
// person is asked, and no answer is no.
func TestForgetOnATerminal(t *testing.T) {
	usedHome(t)
	dir := t.TempDir()
	file, bank := filepath.Join(dir, "own.jsonl"), filepath.Join(dir, "b.db")
	write(t, file, own)
	execute(t, "memory", "import", file, "--bank", bank, "--trust")
	var starter []struct{ ID string }
	must.Do(t, json.Unmarshal([]byte(execute(t, "memory", "list", "--agent", "email_agent", "--json")), &starter))
	for _, tt := range []struct {
		name  string
		args  []string
		typed string
		asked string
		said  string
	}{
		{"no answer", []string{"--run", "run-c", "--bank", bank}, "\n", "Forget 2 memories? [y/N] ", "Nothing was forgotten"},
		{"one by name", []string{"m-lot", "--bank", bank}, "", "", "1 memory forgotten"},
		{"one of the starter bank's", []string{starter[0].ID}, "no\n", "Forget 1 memory? [y/N] ", "Nothing was forgotten"},
		{"yes", []string{starter[0].ID}, "yes\n", "Forget 1 memory? [y/N] ", "1 memory forgotten"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			person, program := terminal(t)
			seen := watchFor(person, "[y/N] ", func() { fmt.Fprint(person, tt.typed) })
			var out bytes.Buffer
			code := Execute(t.Context(), append([]string{"memory", "forget"}, tt.args...), program, &out, program)
			program.Close()
			shown := <-seen
			if code != exitDone || !strings.Contains(shown+out.String(), tt.said) {
				t.Errorf("exit code %d\n%s%s", code, &out, shown)
			}
			if asked := strings.Contains(shown, "[y/N]"); asked != (tt.asked != "") || !strings.Contains(shown, tt.asked) {
				t.Errorf("asked, want %q:\n%s", tt.asked, shown)
			}
		})
	}
}
