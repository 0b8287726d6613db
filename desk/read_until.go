package desk

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"legomem/agents"
	"legomem/membank"
	"legomem/tools"
	"legomem/trajectory"
)

// endsWith is a brain that is left when its context ends, however long it still has to
// read: a long request takes seconds, and nobody who presses Ctrl-C waits for that.
type endsWith struct{ agents.Brain }

// begun is what a brain begins a run with.
type begun struct {
	planner agents.Planner
	actor   agents.Actor
}

// Open implements agents.Brain.
func (e endsWith) Open(ctx context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	b, err := readUntil(ctx, s, func(s agents.Brief) (begun, error) {
		planner, actor, err := e.Brain.Open(ctx, s)
		return begun{planner, actor}, err
	})
	return b.planner, b.actor, err
}

// readUntil has a task read, and returns when that is done or when ctx ends. What is left
// reading then has nothing of the run any more, and ends in its own time.
func readUntil[T any](ctx context.Context, s agents.Brief, read func(agents.Brief) (T, error)) (T, error) {
	type end struct {
		is    T
		err   error
		panic any
	}
	own, ended := &lent{}, make(chan end, 1)
	go func() {
		var e end
		defer func() {
			if p := recover(); p != nil {
				e.panic = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
			ended <- e
		}()
		e.is, e.err = read(own.brief(s))
	}()
	select {
	case e := <-ended:
		if e.panic != nil {
			panic(e.panic) // of the caller, who closes the run
		}
		return e.is, e.err
	case <-ctx.Done():
		own.takeBack()
		var none T
		return none, context.Cause(ctx)
	}
}

// lent is what a run lends to whoever reads its task, until it is taken back. One call at
// a time is made of it.
type lent struct {
	mu   sync.Mutex
	back bool
}

func (l *lent) brief(s agents.Brief) agents.Brief {
	if look := s.Look; look != nil {
		s.Look = func(ctx context.Context, a tools.Action) (tools.Observation, error) {
			return use(l, func() (tools.Observation, error) { return look(ctx, a) })
		}
	}
	if log := s.Log; log != nil {
		s.Log = func(p trajectory.Payload) error {
			_, err := use(l, func() (struct{}, error) { return struct{}{}, log(p) })
			return err
		}
	}
	if search := s.SearchTasks; search != nil {
		s.SearchTasks = func(ctx context.Context, text string, k int) ([]membank.Hit, error) {
			return use(l, func() ([]membank.Hit, error) { return search(ctx, text, k) })
		}
	}
	return s
}

// use makes a call of what is lent, unless that is taken back.
func use[T any](l *lent, call func() (T, error)) (T, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.back {
		var none T
		return none, context.Canceled
	}
	return call()
}

// takeBack waits for the call that is being made, and has no other made.
func (l *lent) takeBack() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.back = true
}
