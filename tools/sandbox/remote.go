package sandbox

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"legomem/tools"
)

// ErrBroken marks the error of a sandbox whose resident died, was stopped, or
// answered what it was not asked. It has been removed; open another.
var ErrBroken = errors.New("the sandbox broke")

// ErrClosed is the error of a call after Close.
var ErrClosed = errors.New("the sandbox is closed")

// resident is a started tool process, as a launcher hands it over: what is
// read comes from its standard output, what is written goes to its input.
type resident interface {
	io.ReadWriter
	// End stops the process and all it started and removes what it used. It
	// may be called while another goroutine reads or writes, which ends with
	// an error. A second call waits for the first and returns the same.
	End() error
	// Complaint is the end of what the process wrote to standard error.
	Complaint() string
}

// remote is an open sandbox: the launcher's side of the conversation.
type remote struct {
	proc resident
	wire *wire
	// limit is how long an action may take before the resident is taken for
	// stuck; it stops the action itself a little earlier.
	limit  time.Duration
	nextID uint64
	broken error // of all later calls
	closed sync.Once
}

// stuckAfter is what a resident is given, over the action's own time, to stop
// an action and say so.
const stuckAfter = 10 * time.Second

// converse opens a sandbox over a resident that has just started: greeting,
// setup, files. The resident is ended when any of it fails.
func converse(ctx context.Context, proc resident, reg *tools.Registry, to setup, testbed string, files []entry) (Sandbox, error) {
	c := &remote{proc: proc, wire: newWire(proc, proc), limit: to.Timeout + stuckAfter}
	err := c.greet(ctx, reg)
	if err == nil {
		err = c.askJSON(ctx, head{Kind: kindInit}, to, nil)
	}
	if err == nil {
		err = c.copyIn(ctx, testbed, files)
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// setupOf is what a resident is told of a run.
func setupOf(spec Spec, timeout time.Duration) setup {
	if timeout == 0 {
		timeout = DefaultTimeout
	}
	return setup{User: spec.User, Now: spec.Now, Zone: zoneOf(spec.Now), DayFirst: spec.DayFirst, Shell: spec.Shell, Timeout: timeout}
}

// greet gives a fresh resident a moment to answer at all.
func (c *remote) greet(ctx context.Context, reg *tools.Registry) error {
	ctx, cancel := context.WithTimeoutCause(ctx, 30*time.Second, errors.New("it did not answer in 30 s"))
	defer cancel()
	ours := greeting{Protocol: Protocol, Tools: reg.Hash()}
	var theirs greeting
	if err := c.askJSON(ctx, head{Kind: kindHello}, ours, &theirs); err != nil {
		return fmt.Errorf("start the tool process: %w", err)
	}
	return ours.check(theirs)
}

func (c *remote) copyIn(ctx context.Context, dir string, files []entry) error {
	if len(files) == 0 {
		return nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTestbed, err)
	}
	defer root.Close()
	for _, e := range files {
		if err := c.put(ctx, root, e); err != nil {
			return fmt.Errorf("copy the testbed in: %w", err)
		}
	}
	return nil
}

func (c *remote) put(ctx context.Context, root *os.Root, e entry) error {
	h := head{Kind: kindPut, Path: e.Path, Dir: e.Dir}
	if e.Dir {
		return c.ask(ctx, h, 0, nil, nil)
	}
	f, size, err := openRegular(root, filepath.FromSlash(e.Path))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTestbed, err)
	}
	defer f.Close()
	if size > tools.MaxFile {
		return fmt.Errorf("%w: %s grew over the cap of %d bytes", ErrTestbed, e.Path, tools.MaxFile)
	}
	return c.ask(ctx, h, size, f, nil)
}

// Call runs an action in the resident.
func (c *remote) Call(ctx context.Context, a tools.Action) (tools.Observation, error) {
	text, err := json.Marshal(a)
	if err != nil {
		return tools.Fail(tools.Failf(tools.BadArguments, "%s: arguments that are no plain JSON: %w", a.Tool, err)), nil
	}
	if len(text) > maxMessage {
		return tools.Fail(tools.Failf(tools.TooLarge, "%s: arguments of %d bytes, over the cap of %d", a.Tool, len(text), maxMessage)), nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.limit, fmt.Errorf("%s did not stop within %s", a.Tool, c.limit))
	defer cancel()
	var obs tools.Observation
	if err := c.ask(ctx, head{Kind: kindCall}, int64(len(text)), bytes.NewReader(text), into(&obs)); err != nil {
		return tools.Observation{}, fmt.Errorf("%s: %w", a.Tool, err)
	}
	return obs, nil
}

// CopyOut writes the testbed's regular files and folders to dst, which is
// made, and must be empty if it is there.
func (c *remote) CopyOut(ctx context.Context, dst string) error {
	var files listing
	var listed []entry
	if err := c.askJSON(ctx, head{Kind: kindList}, nil, &listed); err != nil {
		return fmt.Errorf("list the testbed: %w", err)
	}
	for _, e := range listed {
		if err := files.take(e); err != nil {
			return fmt.Errorf("copy the testbed out: %w", err)
		}
	}
	root, err := emptyFolder(dst)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, e := range files.entries {
		if err := c.get(ctx, root, e); err != nil {
			return fmt.Errorf("copy the testbed out: %w", err)
		}
	}
	return nil
}

func (c *remote) get(ctx context.Context, root *os.Root, e entry) error {
	name := filepath.FromSlash(e.Path)
	if e.Dir {
		return root.MkdirAll(name, 0o700)
	}
	var failed error // here, not in the resident, unless the stream ended
	err := c.ask(ctx, head{Kind: kindGet, Path: e.Path}, 0, nil, func(body *io.LimitedReader) error {
		if body.N != e.Size {
			return fmt.Errorf("%w: %s was listed with %d bytes and came with %d", errFrame, e.Path, e.Size, body.N)
		}
		if failed = createFile(root, name, body); errors.Is(failed, io.ErrUnexpectedEOF) {
			return failed
		}
		return nil
	})
	return cmp.Or(err, failed)
}

func emptyFolder(dst string) (*os.Root, error) {
	if err := os.MkdirAll(dst, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder to copy out to: %w", err)
	}
	there, err := os.ReadDir(dst)
	if err != nil {
		return nil, fmt.Errorf("copy out: %w", err)
	}
	if len(there) > 0 {
		return nil, fmt.Errorf("copy out: %s is not empty", dst)
	}
	return os.OpenRoot(dst)
}

// Close says goodbye, so that the resident leaves by itself, and ends it in
// any case.
func (c *remote) Close() error {
	var err error
	c.closed.Do(func() {
		if c.broken == nil {
			ctx, cancel := context.WithTimeout(context.Background(), politeFor)
			_ = c.ask(ctx, head{Kind: kindBye}, 0, nil, nil) // End follows whatever it says
			cancel()
		}
		c.broken = ErrClosed
		err = c.proc.End()
	})
	return err
}

// politeFor is how long a resident may take to leave by itself.
const politeFor = time.Second

// askJSON is ask with JSON both ways; a nil v sends no body, a nil reply wants
// none.
func (c *remote) askJSON(ctx context.Context, h head, v, reply any) error {
	var text []byte
	if v != nil {
		var err error
		if text, err = json.Marshal(v); err != nil {
			return fmt.Errorf("encode %s: %w", h.Kind, err)
		}
	}
	take := into(reply)
	if reply == nil {
		take = nil
	}
	return c.ask(ctx, h, int64(len(text)), bytes.NewReader(text), take)
}

func into(v any) func(*io.LimitedReader) error {
	return func(body *io.LimitedReader) error { return readJSON(body, v) }
}

// ask sends one request and takes its reply. A refusal is an error that leaves
// the sandbox usable; every other error, and a cancelled ctx, ends it.
func (c *remote) ask(ctx context.Context, h head, size int64, body io.Reader, take func(*io.LimitedReader) error) error {
	if c.broken != nil {
		return c.broken
	}
	if err := ctx.Err(); err != nil {
		return err // nothing was sent, so nothing broke
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		_ = c.proc.End() // frees the exchange below; Close reports its error
	})
	c.nextID++
	h.ID = c.nextID
	err := c.exchange(h, size, body, take)
	if !stop() {
		<-ended
		err = fmt.Errorf("%w: %w", ErrBroken, context.Cause(ctx))
		c.broken = err
		return err
	}
	if refused := (*refusal)(nil); err == nil || errors.As(err, &refused) {
		return err
	}
	return c.abandon(err)
}

// abandon ends a resident that can no longer be trusted.
func (c *remote) abandon(cause error) error {
	if errors.Is(cause, io.EOF) || errors.Is(cause, os.ErrClosed) {
		cause = fmt.Errorf("the tool process is gone: %w", cause)
	}
	cause = errors.Join(cause, c.proc.End())
	c.broken = fmt.Errorf("%w: %w", ErrBroken, cause)
	if said := c.proc.Complaint(); said != "" {
		c.broken = fmt.Errorf("%w; it said: %s", c.broken, said)
	}
	return c.broken
}

// refusal is a resident's no to one request: a *tools.Failure with its code.
type refusal struct{ error }

func (r *refusal) Unwrap() error { return r.error }

func (c *remote) exchange(h head, size int64, body io.Reader, take func(*io.LimitedReader) error) error {
	if err := c.wire.send(h, size, body); err != nil {
		return err
	}
	reply, got, err := c.wire.receive()
	if err != nil {
		return err
	}
	switch {
	case reply.ID != h.ID || reply.Kind != h.Kind:
		return fmt.Errorf("%w: request %d (%s) was answered with %d (%q)", errFrame, h.ID, h.Kind, reply.ID, reply.Kind)
	case reply.Error != "":
		return &refusal{tools.Failf(reply.Code, "%s", reply.Error)}
	case take != nil:
		return take(got)
	case got.N > 0:
		return fmt.Errorf("%w: %d bytes that nobody asked for after %s", errFrame, got.N, h.Kind)
	}
	return nil
}
