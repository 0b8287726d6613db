package sandbox

import (
	"context"
	"fmt"
	"time"
)

// answersWithin is what a resident gets for a request that is no action: it has
// nothing to do then but to take or give some files, and a stream that stands
// still, because its engine or its container does, never ends by itself.
const answersWithin = time.Minute

// patience bounds a request. An action has its own limit.
func patience(ctx context.Context, k kind) (context.Context, context.CancelFunc) {
	if k == kindCall {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, answersWithin, fmt.Errorf("the tool process did not answer %q within %s", k, answersWithin))
}
