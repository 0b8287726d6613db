package sandbox

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"syscall"
	"unsafe"

	landlock "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
	"kernel.org/pub/linux/libs/security/libcap/psx"
)

// nobody is the user and group as which a resident works whose launcher is root's.
const nobody = 65534

// giveUpRights leaves all threads of this process, and what it will start, without a
// capability and without a way to gain one. A resident of root's becomes nobody's.
func giveUpRights(c confinement, h *held) error {
	if err := emptyBoundingSet(); errors.Is(err, unix.EPERM) {
		h.lack("an empty bounding set (no capability is held, and none can be gained)")
	} else if err != nil {
		return err
	}
	if c.StepDown {
		if err := becomeNobody(); err != nil {
			return err
		}
		h.add("user nobody")
	}
	if err := dropCapabilities(); err != nil {
		return err
	}
	if err := landlock.AllThreadsPrctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("give up further rights: %w", err)
	}
	h.add("no capabilities")
	return nil
}

// emptyBoundingSet takes away every capability that a program could bring along.
// EPERM: this process may not.
func emptyBoundingSet() error {
	const most = 64
	for capability := range most {
		in, err := unix.PrctlRetInt(unix.PR_CAPBSET_READ, uintptr(capability), 0, 0, 0)
		if err != nil {
			return nil // the kernel has no more
		}
		if in == 0 {
			continue // all threads began with the same; to drop one in each takes a while
		}
		if err := landlock.AllThreadsPrctl(unix.PR_CAPBSET_DROP, uintptr(capability), 0, 0, 0); err != nil {
			return fmt.Errorf("empty the bounding set: %w", err)
		}
	}
	return nil
}

// furnishing are the capabilities that a resident of root's needs until it steps down:
// for mounts, for its folders, to become nobody, and to give up these.
var furnishing = []int{unix.CAP_SYS_ADMIN, unix.CAP_DAC_OVERRIDE, unix.CAP_SETUID, unix.CAP_SETGID, unix.CAP_SETPCAP}

// startBounded starts a root's program that can never have other capabilities than
// these few. It does so on a thread that ends with it.
func startBounded(start func() error) (err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // for good
		for capability := 0; ; capability++ {
			if slices.Contains(furnishing, capability) {
				continue
			}
			if unix.Prctl(unix.PR_CAPBSET_DROP, uintptr(capability), 0, 0, 0) != nil {
				break // no more, or not allowed: the resident drops what it finds
			}
		}
		err = start()
	}()
	<-done
	return err
}

func becomeNobody() error {
	if err := errors.Join(syscall.Setgroups([]int{}), syscall.Setgid(nobody), syscall.Setuid(nobody)); err != nil {
		return fmt.Errorf("step down from root to nobody: %w", err)
	}
	return nil
}

// dropCapabilities empties all sets that a process may change by itself.
func dropCapabilities() error {
	if err := landlock.AllThreadsPrctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil && !errors.Is(err, unix.EINVAL) {
		return fmt.Errorf("give up capabilities: %w", err) // EINVAL: none before Linux 4.3
	}
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if _, _, errno := psx.Syscall3(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&head)), uintptr(unsafe.Pointer(&none[0])), 0); errno != 0 {
		return fmt.Errorf("give up capabilities: %w", errno)
	}
	return nil
}
