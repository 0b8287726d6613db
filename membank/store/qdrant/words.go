package qdrant

import (
	"hash/fnv"
	"maps"
	"slices"

	"legomem/lists"
	"legomem/membank/store"
)

// BM25 is split in two: the text's vector has the weight of each word in the text, and
// the server adds the word's rarity at query time. The average length of texts is a
// constant, so that no vector changes because another text was added.
const (
	bm25K1     = 1.2
	bm25B      = 0.75
	meanLength = 32 // words
)

// sparse is a vector with a number for each word, by ascending index. Two words
// that share an index share the number.
type sparse struct {
	indices []uint32
	values  []float32
}

// ofText is the vector of a tenant's text.
func ofText(tenant, text string) sparse {
	words := store.Words(text)
	weights := map[uint32]float64{}
	for _, w := range words {
		weights[index(tenant, w)]++
	}
	for i, times := range weights {
		weights[i] = times * (bm25K1 + 1) / (times + bm25K1*(1-bm25B+bm25B*float64(len(words))/meanLength))
	}
	return newSparse(weights)
}

// ofQuery is the vector of what a tenant searches for: each word counts once.
func ofQuery(tenant, text string) sparse {
	weights := map[uint32]float64{}
	for _, w := range store.Words(text) {
		weights[index(tenant, w)] = 1
	}
	return newSparse(weights)
}

// index is a word's place in the vectors. It differs for each tenant: the server counts
// how many of all records have an index, and so counts only one tenant's. What others
// keep then weighs all of a tenant's words alike, and reveals nothing about theirs.
func index(tenant, word string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(tenant)) // never fails
	h.Write([]byte{0})
	h.Write([]byte(word))
	return h.Sum32()
}

func newSparse(weights map[uint32]float64) sparse {
	indices := slices.Sorted(maps.Keys(weights))
	return sparse{indices, lists.Map(indices, func(i uint32) float32 { return float32(weights[i]) })}
}
