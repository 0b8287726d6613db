package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

// toWire converts a request to the protocol's form, without what the endpoint lacks.
func toWire(req Request, lack lacks) openai.ChatCompletionRequest {
	msgs := req.Messages
	w := openai.ChatCompletionRequest{Model: req.Model, Seed: req.Sampling.Seed, MaxCompletionTokens: req.Sampling.MaxTokens}
	if lack.seed {
		w.Seed = nil
	}
	if t := req.Sampling.Temperature; t != nil && !lack.temperature {
		w.Temperature = exact(*t)
	}
	if p := req.Sampling.TopP; p != nil && !lack.topP {
		w.TopP = exact(*p)
	}
	switch {
	case len(req.Tools) > 0 && lack.tools:
		msgs = toolsByInstruction(msgs, req.Tools)
	case len(req.Tools) > 0:
		w.Tools = wireTools(req.Tools)
	}
	switch {
	case req.Schema != nil && lack.schema:
		msgs = schemaByInstruction(msgs, *req.Schema)
	case req.Schema != nil:
		w.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type:       openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: req.Schema.Name, Schema: req.Schema.JSON, Strict: true},
		}
	}
	w.Messages = wireMessages(msgs)
	return w
}

func wireMessages(msgs []Message) []openai.ChatCompletionMessage {
	out := make([]openai.ChatCompletionMessage, 0, len(msgs))
	for _, m := range msgs {
		w := openai.ChatCompletionMessage{Role: string(m.Role), ToolCallID: m.CallID}
		w.Content, w.MultiContent = wireContent(m)
		for _, c := range m.Calls {
			w.ToolCalls = append(w.ToolCalls, openai.ToolCall{ID: c.ID, Type: openai.ToolTypeFunction,
				Function: openai.FunctionCall{Name: c.Name, Arguments: string(c.Args)}})
		}
		out = append(out, w)
	}
	return out
}

func wireTools(specs []ToolSpec) []openai.Tool {
	var out []openai.Tool
	for _, s := range specs {
		out = append(out, openai.Tool{Type: openai.ToolTypeFunction,
			Function: &openai.FunctionDefinition{Name: s.Name, Description: s.Description, Parameters: s.Parameters}})
	}
	return out
}

func fromWire(calls []openai.ToolCall) []ToolCall {
	var out []ToolCall
	for i, c := range calls {
		id := c.ID
		if id == "" { // some local servers leave it out
			id = fmt.Sprintf("call_%d", i+1)
		}
		args := json.RawMessage(strings.TrimSpace(c.Function.Arguments))
		if len(args) == 0 {
			args = json.RawMessage("{}")
		}
		out = append(out, ToolCall{ID: id, Name: c.Function.Name, Args: args})
	}
	return out
}

// exact keeps a zero: the library leaves out zero fields, so it travels as the
// smallest number there is, which zeroes turns back on the way out.
func exact(x float64) float32 {
	if x == 0 {
		return math.SmallestNonzeroFloat32
	}
	return float32(x)
}

// zeroes is a transport that sends an exact 0 for a temperature or top_p of
// 0. Sent as they are, the stand-ins overflow in some servers' samplers.
type zeroes struct{ next http.RoundTripper }

func (z zeroes) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		return z.next.RoundTrip(r)
	}
	body, err := io.ReadAll(r.Body)
	_ = r.Body.Close()
	if err != nil {
		return nil, fmt.Errorf("read the request's body: %w", err)
	}
	// Inside a JSON string the quotes would be escaped, so no text can match.
	for _, field := range []string{`"temperature":`, `"top_p":`} {
		body = bytes.Replace(body, []byte(field+"1e-45"), []byte(field+"0"), 1)
	}
	out := r.Clone(r.Context())
	out.Body, out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	out.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	return z.next.RoundTrip(out)
}
