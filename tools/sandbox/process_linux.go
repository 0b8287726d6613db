package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ownSession starts a process in a session of its own: a Ctrl-C at the
// terminal does not reach it, and all it starts can be found by it.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// adopt makes this process the parent of whatever its children leave behind, so
// that a program which starts a session of its own can still be found.
func adopt() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// endSession waits a moment for a child to leave by itself, then kills it and the rest
// of its family, whatever process groups they are in. The caller still has to wait for
// the child: until then its pid, which is the session's id, is not reused.
func endSession(pid int, folder string, patience time.Duration) {
	outlast(pid, patience, func() {
		// Stopped, it starts nothing more, and is still the parent of what it
		// started.
		_ = unix.Kill(pid, unix.SIGSTOP) // fails only when it has just gone
		endFamily(pid, folder, pid)
	})
	endFamily(pid, folder, 0)
}

// outlast waits a moment for a child to leave by itself; then it does something first,
// and kills it.
func outlast(pid int, patience time.Duration, first func()) {
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
		first()
		_ = unix.Kill(pid, unix.SIGKILL)
		<-exited
	}
}

// killOwnSession kills the other processes of a session that this one leads. A process
// that does not lead its session, because a person started it from a shell, kills
// nothing.
func killOwnSession() {
	self := os.Getpid()
	if leader, err := unix.Getsid(0); err != nil || leader != self {
		return
	}
	folder := ""
	if here, err := os.Getwd(); err == nil {
		folder = filepath.Dir(here) // it works in a folder of the workspace's
	}
	endFamily(self, folder, self)
}

// endFamily kills a family except one process, until no other is left: what is being
// forked during one pass is found by the next.
func endFamily(leader int, folder string, but int) {
	for range 1000 {
		if killMembers(leader, folder, but) == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// killMembers kills the live processes of a family except one, and returns how many it
// saw.
func killMembers(leader int, folder string, but int) int {
	seen := 0
	for _, pid := range family(leader, folder) {
		if pid != but && running(pid) {
			seen++
			_ = unix.Kill(pid, unix.SIGKILL)
		}
	}
	return seen
}

// bury waits for adopted processes that have ended: each counts as a process until
// then. What this process started itself leads a group in its session, and the code
// that started it waits for it.
func bury() {
	all, err := os.ReadDir("/proc")
	session, sidErr := unix.Getsid(0)
	if err != nil || sidErr != nil {
		return
	}
	ours := strconv.Itoa(session)
	for _, dir := range all {
		pid, err := strconv.Atoi(dir.Name())
		if err != nil {
			continue
		}
		st := statOf(pid)
		if len(st) > 3 && st[0] == "Z" && st[1] == strconv.Itoa(os.Getpid()) && (st[2] != dir.Name() || st[3] != ours) {
			_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil) // it has ended
		}
	}
}

// endStrays kills what lives on in the workspace of an owner that died.
func endStrays(folder string) {
	const nobody = -1 // leads them: their resident may be gone
	endFamily(nobody, folder, 0)
}

// family are the processes of a resident: those of its session, those that descend from
// it, and those that live in its workspace's folder or were given it as their home,
// since a session can be left and a parent can die first. One in the folder with a
// terminal is left out: it is a person's who looks at the folder.
func family(leader int, folder string) []int {
	all, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	parents, members := map[int]int{}, map[int]bool{}
	began := ticks(statOf(leader))
	for _, dir := range all {
		pid, err := strconv.Atoi(dir.Name())
		if err != nil || pid == os.Getpid() && pid != leader {
			continue
		}
		st := statOf(pid)
		if len(st) < 5 {
			continue
		}
		parents[pid], _ = strconv.Atoi(st[1])
		members[pid] = pid == leader || st[3] == strconv.Itoa(leader) || (folder != "" && ticks(st) >= began && st[4] == "0" && livesIn(pid, folder))
	}
	var out []int
	for pid := range parents {
		for up, steps := pid, 0; up > 1 && steps < 1000; up, steps = parents[up], steps+1 {
			if members[up] {
				out = append(out, pid)
				break
			}
		}
	}
	return out
}

// ticks is when a process began, from its stat.
func ticks(st []string) uint64 {
	if len(st) <= startField {
		return 0
	}
	n, _ := strconv.ParseUint(st[startField], 10, 64)
	return n
}

// livesIn reports whether a process works under a folder, or has it as its home.
func livesIn(pid int, folder string) bool {
	proc, inside := "/proc/"+strconv.Itoa(pid), folder+string(filepath.Separator)
	if cwd, err := os.Readlink(proc + "/cwd"); err == nil && strings.HasPrefix(cwd, inside) {
		return true
	}
	environ, err := os.ReadFile(proc + "/environ")
	return err == nil && strings.Contains("\x00"+string(environ), "\x00HOME="+inside)
}

// statOf is /proc/<pid>/stat after the name: state, ppid, pgrp, session,
// terminal, ...; nil for no such process, and for one that is hidden.
func statOf(pid int) []string {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return nil
	}
	// The name stands in brackets and may hold anything.
	after := strings.LastIndexByte(string(text), ')')
	return strings.Fields(string(text[after+1:]))
}

// startField of a stat is the 22nd, less pid, name and counting from 0.
const startField = 19

// startOf is when a process began, in ticks since boot.
func startOf(pid int) string {
	if st := statOf(pid); len(st) > startField {
		return st[startField]
	}
	return ""
}

// running is false for a process that has ended and was not waited for.
func running(pid int) bool {
	st := statOf(pid)
	return len(st) > 0 && st[0] != "Z" && st[0] != "X"
}

// hidden is true for a process that exists but that /proc does not show: another
// user's, if /proc is mounted with hidepid.
func hidden(pid int) bool { return hides(statOf(pid), unix.Kill(pid, 0)) }

func hides(stat []string, signalled error) bool {
	return stat == nil && errors.Is(signalled, unix.EPERM)
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

// noMoreFiles reports whether the file system under a folder is out of inodes.
func noMoreFiles(dir string) bool {
	var st unix.Statfs_t
	return unix.Statfs(dir, &st) == nil && st.Files > 0 && st.Ffree == 0
}
