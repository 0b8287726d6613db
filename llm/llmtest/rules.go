package llmtest

import (
	"encoding/json"
	"fmt"
	"regexp"
)

// always refuses everything.
func always(no Reply) Rule { return func(Heard) *Reply { return &no } }

// once refuses the request of that number.
func once(n int, no Reply) Rule {
	return func(h Heard) *Reply {
		if h.N != n {
			return nil
		}
		return &no
	}
}

// firstCall refuses the first request that offers tools.
func firstCall(no Reply) Rule {
	done := false
	return func(h Heard) *Reply {
		if done || len(h.Tools) == 0 {
			return nil
		}
		done = true
		return &no
	}
}

// without refuses a field of the body, as an error with a code or as the last argument.
func without(field, text, code string, as ...Reply) Rule {
	return func(h Heard) *Reply {
		if _, there := h.Body[field]; !there {
			return nil
		}
		if len(as) > 0 {
			return &as[0]
		}
		return &Reply{Status: 400, Text: text, Code: code}
	}
}

// toolsOnly limits a rule to requests that offer tools.
func toolsOnly(h Heard) bool { return len(h.Tools) > 0 }

// unless refuses a field that has another value; a missing one too, where the requests of
// a kind must have it.
func unless(field string, value any, text, code string, must ...func(Heard) bool) Rule {
	return func(h Heard) *Reply {
		got, there := h.Body[field]
		needed := len(must) > 0 && must[0](h)
		if got == value || (!there && !needed) {
			return nil
		}
		return &Reply{Status: 400, Text: text, Code: code}
	}
}

// notBoth refuses two fields at once.
func notBoth(a, b string) Rule {
	return func(h Heard) *Reply {
		_, hasA := h.Body[a]
		if _, hasB := h.Body[b]; !hasA || !hasB {
			return nil
		}
		return &Reply{Status: 400, Code: "invalid_request_error", Text: fmt.Sprintf("`%s` and `%s` cannot both be specified for this model. Please use only one.", a, b)}
	}
}

// notSchema refuses the form of a reply.
func notSchema(text string) Rule { return without("response_format", text, "invalid_request_error") }

// longer refuses bodies over a size, saying how many tokens they have.
func longer(bytes int, no func(tokens int) *Reply) Rule {
	return func(h Heard) *Reply {
		if h.Size <= bytes {
			return nil
		}
		return no(h.Size / 4)
	}
}

// notChoiceObject is LM Studio's: tool_choice is a word.
func notChoiceObject(h Heard) *Reply {
	if _, isObject := h.ToolChoice.(map[string]any); !isObject {
		return nil
	}
	return &Reply{Status: 400, Raw: `{"error":"Invalid tool_choice type: 'object'. Supported string values: none, auto, required"}`}
}

// inWords has calls come as text.
func inWords(say func(SpokenCall) string) func(Heard, *Spoken) {
	return func(_ Heard, s *Spoken) {
		if len(s.Calls) > 0 {
			s.Text, s.Calls, s.Finish = say(s.Calls[0]), nil, "stop"
		}
	}
}

// llamaSchemas is llama.cpp's: it makes a grammar of the tools' schemas, and of a node
// without a type it cannot.
func llamaSchemas(h Heard) *Reply {
	for _, tool := range h.Tools {
		function, _ := tool["function"].(map[string]any)
		if node, found := untyped(function["parameters"]); found {
			b, _ := json.Marshal(node)
			return &Reply{Status: 400, Code: "400", Text: "JSON schema conversion failed:\nUnrecognized schema: " + string(b)}
		}
	}
	return nil
}

// untyped finds a node of a schema that says no type.
func untyped(node any) (any, bool) {
	m, isObject := node.(map[string]any)
	if !isObject || m["type"] == nil {
		return node, true
	}
	props, _ := m["properties"].(map[string]any)
	for _, p := range props {
		if n, found := untyped(p); found {
			return n, true
		}
	}
	if items, there := m["items"]; there {
		return untyped(items)
	}
	return nil, false
}

// llamaArguments is llama.cpp's: its templates read the arguments of past calls.
func llamaArguments(h Heard) *Reply {
	for _, c := range pastCalls(h) {
		function, _ := c["function"].(map[string]any)
		args, _ := function["arguments"].(string)
		if !json.Valid([]byte(args)) {
			return &Reply{Status: 500, Code: "500", Text: "Failed to parse tool call arguments as JSON"}
		}
	}
	return nil
}

func pastCalls(h Heard) []map[string]any {
	var out []map[string]any
	for _, m := range h.Messages {
		out = append(out, m.ToolCalls...)
	}
	return out
}

var nine = regexp.MustCompile(`^[a-zA-Z0-9]{9}$`)

// mistralIDs is Mistral's form of a call's id.
func mistralIDs(h Heard) *Reply {
	for _, c := range pastCalls(h) {
		if id, _ := c["id"].(string); !nine.MatchString(id) {
			return mistralSays(fmt.Sprintf("Tool call id was %s but must be a-z, A-Z, 0-9, with a length of 9.", id), "invalid_function_call")
		}
	}
	return nil
}

// mistralOrder is Mistral's: after a call's result comes the assistant.
func mistralOrder(h Heard) *Reply {
	for i := 1; i < len(h.Messages); i++ {
		if h.Messages[i-1].Role == "tool" && h.Messages[i].Role == "user" {
			return mistralSays("Unexpected role 'user' after role 'tool'", "invalid_request_message_order")
		}
	}
	return nil
}

func mistralSays(text, kind string) *Reply {
	b, _ := json.Marshal(map[string]any{"object": "error", "message": text, "type": kind, "param": nil, "code": "3280"})
	return &Reply{Status: 400, Raw: string(b)}
}

func mistralExtra(field string) Reply {
	return Reply{Status: 422, Raw: fmt.Sprintf(`{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body",%q],"msg":"Extra inputs are not permitted","input":1}]},"type":"invalid_request_error","param":null,"code":null}`, field)}
}

const geminiLimit = `[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 10, model: gemini-3-flash\nPlease retry in 31.570s.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerMinutePerProjectPerModel-FreeTier","quotaValue":"10"}]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"31s"}]}}]`

const geminiDay = `[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 250, model: gemini-3-flash\nPlease retry in 31.570s.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier","quotaValue":"250"}]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"31s"}]}}]`

func geminiUnknown(field string) Reply {
	return Reply{Status: 400, Raw: fmt.Sprintf(`[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"%s\": Cannot find field.","status":"INVALID_ARGUMENT"}}]`, field)}
}

// sign has each call carry a signature of the thought behind it.
func (s *Spoken) sign() {
	for i := range s.Calls {
		s.Calls[i].Extra = map[string]any{"extra_content": map[string]any{"google": map[string]any{"thought_signature": "c2lnbmVk"}}}
	}
}

// geminiSignatures is Gemini's: a past call comes with the signature it had.
func geminiSignatures(h Heard) *Reply {
	for _, c := range pastCalls(h) {
		if c["extra_content"] == nil {
			return &Reply{Status: 400, Raw: `[{"error":{"code":400,"message":"Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.","status":"INVALID_ARGUMENT"}}]`}
		}
	}
	return nil
}

// deepseekReasoning is DeepSeek's: a past call comes with the reasoning before it.
func deepseekReasoning(h Heard) *Reply {
	return missing(h, "reasoning_content", "The `reasoning_content` in the thinking mode must be passed back to the API.")
}

// reasoningDetails is OpenRouter's, for models that sign their reasoning.
func reasoningDetails(h Heard) *Reply {
	return missing(h, "reasoning_details", "Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.")
}

func missing(h Heard, field, text string) *Reply {
	messages, _ := h.Body["messages"].([]any)
	for _, m := range messages {
		msg, _ := m.(map[string]any)
		if msg["tool_calls"] != nil && msg[field] == nil {
			return &Reply{Status: 400, Code: "invalid_request_error", Text: text}
		}
	}
	return nil
}
