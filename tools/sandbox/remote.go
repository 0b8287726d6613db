package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"syscall"
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
	// Complaint is the beginning and the end of what the process wrote to
	// standard error.
	Complaint() string
	// Death returns why the process, whose stream has ended by itself, died: a *Breach
	// of these limits, if it is known to be one, or else whatever is known, which may
	// be nil.
	Death(Limits) error
}

// remote is an open sandbox: the launcher's side of the conversation.
type remote struct {
	proc   resident
	about  map[string]string
	wire   *wire
	limits Limits        // known from init on
	given  Spec          // what it was opened with
	same   []string      // see LeftAlone
	grace  time.Duration // on top of an action's time; see stuckAfter
	heard  func()        // a reply came; see listening
	nextID uint64
	broken error // of all later calls
	closed sync.Once
}

// stuckAfter is how long a resident gets, on top of the action's own time, to stop an
// action and report that, before it is considered stuck.
const stuckAfter = 10 * time.Second

// converse opens a sandbox over a resident that has just started: greeting,
// setup, files. The resident is ended when any of it fails.
func converse(ctx context.Context, proc resident, reg *tools.Registry, to setup, spec Spec, files []entry) (Sandbox, error) {
	c, err := meet(ctx, proc, greeting{Protocol: Protocol, Tools: reg.Hash()})
	if err != nil {
		return nil, err
	}
	return c.begin(ctx, to, spec, files)
}

// meet greets a resident that has just started, and ends it when that fails.
func meet(ctx context.Context, proc resident, ours greeting) (*remote, error) {
	c := &remote{proc: proc, wire: newWire(proc, proc)}
	if err := c.greet(ctx, ours); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// begin gives a resident that was greeted its one run, and ends it when that fails.
func (c *remote) begin(ctx context.Context, to setup, spec Spec, files []entry) (Sandbox, error) {
	c.limits, c.grace, c.given = to.Limits, stuckAfter, spec
	err := c.prepare(ctx, to)
	if err == nil {
		err = c.copyIn(ctx, spec.Testbed, files)
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// prepare has the resident set itself up. It is *unfurnished if the resident is to be
// started without namespaces.
func (c *remote) prepare(ctx context.Context, to setup) error {
	text, err := json.Marshal(to)
	if err != nil {
		return fmt.Errorf("encode %s: %w", kindInit, err)
	}
	var h held
	report := func(body *io.LimitedReader) error {
		if body.N == 0 {
			return nil
		}
		return readJSON(body, &h)
	}
	if err := c.ask(ctx, head{Kind: kindInit}, int64(len(text)), bytes.NewReader(text), report); err != nil {
		return err
	}
	if h.NoNamespaces != "" {
		return &unfurnished{plain(h.NoNamespaces)}
	}
	if to.Confine != nil {
		h.Lacks = append(h.Lacks, to.Confine.lacks...)
	}
	c.about = h.about(c.about)
	return nil
}

// setupOf is what a resident has to know of a run.
func setupOf(spec Spec, l Limits) setup {
	return setup{User: spec.User, Now: spec.Now, Zone: zoneOf(spec.Now), DayFirst: spec.DayFirst, Domain: spec.Domain, Shell: spec.Shell, Limits: l}
}

// greet gives a fresh resident a moment to answer at all.
func (c *remote) greet(ctx context.Context, ours greeting) error {
	ctx, cancel := context.WithTimeoutCause(ctx, 30*time.Second, errors.New("it did not answer in 30 s"))
	defer cancel()
	var theirs greeting
	if err := c.askJSON(ctx, head{Kind: kindHello}, ours, &theirs); err != nil {
		return fmt.Errorf("start the tool process: %w", err)
	}
	return ours.check(theirs)
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
	var obs tools.Observation
	take := func(body *io.LimitedReader) error { return readObservation(body, &obs) }
	if err := c.ask(ctx, head{Kind: kindCall}, int64(len(text)), bytes.NewReader(text), take); err != nil {
		return tools.Observation{}, fmt.Errorf("%s: %w", a.Tool, err)
	}
	return obs, nil
}

// About is what the launcher knows of the image, or what a local resident has reported.
func (c *remote) About() map[string]string { return c.about }

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

// ask sends one request and takes its reply. See during for its errors.
func (c *remote) ask(ctx context.Context, h head, size int64, body io.Reader, take func(*io.LimitedReader) error) error {
	return c.during(ctx, h.Kind, func() error {
		id, err := c.send(h, size, body)
		if err != nil {
			return err
		}
		return c.receive(id, h.Kind, take)
	})
}

// during holds a conversation with the resident, with requests of one kind. A refusal
// is an error that leaves the sandbox usable; every other error, a resident that is
// silent for too long, and a cancelled ctx end it.
func (c *remote) during(ctx context.Context, k kind, converse func() error) error {
	if c.broken != nil {
		return c.broken
	}
	if err := ctx.Err(); err != nil {
		return err // nothing was sent, so nothing broke
	}
	ctx, over := c.listening(ctx, k)
	defer over()
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		_ = c.proc.End() // frees the conversation; Close reports its error
	})
	err := converse()
	if !stop() {
		<-ended
		c.broken = context.Cause(ctx)
		if over := (*Breach)(nil); !errors.As(c.broken, &over) {
			c.broken = fmt.Errorf("%w: %w", ErrBroken, c.broken)
		}
		return c.broken
	}
	if refused := (*refusal)(nil); err == nil || errors.As(err, &refused) {
		return err
	}
	return c.abandon(err)
}

// abandon ends a resident that can no longer be trusted, and returns why.
func (c *remote) abandon(cause error) error {
	if isGoodbye(cause) {
		cause = c.autopsy(cause)
	}
	ended := c.proc.End()
	if over := (*Breach)(nil); errors.As(cause, &over) {
		c.broken = over
		return over
	}
	c.broken = fmt.Errorf("%w: %w", ErrBroken, errors.Join(cause, ended))
	if said := c.proc.Complaint(); said != "" {
		c.broken = fmt.Errorf("%w; it said: %s", c.broken, said)
	}
	return c.broken
}

// isGoodbye is true for the errors of a stream whose other side is gone.
func isGoodbye(err error) bool {
	ends := []error{io.EOF, io.ErrUnexpectedEOF, os.ErrClosed, syscall.EPIPE, syscall.ECONNRESET}
	return slices.ContainsFunc(ends, func(end error) bool { return errors.Is(err, end) })
}

// autopsy finds out what a resident died of.
func (c *remote) autopsy(cause error) error {
	death := c.proc.Death(c.limits)
	var over *Breach
	switch {
	case errors.As(death, &over):
		return over
	case death != nil:
		return fmt.Errorf("the tool process is gone (%w): %w", death, cause)
	}
	return fmt.Errorf("the tool process is gone: %w", cause)
}

// refusal is a resident's refusal of one request: a *tools.Failure with its code.
type refusal struct{ error }

func (r *refusal) Unwrap() error { return r.error }

// send sends a request and returns its id.
func (c *remote) send(h head, size int64, body io.Reader) (uint64, error) {
	c.nextID++
	h.ID = c.nextID
	return h.ID, c.wire.send(h, size, body)
}

// receive reads the reply to a request; a nil take allows it no body.
func (c *remote) receive(id uint64, k kind, take func(*io.LimitedReader) error) error {
	reply, got, err := c.wire.receive()
	if err != nil {
		return err
	}
	c.heard()
	switch {
	case reply.ID != id || reply.Kind != k:
		return fmt.Errorf("%w: request %d (%s) was answered with %d (%q)", errFrame, id, k, reply.ID, reply.Kind)
	case reply.Breach != nil:
		return c.reported(*reply.Breach)
	case reply.Error != "":
		return &refusal{tools.Failf(known(reply.Code), "%s", plain(reply.Error))}
	case take != nil:
		return take(got)
	case got.N > 0:
		return fmt.Errorf("%w: %d bytes that nobody asked for after %s", errFrame, got.N, k)
	}
	return nil
}

// reported is the error for a breach that the resident reports.
func (c *remote) reported(b breached) error {
	if c.limits.value(b.Limit) == "" {
		return fmt.Errorf("%w: a breach of %q, which is no limit", errFrame, b.Limit)
	}
	return c.limits.breach(b.Limit, "%s", b.Detail)
}
