package llm

import (
	"encoding/json"
	"sync"

	openai "github.com/sashabaranov/go-openai"
	"github.com/tiktoken-go/tokenizer/codec"

	"legomem/llm/cost"
)

// perMessage is how many tokens the chat protocol adds to each message, according to
// OpenAI for its models.
const perMessage = 4

// vocabulary is OpenAI's o200k. It is constructed directly: a lookup by name would link
// the library's three others as well.
var vocabulary = sync.OnceValue(codec.NewO200kBase)

// CountTokens counts a text's tokens with OpenAI's o200k vocabulary. Other
// models cut words differently, by some ten percent.
func CountTokens(text string) int {
	n, err := vocabulary().Count(text)
	if err != nil {
		return len(text) / 4 // the usual rule of thumb
	}
	return n
}

// usageOf takes the endpoint's figures, or counts what was sent and received.
func usageOf(req Request, lack lacks, resp openai.ChatCompletionResponse, reply Reply) cost.Usage {
	if resp.Usage.PromptTokens > 0 || resp.Usage.CompletionTokens > 0 {
		return cost.Usage{Prompt: resp.Usage.PromptTokens, Completion: resp.Usage.CompletionTokens}
	}
	sent := toWire(req, lack)
	u := cost.Usage{Counted: true, Completion: CountTokens(reply.Text)}
	for _, m := range sent.Messages {
		u.Prompt += perMessage + CountTokens(m.Content) + partTokens(m.MultiContent)
		for _, c := range m.ToolCalls {
			u.Prompt += CountTokens(c.Function.Name + c.Function.Arguments)
		}
	}
	if len(sent.Tools) > 0 {
		if b, err := json.Marshal(sent.Tools); err == nil {
			u.Prompt += CountTokens(string(b))
		}
	}
	for _, c := range reply.Calls {
		u.Completion += CountTokens(c.Name + string(c.Args))
	}
	return u
}

func partTokens(parts []openai.ChatMessagePart) int {
	n := 0
	for _, p := range parts {
		if p.ImageURL != nil {
			n += perImage
		}
		n += CountTokens(p.Text)
	}
	return n
}
