package llm

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Endpoint is where a model is and how patient to be with it.
type Endpoint struct {
	BaseURL string // "https://api.openai.com/v1", "http://127.0.0.1:11434/v1"
	Key     string // may be empty for a local one
	// Timeout is for the HTTP requests of one call together, to the last byte of the
	// reply, without the waits between them; 0 means 5 minutes.
	Timeout time.Duration
	// MaxTries is how often a request is sent before a transient failure counts; 0
	// means 5.
	MaxTries int
	// MaxWait caps the wait between two tries. A Retry-After beyond it ends
	// the call. 0 means a minute.
	MaxWait time.Duration
	// Transport carries the requests; nil means the usual one. Recorder and
	// Replayer go here.
	Transport http.RoundTripper
	// Sleep waits between tries; nil means by the clock. Tests pass their own.
	Sleep func(ctx context.Context, d time.Duration) error
	// Now dates a Retry-After given as a date; nil means the clock.
	Now func() time.Time
}

// Client is a Chatter over the chat-completions protocol. When an endpoint turns out
// not to accept something for a model (schemas, tools, a temperature), the client
// remembers it and from then on asks for it in the prompt, or leaves it out. Safe for
// several goroutines.
type Client struct {
	api      *openai.Client
	url      string
	endpoint Endpoint
	answered atomic.Bool // something has answered at the address
	clean    scrubber    // for error messages of endpoints: some repeat the key

	mu     sync.Mutex
	lacked map[string]lacks // by model
}

// NewClient makes a Client. It sends nothing.
func NewClient(e Endpoint) (*Client, error) {
	u, err := url.Parse(e.BaseURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("the model endpoint %q is not an address like http://127.0.0.1:11434/v1", e.BaseURL)
	}
	e = withDefaults(e)
	cfg := openai.DefaultConfig(e.Key)
	cfg.BaseURL = strings.TrimRight(e.BaseURL, "/")
	cfg.HTTPClient = &http.Client{Transport: zeroes{Bounded(e.Transport)}}
	return &Client{api: openai.NewClientWithConfig(cfg), url: address(u), endpoint: e, clean: newScrubber(secretsOf(e, u)), lacked: map[string]lacks{}}, nil
}

// address returns an endpoint's URL without its secrets, for messages.
func address(u *url.URL) string {
	plain := *u
	plain.RawQuery = ""
	return plain.Redacted()
}

// secretsOf returns the key, and anything in the address that may be one.
func secretsOf(e Endpoint, u *url.URL) []string {
	secrets := []string{e.Key}
	if password, ok := u.User.Password(); ok {
		secrets = append(secrets, password)
	}
	for _, values := range u.Query() {
		secrets = append(secrets, values...)
	}
	return secrets
}

func withDefaults(e Endpoint) Endpoint {
	if e.Timeout <= 0 {
		e.Timeout = 5 * time.Minute
	}
	if e.MaxTries <= 0 {
		e.MaxTries = 5
	}
	if e.MaxWait <= 0 {
		e.MaxWait = time.Minute
	}
	if e.Transport == nil {
		e.Transport = http.DefaultTransport
	}
	if e.Sleep == nil {
		e.Sleep = sleep
	}
	if e.Now == nil {
		e.Now = time.Now
	}
	return e
}

// Chat sends the request and reads the reply; see Chatter.
func (c *Client) Chat(ctx context.Context, req Request) (Reply, error) {
	attempts, budget := 0, c.endpoint.Timeout
	for lack := c.lacks(req.Model); ; {
		var resp openai.ChatCompletionResponse
		n, err := c.retry(ctx, req.Model, &budget, func(ctx context.Context) (http.Header, error) {
			var err error
			resp, err = c.api.CreateChatCompletion(ctx, toWire(req, lack))
			return resp.Header(), err
		})
		attempts += n
		if more, learned := lack.learn(req, err); learned {
			lack = lack.or(more)
			continue // each lack is learned once, so this ends
		}
		if err != nil {
			return Reply{Attempts: attempts}, fmt.Errorf("ask model %s: %w", req.Model, err)
		}
		c.remember(req.Model, lack) // it was the cause: the request works without it
		reply, err := c.read(req, lack, resp)
		reply.Attempts = attempts
		return reply, err
	}
}

func (c *Client) lacks(model string) lacks {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lacked[model]
}

func (c *Client) remember(model string, l lacks) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lacked[model] = c.lacked[model].or(l)
}

// read finds in a response what the request asked for.
func (c *Client) read(req Request, lack lacks, resp openai.ChatCompletionResponse) (Reply, error) {
	if len(resp.Choices) == 0 {
		return Reply{}, c.malformed(req, "the endpoint sent no choice")
	}
	choice := resp.Choices[0]
	reply := Reply{Text: afterThinking(choice.Message.Content), Calls: fromWire(choice.Message.ToolCalls), Model: resp.Model, Cut: choice.FinishReason == openai.FinishReasonLength}
	reply.Usage = usageOf(req, lack, resp, reply)
	if len(req.Tools) > 0 && len(reply.Calls) == 0 {
		reply = callInText(req, reply)
	}
	if req.Schema == nil {
		return reply, nil
	}
	found, err := ExtractJSON(reply.Text)
	if err != nil {
		if reply.Cut {
			return reply, c.malformed(req, "it was cut off at the reply's token limit")
		}
		return reply, c.malformed(req, err.Error())
	}
	reply.JSON = found
	return reply, nil
}

func (c *Client) malformed(req Request, reason string) error {
	return &Error{Kind: Malformed, URL: c.url, Model: req.Model, Message: reason}
}
