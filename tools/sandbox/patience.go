package sandbox

import (
	"context"
	"fmt"
	"time"
)

// answersWithin is how long a resident may be silent about a request that is not an
// action: all it has to do then is take or give a file, and a stream that stalls,
// because its engine or its container does, never ends by itself.
const answersWithin = time.Minute

// patience returns how long a resident may be silent after a request of kind k, and the
// error of one that is silent for longer.
func (c *remote) patience(k kind) (time.Duration, error) {
	if limit := c.limits.Action + c.grace; k == kindCall && c.limits.Action > 0 {
		return limit, c.limits.breach(LimitAction, "the tool process stopped answering: nothing came for %s", limit)
	}
	return answersWithin, fmt.Errorf("the tool process did not answer %q within %s", k, answersWithin)
}

// listening bounds a conversation: the context it returns ends when the resident is
// silent for too long; each reply restarts that time. over must be called.
func (c *remote) listening(ctx context.Context, k kind) (bounded context.Context, over func()) {
	limit, why := c.patience(k)
	bounded, cancel := context.WithCancelCause(ctx)
	silence := time.AfterFunc(limit, func() { cancel(why) })
	c.heard = func() { silence.Reset(limit) }
	return bounded, func() {
		silence.Stop()
		cancel(nil)
	}
}
