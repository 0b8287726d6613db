package llm

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Kind is why a model call failed, for a program to act on.
type Kind string

// The kinds of failure.
const (
	Unreachable    Kind = "unreachable"      // nothing answers at the address
	Auth           Kind = "auth"             // the key is missing or refused
	RateLimit      Kind = "rate_limit"       // still limited after the retries, or out of quota
	ContextTooLong Kind = "context_too_long" // shorten the messages and call again
	Malformed      Kind = "malformed"        // a reply that cannot be used
	Refused        Kind = "refused"          // the endpoint does not accept the request
	Server         Kind = "server"           // the endpoint is broken
	Timeout        Kind = "timeout"          // no reply in time
)

// Error is a failed call. Its text names the endpoint and the way out.
type Error struct {
	Kind    Kind
	URL     string // the endpoint's base address
	Model   string
	KeyName string // the variable that its key comes from
	Status  int    // the HTTP status, 0 without one
	Message string
	// RetryAfter is how long the endpoint asked to wait, 0 if it did not say.
	RetryAfter time.Duration
	// Retryable is set if the same request may succeed later.
	Retryable bool
	Err       error
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) Error() string {
	where := "the model endpoint " + e.URL
	switch e.Kind {
	case Unreachable:
		return fmt.Sprintf("%s cannot be reached (%s); start it, or set OPENAI_BASE_URL to one that runs", where, e.Message)
	case Auth:
		return fmt.Sprintf("%s refuses the key (%s); set %s to a valid one", where, e.said(), cmp.Or(e.KeyName, "OPENAI_API_KEY"))
	case RateLimit:
		return fmt.Sprintf("%s limits the rate of calls (%s); %s", where, e.said(), e.whenToRetry())
	case ContextTooLong:
		return fmt.Sprintf("the prompt is too long for model %s (%s); give its server more context, or use a model or an account that takes more", e.Model, e.said())
	case Malformed:
		return fmt.Sprintf("model %s gave a reply that cannot be used: %s", e.Model, e.Message)
	case Timeout:
		return fmt.Sprintf("%s gave no reply for model %s in time (%s); give it more time, or use a faster model", where, e.Model, e.Message)
	case Server:
		return fmt.Sprintf("%s is broken (%s); try again later, or use another endpoint", where, e.said())
	}
	if e.Status == http.StatusNotFound {
		return fmt.Sprintf("%s does not know this address or model %q (%s); check that the base URL ends as its makers say (most often in /v1) and that the model is there", where, e.Model, e.said())
	}
	return fmt.Sprintf("%s refuses the request for model %s (%s)", where, e.Model, e.said())
}

func (e *Error) said() string {
	if e.Status == 0 {
		return e.Message
	}
	return fmt.Sprintf("%d: %s", e.Status, e.Message)
}

func (e *Error) whenToRetry() string {
	if e.RetryAfter > 0 {
		return fmt.Sprintf("it asks to wait %s", e.RetryAfter)
	}
	return "try again later, or check the account's quota"
}

// KindOf returns the kind of the *Error in err's chain, "" without one.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return ""
}

// asError finds the *Error in an error's chain.
func asError(err error) (*Error, bool) { return errors.AsType[*Error](err) }

// plainCause leaves out the method and address that net/http puts in front.
func plainCause(err error) string {
	if op, ok := errors.AsType[*net.OpError](err); ok {
		return op.Error()
	}
	if sent, ok := errors.AsType[*url.Error](err); ok {
		err = sent.Err
	}
	return clip(err.Error(), 300)
}

// clip makes a text one line of at most n letters.
func clip(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "..."
	}
	return s
}

// Reason strips an *Error down to its message, without the endpoint and the model:
// those are no business of an agent or of a model.
func Reason(err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		return errors.New(e.Message)
	}
	return err
}
