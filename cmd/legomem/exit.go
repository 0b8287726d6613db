package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"legomem/configs"
	"legomem/llm"
	"legomem/officebench"
	"legomem/orchestrator"
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

// notSolved ends a command whose result is already printed.
type notSolved struct{ said string }

func (n *notSolved) Error() string { return n.said }

// missingError is something outside that is not there.
type missingError struct{ said string }

func (m *missingError) Error() string { return m.said }

// exitCode maps an error to the exit code; this is the one place that does.
func exitCode(ctx context.Context, err error) int {
	var (
		no      *notSolved
		use     *usageError
		config  *configs.Problem
		input   *officebench.InputError
		testbed *orchestrator.TestbedError
		model   *llm.Error
		missing *missingError
	)
	switch {
	case ctx.Err() != nil && errors.Is(context.Cause(ctx), context.Canceled):
		return exitInterrupted
	case errors.As(err, &no):
		return exitNotSolved
	case errors.Is(err, sandbox.ErrEngine), errors.As(err, &model), errors.As(err, &missing):
		return exitMissing
	case errors.As(err, &use), errors.As(err, &config), errors.As(err, &input), errors.As(err, &testbed), errors.Is(err, sandbox.ErrTestbed), isCobraUsage(err):
		return exitUsage
	}
	return exitNotSolved
}

// isCobraUsage tells cobra's own complaints, which have no type.
func isCobraUsage(err error) bool {
	for _, start := range []string{"unknown command", "unknown flag", "accepts ", "requires at least", "required flag", "invalid argument", "if any flags"} {
		if strings.HasPrefix(err.Error(), start) {
			return true
		}
	}
	return false
}

// message is what the user is told of an error, once.
func message(err error) string {
	var no *notSolved
	if errors.As(err, &no) {
		return no.said
	}
	return err.Error()
}
