package llm

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// retry sends until it succeeds, fails for good, or the tries are used up, and returns
// how many it took. Waits grow with jitter; the server's Retry-After takes precedence.
// The budget is the time that requests may still take, without the waits; each takes its
// share of it, so that one that timed out is the last. The error is classified.
func (c *Client) retry(ctx context.Context, model string, budget *time.Duration, send func(context.Context) (http.Header, error)) (int, error) {
	waits := backoff.NewExponentialBackOff()
	waits.MaxInterval = c.endpoint.MaxWait
	for n := 1; ; n++ {
		err := c.once(ctx, model, budget, send)
		var e *Error
		if err == nil || !errors.As(err, &e) || !e.Retryable || n >= c.endpoint.MaxTries || *budget <= 0 {
			return n, err
		}
		wait := waits.NextBackOff()
		if e.RetryAfter > 0 {
			wait = e.RetryAfter
		}
		if wait > c.endpoint.MaxWait {
			return n, err
		}
		if err := c.endpoint.Sleep(ctx, wait); err != nil {
			return n, err
		}
	}
}

func (c *Client) once(ctx context.Context, model string, budget *time.Duration, send func(context.Context) (http.Header, error)) error {
	began := time.Now() // before the time runs, so that one that times out has used all of it
	one, cancel := context.WithTimeout(ctx, *budget)
	defer cancel()
	header, err := send(one)
	*budget -= time.Since(began)
	err = c.classify(ctx, model, header, err)
	if k := KindOf(err); k != Unreachable && k != Timeout {
		c.answered.Store(true)
	}
	return err
}

// retryAfter reads the header of that name: seconds, or a date.
func (c *Client) retryAfter(h http.Header) time.Duration {
	v := h.Get("Retry-After")
	if secs, err := strconv.ParseFloat(v, 64); err == nil && secs > 0 && secs < 1e6 {
		return time.Duration(secs * float64(time.Second))
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(0, at.Sub(c.endpoint.Now()))
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

func isDecode(err error) bool {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	return errors.As(err, &syntax) || errors.As(err, &typ)
}
