package report

import (
	"math"
	"strings"

	"legomem/lists"
)

// sample is a value for each of some tasks. Tasks of one id ("2-3/0", "2-3/1") start from the
// same files and are variations of one work: they are no independent observations. Whatever says
// how sure a figure is goes by the ids, then: they are resampled, flipped and counted whole.
type sample struct {
	values []float64
	ids    []string
}

// add adds a task's value.
func (s *sample) add(task string, value float64) {
	id, _, _ := strings.Cut(task, "/")
	s.values, s.ids = append(s.values, value), append(s.ids, id)
}

// cluster is the values of the tasks of one id: their sum and their number.
type cluster struct {
	sum float64
	n   int
}

// clusters are the values by id, in the order in which the ids first appear.
func (s sample) clusters() []cluster {
	var out []cluster
	at := map[string]int{}
	for i, id := range s.ids {
		place, known := at[id]
		if !known {
			place = len(out)
			at[id], out = place, append(out, cluster{})
		}
		out[place].sum += s.values[i]
		out[place].n++
	}
	return out
}

// sums are the clusters' sums.
func (s sample) sums() []float64 {
	return lists.Map(s.clusters(), func(c cluster) float64 { return c.sum })
}

// standardError is that of the mean (as of a ratio of sums over ids, as for a
// sample of clusters); without several ids it is not known, and NaN. With one task an id it is
// the standard deviation over the root of their number.
func (s sample) standardError() float64 {
	all, m, sum := s.clusters(), mean(s.values), 0.0
	for _, g := range all {
		off := g.sum - float64(g.n)*m
		sum += off * off
	}
	n := float64(len(all))
	return math.Sqrt(n/(n-1)*sum) / float64(len(s.values))
}
