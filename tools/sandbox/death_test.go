package sandbox

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/docker/docker/api/types/events"
)

// historian is an engine that remembers events of a container.
type historian struct {
	Engine
	asked    events.ListOptions
	messages []events.Message
	fault    error
}

func (h *historian) Events(_ context.Context, o events.ListOptions) (<-chan events.Message, <-chan error) {
	h.asked = o
	messages, errs := make(chan events.Message, len(h.messages)), make(chan error, 1)
	for _, m := range h.messages {
		messages <- m
	}
	if h.fault != nil {
		errs <- h.fault
	}
	return messages, errs
}

func TestDeathOfAContainer(t *testing.T) {
	oom, kill := events.Message{Action: events.ActionOOM}, events.Message{Action: events.ActionKill}
	die := func(code string) events.Message {
		return events.Message{Action: events.ActionDie, Actor: events.Actor{Attributes: map[string]string{"exitCode": code}}}
	}
	for _, c := range []struct {
		name     string
		messages []events.Message
		fault    error
		said     string
		limit    string
		says     string
	}{
		{name: "killed for memory", messages: []events.Message{oom, die("137")}, limit: LimitMemory},
		{name: "out of memory by its own word", messages: []events.Message{die("2")}, said: "fatal error: runtime: out of memory\n\ngoroutine 1", limit: LimitMemory, says: "fatal error"},
		{name: "no thread left", messages: []events.Message{die("2")}, said: "runtime: failed to create new OS thread (have 9)", limit: LimitPids},
		{name: "killed from within", messages: []events.Message{die("137")}, says: "137"},
		{name: "removed", messages: []events.Message{kill, die("137")}, says: "removed"},
		{name: "it left", messages: []events.Message{die("3")}, says: "exit status 3"},
		{name: "an engine that is gone", fault: errors.New("connection refused")},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := &historian{messages: c.messages, fault: c.fault}
			b := &box{engine: h, id: "abc"}
			_, _ = b.said.Write([]byte(c.said))
			err := b.Death(DefaultLimits())
			var over *Breach
			if errors.As(err, &over) != (c.limit != "") || over != nil && over.Limit != c.limit {
				t.Errorf("got %v, want a breach of %q", err, c.limit)
			}
			if (err == nil) != (c.limit+c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want %q in it", err, c.says)
			}
			if got := h.asked.Filters.Get("container"); len(got) != 1 || got[0] != "abc" {
				t.Errorf("asked for events of %v", got)
			}
		})
	}
}
