package reading

import (
	"maps"
	"slices"
)

// tally is how often things were counted, by their keys in order: a file holds it as it is.
type tally struct {
	Keys   []uint32
	Counts []uint16
}

func newTally(counts map[uint32]int) tally {
	t := tally{Keys: slices.Sorted(maps.Keys(counts))}
	for _, key := range t.Keys {
		t.Counts = append(t.Counts, uint16(counts[key]))
	}
	return t
}

// of is how often something was counted.
func (t tally) of(key uint32) int {
	if at, ok := slices.BinarySearch(t.Keys, key); ok {
		return int(t.Counts[at])
	}
	return 0
}

// counts are the tally's, to be counted on.
func (t tally) counts() map[uint32]int {
	all := make(map[uint32]int, len(t.Keys))
	for i, key := range t.Keys {
		all[key] = int(t.Counts[i])
	}
	return all
}
