package sandbox

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/docker/docker/api/types/events"
	"github.com/docker/docker/api/types/filters"
)

// deathKnown is how long the engine may take to report a container's end.
const deathKnown = 3 * time.Second

// Death is how a container ended, by the engine's account, which it still gives when
// the container has been removed. The exit code alone would not do: it is the same for
// every process that was killed, for memory or not.
func (b *box) Death(l Limits) error {
	ctx, cancel := context.WithTimeout(context.Background(), deathKnown)
	defer cancel()
	end := b.howEnded(ctx)
	said := b.Complaint()
	first, _, _ := strings.Cut(said, "\n")
	switch {
	case end.oom:
		return l.breach(LimitMemory, "memory ran out, and the kernel killed the tool process")
	case saysMemory(said):
		return l.breach(LimitMemory, "the tool process ran out of memory: %s", first)
	case saysThreads(said):
		return l.breach(LimitPids, "the tool process could start no other thread: %s", first)
	case end.killed:
		return errors.New("somebody killed or removed its container")
	case end.code == "137":
		return errors.New("exit status 137: it was killed; that memory ran out is not known")
	case end.code != "":
		return errors.New("exit status " + end.code)
	}
	return nil
}

// saysThreads reports whether the runtime complains that it got no further thread.
func saysThreads(complaint string) bool {
	return strings.Contains(complaint, "failed to create new OS thread") || strings.Contains(complaint, "pthread_create failed")
}

// ending is what an engine reports about a container's end.
type ending struct {
	code   string // of its process, "" when unknown
	oom    bool   // something in it was killed for memory
	killed bool   // as a user of the engine asked
}

// howEnded reads the engine's history of the container up to its end.
func (b *box) howEnded(ctx context.Context) (end ending) {
	const everything = "1" // since the second after the epoch
	messages, errs := b.engine.Events(ctx, events.ListOptions{Since: everything, Filters: filters.NewArgs(
		filters.Arg("container", b.id), filters.Arg("event", string(events.ActionOOM)),
		filters.Arg("event", string(events.ActionKill)), filters.Arg("event", string(events.ActionDie)))})
	for {
		select {
		case m := <-messages:
			switch m.Action {
			case events.ActionOOM:
				end.oom = true
			case events.ActionKill:
				end.killed = true
			case events.ActionDie:
				end.code = m.Actor.Attributes["exitCode"]
				return end
			}
		case <-errs: // no answer, or not in time
			return end
		}
	}
}

// Events returns what happened on the engine, and what happens until ctx ends.
func (c *Client) Events(ctx context.Context, options events.ListOptions) (<-chan events.Message, <-chan error) {
	return c.api.Events(ctx, options)
}
