package qdrant

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"legomem/membank/store"
	"legomem/membank/store/qdrant/qdranttest"
	"legomem/must"
)

// brief is the patience of the tests with servers that never answer.
const brief = 100 * time.Millisecond

// failing is an open server whose methods fail.
func failing(t *testing.T, method string, code codes.Code, message string) string {
	return qdranttest.New(t, qdranttest.Options{Before: func(_ context.Context, m string, _ int, _ any) error {
		if m == method {
			return status.Error(code, message)
		}
		return nil
	}}).Address
}

func TestOpenRefuses(t *testing.T) {
	page := httptest.NewServer(http.NotFoundHandler())
	defer page.Close()
	at := func(scheme, url string) string { return scheme + url[strings.Index(url, "://"):] }
	keyed := qdranttest.New(t, qdranttest.Options{APIKey: "sesame"})
	crypt := qdranttest.New(t, qdranttest.Options{TLS: true})
	open4 := qdranttest.Start(t)
	for _, c := range []struct {
		name        string
		o           Options
		patience    time.Duration
		unreachable bool
		says        string
	}{
		{"a mute server", Options{Address: qdranttest.Mute(t)}, brief, true, "did not answer within 100ms"},
		{"a refused connection", Options{Address: qdranttest.Refusing(t)}, openTimeout, true, "docker compose"},
		{"a name that is none", Options{Address: "qdrant://no-such-host.invalid"}, openTimeout, true, "nobody answers there"},
		{"the port of REST", Options{Address: at("qdrant", page.URL)}, openTimeout, true, "name the server's gRPC port (6334"},
		{"a port with TLS", Options{Address: at("qdrant", crypt.Address)}, openTimeout, true, "qdrants://"},
		{"a port without TLS", Options{Address: at("qdrants", open4)}, openTimeout, true, "speaks no TLS"},
		{"a certificate of nobody", Options{Address: crypt.Address}, openTimeout, true, "certificate cannot be trusted"},
		{"no key", Options{Address: keyed.Address}, openTimeout, true, "QDRANT_API_KEY"},
		{"a wrong key", Options{Address: keyed.Address, APIKey: "open"}, openTimeout, true, "QDRANT_API_KEY"},
		{"a key for reading little", Options{Address: failing(t, "List", codes.PermissionDenied, "no")}, openTimeout, true, "QDRANT_API_KEY"},
		{"another server", Options{Address: failing(t, "HealthCheck", codes.Unimplemented, "unknown service")}, openTimeout, true, "no Qdrant server"},
		{"an old server", Options{Address: qdranttest.New(t, qdranttest.Options{Version: "1.15.9"}).Address}, openTimeout, true, "needs 1.16 or newer"},
		{"a server of no version", Options{Address: qdranttest.New(t, qdranttest.Options{Version: "x"}).Address}, openTimeout, true, `version "x"`},
		{"a key in the clear", Options{Address: "qdrant://bank.example.org", APIKey: "sesame"}, openTimeout, false, "unencrypted"},
		{"a key of two lines", Options{Address: keyed.Address, APIKey: "sesame\n"}, openTimeout, false, "line breaks"},
		{"a wrong address", Options{Address: "http://localhost"}, openTimeout, false, "qdrant://host:port"},
		{"a wrong prefix", Options{Address: open4, Prefix: "a_b"}, openTimeout, false, "a_b"},
		{"an index on no field", Options{Address: open4, Indexed: []string{"a b"}}, openTimeout, false, "a b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := open(t.Context(), c.o, c.patience)
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			if errors.Is(err, ErrUnreachable) != c.unreachable {
				t.Errorf("unreachable: %v", err)
			}
			if key := strings.Contains(c.says, "QDRANT_API_KEY"); errors.Is(err, ErrKey) != key {
				t.Errorf("the key's fault: %v", err)
			}
			says := err.Error()
			if !strings.Contains(says, c.says) || !strings.Contains(says, strings.TrimSuffix(c.o.Address, "/")) && c.o.Prefix == "" && c.o.Indexed == nil {
				t.Errorf("%q does not say %q and the address %s", says, c.says, c.o.Address)
			}
			if strings.Contains(says, "sesame") || strings.Contains(says, "rpc error") {
				t.Errorf("%q says too much", says)
			}
		})
	}
}

func TestTLSAndKey(t *testing.T) {
	server := qdranttest.New(t, qdranttest.Options{APIKey: "sesame", TLS: true})
	s := must.Have(Open(t.Context(), Options{Address: server.Address, APIKey: "sesame", TLS: &tls.Config{RootCAs: server.Roots}}))(t)
	defer s.Close()
	if s.Address() != server.Address {
		t.Errorf("its address is %s", s.Address())
	}
	must.NoError(t, s.Ensure(t.Context(), "things", store.Embedding{}))
	must.NoError(t, s.Upsert(t.Context(), store.Scope{Tenant: "ann", Collection: "things"}, []store.Record{{ID: "a"}}))
	if n := server.Points("legomem_things"); n != 1 {
		t.Errorf("%d points", n)
	}
}

func TestKeyOnThisMachine(t *testing.T) {
	server := qdranttest.New(t, qdranttest.Options{APIKey: "sesame"})
	s := must.Have(Open(t.Context(), Options{Address: server.Address, APIKey: "sesame"}))(t)
	s.Close()
}

// TestGoneAway has a server that stops answering after it was opened.
func TestGoneAway(t *testing.T) {
	mute := func(ctx context.Context, method string, _ int, _ any) error {
		if method != "Scroll" {
			return nil
		}
		<-ctx.Done()
		return status.FromContextError(ctx.Err()).Err()
	}
	s := must.Have(Open(t.Context(), Options{Address: qdranttest.New(t, qdranttest.Options{Before: mute}).Address}))(t)
	defer s.Close()
	at := store.Scope{Tenant: "ann", Collection: "things"}
	s.timeout = brief
	if _, err := s.List(t.Context(), at, store.Page{}); !errors.Is(err, ErrUnreachable) || !strings.Contains(err.Error(), "did not answer") {
		t.Errorf("its own patience: %v", err)
	}
	s.timeout = callTimeout
	ctx, cancel := context.WithTimeout(t.Context(), brief)
	defer cancel()
	if _, err := s.Get(ctx, at, []string{"a"}); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrUnreachable) {
		t.Errorf("the caller's patience: %v", err)
	}
}

func TestClosed(t *testing.T) {
	address := qdranttest.Start(t)
	before := runtime.NumGoroutine()
	for range 3 {
		s := must.Have(Open(t.Context(), Options{Address: address}))(t)
		if err := errors.Join(s.Close(), s.Close()); err != nil {
			t.Errorf("closed twice: %v", err)
		}
		if _, err := s.Count(t.Context(), store.Scope{Tenant: "ann", Collection: "things"}, nil); err == nil {
			t.Error("a closed store answers")
		}
	}
	after := 0
	for range 1_000_000 { // they end on their own, on both sides of the wire
		if after = runtime.NumGoroutine(); after <= before {
			return
		}
		runtime.Gosched()
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines before, %d after:\n%s", before, after, stacks[:runtime.Stack(stacks, true)])
}
