package llm

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// events writes chunks as a stream.
func events(chunks ...string) string {
	var s strings.Builder
	for _, c := range chunks {
		s.WriteString("data: " + c + "\n\n")
	}
	return s.String()
}

func delta(d, finish string) string {
	if finish != "null" {
		finish = `"` + finish + `"`
	}
	return `{"id":"x","model":"m","choices":[{"index":0,"delta":` + d + `,"finish_reason":` + finish + `}]}`
}

func TestAssemble(t *testing.T) {
	for _, tc := range []struct{ name, stream, message, finish string }{
		{"a text in pieces, between comments", ": wait\n\n" + events(delta(`{"role":"assistant","content":""}`, "null"), delta(`{"content":"Hel"}`, "null"), delta(`{"content":"lo"}`, "stop"), "[DONE]"),
			`{"content":"Hello","role":"assistant"}`, "stop"},
		{"without an end mark", events(delta(`{"content":"Hello"}`, "length")), `{"content":"Hello","role":"assistant"}`, "length"},
		{"without a reason for its end", events(delta(`{"content":"Hello"}`, "null"), "[DONE]"), `{"content":"Hello","role":"assistant"}`, "stop"},
		{"calls in pieces", events(delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}}]}`, "null"), delta(`{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}`, "null"),
			delta(`{"tool_calls":[{"index":1,"id":"b","function":{"name":"g","arguments":"{}"}}]}`, "tool_calls")),
			`{"role":"assistant","tool_calls":[{"function":{"arguments":"{\"x\":1}","name":"f"},"id":"a","type":"function"},{"function":{"arguments":"{}","name":"g"},"id":"b","type":"function"}]}`, "tool_calls"},
		{"calls that are all number 0", events(delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}`, "null"), delta(`{"tool_calls":[{"index":0,"id":"b","function":{"name":"f","arguments":"{}"}}]}`, "tool_calls")),
			`{"role":"assistant","tool_calls":[{"function":{"arguments":"{}","name":"f"},"id":"a","type":"function"},{"function":{"arguments":"{}","name":"f"},"id":"b","type":"function"}]}`, "tool_calls"},
		{"reasoning, and its details", events(delta(`{"reasoning":"a","reasoning_details":[{"type":"reasoning.text","text":"a","index":0}]}`, "null"), delta(`{"reasoning":"b","reasoning_details":[{"type":"reasoning.text","text":"b","index":0},{"type":"reasoning.text","signature":"s","index":0}]}`, "stop")),
			`{"reasoning":"ab","reasoning_details":[{"index":0,"signature":"s","text":"ab","type":"reasoning.text"}],"role":"assistant"}`, "stop"},
		{"a second choice", events(`{"choices":[{"index":1,"delta":{"content":"no"}}]}`, delta(`{"content":"yes"}`, "stop")), `{"content":"yes","role":"assistant"}`, "stop"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			whole, err := assemble(strings.NewReader(tc.stream))
			if err != nil {
				t.Fatal(err)
			}
			var out struct {
				Choices []struct {
					Message json.RawMessage `json:"message"`
					Finish  string          `json:"finish_reason"`
				} `json:"choices"`
			}
			if err := json.Unmarshal(whole, &out); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.message, string(out.Choices[0].Message)); diff != "" || out.Choices[0].Finish != tc.finish {
				t.Errorf("finish %q, message (-want +got):\n%s", out.Choices[0].Finish, diff)
			}
		})
	}
}

func TestAssembleWhatIsBroken(t *testing.T) {
	var broken *brokenOff
	if _, err := assemble(strings.NewReader(events(delta(`{"content":"Hel"}`, "null")))); !errors.As(err, &broken) {
		t.Errorf("a stream that breaks off: %v", err)
	}
	var noProtocol *garbled
	if _, err := assemble(strings.NewReader("data: hello\n\n")); !errors.As(err, &noProtocol) {
		t.Errorf("a stream of words: %v", err)
	}
	whole, err := assemble(strings.NewReader(events(delta(`{"content":"Hel"}`, "null"), `{"error":{"message":"no"}}`)))
	if err != nil || string(whole) != `{"error":{"message":"no"}}` {
		t.Errorf("an error in a stream: %s, %v", whole, err)
	}
}

// Whatever comes, assembling it ends with JSON or with an error.
func FuzzAssemble(f *testing.F) {
	f.Add(events(delta(`{"content":"a"}`, "stop"), "[DONE]"))
	f.Add(events(delta(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":{"x":1}}}]}`, "tool_calls")))
	f.Add(events(`{"error":{"message":"no"}}`))
	f.Add(": only a comment\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := assemble(strings.NewReader(text)); err == nil && !json.Valid(got) {
			t.Errorf("%q became %q", text, got)
		}
	})
}
