package store

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
)

// Search implements Store.
func (m *Memory) Search(ctx context.Context, s Scope, q Query) ([]Hit, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	all, err := m.filtered(s, nil)
	if err != nil || q.K <= 0 {
		return nil, err
	}
	if err := m.checkQuery(s, q); err != nil {
		return nil, err
	}
	var hits []Hit
	switch q.By {
	case Lexical:
		hits = byWords(all, q, q.K)
	case Hybrid:
		hits = Fuse(q.K, byVector(all, q, q.Depth()), byWords(all, q, q.Depth()))
	default:
		hits = byVector(all, q, q.K)
	}
	return hits, ctx.Err()
}

func (m *Memory) checkQuery(s Scope, q Query) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.collections[s.Collection]
	if !ok || !q.By.Vectors() {
		return nil
	}
	return e.CheckVector(q.Vector)
}

func byVector(all []Record, q Query, k int) []Hit {
	query := Unit(q.Vector)
	var hits []Hit
	for _, r := range all {
		if len(r.Vector) > 0 && q.Filter.Holds(r.Fields) {
			hits = append(hits, hit(r, dot(query, r.Vector)))
		}
	}
	return top(hits, k)
}

// The constants of BM25, as most use them.
const (
	bm25K = 1.2
	bm25B = 0.75
)

// byWords ranks by BM25. How rare a word is, is counted over all of the
// tenant's records, whatever the filter.
func byWords(all []Record, q Query, k int) []Hit {
	var words [][]string
	var total float64
	within := map[string]float64{} // in how many records a word is
	for _, r := range all {
		w := Words(r.Text)
		words = append(words, w)
		total += float64(len(w))
		for _, word := range distinct(w) {
			within[word]++
		}
	}
	n, mean := float64(len(all)), total/float64(len(all))
	var hits []Hit
	for i, r := range all {
		var score float64
		for _, word := range distinct(Words(q.Text)) {
			times := count(words[i], word)
			rare := math.Log(1 + (n-within[word]+0.5)/(within[word]+0.5))
			score += rare * times * (bm25K + 1) / (times + bm25K*(1-bm25B+bm25B*float64(len(words[i]))/max(mean, 1)))
		}
		if score > 0 && q.Filter.Holds(r.Fields) {
			hits = append(hits, hit(r, score))
		}
	}
	return top(hits, k)
}

func distinct(words []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(words)))
}

func count(words []string, word string) (n float64) {
	for _, w := range words {
		if w == word {
			n++
		}
	}
	return n
}

func hit(r Record, score float64) Hit {
	r.Vector = nil
	return Hit{Record: r, Score: score}
}

func top(hits []Hit, k int) []Hit {
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.ID, b.ID))
	})
	return hits[:min(k, len(hits))]
}

func dot(a, b []float32) float64 {
	var sum float64
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}
