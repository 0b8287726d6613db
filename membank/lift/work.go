package lift

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/graph/community"
	"gonum.org/v1/gonum/graph/simple"
)

// work is which kind of work each trial is, as a number below that of the kinds.
type work struct {
	of       []int // by trial
	kinds    int
	memories []int
}

// workOf tells kinds of work apart by what is found for them: memories that are often found
// together are of one kind, and a trial is of the kind of most that was found for it; those
// that found nothing are of one of their own. Nothing of what came of the trials is looked at.
func workOf(trials []Trial, subjects []*subject) work {
	of, kinds := communities(trials, subjects)
	w := work{make([]int, len(trials)), kinds + 1, of}
	found := make([][]int, len(trials)) // by trial, the kinds of what was found for it
	for i, s := range subjects {
		for _, at := range s.seen {
			found[at.trial] = append(found[at.trial], of[i])
		}
	}
	for i, f := range found {
		w.of[i] = kinds
		if len(f) > 0 {
			w.of[i] = commonest(f)
		}
	}
	return w
}

// commonest is the number that is there most often, the first of several.
func commonest(numbers []int) (best int) {
	counts, most := map[int]int{}, 0
	for _, n := range numbers {
		if counts[n]++; counts[n] > most {
			best, most = n, counts[n]
		}
	}
	return best
}

// communities gives each subject the number of a group that is found together (Louvain's
// method: Blondel and others 2008), and says how many groups there are.
func communities(trials []Trial, subjects []*subject) (of []int, n int) {
	together := simple.NewWeightedUndirectedGraph(0, 0)
	node := map[string]simple.Node{}
	for i, s := range subjects {
		node[s.id] = simple.Node(i)
		together.AddNode(simple.Node(i))
	}
	for _, t := range trials {
		for i, a := range t.Chances {
			for _, b := range t.Chances[:i] {
				join(together, node[a.ID], node[b.ID])
			}
		}
	}
	groups := community.Modularize(together, 1, rand.NewPCG(seed, 0)).Communities()
	of = make([]int, len(subjects))
	for group, members := range groups {
		for _, m := range members {
			of[m.ID()] = group
		}
	}
	return of, len(groups)
}

// join counts that two were found together once more.
func join(g *simple.WeightedUndirectedGraph, a, b simple.Node) {
	if a == b {
		return
	}
	times := 1.0
	if e := g.WeightedEdgeBetween(a.ID(), b.ID()); e != nil {
		times += e.Weight()
	}
	g.SetWeightedEdge(g.NewWeightedEdge(a, b, times))
}
