package officebench

import (
	"context"
	"errors"
)

// opened holds the folders that an evaluation, or both readings of one, opens: each is
// opened once and closed at the end. A separate sandbox for each reading would take
// longer than the evaluation itself.
type opened struct {
	open Opener
	dirs map[string]ReadCloser
}

// shared opens folders with open, which is nil where none can be opened.
func shared(open Opener) *opened { return &opened{open: open, dirs: map[string]ReadCloser{}} }

// opener is the Opener for an Evaluator.
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

// Close does nothing: opened closes the folder.
func (kept) Close() error { return nil }
