package desk

import (
	"context"
	"errors"
	"strings"
	"testing"

	"legomem/agents"
	"legomem/trajectory"
)

// TestReadUntil: reading that goes on after the end of its context is left, and has
// nothing of the run any more.
func TestReadUntil(t *testing.T) {
	ctx, end := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	var logged int
	s := agents.Brief{Log: func(trajectory.Payload) error { logged++; return nil }}
	gone, tried := make(chan struct{}), make(chan error)
	_, err := readUntil(ctx, s, func(s agents.Brief) (int, error) {
		if err := s.Log(trajectory.Noted{}); err != nil {
			t.Error(err)
		}
		end(why)
		<-gone // it does not look at the context
		tried <- s.Log(trajectory.Noted{})
		return 1, nil
	})
	close(gone)
	if !errors.Is(err, why) {
		t.Errorf("it ends with %v", err)
	}
	if err := <-tried; !errors.Is(err, context.Canceled) || logged != 1 {
		t.Errorf("%d are logged, the last with %v", logged, err)
	}
}

// TestReadUntilTheEnd: what is read in time is had, and a panic is the caller's.
func TestReadUntilTheEnd(t *testing.T) {
	n, err := readUntil(t.Context(), agents.Brief{}, func(agents.Brief) (int, error) { return 1, nil })
	if n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	defer func() {
		if p, _ := recover().(string); !strings.Contains(p, "a bug") || !strings.Contains(p, "TestReadUntilTheEnd") {
			t.Errorf("the caller sees %q", p)
		}
	}()
	_, _ = readUntil(t.Context(), agents.Brief{}, func(agents.Brief) (int, error) { panic("a bug") })
	t.Error("the panic is lost")
}
