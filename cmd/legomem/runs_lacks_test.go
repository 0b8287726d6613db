package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/desk"
	"legomem/must"
	"legomem/places"
)

// TestShowSaysWhatTheSandboxLacked: the head of a run names, a line each, what its machine
// did not grant.
func TestShowSaysWhatTheSandboxLacked(t *testing.T) {
	usedHome(t)
	runs := filepath.Join(t.TempDir(), "runs")
	executeTo(t, exitDone, "run", "Create a Word document welcome.docx saying hello", "--out", runs)
	log := places.Run(filepath.Join(runs, must.Have(desk.RunIDs(runs))(t)[0])).Log()
	text := must.Have(os.ReadFile(log))(t)
	lacking := bytes.ReplaceAll(text, []byte(`"sandbox lacks":`), []byte(`"was":`))
	lacking = bytes.ReplaceAll(lacking, []byte(`"versions":{`), []byte(`"versions":{"sandbox lacks":"a fence (none here); filters\u202e",`))
	must.Do(t, os.WriteFile(log, lacking, 0o600))
	shown := execute(t, "runs", "show", "last", "--out", runs)
	if want := "\nSandbox without a fence (none here)\nSandbox without filters<U+202E>\n"; !strings.Contains(shown, want) {
		t.Errorf("it shows no %q:\n%s", want, shown)
	}
}
