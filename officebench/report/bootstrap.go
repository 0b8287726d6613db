package report

import (
	"math"
	"math/rand/v2"
	"slices"
)

// bootstrap gives percentile intervals of a mean over tasks, by resampling their ids. The
// draws depend on the seed and the number of ids alone, so that a figure's interval stays
// the same whatever else is in the report, and are kept, because most figures rest on the
// same tasks.
type bootstrap struct {
	seed      uint64
	resamples int
	draws     map[int][]uint32
}

func newBootstrap(seed uint64, resamples int) *bootstrap {
	return &bootstrap{seed: seed, resamples: resamples, draws: map[int][]uint32{}}
}

// interval is the 95% percentile interval of the mean of a sample; NaN where values of one
// id differ and there is no other, so that nothing is known of other ids.
func (b *bootstrap) interval(s sample) (low, high float64) {
	if len(s.values) == 0 {
		return math.NaN(), math.NaN()
	}
	if slices.Min(s.values) == slices.Max(s.values) {
		return s.values[0], s.values[0]
	}
	all := s.clusters()
	n := len(all)
	if n == 1 {
		return math.NaN(), math.NaN()
	}
	draws, means := b.drawn(n), make([]float64, b.resamples)
	for i := range means {
		sum, tasks := 0.0, 0
		for _, at := range draws[i*n : (i+1)*n] {
			sum, tasks = sum+all[at].sum, tasks+all[at].n
		}
		means[i] = sum / float64(tasks)
	}
	slices.Sort(means)
	return quantile(means, (1-confidence)/2), quantile(means, (1+confidence)/2)
}

// drawn gives resamples times n positions among n ids.
func (b *bootstrap) drawn(n int) []uint32 {
	if draws, ok := b.draws[n]; ok {
		return draws
	}
	random := rand.New(rand.NewPCG(b.seed, uint64(n)))
	draws := make([]uint32, b.resamples*n)
	for i := range draws {
		draws[i] = random.Uint32N(uint32(n))
	}
	b.draws[n] = draws
	return draws
}

// quantile is a quantile of sorted values, interpolated between neighbours.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	below := int(at)
	if below+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[below] + (at-float64(below))*(sorted[below+1]-sorted[below])
}

// mean is the plain mean; NaN for no values.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// median is the middle value, or the mean of the middle two.
func median(values []float64) float64 {
	return quantile(slices.Sorted(slices.Values(values)), 0.5)
}
