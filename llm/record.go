package llm

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"legomem/jsonlines"
)

// Exchange is one request and its response as they were sent, without headers that
// could reveal the sender. A recording is a folder of files with one exchange per line.
type Exchange struct {
	// Repetition is the one that the request belongs to, see WithRepetition.
	Repetition string           `json:"repetition,omitempty"`
	Request    RecordedRequest  `json:"request"`
	Response   RecordedResponse `json:"response"`
}

// RecordedRequest is a request without its host and headers.
type RecordedRequest struct {
	Method string          `json:"method"`
	Path   string          `json:"path"` // "chat/completions", "embeddings"
	Body   json.RawMessage `json:"body,omitempty"`
}

// RecordedResponse is a response; Text holds a body that was not JSON.
type RecordedResponse struct {
	Status     int             `json:"status"`
	RetryAfter string          `json:"retry_after,omitempty"`
	Body       json.RawMessage `json:"body,omitempty"`
	Text       string          `json:"text,omitempty"`
}

// recordingSuffix ends the name of each of a recording's files.
const recordingSuffix = ".jsonl"

// Recorder is a transport that records what passes through it. It writes each exchange
// whole and as soon as it ends, so that a crash leaves a usable recording; a request
// without a whole response is not recorded. Keys are removed from the bodies, and
// headers are not recorded. Safe for several goroutines.
type Recorder struct {
	next  http.RoundTripper
	clean scrubber
	out   *jsonlines.Writer
}

// NewRecorder records to a new file in dir, which is made if it is missing. The file's
// name is the time and random letters, so that processes can share a folder and its
// files sort by when they began. Secrets are the keys in use, which are removed
// wherever they occur. A nil next is the network.
func NewRecorder(dir string, now time.Time, random io.Reader, next http.RoundTripper, secrets ...string) (*Recorder, error) {
	var letters [4]byte
	if _, err := io.ReadFull(random, letters[:]); err != nil {
		return nil, fmt.Errorf("start a recording: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("start a recording: %w", err)
	}
	name := now.UTC().Format("20060102-150405.000") + "-" + hex.EncodeToString(letters[:]) + recordingSuffix
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("start a recording: %w", err)
	}
	out, err := jsonlines.NewWriter(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start a recording: %w", err), f.Close())
	}
	if next == nil {
		next = http.DefaultTransport
	}
	return &Recorder{next: next, clean: newScrubber(secrets), out: out}, nil
}

// File is where this process records.
func (r *Recorder) File() string { return r.out.Name() }

// Close ends the recording.
func (r *Recorder) Close() error { return r.out.Close() }

// RoundTrip sends the request on and records the exchange. One that cannot be
// recorded is an error: a recording with a hole would not replay.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	sent, err := drain(&req.Body)
	if err != nil {
		return nil, err
	}
	resp, got, err := exchange(r.next, req)
	if err != nil {
		return nil, err
	}
	err = r.out.Append(Exchange{
		Repetition: r.clean.text(Repetition(req)),
		Request:    RecordedRequest{Method: req.Method, Path: r.clean.text(operation(req.URL.Path)), Body: r.clean.body(sent)},
		Response:   r.response(resp, got),
	})
	if err != nil {
		return nil, fmt.Errorf("record an exchange: %w", err)
	}
	return resp, nil
}

func (r *Recorder) response(resp *http.Response, body []byte) RecordedResponse {
	out := RecordedResponse{Status: resp.StatusCode, RetryAfter: r.clean.text(resp.Header.Get("Retry-After"))}
	if json.Valid(body) {
		out.Body = r.clean.body(body)
	} else {
		out.Text = r.clean.text(string(body))
	}
	return out
}

// operation returns the part of a path that belongs to the protocol, not to the host.
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
