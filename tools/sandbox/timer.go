package sandbox

import (
	"context"
	"crypto/rand"
	"sync"
	"time"
)

// reapEvery is how often a launcher looks for what dead owners left, while it
// has sandboxes open or had some.
const reapEvery = 2 * time.Second

// keeper reaps for one launcher: when it begins, and from then on until it ends.
type keeper struct {
	mu    sync.Mutex
	stop  chan struct{} // nil before the beginning
	over  sync.WaitGroup
	ended bool
}

// begin starts the reaping in the background, the first time; it returns false if the
// keeper has ended.
func (k *keeper) begin(reap func(context.Context)) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.ended || k.stop != nil {
		return !k.ended
	}
	stop := make(chan struct{})
	k.stop = stop
	k.over.Go(func() { keep(stop, reap) })
	return true
}

// keep reaps at once, which stop does not interrupt, so that even a short command
// reaps, and then every reapEvery, which stop interrupts.
func keep(stop <-chan struct{}, reap func(context.Context)) {
	reap(context.Background())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	for tick := time.NewTicker(reapEvery); ; {
		select {
		case <-tick.C:
			reap(ctx)
		case <-stop:
			tick.Stop()
			return
		}
	}
}

// end stops the reaping, and waits for that.
func (k *keeper) end() {
	k.mu.Lock()
	if !k.ended && k.stop != nil {
		close(k.stop)
	}
	k.ended = true
	k.mu.Unlock()
	k.over.Wait()
}

// strays are launches whose container may exist although nobody holds it: the engine
// did not confirm that it was made, or that it was removed. Their owner lives, so a
// label of their own identifies them.
type strays struct {
	mu       sync.Mutex
	launches map[string]bool
}

func newToken() string { return rand.Text() }

func (s *strays) add(launch string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.launches == nil {
		s.launches = map[string]bool{}
	}
	s.launches[launch] = true
}

func (s *strays) has(launch string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.launches[launch]
}

func (s *strays) any() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.launches) > 0
}

// tidy is Reap without its report: what it cannot remove, Status lists.
func (d *Docker) tidy(ctx context.Context) { _, _ = d.Reap(ctx) }

func (l *Local) tidy(ctx context.Context) { _, _ = l.Reap(ctx) }

// Close ends the reaping of what dead owners left, which the first Open started. Open
// sandboxes are left to their owners. It may be called twice.
func (l *Local) Close() error {
	l.keep.end()
	return nil
}
