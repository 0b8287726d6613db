package lift

import "math"

// information is how much a run for the task of a trial that is shown these subjects is
// expected to tell of which of them harm, in nats: by how much knowing that would make its
// success less uncertain, and its steps (their mutual information: Lindley 1956). Success and
// steps are taken to tell apart from each other. Where many are shown it is too much: what harms
// together is then hardly ever twice the same in the moments, and chance looks like knowledge.
func (p *posterior) information(trial int, shown []int) float64 {
	groups := map[string]*group{}
	pattern := make([]byte, len(shown))
	var all group
	for _, m := range p.moments {
		likely, longer := m.base[trial], 0.0
		for i, s := range shown {
			likely += m.success[s]
			longer += m.steps[s]
			pattern[i] = 0
			if m.harms[s] {
				pattern[i] = 1
			}
		}
		g := groups[string(pattern)]
		if g == nil {
			g = &group{}
			groups[string(pattern)] = g
		}
		for _, g := range []*group{g, &all} {
			g.add(normal(likely), longer, m.noise)
		}
	}
	return all.told(groups)
}

// group is the moments in which the same of some memories harm, or all: how probable success
// is in them, and what the memories add to the logarithm of steps, whose noise is a variance.
type group struct{ n, success, steps, squares, noise float64 }

func (g *group) add(success, steps, noise float64) {
	g.n++
	g.success += success
	g.steps += steps
	g.squares += steps * steps
	g.noise += noise
}

// told is by how much knowing the group of a moment makes it less uncertain.
func (g *group) told(groups map[string]*group) float64 {
	success, within := entropy(g.success/g.n), 0.0
	for _, part := range groups {
		share := part.n / g.n
		success -= share * entropy(part.success/part.n)
		within += share * part.variance()
	}
	if within == 0 { // no run has steps
		return success
	}
	return success + math.Log(g.variance()/within)/2 // as if steps were normal
}

// variance is that of the logarithm of steps.
func (g *group) variance() float64 {
	mean := g.steps / g.n
	return g.squares/g.n - mean*mean + g.noise/g.n
}

// entropy is how uncertain it is what a probability decides.
func entropy(p float64) float64 {
	if p <= 0 || p >= 1 {
		return 0
	}
	return -p*math.Log(p) - (1-p)*math.Log1p(-p)
}
