package reading

import "math"

// weights are a linear model's, by hashed feature. Two features may share a cell; with
// many cells few that matter do.
type weights struct {
	cells []float32 // of a power of two
}

func newWeights(bits int) *weights { return &weights{cells: make([]float32, 1<<bits)} }

func (w *weights) at(key uint32) float64 { return float64(w.cells[w.cell(key)]) }

func (w *weights) cell(key uint32) uint32 { return key & uint32(len(w.cells)-1) }

// addShare adds a part of other weights to these.
func (w *weights) addShare(of *weights, parts int) {
	for i, v := range of.cells {
		w.cells[i] += v / float32(parts)
	}
}

// learner moves weights by AdaGrad: a feature that was seen often moves less.
type learner struct {
	w           *weights
	squares     []float32 // of the gradients so far, summed up
	rate, decay float64
}

func newLearner(w *weights, rate, decay float64) *learner {
	return &learner{w: w, squares: make([]float32, len(w.cells)), rate: rate, decay: decay}
}

// move moves a feature's weight against a gradient.
func (l *learner) move(key uint32, grad float64) {
	const least = 1e-6
	i := l.w.cell(key)
	grad += l.decay * float64(l.w.cells[i])
	l.squares[i] += float32(grad * grad)
	l.w.cells[i] -= float32(l.rate * grad / math.Sqrt(float64(l.squares[i])+least))
}
