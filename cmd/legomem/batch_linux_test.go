package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestBatchOnATerminal does a batch before a person at a terminal: one line that is
// written over.
func TestBatchOnATerminal(t *testing.T) {
	usedHome(t)
	file := filepath.Join(t.TempDir(), "v.csv")
	write(t, file, "to,subject\nPriya,Oak\nLars,Elm\n")
	person, program := terminal(t)
	seen := watch(person)
	var out bytes.Buffer
	code := Execute(t.Context(), []string{"run", "--batch", file, "Send {to} an email with the subject {subject} that says closed"}, program, &out, program)
	program.Close()
	shown := <-seen
	if code != exitDone {
		t.Fatalf("exit code %d\n%s%s", code, &out, shown)
	}
	for _, want := range []string{"\rrow 1 of 2: 0 done: Send Priya an email", "\rrow 2 of 2: 1 done, ", " left: Send Lars an email"} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q was not shown:\n%q", want, shown)
		}
	}
	if strings.Contains(shown, "\n") {
		t.Errorf("a line was ended:\n%q", shown)
	}
}
