package llm

import (
	"encoding/json"
	"fmt"
	"strings"

	"legomem/lists"
)

// schemaByInstruction asks in words for what response_format would enforce.
func schemaByInstruction(msgs []Message, s Schema) []Message {
	note := "\n\nReply with one JSON object and nothing else: no prose, no code fence. It must be valid against this JSON Schema:\n" + string(s.JSON)
	return appendToLast(msgs, User, note)
}

// toolsByInstruction describes the tools in words and rewrites the turns that
// only endpoints with tool calls understand.
func toolsByInstruction(msgs []Message, specs []ToolSpec) []Message {
	var b strings.Builder
	b.WriteString("\n\nYou call a tool by replying with one JSON object and nothing else:\n" +
		`{"thought": "<why>", "tool": "<name>", "args": {<arguments>}}` + "\nThe tools, each with the JSON Schema of its arguments:\n")
	for _, s := range specs {
		fmt.Fprintf(&b, "- %s: %s\n  %s\n", s.Name, s.Description, s.Parameters)
	}
	return appendToFirst(lists.Map(msgs, withoutCalls), System, strings.TrimRight(b.String(), "\n"))
}

func withoutCalls(m Message) Message {
	switch {
	case m.Role == ToolResult:
		return Message{Role: User, Text: "The tool returned:\n" + m.Text, Images: m.Images}
	case len(m.Calls) > 0:
		c := m.Calls[0]
		said, err := json.Marshal(textCall{Thought: m.Text, Tool: c.Name, Args: c.Args})
		if err != nil { // arguments that were not JSON
			said, _ = json.Marshal(map[string]string{"tool": c.Name, "args": string(c.Args)})
		}
		return Message{Role: Assistant, Text: string(said)}
	}
	return m
}

// textCall is a tool call written as text.
type textCall struct {
	Thought string          `json:"thought,omitempty"`
	Tool    string          `json:"tool"`
	Args    json.RawMessage `json:"args"`
}

// callInText finds a tool call written as text: the form asked for by
// instruction, which some models use unasked.
func callInText(req Request, reply Reply) Reply {
	found, err := ExtractJSON(reply.Text)
	if err != nil {
		return reply
	}
	var call textCall
	if json.Unmarshal(found, &call) != nil || call.Tool == "" {
		return reply
	}
	if len(call.Args) == 0 || string(call.Args) == "null" {
		call.Args = json.RawMessage("{}")
	}
	if call.Thought == "" {
		call.Thought = strings.TrimSpace(strings.SplitN(reply.Text, "{", 2)[0])
		call.Thought = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(call.Thought, "json"), "```"))
	}
	reply.Text = call.Thought
	reply.Calls = []ToolCall{{ID: "call_1", Name: call.Tool, Args: call.Args}}
	return reply
}

func appendToLast(msgs []Message, role MessageRole, text string) []Message {
	out := append([]Message(nil), msgs...)
	for i := len(out) - 1; i >= 0; i-- {
		if out[i].Role == role {
			out[i].Text += text
			return out
		}
	}
	return append(out, Message{Role: role, Text: strings.TrimSpace(text)})
}

func appendToFirst(msgs []Message, role MessageRole, text string) []Message {
	out := append([]Message(nil), msgs...)
	for i := range out {
		if out[i].Role == role {
			out[i].Text += text
			return out
		}
	}
	return append([]Message{{Role: role, Text: strings.TrimSpace(text)}}, out...)
}
