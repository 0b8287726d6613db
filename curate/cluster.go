package curate

import (
	"fmt"
	"math"
	"slices"
)

// Linkage is how far two clusters are from each other, given how far their
// members are.
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

// Cluster groups vectors bottom up: the two nearest clusters become one, until
// the nearest two are farther apart than the threshold. Distances are cosine
// distances, from 0 (the same direction) to 2; a vector without a direction is
// at 1 from all others. Of pairs equally near the one with the lowest index
// comes first, so that the same vectors always give the same clusters. Each
// cluster lists its members' indices ascending, and clusters go by their first.
// A linkage that is none of the three counts as Average.
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
			break // also where the threshold is no number
		}
		c.join(i, j)
	}
	return c.members
}

// clustering holds the clusters so far. Between is the sum of the distances of
// all pairs for Average, of the deciding pair otherwise.
type clustering struct {
	linkage Linkage
	members [][]int
	between [][]float64
}

// nearest are the two clusters nearest to each other, i before j.
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

// join adds cluster j to cluster i, which is before it, and so keeps the order
// by first member.
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

// distance is one less the cosine.
func distance(a, b []float32) float64 {
	if len(a) != len(b) {
		return 1 // of two models, say, and not to be compared
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
