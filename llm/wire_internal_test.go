package llm

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/lists"
	"legomem/must"
)

// TestTyped: every node of a schema says its type, and one that did keeps it.
func TestTyped(t *testing.T) {
	any6, any4 := `["string","number","boolean","object","array","null"]`, `["string","number","boolean","null"]`
	for _, tc := range []struct {
		name, schema, want string
		single             bool
	}{
		{name: "all have one", schema: `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`,
			want: `{"additionalProperties":false,"properties":{"a":{"type":"string"}},"type":"object"}`},
		{name: "one of anything", schema: `{"type":"object","properties":{"a":{"description":"d"}}}`,
			want: `{"properties":{"a":{"description":"d","items":{"type":` + any4 + `},"type":` + any6 + `}},"type":"object"}`},
		{name: "a list of anything", schema: `{"type":"array","items":true}`, want: `{"items":{"items":{"type":` + any4 + `},"type":` + any6 + `},"type":"array"}`},
		{name: "names of anything", schema: `{"type":"object","additionalProperties":true}`, want: `{"additionalProperties":{"items":{"type":` + any4 + `},"type":` + any6 + `},"type":"object"}`},
		{name: "one type in each place", schema: `{"type":"object","properties":{"a":{},"b":{"type":["array","null"],"items":true}}}`, single: true,
			want: `{"properties":{"a":{"type":"string"},"b":{"items":{"type":"string"},"type":"array"}},"type":"object"}`},
		{name: "it says it in another way", schema: `{"anyOf":[{"type":"string"},{"const":3}]}`, want: `{"anyOf":[{"type":"string"},{"const":3}]}`},
		{name: "no JSON", schema: `{`, want: `{`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := typed(json.RawMessage(tc.schema), tc.single)
			if string(got) != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
			if again := typed(got, tc.single); string(again) != tc.want {
				t.Errorf("typed again it is %s", again)
			}
		})
	}
}

// TestCallsInText reads the forms in which models write calls.
func TestCallsInText(t *testing.T) {
	req := Request{Tools: []ToolSpec{{Name: "say"}, {Name: "done"}}}
	for _, tc := range []struct{ name, text, said, calls string }{
		{"as asked for", `{"thought":"why","tool":"other","args":{"a":1}}`, "why", `other {"a":1}`},
		{"between tags", "I do.\n<tool_call>\n{\"name\": \"say\", \"arguments\": {\"a\": 1}}\n</tool_call>", "I do.", `say {"a": 1}`},
		{"two between tags", `<tool_call>{"name":"say","arguments":{}}</tool_call><tool_call>{"name":"done","arguments":{"b":2}}</tool_call>`, "", `say {}; done {"b":2}`},
		{"without the last tag", `<tool_call>{"name":"say","arguments":{"a":1}}`, "", `say {"a":1}`},
		{"name and arguments", "Sure:\n```json\n{\"name\":\"say\",\"arguments\":{\"a\":1}}\n```", "Sure:", `say {"a":1}`},
		{"name and parameters", `<|python_tag|>{"name":"say","parameters":{"a":1}}`, "", `say {"a":1}`},
		{"a function inside", `{"type":"function","function":{"name":"say","arguments":"{\"a\":1}"}}`, "", `say "{\"a\":1}"`},
		{"Llama's", `<function=say>{"a":1}</function>`, "", `say {"a":1}`},
		{"a coder's", "<tool_call>\n<function=say>\n<parameter=a>\n1\n</parameter>\n<parameter=b>\ntwo words\n</parameter>\n</function>\n</tool_call>", "", `say {"a":1,"b":"two words"}`},
		{"Mistral's", `[TOOL_CALLS] [{"name":"say","arguments":{"a":1}},{"name":"done","arguments":{}},]`, "", `say {"a":1 }; done {}`},
		{"a person's name", `{"name":"Dana","arguments":{"a":1}}`, `{"name":"Dana","arguments":{"a":1}}`, ""},
		{"words", "I have done it.", "I have done it.", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := callsInText(req, Reply{Text: tc.text})
			calls := lists.Map(got.Calls, func(c ToolCall) string { return c.Name + " " + string(c.Args) })
			unspaced := strings.NewReplacer(" ", "")
			if unspaced.Replace(strings.Join(calls, "; ")) != unspaced.Replace(tc.calls) || got.Text != tc.said {
				t.Errorf("said %q and called %s", got.Text, calls)
			}
		})
	}
}

// TestPlaces: where an endpoint's operations are, and how its key is sent.
func TestPlaces(t *testing.T) {
	for _, tc := range []struct{ name, base, version, url, header string }{
		{"OpenAI's", "https://api.openai.com/v1", "", "https://api.openai.com/v1/chat/completions", "Authorization: Bearer k"},
		{"with a slash", "http://127.0.0.1:11434/v1/", "", "http://127.0.0.1:11434/v1/chat/completions", "Authorization: Bearer k"},
		{"Azure's resource", "https://x.openai.azure.com", "2024-10-21", "https://x.openai.azure.com/openai/deployments/m/chat/completions?api-version=2024-10-21", "Api-Key: k"},
		{"Azure's deployment", "https://x.openai.azure.com/openai/deployments/d", "2024-10-21", "https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21", "Api-Key: k"},
		{"Azure's v1", "https://x.openai.azure.com/openai/v1/", "", "https://x.openai.azure.com/openai/v1/chat/completions", "Api-Key: k"},
		{"a version in the address", "https://proxy.example.com/a?api-version=1", "", "https://proxy.example.com/a/chat/completions?api-version=1", "Api-Key: k"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := must.Have(placeOf(Endpoint{BaseURL: tc.base, APIVersion: tc.version}))(t)
			name, value := p.header("k")
			if got := p.operation("chat/completions", "m"); got != tc.url || name+": "+value != tc.header {
				t.Errorf("%s with %s: %s", got, name, value)
			}
			if name, _ := p.header(""); name != "" {
				t.Errorf("without a key there is the header %s", name)
			}
		})
	}
}

// TestModelsAreAsked where they are: on Azure, of the resource.
func TestModelsAreAsked(t *testing.T) {
	for base, want := range map[string]string{"http://127.0.0.1:11434/v1": "http://127.0.0.1:11434/v1/models", "https://x.openai.azure.com/openai/deployments/d": "https://x.openai.azure.com/openai/models?api-version=1"} {
		e := Endpoint{BaseURL: base, Key: "k"}
		if strings.Contains(base, "azure") {
			e.APIVersion = "1"
		}
		req := must.Have(modelsRequest(t.Context(), e))(t)
		if got := req.URL.String(); got != want || req.Header.Get("Api-Key")+req.Header.Get("Authorization") == "" {
			t.Errorf("%s: %s with %v", base, got, req.Header)
		}
	}
}

// TestHowLongToWait reads it from headers and words.
func TestHowLongToWait(t *testing.T) {
	c := &Client{endpoint: Endpoint{Now: func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }}}
	for _, tc := range []struct {
		name, header, value, body string
		want                      time.Duration
	}{
		{"seconds", "Retry-After", "7", "", 7 * time.Second},
		{"a date", "Retry-After", "Sun, 01 Mar 2026 12:00:09 GMT", "", 9 * time.Second},
		{"milliseconds", "Retry-After-Ms", "1500", "", 1500 * time.Millisecond},
		{"OpenAI's words", "", "", `Please try again in 1m20.5s. Visit ...`, 80500 * time.Millisecond},
		{"in a moment", "", "", `Please try again in 176ms.`, 176 * time.Millisecond},
		{"Gemini's", "", "", `{"retryDelay": "31s"}`, 31 * time.Second},
		{"nothing", "", "", `slow down`, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := http.Header{}
			if tc.header != "" {
				h.Set(tc.header, tc.value)
			}
			if got := c.retryAfter(&refusal{Header: h, Body: []byte(tc.body)}); got != tc.want {
				t.Errorf("%s, want %s", got, tc.want)
			}
		})
	}
}

// TestRefusals reads the words of errors in the forms that servers give them.
func TestRefusals(t *testing.T) {
	for _, tc := range []struct{ name, body, message, code string }{
		{"OpenAI's", `{"error":{"message":"no","type":"t","param":null,"code":"c"}}`, "no", "c"},
		{"in a list", `[{"error":{"code":429,"message":"no","status":"S"}}]`, "no", "429"},
		{"a bare text", `{"error":"no"}`, "no", ""},
		{"Mistral's", `{"object":"error","message":"no","type":"t","code":"3280"}`, "no", "3280"},
		{"FastAPI's", `{"detail":[{"loc":["body","seed"],"msg":"Extra inputs"}]}`, `[{"loc":["body","seed"],"msg":"Extra inputs"}]`, ""},
		{"quoted by a proxy", `{"error":{"message":"{\"error\":{\"message\":\"no\",\"code\":\"c\"}}","code":400}}`, "no", "c"},
		{"a page", "<html><head><title>502 Bad Gateway</title></head></html>", "a page titled 502 Bad Gateway", ""},
		{"words", "Too Many Requests", "Too Many Requests", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := readRefusal(400, nil, []byte(tc.body))
			must.NoDiff(t, cmp.Diff([]string{tc.message, tc.code}, []string{r.Message, r.Code}), "message and code (-want +got):\n%s")
		})
	}
}

// Whatever a model writes, looking for calls in it ends, and what is found is an offered
// tool's, or in the form that is asked for, with arguments that are JSON.
func FuzzCallsInText(f *testing.F) {
	for _, s := range []string{`<tool_call>{"name":"say","arguments":{}}`, `<function=say><parameter=a>1</parameter></function>`, `[TOOL_CALLS] [{"name":"say"}]`, `{"function":{"function":{"name":"say"}}}`} {
		f.Add(s)
	}
	req := Request{Tools: []ToolSpec{{Name: "say"}}}
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range callsInText(req, Reply{Text: text}).Calls {
			if !json.Valid(c.Args) || c.Name == "" {
				t.Errorf("%q calls %q with %q", text, c.Name, c.Args)
			}
		}
	})
}

// Whatever a server answers, its words are found, and are no more than it sent.
func FuzzReadRefusal(f *testing.F) {
	for _, s := range []string{`{"error":{"message":"no"}}`, `[{"error":"no"}]`, `<html><title>x</title>`, `{"error":{"message":"{\"error\":\"no\"}"}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if r := readRefusal(400, nil, []byte(body)); r.Status != 400 {
			t.Errorf("%q has the status %d", body, r.Status)
		}
	})
}
