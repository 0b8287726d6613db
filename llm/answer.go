package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"legomem/llm/cost"
)

// answer is a chat completion as it came.
type answer struct {
	Model   string `json:"model"`
	Choices []struct {
		Message      wireReply `json:"message"`
		FinishReason string    `json:"finish_reason"`
	} `json:"choices"`
	Usage usage `json:"usage"`
}

// usage are the endpoint's figures. CacheHits is DeepSeek's name for the tokens that were
// in its cache.
type usage struct {
	openai.Usage
	CacheHits int `json:"prompt_cache_hit_tokens"`
}

func (u usage) cached() int {
	if d := u.PromptTokensDetails; d != nil {
		return max(d.CachedTokens, u.CacheHits)
	}
	return u.CacheHits
}

// brokenOff is the error for an answer that its server did not finish.
type brokenOff struct{ why string }

func (b *brokenOff) Error() string { return b.why }

// failure is the error in an answer that has the form of a reply.
func (a answer) failure() error {
	if len(a.Choices) > 0 && a.Choices[0].FinishReason == "error" {
		return &brokenOff{"the server behind it broke off the reply"}
	}
	return nil
}

func asRefusal(err error) (*refusal, bool) { return errors.AsType[*refusal](err) }

// read finds in an answer what the request asked for.
func (c *Client) read(req Request, a answer, sent []byte) (Reply, error) {
	if len(a.Choices) == 0 {
		return Reply{Model: a.Model}, c.malformed(req, "the endpoint sent no choice")
	}
	choice := a.Choices[0]
	_, text, open := splitThinking(string(choice.Message.Content))
	reply := Reply{Text: text, Echo: choice.Message.echo, Calls: fromWire(choice.Message.ToolCalls), Model: a.Model,
		Cut: choice.FinishReason == string(openai.FinishReasonLength)}
	reply.Usage = usageOf(sent, a.Usage, reply)
	c.compare(req, sent, reply.Usage)
	if len(req.Tools) > 0 && len(reply.Calls) == 0 {
		reply = callsInText(req, reply)
	}
	if reason := unusable(req, reply, open, choice.FinishReason, choice.Message.Refusal); reason != "" {
		return reply, c.malformed(req, reason)
	}
	if req.Schema == nil {
		return reply, nil
	}
	found, err := ExtractJSON(reply.Text)
	if err != nil {
		return reply, c.malformed(req, err.Error())
	}
	reply.JSON = found
	return reply, nil
}

// unusable says why a reply is none; "" if it may be one.
func unusable(req Request, reply Reply, open bool, finish, refused string) string {
	switch {
	case open && reply.Cut:
		return "it was cut off at the reply's token limit in the middle of the reasoning; reason less"
	case open:
		return "it holds reasoning whose end is missing, and no reply after it; end the reasoning, then reply"
	case reply.Cut && !req.Partial && !whole(req, reply):
		return "it was cut off at the reply's token limit; say less"
	case finish == string(openai.FinishReasonContentFilter):
		return "the endpoint's content filter stopped it"
	case refused != "" && reply.Text == "" && len(reply.Calls) == 0:
		return "the model refuses: " + clip(refused, 300)
	}
	return ""
}

// whole reports whether a reply that ended at its limit holds all that was asked for: the
// object, or calls whose arguments are complete.
func whole(req Request, reply Reply) bool {
	if req.Schema != nil {
		_, err := ExtractJSON(reply.Text)
		return err == nil
	}
	for _, c := range reply.Calls {
		if !json.Valid(c.Args) {
			return false
		}
	}
	return len(reply.Calls) > 0
}

// fewest is the part of what was counted that an endpoint must have read: other
// vocabularies than the one here cut words differently, but not so much.
const fewest = 0.6

// compare notices an endpoint that read less than it was sent: one that cuts a long prompt
// to its context without a word, as Ollama does. It counts once it has grounds to.
func (c *Client) compare(req Request, sent []byte, u cost.Usage) {
	c.mu.Lock()
	known := c.short[req.Model] != ""
	c.mu.Unlock()
	const mostPerToken = 6 // bytes, of a prompt with its JSON
	if known || u.Counted || u.Prompt*mostPerToken >= len(sent) || shows(req) {
		return
	}
	counted := promptTokens(sent)
	if float64(u.Prompt) >= fewest*float64(counted) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.short[req.Model] = fmt.Sprintf("it read %d tokens of some %d that were sent: its context is too small, and it cuts the prompt without a word. "+
		"Ollama: start it with OLLAMA_CONTEXT_LENGTH=32768, or set num_ctx in a Modelfile", u.Prompt, counted)
}

func shows(req Request) bool {
	for _, m := range req.Messages {
		if len(m.Images) > 0 {
			return true
		}
	}
	return false
}

// promptTokens counts the texts of a request: each message's, and the tools.
func promptTokens(sent []byte) int {
	var in struct {
		Messages []struct {
			Content   json.RawMessage `json:"content"`
			ToolCalls json.RawMessage `json:"tool_calls"`
		} `json:"messages"`
		Tools json.RawMessage `json:"tools"`
	}
	if json.Unmarshal(sent, &in) != nil {
		return 0
	}
	n := 0
	for _, m := range in.Messages {
		n += perMessage + contentTokens(m.Content)
		if present(m.ToolCalls) {
			n += CountTokens(string(m.ToolCalls))
		}
	}
	if present(in.Tools) {
		n += CountTokens(string(in.Tools))
	}
	return n
}

func contentTokens(raw json.RawMessage) int {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return CountTokens(text)
	}
	var parts []openai.ChatMessagePart
	if json.Unmarshal(raw, &parts) != nil {
		return 0
	}
	n := 0
	for _, p := range parts {
		if p.ImageURL != nil {
			n += perImage
		}
		n += CountTokens(strings.TrimSpace(p.Text))
	}
	return n
}
