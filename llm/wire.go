package llm

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

// toWire converts a request to the protocol's form, in the way that the endpoint takes it.
// A field of the sampling's Extra replaces one of the request's own.
func toWire(req Request, lack lacks) (map[string]any, error) {
	msgs := req.Messages
	body := map[string]any{"model": req.Model, "stream": false}
	if len(req.Tools) > 0 && lack.has(noTools) {
		msgs = toolsByInstruction(msgs, req.Tools)
	} else if len(req.Tools) > 0 {
		body["tools"] = wireTools(req.Tools, lack.has(oneType))
		if req.MustCall && !lack.has(noForce) {
			body["tool_choice"] = "required"
		}
	}
	if req.Schema != nil && lack.has(noSchema) {
		msgs = schemaByInstruction(msgs, *req.Schema)
	} else if req.Schema != nil {
		body["response_format"] = openai.ChatCompletionResponseFormat{
			Type:       openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: req.Schema.Name, Schema: req.Schema.JSON, Strict: true},
		}
	}
	sample(body, req.Sampling, lack)
	wired, err := wireMessages(msgs, lack)
	if err != nil {
		return nil, err
	}
	body["messages"] = wired
	if len(req.Sampling.Extra) > 0 {
		var extra map[string]any
		if err := json.Unmarshal(req.Sampling.Extra, &extra); err != nil {
			return nil, fmt.Errorf("the extra fields of a request: %w", err)
		}
		maps.Copy(body, extra)
	}
	return body, nil
}

// sample sets how replies are drawn.
func sample(body map[string]any, s Sampling, lack lacks) {
	if s.Temperature != nil && !lack.has(noTemperature) {
		body["temperature"] = *s.Temperature
	}
	if s.TopP != nil && !lack.has(noTopP) {
		body["top_p"] = *s.TopP
	}
	if s.Seed != nil && !lack.has(noSeed) {
		body["seed"] = *s.Seed
	}
	if s.Effort != "" && !lack.has(noEffort) {
		body["reasoning_effort"] = s.Effort
	}
	if s.MaxTokens > 0 {
		name := "max_completion_tokens"
		if lack.has(oldMaxTokens) {
			name = "max_tokens"
		}
		body[name] = s.MaxTokens
	}
}

func wireMessages(msgs []Message, lack lacks) ([]any, error) {
	var out []any
	ids := renamer{short: lack.has(shortIDs), names: map[string]string{}}
	for _, m := range msgs {
		w := openai.ChatCompletionMessage{Role: string(m.Role), ToolCallID: ids.of(m.CallID)}
		w.Content, w.MultiContent = wireContent(m)
		for _, c := range m.Calls {
			w.ToolCalls = append(w.ToolCalls, openai.ToolCall{ID: ids.of(c.ID), Type: openai.ToolTypeFunction,
				Function: openai.FunctionCall{Name: c.Name, Arguments: string(c.Args)}})
		}
		fields, err := withEcho(w, m, lack)
		if err != nil {
			return nil, err
		}
		out = append(out, fields)
	}
	return out, nil
}

// renamer gives the ids of calls the form that an endpoint takes.
type renamer struct {
	short bool
	names map[string]string
}

func (r renamer) of(id string) string {
	if !r.short || id == "" {
		return id
	}
	if r.names[id] == "" {
		r.names[id] = fmt.Sprintf("call%05d", len(r.names)+1)
	}
	return r.names[id]
}

func wireTools(specs []ToolSpec, single bool) []openai.Tool {
	var out []openai.Tool
	for _, s := range specs {
		out = append(out, openai.Tool{Type: openai.ToolTypeFunction,
			Function: &openai.FunctionDefinition{Name: s.Name, Description: s.Description, Parameters: typed(s.Parameters, single)}})
	}
	return out
}

func fromWire(calls []wireCall) []ToolCall {
	var out []ToolCall
	for i, c := range calls {
		id := c.ID
		if id == "" { // some local servers leave it out
			id = fmt.Sprintf("call_%d", i+1)
		}
		args := c.Function.text()
		if len(args) == 0 {
			args = json.RawMessage("{}")
		}
		out = append(out, ToolCall{ID: id, Name: c.Function.Name, Args: args, Echo: c.echo})
	}
	return out
}

// text are the arguments: a text, as the protocol has it, or an object, as some local
// servers send it.
func (f wireFunction) text() json.RawMessage {
	var text string
	if json.Unmarshal(f.Arguments, &text) == nil {
		return json.RawMessage(strings.TrimSpace(text))
	}
	return f.Arguments
}
