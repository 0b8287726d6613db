package lift

import "gonum.org/v1/gonum/mathext"

// Known is what earlier runs showed of a memory that was found for a run.
type Known struct {
	ID string
	// Used counts the runs that were shown it, Helped those of them that succeeded.
	Used   int
	Helped int
}

const (
	// even is the part of the share that is dealt out evenly, so that every memory is left
	// out now and then: what has no chance cannot be measured.
	even = 0.2
	// most is the largest part of the share that one memory gets: it is measured best where
	// as many runs are shown it as not.
	most = 0.5
	// before is how many runs' worth is believed of a memory before its first.
	before = 4.0
	// below is how much less success than beside it makes a memory suspicious.
	below = 0.1
)

// Chances are the probabilities with which a run leaves out each of the memories that were
// found for it; they sum to the share, or to half of it where only one was found. All are
// alike or, if wary, those larger whose runs
// succeeded less often than the others' in the list. That depends only on runs that are
// over, so that weighting by the probabilities keeps the estimates right (as in adaptive
// experiments: Hadad et al. 2021).
func Chances(found []Known, share float64, wary bool) []Chance {
	parts := alike(len(found))
	if wary && len(found) > 1 {
		parts = suspected(found)
	}
	out := make([]Chance, len(found))
	for i, k := range found {
		out[i] = Chance{k.ID, share * parts[i]}
	}
	return out
}

// alike are equal parts; a single one is half.
func alike(n int) []float64 {
	parts := make([]float64, n)
	for i := range parts {
		parts[i] = 1 / float64(max(n, 2))
	}
	return parts
}

// suspected divides one among memories by how likely each is to harm.
func suspected(found []Known) []float64 {
	used, helped := 0, 0
	for _, k := range found {
		used, helped = used+k.Used, helped+k.Helped
	}
	if helped == 0 { // nothing has been judged, or nothing succeeded: nobody stands out
		return alike(len(found))
	}
	usual := (float64(helped) + before/2) / (float64(used) + before)
	doubts, sum := make([]float64, len(found)), 0.0
	for i, k := range found {
		doubt := mathext.RegIncBeta(float64(k.Helped)+before*usual, float64(k.Used-k.Helped)+before*(1-usual), max(usual-below, 0.01))
		doubts[i] = doubt * doubt // so that many small doubts do not outweigh a great one
		sum += doubts[i]
	}
	if sum == 0 {
		return alike(len(found))
	}
	for i := range doubts {
		doubts[i] = even/float64(len(found)) + (1-even)*doubts[i]/sum
	}
	return capped(doubts)
}

// capped deals what goes beyond the largest part to the others.
func capped(parts []float64) []float64 {
	others := float64(len(parts) - 1)
	for i, p := range parts {
		if p <= most {
			continue
		}
		for j := range parts {
			parts[j] += (p - most) / others
		}
		parts[i] = most
		break // two cannot have more than half
	}
	return parts
}

// Draw chooses the memory to leave out by a number between 0 and 1; "" for none.
func Draw(chances []Chance, u float64) string {
	for _, c := range chances {
		if u -= c.P; u < 0 {
			return c.ID
		}
	}
	return ""
}
