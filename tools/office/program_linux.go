package office

import (
	"os"
	"os/exec"
	"strconv"
	"sync/atomic"
	"syscall"
)

// ownGroup puts the command in a process group of its own, to be killed as a
// whole; it also dies when this program is killed. The result reports whether
// the command's context has ended it.
func ownGroup(cmd *exec.Cmd) (stopped func() bool) {
	var ended atomic.Bool
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error {
		ended.Store(true)
		return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	return ended.Load
}

// killGroup ends what the command left behind.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// killFirst makes the kernel kill this process before the one that started it
// when memory runs out, so that one is left to report it.
func killFirst(pid int) {
	// Not allowed everywhere: then the kernel kills the larger one.
	_ = os.WriteFile("/proc/"+strconv.Itoa(pid)+"/oom_score_adj", []byte("1000"), 0)
}

// fullDisk reports whether the disk under a folder has no space, or no room for
// another file.
func fullDisk(dir string) (bytes, files bool) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return false, false
	}
	return st.Blocks > 0 && st.Bavail == 0, st.Files > 0 && st.Ffree == 0
}

// wasKilled is also true of a shell whose exit status says so of what it ran.
func wasKilled(s *os.ProcessState) bool {
	status, ok := s.Sys().(syscall.WaitStatus)
	const killed = 128 + int(syscall.SIGKILL)
	return ok && (status.Signaled() && status.Signal() == syscall.SIGKILL || status.ExitStatus() == killed)
}

// peakMemory is the most memory that the program, or one that it waited for, held,
// in bytes; 0 if it cannot be told from the peak of this process, which counts as
// a child's own until the child executes another program.
func peakMemory(s *os.ProcessState) int64 {
	var own syscall.Rusage
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok || syscall.Getrusage(syscall.RUSAGE_SELF, &own) != nil || usage.Maxrss <= own.Maxrss {
		return 0
	}
	return usage.Maxrss << 10
}
