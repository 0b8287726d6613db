package llm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// stream puts the events of a chat completion together. What comes in pieces is texts; all
// else is taken as it comes.
type stream struct {
	head    map[string]any // the fields of the completion
	message map[string]any
	calls   []*piecedCall
	finish  string
	done    bool // [DONE] has come
	failed  json.RawMessage
}

// piecedCall is a tool call on its way.
type piecedCall struct {
	index  int
	fields map[string]any
	name   string
	args   string
}

// maxEvent is the most that one event may hold, in bytes.
const maxEvent = 16 << 20

// assemble reads a stream of events to its end and returns the completion as one JSON
// object. An error event is returned as the answer that it is. A stream that ends before
// its reply does is a *brokenOff.
func assemble(events io.Reader) ([]byte, error) {
	s := &stream{head: map[string]any{}, message: map[string]any{"role": "assistant"}}
	lines := bufio.NewScanner(events)
	lines.Buffer(make([]byte, 64<<10), maxEvent)
	for lines.Scan() && !s.done && s.failed == nil {
		data, isData := bytes.CutPrefix(lines.Bytes(), []byte("data:"))
		data = bytes.TrimSpace(data)
		if !isData || len(data) == 0 { // a comment, the kind of event, or the end of one
			continue
		}
		if err := s.event(data); err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if s.failed != nil {
		return json.Marshal(map[string]any{"error": s.failed})
	}
	if s.finish == "" && !s.done {
		return nil, &brokenOff{"its reply broke off before the end"}
	}
	return s.completion()
}

// event takes one event.
func (s *stream) event(data []byte) error {
	if string(data) == "[DONE]" {
		s.done = true
		return nil
	}
	var in struct {
		Error   json.RawMessage `json:"error"`
		Choices []struct {
			Index        int            `json:"index"`
			Delta        map[string]any `json:"delta"`
			Message      map[string]any `json:"message"`
			FinishReason string         `json:"finish_reason"`
		} `json:"choices"`
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &in); err != nil {
		return &garbled{fmt.Errorf("in a stream: %w", err)}
	}
	if present(in.Error) {
		s.failed = in.Error
		return nil
	}
	if err := json.Unmarshal(data, &all); err != nil {
		return &garbled{err}
	}
	for name, value := range all {
		if name != "choices" && name != "object" && present(value) {
			s.head[name] = value
		}
	}
	for _, c := range in.Choices {
		if c.Index != 0 {
			continue
		}
		if c.FinishReason != "" {
			s.finish = c.FinishReason
		}
		s.delta(c.Delta)
		s.delta(c.Message)
	}
	return nil
}

// delta adds a piece to the message.
func (s *stream) delta(d map[string]any) {
	for name, value := range d {
		list, isList := value.([]any)
		switch {
		case value == nil, name == "role":
		case name == "tool_calls" && isList:
			for _, one := range list {
				s.call(one)
			}
		default:
			s.message[name] = joined(s.message[name], value)
		}
	}
}

// joined is a value with one more piece: texts are put together, and of lists, such as
// OpenRouter's reasoning_details, the elements of the same index.
func joined(have, more any) any {
	switch more := more.(type) {
	case string:
		if text, isText := have.(string); isText {
			return text + more
		}
	case []any:
		list, _ := have.([]any)
		for _, one := range more {
			list = withElement(list, one)
		}
		return list
	case map[string]any:
		if object, isObject := have.(map[string]any); isObject {
			return joinedObject(object, more)
		}
	}
	return more
}

// withElement adds an element to a list, or a piece to the last one if that has its index.
func withElement(list []any, one any) []any {
	object, isObject := one.(map[string]any)
	if !isObject || len(list) == 0 || object["index"] == nil {
		return append(list, one)
	}
	last, isObject := list[len(list)-1].(map[string]any)
	if !isObject || last["index"] != object["index"] || last["type"] != object["type"] {
		return append(list, one)
	}
	list[len(list)-1] = joinedObject(last, object)
	return list
}

// oneWord are fields whose text is one word, which is not put together.
var oneWord = []string{"type", "id", "format", "index", "name"}

func joinedObject(have, more map[string]any) map[string]any {
	for name, value := range more {
		switch {
		case value == nil:
		case slices.Contains(oneWord, name):
			have[name] = value
		default:
			have[name] = joined(have[name], value)
		}
	}
	return have
}

// call adds a piece of a tool call. A new one begins with an index that is new, or with an
// id and a name where servers number all their calls 0.
func (s *stream) call(piece any) {
	in, isObject := piece.(map[string]any)
	if !isObject {
		return
	}
	number, _ := in["index"].(float64)
	function, _ := in["function"].(map[string]any)
	name, _ := function["name"].(string)
	id, _ := in["id"].(string)
	at := s.callAt(int(number))
	if at == nil || (at.name != "" && name != "" && id != "" && id != at.fields["id"]) {
		at = &piecedCall{index: int(number), fields: map[string]any{}}
		s.calls = append(s.calls, at)
	}
	for field, value := range in {
		if field != "index" && field != "function" && value != nil && value != "" {
			at.fields[field] = value
		}
	}
	if name != "" {
		at.name = name
	}
	switch args := function["arguments"].(type) {
	case string:
		at.args += args
	case map[string]any:
		whole, _ := json.Marshal(args) // it was JSON before
		at.args += string(whole)
	}
}

// callAt is the last call of that index.
func (s *stream) callAt(index int) *piecedCall {
	for i := len(s.calls) - 1; i >= 0; i-- {
		if s.calls[i].index == index {
			return s.calls[i]
		}
	}
	return nil
}

// completion is the whole as one object.
func (s *stream) completion() ([]byte, error) {
	var calls []any
	for _, c := range s.calls {
		c.fields["type"] = "function"
		c.fields["function"] = map[string]any{"name": c.name, "arguments": c.args}
		calls = append(calls, c.fields)
	}
	if calls != nil {
		s.message["tool_calls"] = calls
	}
	finish := s.finish
	if finish == "" {
		finish = "stop"
	}
	s.head["object"] = "chat.completion"
	s.head["choices"] = []any{map[string]any{"index": 0, "message": s.message, "finish_reason": finish}}
	return json.Marshal(s.head)
}
