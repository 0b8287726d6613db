package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"legomem/desk"
)

// The exit codes.
const (
	exitDone        = 0
	exitNotSolved   = 1
	exitUsage       = 2
	exitMissing     = 3
	exitAsked       = 4
	exitInterrupted = 130
)

const exitStatus = `

EXIT STATUS
  0    done
  1    the task ran and was not solved, an action failed, or a check did not pass
  2    bad usage or bad input
  3    something outside is missing or unreachable; the message says what to do
  4    something is asked first, and nothing was done to your files; see legomem answer
  130  interrupted; the trajectory is closed and the sandbox is gone`

func usage(format string, args ...any) error { return desk.BadInput(format, args...) }

// exitCode maps an error to the exit code; this is the one place that does. An
// error from before the command itself began is about how it was called.
func exitCode(ctx context.Context, began bool, err error) int {
	switch {
	case ctx.Err() != nil:
		return exitInterrupted
	case caused[*desk.Undecided](err):
		return exitAsked
	case !began, desk.IsInput(err):
		return exitUsage
	case desk.IsOutside(err):
		return exitMissing
	}
	return exitNotSolved
}

func caused[T error](err error) bool {
	_, there := errors.AsType[T](err)
	return there
}

// message is the text of an error for the user.
func message(ctx context.Context, err error) string {
	var no *desk.NotSolved
	switch {
	case errors.As(err, &no):
		return no.Said
	case caused[*desk.Undecided](err):
		return "" // the result says it all
	case ctx.Err() != nil:
		return "interrupted"
	}
	return err.Error() + desk.WayOut(err)
}

// tellError prints an error: a line, or an object where JSON is wanted.
func tellError(w io.Writer, asJSON bool, said string, code int) {
	if said == "" {
		return
	}
	if !asJSON {
		tellf(w, "legomem: %s\n", blockOf(said, "  "))
		return
	}
	enc := json.NewEncoder(jsonStream{rawOf(w)})
	enc.SetEscapeHTML(false)
	_ = enc.Encode(map[string]any{"error": said, "exit_status": code}) // plain data: only the stream can fail
}
