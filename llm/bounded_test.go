package llm_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"legomem/llm"
	"legomem/must"
	"legomem/sweep"
)

// bodyMeter is a transport that counts the bytes that are read of bodies.
type bodyMeter struct{ read atomic.Int64 }

func (c *bodyMeter) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		resp.Body = countedBody{resp.Body, &c.read}
	}
	return resp, err
}

type countedBody struct {
	io.ReadCloser
	read *atomic.Int64
}

func (b countedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.read.Add(int64(n))
	return n, err
}

// endless sends a status, a beginning, and then filler until the caller hangs up or so
// many megabytes are sent.
func endless(t *testing.T, status int, begin string, megabytes int) (url string, requests *atomic.Int64) {
	t.Helper()
	requests = new(atomic.Int64)
	filler := []byte(strings.Repeat("x", 1<<20))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		w.WriteHeader(status)
		_, err := io.WriteString(w, begin)
		for n := 0; n < megabytes && err == nil; n++ {
			_, err = w.Write(filler)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL + "/v1", requests
}

// callers are the ways to ask an endpoint.
func callers() map[string]func(context.Context, *llm.Client) error {
	return map[string]func(context.Context, *llm.Client) error{
		"chat": func(ctx context.Context, c *llm.Client) error {
			_, err := c.Chat(ctx, ask("hello"))
			return err
		},
		"embeddings": func(ctx context.Context, c *llm.Client) error {
			_, err := llm.NewEndpointEmbedder(c, "em", 3).Embed(ctx, []string{"hello"})
			return err
		},
	}
}

const megabyte = 1 << 20

// TestAReplyIsReadToItsCap: of a reply without an end, 64 MB are read, once.
func TestAReplyIsReadToItsCap(t *testing.T) {
	sweep.OneGoroutine(t)
	for name, call := range callers() {
		t.Run(name, func(t *testing.T) {
			url, requests := endless(t, http.StatusOK, `{"model":"`, 256)
			wire := &bodyMeter{}
			c := must.Have(llm.NewClient(llm.Endpoint{BaseURL: url, MaxTries: 3, Transport: wire}))(t)
			err := call(t.Context(), c)
			if llm.KindOf(err) != llm.Server || !strings.Contains(err.Error(), url) || !strings.Contains(err.Error(), "64 MB") {
				t.Errorf("the error does not name the endpoint and the cap: %v", err)
			}
			if read := wire.read.Load(); read != 64*megabyte+1 || requests.Load() != 1 {
				t.Errorf("%d bytes were read in %d requests", read, requests.Load())
			}
		})
	}
}

// TestAnErrorIsCut: 64 KB of an error are read, and it keeps its status.
func TestAnErrorIsCut(t *testing.T) {
	for name, call := range callers() {
		t.Run(name, func(t *testing.T) {
			url, requests := endless(t, http.StatusInternalServerError, "it broke: ", 64)
			wire := &bodyMeter{}
			c := must.Have(llm.NewClient(llm.Endpoint{BaseURL: url, MaxTries: 3, Transport: wire, Sleep: new(waits).sleep}))(t)
			err := call(t.Context(), c)
			if llm.KindOf(err) != llm.Server || !strings.Contains(err.Error(), "500: it broke") || len(err.Error()) > 1000 {
				t.Errorf("error: %.1000v", err)
			}
			if read := wire.read.Load(); read != 3*64<<10 || requests.Load() != 3 {
				t.Errorf("%d bytes were read in %d requests", read, requests.Load())
			}
		})
	}
}

// TestALengthThatIsTooMuchIsNotRead: what says that it is too long is not read at all.
func TestALengthThatIsTooMuchIsNotRead(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(65*megabyte))
	}))
	t.Cleanup(server.Close)
	wire := &bodyMeter{}
	c := must.Have(llm.NewClient(llm.Endpoint{BaseURL: server.URL, MaxTries: 3, Transport: wire}))(t)
	_, err := c.Chat(t.Context(), ask("hello"))
	var long *llm.Oversized
	if !errors.As(err, &long) || wire.read.Load() != 0 {
		t.Errorf("%d bytes were read: %v", wire.read.Load(), err)
	}
}

// TestAWholeReplyAtTheCap: a reply of exactly 64 MB is a reply.
func TestAWholeReplyAtTheCap(t *testing.T) {
	reply := `{"choices":[{"message":{"content":"hi"}}]}`
	body := reply + strings.Repeat(" ", 64*megabyte-len(reply))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
	t.Cleanup(server.Close)
	resp := must.Have((&http.Client{Transport: llm.Bounded(nil)}).Get(server.URL))(t)
	defer resp.Body.Close()
	n, err := io.Copy(io.Discard, resp.Body)
	if err != nil || n != 64*megabyte {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// TestARecordingIsBounded: a transport that reads whole replies reads no more either.
func TestARecordingIsBounded(t *testing.T) {
	sweep.OneGoroutine(t)
	url, _ := endless(t, http.StatusOK, `{"model":"`, 256)
	wires := map[string]func(next http.RoundTripper) http.RoundTripper{
		"recorder": func(next http.RoundTripper) http.RoundTripper {
			r := must.Have(llm.NewRecorder(t.TempDir(), time.Now(), rand.Reader, next))(t)
			t.Cleanup(func() { _ = r.Close() })
			return r
		},
		"cache": func(next http.RoundTripper) http.RoundTripper {
			return must.Have(llm.NewCache(t.TempDir(), next, nil))(t)
		},
	}
	for name, wrap := range wires {
		t.Run(name, func(t *testing.T) {
			wire := &bodyMeter{}
			c := must.Have(llm.NewClient(llm.Endpoint{BaseURL: url, MaxTries: 3, Transport: wrap(wire)}))(t)
			_, err := c.Chat(t.Context(), ask("hello"))
			if read := wire.read.Load(); read != 64*megabyte+1 || llm.KindOf(err) != llm.Server {
				t.Errorf("%d bytes were read: %v", read, err)
			}
		})
	}
}

// dripping sends a byte at a time until the caller hangs up.
func dripping(t *testing.T, status int) (url string, requests *atomic.Int64) {
	t.Helper()
	requests = new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		w.WriteHeader(status)
		for r.Context().Err() == nil {
			_, _ = w.Write([]byte(" "))
			_ = http.NewResponseController(w).Flush()
			time.Sleep(time.Millisecond)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL + "/v1", requests
}

// TestADrippingReplyTimesOut: a body that never ends is given up at the time-out, and not
// asked for again: a call has no time left.
func TestADrippingReplyTimesOut(t *testing.T) {
	for name, call := range callers() {
		for _, status := range []int{http.StatusOK, http.StatusInternalServerError} {
			t.Run(fmt.Sprint(name, " ", status), func(t *testing.T) {
				url, requests := dripping(t, status)
				c := must.Have(llm.NewClient(llm.Endpoint{BaseURL: url, MaxTries: 5, Timeout: 50 * time.Millisecond, Sleep: new(waits).sleep}))(t)
				if err := call(t.Context(), c); llm.KindOf(err) != llm.Timeout {
					t.Errorf("error %v, want a timeout", err)
				}
				if n := requests.Load(); n != 1 {
					t.Errorf("%d requests", n)
				}
			})
		}
	}
}

// TestRetriesShareTheTimeout: requests that fail slowly are repeated for as long as the
// call's time lasts, however many tries are left.
func TestRetriesShareTheTimeout(t *testing.T) {
	var requests atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		select {
		case <-time.After(40 * time.Millisecond):
		case <-r.Context().Done():
		}
		w.WriteHeader(http.StatusInternalServerError)
	}))
	t.Cleanup(server.Close)
	c := must.Have(llm.NewClient(llm.Endpoint{BaseURL: server.URL, MaxTries: 1000, Timeout: 100 * time.Millisecond, Sleep: new(waits).sleep}))(t)
	if _, err := c.Chat(t.Context(), ask("hello")); err == nil {
		t.Error("there is no error")
	}
	if n := requests.Load(); n < 1 || n > 3 {
		t.Errorf("%d requests of 40 ms within 100 ms", n)
	}
}
