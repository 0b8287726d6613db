package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
	"time"
)

// idle is how long an endpoint may be silent where nothing else is asked for.
const idle = 2 * time.Minute

// Streamer is a transport that has chat completions come as streams and puts them together
// again, so that a model that writes for ten minutes is told from an endpoint that hangs:
// what ends a request is silence, not how long it takes. Above it, a request and its
// reply look as if no stream had been. Anything else it passes on, and waits for as long.
//
// An endpoint that answers in one piece all the same is understood; one that refuses
// streams, or to count tokens in them, is asked without from then on. Put it below a
// Recorder or a Cache, which read a whole reply before they give it on. Safe for several
// goroutines.
type Streamer struct {
	next http.RoundTripper
	idle time.Duration

	mu   sync.Mutex
	ways map[string]way // by the address of the operation
}

// way is how an endpoint streams.
type way int

// The ways, from the first that is tried.
const (
	counting  way = iota // with stream_options, so that the tokens come too
	streaming            // without
	inOne                // no stream
)

// NewStreamer makes a Streamer. A nil next is the network; an idle of 0 means 2 minutes.
func NewStreamer(next http.RoundTripper, silence time.Duration) *Streamer {
	if next == nil {
		next = http.DefaultTransport
	}
	if silence <= 0 {
		silence = idle
	}
	return &Streamer{next: next, idle: silence, ways: map[string]way{}}
}

// Silence is the error for an endpoint that said nothing for too long. It is a time-out.
type Silence struct {
	After time.Duration
	// Begun is set if it had begun to answer.
	Begun bool
}

func (s *Silence) Error() string {
	if s.Begun {
		return fmt.Sprintf("its reply stopped, and nothing more came for %s", s.After)
	}
	return fmt.Sprintf("nothing came for %s", s.After)
}

// Timeout is true: it is a net.Error.
func (s *Silence) Timeout() bool { return true }

// Temporary is true: it is a net.Error.
func (s *Silence) Temporary() bool { return true }

// RoundTrip sends a request, a chat completion as a stream.
func (s *Streamer) RoundTrip(req *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(req.URL.Path, "/chat/completions") {
		return s.watched(req)
	}
	body, err := drain(&req.Body)
	if err != nil {
		return nil, fmt.Errorf("read the request's body: %w", err)
	}
	at := req.URL.Host + req.URL.Path
	for w := s.way(at); ; w++ {
		resp, err := s.watched(withBody(req, w.ask(body)))
		if err != nil {
			return nil, err
		}
		if w < inOne && refusesStream(resp) {
			_ = resp.Body.Close()
			continue
		}
		if resp.StatusCode < http.StatusBadRequest {
			s.remember(at, w)
		}
		return assembled(resp)
	}
}

func (s *Streamer) way(at string) way {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ways[at]
}

func (s *Streamer) remember(at string, w way) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ways[at] = w
}

// ask is a body that asks for a stream in this way. What is no object stays as it is.
func (w way) ask(body []byte) []byte {
	var fields map[string]json.RawMessage
	if w == inOne || json.Unmarshal(body, &fields) != nil {
		return body
	}
	fields["stream"] = json.RawMessage("true")
	if w == counting {
		fields["stream_options"] = json.RawMessage(`{"include_usage":true}`)
	}
	out, err := json.Marshal(fields)
	if err != nil {
		return body
	}
	return out
}

func withBody(req *http.Request, body []byte) *http.Request {
	out := req.Clone(req.Context())
	out.Body, out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	out.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	return out
}

// refusesStream reads a refusal, which can be read again, and reports whether it is about
// the stream.
func refusesStream(resp *http.Response) bool {
	if resp.StatusCode != http.StatusBadRequest && resp.StatusCode != http.StatusUnprocessableEntity {
		return false
	}
	text, err := drain(&resp.Body)
	return err == nil && bytes.Contains(bytes.ToLower(text), []byte("stream"))
}

// assembled is the response with its stream put together.
func assembled(resp *http.Response) (*http.Response, error) {
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if resp.StatusCode >= http.StatusBadRequest || kind != "text/event-stream" {
		return resp, nil
	}
	defer resp.Body.Close()
	whole, err := assemble(resp.Body)
	if err != nil {
		return nil, err
	}
	out := *resp
	out.Header = resp.Header.Clone()
	out.Header.Set("Content-Type", "application/json")
	out.Header.Del("Content-Length")
	out.Body, out.ContentLength = io.NopCloser(bytes.NewReader(whole)), int64(len(whole))
	return &out, nil
}

// watched sends a request, and ends it when the endpoint is silent for too long, before
// its answer or within it.
func (s *Streamer) watched(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(req.Context())
	w := &watch{cancel: cancel, ctx: ctx, idle: s.idle}
	w.timer = time.AfterFunc(s.idle, func() { cancel(&Silence{After: s.idle, Begun: w.begun.Load()}) })
	resp, err := Bounded(s.next).RoundTrip(req.WithContext(ctx))
	if err != nil {
		return nil, w.end(err)
	}
	w.begun.Store(true)
	w.timer.Reset(s.idle)
	resp.Body = &watchedBody{body: resp.Body, watch: w}
	return resp, nil
}

// silence is the error of a request that was ended because nothing came, or another one
// as it is.
func silence(ctx context.Context, err error) error {
	var s *Silence
	if err != nil && !errors.Is(err, io.EOF) && errors.As(context.Cause(ctx), &s) {
		return s
	}
	return err
}
