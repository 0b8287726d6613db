//go:build linux

package attacks

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"golang.org/x/sys/unix"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/sandbox"
)

// machine is one whose kernel lacks a part. This one is made to look like it, for one
// program and all that it starts, by a filter under which the part's calls fail.
type machine struct {
	name  string
	fails []seccomp.SyscallGroup
	lacks []string // what About says, in part, to this user
	root  []string // the same where root starts it, if that differs
}

const (
	noSpaces = "files, processes and network of its own"
	noFence  = "Landlock, a fence around its files (this kernel has none)"
	noFilter = "filter system calls"
	noSet    = "an empty bounding set"
)

// namespaces are the flags with which programs ask for namespaces.
const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS

// failing has calls fail in one way.
func failing(how unix.Errno, names ...string) seccomp.SyscallGroup {
	return seccomp.SyscallGroup{Action: seccomp.ActionErrno | seccomp.Action(how), Names: names}
}

// failingSpaces has every clone fail that asks for namespaces.
func failingSpaces(how unix.Errno) seccomp.SyscallGroup {
	asks := seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.BitsSet, Value: namespaces}}
	return seccomp.SyscallGroup{Action: seccomp.ActionErrno | seccomp.Action(how), NamesWithCondtions: []seccomp.NameWithConditions{{Name: "clone", Conditions: asks}, {Name: "unshare", Conditions: asks}}}
}

var machines = []machine{
	{"namespaces are kept from users", []seccomp.SyscallGroup{failingSpaces(unix.EPERM)}, []string{noSet, noSpaces}, []string{noSpaces}},
	{"no namespace is left to make", []seccomp.SyscallGroup{failingSpaces(unix.ENOSPC)}, []string{noSet, noSpaces}, []string{noSpaces}},
	{"namespaces in which nothing can be mounted", []seccomp.SyscallGroup{failing(unix.EACCES, "mount")}, []string{noSet, noSpaces}, []string{noSpaces}},
	{"a kernel without mounts by handle", []seccomp.SyscallGroup{failing(unix.ENOSYS, "open_tree", "mount_setattr", "move_mount")}, []string{noSet, noSpaces}, []string{noSpaces}},
	{"a kernel without Landlock", []seccomp.SyscallGroup{failing(unix.ENOSYS, "landlock_create_ruleset")}, []string{noFence}, nil},
	{"Landlock that is switched off", []seccomp.SyscallGroup{failing(unix.EOPNOTSUPP, "landlock_create_ruleset")}, []string{noFence}, nil},
	{"a kernel without filters", []seccomp.SyscallGroup{failing(unix.ENOSYS, "seccomp")}, []string{noFilter}, nil},
	{"a kernel without namespaces and Landlock", []seccomp.SyscallGroup{failingSpaces(unix.EINVAL), failing(unix.ENOSYS, "landlock_create_ruleset")}, []string{noSet, noFence, noSpaces}, []string{noFence, noSpaces}},
	{"a kernel without any of it", []seccomp.SyscallGroup{failingSpaces(unix.EINVAL), failing(unix.ENOSYS, "landlock_create_ruleset", "seccomp")}, []string{noSet, noFence, noFilter, noSpaces}, []string{noFence, noFilter, noSpaces}},
}

// machineEnv names the machine that this program is to find.
const machineEnv = "LEGOMEM_TEST_MACHINE"

// lackingParts makes this program's kernel that of the machine it is told to find.
func lackingParts() error {
	name := os.Getenv(machineEnv)
	i := slices.IndexFunc(machines, func(m machine) bool { return m.name == name })
	if i < 0 {
		return nil
	}
	policy := seccomp.Policy{DefaultAction: seccomp.ActionAllow, Syscalls: machines[i].fails}
	return seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: policy})
}

// TestMachines starts sandboxes on machines that lack a part, as this user and, where this
// is root, as nobody: they work, hold what is left, and say what is not.
func TestMachines(t *testing.T) {
	for _, m := range machines {
		for _, user := range users() {
			t.Run(fmt.Sprintf("%s/as %s", m.name, user.name), func(t *testing.T) { onMachine(t, m, user.id, "^TestOnThisMachine$") })
		}
	}
}

// TestGettingOutOfMachines runs TestGettingOut on the machine that is met most often, or on
// all.
func TestGettingOutOfMachines(t *testing.T) {
	sweep.Slow(t)
	for _, m := range machines[:sweep.Size(len(machines), 0, 1)] {
		for _, user := range users() {
			t.Run(fmt.Sprintf("%s/as %s", m.name, user.name), func(t *testing.T) { onMachine(t, m, user.id, "^TestGettingOut$") })
		}
	}
}

type user struct {
	name string
	id   int
}

// users are those as whom this program may start others.
func users() []user {
	if os.Getuid() != 0 {
		return []user{{"this user", os.Getuid()}}
	}
	return []user{{"root", 0}, {"nobody", nobody}}
}

// onMachine runs a test of this program on a machine. What is skipped there, since the
// machine cannot hold it, is no skip of this test.
func onMachine(t *testing.T, m machine, user int, test string) {
	cmd := exec.Command(copyOfSelf(t, user), "-test.run="+test, "-test.v")
	cmd.Dir = filepath.Dir(filepath.Dir(cmd.Path))
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + cmd.Dir, "TMPDIR=" + cmd.Dir, "OPENAI_API_KEY=" + secret, machineEnv + "=" + m.name}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if user != os.Getuid() {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(user), Gid: uint32(user)}
	}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: ") {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestOnThisMachine wants a sandbox to say exactly what the machine lacks that
// TestMachines has made of this one, and tries what holds nevertheless.
func TestOnThisMachine(t *testing.T) {
	i := slices.IndexFunc(machines, func(m machine) bool { return m.name == os.Getenv(machineEnv) })
	if i < 0 {
		return // TestMachines starts it where there is something to try
	}
	h := newHost(t, plainFiles)
	l := launch(t, onLocal, modeResident, h.work, limits())
	sb := must.Have(l.Open(t.Context(), sandbox.Spec{Run: "attacked", Testbed: h.start, User: "Dana"}))(t)
	defer sb.Close()
	t.Log(sb.About())
	wantLacks(t, sandbox.Lacks(sb.About()), machines[i])
	v := &victim{T: t, host: h, kind: onLocal, launcher: l, sb: sb}
	noCapabilities(v)
	if os.Getuid() == 0 && v.call("attack.user", map[string]any{}).Text != fmt.Sprint(nobody) {
		t.Error("root's tool process has not become nobody")
	}
	obs, err := sb.Call(t.Context(), tools.Action{Tool: "system.write_text", Args: map[string]any{"file_path": "data/b.txt", "content": "written"}})
	if err != nil || obs.Failed {
		t.Errorf("write: %+v, %v", obs, err)
	}
	if out := v.takeOut(); !strings.HasSuffix(out["data/b.txt"], "written") {
		t.Errorf("what came out is %q", out)
	}
}

// wantLacks wants each of these to begin one of what is missing, and nothing else to be.
func wantLacks(t *testing.T, got []string, m machine) {
	t.Helper()
	want := m.lacks
	if os.Getuid() == 0 {
		want = m.root
	}
	if os.Getuid() == 0 && m.root == nil {
		want = m.lacks
	}
	fits := len(got) == len(want)
	for i := range min(len(got), len(want)) {
		fits = fits && strings.HasPrefix(got[i], want[i])
	}
	if !fits {
		t.Errorf("it lacks %q, want %q", got, want)
	}
}
