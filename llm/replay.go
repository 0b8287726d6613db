package llm

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"legomem/jsonlines"
)

var errNotJSON = errors.New("not JSON")

// Replayer is a transport that answers from a recording: a request gets the first
// answer not yet given to an equal one, so that concurrent runs, whose requests come in
// another order each time, replay as well as a single run. Equal means the same method,
// operation and JSON body, however it is written, but for what is of the transport (see
// asked); any other request is a *Mismatch. Nothing is ever sent. Safe for several goroutines.
//
// An answer recorded in a repetition (see WithRepetition) serves that repetition only;
// one recorded in none serves every repetition that has no answer of its own.
type Replayer struct {
	clean scrubber
	torn  []string

	mu        sync.Mutex
	exchanges []Exchange // bodies of requests as asked compares them
	used      []bool
	equal     map[[sha256.Size]byte]*queue
	asked     int
	left      int
}

// queue is the exchanges of equal requests, as recorded.
type queue struct {
	waiting  []int
	recorded int
}

// Mismatch describes how a request differs from the nearest recorded one.
type Mismatch struct {
	Number int    // the request's, from 1
	Where  string // a path in the body: "messages[1].content"
	Want   string // what was recorded there
	Got    string
	Torn   []string // files whose last line is torn, and so missing
}

func (m *Mismatch) Error() string {
	text := fmt.Sprintf("request %d differs from the recording at %s:\nrecorded: %s\nsent:     %s\nrecord it again if the change is meant", m.Number, m.Where, m.Want, m.Got)
	if len(m.Torn) > 0 {
		text += fmt.Sprintf("\n(the last line of %s is torn, as a crash leaves it, and was left out)", strings.Join(m.Torn, ", "))
	}
	return text
}

// NewReplayer reads a recording: a folder, whose *.jsonl files are read in the order of
// their names, or a single file. A torn last line is left out, see Torn. Secrets are
// the keys in use, removed from requests as they were from the recording.
func NewReplayer(path string, secrets ...string) (*Replayer, error) {
	files, err := recordingFiles(path)
	if err != nil {
		return nil, fmt.Errorf("read a recording: %w", err)
	}
	r := &Replayer{clean: newScrubber(secrets), equal: map[[sha256.Size]byte]*queue{}}
	for _, name := range files {
		if err := r.load(name); err != nil {
			return nil, fmt.Errorf("read a recording: %s: %w", name, err)
		}
	}
	r.used, r.left = make([]bool, len(r.exchanges)), len(r.exchanges)
	return r, nil
}

// recordingFiles are the files of a recording, in order.
func recordingFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path) // by name
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && filepath.Ext(e.Name()) == recordingSuffix {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("the folder %s holds no *%s file", path, recordingSuffix)
	}
	return files, nil
}

func (r *Replayer) load(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	exchanges, torn, err := readExchanges(data)
	if err != nil {
		return err
	}
	if torn {
		r.torn = append(r.torn, name)
	}
	for _, e := range exchanges {
		e.Request.Body = asked(e.Request.Body)
		key := exchangeKey(e.Repetition, e.Request)
		if r.equal[key] == nil {
			r.equal[key] = &queue{}
		}
		q := r.equal[key]
		q.waiting, q.recorded = append(q.waiting, len(r.exchanges)), q.recorded+1
		r.exchanges = append(r.exchanges, e)
	}
	return nil
}

// readExchanges reads a file's lines. Torn is set if the last one is incomplete and
// left out.
func readExchanges(data []byte) (exchanges []Exchange, torn bool, err error) {
	torn, err = jsonlines.Each(bytes.NewReader(data), func(number int, line []byte) error {
		var e Exchange
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if e.Request.Method == "" || e.Response.Status == 0 {
			return fmt.Errorf("line %d: not an exchange: it has no request or no response", number)
		}
		exchanges = append(exchanges, e)
		return nil
	})
	return exchanges, torn, err
}

func exchangeKey(repetition string, r RecordedRequest) [sha256.Size]byte {
	return sha256.Sum256(slices.Concat([]byte(repetition+"\n"+r.Method+" "+r.Path+"\n"), r.Body))
}

// Left counts the exchanges that were not asked for.
func (r *Replayer) Left() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.left
}

// Torn names the files whose last line a crash had torn.
func (r *Replayer) Torn() []string { return slices.Clone(r.torn) }

// RoundTrip answers with the recorded response.
func (r *Replayer) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := drain(&req.Body)
	if err != nil {
		return nil, err
	}
	sent := RecordedRequest{Method: req.Method, Path: r.clean.text(operation(req.URL.Path)), Body: asked(r.clean.body(body))}
	e, err := r.answer(Repetition(req), sent)
	if err != nil {
		return nil, err
	}
	return e.Response.http(req), nil
}

// answer gives out the answer to a request.
func (r *Replayer) answer(repetition string, sent RecordedRequest) (Exchange, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	q := r.equal[exchangeKey(repetition, sent)]
	if q == nil { // a single run is recorded without a repetition
		q = r.equal[exchangeKey("", sent)]
	}
	if q == nil || len(q.waiting) == 0 {
		return Exchange{}, r.mismatch(sent, q)
	}
	i := q.waiting[0]
	q.waiting = q.waiting[1:]
	r.used[i] = true
	r.left--
	return r.exchanges[i], nil
}

func (r *Replayer) mismatch(sent RecordedRequest, equal *queue) *Mismatch {
	m := &Mismatch{Number: r.asked, Torn: r.torn}
	if r.left == 0 {
		m.Where, m.Want, m.Got = "the end", fmt.Sprintf("%d requests in all", len(r.exchanges)), "one more"
		return m
	}
	if equal != nil {
		m.Where, m.Want, m.Got = "how often this very request came", fmt.Sprintf("%d times", equal.recorded), "once more"
		return m
	}
	near := r.nearest(sent)
	if got, want := sent.Method+" "+sent.Path, near.Method+" "+near.Path; got != want {
		m.Where, m.Want, m.Got = "the address", want, got
		return m
	}
	m.Where, m.Want, m.Got, _ = firstDifference(near.Body, sent.Body) // equal ones were found by their key
	return m
}

// nearest returns the unused request that has the most in common with the one sent,
// from the start and from the end: among growing conversations, the one that stayed the
// same the longest. Of equals it returns the first.
func (r *Replayer) nearest(sent RecordedRequest) RecordedRequest {
	var near RecordedRequest
	best := -1
	for i, e := range r.exchanges {
		if r.used[i] {
			continue
		}
		score := 0
		if e.Request.Method == sent.Method && e.Request.Path == sent.Path {
			score = 1 + inCommon(e.Request.Body, sent.Body)
		}
		if score > best {
			near, best = e.Request, score
		}
	}
	return near
}

// inCommon counts the bytes of the common prefix, and of the common suffix of the rest.
func inCommon(a, b []byte) int {
	n := min(len(a), len(b))
	start := 0
	for start < n && a[start] == b[start] {
		start++
	}
	end := 0
	for end < n-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return start + end
}

func (r RecordedResponse) http(req *http.Request) *http.Response {
	body, kind := []byte(r.Text), "text/plain"
	if len(r.Body) > 0 {
		body, kind = r.Body, "application/json"
	}
	h := http.Header{"Content-Type": {kind}}
	if r.RetryAfter != "" {
		h.Set("Retry-After", r.RetryAfter)
	}
	return &http.Response{
		StatusCode: r.Status, Status: fmt.Sprintf("%d %s", r.Status, http.StatusText(r.Status)), Header: h, Request: req,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, ContentLength: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body)),
	}
}
