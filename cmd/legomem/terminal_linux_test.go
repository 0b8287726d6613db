package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/must"
	"legomem/words"
)

// TestExportOnATerminal: memories are exported to the byte, but to a terminal with the
// attacker's characters as escapes, and they are the same memories.
func TestExportOnATerminal(t *testing.T) {
	usedHome(t)
	dir := t.TempDir()
	file, bank := filepath.Join(dir, "evil.jsonl"), filepath.Join(dir, "b.db")
	must.Do(t, os.WriteFile(file, []byte(hostileMemories()), 0o600))
	execute(t, "memory", "import", file, "--bank", bank)
	exact := execute(t, "memory", "export", "--bank", bank)
	if !strings.Contains(exact, "\u202e") {
		t.Error("what is exported to a program is not as it is kept")
	}
	person, program := terminal(t)
	seen := watch(person)
	var said bytes.Buffer
	if code := Execute(t.Context(), []string{"memory", "export", "--bank", bank}, program, program, &said); code != exitDone {
		t.Errorf("exit code %d: %s", code, &said)
	}
	program.Close()
	shown := strings.ReplaceAll(<-seen, "\r\n", "\n")
	checkHarmless(t, "memory export", shown, false)
	if shown != words.EscapeJSON(exact) {
		t.Errorf("a terminal is shown other memories:\n%s", shown)
	}
}

// TestProgressOnATerminal: the line that is overwritten is cut, and what stands in it is
// shown like all else.
func TestProgressOnATerminal(t *testing.T) {
	usedHome(t)
	dir := t.TempDir()
	cells := filepath.Join(dir, "cells.csv")
	must.Do(t, os.WriteFile(cells, []byte("who,what\nLee,"+unseen+"\n"), 0o600))
	person, program := terminal(t)
	seen := watch(person)
	var out bytes.Buffer
	args := []string{"run", "Send {who} an email with the subject {what} saying \"hello\"", "--batch", cells, "--out", filepath.Join(dir, "runs")}
	if code := Execute(t.Context(), args, strings.NewReader(""), &out, program); code != exitDone {
		t.Errorf("exit code %d: %s", code, &out)
	}
	program.Close()
	shown := <-seen
	if !strings.Contains(shown, "\rrow 1 of 1") || !strings.Contains(shown, "EVIL<U+202E>") {
		t.Errorf("%q", shown)
	}
	for _, said := range []string{out.String(), strings.ReplaceAll(shown, "\r", "")} {
		checkHarmless(t, "the batch", said, false)
	}
}
