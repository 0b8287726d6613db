package sandbox

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// pool holds started sandboxes for the next runs: hardened, verified and greeted, but
// not yet given a run. Each serves only one run.
type pool struct {
	mu       sync.Mutex
	ready    []warm
	starting []*warming
	work     sync.WaitGroup // starting and ending them
	closed   bool
}

// warming is a sandbox that is being started.
type warming struct {
	cancel context.CancelFunc
	done   chan struct{}
	err    error // once it is done
}

type warm struct {
	*remote
	since time.Time
}

// staleAfter is how long a sandbox may wait for its run: the deadline of its container,
// which counts from its start, must leave time for the run, too.
const staleAfter = time.Hour

func (w warm) usable() bool {
	return !w.proc.(*box).gone() && time.Since(w.since) < staleAfter
}

// takeWarm hands out the sandbox that has waited longest; nil when there is
// none.
func (d *Docker) takeWarm() *remote {
	p := &d.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	p.discard()
	if len(p.ready) == 0 {
		return nil
	}
	w := p.ready[0]
	p.ready = slices.Delete(p.ready, 0, 1)
	return w.remote
}

// discard closes those that died while they waited, or waited too long. The caller
// holds the lock.
func (p *pool) discard() {
	p.ready = slices.DeleteFunc(p.ready, func(w warm) bool {
		if w.usable() {
			return false
		}
		p.work.Go(func() { _ = w.Close() }) // what stays is reaped
		return true
	})
}

// Warm fills the pool and waits for that. It need not be called: every Open
// fills it, too, in the background.
func (d *Docker) Warm(ctx context.Context) error {
	var errs []error
	for _, w := range d.fill() {
		select {
		case <-w.done:
			errs = append(errs, w.err)
		case <-ctx.Done():
			return errors.Join(append(errs, ctx.Err())...)
		}
	}
	return errors.Join(errs...)
}

// fill starts what the pool lacks, all at once and in the background, and returns all
// that are being started. A failed start is tried again after the next Open, which does
// not depend on it.
func (d *Docker) fill() []*warming {
	p := &d.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.discard()
	for range d.Pool - len(p.ready) - len(p.starting) {
		ctx, cancel := context.WithCancel(context.Background())
		w := &warming{cancel: cancel, done: make(chan struct{})}
		p.starting = append(p.starting, w)
		p.work.Go(func() {
			c, err := d.start(ctx, "")
			p.add(w, c, err)
		})
	}
	return slices.Clone(p.starting)
}

// add takes in a sandbox that was started, or the error of one that was not.
func (p *pool) add(w *warming, c *remote, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w.cancel()
	w.err = err
	close(w.done)
	p.starting = slices.DeleteFunc(p.starting, func(one *warming) bool { return one == w })
	switch {
	case err != nil:
	case p.closed:
		p.work.Go(func() { _ = c.Close() })
	default:
		p.ready = append(p.ready, warm{c, time.Now()})
	}
}

// drain ends those that are ready and those that are being started, and lets no
// more come.
func (d *Docker) drain() error {
	p := &d.pool
	p.mu.Lock()
	p.closed = true
	ready := p.ready
	p.ready = nil
	for _, w := range p.starting {
		w.cancel()
	}
	p.mu.Unlock()
	errs := make([]error, len(ready))
	for i, w := range ready {
		p.work.Go(func() { errs[i] = w.Close() })
	}
	p.work.Wait()
	return errors.Join(errs...)
}
