// Package llm talks to language models and embedders: a chat client for any
// OpenAI-compatible endpoint, recording, replaying and caching of real traffic, and a
// loader of prompt templates. The cost of calls is in llm/cost. It knows nothing of
// agents or tools and reads no environment: callers give a Client its address and key.
//
// Start with Chatter and Request; Client implements Chatter.
package llm

import (
	"context"
	"encoding/json"

	"legomem/llm/cost"
)

// Chatter answers a conversation. It is all that the model brain needs of a language
// model; Client is the real one, and tests supply their own. An error is an *Error,
// whose Kind a caller can act on, or the context's. With Kind Malformed the Reply still
// holds what came back and what it cost.
type Chatter interface {
	Chat(ctx context.Context, req Request) (Reply, error)
}

// Request is one call of a model.
type Request struct {
	Model    string
	Messages []Message
	// Tools are what the model may call, if any.
	Tools []ToolSpec
	// MustCall says that the reply must call one of the tools. An endpoint is made to, if
	// it can be; a reply in words may come all the same.
	MustCall bool
	// Schema is the form the reply must have; nil for free text.
	Schema *Schema
	// Partial says that a reply is of use even if it was cut off at its token limit. Else
	// that is Malformed.
	Partial  bool
	Sampling Sampling
}

// Sampling is how replies are drawn. A nil field is left to the endpoint; a
// zero is sent as zero.
type Sampling struct {
	Temperature *float64 `json:"temperature,omitempty"`
	TopP        *float64 `json:"top_p,omitempty"`
	Seed        *int     `json:"seed,omitempty"`
	// MaxTokens caps the reply, in tokens; 0 leaves it to the endpoint.
	MaxTokens int `json:"max_tokens,omitempty"`
	// Effort is how much a reasoning model reasons ("low", "high"); "" leaves it to the
	// endpoint.
	Effort string `json:"reasoning_effort,omitempty"`
	// Extra are further fields of the request, a JSON object, for what one kind of server
	// alone understands. They replace the request's own.
	Extra json.RawMessage `json:"extra,omitempty"`
}

// Role is the model that plays a role, and how it is sampled.
type Role struct {
	Chat     Chatter
	Model    string
	Sampling Sampling
}

// MessageRole is who speaks.
type MessageRole string

// The roles of the chat protocol. A ToolResult answers the call whose id is
// its CallID.
const (
	System     MessageRole = "system"
	User       MessageRole = "user"
	Assistant  MessageRole = "assistant"
	ToolResult MessageRole = "tool"
)

// Message is one turn of a conversation.
type Message struct {
	Role   MessageRole
	Text   string
	Calls  []ToolCall // an Assistant's
	CallID string     // a ToolResult's
	Images []Image    // sent after the text, for a model with vision
	// Echo is an Assistant's Reply.Echo, which goes back to the endpoint with its Calls.
	Echo json.RawMessage
}

// ToolSpec offers a tool. Names match [a-zA-Z0-9_-]{1,64}: endpoints refuse
// dots.
type ToolSpec struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"` // JSON Schema
}

// ToolCall is a model's request to call a tool. Args is what the model wrote, which
// need not be valid JSON.
type ToolCall struct {
	ID   string
	Name string
	Args json.RawMessage
	// Echo is what the endpoint sent with the call beside the protocol, and wants back.
	Echo json.RawMessage
}

// Schema names the form of a structured reply: a JSON Schema whose root is an
// object.
type Schema struct {
	Name string
	JSON json.RawMessage
}

// Reply is a model's answer.
type Reply struct {
	// Text is the reply without any <think> block; with a tool call, it is the model's
	// reasoning.
	Text string
	// Echo is what the endpoint sent beside the protocol, such as reasoning, and wants back
	// in a Message with the Calls: a JSON object, nil for nothing.
	Echo json.RawMessage
	// JSON is the object found in Text, when the request had a Schema. It is
	// valid JSON, and not checked against the schema.
	JSON  json.RawMessage
	Calls []ToolCall
	Usage cost.Usage
	// Model is the one that answered, as the endpoint names it: often the
	// dated snapshot behind the name that was asked for.
	Model string
	// Cut is set if the reply was cut off at its token limit.
	Cut bool
	// Learned says how this call was made differently, because of what the endpoint does
	// not accept for the model, or does of its own: one sentence each.
	Learned []string
	// Attempts counts the HTTP requests it took, 1 when all went well.
	Attempts int
}
