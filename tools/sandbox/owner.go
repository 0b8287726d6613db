package sandbox

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Leftover is something that an open sandbox uses, or that one whose owner died has
// left.
type Leftover struct {
	Kind  string    `json:"kind"`  // KindFolder, KindContainer or KindVolume
	ID    string    `json:"id"`    // a path, a container's id, a volume's name
	Owner string    `json:"owner"` // in words
	Since time.Time `json:"since"`
	// Abandoned is set if the owner is gone, so that Reap will remove it.
	Abandoned bool `json:"abandoned"`
	// Kept is set if the owner is gone, and the workspace waits, until Until, for the
	// run whose folder is Run to be resumed.
	Kept  bool      `json:"kept,omitempty"`
	Run   string    `json:"run,omitempty"`
	Until time.Time `json:"until,omitzero"`
}

// The kinds of leftovers.
const (
	KindFolder    = "folder"
	KindContainer = "container"
	KindVolume    = "volume"
)

// owner is the process that holds a sandbox. A pid alone is reused; with the
// machine, its boot, the pid namespace and the start time it is not.
type owner struct {
	Host  string
	Boot  string // of the kernel, and the namespace its pids belong to
	PID   int
	Start string // in the kernel's own ticks; "" if unknown
}

func thisProcess() owner {
	host, _ := os.Hostname() // without it, the boot id still tells machines apart
	return owner{Host: host, Boot: bootID(), PID: os.Getpid(), Start: startOf(os.Getpid())}
}

func (o owner) String() string { return fmt.Sprintf("process %d on %s", o.PID, o.Host) }

// abandoned judges from the process us, which sees only its own machine's processes,
// and on some machines not those of other users: what belongs to a process it cannot
// see is given up after the deadline.
func (o owner) abandoned(us owner, deadline, now time.Time) bool {
	if o.Boot != us.Boot || o.Host != us.Host || us.Boot == "" || hidden(o.PID) {
		return now.After(deadline)
	}
	return !running(o.PID) || startOf(o.PID) != o.Start
}

// folder is the owner as the beginning of a folder's name.
func (o owner) folder() string {
	return fmt.Sprintf("run-%s-%d-%s", o.machine(), o.PID, o.Start)
}

func (o owner) machine() string {
	sum := sha256.Sum256([]byte(o.Host + "\x00" + o.Boot))
	return hex.EncodeToString(sum[:6])
}

// parseFolder reads a name that begins with folder's result. A machine other than this
// one is known only by its hash.
func parseFolder(name string) (owner, bool) {
	parts := strings.Split(name, "-")
	if len(parts) != 5 || parts[0] != "run" {
		return owner{}, false
	}
	pid, err := strconv.Atoi(parts[2])
	if err != nil || pid <= 0 {
		return owner{}, false
	}
	o := thisProcess()
	if parts[1] != o.machine() {
		o = owner{Host: "another machine or boot", Boot: parts[1]}
	}
	o.PID, o.Start = pid, parts[3]
	return o, true
}

// reap removes what is abandoned and returns it, with the errors of what could
// not be removed. An engine that does not answer is not asked for the rest.
func reap(all []Leftover, remove func(Leftover) error) ([]Leftover, error) {
	var gone []Leftover
	var errs []error
	for _, left := range all {
		if !left.Abandoned {
			continue
		}
		if err := remove(left); err != nil {
			errs = append(errs, fmt.Errorf("remove %s: %w", left.ID, err))
			if isMute(err) {
				break
			}
			continue
		}
		gone = append(gone, left)
	}
	return gone, errors.Join(errs...)
}
