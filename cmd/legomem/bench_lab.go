package main

import (
	"context"

	"legomem/officebench"
	"legomem/officebench/bench"
)

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
