package llmtest

import (
	"fmt"
	"regexp"
	"strings"
)

// Servers are the known kinds of servers. Their words are those that they really send, as
// their documentation or their users' reports have them.
func Servers() []Server {
	return append(append(hosted(), local()...), behindProxies()...)
}

// hosted are the services that sell models.
func hosted() []Server {
	return []Server{
		{Name: "OpenAI chat", Source: "https://platform.openai.com/docs/api-reference/chat", Model: "gpt-4o", Base: "/v1",
			About: "a rate limit without Retry-After, whose message says how long", Refuse: []Rule{once(2, Reply{Status: 429, Code: "rate_limit_exceeded",
				Text: "Rate limit reached for gpt-4o in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s."})},
			Voice: func(_ Heard, s *Spoken) { s.Cached = s.Prompt / 2 }},
		{Name: "OpenAI reasoning", Source: "https://platform.openai.com/docs/guides/reasoning", Model: "o4-mini", Base: "/v1",
			About: "no temperature, no top_p, and max_completion_tokens alone", Refuse: []Rule{
				unless("temperature", 1.0, "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.", "unsupported_value"),
				without("top_p", "Unsupported parameter: 'top_p' is not supported with this model.", "unsupported_parameter"),
				without("max_tokens", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", "unsupported_parameter")},
			Learned: "temperature"},
		{Name: "OpenAI, small account", Source: "https://platform.openai.com/docs/guides/rate-limits", Model: "gpt-4o", Base: "/v1",
			About: "a request over the tokens of one minute is a 429 that no waiting mends", Refuse: []Rule{longer(tiny, func(n int) *Reply {
				return &Reply{Status: 429, Code: "rate_limit_exceeded", Text: fmt.Sprintf("Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 150, Requested %d. The input or output tokens must be reduced in order to run successfully.", n)}
			})}, Never: true, Ends: "too long for model gpt-4o"},
		{Name: "Azure", Source: "https://learn.microsoft.com/azure/ai-services/openai/reference", Model: "gpt-4o-at-work", Base: "/openai/deployments/gpt-4o-at-work",
			Version: "2024-10-21", KeyIn: "api-key", About: "the deployment in the path, api-version in the query, the key in api-key"},
		{Name: "Groq", Source: "https://console.groq.com/docs/tool-use", Model: "llama-3.3-70b-versatile", Base: "/openai/v1",
			About: "a call that the model wrote badly is a 400; per-minute limits with Retry-After", Refuse: []Rule{
				once(3, Reply{Status: 429, RetryAfter: "7", Code: "rate_limit_exceeded", Text: "Rate limit reached for model `llama-3.3-70b-versatile` on tokens per minute (TPM): Limit 12000, Used 11000, Requested 2000. Please try again in 5s."}),
				firstCall(Reply{Status: 400, Code: "tool_use_failed", Text: "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details."})}},
		{Name: "Groq, free tier", Source: "https://console.groq.com/docs/rate-limits", Model: "llama-3.1-8b-instant", Base: "/openai/v1",
			About: "a request over the tokens of one minute is a 413", Refuse: []Rule{longer(tiny, func(n int) *Reply {
				return &Reply{Status: 413, Code: "rate_limit_exceeded", Text: fmt.Sprintf("Request too large for model `llama-3.1-8b-instant` in organization `org_x` service tier `on_demand` on tokens per minute (TPM): Limit 150, Requested %d, please reduce your message size and try again.", n)}
			})}, Never: true, Ends: "too long for model llama-3.1-8b-instant"},
		{Name: "Gemini", Source: "https://ai.google.dev/gemini-api/docs/openai", Model: "gemini-3-flash-preview", Base: "/v1beta/openai",
			About: "errors in a list; a limit per minute that speaks of the plan; thought signatures go back with each call", Refuse: []Rule{
				once(2, Reply{Status: 429, Raw: geminiLimit}), without("seed", "", "", geminiUnknown("seed")), geminiSignatures},
			Voice:   func(h Heard, s *Spoken) { s.sign() },
			Learned: "seed"},
		{Name: "Gemini, day's quota", Source: "https://ai.google.dev/gemini-api/docs/rate-limits", Model: "gemini-3-flash-preview", Base: "/v1beta/openai",
			About: "a quota of the day is not waited for", Refuse: []Rule{always(Reply{Status: 429, Raw: geminiDay})}, Never: true, Ends: "limits the rate of calls"},
		{Name: "Anthropic", Source: "https://platform.claude.com/docs/en/api/openai-sdk", Model: "claude-sonnet-4-5", Base: "/v1",
			About: "response_format is ignored; temperature or top_p, not both; 529 when it is overloaded", Refuse: []Rule{
				once(3, Reply{Status: 529, Raw: `{"error":{"code":"overloaded_error","message":"Overloaded","type":"overloaded_error","param":null}}`}), notBoth("temperature", "top_p")},
			Voice: func(_ Heard, s *Spoken) {
				if len(s.Calls) == 0 && strings.HasPrefix(s.Text, "{") {
					s.Text = "Here is what you asked for:\n\n```json\n" + s.Text + "\n```"
				}
			}, Learned: "top_p"},
		{Name: "Mistral", Source: "https://docs.mistral.ai/api/", Model: "mistral-large-latest", Base: "/v1",
			About: "fields that it does not know are a 422; ids of calls have nine letters and digits", Refuse: []Rule{
				without("seed", "", "", mistralExtra("seed")), without("max_completion_tokens", "", "", mistralExtra("max_completion_tokens")),
				without("stream_options", "", "", mistralExtra("stream_options")), mistralIDs, mistralOrder},
			Voice: func(h Heard, s *Spoken) {
				for i := range s.Calls {
					s.Calls[i].ID = fmt.Sprintf("Ab%05dx%d", h.N, i)
				}
			}, Learned: "seed"},
		{Name: "DeepSeek reasoning", Source: "https://api-docs.deepseek.com/guides/thinking_mode", Model: "deepseek-reasoner", Base: "/v1",
			About: "the reasoning goes back with each call; no schema; no forced call", Refuse: []Rule{
				notSchema("This response_format type is unavailable now"),
				unless("tool_choice", "auto", "deepseek-reasoner does not support this tool_choice", "invalid_request_error"), deepseekReasoning},
			Voice: func(_ Heard, s *Spoken) { s.Reasoning = "Let me think about it." }, Learned: "tool_choice"},
		{Name: "OpenRouter", Source: "https://openrouter.ai/docs/api-reference/streaming", Model: "anthropic/claude-sonnet-4.5", Base: "/api/v1",
			About: "comments in the stream; errors of a provider inside a 200; reasoning_details go back", Refuse: []Rule{reasoningDetails},
			Voice: func(h Heard, s *Spoken) {
				s.Notes = []string{"OPENROUTER PROCESSING", "OPENROUTER PROCESSING"}
				s.Message["reasoning_details"] = []any{map[string]any{"type": "reasoning.text", "text": "Hm.", "signature": "sig", "index": 0}}
				s.ReasoningIn, s.Reasoning = "reasoning", "Hm."
				if h.N == 2 {
					s.Broken = map[string]any{"code": 502, "message": "Provider returned error", "metadata": map[string]any{"provider_name": "x"}}
				}
			}},
	}
}

// tiny is a context, in bytes, that holds no prompt of an office: some 150 tokens.
const tiny = 600

// local are the servers that people run themselves.
func local() []Server {
	return []Server{
		{Name: "vLLM", Source: "https://docs.vllm.ai/en/latest/features/tool_calling/", Model: "Qwen/Qwen3-8B", Base: "/v1",
			About: "calls at will need two flags at its start, forced ones none; reasoning in a field of its own", Refuse: []Rule{
				unless("tool_choice", "required", `"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set`, "BadRequestError", toolsOnly)},
			Voice: func(_ Heard, s *Spoken) { s.Reasoning = "The user wants me to go on." }},
		{Name: "llama.cpp", Source: "https://github.com/ggml-org/llama.cpp/issues/14227", Model: "qwen2.5-7b-instruct", Base: "/v1",
			About: "every node of a schema needs a type; the thinking may lack its end", Refuse: []Rule{llamaSchemas, llamaArguments},
			Voice: func(h Heard, s *Spoken) {
				if h.Same == 0 && len(s.Calls) == 0 && !strings.HasPrefix(s.Text, "{") {
					s.Text = "<think>Well, the user wants something. I should"
				}
			}},
		{Name: "llama.cpp, small context", Source: "https://github.com/ggml-org/llama.cpp/pull/15780", Model: "qwen2.5-7b-instruct", Base: "/v1",
			About: "a prompt over its context is a 400 that counts", Refuse: []Rule{longer(tiny, func(n int) *Reply {
				return &Reply{Status: 400, Raw: fmt.Sprintf(`{"error":{"code":400,"message":"request (%d tokens) exceeds the available context size (150 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":%d,"n_ctx":150}}`, n, n)}
			})}, Never: true, Ends: "too long for model qwen2.5-7b-instruct"},
		{Name: "Ollama", Source: "https://docs.ollama.com/context-length", Model: "qwen3:8b", Base: "/v1",
			About: "a prompt over its context (4,096 tokens by default, here 1,000) is cut without a word; tool_choice is ignored", Voice: func(h Heard, s *Spoken) {
				s.Prompt = min(s.Prompt, 1000)
				if h.Same == 0 && len(s.Calls) > 0 {
					*s = Spoken{Text: "I will now carry out the work as asked.", Finish: "stop", Prompt: s.Prompt}
				}
			}, Learned: "OLLAMA_CONTEXT_LENGTH"},
		{Name: "Ollama, no tools", Source: "https://ollama.com/blog/tool-support", Model: "gemma2:9b", Base: "/v1",
			About: "a model whose template has no tools is refused them", Refuse: []Rule{
				without("tools", "registry.ollama.ai/library/gemma2:9b does not support tools", "api_error")},
			Voice: inWords(func(c SpokenCall) string { return fmt.Sprintf("{\"name\": %q, \"arguments\": %s}", c.Name, c.Args) }), Learned: "tools"},
		{Name: "LM Studio", Source: "https://lmstudio.ai/docs/developer/openai-compat/tools", Model: "qwen2.5-7b-instruct", Base: "/v1",
			About: "a call that its parser misses comes as text", Refuse: []Rule{notChoiceObject},
			Voice: inWords(func(c SpokenCall) string {
				return fmt.Sprintf("I will do that.\n<tool_call>\n{\"name\": %q, \"arguments\": %s,}\n</tool_call>", c.Name, c.Args)
			})},
		{Name: "LM Studio, small context", Source: "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/237", Model: "qwen2.5-7b-instruct", Base: "/v1",
			About: "errors are a bare text", Refuse: []Rule{longer(tiny, func(n int) *Reply {
				return &Reply{Status: 400, Raw: fmt.Sprintf(`{"error":"The number of tokens to keep from the initial prompt is greater than the context length (n_keep: %d>= n_ctx: 150). Try to load the model with a larger context length, or provide a shorter input."}`, n)}
			})}, Never: true, Ends: "too long for model qwen2.5-7b-instruct"},
		{Name: "llama.cpp without --jinja", Source: "https://github.com/ggml-org/llama.cpp/blob/master/docs/function-calling.md", Model: "llama-2", Base: "/v1",
			About: "no tools, no schemas, and here no streams", Whole: true, Refuse: []Rule{
				without("tools", "tools param requires --jinja flag", "invalid_request_error"), notSchema("response_format json_schema is not supported")},
			Voice: inWords(func(c SpokenCall) string { return fmt.Sprintf("{\"tool\": %q, \"args\": %s}", c.Name, c.Args) }), Learned: "response_format"},
		{Name: "a model that writes too much", Source: "https://platform.openai.com/docs/api-reference/chat/object", Model: "long", Base: "/v1",
			About: "each reply is cut off at its limit the first time", Voice: func(h Heard, s *Spoken) {
				if h.Same == 0 && len(h.Messages) > 0 && !complained(h) {
					*s = Spoken{Text: halves(s.Text + " and so on")[0], Finish: "length", Prompt: s.Prompt}
				}
			}},
	}
}

// behindProxies are servers that something unreliable stands before.
func behindProxies() []Server {
	html := "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body>\r\n</html>"
	return []Server{
		{Name: "a proxy that storms", Source: "https://nginx.org/en/docs/http/ngx_http_upstream_module.html", Model: "m", Base: "/v1",
			About: "429s without Retry-After, and pages of HTML with 5xx, between answers", Refuse: []Rule{func(h Heard) *Reply {
				storm := []*Reply{{Status: 429, Raw: "Too Many Requests"}, {Status: 502, Raw: html}, {Status: 429, Text: "slow down"}, {Status: 503, Text: "Service Unavailable"}, nil}
				return storm[(h.N-1)%len(storm)]
			}}},
		{Name: "a proxy that never calms", Source: "https://nginx.org/en/docs/http/ngx_http_upstream_module.html", Model: "m", Base: "/v1",
			About: "502 for good", Refuse: []Rule{always(Reply{Status: 502, Raw: html})}, Never: true, Ends: "is broken (502"},
		{Name: "a proxy that limits for good", Source: "https://www.rfc-editor.org/rfc/rfc6585#section-4", Model: "m", Base: "/v1",
			About: "429 for good, without a word on how long", Refuse: []Rule{always(Reply{Status: 429, Raw: "Too Many Requests"})}, Never: true, Ends: "limits the rate of calls"},
		{Name: "a proxy that stalls once", Source: "https://nginx.org/en/docs/http/ngx_http_proxy_module.html", Model: "m", Base: "/v1",
			About: "one stream that says nothing", Stalls: true, Refuse: []Rule{once(2, Reply{Hang: true})}},
		{Name: "a proxy that stalls", Source: "https://nginx.org/en/docs/http/ngx_http_proxy_module.html", Model: "m", Base: "/v1",
			About: "streams that say nothing", Stalls: true, Refuse: []Rule{always(Reply{Hang: true})}, Never: true, Ends: "gave no reply for model m in time"},
	}
}

var complaint = regexp.MustCompile(`cannot be used`)

func complained(h Heard) bool {
	return complaint.MatchString(h.Messages[len(h.Messages)-1].Content)
}
