package llm

import (
	"sync"

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
func usageOf(sent []byte, u usage, reply Reply) cost.Usage {
	if u.PromptTokens > 0 || u.CompletionTokens > 0 {
		return cost.Usage{Prompt: u.PromptTokens, Completion: u.CompletionTokens, Cached: min(u.cached(), u.PromptTokens)}
	}
	out := cost.Usage{Counted: true, Prompt: promptTokens(sent), Completion: CountTokens(reply.Text)}
	for _, c := range reply.Calls {
		out.Completion += CountTokens(c.Name + string(c.Args))
	}
	return out
}
