package curate

import (
	"fmt"
	"math"
	"slices"
)

// Linkage is how the distance of two clusters follows from the distances of their
// members.
type Linkage string

// The linkages.
const (
	Average  Linkage = "average"  // the mean of all pairs
	Complete Linkage = "complete" // the farthest pair
	Single   Linkage = "single"   // the nearest pair
)

// Linkages lists them all.
func Linkages() []Linkage { return []Linkage{Average, Complete, Single} }

// ParseLinkage reads a linkage's name.
func ParseLinkage(name string) (Linkage, error) {
	if l := Linkage(name); slices.Contains(Linkages(), l) {
		return l, nil
	}
	return "", fmt.Errorf("there is no linkage %q; there are: average, complete, single", name)
}

// Cluster groups vectors bottom up: the two nearest clusters become one, until the
// nearest two are farther apart than the threshold. Distances are cosine distances, from
// 0 (the same direction) to 2; a vector without a direction has distance 1 to all others.
// Of equally near pairs the one with the lowest index comes first, so that the same
// vectors always give the same clusters. Each cluster lists its members' indices in
// ascending order, and clusters are ordered by their first. A linkage that is none of the
// three counts as Average.
func Cluster(vectors [][]float32, linkage Linkage, threshold float64) [][]int {
	c := clustering{linkage: linkage}
	for i, v := range vectors {
		c.members = append(c.members, []int{i})
		row := make([]float64, len(vectors))
		for j := range i {
			row[j] = distance(v, vectors[j])
			c.between[j][i] = row[j]
		}
		c.between = append(c.between, row)
	}
	for len(c.members) > 1 {
		i, j, far := c.nearest()
		if !(far <= threshold) {
			break // also if the threshold is NaN
		}
		c.join(i, j)
	}
	return c.members
}

// clustering holds the clusters so far. between is the sum of all pairs' distances for
// Average, the deciding pair's distance otherwise.
type clustering struct {
	linkage Linkage
	members [][]int
	between [][]float64
}

// nearest finds the two clusters nearest to each other, i before j.
func (c *clustering) nearest() (i, j int, far float64) {
	far = math.Inf(1)
	for a := range c.members {
		for b := a + 1; b < len(c.members); b++ {
			if d := c.apart(a, b); d < far {
				i, j, far = a, b, d
			}
		}
	}
	return i, j, far
}

func (c *clustering) apart(a, b int) float64 {
	if c.linkage == Complete || c.linkage == Single {
		return c.between[a][b]
	}
	return c.between[a][b] / float64(len(c.members[a])*len(c.members[b]))
}

// join adds cluster j to the earlier cluster i, which keeps the order by first member.
func (c *clustering) join(i, j int) {
	for k := range c.members {
		d := c.linked(c.between[i][k], c.between[j][k])
		c.between[i][k], c.between[k][i] = d, d
	}
	c.members[i] = append(c.members[i], c.members[j]...)
	slices.Sort(c.members[i])
	c.members = slices.Delete(c.members, j, j+1)
	c.between = slices.Delete(c.between, j, j+1)
	for k := range c.between {
		c.between[k] = slices.Delete(c.between[k], j, j+1)
	}
}

func (c *clustering) linked(a, b float64) float64 {
	switch c.linkage {
	case Complete:
		return max(a, b)
	case Single:
		return min(a, b)
	}
	return a + b
}

// distance is one minus the cosine.
func distance(a, b []float32) float64 {
	if len(a) != len(b) {
		return 1 // of different models, say, and not comparable
	}
	var dot, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		dot, aa, bb = dot+x*y, aa+x*x, bb+y*y
	}
	cos := dot / (math.Sqrt(aa) * math.Sqrt(bb))
	if math.IsNaN(cos) {
		return 1
	}
	return 1 - max(-1, min(1, cos))
}
