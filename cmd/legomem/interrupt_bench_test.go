package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"legomem/must"
)

// BenchmarkInterrupt is how long the program takes to end after Ctrl-C, which comes at
// moments spread over the reading of a request of so many words in an office with 5,000
// more files. It must say 130, and leave no process, no temporary file and no run without
// an end.
func BenchmarkInterrupt(b *testing.B) {
	program, office := builtProgram(b), largeOffice(b, "data/folder%02d/file%d.txt")
	for _, n := range []int{10, 500, 2000} {
		b.Run(fmt.Sprintf("words=%d", n), func(b *testing.B) {
			task := []string{program, "run", requestOf(n), "--testbed", office, "--user", "Bob"}
			home := b.TempDir()
			whole := lasts(b, home, task)
			var took []time.Duration
			for b.Loop() {
				after := whole * time.Duration(len(took)%20+1) / 21
				if d, signalled := interruptedAfter(b, home, task, after); signalled {
					took = append(took, d)
				}
			}
			reportEnds(b, took)
		})
	}
}

// requestOf is a request of so many words.
func requestOf(n int) string {
	said := strings.Fields("please be so good as to move the meeting about the plan with Priya to friday at 3pm and")
	var all []string
	for i := range n {
		all = append(all, said[i%len(said)])
	}
	return strings.Join(all, " ")
}

// lasts is how long a command takes, once everything is warm.
func lasts(b *testing.B, home string, task []string) time.Duration {
	b.Helper()
	var took time.Duration
	for range 2 {
		cmd := commandIn(home, b.TempDir(), task)
		begin := time.Now()
		_ = cmd.Run() // whatever it makes of the request
		took = time.Since(begin)
	}
	b.Logf("whole: %s", took)
	return took
}

func commandIn(home, temp string, task []string) *exec.Cmd {
	cmd := exec.Command(task[0], task[1:]...)
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+home, "TMPDIR="+temp)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// interruptedAfter sends a command SIGINT after some time, and returns how long it took to
// end then; false where it had ended before.
func interruptedAfter(b *testing.B, home string, task []string, after time.Duration) (time.Duration, bool) {
	b.Helper()
	temp := b.TempDir()
	cmd := commandIn(home, temp, task)
	must.Do(b, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-ended:
		return 0, false
	case <-time.After(after):
	}
	begin := time.Now()
	if cmd.Process.Signal(os.Interrupt) != nil {
		return 0, false
	}
	err := <-ended
	took := time.Since(begin)
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != exitInterrupted && exit.ExitCode() != exitNotSolved {
		b.Errorf("after %s: it ended with %v", after, err)
	}
	if syscall.Kill(-cmd.Process.Pid, 0) == nil {
		b.Errorf("after %s: a process is left", after)
	}
	checkNothingHalf(b, home, temp)
	return took, true
}

// checkNothingHalf: no temporary file is left, and each run that was begun has an end.
func checkNothingHalf(b *testing.B, home, temp string) {
	b.Helper()
	left := must.Have(filepath.Glob(filepath.Join(temp, "*", "*")))(b)
	runs := must.Have(filepath.Glob(filepath.Join(home, "legomem", "runs", "*", "trajectory.jsonl")))(b)
	for _, log := range runs {
		text := string(must.Have(os.ReadFile(log))(b))
		if !strings.HasSuffix(text, "\n") || !strings.Contains(text, `"kind":"finished"`) {
			left = append(left, log)
		}
	}
	if len(left) > 0 {
		b.Errorf("left behind: %q", left)
	}
}

func reportEnds(b *testing.B, took []time.Duration) {
	if len(took) == 0 {
		return
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2].Seconds()*1000, "median-ms")
	b.ReportMetric(took[len(took)-1].Seconds()*1000, "max-ms")
}
