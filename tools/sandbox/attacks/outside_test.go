//go:build linux

package attacks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/sandbox"
)

// What a tool process may look for outside besides files: sockets, memory, terminals and
// the processes of others.

// hostSockets: programs of the host listen at a name of the kernel's and at one in the
// file system, as a desktop's, a bus's and an engine's do.
func hostSockets(v *victim) {
	v.needOwnFiles()
	v.needFence() // which names of the kernel's are behind, too
	dir := must.Have(os.MkdirTemp("/tmp", "legomem-attacked-"))(v.T)
	defer os.RemoveAll(dir)
	mine := []string{fmt.Sprintf("@legomem-attacked-%d", os.Getpid()), filepath.Join(dir, "socket")}
	for _, address := range mine {
		l := must.Have(net.Listen("unix", address))(v.T)
		defer l.Close()
	}
	for _, address := range append(mine, "/run/docker.sock", "/var/run/docker.sock", "/run/containerd/containerd.sock",
		"/run/dbus/system_bus_socket", "@/tmp/.X11-unix/X0", "/tmp/.X11-unix/X0", "/run/systemd/private") {
		v.fails("attack.dial", map[string]any{"path": address})
	}
}

func dialUnix(_ context.Context, _ *tools.Workspace, a target) error {
	conn, err := net.DialTimeout("unix", a.Path, time.Second)
	if err != nil {
		return err
	}
	return conn.Close()
}

// sharedMemory: a program of the host shares memory with everybody, as desktops do.
func sharedMemory(v *victim) {
	if !v.ownFiles() {
		v.Skip("without namespaces a local sandbox shares the memory that programs share with everybody, and doctor says so")
	}
	id := must.Have(unix.SysvShmGet(unix.IPC_PRIVATE, 4096, unix.IPC_CREAT|0o666))(v.T)
	defer unix.SysvShmCtl(id, unix.IPC_RMID, nil)
	shared := must.Have(unix.SysvShmAttach(id, 0, 0))(v.T)
	copy(shared, secret)
	defer unix.SysvShmDetach(shared)
	v.fails("attack.attach", map[string]any{"number": float64(id)})
}

func attach(_ context.Context, _ *tools.Workspace, a target) error {
	shared, err := unix.SysvShmAttach(a.Number, 0, unix.SHM_RDONLY)
	if err != nil {
		return err
	}
	return tools.Failf(tools.Internal, "it holds: %s", bytes.TrimRight(shared, "\x00"))
}

// temporaryFiles: what programs of the host left where everybody may look.
func temporaryFiles(v *victim) {
	v.needFence()
	for _, dir := range []string{"/tmp", "/var/tmp", "/dev/shm"} {
		f, err := os.CreateTemp(dir, "legomem-attacked-*")
		if err != nil {
			continue // this machine has no such folder
		}
		defer os.Remove(f.Name())
		_, err = f.WriteString(secret)
		must.Do(v.T, errors.Join(err, f.Chmod(0o666), f.Close()))
		for _, tool := range []string{"attack.read", "attack.append", "attack.chmod", "attack.utimes"} {
			if tool == "attack.read" || tool == "attack.append" || v.ownFiles() {
				v.fails(tool, map[string]any{"path": f.Name()})
			}
		}
		if said := string(must.Have(os.ReadFile(f.Name()))(v.T)); said != secret {
			v.Errorf("%s holds %q now", f.Name(), said)
		}
	}
}

// appendTo writes to a file that is there; it makes none.
func appendTo(_ context.Context, _ *tools.Workspace, a target) error {
	f, err := os.OpenFile(a.Path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString("overwritten")
	return errors.Join(err, f.Close())
}

// typing: what is put into a terminal's input is run by the shell that reads it.
func typing(v *victim) {
	v.needFence()
	master, slave := openTerminal(v)
	defer master.Close()
	for _, p := range []string{"", "/dev/tty", "/dev/console", "/dev/pts/0", slave} {
		v.fails("attack.type", map[string]any{"path": p})
	}
	must.Do(v.T, master.SetReadDeadline(time.Now().Add(100*time.Millisecond)))
	if n, err := master.Read(make([]byte, 1)); n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
		v.Errorf("the terminal got %d bytes, %v", n, err)
	}
}

// openTerminal makes a terminal of the host's, which everybody may open.
func openTerminal(v *victim) (master *os.File, slave string) {
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		v.Skip("this machine has no terminals: ", err)
	}
	n := must.Have(unix.IoctlGetInt(fd, unix.TIOCGPTN))(v.T)
	must.Do(v.T, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	slave = fmt.Sprintf("/dev/pts/%d", n)
	must.Do(v.T, os.Chmod(slave, 0o666))
	return os.NewFile(uintptr(fd), "/dev/ptmx"), slave
}

// typeAt types at a terminal, or at whatever its standard streams are.
func typeAt(_ context.Context, _ *tools.Workspace, a target) error {
	if a.Path == "" {
		return errors.Join(stuff(0), stuff(1), stuff(2))
	}
	fd, err := unix.Open(a.Path, unix.O_RDWR|unix.O_NONBLOCK, 0) // it may become its own terminal
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	_, err = unix.Write(fd, []byte("x"))
	return errors.Join(stuff(fd), err)
}

func stuff(fd int) error {
	key := byte('x')
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.TIOCSTI, uintptr(unsafe.Pointer(&key))); errno != 0 {
		return errno
	}
	return nil
}

// anotherRun: two runs at once know nothing of each other.
func anotherRun(v *victim) {
	v.needFence()
	bed := v.TempDir()
	write(v.T, bed, map[string][]byte{"data/other.txt": []byte(secret)})
	other := must.Have(v.launcher.Open(v.Context(), sandbox.Spec{Run: "other", Testbed: bed, User: "Dana"}))(v.T)
	defer other.Close()
	if obs, err := other.Call(v.Context(), tools.Action{Tool: "system.read_text", Args: map[string]any{"file_path": "data/other.txt"}}); err != nil || obs.Text != secret {
		v.Fatalf("the other run reads %+v, %v", obs, err)
	}
	for _, p := range must.Have(filepath.Glob(filepath.Join(v.host.work, "*", "testbed", "data", "other.txt")))(v.T) {
		v.fails("attack.read", map[string]any{"path": p})
		v.fails("attack.write", map[string]any{"path": p})
	}
	obs := v.call("attack.environs", map[string]any{}) // checks that the secret is in none
	if alone := strings.Count(obs.Text, "/environ\n"); v.ownFiles() && v.kind == onLocal && alone != 1 {
		v.Errorf("it sees %d processes:\n%s", alone, obs.Text)
	}
}

// besideWorkspace: what lies next to the testbed is the launcher's.
func besideWorkspace(v *victim) {
	v.needFence()
	for _, p := range []string{"../run", "../escape", "../../escape"} {
		v.fails("attack.write", map[string]any{"path": p})
	}
}

// dumps: a crash leaves no core, and no program can ask for one.
func dumps(v *victim) { v.fails("attack.core", map[string]any{}) }

func wantCore(context.Context, *tools.Workspace, target) error {
	var now unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CORE, &now); err != nil || now.Max > 0 {
		return err
	}
	return unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{Cur: 1 << 20, Max: 1 << 20})
}

// otherCalls: calls of another architecture are not those that the filter names.
func otherCalls(v *victim) {
	if err := exec.Command(must.Have(os.Executable())(v.T), modeChild, "narrow").Run(); err != nil {
		v.Skip("this kernel has no calls of 32 bits: ", err)
	}
	v.fails("attack.child", map[string]any{"path": "narrow", "to": childMark()})
}

// wideSocket asks for a socket by numbers of which the kernel reads a part.
func wideSocket(_ context.Context, _ *tools.Workspace, a target) error {
	const x32 = 0x40000000
	for _, call := range []struct{ number, family uintptr }{
		{unix.SYS_SOCKET, uintptr(a.Number) | 1<<32}, {unix.SYS_SOCKET | x32, uintptr(a.Number)},
	} {
		if fd, _, errno := unix.RawSyscall(call.number, call.family, unix.SOCK_STREAM, 0); errno == 0 {
			return unix.Close(int(fd))
		}
	}
	return unix.EAFNOSUPPORT
}

// limitOther lowers what another process may have open.
func limitOther(_ context.Context, _ *tools.Workspace, a target) error {
	return unix.Prlimit(a.Number, unix.RLIMIT_NOFILE, nil, &unix.Rlimit{})
}

// signalByFile reaches a process without its number, once it is opened.
func signalByFile(_ context.Context, _ *tools.Workspace, a target) error {
	fd, err := unix.PidfdOpen(a.Number, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.PidfdSendSignal(fd, 0, nil, 0)
}
