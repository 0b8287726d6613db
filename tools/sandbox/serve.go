package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"legomem/tools"
	"legomem/tools/office"
)

// serve is the resident tool process: it answers frames from in on out until
// it is told goodbye or in ends, acting in dir with the tools of reg. When in
// ends in the middle of an action, the action is cancelled, deserted is called,
// and the error says so. A cancelled ctx cancels the running action; only the
// end of in ends a serve that waits.
//
// It checks everything it is sent: invalid frames, and those over the caps, end it,
// requests that make no sense are refused.
func serve(ctx context.Context, dir string, in io.Reader, out io.Writer, reg *tools.Registry, deserted func()) error {
	s := &server{wire: newWire(in, out), reg: reg, dir: dir, deserted: deserted}
	defer s.close()
	for {
		h, body, err := s.next()
		if err != nil {
			return fmt.Errorf("the launcher went away: %w", err)
		}
		if err := s.answer(ctx, h, body); err != nil {
			return err
		}
		if h.Kind == kindBye {
			return nil
		}
	}
}

// server is a resident's state.
type server struct {
	wire     *wire
	reg      *tools.Registry
	dir      string
	greeted  bool
	held     held             // by its own doing, so far
	root     *os.Root         // of dir, from init on: before, another file system may lie there
	ws       *tools.Workspace // nil until init
	office   *office.Resident // with ws
	limits   Limits
	gauge    *gauge
	files    int64
	total    int64
	deserted func()
	watched  chan struct{} // closed when watch is over; nil when nobody watches
}

func (s *server) close() {
	if s.ws != nil {
		_ = s.office.Close() // what it may leave lies in the temporary folder
		_ = s.ws.Close()     // it was read through; nothing is lost
		_ = s.root.Close()
	}
}

// answer handles one request and replies. Its error ends the connection; a
// request that is refused does not.
func (s *server) answer(ctx context.Context, h head, body *io.LimitedReader) error {
	reply := head{ID: h.ID, Kind: h.Kind}
	result, err := s.handle(ctx, h, body)
	if end := (*fatal)(nil); errors.As(err, &end) {
		return err
	}
	if over := (*Breach)(nil); errors.As(err, &over) {
		reply.Breach = &breached{over.Limit, over.Detail}
		return s.wire.send(reply, 0, nil)
	}
	if err != nil {
		reply.Error, reply.Code = clip(err.Error()), tools.CodeOf(err)
		return s.wire.send(reply, 0, nil)
	}
	if f, ok := result.(openFile); ok {
		defer f.Close()
		return s.wire.send(reply, f.size, f)
	}
	if result == nil {
		return s.wire.send(reply, 0, nil)
	}
	return s.reply(reply, result)
}

// reply sends a result as JSON, or an error if it is over the cap.
func (s *server) reply(h head, result any) error {
	if obs, ok := result.(tools.Observation); ok && valuesOf(obs.Data) > maxValues {
		result = tools.Fail(tools.Failf(tools.TooLarge, "the result has more than %d values; ask for less at a time", maxValues))
	}
	text, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("encode %s: %w", h.Kind, err)
	}
	if len(text) > maxMessage {
		err := tools.Failf(tools.TooLarge, "the result has %d bytes, over the cap of %d; ask for less at a time", len(text), maxMessage)
		if h.Kind == kindCall {
			return s.wire.sendJSON(h, tools.Fail(err))
		}
		h.Error, h.Code = err.Error(), tools.TooLarge
		return s.wire.send(h, 0, nil)
	}
	return s.wire.send(h, int64(len(text)), bytes.NewReader(text))
}

// fatal is an error after which the stream cannot be trusted.
type fatal struct{ error }

func (f *fatal) Unwrap() error { return f.error }

func (s *server) handle(ctx context.Context, h head, body *io.LimitedReader) (any, error) {
	switch {
	case h.Kind == kindHello:
		return s.hello(body)
	case !s.greeted:
		return nil, &fatal{fmt.Errorf("%w: %q before hello", errFrame, h.Kind)}
	case h.Kind == kindBye:
		return nil, nil
	case h.Kind == kindInit:
		return s.setUp(body)
	case s.ws == nil:
		return nil, fmt.Errorf("%q before init", h.Kind)
	}
	switch h.Kind {
	case kindPut:
		return nil, s.put(h, body)
	case kindList:
		return s.list(h.Hashes)
	case kindGet:
		return s.get(h)
	case kindCall:
		return s.call(ctx, body)
	}
	return nil, fmt.Errorf("no request %q in protocol %d", h.Kind, Protocol)
}

// hello answers with this side's greeting whatever the other's is: the
// launcher compares them, since it has a user to tell.
func (s *server) hello(body *io.LimitedReader) (any, error) {
	var g greeting
	if err := readJSON(body, &g); err != nil {
		return nil, &fatal{err}
	}
	ours := greeting{Protocol: Protocol, Tools: s.reg.Hash()}
	s.greeted = g.Protocol == ours.Protocol && g.Tools == ours.Tools
	if s.greeted && g.Filter {
		filterCalls(&s.held)
	}
	return ours, nil
}

// setUp returns what holds the resident by its own doing.
func (s *server) setUp(body *io.LimitedReader) (any, error) {
	var to setup
	if err := readJSON(body, &to); err != nil {
		return nil, &fatal{err}
	}
	if s.ws != nil {
		return nil, errors.New("init for the second time")
	}
	if to.Limits.Action <= 0 {
		return nil, fmt.Errorf("an action's time must be positive, not %s", to.Limits.Action)
	}
	now, err := to.Zone.at(to.Now)
	if err != nil {
		return nil, err
	}
	h, err := s.confineAs(to)
	if err != nil {
		return nil, fmt.Errorf("confine the tool process: %w", err)
	}
	if h.NoNamespaces != "" {
		return h, nil
	}
	return h, s.open(to, now)
}

// confineAs does to this process what its launcher leaves to it.
func (s *server) confineAs(to setup) (held, error) {
	if to.Confine != nil {
		return confine(*to.Confine)
	}
	return s.held, nil
}

// open makes ready for actions.
func (s *server) open(to setup, now time.Time) error {
	if to.Limits.Memory > 0 {
		// From half of it on the collector works harder, rather than let the heap
		// double.
		debug.SetMemoryLimit(max(to.Limits.Memory/2, leastMemory))
	}
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return fmt.Errorf("open testbed: %w", err)
	}
	ws, err := tools.OpenWorkspace(s.dir, to.User, func() time.Time { return now })
	if err != nil {
		return errors.Join(err, root.Close())
	}
	s.office = office.NewResident()
	ws.DayFirst, ws.Domain, ws.Shell, ws.Office = to.DayFirst, tools.OfficeDomain(to.Domain), to.Shell, s.office
	s.root, s.ws, s.limits, s.gauge = root, ws, to.Limits, newGauge(to.Limits, to.Confine)
	return nil
}

// leastMemory is what a heap may have before the collector hurries.
const leastMemory = 64 << 20

// put takes in a file or folder of the testbed.
func (s *server) put(h head, body *io.LimitedReader) error {
	if err := checkName(h.Path); err != nil {
		return tools.Failf(tools.Refused, "%w", err)
	}
	s.files++
	s.total += body.N
	if s.files > s.limits.Inodes || s.total > s.limits.Workspace {
		return tools.Failf(tools.TooLarge, "a testbed holds at most %d files and folders and %d bytes", s.limits.Inodes, s.limits.Workspace)
	}
	err := s.write(h, body)
	if tools.CodeOf(err) == tools.DiskFull {
		if over := s.gauge.full(err.Error()); over != nil {
			return over
		}
	}
	return err
}

func (s *server) write(h head, body *io.LimitedReader) error {
	if h.Dir {
		return s.root.MkdirAll(h.Path, 0o700)
	}
	return createFile(s.root, h.Path, body)
}

// list lists the testbed, with the files' hashes where they are asked for.
func (s *server) list(hashes bool) ([]entry, error) {
	entries, err := listRoot(s.root, s.limits)
	if err != nil || !hashes {
		return entries, err
	}
	return entries, hashEntries(s.root, entries)
}

// openFile is a reply whose body is a file.
type openFile struct {
	*os.File
	size int64
}

func (s *server) get(h head) (any, error) {
	if err := checkName(h.Path); err != nil {
		return nil, tools.Failf(tools.Refused, "%w", err)
	}
	f, size, err := openRegular(s.root, h.Path)
	if err != nil {
		return nil, err
	}
	if size > maxBody {
		_ = f.Close()
		return nil, tools.Failf(tools.TooLarge, "%s has %d bytes, over the cap of %d", h.Path, size, int64(maxBody))
	}
	return openFile{f, size}, nil
}

// call runs an action. While it runs, the end of the input cancels it: the
// launcher is gone, and nobody waits for the result.
func (s *server) call(ctx context.Context, body *io.LimitedReader) (any, error) {
	var a tools.Action
	if err := readJSON(body, &a); err != nil {
		return nil, &fatal{err}
	}
	tool, err := s.reg.Lookup(a.Tool)
	if err != nil {
		return tools.Fail(err), nil
	}
	gone, cancel := context.WithCancel(ctx)
	defer cancel()
	s.watch(cancel)
	timed, stop := context.WithTimeout(gone, s.limits.Action)
	defer stop()
	obs, over := s.run(timed, tool, a)
	if over != nil {
		return nil, over
	}
	if obs.Failed && errors.Is(timed.Err(), context.DeadlineExceeded) {
		obs = tools.Fail(tools.Failf(tools.Timeout, "%s was stopped after %s: %s", a.Tool, s.limits.Action, obs.Text))
	}
	return obs, nil
}

// run runs an action under the gauge.
func (s *server) run(ctx context.Context, tool tools.Tool, a tools.Action) (tools.Observation, *Breach) {
	ready := tool.Prepare(a.Args)
	w, under, done := s.gauge.watch(ctx, ready.Changes())
	obs := ready.Run(under, s.ws)
	done()
	if w.bounds.Ran() {
		bury()
	}
	if over := w.verdict(obs); over != nil {
		return obs, over
	}
	return w.outside(obs), nil
}

// watch calls gone if the input ends before the next request comes. The wire
// belongs to it until then; next waits for it.
func (s *server) watch(gone func()) {
	done := make(chan struct{})
	s.watched = done
	go func() {
		defer close(done)
		if _, err := s.wire.r.Peek(1); err != nil {
			gone()
			s.deserted()
		}
	}()
}

// next reads the next request.
func (s *server) next() (head, *io.LimitedReader, error) {
	if s.watched != nil {
		<-s.watched
		s.watched = nil
	}
	return s.wire.receive()
}

// clip keeps an error's text inside a frame's head.
func clip(s string) string {
	const most = 8 << 10
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
