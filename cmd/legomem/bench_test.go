package main

import (
	"os"
	"os/exec"
	"testing"
)

// BenchmarkSentence measures the built program as a user starts it: the whole
// process, from the command line to the finished files, with the bank there
// already, and with everything new.
func BenchmarkSentence(b *testing.B) {
	program := builtProgram(b)
	run := func(b *testing.B, home string) {
		cmd := exec.Command(program, "run", "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm")
		cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+home)
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			run(b, b.TempDir())
		}
	})
	b.Run("later", func(b *testing.B) {
		home := b.TempDir()
		run(b, home)
		for b.Loop() {
			run(b, home)
		}
	})
}
