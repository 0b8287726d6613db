// Package hashembed is the embedded embedder: it turns a text into a vector by
// hashing its words and their office meanings, without a model and without a
// network.
//
// Start with Embedder. tokens.go splits a text, features.go weighs what is in it,
// and words.go reads what office_words.txt knows of office words.
package hashembed

import (
	"context"
	"math"
)

// dim is the length of the vectors, and places is how many of its numbers each feature
// is added to: two features seldom share all of theirs, so that a collision counts
// little.
const (
	dim    = 1024
	places = 4
)

// Embedder makes vectors from words alone: their stems, the classes of office words
// they are in (office_words.txt), the apps they point to, and the kinds of the values
// among them, hashed with a sign into a fixed length. It needs no model and no network,
// and gives the same vector on every platform, whatever else is in a bank. The zero
// value is ready, and safe for several goroutines.
type Embedder struct{}

// Model names the features and the length; another version gets another name.
func (Embedder) Model() string { return "hash-3" }

// Earlier reports whether a model is an earlier version of this one, whose vectors can be
// made anew at once.
func Earlier(model string) bool { return model == "hash-1" || model == "hash-2" }

// Dim is 1024.
func (Embedder) Dim() int { return dim }

// Embed returns unit vectors; a text without a letter or a digit gets the zero
// vector, which is near to nothing.
func (h Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = h.vector(t)
	}
	return out, nil
}

func (Embedder) vector(text string) []float32 {
	list := officeWords()
	tokens := readTokens(list, text)
	r := &reader{list: list, bag: bag{seen: map[string]bool{}}}
	r.read(tokens)
	r.frame(tokens)
	return r.unit()
}

// bag sums features, each once. Sums are whole numbers, so that they are exact
// and do not depend on the order.
type bag struct {
	sums [dim]int64
	seen map[string]bool
}

// add counts a feature of a kind, unless it was counted before.
func (b *bag) add(kind, name string, weight int64) {
	feature := kind + ":" + name
	if b.seen[feature] {
		return
	}
	b.seen[feature] = true
	// Ten bits of the hash for each place, and from its other end a sign.
	sum := fnv1a(feature)
	for place := range places {
		w := weight
		if sum>>(63-place)&1 == 1 {
			w = -w
		}
		b.sums[sum>>(10*place)%dim] += w
	}
}

// unit scales the sums to length one. The sum of squares is exact, and square
// root and division are rounded alike everywhere, so the result is too.
func (b *bag) unit() []float32 {
	var squares int64
	for _, s := range b.sums {
		squares += s * s
	}
	out := make([]float32, dim)
	if squares == 0 {
		return out
	}
	length := math.Sqrt(float64(squares))
	for i, s := range b.sums {
		out[i] = float32(float64(s) / length)
	}
	return out
}

// fnv1a is the 64-bit FNV-1a hash, finished with a mix (splitmix64) so that
// its bits are independent of each other.
func fnv1a(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h ^= uint64(s[i])
		h *= 1099511628211
	}
	h ^= h >> 30
	h *= 0xbf58476d1ce4e5b9
	h ^= h >> 27
	h *= 0x94d049bb133111eb
	return h ^ h>>31
}
