package reading

import "math"

// weights are a linear model's, by hashed feature. Two features may share a cell; with
// many cells few that matter do.
type weights struct {
	cells []float32
	mask  uint32 // of a key: there are a power of two
	// small are, where a model was loaded, the weights as they were packed, a byte each, by
	// of: to unpack them takes a short run longer than to read them.
	small []byte
	of    *[256]float32
	// beside is 1 where something else stands behind each weight, in the same line of
	// the processor's cache, and 0 otherwise.
	beside uint8
}

func newWeights(bits int) *weights {
	return &weights{cells: make([]float32, 1<<bits), mask: 1<<bits - 1}
}

func (w *weights) at(key uint32) float64 {
	if w.small != nil {
		return float64(w.of[w.small[key&w.mask]])
	}
	return float64(w.cells[w.cell(key)])
}

func (w *weights) cell(key uint32) uint32 { return key & w.mask << (w.beside & 1) }

// addShare adds a part of other weights to these.
func (w *weights) addShare(of *weights, parts int) {
	for key := range w.mask + 1 {
		w.cells[w.cell(key)] += of.cells[of.cell(key)] / float32(parts)
	}
}

// learner moves weights by AdaGrad: a feature that was seen often moves less. Behind each
// weight stand the squares of its gradients so far, summed up.
type learner struct {
	w           *weights
	rate, decay float64
}

func newLearner(bits int, rate, decay float64) *learner {
	w := &weights{cells: make([]float32, 2<<bits), mask: 1<<bits - 1, beside: 1}
	return &learner{w: w, rate: rate, decay: decay}
}

// move moves a feature's weight against a gradient.
func (l *learner) move(key uint32, grad float64) {
	const least = 1e-6
	i := l.w.cell(key)
	pair := l.w.cells[i : i+2 : i+2]
	grad += l.decay * float64(pair[0])
	pair[1] += float32(grad * grad)
	pair[0] -= float32(l.rate * grad / math.Sqrt(float64(pair[1])+least))
}
