package sandbox

import (
	"fmt"
	"slices"
	"sync"
	"unsafe"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// refusedCalls fail with EPERM in the tool process and in all that it starts. None of
// them is needed to read, write or convert a document. Names that an architecture does
// not have are left out.
var refusedCalls = []string{
	// Other processes.
	"ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_getfd",
	// File systems, and files by other ways than their names.
	"mount", "umount", "umount2", "pivot_root", "chroot", "open_tree", "open_tree_attr", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick",
	"mount_setattr", "statmount", "listmount", "swapon", "swapoff", "quotactl", "quotactl_fd", "name_to_handle_at", "open_by_handle_at", "fanotify_init", "lookup_dcookie",
	// Namespaces. What clone may not do stands below.
	"unshare", "setns",
	// Keys of the kernel's.
	"add_key", "request_key", "keyctl",
	// Large and often broken parts of the kernel.
	"bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "vmsplice",
	// The machine as a whole.
	"sethostname", "setdomainname", "kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "create_module", "reboot", "acct",
	"syslog", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "iopl", "ioperm", "modify_ldt", "vhangup", "nfsservctl", "uselib", "personality",
}

// newNamespaces are the flags of clone that make namespaces.
const newNamespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// callPolicy says which system calls fail, and how. Of sockets only those of AF_UNIX
// are left: LibreOffice is spoken to by one.
func callPolicy(known map[string]int) seccomp.Policy {
	notUnix := seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.NotEqual, Value: unix.AF_UNIX}}
	namespaces := seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.BitsSet, Value: newNamespaces}}
	there := slices.DeleteFunc(slices.Clone(refusedCalls), func(name string) bool { _, ok := known[name]; return !ok })
	return seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls: []seccomp.SyscallGroup{
			{Action: fails(unix.EAFNOSUPPORT), NamesWithCondtions: []seccomp.NameWithConditions{{Name: "socket", Conditions: notUnix}, {Name: "socketpair", Conditions: notUnix}}},
			{Action: fails(unix.EPERM), NamesWithCondtions: []seccomp.NameWithConditions{{Name: "clone", Conditions: namespaces}}},
			// Its flags are in memory, where a filter cannot look; a C library then uses clone.
			{Action: fails(unix.ENOSYS), Names: []string{"clone3"}},
			{Action: fails(unix.EPERM), Names: there},
		},
	}
}

func fails(errno unix.Errno) seccomp.Action { return seccomp.ActionErrno | seccomp.Action(errno) }

// callFilter is the policy for the kernel, made once.
var callFilter = sync.OnceValues(makeCallFilter)

// foreseeFilter makes the filter while the process waits for its work.
func foreseeFilter() {
	go func() { _, _ = callFilter() }() // whoever loads it is told what is wrong
}

// makeCallFilter makes the policy for the kernel. The library lets calls of another
// architecture pass, such as those of 32 bits; here they fail.
func makeCallFilter() ([]unix.SockFilter, error) {
	info, err := arch.GetInfo("")
	if err != nil {
		return nil, err
	}
	policy := callPolicy(info.SyscallNames)
	program, err := policy.Assemble()
	if err != nil {
		return nil, err
	}
	const archOffset = 4 // in struct seccomp_data
	guard := []bpf.Instruction{
		bpf.LoadAbsolute{Off: archOffset, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(info.ID), SkipTrue: 1},
		bpf.RetConstant{Val: uint32(fails(unix.ENOSYS))},
	}
	raw, err := bpf.Assemble(append(guard, program...))
	if err != nil {
		return nil, err
	}
	filter := make([]unix.SockFilter, 0, len(raw))
	for _, i := range raw {
		filter = append(filter, unix.SockFilter{Code: i.Op, Jt: i.Jt, Jf: i.Jf, K: i.K})
	}
	return filter, nil
}

// filterCalls puts all threads of this process, and what it will start, under the
// filter. It needs no_new_privs, and cannot be undone. A kernel without filters, and an
// architecture that the library does not know, go without.
func filterCalls(h *held) {
	if err := loadFilter(); err != nil {
		h.lack(err.Error())
		return
	}
	h.add("system calls filtered")
}

func loadFilter() error {
	filter, err := callFilter()
	if err != nil {
		return fmt.Errorf("filter system calls: %w", err)
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	other, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return fmt.Errorf("filter system calls: %w", errno)
	}
	if other != 0 {
		return fmt.Errorf("filter system calls: thread %d has another filter", other)
	}
	return nil
}
