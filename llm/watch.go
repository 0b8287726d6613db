package llm

import (
	"context"
	"io"
	"sync/atomic"
	"time"
)

// watch ends a request in which nothing happens.
type watch struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	idle   time.Duration
	begun  atomic.Bool
}

// end stops watching, and returns why the request failed.
func (w *watch) end(err error) error {
	w.timer.Stop()
	err = silence(w.ctx, err)
	w.cancel(nil)
	return err
}

// watchedBody starts the time anew with all that comes.
type watchedBody struct {
	body  io.ReadCloser
	watch *watch
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if n > 0 {
		b.watch.timer.Reset(b.watch.idle)
	}
	return n, silence(b.watch.ctx, err)
}

func (b *watchedBody) Close() error {
	b.watch.timer.Stop()
	err := b.body.Close()
	b.watch.cancel(nil)
	return err
}
