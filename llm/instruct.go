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
		return Message{Role: Assistant, Text: strings.Join(lists.Map(m.Calls, func(c ToolCall) string { return inText(m.Text, c) }), "\n")}
	}
	return m
}

// inText writes a call in the form that is asked for.
func inText(thought string, c ToolCall) string {
	said, err := json.Marshal(textCall{Thought: thought, Tool: c.Name, Args: c.Args})
	if err != nil { // arguments that were not JSON
		said, _ = json.Marshal(map[string]string{"tool": c.Name, "args": string(c.Args)})
	}
	return string(said)
}

// textCall is a tool call written as text.
type textCall struct {
	Thought string          `json:"thought,omitempty"`
	Tool    string          `json:"tool"`
	Args    json.RawMessage `json:"args"`
	asked   bool            // it has the form that is asked for by instruction
}

// arguments are a call's, {} where it has none.
func (c textCall) arguments() json.RawMessage {
	if !present(c.Args) {
		return json.RawMessage("{}")
	}
	return c.Args
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
