package officebench

import (
	"context"
	"errors"
)

// opened are the folders that an evaluation opens, or two readings of one between
// them: each once, and closed when all is done. A sandbox for each reading would
// take longer than all that the evaluation does in it.
type opened struct {
	open Opener
	dirs map[string]ReadCloser
}

// shared opens by open, nil where no folder can be opened.
func shared(open Opener) *opened { return &opened{open: open, dirs: map[string]ReadCloser{}} }

// opener is what an Evaluator is given.
func (o *opened) opener() Opener {
	if o.open == nil {
		return nil
	}
	return func(ctx context.Context, dir string) (ReadCloser, error) {
		if r, ok := o.dirs[dir]; ok {
			return kept{r}, nil
		}
		r, err := o.open(ctx, dir)
		if err != nil {
			return nil, err
		}
		o.dirs[dir] = r
		return kept{r}, nil
	}
}

func (o *opened) close() error {
	var errs []error
	for _, r := range o.dirs {
		errs = append(errs, r.Close())
	}
	return errors.Join(errs...)
}

// kept is a reader that its evaluation leaves open.
type kept struct{ Reader }

// Close leaves it to who opened it.
func (kept) Close() error { return nil }
