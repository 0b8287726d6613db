package membank

import "slices"

// fitShare is the share of a memory's fit in what decides about a place. The rest counts
// against what the memories before it show already: maximal marginal relevance (Carbonell
// and Goldstein, SIGIR 1998), with lambda 0.7.
const fitShare = 0.7

// fillPlaces fills up to k places, each with what fits best and is least like what is shown
// already. Of candidates that repeat each other one is shown; what adds nothing takes no
// place.
func fillPlaces(fit []candidate, asked map[string]bool, k int) []Hit {
	var shown []candidate
	for len(shown) < k {
		next, ok := nextPlace(fit, shown, asked)
		if !ok {
			break
		}
		shown = append(shown, next)
	}
	var out []Hit
	for i, c := range shown {
		out = append(out, Hit{Unit: c.unit, Rank: i + 1, Score: c.fit})
	}
	return out
}

// nextPlace is the candidate that is worth most beside those shown, false if none is worth
// a place. Of two that are worth the same the first is taken.
func nextPlace(fit, shown []candidate, asked map[string]bool) (candidate, bool) {
	var best candidate
	most := 0.0
	for _, c := range fit {
		if slices.ContainsFunc(shown, c.repeats) {
			continue
		}
		if worth := c.worth(shown, asked); worth > most {
			best, most = c, worth
		}
	}
	return best, most > 0
}

// worth is the marginal relevance of a candidate.
func (c candidate) worth(shown []candidate, asked map[string]bool) float64 {
	known := 0.0
	for _, s := range shown {
		known = max(known, (overlap(c.words, s.words)+overlap(setOf(c.tools), setOf(s.tools)))/2)
	}
	return fitShare*(c.fit+overlap(c.words, asked))/2 - (1-fitShare)*known
}

// overlap is Jaccard's index of two sets, from 0 to 1.
func overlap(a, b map[string]bool) float64 {
	both := 0
	for x := range a {
		if b[x] {
			both++
		}
	}
	return float64(both) / float64(max(1, len(a)+len(b)-both))
}
