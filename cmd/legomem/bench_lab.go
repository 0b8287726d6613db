package main

import (
	"context"

	"legomem/officebench"
	"legomem/officebench/bench"
)

// starterBank is what a bench calls the bank that holds the memories that come
// with the program, and nothing else. It is --starter that means it: as a file's
// name --bank refuses it.
const starterBank = "(starter)"

// openLab makes what carries a bench's runs out, from the configuration.
func (a *app) openLab(_ context.Context, s *officebench.Suite) (bench.Lab, func(), error) {
	if err := a.canTrain(a.train); err != nil {
		return nil, nil, err
	}
	l, err := a.newLab(s, a.demos)
	if err != nil {
		return nil, nil, err
	}
	return l, l.close, nil
}
