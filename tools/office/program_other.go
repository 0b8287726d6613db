//go:build !linux

package office

import (
	"os"
	"os/exec"
)

// Elsewhere only the program itself is killed, not what it started, and what
// it ran out of is not known.

func ownGroup(*exec.Cmd) (stopped func() bool) { return func() bool { return false } }

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func killFirst(int) {}

func fullDisk(string) (bytes, files bool) { return false, false }

func wasKilled(*os.ProcessState) bool { return false }

func peakMemory(*os.ProcessState) int64 { return 0 }
