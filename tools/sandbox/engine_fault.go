package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"time"

	"github.com/docker/docker/client"
)

// fault is an engine's failure, and the way out. It is an ErrEngine.
type fault struct {
	error
	way string
	// mute is set if the engine did not answer, so that what it did is unknown; gone if
	// it could not even be reached.
	mute, gone bool
}

func (f *fault) Error() string        { return f.error.Error() + "; " + f.way }
func (f *fault) Unwrap() error        { return f.error }
func (f *fault) Is(target error) bool { return target == ErrEngine }

// explain adds what can be done about it to the error of a failed call. What the caller
// cancelled, and what the engine merely refused, stays as it is.
func (c *Client) explain(caller context.Context, limit time.Duration, err error) error {
	switch {
	case err == nil, caller.Err() != nil:
		return err
	case errors.Is(err, context.DeadlineExceeded):
		return &fault{mute: true, error: fmt.Errorf("Docker at %s did not answer within %s: %w", c.DaemonHost(), limit, err),
			way: "it may be stopped, overloaded or out of memory: look at it (docker info; journalctl -u docker), restart it (sudo systemctl restart docker), or use --sandbox local"}
	case lost(err):
		return &fault{mute: true, gone: true, error: fmt.Errorf("cannot reach Docker at %s: %w", c.DaemonHost(), err),
			way: "start it (sudo systemctl start docker), or let your user reach it (sudo usermod -aG docker $USER, then log in again), or point DOCKER_HOST at another, or use --sandbox local"}
	case full(err):
		return &fault{error: err,
			way: "the engine's disk is full: make room on it (docker system df; docker system prune), or use --sandbox local"}
	}
	return err
}

// lost reports whether a connection could not be made, or ended in the middle.
func lost(err error) bool {
	return client.IsErrConnectionFailed(err) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.ENOENT)
}

// full reports whether the engine has no room, which it states only in words.
func full(err error) bool {
	return strings.Contains(err.Error(), syscall.ENOSPC.Error()) || strings.Contains(err.Error(), syscall.EDQUOT.Error())
}

// isMute reports whether an engine did not answer; there is no use in asking it more now.
func isMute(err error) bool {
	var f *fault
	return errors.As(err, &f) && f.mute
}

// isGone reports whether an engine was not there; it may be soon.
func isGone(err error) bool {
	var f *fault
	return errors.As(err, &f) && f.gone
}
