package desk

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"syscall"

	"legomem/configs"
	"legomem/llm"
	"legomem/llm/cost"
	"legomem/membank/store/qdrant"
	"legomem/membank/store/sqlite"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/sandbox"
)

// InputError is the error of something that the user gave and that cannot be used.
type InputError struct{ error }

func (e *InputError) Unwrap() error { return e.error }

// BadInput makes an *InputError, as fmt.Errorf makes an error.
func BadInput(format string, args ...any) error { return &InputError{fmt.Errorf(format, args...)} }

// MissingError is the error that something outside is missing; it says what to do.
type MissingError struct{ Said string }

func (e *MissingError) Error() string { return e.Said }

// NotSolved ends a call that did its work without success. Said may be empty if the
// result says it all.
type NotSolved struct{ Said string }

func (e *NotSolved) Error() string { return e.Said }

// Undecided ends a call whose result is a question that somebody has to answer.
type Undecided struct{}

func (*Undecided) Error() string { return "something is asked first" }

// caused reports whether an error is, or wraps, one of that type.
func caused[T error](err error) bool {
	_, there := errors.AsType[T](err)
	return there
}

// IsInput reports whether the user gave something that cannot be used.
func IsInput(err error) bool {
	return caused[*InputError](err) || caused[*cost.Unpriced](err) || caused[*configs.Problem](err) || caused[*officebench.InputError](err) || caused[*orchestrator.TestbedError](err) ||
		errors.Is(err, sandbox.ErrTestbed) || errors.Is(err, sqlite.ErrNotABank) || errors.Is(err, sqlite.ErrNewer)
}

// IsOutside reports whether something the program relies on is not there or does not
// work: an engine, an endpoint, a disk. A sandbox that went over a limit does not
// count, whatever else went wrong then: the task ran.
func IsOutside(err error) bool {
	if caused[*sandbox.Breach](err) {
		return false
	}
	return caused[*llm.Error](err) || caused[*MissingError](err) || errors.Is(err, sandbox.ErrEngine) || errors.Is(err, qdrant.ErrUnreachable) || errors.Is(err, sandbox.ErrProgram) ||
		errors.Is(err, sqlite.ErrBusy) || isDisk(err) || IsMissing(tools.CodeOf(err))
}

// The result codes of SQLite that are the disk's fault (sqlite.org/rescode.html).
const (
	sqliteReadOnly = 8
	sqliteIO       = 10
	sqliteFull     = 13
	sqliteCantOpen = 14
)

// isDisk reports whether the machine has no more to give: no space, no permission, no
// further open file, process or memory.
func isDisk(err error) bool {
	causes := []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO, fs.ErrPermission,
		syscall.EMFILE, syscall.ENFILE, syscall.EAGAIN, syscall.ENOMEM}
	if slices.ContainsFunc(causes, func(cause error) bool { return errors.Is(err, cause) }) {
		return true
	}
	return slices.Contains([]int{sqliteReadOnly, sqliteIO, sqliteFull, sqliteCantOpen}, sqliteCode(err))
}

// isClosed reports whether the user may not do something with a file or a folder.
func isClosed(err error) bool {
	return errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission)
}

// sqliteCode is the primary result code of a SQLite error, 0 for any other.
func sqliteCode(err error) int {
	var database interface{ Code() int }
	if !errors.As(err, &database) {
		return 0
	}
	return database.Code() & 0xff
}

// WayOut is what to do about an error that does not say so itself.
func WayOut(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "; make room, or name another place with --out, --bank or TMPDIR"
	case isClosed(err) && caused[*orchestrator.TestbedError](err):
		return "; a run begins with a copy of the whole folder: let yourself read that, or take it out"
	case isClosed(err):
		return "; name a place that you may write to with --out and --bank"
	case sqliteCode(err) == sqliteIO:
		return "; its disk is full or broken: make room, or name another file with --bank"
	}
	return ""
}
