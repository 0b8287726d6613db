package reading

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
)

// Judge is the reader's linear learner for pairs that other packages make, such as a slot and
// an answer: a logistic regression over hashed features. Make one with TrainJudge or
// LoadJudge. Safe for several goroutines.
type Judge struct{ weights *weights }

// Feature hashes what a feature is made of, for a Judge; class tells apart the features of
// different classes.
func Feature(class uint32, parts ...string) uint32 { return hash(class, parts...) }

// Cross is the feature of two features together; their order counts.
func Cross(a, b uint32) uint32 { return mix(a, b) }

// Odds is the sum of the features' weights: the logarithm of the odds that the pair belongs
// together.
func (j *Judge) Odds(features []uint32) float64 {
	sum := 0.0
	for _, key := range features {
		sum += j.weights.at(key)
	}
	return sum
}

// Probability is how likely the pair belongs together, from 0 to 1.
func (j *Judge) Probability(features []uint32) float64 { return 1 / (1 + math.Exp(-j.Odds(features))) }

// Example is a pair's features, and whether it belongs together.
type Example struct {
	Features []uint32
	Right    bool
}

// Schooling is how a Judge is trained. The same settings and examples give the same judge.
type Schooling struct {
	Bits        int // the number of weights, as a power of two
	Epochs      int // the weights are the mean of the second half's
	Rate, Decay float64
	Seed        uint64
}

// TrainJudge learns from examples by stochastic gradients of the cross-entropy.
func TrainJudge(all []Example, s Schooling) *Judge {
	l := newLearner(s.Bits, s.Rate, s.Decay)
	j := &Judge{weights: l.w}
	mean := newWeights(s.Bits)
	random := rand.New(rand.NewPCG(s.Seed, s.Seed+5))
	for epoch := range s.Epochs {
		for _, i := range random.Perm(len(all)) {
			off := j.Probability(all[i].Features)
			if all[i].Right {
				off--
			}
			for _, key := range all[i].Features {
				l.move(key, off)
			}
		}
		if epoch >= s.Epochs/2 {
			mean.addShare(j.weights, s.Epochs-s.Epochs/2)
		}
	}
	return &Judge{weights: mean}
}

// SaveJudge writes a judge; one that was loaded again judges nearly as before, but for the
// rounding of its weights.
func SaveJudge(w io.Writer, j *Judge) error {
	if err := gob.NewEncoder(w).Encode(pack(j.weights)); err != nil {
		return fmt.Errorf("save a judge: %w", err)
	}
	return nil
}

// LoadJudge reads a judge that was saved.
func LoadJudge(r io.Reader) (*Judge, error) {
	var p packed
	if err := gob.NewDecoder(r).Decode(&p); err != nil {
		return nil, fmt.Errorf("load a judge: %w", err)
	}
	if n := len(p.Cells); n == 0 || n&(n-1) != 0 {
		return nil, errors.New("load a judge: its weights are not whole")
	}
	return &Judge{weights: p.weights()}, nil
}
