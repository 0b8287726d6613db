package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"sort"
	"strings"
	"sync"
)

// Replayer is a transport that answers from a recording. Requests must come
// in the recorded order with the recorded content; spelling of JSON aside, any
// difference is a *Mismatch. Nothing is ever sent.
type Replayer struct {
	mu        sync.Mutex
	exchanges []Exchange
	next      int
}

// Mismatch says how a request differs from the recorded one.
type Mismatch struct {
	Number int    // the request's, from 1
	Where  string // a path in the body: "messages[1].content"
	Want   string // what was recorded there
	Got    string
}

func (m *Mismatch) Error() string {
	return fmt.Sprintf("request %d differs from the recording at %s:\nrecorded: %s\nsent:     %s\nrecord it again if the change is meant", m.Number, m.Where, m.Want, m.Got)
}

// NewReplayer reads a recording.
func NewReplayer(recording io.Reader) (*Replayer, error) {
	r := &Replayer{}
	dec := json.NewDecoder(recording)
	for {
		var e Exchange
		switch err := dec.Decode(&e); err {
		case nil:
			r.exchanges = append(r.exchanges, e)
		case io.EOF:
			return r, nil
		default:
			return nil, fmt.Errorf("read a recording: exchange %d: %w", len(r.exchanges)+1, err)
		}
	}
}

// Left counts the exchanges that were not asked for.
func (r *Replayer) Left() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.exchanges) - r.next
}

// RoundTrip answers with the next recorded response.
func (r *Replayer) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := drain(&req.Body)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	number := r.next + 1
	if r.next >= len(r.exchanges) {
		return nil, &Mismatch{Number: number, Where: "the end", Want: fmt.Sprintf("%d requests in all", len(r.exchanges)), Got: "one more"}
	}
	e := r.exchanges[r.next]
	if got := req.Method + " " + operation(req.URL.Path); got != e.Request.Method+" "+e.Request.Path {
		return nil, &Mismatch{Number: number, Where: "the address", Want: e.Request.Method + " " + e.Request.Path, Got: got}
	}
	if where, want, got, differ := firstDifference(e.Request.Body, body); differ {
		return nil, &Mismatch{Number: number, Where: where, Want: want, Got: got}
	}
	r.next++
	return e.Response.http(req), nil
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

func firstDifference(want, got []byte) (where, a, b string, differ bool) {
	var w, g any
	if json.Unmarshal(want, &w) != nil || json.Unmarshal(got, &g) != nil {
		return "the body", clip(string(want), 200), clip(string(got), 200), !bytes.Equal(want, got)
	}
	return diffAt("", w, g)
}

// diffAt walks two JSON values to the first place where they differ.
func diffAt(path string, want, got any) (where, a, b string, differ bool) {
	if reflect.DeepEqual(want, got) {
		return "", "", "", false
	}
	switch w := want.(type) {
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			return diffObjects(path, w, g)
		}
	case []any:
		if g, ok := got.([]any); ok {
			return diffLists(path, w, g)
		}
	case string:
		if g, ok := got.(string); ok {
			a, b := aroundDifference(w, g)
			return here(path), a, b, true
		}
	}
	return here(path), brief(want), brief(got), true
}

func diffObjects(path string, want, got map[string]any) (where, a, b string, differ bool) {
	var keys []string
	for k := range want {
		keys = append(keys, k)
	}
	for k := range got {
		if _, ok := want[k]; !ok {
			keys = append(keys, k)
		}
	}
	sort.Strings(keys)
	for _, k := range keys {
		w, inWant := want[k]
		g, inGot := got[k]
		at := strings.TrimPrefix(path+"."+k, ".")
		switch {
		case !inWant:
			return at, "nothing", brief(g), true
		case !inGot:
			return at, brief(w), "nothing", true
		}
		if where, a, b, differ := diffAt(at, w, g); differ {
			return where, a, b, true
		}
	}
	return "", "", "", false
}

func diffLists(path string, want, got []any) (where, a, b string, differ bool) {
	for i := range min(len(want), len(got)) {
		if where, a, b, differ := diffAt(fmt.Sprintf("%s[%d]", path, i), want[i], got[i]); differ {
			return where, a, b, true
		}
	}
	return here(path), fmt.Sprintf("%d elements", len(want)), fmt.Sprintf("%d elements", len(got)), true
}

// aroundDifference cuts two strings down to where they part.
func aroundDifference(want, got string) (string, string) {
	w, g := []rune(want), []rune(got)
	i := 0
	for i < len(w) && i < len(g) && w[i] == g[i] {
		i++
	}
	from := max(0, i-40)
	cut := func(r []rune) string {
		return fmt.Sprintf("...%q", string(r[min(from, len(r)):min(i+80, len(r))]))
	}
	return cut(w), cut(g)
}

func here(path string) string {
	if path == "" {
		return "the body"
	}
	return path
}

func brief(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return clip(string(b), 200)
}
