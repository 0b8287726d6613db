package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/must"
)

// BenchmarkSentence measures the built program as a user starts it: the whole
// process, from the command line to the finished files, with the bank there
// already, and with everything new; and a question that is everyday and in no words that
// were practised.
func BenchmarkSentence(b *testing.B) {
	task := []string{builtProgram(b), "run", "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm"}
	b.Run("first", func(b *testing.B) { benchProgram(b, b.TempDir, task) })
	b.Run("later", func(b *testing.B) { benchProgram(b, homeAfter(b, task), task) })
	asks := []string{task[0], "run", "what's on my calendar tomorrow"}
	b.Run("everyday", func(b *testing.B) { benchProgram(b, homeAfter(b, asks), asks) })
}

// BenchmarkRunOnManyFiles is what the files of an office that a task does not touch add to
// it: a sentence on a small office, and on two with 5,000 files more.
func BenchmarkRunOnManyFiles(b *testing.B) {
	program := builtProgram(b)
	for _, c := range []struct{ name, file string }{
		{"few", ""},
		{"files=5000", "data/folder%02d/file%d.txt"},
		{"mails=5000", "emails/user%02d/mail%d.eml"},
	} {
		b.Run(c.name, func(b *testing.B) {
			task := []string{program, "run", "Send Priya an email with the subject Parking saying that level 2 stays closed on Friday", "--testbed", largeOffice(b, c.file)}
			benchProgram(b, homeAfter(b, task), task)
		})
	}
}

// largeOffice makes an office with a file, and with 5,000 more where a name is given for
// those.
func largeOffice(b *testing.B, name string) string {
	office := b.TempDir()
	write := func(name, text string) {
		file := filepath.Join(office, filepath.FromSlash(name))
		must.Do(b, os.MkdirAll(filepath.Dir(file), 0o700))
		must.Do(b, os.WriteFile(file, []byte(text), 0o600))
	}
	write("data/plan.txt", "a plan")
	for i := range 5000 {
		if name != "" {
			write(fmt.Sprintf(name, i%60, i), fmt.Sprintf("Subject: note %d\n\n", i)+strings.Repeat("some words of a text\n", i%100))
		}
	}
	return office
}

// homeAfter is a home in which a command was carried out before.
func homeAfter(b *testing.B, command []string) func() string {
	home := b.TempDir()
	timeUsed(b, home, command)
	return func() string { return home }
}

// benchProgram measures a command of the program in homes, with the time of processors
// that it takes, its tool processes included.
func benchProgram(b *testing.B, home func() string, command []string) {
	var used time.Duration
	for b.Loop() {
		used += timeUsed(b, home(), command)
	}
	b.ReportMetric(used.Seconds()*1000/float64(b.N), "cpu-ms/op")
}

// timeUsed carries out a command, and returns the time of processors that it took.
func timeUsed(b *testing.B, home string, command []string) time.Duration {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+home)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}
