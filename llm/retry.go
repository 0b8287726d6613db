package llm

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// maxTimeouts is how often one call may time out: a connection that hung may be followed
// by one that does not, and a second is enough to tell.
const maxTimeouts = 2

// attempts are the tries of one call so far.
type attempts struct {
	made, timeouts int
	// limited is how long the call has waited for a limit on the rate of calls.
	limited time.Duration
	// budget is the time that its requests may still take, without the waits.
	budget time.Duration
	waits  *backoff.ExponentialBackOff
	slow   *backoff.ExponentialBackOff // after a limit that does not say how long
}

func (c *Client) newAttempts() *attempts {
	a := &attempts{budget: c.endpoint.Timeout, waits: backoff.NewExponentialBackOff(), slow: backoff.NewExponentialBackOff()}
	a.waits.MaxInterval, a.slow.MaxInterval = c.endpoint.MaxWait, c.endpoint.MaxWait
	a.slow.InitialInterval, a.slow.Multiplier = 2*time.Second, 2
	return a
}

// retry sends until it succeeds, fails for good, or the tries are used up. Waits grow with
// jitter; what the server says of how long takes precedence. A limit on the rate of calls
// is waited for as long as the endpoint's Patience, however many tries that takes: most
// limits are of a minute. Each request takes its share of the budget. The error is
// classified.
func (c *Client) retry(ctx context.Context, model string, a *attempts, send func(context.Context) error) error {
	for n := 1; ; n++ {
		a.made++
		err := c.once(ctx, model, &a.budget, send)
		e, isError := asError(err)
		if err == nil || !isError || !e.Retryable || a.budget <= 0 || c.endpoint.MaxTries == 1 {
			return err
		}
		if e.Kind == Timeout {
			a.timeouts++
		}
		usedUp := n >= c.endpoint.MaxTries || a.timeouts >= maxTimeouts
		if e.Kind == RateLimit {
			usedUp = false
		}
		wait := a.next(e)
		if usedUp || wait > c.endpoint.MaxWait || a.limited > c.endpoint.Patience {
			return err
		}
		if slept := c.endpoint.Sleep(ctx, wait); slept != nil {
			return slept
		}
	}
}

// next is how long to wait after an error.
func (a *attempts) next(e *Error) time.Duration {
	wait := a.waits.NextBackOff()
	if e.Kind == RateLimit {
		wait = a.slow.NextBackOff()
	}
	wait = min(wait, a.waits.MaxInterval) // the jitter goes beyond it
	if e.RetryAfter > 0 {
		wait = e.RetryAfter
	}
	if e.Kind == RateLimit {
		a.limited += wait
	}
	return wait
}

func (c *Client) once(ctx context.Context, model string, budget *time.Duration, send func(context.Context) error) error {
	began := time.Now() // before the time runs, so that one that times out has used all of it
	one, cancel := context.WithTimeout(ctx, *budget)
	defer cancel()
	err := send(one)
	*budget -= time.Since(began)
	err = c.classify(ctx, model, err)
	if k := KindOf(err); k != Unreachable && k != Timeout {
		c.answered.Store(true)
	}
	return err
}

// retryAfter is how long a refusal asks to wait: by a header, in milliseconds, seconds or
// as a date, or else in its words. 0 if it does not say.
func (c *Client) retryAfter(r *refusal) time.Duration {
	if ms, err := strconv.ParseFloat(r.Header.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	v := r.Header.Get("Retry-After")
	if secs, err := strconv.ParseFloat(v, 64); err == nil && secs > 0 && secs < 1e6 {
		return time.Duration(secs * float64(time.Second))
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(0, at.Sub(c.endpoint.Now()))
	}
	return waitInWords(r)
}

// waitInWords reads Gemini's RetryInfo, and the sentence in which OpenAI, Groq and Gemini
// say it ("Please try again in 1m20.5s").
func waitInWords(r *refusal) time.Duration {
	for _, form := range saysWait {
		m := form.FindSubmatch(r.Body)
		if m == nil {
			continue
		}
		if d, err := time.ParseDuration(string(m[1])); err == nil && d > 0 {
			return d
		}
	}
	return 0
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// isCut reports whether the connection broke off.
func isCut(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET)
}
