package llm

import (
	"context"
	"math"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"
)

// hashDim is the length of HashEmbedder's vectors.
const hashDim = 1024

// The weights of features, as whole numbers so that sums are exact and the
// same on every platform. A value (a number, a date) says little about what
// kind of task a text is; that there is one says more.
const (
	wordWeight  = 12
	pairWeight  = 5
	gramWeight  = 2
	stopWeight  = 1
	valueWeight = 2
	maxCount    = 3 // a feature counts at most so often
)

// HashEmbedder makes vectors from words and their parts alone: stemmed words,
// pairs of neighbours and character trigrams, hashed with a sign into a fixed
// length. It needs no model and no network, knows no synonyms, and gives the
// same vector on every platform. The zero value is ready, and safe for several
// goroutines.
type HashEmbedder struct{}

// Model names the features and the length; another version gets another name.
func (HashEmbedder) Model() string { return "hash-1" }

// Dim is 1024.
func (HashEmbedder) Dim() int { return hashDim }

// Embed returns unit vectors; a text without a letter or a digit gets the zero
// vector, which is near to nothing.
func (h HashEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = h.vector(t)
	}
	return out, nil
}

func (HashEmbedder) vector(text string) []float32 {
	var sums [hashDim]int64
	counts := map[string]int{}
	add := func(feature string, weight int64) {
		if counts[feature]++; counts[feature] > maxCount {
			return
		}
		sum := fnv1a(feature)
		if sum>>63 == 1 {
			weight = -weight
		}
		sums[sum%hashDim] += weight
	}
	previous := ""
	for _, w := range words(text) {
		stem := addWord(w, add)
		if stem != "" && previous != "" {
			add("p:"+previous+" "+stem, pairWeight)
		}
		if stem != "" {
			previous = stem
		}
	}
	return unitOf(&sums)
}

// addWord adds one word's features and returns its stem, "" for a stop word.
func addWord(w string, add func(string, int64)) string {
	switch {
	case hasDigit(w):
		add("n:#", valueWeight)
		add("v:"+w, valueWeight)
		return "#"
	case english.IsStopWord(w):
		add("s:"+w, stopWeight)
		return ""
	}
	stem := english.Stem(w, false)
	add("w:"+stem, wordWeight)
	padded := []rune("^" + w + "$")
	for i := 0; i+3 <= len(padded); i++ {
		add("g:"+string(padded[i:i+3]), gramWeight)
	}
	return stem
}

// unitOf scales sums to length one. The sum of squares is exact, and square
// root and division are rounded alike everywhere, so the result is too.
func unitOf(sums *[hashDim]int64) []float32 {
	var squares int64
	for _, s := range sums {
		squares += s * s
	}
	out := make([]float32, hashDim)
	if squares == 0 {
		return out
	}
	length := math.Sqrt(float64(squares))
	for i, s := range sums {
		out[i] = float32(float64(s) / length)
	}
	return out
}

// words splits a text into lower-case runs of letters and digits.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(norm.NFKC.String(text)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

func hasDigit(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) }

// fnv1a is the 64-bit FNV-1a hash, finished with a mix (splitmix64) so that
// the sign bit and the low bits are independent of each other.
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
