package sandbox_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/docker/docker/client"

	"legomem/must"
	"legomem/tools/sandbox"
)

// faulty stands between a client and the real engine, on a socket of its own,
// and fails as engines do. What it lets pass is the engine's own words.
type faulty struct {
	socket string
	proxy  *httputil.ReverseProxy

	mu      sync.Mutex
	conns   map[*gated]bool
	refuse  int           // connections that are closed at once; negative: all
	refused int           // how many were
	stalled chan struct{} // closed when it goes on; nil while it does
	full    string        // part of the path of requests there is no room for
	silent  string        // part of the path of requests whose answer never comes
	hold    chan struct{} // closed when they are let go
	serving int           // requests
}

// newFaulty stands in front of the engine that tests use.
func newFaulty(t *testing.T) *faulty {
	t.Helper()
	host := must.Have(client.ParseHostURL(daemonHost(t)))(t)
	f := &faulty{socket: filepath.Join(t.TempDir(), "engine.sock"), conns: map[*gated]bool{}, hold: make(chan struct{})}
	address := host.Host
	if host.Scheme == "unix" {
		address = host.Path
		if address == "" {
			address = host.Host
		}
	}
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, host.Scheme, address)
	}}
	f.proxy = &httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: "http", Host: "engine"}) },
		Transport:     transport,
		FlushInterval: -1,
		ErrorHandler:  func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}
	l := must.Have(net.Listen("unix", f.socket))(t)
	server := &http.Server{Handler: f}
	go func() { _ = server.Serve(&gate{l, f}) }()
	t.Cleanup(func() {
		f.goOn()
		_ = server.Close()
		f.cut()
		transport.CloseIdleConnections()
	})
	return f
}

func daemonHost(t *testing.T) string {
	t.Helper()
	e, err := sandbox.ConnectEngine()
	if err != nil {
		t.Skip("no container engine: ", err)
	}
	defer e.Close()
	return e.DaemonHost()
}

// engine is a client that speaks to the faulty one.
func (f *faulty) engine(t *testing.T) *sandbox.Client {
	t.Helper()
	t.Setenv("DOCKER_HOST", "unix://"+f.socket)
	e := must.Have(sandbox.ConnectEngine())(t)
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func (f *faulty) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

// stall makes the engine one that was stopped: connections are taken, and
// nothing moves on them.
func (f *faulty) stall() { f.set(func() { f.stalled = make(chan struct{}) }) }

func (f *faulty) goOn() {
	f.set(func() {
		f.silent = ""
		close(f.hold)
		f.hold = make(chan struct{})
		if f.stalled != nil {
			close(f.stalled)
			f.stalled = nil
		}
	})
}

// settle waits until nothing is in flight: the clients have hung up, and what
// they had asked is done.
func (f *faulty) settle() {
	for busy := true; busy; time.Sleep(5 * time.Millisecond) {
		f.set(func() { busy = len(f.conns) > 0 || f.serving > 0 })
	}
}

// cut ends all connections, as an engine does that is restarted or dies.
func (f *faulty) cut() {
	f.set(func() {
		for c := range f.conns {
			_ = c.Conn.Close()
		}
	})
}

func (f *faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.set(func() { f.serving++ })
	defer f.set(func() { f.serving-- })
	f.mu.Lock()
	released := f.hold
	full := f.full != "" && strings.Contains(r.URL.Path, f.full) && r.Method == http.MethodPost
	silent := f.silent != "" && strings.Contains(r.URL.Path, f.silent)
	f.mu.Unlock()
	switch {
	case full:
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusInternalServerError)
		_ = json.NewEncoder(w).Encode(map[string]string{"message": "write /var/lib/docker/tmp/layer: no space left on device"})
	case silent && r.Header.Get("Upgrade") == "":
		f.proxy.ServeHTTP(&unheard{http.Header{}}, r) // it is done all the same
		<-released
	case silent:
		<-released
	default:
		f.proxy.ServeHTTP(w, r)
	}
}

// unheard is an answer that is not passed on.
type unheard struct{ header http.Header }

func (u *unheard) Header() http.Header         { return u.header }
func (u *unheard) Write(p []byte) (int, error) { return len(p), nil }
func (u *unheard) WriteHeader(int)             {}
func (u *unheard) Flush()                      {}

// gate is the faulty engine's listener.
type gate struct {
	net.Listener
	f *faulty
}

func (g *gate) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &gated{Conn: conn, f: g.f, closed: make(chan struct{})}
		refuse := false
		g.f.set(func() {
			if refuse = g.f.refuse != 0; refuse {
				g.f.refuse--
				g.f.refused++
				return
			}
			g.f.conns[c] = true
		})
		if !refuse {
			return c, nil
		}
		_ = conn.Close()
	}
}

// gated is a connection on which nothing moves while the engine is stalled.
type gated struct {
	net.Conn
	f      *faulty
	once   sync.Once
	closed chan struct{}
}

func (c *gated) wait() {
	c.f.mu.Lock()
	stalled := c.f.stalled
	c.f.mu.Unlock()
	if stalled != nil {
		select {
		case <-stalled:
		case <-c.closed:
		}
	}
}

func (c *gated) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.wait()
	if err == io.EOF {
		err = net.ErrClosed // both ways, as clients hang up: the proxy need not wait for the other
	}
	return n, err
}

func (c *gated) Write(p []byte) (int, error) {
	c.wait()
	return c.Conn.Write(p)
}

func (c *gated) CloseWrite() error { return c.Conn.(*net.UnixConn).CloseWrite() }

func (c *gated) Close() error {
	c.once.Do(func() { close(c.closed) })
	c.f.set(func() { delete(c.f.conns, c) })
	return c.Conn.Close()
}

// impatient is how long an engine's answer is waited for where it does not come.
const impatient = 2 * time.Second
