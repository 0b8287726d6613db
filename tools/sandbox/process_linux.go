package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ownSession starts a process in a session of its own: a Ctrl-C at the
// terminal does not reach it, and all it starts can be found by it.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// endSession waits a moment for a child to leave by itself, then kills it and
// everything else in its session, whatever process groups they are in. The
// child is left to be waited for: until then its pid, which is the session's
// id, cannot become another's.
func endSession(pid int, patience time.Duration) {
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		for errors.Is(unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil), unix.EINTR) {
		}
	}()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-exited:
	case <-timer.C:
		_ = unix.Kill(pid, unix.SIGKILL) // fails only when it has just gone
		<-exited
	}
	// What is being forked while we look is found by the next look.
	for range 1000 {
		if killMembers(pid, 0) == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// killOwnSession kills the other processes of a session that this one leads. A
// process that does not lead its session, because a person started it from a
// shell, kills nobody.
func killOwnSession() {
	self := os.Getpid()
	if leader, err := unix.Getsid(0); err != nil || leader != self {
		return
	}
	for range 1000 {
		if killMembers(self, self) == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// killMembers kills the live processes of a session but one, and says how many
// it saw.
func killMembers(session, but int) int {
	all, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	seen := 0
	for _, dir := range all {
		pid, err := strconv.Atoi(dir.Name())
		if err != nil || pid == but {
			continue
		}
		if st := statOf(pid); len(st) > 3 && st[3] == strconv.Itoa(session) && running(pid) {
			seen++
			_ = unix.Kill(pid, unix.SIGKILL)
		}
	}
	return seen
}

// statOf is /proc/<pid>/stat after the name: state, ppid, pgrp, session, ...;
// nil for no such process.
func statOf(pid int) []string {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return nil
	}
	// The name stands in brackets and may hold anything.
	after := strings.LastIndexByte(string(text), ')')
	return strings.Fields(string(text[after+1:]))
}

// startOf is when a process began, in ticks since boot.
func startOf(pid int) string {
	const field = 19 // the 22nd, less pid, name and counting from 0
	if st := statOf(pid); len(st) > field {
		return st[field]
	}
	return ""
}

// running is false for a process that has ended and was not waited for.
func running(pid int) bool {
	st := statOf(pid)
	return len(st) > 0 && st[0] != "Z" && st[0] != "X"
}

func bootID() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	space, _ := os.Readlink("/proc/self/ns/pid")
	return strings.TrimSpace(string(boot)) + " " + space
}

func ownedByUs(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Getuid()
}
