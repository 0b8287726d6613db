//go:build linux

package attacks

import (
	"context"
	"errors"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"legomem/tools"
)

// What the hostile tools ask of the kernel.

const multipathTCP = 262 // IPPROTO_MPTCP

// multipath connects by a protocol that Landlock does not know for TCP.
func multipath(_ context.Context, _ *tools.Workspace, a target) error {
	return dial(a.Path, multipathTCP, func(fd int, to unix.Sockaddr) error { return unix.Connect(fd, to) })
}

// fastOpen connects without a call of connect.
func fastOpen(_ context.Context, _ *tools.Workspace, a target) error {
	return dial(a.Path, unix.IPPROTO_TCP, func(fd int, to unix.Sockaddr) error {
		return unix.Sendto(fd, []byte("hello"), unix.MSG_FASTOPEN, to)
	})
}

func dial(address string, protocol int, connect func(fd int, to unix.Sockaddr) error) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, protocol)
	if err != nil {
		return err
	}
	return errors.Join(connect(fd, &unix.SockaddrInet4{Port: int(to.Port()), Addr: to.Addr().As4()}), unix.Close(fd))
}

// socket makes one of a family, of either kind.
func socket(_ context.Context, _ *tools.Workspace, a target) error {
	fd, err := unix.Socket(a.Number, unix.SOCK_STREAM, 0)
	if err != nil {
		fd, err = unix.Socket(a.Number, unix.SOCK_DGRAM, 0)
	}
	if err != nil {
		return err
	}
	return unix.Close(fd)
}

func readMemory(_ context.Context, _ *tools.Workspace, a target) error {
	into := make([]byte, 8)
	local := []unix.Iovec{{Base: &into[0], Len: uint64(len(into))}}
	_, err := unix.ProcessVMReadv(a.Number, local, []unix.RemoteIovec{{Base: 0x400000, Len: len(into)}}, 0)
	return err
}

func capabilities() ([]string, error) {
	text, err := os.ReadFile("/proc/self/status")
	var out []string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "Cap") {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out, err
}

// environs are what all processes that are there were started with, if it can be read.
func environs() ([]string, error) {
	var files []string
	for _, one := range []string{"environ", "cmdline", "auxv"} {
		found, err := filepath.Glob("/proc/[0-9]*/" + one)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	var out []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			text = []byte(err.Error())
		}
		out = append(out, file, strings.ReplaceAll(string(text), "\x00", "\n"))
	}
	return out, nil
}

// needless are calls by number, made with the first argument and nothing else.
var needless = []struct {
	name  string
	call  uintptr
	first uintptr
}{
	{"ptrace", unix.SYS_PTRACE, unix.PTRACE_TRACEME}, {"process_vm_readv", unix.SYS_PROCESS_VM_READV, 0}, {"process_vm_writev", unix.SYS_PROCESS_VM_WRITEV, 0},
	{"kcmp", unix.SYS_KCMP, 0}, {"pidfd_getfd", unix.SYS_PIDFD_GETFD, 0},
	{"mount", unix.SYS_MOUNT, 0}, {"umount2", unix.SYS_UMOUNT2, 0}, {"pivot_root", unix.SYS_PIVOT_ROOT, 0}, {"chroot", unix.SYS_CHROOT, 0},
	{"open_tree", unix.SYS_OPEN_TREE, 0}, {"move_mount", unix.SYS_MOVE_MOUNT, 0}, {"fsopen", unix.SYS_FSOPEN, 0}, {"mount_setattr", unix.SYS_MOUNT_SETATTR, 0},
	{"open_by_handle_at", unix.SYS_OPEN_BY_HANDLE_AT, 0}, {"fanotify_init", unix.SYS_FANOTIFY_INIT, 0},
	{"unshare", unix.SYS_UNSHARE, unix.CLONE_NEWUSER}, {"setns", unix.SYS_SETNS, 0}, {"clone", unix.SYS_CLONE, unix.CLONE_NEWUSER}, {"clone3", unix.SYS_CLONE3, 0},
	{"add_key", unix.SYS_ADD_KEY, 0}, {"request_key", unix.SYS_REQUEST_KEY, 0}, {"keyctl", unix.SYS_KEYCTL, 0},
	{"bpf", unix.SYS_BPF, 0}, {"perf_event_open", unix.SYS_PERF_EVENT_OPEN, 0}, {"userfaultfd", unix.SYS_USERFAULTFD, 0},
	{"io_uring_setup", unix.SYS_IO_URING_SETUP, 1}, {"io_uring_enter", unix.SYS_IO_URING_ENTER, 0}, {"io_uring_register", unix.SYS_IO_URING_REGISTER, 0},
	{"sethostname", unix.SYS_SETHOSTNAME, 0}, {"setdomainname", unix.SYS_SETDOMAINNAME, 0}, {"kexec_load", unix.SYS_KEXEC_LOAD, 0},
	{"init_module", unix.SYS_INIT_MODULE, 0}, {"finit_module", unix.SYS_FINIT_MODULE, 0}, {"delete_module", unix.SYS_DELETE_MODULE, 0},
	{"reboot", unix.SYS_REBOOT, 0}, {"settimeofday", unix.SYS_SETTIMEOFDAY, 0}, {"personality", unix.SYS_PERSONALITY, 0},
}

// callAll says how each ended. The child of a clone that succeeds ends.
func callAll() ([]string, error) {
	var out []string
	for _, n := range needless {
		pid, _, errno := unix.RawSyscall6(n.call, n.first, 0, 0, 0, 0, 0)
		if n.name == "clone" && errno == 0 && pid == 0 {
			unix.Exit(0)
		}
		said := "it was allowed"
		if errno != 0 {
			said = errno.Error()
		}
		out = append(out, n.name+": "+said)
	}
	return out, nil
}
