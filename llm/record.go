package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
)

// Exchange is one request and its response as they travelled, without headers
// that could tell who asked. A recording is a file of them, one to a line.
type Exchange struct {
	Request  RecordedRequest  `json:"request"`
	Response RecordedResponse `json:"response"`
}

// RecordedRequest is a request without its host and headers.
type RecordedRequest struct {
	Method string          `json:"method"`
	Path   string          `json:"path"` // "chat/completions", "embeddings"
	Body   json.RawMessage `json:"body,omitempty"`
}

// RecordedResponse is a response; Text holds a body that was no JSON.
type RecordedResponse struct {
	Status     int             `json:"status"`
	RetryAfter string          `json:"retry_after,omitempty"`
	Body       json.RawMessage `json:"body,omitempty"`
	Text       string          `json:"text,omitempty"`
}

// Recorder is a transport that writes down what passes through it, each
// exchange as it ends, so that a crash leaves a usable recording. Keys are
// taken out of the bodies; headers are not recorded.
type Recorder struct {
	next    http.RoundTripper
	secrets []string

	mu  sync.Mutex
	out io.WriteCloser
}

// NewRecorder records to a new file; one that is there already is refused.
// Secrets are the keys in use, which are taken out wherever they stand.
func NewRecorder(path string, next http.RoundTripper, secrets ...string) (*Recorder, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("start a recording: %w", err)
	}
	if next == nil {
		next = http.DefaultTransport
	}
	return &Recorder{next: next, secrets: secrets, out: f}, nil
}

// Close ends the recording.
func (r *Recorder) Close() error { return r.out.Close() }

// RoundTrip sends the request on and records the exchange.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	sent, err := drain(&req.Body)
	if err != nil {
		return nil, err
	}
	resp, err := r.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	got, err := drain(&resp.Body)
	if err != nil {
		return nil, err
	}
	err = r.write(Exchange{
		Request:  RecordedRequest{Method: req.Method, Path: operation(req.URL.Path), Body: r.scrubJSON(sent)},
		Response: r.response(resp, got),
	})
	if err != nil {
		return nil, err
	}
	return resp, nil
}

func (r *Recorder) response(resp *http.Response, body []byte) RecordedResponse {
	out := RecordedResponse{Status: resp.StatusCode, RetryAfter: resp.Header.Get("Retry-After")}
	if json.Valid(body) {
		out.Body = r.scrubJSON(body)
	} else {
		out.Text = string(r.scrub(body))
	}
	return out
}

func (r *Recorder) write(e Exchange) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("record an exchange: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, err := r.out.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("record an exchange: %w", err)
	}
	return nil
}

const scrubbed = "[key]"

// keyShapes are the forms that secrets of known services have.
var keyShapes = regexp.MustCompile(`\b(sk|pk|gsk|xai|hf|key|ghp|glpat)[-_][A-Za-z0-9_-]{16,}|\bAKIA[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{30,}|(?i:bearer)\s+[A-Za-z0-9._~+/-]{16,}`)

func (r *Recorder) scrub(b []byte) []byte {
	for _, s := range r.secrets {
		if len(s) >= 4 {
			b = bytes.ReplaceAll(b, []byte(s), []byte(scrubbed))
		}
	}
	return keyShapes.ReplaceAll(b, []byte(scrubbed))
}

// scrubJSON is scrub, where what comes out must still be JSON: a body that is
// none (never sent by our client) is recorded as a JSON string.
func (r *Recorder) scrubJSON(b []byte) json.RawMessage {
	b = r.scrub(b)
	if len(b) == 0 {
		return nil
	}
	if !json.Valid(b) {
		b, _ = json.Marshal(string(b)) // a string always marshals
	}
	return b
}

// FindKey returns the first thing in a recording that looks like a key, ""
// when there is none. Tests hold every recording in the project to it.
func FindKey(recording []byte) string {
	return string(keyShapes.Find(recording))
}

// operation is what of an address is the protocol's, not the host's.
func operation(path string) string {
	path = strings.Trim(path, "/")
	if strings.HasSuffix(path, "chat/completions") {
		return "chat/completions"
	}
	return path[strings.LastIndex(path, "/")+1:]
}

// drain reads a body whole and puts back what it read.
func drain(body *io.ReadCloser) ([]byte, error) {
	if *body == nil {
		return nil, nil
	}
	b, err := io.ReadAll(*body)
	_ = (*body).Close()
	if err != nil {
		return nil, err
	}
	*body = io.NopCloser(bytes.NewReader(b))
	return b, nil
}
