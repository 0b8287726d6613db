package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"

	"legomem/configs"
	"legomem/llm"
	"legomem/membank/store/qdrant"
	"legomem/membank/store/sqlite"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/sandbox"
)

// The exit codes.
const (
	exitDone        = 0
	exitNotSolved   = 1
	exitUsage       = 2
	exitMissing     = 3
	exitInterrupted = 130
)

const exitStatus = `

EXIT STATUS
  0    done
  1    the task ran and was not solved, an action failed, or a check did not pass
  2    bad usage or bad input
  3    something outside is missing or unreachable; the message says what to do
  130  interrupted; the trajectory is closed and the sandbox is gone`

// usageError is a user's mistake.
type usageError struct{ error }

func (u *usageError) Unwrap() error { return u.error }

func usage(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// notSolved ends a command that did its work, with a result that is no
// success. What is left to say may be nothing: the result is printed already.
type notSolved struct{ said string }

func (n *notSolved) Error() string { return n.said }

// missingError is something outside that is not there.
type missingError struct{ said string }

func (m *missingError) Error() string { return m.said }

// exitCode maps an error to the exit code; this is the one place that does. An
// error from before the command itself began is about how it was called.
func exitCode(ctx context.Context, began bool, err error) int {
	switch {
	case ctx.Err() != nil:
		return exitInterrupted
	case !began, isInput(err):
		return exitUsage
	case isOutside(err):
		return exitMissing
	}
	return exitNotSolved
}

// isInput says that the user gave something that cannot be used.
func isInput(err error) bool {
	var (
		use     *usageError
		config  *configs.Problem
		suite   *officebench.InputError
		testbed *orchestrator.TestbedError
		price   *llm.Unpriced
	)
	return errors.As(err, &use) || errors.As(err, &price) || errors.As(err, &config) || errors.As(err, &suite) || errors.As(err, &testbed) ||
		errors.Is(err, sandbox.ErrTestbed) || errors.Is(err, sqlite.ErrNotABank) || errors.Is(err, sqlite.ErrNewer)
}

// isOutside says that something the program relies on is not there or does not
// work: an engine, an endpoint, a disk. A sandbox that went over a limit is
// none of these, whatever else went wrong then: the task ran.
func isOutside(err error) bool {
	if over := (*sandbox.Breach)(nil); errors.As(err, &over) {
		return false
	}
	var (
		model   *llm.Error
		missing *missingError
	)
	return errors.As(err, &model) || errors.As(err, &missing) || errors.Is(err, sandbox.ErrEngine) || errors.Is(err, qdrant.ErrUnreachable) || errors.Is(err, sandbox.ErrProgram) ||
		errors.Is(err, sqlite.ErrBusy) || isDisk(err) || isMissing(tools.CodeOf(err))
}

// The result codes of SQLite that are the disk's fault (sqlite.org/rescode.html).
const (
	sqliteReadOnly = 8
	sqliteIO       = 10
	sqliteFull     = 13
	sqliteCantOpen = 14
)

// isDisk says that the machine has no more to give: no space, no right, no
// further open file, process or memory.
func isDisk(err error) bool {
	for _, cause := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO, fs.ErrPermission,
		syscall.EMFILE, syscall.ENFILE, syscall.EAGAIN, syscall.ENOMEM} {
		if errors.Is(err, cause) {
			return true
		}
	}
	switch sqliteCode(err) {
	case sqliteReadOnly, sqliteIO, sqliteFull, sqliteCantOpen:
		return true
	}
	return false
}

// sqliteCode is the primary result code of a SQLite error, 0 for any other.
func sqliteCode(err error) int {
	var database interface{ Code() int }
	if !errors.As(err, &database) {
		return 0
	}
	return database.Code() & 0xff
}

// wayOut is what to do about an error that does not say so itself.
func wayOut(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "; make room, or name another place with --out, --bank or TMPDIR"
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return "; name a place that you may write to with --out and --bank"
	case sqliteCode(err) == sqliteIO:
		return "; its disk is full or broken: make room, or name another file with --bank"
	}
	return ""
}

// message is what the user is told of an error, once.
func message(ctx context.Context, err error) string {
	var no *notSolved
	switch {
	case errors.As(err, &no):
		return no.said
	case ctx.Err() != nil:
		return "interrupted"
	}
	return err.Error() + wayOut(err)
}

// tellError prints an error: a line, or an object where JSON is wanted.
func tellError(w io.Writer, asJSON bool, said string, code int) {
	if said == "" {
		return
	}
	if !asJSON {
		fmt.Fprintln(w, "legomem: "+said)
		return
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(map[string]any{"error": said, "exit_status": code}) // plain data: only the stream can fail
}
