package tools

import (
	"errors"
	"fmt"
)

// Code is the reason an action failed, for a program to decide on.
type Code string

// The reasons. A new one is a change of the contract: reflex, the policy and
// the command line's exit codes read them.
const (
	BadArguments   Code = "bad_arguments"   // the message says what would be accepted
	UnknownTool    Code = "unknown_tool"    // the message lists the nearest names
	NotFound       Code = "not_found"       // a file, sheet, event or mail that is not there
	Exists         Code = "exists"          // something is there already and would be lost
	Corrupt        Code = "corrupt"         // a file that cannot be read as what it claims to be
	Ambiguous      Code = "ambiguous"       // several things fit; the message lists them
	MissingProgram Code = "missing_program" // the message names the Debian package
	Refused        Code = "refused"         // outside what tools may do
	TooLarge       Code = "too_large"       // over a cap; the message names the cap
	DiskFull       Code = "disk_full"       // no space left in the workspace
	Timeout        Code = "timeout"         // over the action's time
	Internal       Code = "internal"        // a bug of ours; the message names the tool
)

// Failure is an error with a Code. Any other error that a tool returns has
// the code that its cause implies (a missing file is NotFound), else Internal.
type Failure struct {
	Code Code
	Err  error
}

func (f *Failure) Error() string { return f.Err.Error() }
func (f *Failure) Unwrap() error { return f.Err }

// Failf makes a Failure; format may wrap a cause with %w.
func Failf(code Code, format string, args ...any) error {
	return &Failure{Code: code, Err: fmt.Errorf(format, args...)}
}

// CodeOf returns the code of the Failure in err's chain, else the code that its
// cause implies, else Internal; for nil the empty code.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	var f *Failure
	if errors.As(err, &f) {
		return f.Code
	}
	return causeCode(err)
}
