//go:build linux

package attacks

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/sandbox"
)

// gettingOut are attacks by a tool process that has gone over, on what is outside.
var gettingOut = []attack{
	{"the host's files, read past the workspace", everywhere, plainFiles, "", readsHost},
	{"the host's files, written past the workspace", everywhere, plainFiles, "", writesHost},
	{"the host's environment and open files", everywhere, plainFiles, "", inherits},
	{"the keys of the program that started it", everywhere, plainFiles, "", parentsKeys},
	{"a connection to the host", everywhere, plainFiles, "", connects},
	{"the engine's socket", kernel, plainFiles, "", fails("attack.read", "/var/run/docker.sock", "/run/docker.sock")},
	{"the machine's disks and memory", kernel, plainFiles, "", fails("attack.read", "/dev/sda", "/dev/mem", "/proc/kcore", "/proc/1/mem")},
	{"the root file system, written to", kernel, plainFiles, "", fails("attack.write", "/escape", "/etc/passwd", "/legomem", "/proc/sys/kernel/core_pattern", "/sys/fs/cgroup/escape")},
	{"a program dropped and started", everywhere, plainFiles, "", dropped},
	{"mounting", everywhere, plainFiles, "", fails("attack.mount", "/testbed", "/mnt")},
	{"new namespaces", everywhere, plainFiles, "", filteredOnly(fails("attack.unshare", ""))},
	{"becoming root", everywhere, plainFiles, "", fails("attack.root", "")},
	{"tracing the program that started it", everywhere, plainFiles, "", traces},
	{"the shell, where it was not allowed", everywhere, plainFiles, "", shellOff},
	{"capabilities that are left", everywhere, plainFiles, "", noCapabilities},
	{"a connection by Multipath TCP", everywhere, plainFiles, "", reaches("attack.multipath")},
	{"a connection by TCP Fast Open", everywhere, plainFiles, "", reaches("attack.fastopen")},
	{"sockets that are not of this machine's files", everywhere, plainFiles, "", filteredOnly(foreignSockets)},
	{"the mode of the host's file", everywhere, plainFiles, "", changesHost("attack.chmod")},
	{"the owner of the host's file", everywhere, plainFiles, "", changesHost("attack.chown")},
	{"the times of the host's file", everywhere, plainFiles, "", changesHost("attack.utimes")},
	{"an attribute of the host's file", everywhere, plainFiles, "", changesHost("attack.setxattr")},
	{"a signal to the program that started it", everywhere, plainFiles, "", signals},
	{"the memory of the program that started it", everywhere, plainFiles, "", readsMemory},
	{"system calls that no document needs", everywhere, plainFiles, "", filteredOnly(needlessCalls)},
	{"system calls of another architecture", everywhere, plainFiles, "", filteredOnly(otherCalls)},
	{"the host's sockets", everywhere, plainFiles, "", hostSockets},
	{"the host's shared memory", everywhere, plainFiles, "", sharedMemory},
	{"the host's temporary files", everywhere, plainFiles, "", temporaryFiles},
	{"the host's terminals, typed at", everywhere, plainFiles, "", typing},
	{"another run at the same time", everywhere, plainFiles, "", anotherRun},
	{"what lies beside the workspace", []string{onLocal}, plainFiles, "", besideWorkspace},
	{"the machine's devices", []string{onLocal}, plainFiles, "", fencedOnly(fails("attack.append", "/dev/sda", "/dev/vda", "/dev/mem", "/dev/kmsg", "/dev/vsock", "/dev/fuse", "/dev/net/tun", "/dev/kvm"))},
	{"the kernel's switches", []string{onLocal}, plainFiles, "", fails("attack.append", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sysrq-trigger", "/sys/kernel/uevent_helper", "/sys/fs/cgroup/cgroup.procs")},
	{"a core dump", everywhere, plainFiles, "", dumps},
}

// TestGettingOut runs these rows on the local launcher, all of them. In full mode
// TestFromOutside does, which starts this test in programs without that mode.
func TestGettingOut(t *testing.T) {
	if sweep.Full() && !sweep.All() {
		return
	}
	for _, a := range gettingOut {
		if slices.Contains(a.on, onLocal) {
			t.Run(a.name, func(t *testing.T) { a.run(t, onLocal) })
		}
	}
}

// TestFromOutside runs TestGettingOut in programs of their own, which have the key from
// before they began: as this user and, where this is root, as nobody.
func TestFromOutside(t *testing.T) {
	sweep.Slow(t)
	for _, who := range []struct {
		name string
		user int
	}{{"as this user", os.Getuid()}, {"as nobody", nobody}} {
		t.Run(who.name, func(t *testing.T) {
			if who.user != os.Getuid() && os.Getuid() != 0 {
				t.Skip("only root can start a program as nobody")
			}
			cmd := exec.Command(copyOfSelf(t, who.user), "-test.run=^TestGettingOut$", "-test.v")
			cmd.Dir = filepath.Dir(filepath.Dir(cmd.Path))
			cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + cmd.Dir, "TMPDIR=" + cmd.Dir, "OPENAI_API_KEY=" + secret}
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			if who.user != os.Getuid() {
				cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(who.user), Gid: uint32(who.user)}
			}
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			passed := strings.Count(string(out), "\n    --- PASS: ")
			if passed < 10 {
				t.Errorf("only %d rows passed:\n%s", passed, out)
			}
			t.Logf("%d rows passed", passed)
		})
	}
}

const nobody = 65534

// copyOfSelf is this program in a folder of a user's own, to which all may pass.
func copyOfSelf(t *testing.T, user int) string {
	t.Helper()
	dir := must.Have(os.MkdirTemp(temp, "legomem-attacks-"))(t)
	t.Cleanup(func() { must.NoError(t, os.RemoveAll(dir)) })
	from := must.Have(os.Open(must.Have(os.Executable())(t)))(t)
	defer from.Close()
	name := filepath.Join(dir, "bin", "attacks.test")
	must.Do(t, os.Mkdir(filepath.Dir(name), 0o755))
	to := must.Have(os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755))(t)
	_, err := io.Copy(to, from)
	must.Do(t, errors.Join(err, to.Close(), os.Chmod(dir, 0o755), os.Chown(dir, user, user)))
	return name
}

// ownFiles reports whether the sandbox has a file system of its own.
func (v *victim) ownFiles() bool {
	return v.kind != onLocal || strings.Contains(v.sb.About()[sandbox.AboutHeld], "files, processes and network of its own")
}

// needFence skips what a local sandbox cannot hold on this kernel.
func (v *victim) needFence() {
	v.Helper()
	if !v.ownFiles() && !landlocked(v) {
		v.Skip("this kernel has neither Landlock nor namespaces for this user: a local sandbox cannot hold this, and doctor says so")
	}
}

// needOwnFiles skips what only a file system of its own holds: where root has started
// it, it is nobody, whose the host's files are not.
func (v *victim) needOwnFiles() {
	v.Helper()
	if !v.ownFiles() && os.Getuid() != 0 {
		v.Skip("this kernel has no namespaces for this user: a local sandbox cannot hold this, and doctor says so")
	}
}

// filtered reports whether the sandbox's system calls are.
func (v *victim) filtered() bool {
	return strings.Contains(v.sb.About()[sandbox.AboutHeld], "system calls filtered")
}

// needFilter skips what only the filter of system calls holds.
func (v *victim) needFilter() {
	v.Helper()
	if !v.filtered() {
		v.Skip("this kernel has no filter for system calls: a sandbox cannot hold this, and says so")
	}
}

// needNoNetwork skips what nothing holds without a network of its own and a filter.
func (v *victim) needNoNetwork() {
	v.Helper()
	if !v.ownFiles() {
		v.needFilter()
	}
}

// filteredOnly is a row that only the filter holds.
func filteredOnly(try func(*victim)) func(*victim) {
	return func(v *victim) { v.needFilter(); try(v) }
}

// fencedOnly is one that only a fence around files holds.
func fencedOnly(try func(*victim)) func(*victim) {
	return func(v *victim) { v.needFence(); try(v) }
}

// noCapabilities asks the kernel for all five sets.
func noCapabilities(v *victim) {
	obs := v.call("attack.capabilities", map[string]any{})
	sets := strings.Fields(obs.Text)
	if len(sets) != 10 {
		v.Fatalf("the kernel says %q", obs.Text)
	}
	for i := 0; i < len(sets); i += 2 {
		if sets[i] == "CapBnd:" && !v.ownFiles() && os.Getuid() != 0 {
			continue // nobody may empty it, or gain from it
		}
		if strings.Trim(sets[i+1], "0") != "" {
			v.Errorf("%s %s is left", sets[i], sets[i+1])
		}
	}
}

// reaches is a way to the host, which counts who calls.
func reaches(tool string) func(*victim) {
	return func(v *victim) {
		v.needNoNetwork()
		v.fails(tool, map[string]any{"path": v.host.address})
	}
}

// foreignSockets: no family but that of files is left, whatever the kind.
func foreignSockets(v *victim) {
	for _, family := range []int{unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK, unix.AF_PACKET, unix.AF_VSOCK, unix.AF_ALG, unix.AF_XDP, unix.AF_KEY} {
		obs := v.fails("attack.socket", map[string]any{"number": float64(family)})
		if !strings.Contains(obs.Text, unix.EAFNOSUPPORT.Error()) {
			v.Errorf("family %d: %s", family, obs.Text)
		}
		v.fails("attack.wide", map[string]any{"number": float64(family)})
	}
	if obs := v.call("attack.socket", map[string]any{"number": float64(unix.AF_UNIX)}); obs.Failed {
		v.Errorf("converters cannot be spoken to: %s", obs.Text)
	}
}

// changesHost is a change that Landlock does not know; host.unchanged sees some of them.
func changesHost(tool string) func(*victim) {
	return func(v *victim) {
		v.needOwnFiles()
		for _, p := range []string{v.host.canary, v.host.start, v.host.base, "/etc/passwd", "/usr", "/dev/null"} {
			v.fails(tool, map[string]any{"path": p})
		}
		if obs := v.call(tool, map[string]any{"path": "data/a.txt"}); obs.Failed && tool != "attack.chown" && tool != "attack.setxattr" {
			v.Errorf("%s fails on the testbed's own file: %s", tool, obs.Text)
		}
	}
}

func signals(v *victim) {
	v.needOwnFiles()
	for _, tool := range []string{"attack.signal", "attack.pidfd", "attack.limit"} {
		v.fails(tool, map[string]any{"number": float64(os.Getpid())})
	}
}

func readsMemory(v *victim) {
	v.fails("attack.memory", map[string]any{"number": float64(os.Getpid())})
}

// needlessCalls: each fails at once, before the kernel looks at what it is given.
func needlessCalls(v *victim) {
	obs := v.call("attack.calls", map[string]any{})
	lines := strings.Split(strings.TrimSpace(obs.Text), "\n")
	if len(lines) < len(needless) {
		v.Fatalf("only %d calls were tried: %s", len(lines), obs.Text)
	}
	for _, line := range lines {
		name, said, _ := strings.Cut(line, ": ")
		want := unix.EPERM
		if name == "clone3" {
			want = unix.ENOSYS
		}
		if said != want.Error() {
			v.Errorf("%s: %s, want %s", name, said, want)
		}
	}
}

// parentsKeys: the environment of the program outside is in the kernel's files. At most
// the tool process's own is left to read.
func parentsKeys(v *victim) {
	for _, p := range []string{fmt.Sprintf("/proc/%d/environ", os.Getpid()), fmt.Sprintf("/proc/%d/mem", os.Getpid()), fmt.Sprintf("/proc/%d/environ", os.Getppid())} {
		v.fails("attack.read", map[string]any{"path": p})
	}
	obs := v.call("attack.environs", map[string]any{}) // checks that the key, which is the secret, is in none
	if !strings.Contains(obs.Text, "/proc/") {
		v.Errorf("not even its own process was found: %q", obs.Text)
	}
}

// TestConverters has the programs that open documents do their work in a local sandbox.
func TestConverters(t *testing.T) {
	h := newHost(t, plainFiles)
	l := launch(t, onLocal, modeResident, h.work, unhurried())
	sb := must.Have(l.Open(t.Context(), sandbox.Spec{Run: "honest", Testbed: h.start, User: "Dana"}))(t)
	defer sb.Close()
	t.Log(sb.About())
	for _, step := range []struct {
		tool string
		args map[string]any
		says string
	}{
		{"word.create", map[string]any{"file_path": "data/letter.docx", "content": "The quarterly meeting moves to Thursday."}, ""},
		{"word.to_pdf", map[string]any{"file_path": "data/letter.docx"}, "data/letter.pdf"},
		{"pdf.read", map[string]any{"file_path": "data/letter.pdf"}, "moves to Thursday"},
		{"excel.create", map[string]any{"file_path": "data/sums.xlsx", "rows": []any{[]any{"rent", 1200}, []any{"light", 80}}}, ""},
		{"excel.to_pdf", map[string]any{"file_path": "data/sums.xlsx"}, "data/sums.pdf"},
		{"pdf.read", map[string]any{"file_path": "data/sums.pdf"}, "1200"},
		{"pdf.to_image", map[string]any{"file_path": "data/letter.pdf"}, ""},
		{"ocr.recognise", map[string]any{"file_path": "data/letter.pdf"}, "quarterly"},
	} {
		obs, err := sb.Call(t.Context(), tools.Action{Tool: step.tool, Args: step.args})
		if obs.Code == tools.MissingProgram {
			t.Skip(obs.Text)
		}
		if err != nil || obs.Failed || !strings.Contains(obs.Text, step.says) {
			t.Errorf("%s: %+v, %v", step.tool, obs, err)
		}
	}
}
