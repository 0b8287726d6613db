package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

// Endpoint is where a model is and how patient to be with it.
type Endpoint struct {
	// BaseURL is the address that its makers give for OpenAI's libraries:
	// "https://api.openai.com/v1", "http://127.0.0.1:11434/v1". What it has in its query
	// goes with every request.
	BaseURL string
	Key     string // may be empty for a local one
	// KeyName is the variable that the key came from, for messages; "" for
	// OPENAI_API_KEY.
	KeyName string
	// APIVersion is Azure's api-version; "" for none, as everywhere else.
	APIVersion string
	// Timeout is for the HTTP requests of one call together, to the last byte of the
	// reply, without the waits between them; 0 means 30 minutes.
	Timeout time.Duration
	// Idle is how long the endpoint may say nothing in the middle of a request; 0 means 2
	// minutes. It holds where Transport is nil; see NewStreamer.
	Idle time.Duration
	// MaxTries is how often a request is sent before a transient failure counts; 0
	// means 5. With 1 nothing is waited for.
	MaxTries int
	// MaxWait caps the wait between two tries. A Retry-After beyond it ends
	// the call. 0 means a minute.
	MaxWait time.Duration
	// Patience is how long a call waits in all for a limit on the rate of calls; 0 means 5
	// minutes.
	Patience time.Duration
	// Transport carries the requests; nil means a Streamer over the network. Recorder and
	// Replayer go here.
	Transport http.RoundTripper
	// Sleep waits between tries; nil means by the clock. Tests pass their own.
	Sleep func(ctx context.Context, d time.Duration) error
	// Now dates a Retry-After given as a date; nil means the clock.
	Now func() time.Time
}

// Client is a Chatter over the chat-completions protocol. When an endpoint turns out
// not to accept something for a model (schemas, tools, a temperature), the client
// remembers it and from then on asks for it in the prompt, or leaves it out; each Reply
// says so. Safe for several goroutines.
type Client struct {
	http     *http.Client
	place    place
	url      string
	endpoint Endpoint
	answered atomic.Bool // something has answered at the address
	clean    scrubber    // for error messages of endpoints: some repeat the key

	mu     sync.Mutex
	lacked map[string]lacks // by model
	short  map[string]string
}

// NewClient makes a Client. It sends nothing.
func NewClient(e Endpoint) (*Client, error) {
	p, err := placeOf(e)
	if err != nil {
		return nil, err
	}
	e = withDefaults(e)
	return &Client{http: &http.Client{Transport: Bounded(e.Transport), CheckRedirect: stays}, place: p, url: address(p.base), endpoint: e,
		clean: newScrubber(secretsOf(e, p.base)), lacked: map[string]lacks{}, short: map[string]string{}}, nil
}

// mostRedirects is how often a request may be sent on.
const mostRedirects = 5

// stays follows a redirect on the same host alone: a key is for nobody else.
func stays(req *http.Request, via []*http.Request) error {
	if from := via[0].URL; req.URL.Hostname() != from.Hostname() || len(via) > mostRedirects {
		return fmt.Errorf("it sends requests on to %s; set the base URL to where it really is", address(req.URL))
	}
	return nil
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
		e.Timeout = 30 * time.Minute
	}
	if e.Patience <= 0 {
		e.Patience = 5 * time.Minute
	}
	if e.MaxTries <= 0 {
		e.MaxTries = 5
	}
	if e.MaxWait <= 0 {
		e.MaxWait = time.Minute
	}
	if e.Transport == nil {
		e.Transport = NewStreamer(nil, e.Idle)
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
	tries := c.newAttempts()
	for lack := c.lacks(req.Model); ; {
		resp, sent, err := c.send(ctx, req, lack, tries)
		if more, learned := lack.learn(req, err); learned {
			lack |= more
			continue // each lack is learned once, so this ends
		}
		if err != nil {
			reply, failed := c.unread(req, err)
			reply.Attempts = tries.made
			return reply, failed
		}
		c.remember(req.Model, lack) // it was the cause: the request works without it
		reply, err := c.read(req, resp, sent)
		reply.Attempts, reply.Learned = tries.made, c.learned(req.Model, lack)
		return reply, err
	}
}

// send sends a request in the way that the endpoint takes it, until it is answered.
func (c *Client) send(ctx context.Context, req Request, lack lacks, tries *attempts) (resp answer, body []byte, err error) {
	wired, err := toWire(req, lack)
	if err != nil {
		return resp, nil, err
	}
	if body, err = json.Marshal(wired); err != nil {
		return resp, nil, fmt.Errorf("write a request: %w", err)
	}
	err = c.retry(ctx, req.Model, tries, func(ctx context.Context) error {
		resp = answer{}
		if err := c.post(ctx, "chat/completions", req.Model, body, &resp); err != nil {
			return err
		}
		return resp.failure()
	})
	return resp, body, err
}

// unread is the reply to a request that was answered by an error. Where the server could
// make no call of what the model wrote, and says what that was, it is read here.
func (c *Client) unread(req Request, err error) (Reply, error) {
	failed := fmt.Errorf("ask model %s: %w", req.Model, err)
	no, ok := asRefusal(err)
	if !ok || no.Generation == "" || len(req.Tools) == 0 {
		return Reply{}, failed
	}
	reply := callsInText(req, Reply{Text: afterThinking(no.Generation), Model: req.Model})
	if len(reply.Calls) == 0 {
		return reply, failed
	}
	return reply, nil
}

func (c *Client) lacks(model string) lacks {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lacked[model]
}

func (c *Client) remember(model string, l lacks) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lacked[model] |= l
}

// learned says what is known of the endpoint and a model by now.
func (c *Client) learned(model string, l lacks) []string {
	out := l.told()
	c.mu.Lock()
	defer c.mu.Unlock()
	if short := c.short[model]; short != "" {
		out = append(out, short)
	}
	return out
}

func (c *Client) malformed(req Request, reason string) error {
	return &Error{Kind: Malformed, URL: c.url, Model: req.Model, Message: reason}
}
