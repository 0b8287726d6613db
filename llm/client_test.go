package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/llm"
	"legomem/llm/cost"
	"legomem/llm/llmtest"
	"legomem/must"
)

// waits is a Sleep that does not: it notes what it was asked for.
type waits []time.Duration

func (w *waits) sleep(ctx context.Context, d time.Duration) error {
	*w = append(*w, d)
	return ctx.Err()
}

func newClient(t *testing.T, e *llmtest.Endpoint, change ...func(*llm.Endpoint)) (*llm.Client, *waits) {
	t.Helper()
	w := &waits{}
	cfg := llm.Endpoint{BaseURL: e.URL(), Key: "test-key", Sleep: w.sleep, MaxTries: 3,
		Now: func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }}
	for _, f := range change {
		f(&cfg)
	}
	c := must.Have(llm.NewClient(cfg))(t)
	return c, w
}

func ask(text string) llm.Request {
	return llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.System, Text: "rules"}, {Role: llm.User, Text: text}}}
}

var planSchema = &llm.Schema{Name: "plan", JSON: json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false}`)}

var listTool = []llm.ToolSpec{{Name: "calendar__list", Description: "Lists events.", Parameters: json.RawMessage(`{"type":"object"}`)}}

func TestChatSendsWhatWasAsked(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{}, llmtest.Reply{Text: `{"a": 1}`})
	c, _ := newClient(t, e)
	zero, seed := 0.0, 7
	req := ask("hello")
	req.Schema, req.Tools = planSchema, listTool
	req.Sampling = llm.Sampling{Temperature: &zero, TopP: &zero, Seed: &seed}
	reply := must.Have(c.Chat(t.Context(), req))(t)
	if got := string(reply.JSON); got != `{"a": 1}` {
		t.Errorf("JSON = %s", got)
	}
	if reply.Usage != (cost.Usage{Prompt: 100, Completion: 10}) || reply.Attempts != 1 {
		t.Errorf("usage %+v, attempts %d", reply.Usage, reply.Attempts)
	}
	sent := e.Requests()[0]
	if sent.Temperature == nil || *sent.Temperature != 0 || sent.TopP == nil || *sent.TopP != 0 || sent.Seed == nil || *sent.Seed != 7 {
		t.Errorf("sampling was not sent as given: %+v", sent)
	}
	if sent.Key != "Bearer test-key" || sent.Format["type"] != "json_schema" || len(sent.Tools) != 1 {
		t.Errorf("sent %+v", sent)
	}
}

func TestChatWithoutSchemas(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{NoSchemas: true}, llmtest.Reply{Text: "Sure:\n```json\n{\"a\": 2}\n```"}, llmtest.Reply{Text: `{"a": 3}`})
	c, _ := newClient(t, e)
	req := ask("hello")
	req.Schema = planSchema
	for _, want := range []string{`{"a": 2}`, `{"a": 3}`} {
		reply := must.Have(c.Chat(t.Context(), req))(t)
		if string(reply.JSON) != want {
			t.Errorf("JSON = %s, want %s", reply.JSON, want)
		}
	}
	if e.Refused() != 1 {
		t.Errorf("asked with a schema %d times, want once: the refusal is to be remembered", e.Refused())
	}
	last := e.Requests()[1].Messages
	if user := last[len(last)-1].Content; !strings.Contains(user, "JSON Schema") || !strings.Contains(user, `"required":["a"]`) {
		t.Errorf("the instruction lacks the schema: %s", user)
	}
}

func TestChatWithoutTools(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{NoTools: true}, llmtest.Reply{Text: `{"thought":"look","tool":"calendar__list","args":{"user":"Dana"}}`})
	c, _ := newClient(t, e)
	req := ask("hello")
	req.Tools = listTool
	req.Messages = append(req.Messages,
		llm.Message{Role: llm.Assistant, Text: "first", Calls: []llm.ToolCall{{ID: "x", Name: "calendar__list", Args: json.RawMessage(`{"user":"Bob"}`)}}},
		llm.Message{Role: llm.ToolResult, CallID: "x", Text: "none"})
	reply := must.Have(c.Chat(t.Context(), req))(t)
	want := []llm.ToolCall{{ID: "call_1", Name: "calendar__list", Args: json.RawMessage(`{"user":"Dana"}`)}}
	if diff := cmp.Diff(want, reply.Calls); diff != "" || reply.Text != "look" {
		t.Errorf("thought %q, calls (-want +got):\n%s", reply.Text, diff)
	}
	var got []string
	for _, m := range e.Requests()[0].Messages {
		got = append(got, m.Role+": "+m.Content)
		if len(m.ToolCalls) > 0 || m.ToolCallID != "" {
			t.Errorf("a tool call went to an endpoint that has none: %+v", m)
		}
	}
	if !strings.Contains(got[0], "calendar__list: Lists events.") {
		t.Errorf("the instruction lacks the tool: %s", got[0])
	}
	wantTurns := []string{`assistant: {"thought":"first","tool":"calendar__list","args":{"user":"Bob"}}`, "user: The tool returned:\nnone"}
	must.NoDiff(t, cmp.Diff(wantTurns, got[2:]), "turns (-want +got):\n%s")
}

func TestChatWithoutTemperature(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{NoTemperature: true}, llmtest.Reply{Text: "hi"})
	c, _ := newClient(t, e)
	req, zero := ask("hello"), 0.0
	req.Sampling.Temperature = &zero
	must.Have(c.Chat(t.Context(), req))(t)
	if got := e.Requests()[0].Temperature; got != nil {
		t.Errorf("temperature %v was sent again", *got)
	}
}

func TestChatRetries(t *testing.T) {
	ok := llmtest.Reply{Text: "hi"}
	for _, tc := range []struct {
		name     string
		script   []llmtest.Reply
		attempts int
		wait     time.Duration // of the first, 0 for any
		kind     llm.Kind
	}{
		{name: "429 with seconds", script: []llmtest.Reply{{Status: 429, Text: "slow down", RetryAfter: "7"}, ok}, attempts: 2, wait: 7 * time.Second},
		{name: "429 with a date", script: []llmtest.Reply{{Status: 429, Text: "slow down", RetryAfter: "Sun, 01 Mar 2026 12:00:09 GMT"}, ok}, attempts: 2, wait: 9 * time.Second},
		{name: "429 beyond patience", script: []llmtest.Reply{{Status: 429, Text: "slow down", RetryAfter: "3600"}}, attempts: 1, kind: llm.RateLimit},
		{name: "429 out of quota", script: []llmtest.Reply{{Status: 429, Text: "You exceeded your current quota", Code: "insufficient_quota"}}, attempts: 1, kind: llm.RateLimit},
		{name: "429 that never says how long", script: []llmtest.Reply{{Status: 429, Text: "slow down"}, {Status: 429, Text: "slow down"}, {Status: 429, Text: "slow down"}, {Status: 429, Text: "slow down"}, {Status: 429, Text: "slow down"}, ok}, attempts: 6},
		{name: "429 with words", script: []llmtest.Reply{{Status: 429, Text: "Rate limit reached. Please try again in 7.5s."}, ok}, attempts: 2, wait: 7500 * time.Millisecond},
		{name: "out of credit", script: []llmtest.Reply{{Status: 402, Text: "Insufficient Balance"}}, attempts: 1, kind: llm.RateLimit},
		{name: "500 then well", script: []llmtest.Reply{{Status: 500, Text: "oops"}, ok}, attempts: 2},
		{name: "500 for ever", script: []llmtest.Reply{{Status: 500, Text: "oops"}, {Status: 502, Text: "oops"}, {Status: 503, Text: "oops"}}, attempts: 3, kind: llm.Server},
		{name: "401", script: []llmtest.Reply{{Status: 401, Text: "bad key"}}, attempts: 1, kind: llm.Auth},
		{name: "404", script: []llmtest.Reply{{Status: 404, Text: "no such model"}}, attempts: 1, kind: llm.Refused},
		{name: "context by code", script: []llmtest.Reply{{Status: 400, Text: "This is too much", Code: "context_length_exceeded"}}, attempts: 1, kind: llm.ContextTooLong},
		{name: "context by words", script: []llmtest.Reply{{Status: 400, Text: "the request exceeds the available context size"}}, attempts: 1, kind: llm.ContextTooLong},
		{name: "OpenAI's tokens a minute", script: []llmtest.Reply{{Status: 429, Text: "Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 42000."}}, attempts: 1, kind: llm.ContextTooLong},
		{name: "Groq's tokens a minute", script: []llmtest.Reply{{Status: 413, Text: "Request too large for model `m` in organization `o` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 14810, please reduce your message size and try again."}}, attempts: 1, kind: llm.ContextTooLong},
		{name: "Gemini's context", script: []llmtest.Reply{{Status: 400, Text: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."}}, attempts: 1, kind: llm.ContextTooLong},
		{name: "Mistral's context", script: []llmtest.Reply{{Status: 400, Text: "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length"}}, attempts: 1, kind: llm.ContextTooLong},
		{name: "Anthropic's context", script: []llmtest.Reply{{Status: 400, Text: "prompt is too long: 210000 tokens > 200000 maximum"}}, attempts: 1, kind: llm.ContextTooLong},
		{name: "vLLM's context", script: []llmtest.Reply{{Status: 400, Text: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens."}}, attempts: 1, kind: llm.ContextTooLong},
		{name: "a call that was written badly", script: []llmtest.Reply{{Status: 400, Text: "Failed to call a function. Please adjust your prompt.", Code: "tool_use_failed"}}, attempts: 1, kind: llm.Malformed},
		{name: "not the protocol", script: []llmtest.Reply{{Raw: "<html>hello</html>"}}, attempts: 1, kind: llm.Malformed},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := llmtest.New(t, llmtest.Options{}, tc.script...)
			c, w := newClient(t, e)
			reply, err := c.Chat(t.Context(), ask("hello"))
			if got := llm.KindOf(err); got != tc.kind {
				t.Fatalf("kind %q, want %q (%v)", got, tc.kind, err)
			}
			if reply.Attempts != tc.attempts || len(*w) != tc.attempts-1 {
				t.Errorf("%d attempts, %d waits; want %d attempts", reply.Attempts, len(*w), tc.attempts)
			}
			if tc.wait > 0 && (*w)[0] != tc.wait {
				t.Errorf("waited %s, want %s", (*w)[0], tc.wait)
			}
			if e.Left() != 0 {
				t.Errorf("%d replies were not asked for", e.Left())
			}
		})
	}
}

func TestChatHangs(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{}, llmtest.Reply{Hang: true})
	c, _ := newClient(t, e, func(cfg *llm.Endpoint) { cfg.Timeout, cfg.MaxTries = 20*time.Millisecond, 1 })
	_, err := c.Chat(t.Context(), ask("hello"))
	if llm.KindOf(err) != llm.Timeout {
		t.Errorf("error %v, want a timeout", err)
	}
}

func TestChatCancelled(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{}, llmtest.Reply{Hang: true})
	c, _ := newClient(t, e)
	ctx, cancel := context.WithCancelCause(t.Context())
	reason := errors.New("the user went home")
	go func() {
		for len(e.Requests()) == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel(reason)
	}()
	if _, err := c.Chat(ctx, ask("hello")); !errors.Is(err, reason) || llm.KindOf(err) != "" {
		t.Errorf("error %v, want the context's own", err)
	}
}

func TestUnreachableSaysSoAtOnce(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{})
	c, w := newClient(t, e, func(cfg *llm.Endpoint) { cfg.BaseURL = "http://127.0.0.1:1/v1" })
	_, err := c.Chat(t.Context(), ask("hello"))
	if llm.KindOf(err) != llm.Unreachable || len(*w) != 0 {
		t.Fatalf("error %v after %d waits", err, len(*w))
	}
	for _, part := range []string{"http://127.0.0.1:1/v1", "OPENAI_BASE_URL"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not name %s", err, part)
		}
	}
}

// failing is a transport that loses its network after one request.
type failing struct{ left int }

func (f *failing) RoundTrip(r *http.Request) (*http.Response, error) {
	if f.left--; f.left < 0 {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("no route to host")}
	}
	return http.DefaultTransport.RoundTrip(r)
}

func TestAnEndpointThatAnsweredIsTriedAgain(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{}, llmtest.Reply{Text: "hi"})
	c, w := newClient(t, e, func(cfg *llm.Endpoint) { cfg.Transport = &failing{left: 1} })
	must.Have(c.Chat(t.Context(), ask("hello")))(t)
	if _, err := c.Chat(t.Context(), ask("hello")); llm.KindOf(err) != llm.Unreachable || len(*w) != 2 {
		t.Errorf("error %v after %d waits, want 2", err, len(*w))
	}
}

func TestARefusalThatDoesNotEndIsAnError(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{Answer: func(llmtest.Request) llmtest.Reply {
		return llmtest.Reply{Status: 400, Text: "this schema of tools has a bad temperature"}
	}})
	c, _ := newClient(t, e)
	req, zero := ask("hello"), 0.0
	req.Schema, req.Tools, req.Sampling.Temperature = planSchema, listTool, &zero
	for n := 1; n <= 2; n++ { // what did not help is not remembered
		if _, err := c.Chat(t.Context(), req); llm.KindOf(err) != llm.Refused || len(e.Requests()) != 4*n {
			t.Errorf("error %v after %d requests; want one without temperature, schema and tools each", err, len(e.Requests()))
		}
	}
}

func TestMalformedReplies(t *testing.T) {
	for name, tc := range map[string]struct {
		reply llmtest.Reply
		want  string
	}{
		"prose":   {llmtest.Reply{Text: "I would rather not."}, "no JSON object"},
		"empty":   {llmtest.Reply{}, "empty"},
		"broken":  {llmtest.Reply{Text: `{"a": `}, "no valid JSON"},
		"cut off": {llmtest.Reply{Text: `{"a": "b`, Finish: "length"}, "cut off"},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := newClient(t, llmtest.New(t, llmtest.Options{}, tc.reply))
			req := ask("hello")
			req.Schema = planSchema
			reply, err := c.Chat(t.Context(), req)
			if llm.KindOf(err) != llm.Malformed || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want a malformed reply with %q", err, tc.want)
			}
			if reply.Usage.Prompt != 100 {
				t.Errorf("what the reply cost is lost: %+v", reply.Usage)
			}
		})
	}
}

// A reply that is cut off, or whose thinking has no end, is no text to go by, unless a part
// of it is of use.
func TestRepliesThatAreNotWhole(t *testing.T) {
	for name, tc := range map[string]struct {
		reply llmtest.Reply
		want  string
	}{
		"cut off":                 {llmtest.Reply{Text: "Once upon a", Finish: "length"}, "cut off"},
		"thinking without an end": {llmtest.Reply{Text: "<think>Well, I"}, "end is missing"},
		"cut off while it thinks": {llmtest.Reply{Text: "<think>Well, I", Finish: "length"}, "in the middle of the reasoning"},
		"stopped by a filter":     {llmtest.Reply{Text: "", Finish: "content_filter"}, "content filter"},
		"whole":                   {llmtest.Reply{Text: "<think>Well, I see.</think>Once."}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := newClient(t, llmtest.New(t, llmtest.Options{}, tc.reply))
			reply, err := c.Chat(t.Context(), ask("hello"))
			if tc.want == "" && (err != nil || reply.Text != "Once.") {
				t.Errorf("%q, %v", reply.Text, err)
			}
			if tc.want != "" && (llm.KindOf(err) != llm.Malformed || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("error %v, want a malformed reply with %q", err, tc.want)
			}
		})
	}
}

func TestUsageIsCountedWhereNoneIsGiven(t *testing.T) {
	c, _ := newClient(t, llmtest.New(t, llmtest.Options{NoUsage: true}, llmtest.Reply{Text: "hello world"}))
	reply := must.Have(c.Chat(t.Context(), ask("hello world")))(t)
	if want := (cost.Usage{Prompt: 4 + 1 + 4 + 2, Completion: 2, Counted: true}); reply.Usage != want {
		t.Errorf("usage %+v, want %+v", reply.Usage, want)
	}
}

func TestNewClientRefusesWhatIsNoAddress(t *testing.T) {
	for _, bad := range []string{"", "localhost:11434", "ftp://x/v1", "http://", "::"} {
		if _, err := llm.NewClient(llm.Endpoint{BaseURL: bad}); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestEndpointEmbedder(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{Vector: func(s string) []float32 { return []float32{float32(len(s)), 0, 3} }})
	c, _ := newClient(t, e)
	texts := make([]string, 300)
	for i := range texts {
		texts[i] = strings.Repeat("x", 4)
	}
	texts[299] = ""
	got := must.Have(llm.NewEndpointEmbedder(c, "em", 3).Embed(t.Context(), texts))(t)
	if len(got) != 300 {
		t.Fatalf("%d vectors", len(got))
	}
	must.NoDiff(t, cmp.Diff([][]float32{{0.8, 0, 0.6}, {0, 0, 1}}, [][]float32{got[0], got[299]}), "vectors (-want +got):\n%s")
	if _, err := llm.NewEndpointEmbedder(c, "em", 4).Embed(t.Context(), texts[:1]); err == nil {
		t.Error("vectors of another length were taken")
	}
}
