package sandbox

import (
	"errors"
	"fmt"
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
	for capability := uintptr(0); capability < most; capability++ {
		err := landlock.AllThreadsPrctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0)
		if errors.Is(err, unix.EINVAL) {
			return nil // the kernel has no more
		}
		if err != nil {
			return fmt.Errorf("empty the bounding set: %w", err)
		}
	}
	return nil
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
