package llm

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"regexp"
)

// How the servers that we know of word what a caller acts on. docs/endpoints.md says whose
// is which.
var (
	// tooLong is a prompt that the context does not hold, or that alone is more than the
	// account may send in a minute: shortening mends both.
	tooLong = regexp.MustCompile(`(?i)context[ _-]?(length|window|size)|maximum context|too many (input )?tokens|prompt is too long|input is too long|exceeds? .{0,40}(token|context) limit|reduce the length|request too large .{0,200}tokens per min|input token count .{0,40}exceeds|prompt contains \d+ tokens`)
	// spent is a quota that no minute brings back.
	spent = regexp.MustCompile(`(?i)insufficient[_ ](quota|balance|credits)|billing_hard_limit|credit balance|PerDay|limit: 0\b`)
	// quota is the same where nothing says how long to wait.
	quota = regexp.MustCompile(`(?i)exceeded your current quota|billing`)
	// badCall is a reply of the model that the server could make no call of.
	badCall = regexp.MustCompile(`(?i)tool_use_failed|failed to call a function|error parsing tool call`)

	saysWait = []*regexp.Regexp{
		regexp.MustCompile(`"retryDelay"\s*:\s*"([0-9.]+s)"`),
		regexp.MustCompile(`(?i)(?:try again|retry) in ((?:[0-9.]+(?:ms|h|m|s))+)`),
	}
)

// classify turns an error of the endpoint or the network into an *Error. The context's
// own error, a replay's mismatch and a recording that cannot be written stay as they
// are.
func (c *Client) classify(ctx context.Context, model string, err error) error {
	var mismatch *Mismatch
	var file *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &mismatch):
		return mismatch
	case errors.As(err, &file):
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	e := &Error{URL: c.url, Model: model, KeyName: c.endpoint.KeyName, Err: err, Message: plainCause(err)}
	var no *refusal
	if errors.As(err, &no) {
		e.Status, e.Message, e.RetryAfter = no.Status, clip(no.Message, 2000), c.retryAfter(no)
		if no.Code != "" {
			e.Message += " [" + no.Code + "]"
		}
		e.Kind, e.Retryable = kindOfRefusal(e, no)
	} else {
		e.Kind, e.Retryable = c.kindOf(e, err)
	}
	e.Message = c.clean.text(e.Message)
	return e
}

// kindOfRefusal judges an answer that is an error.
func kindOfRefusal(e *Error, no *refusal) (Kind, bool) {
	switch s := no.Status; {
	case s != 401 && s != 403 && tooLong.MatchString(e.Message):
		return ContextTooLong, false
	case badCall.MatchString(e.Message):
		return Malformed, false
	case s == 401 || s == 403:
		return Auth, false
	case s == 402:
		return RateLimit, false
	case s == 429:
		gone := spent.Match(no.Body) || spent.MatchString(no.Code) || (e.RetryAfter == 0 && quota.MatchString(e.Message))
		return RateLimit, !gone
	case s == 408:
		return Timeout, true
	case s >= 500:
		return Server, true
	}
	return Refused, false
}

// kindOf judges an error without an answer.
func (c *Client) kindOf(e *Error, err error) (Kind, bool) {
	var netErr net.Error
	var long *Oversized
	var noProtocol *garbled
	var broken *brokenOff
	switch {
	case errors.As(err, &long):
		e.Message = fmt.Sprintf("it sent more than %d MB as one reply, which is the most that is read", long.Cap>>20)
		return Server, false
	case errors.As(err, &broken):
		return Server, true
	case errors.As(err, &noProtocol):
		e.Message = "it does not speak the chat protocol (" + e.Message + "); check the base URL"
		return Malformed, false
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &netErr) && netErr.Timeout():
		return Timeout, true
	case errors.As(err, &netErr), isCut(err):
		// An endpoint that never answered is likely not there: report that at once.
		return Unreachable, c.answered.Load()
	}
	return Refused, false
}
