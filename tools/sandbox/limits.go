package sandbox

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Limits is what one sandbox may use. How each launcher enforces them is in
// docs/sandbox.md.
type Limits struct {
	Memory    int64         // bytes; in a container for everything in it, locally for each process
	Workspace int64         // bytes of files in the testbed
	Inodes    int64         // files and folders in it
	Temp      int64         // bytes of temporary files
	CPUs      float64       // 1.5 is one and a half; a container's
	Pids      int64         // processes and threads; a container's
	Output    int64         // bytes that one program may print
	Action    time.Duration // of one action
	// Lifetime is the longest run on a shared engine: a process on another host or in
	// another container cannot look up a container's owner, and considers it abandoned
	// after that. If the owner can be seen, there is no such limit.
	Lifetime time.Duration
}

// DefaultLimits has room for a full testbed and a working tool process.
func DefaultLimits() Limits {
	return Limits{Memory: 1536 << 20, Workspace: 512 << 20, Inodes: 20_000, Temp: 64 << 20,
		CPUs: 2, Pids: 256, Output: 32 << 20, Action: 2 * time.Minute, Lifetime: unseenFor}
}

// orDefault is DefaultLimits for the zero value.
func (l Limits) orDefault() Limits {
	if l == (Limits{}) {
		return DefaultLimits()
	}
	return l
}

// Breach is the limit that a sandbox went over. The sandbox has been destroyed, with
// all that ran in it: what survives a breach cannot be trusted. It is an ErrBroken.
type Breach struct {
	Limit  string // its key in the configuration, "sandbox.limits.memory_mb"
	Value  string // what the limit is, "1024"
	Detail string // what happened
}

func (b *Breach) Error() string {
	return fmt.Sprintf("the sandbox went over its limit %s, which is %s, and was destroyed: %s; raise the limit in the configuration, or have less done at once",
		b.Limit, b.Value, b.Detail)
}

// Is makes a breach an ErrBroken.
func (b *Breach) Is(target error) bool { return target == ErrBroken }

// The limits that a Breach names.
const (
	LimitMemory = "sandbox.limits.memory_mb"
	LimitPids   = "sandbox.limits.processes"
	LimitDisk   = "sandbox.limits.disk_mb"
	LimitFiles  = "sandbox.limits.files"
	LimitOutput = "sandbox.limits.output_mb"
	LimitAction = "sandbox.limits.action"
)

// breach makes a Breach of these limits.
func (l Limits) breach(limit, format string, args ...any) *Breach {
	return &Breach{Limit: limit, Value: l.value(limit), Detail: plain(fmt.Sprintf(format, args...))}
}

// value is a limit as the configuration writes it, "" for an unknown one.
func (l Limits) value(limit string) string {
	switch limit {
	case LimitMemory:
		return megabytes(l.Memory)
	case LimitPids:
		return strconv.FormatInt(l.Pids, 10)
	case LimitDisk:
		return megabytes(l.Workspace)
	case LimitFiles:
		return strconv.FormatInt(l.Inodes, 10)
	case LimitOutput:
		return megabytes(l.Output)
	case LimitAction:
		return l.Action.String()
	}
	return ""
}

func megabytes(bytes int64) string { return strconv.FormatFloat(float64(bytes)/(1<<20), 'g', 6, 64) }

// plain is a text that a resident sent, fit to be shown in a line: short, and
// without what would steer a terminal.
func plain(s string) string {
	const most = 1 << 10
	if len(s) > most {
		s = s[:most] + "..."
	}
	return strings.ReplaceAll(tame(s), "\n", " ")
}

// tame removes from a text what would steer a terminal, and keeps its lines.
func tame(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && unicode.IsControl(r) || deceives(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

// Raced reports whether this program was built with the race detector. Its shadow
// memory counts as data, so that a limit on data makes no sense.
func Raced() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
