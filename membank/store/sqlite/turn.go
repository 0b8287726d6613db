package sqlite

import "context"

// turn is a lock whose waiters can give up.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

func (t turn) wait(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t turn) give() { <-t }
