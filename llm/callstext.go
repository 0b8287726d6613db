package llm

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"legomem/lists"
)

// callsInText finds tool calls that were written as text, because the endpoint has no
// calls, or its parser missed them: the form that is asked for by instruction, and those
// that models were trained on. Only a call of an offered tool counts, but for the form
// that is asked for, whose key says that a call is meant.
func callsInText(req Request, reply Reply) Reply {
	for _, form := range textForms {
		before, found := form(reply.Text)
		calls := lists.Filter(found, func(c textCall) bool { return c.asked || offers(req, c.Tool) })
		if len(calls) == 0 {
			continue
		}
		if calls[0].Thought != "" {
			before = calls[0].Thought
		}
		reply.Text = strings.TrimSpace(before)
		for i, c := range calls {
			reply.Calls = append(reply.Calls, ToolCall{ID: fmt.Sprintf("call_%d", i+1), Name: c.Tool, Args: c.arguments()})
		}
		return reply
	}
	return reply
}

func offers(req Request, tool string) bool {
	return slices.ContainsFunc(req.Tools, func(s ToolSpec) bool { return s.Name == tool })
}

// textForms read calls out of a text, each one form, and the words before them.
var textForms = []func(string) (before string, calls []textCall){betweenTags, functionTags, mistralList, bareObject}

// betweenTags reads <tool_call>{"name": ..., "arguments": {...}}</tool_call>, as Hermes and
// Qwen write it; the last one's end may be missing.
func betweenTags(text string) (string, []textCall) {
	before, rest, found := strings.Cut(text, "<tool_call>")
	var calls []textCall
	for found {
		var one string
		one, rest, _ = strings.Cut(rest, "</tool_call>")
		if _, inner := functionTags(one); inner != nil {
			calls = append(calls, inner...)
		} else if c, ok := objectCall(one); ok {
			calls = append(calls, c)
		}
		_, rest, found = strings.Cut(rest, "<tool_call>")
	}
	return before, calls
}

var (
	functionTag  = regexp.MustCompile(`(?s)<function=([\w.-]+)>(.*?)(</function>|$)`)
	parameterTag = regexp.MustCompile(`(?s)<parameter=([\w.-]+)>\n?(.*?)\n?</parameter>`)
)

// functionTags reads <function=name>{...}</function>, as Llama writes it, and with a
// <parameter=name> for each argument, as Qwen's coders do.
func functionTags(text string) (string, []textCall) {
	at := functionTag.FindAllStringSubmatchIndex(text, -1)
	var calls []textCall
	for _, m := range at {
		c := textCall{Tool: text[m[2]:m[3]]}
		inside := text[m[4]:m[5]]
		if args, err := ExtractJSON(inside); err == nil && !strings.Contains(inside, "<parameter=") {
			c.Args = args
		} else {
			c.Args = parameters(inside)
		}
		calls = append(calls, c)
	}
	if calls == nil {
		return text, nil
	}
	return text[:at[0][0]], calls
}

// parameters makes an object of tagged arguments: what is JSON is taken as that, and
// anything else as text.
func parameters(inside string) json.RawMessage {
	args := map[string]any{}
	for _, m := range parameterTag.FindAllStringSubmatch(inside, -1) {
		var v any
		if json.Unmarshal([]byte(m[2]), &v) != nil {
			v = m[2]
		}
		args[m[1]] = v
	}
	b, _ := json.Marshal(args) // plain values always marshal
	return b
}

// mistralList reads [TOOL_CALLS] [{"name": ..., "arguments": {...}}, ...].
func mistralList(text string) (string, []textCall) {
	before, rest, found := strings.Cut(text, "[TOOL_CALLS]")
	if !found {
		return text, nil
	}
	var list []json.RawMessage
	mended, err := Mend([]byte(strings.TrimSpace(rest)))
	if err != nil || json.Unmarshal(mended, &list) != nil {
		return before, nil
	}
	var calls []textCall
	for _, raw := range list {
		if c, ok := callOf(raw); ok {
			calls = append(calls, c)
		}
	}
	return before, calls
}

// bareObject reads an object alone or amid words.
func bareObject(text string) (string, []textCall) {
	c, ok := objectCall(text)
	if !ok {
		return text, nil
	}
	before := strings.TrimSpace(strings.SplitN(text, "{", 2)[0])
	before = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(before, "json"), "```"))
	return strings.TrimSuffix(before, "<|python_tag|>"), []textCall{c}
}

func objectCall(text string) (textCall, bool) {
	found, err := ExtractJSON(text)
	if err != nil {
		return textCall{}, false
	}
	return callOf(found)
}

// callOf reads an object that names a tool and its arguments, under any of the keys that
// models use.
func callOf(raw json.RawMessage) (textCall, bool) {
	var in struct {
		Thought    string          `json:"thought"`
		Tool       string          `json:"tool"`
		Args       json.RawMessage `json:"args"`
		Name       string          `json:"name"`
		Arguments  json.RawMessage `json:"arguments"`
		Parameters json.RawMessage `json:"parameters"`
		Function   json.RawMessage `json:"function"`
	}
	if json.Unmarshal(raw, &in) != nil {
		return textCall{}, false
	}
	switch {
	case in.Tool != "":
		return textCall{Thought: in.Thought, Tool: in.Tool, Args: in.Args, asked: true}, true
	case in.Name != "" && present(in.Arguments):
		return textCall{Tool: in.Name, Args: in.Arguments}, true
	case in.Name != "":
		return textCall{Tool: in.Name, Args: in.Parameters}, true
	case present(in.Function):
		return callOf(in.Function)
	}
	return textCall{}, false
}
