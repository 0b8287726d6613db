package llm

import (
	"encoding/json"
	"maps"
	"slices"

	openai "github.com/sashabaranov/go-openai"
)

// wireReply is the message of an answer.
type wireReply struct {
	Content   content    `json:"content"`
	Refusal   string     `json:"refusal"`
	ToolCalls []wireCall `json:"tool_calls"`
	echo      json.RawMessage
}

type wireCall struct {
	ID       string       `json:"id"`
	Function wireFunction `json:"function"`
	echo     json.RawMessage
}

type wireFunction struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// Of a message and a call, these fields are the protocol's own. Any other is the
// endpoint's, and goes back with the message: reasoning that it wants to go on from, or a
// signature that it checks.
var (
	ownOfMessage = []string{"role", "content", "refusal", "tool_calls", "function_call", "annotations", "audio", "index"}
	ownOfCall    = []string{"id", "type", "function", "index"}
)

// UnmarshalJSON keeps the fields that are not the protocol's.
func (w *wireReply) UnmarshalJSON(b []byte) (err error) {
	type plain wireReply // without this method
	if err := json.Unmarshal(b, (*plain)(w)); err != nil {
		return err
	}
	w.echo, err = others(b, ownOfMessage)
	return err
}

// UnmarshalJSON keeps the fields that are not the protocol's.
func (w *wireCall) UnmarshalJSON(b []byte) (err error) {
	type plain wireCall // without this method
	if err := json.Unmarshal(b, (*plain)(w)); err != nil {
		return err
	}
	w.echo, err = others(b, ownOfCall)
	return err
}

// others are an object's fields that are not these and hold something; nil for none.
func others(object []byte, own []string) (json.RawMessage, error) {
	var in map[string]json.RawMessage
	if err := json.Unmarshal(object, &in); err != nil {
		return nil, err
	}
	maps.DeleteFunc(in, func(name string, value json.RawMessage) bool {
		return slices.Contains(own, name) || !present(value) || string(value) == `""` || string(value) == "[]"
	})
	if len(in) == 0 {
		return nil, nil
	}
	return json.Marshal(in)
}

// content is the text of a message: a text, or, from some servers, a list of parts.
type content string

// UnmarshalJSON takes both forms.
func (c *content) UnmarshalJSON(b []byte) error {
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(b, &parts) == nil {
		for _, p := range parts {
			if p.Type == "text" {
				*c += content(p.Text)
			}
		}
		return nil
	}
	return json.Unmarshal(b, (*string)(c))
}

// thoughtStandIn is what Gemini documents for a call whose signature is not known, since
// another model made it.
const thoughtStandIn = `{"google":{"thought_signature":"skip_thought_signature_validator"}}`

// withEcho is a message as an object, with what the endpoint had sent beside it.
func withEcho(w openai.ChatCompletionMessage, m Message, lack lacks) (map[string]any, error) {
	fields, err := asObject(w)
	if err != nil || len(m.Calls) == 0 {
		return fields, err
	}
	if lack.has(noEcho) {
		return fields, nil
	}
	if err := add(fields, m.Echo); err != nil {
		return nil, err
	}
	if lack.has(wantsReasoning) && fields["reasoning_content"] == nil {
		fields["reasoning_content"] = m.Text
	}
	calls, _ := fields["tool_calls"].([]any)
	for i, one := range calls {
		call, _ := one.(map[string]any)
		if err := add(call, m.Calls[i].Echo); err != nil {
			return nil, err
		}
		if lack.has(wantsSignature) && call["extra_content"] == nil {
			call["extra_content"] = json.RawMessage(thoughtStandIn)
		}
	}
	return fields, nil
}

func asObject(v any) (map[string]any, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var out map[string]any
	return out, json.Unmarshal(b, &out)
}

// add puts further fields into an object.
func add(object map[string]any, fields json.RawMessage) error {
	if len(fields) == 0 {
		return nil
	}
	var more map[string]json.RawMessage
	if err := json.Unmarshal(fields, &more); err != nil {
		return err
	}
	for name, value := range more {
		object[name] = value
	}
	return nil
}
