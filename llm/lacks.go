package llm

import (
	"errors"
	"regexp"

	openai "github.com/sashabaranov/go-openai"
)

// lacks records what an endpoint does not accept for a model.
type lacks struct{ schema, tools, temperature, topP, seed bool }

func (l lacks) or(m lacks) lacks {
	return lacks{l.schema || m.schema, l.tools || m.tools, l.temperature || m.temperature, l.topP || m.topP, l.seed || m.seed}
}

// How the servers we know of word their refusals: OpenAI, Azure, vLLM, llama.cpp,
// Ollama, LM Studio, Groq, DeepSeek, OpenRouter.
var (
	saysSchema      = regexp.MustCompile(`(?i)response.?format|json.?(schema|object)|structured.?output|\bschema`)
	saysTools       = regexp.MustCompile(`(?i)\btools?\b|tool.?(choice|call|use)|function.?call|\bfunctions?\b`)
	saysTemperature = regexp.MustCompile(`(?i)temperature`)
	saysTopP        = regexp.MustCompile(`(?i)top.?p\b`)
	saysSeed        = regexp.MustCompile(`(?i)\bseed\b`)
)

// learn reads from a refusal what to do without. It returns false if the error is not a
// refusal, or not about something that this request used.
func (l lacks) learn(req Request, err error) (lacks, bool) {
	text, ok := refusalText(err)
	if !ok {
		return l, false
	}
	more := lacks{
		temperature: req.Sampling.Temperature != nil && !l.temperature && saysTemperature.MatchString(text),
		topP:        req.Sampling.TopP != nil && !l.topP && saysTopP.MatchString(text),
		seed:        req.Sampling.Seed != nil && !l.seed && saysSeed.MatchString(text),
	}
	if more == (lacks{}) {
		more.schema = req.Schema != nil && !l.schema && saysSchema.MatchString(text)
		more.tools = !more.schema && len(req.Tools) > 0 && !l.tools && saysTools.MatchString(text)
	}
	return more, more != lacks{}
}

// refusalText returns the objection of the endpoint, or of the library on its behalf,
// to the request itself.
func refusalText(err error) (string, bool) {
	var e *Error
	if !errors.As(err, &e) {
		return "", false
	}
	if errors.Is(err, openai.ErrReasoningModelLimitationsOther) || errors.Is(err, openai.ErrReasoningSamplingUnsupported) ||
		errors.Is(err, openai.ErrReasoningToolsRequireResponses) {
		return e.Message, true
	}
	switch e.Status {
	case 400, 404, 422, 501:
		return e.Message, e.Kind == Refused || e.Kind == Server
	}
	return "", false
}
