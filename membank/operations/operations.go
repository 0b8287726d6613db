// Package operations tells what some words ask to be done. It knows no language: it learns
// from words whose operation is known, those that a memory bank holds, whoever filled it.
//
// Start with Learn.
package operations

import (
	"math"
	"slices"
)

// Example is the words of a request, in their order, with the operation that it asks for.
type Example struct {
	Words     []string
	Operation string
}

// Model is a multinomial logistic regression over the words of requests, the pairs of
// words that stand together, the first and the last. Beside the operations of its
// examples it has one that none of them shows, for words that it does not know.
type Model struct {
	operations []string
	features   map[string]int
	weights    [][]float64 // by feature, then by operation; the last is for no operation
	bias       []float64
}

// How a model is fitted, by stochastic gradient descent. The figures hardly depend on
// them; the decay of weights keeps words that one example has from counting for sure.
const (
	passes   = 10
	rate     = 1
	decay    = 0.01
	biasRate = 0.1 // what is frequent is not what is asked for
	little   = 0.001
)

// Learn makes a model of the examples. Equal examples make an equal model.
func Learn(examples []Example) *Model {
	m := &Model{features: map[string]int{}}
	known := make([][]int, len(examples))
	asked := make([]int, len(examples))
	for i, e := range examples {
		known[i], asked[i] = m.extend(e.Words), m.place(e.Operation)
	}
	m.bias = make([]float64, len(m.operations)+1)
	m.weights = make([][]float64, len(m.features))
	for i := range m.weights {
		m.weights[i] = make([]float64, len(m.bias))
	}
	none := len(m.operations)
	for range passes {
		m.fade()
		for i := range examples {
			m.step(known[i], asked[i])
			m.step(nil, none)
		}
	}
	return m
}

// Likely is how likely some words ask for each operation. What is left of 1 is for none of
// them.
func (m *Model) Likely(words []string) map[string]float64 {
	var known []int
	for _, f := range featuresOf(words) {
		if at, ok := m.features[f]; ok {
			known = append(known, at)
		} else {
			known = append(known, unknown)
		}
	}
	p := m.probabilities(known)
	out := map[string]float64{}
	for i, op := range m.operations {
		out[op] = p[i]
	}
	return out
}

// unknown is the place of a feature that no example has. It weighs nothing, but the others
// weigh less beside it.
const unknown = -1

// place is an operation's, added if it is new.
func (m *Model) place(operation string) int {
	at := slices.Index(m.operations, operation)
	if at < 0 {
		at = len(m.operations)
		m.operations = append(m.operations, operation)
	}
	return at
}

// extend are the places of the features of an example's words, added if they are new.
func (m *Model) extend(words []string) []int {
	var out []int
	for _, f := range featuresOf(words) {
		at, ok := m.features[f]
		if !ok {
			at = len(m.features)
			m.features[f] = at
		}
		out = append(out, at)
	}
	return out
}

// featuresOf are what is counted of some words, each once.
func featuresOf(words []string) []string {
	var out []string
	seen := map[string]bool{}
	add := func(kind, text string) {
		if f := kind + " " + text; !seen[f] {
			seen[f] = true
			out = append(out, f)
		}
	}
	for i, w := range words {
		add("word", w)
		if i > 0 {
			add("pair", words[i-1]+" "+w)
		}
	}
	if n := len(words); n > 0 {
		add("first", words[0])
		add("last", words[n-1])
	}
	return out
}

// fade makes all weights a little smaller.
func (m *Model) fade() {
	for _, w := range m.weights {
		for i := range w {
			w[i] *= 1 - decay*rate
		}
	}
}

// step moves the weights towards an example.
func (m *Model) step(features []int, asked int) {
	p := m.probabilities(features)
	p[asked]--
	share := rate * scale(features)
	for i, off := range p {
		if math.Abs(off) < little {
			continue
		}
		m.bias[i] -= biasRate * off
		for _, f := range features {
			m.weights[f][i] -= share * off
		}
	}
}

func (m *Model) probabilities(features []int) []float64 {
	p := slices.Clone(m.bias)
	share := scale(features)
	for _, f := range features {
		if f == unknown {
			continue
		}
		for i, w := range m.weights[f] {
			p[i] += w * share
		}
	}
	softmax(p)
	return p
}

// scale makes many words no surer than few.
func scale(features []int) float64 { return 1 / math.Sqrt(float64(len(features)+1)) }

func softmax(x []float64) {
	most := slices.Max(x)
	sum := 0.0
	for i, v := range x {
		x[i] = math.Exp(v - most)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}
