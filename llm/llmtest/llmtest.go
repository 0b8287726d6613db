// Package llmtest is a scripted model endpoint for tests: it speaks the real
// chat-completions protocol over HTTP, and replies as its script tells it to. It is a
// fake. Its refusals (of schemas, of tools) are worded like those of real servers.
package llmtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Reply is the endpoint's answer to one request. The zero Reply is an empty text.
type Reply struct {
	Text string
	// Tool and Args make it a tool call; Args is passed on as it is, so that
	// it can be broken on purpose. More adds further calls.
	Tool, Args string
	More       []Reply
	// Status other than 0 or 200 makes it an error with Text as its message,
	// Code as its code, and Retry-After where RetryAfter is set.
	Status     int
	Code       string
	RetryAfter string
	Header     map[string]string // of an error, beside Retry-After
	Raw        string            // a body sent as it is
	Hang       bool              // no answer until the caller hangs up
	Finish     string            // the finish reason, "stop" by default
}

// Request is what the endpoint was asked.
type Request struct {
	Model       string           `json:"model"`
	Messages    []Message        `json:"messages"`
	Tools       []map[string]any `json:"tools"`
	Format      map[string]any   `json:"response_format"`
	Temperature *float64         `json:"temperature"`
	TopP        *float64         `json:"top_p"`
	Seed        *int             `json:"seed"`
	ToolChoice  any              `json:"tool_choice"`
	// Input is set in an embedding request.
	Input []string `json:"input"`
	Key   string   `json:"-"` // the Authorization header
}

// Message is one turn of a Request. Content that came in parts is the parts' texts, one
// per line, and Images.
type Message struct {
	Role       string           `json:"role"`
	Content    string           `json:"content"`
	Images     []Image          `json:"-"`
	ToolCalls  []map[string]any `json:"tool_calls"`
	ToolCallID string           `json:"tool_call_id"`
}

// Options is what the endpoint cannot do, and how it answers.
type Options struct {
	NoSchemas, NoTools, NoTemperature, NoImages bool
	// NoUsage leaves the figures out of replies.
	NoUsage bool
	// Answer decides on each request when set; otherwise the script's replies
	// are given in order.
	Answer func(Request) Reply
	// Vector answers embedding requests.
	Vector func(text string) []float32
}

// Endpoint is a running scripted endpoint.
type Endpoint struct {
	t       testing.TB
	opts    Options
	server  *httptest.Server
	mu      sync.Mutex
	script  []Reply
	asked   []Request
	refused int
	forgets bool
}

// New starts an endpoint, which ends with the test. A request after the
// script's end fails the test.
func New(t testing.TB, opts Options, script ...Reply) *Endpoint {
	e := &Endpoint{t: t, opts: opts, script: script}
	e.server = httptest.NewServer(http.HandlerFunc(e.serve))
	t.Cleanup(e.server.Close)
	return e
}

// Handler is an endpoint for the caller's own server. It keeps no requests.
// Options.Answer must be set.
func Handler(opts Options) http.Handler {
	return http.HandlerFunc((&Endpoint{opts: opts, forgets: true}).serve)
}

// URL is the base address for a client.
func (e *Endpoint) URL() string { return e.server.URL + "/v1" }

// Requests returns the requests that the script or Answer had to answer, in order.
func (e *Endpoint) Requests() []Request {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]Request(nil), e.asked...)
}

// Refused counts the requests refused for what Options says it cannot do.
func (e *Endpoint) Refused() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.refused
}

// Left counts the script's replies that are still unused.
func (e *Endpoint) Left() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.script)
}

func (e *Endpoint) serve(w http.ResponseWriter, r *http.Request) {
	var req Request
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		fail(w, Reply{Status: 400, Text: "not JSON: " + err.Error()})
		return
	}
	req.Key = r.Header.Get("Authorization")
	if len(req.Input) > 0 {
		e.embed(w, req)
		return
	}
	if no := e.refusal(req); no.Status != 0 {
		fail(w, no)
		return
	}
	reply := e.reply(req)
	switch {
	case reply.Hang:
		<-r.Context().Done()
	case reply.Raw != "":
		fmt.Fprint(w, reply.Raw)
	case reply.Status != 0 && reply.Status != http.StatusOK:
		fail(w, reply)
	default:
		e.say(w, req, reply)
	}
}

func (e *Endpoint) refusal(req Request) Reply {
	var no Reply
	switch {
	case e.opts.NoSchemas && req.Format != nil:
		no = Reply{Status: 400, Text: "This model does not support response format `json_schema`"}
	case e.opts.NoTools && len(req.Tools) > 0:
		no = Reply{Status: 400, Text: req.Model + " does not support tools"}
	case e.opts.NoTemperature && req.Temperature != nil:
		no = Reply{Status: 400, Text: "Unsupported value: 'temperature' does not support 0 with this model."}
	case e.opts.NoImages && req.shows():
		no = Reply{Status: 400, Text: "Invalid content type. image_url is only supported by certain models."}
	default:
		return Reply{}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.refused++
	return no
}

func (e *Endpoint) reply(req Request) Reply {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.forgets {
		e.asked = append(e.asked, req)
	}
	if e.opts.Answer != nil {
		return e.opts.Answer(req)
	}
	if len(e.script) == 0 {
		e.t.Errorf("llmtest: request %d comes after the end of the script: %+v", len(e.asked), req.Messages)
		return Reply{Status: 400, Text: "the script has ended"}
	}
	reply := e.script[0]
	e.script = e.script[1:]
	return reply
}

func (e *Endpoint) say(w http.ResponseWriter, req Request, reply Reply) {
	msg := map[string]any{"role": "assistant", "content": reply.Text}
	finish := reply.Finish
	if finish == "" {
		finish = "stop"
	}
	if reply.Tool != "" {
		var calls []map[string]any
		for i, c := range append([]Reply{reply}, reply.More...) {
			calls = append(calls, map[string]any{"id": fmt.Sprintf("call_%d", i+1), "type": "function",
				"function": map[string]any{"name": c.Tool, "arguments": c.Args}})
		}
		msg["tool_calls"], finish = calls, "tool_calls"
	}
	out := map[string]any{"id": "fake", "object": "chat.completion", "model": req.Model,
		"choices": []any{map[string]any{"index": 0, "message": msg, "finish_reason": finish}}}
	if !e.opts.NoUsage {
		out["usage"] = map[string]int{"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
	}
	write(w, http.StatusOK, out)
}

func (e *Endpoint) embed(w http.ResponseWriter, req Request) {
	var data []any
	for i := len(req.Input) - 1; i >= 0; i-- { // backwards: clients must go by the index
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": e.opts.Vector(req.Input[i])})
	}
	write(w, http.StatusOK, map[string]any{"object": "list", "model": req.Model, "data": data})
}

func fail(w http.ResponseWriter, reply Reply) {
	if reply.RetryAfter != "" {
		w.Header().Set("Retry-After", reply.RetryAfter)
	}
	body := map[string]any{"message": reply.Text, "type": "invalid_request_error"}
	if reply.Code != "" {
		body["code"] = reply.Code
	}
	write(w, reply.Status, map[string]any{"error": body})
}

func write(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the caller may have hung up
}
