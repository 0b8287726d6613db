// Package sweep decides how much of a large set of cases a test tries: a sample by
// default; a larger one, and the tests that take minutes, with LEGOMEM_SLOW set
// (scripts/test --full); and everything with LEGOMEM_SWEEP set (scripts/sweep). A sample
// is the same in each run, and its size is logged.
package sweep

import (
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// Slow skips a test that takes minutes, unless LEGOMEM_SLOW or LEGOMEM_SWEEP is set.
func Slow(t testing.TB) {
	t.Helper()
	if !Full() {
		t.Skip("slow: set LEGOMEM_SLOW=1")
	}
}

// OneGoroutine skips a test in which no goroutines meet where the race detector runs,
// which has nothing to say of it and makes it ten times slower: every package is
// tested without the detector too.
func OneGoroutine(t testing.TB) {
	t.Helper()
	if raced {
		t.Skip("one goroutine: tested without the race detector")
	}
}

// Full reports whether the tests that take minutes run too.
func Full() bool { return os.Getenv("LEGOMEM_SLOW") != "" || All() }

// All reports whether every case is tried.
func All() bool { return os.Getenv("LEGOMEM_SWEEP") != "" }

// Size is how many of n cases are tried: quick by default, full if Full, all if All.
func Size(n, quick, full int) int {
	if All() {
		return n
	}
	if Full() {
		return min(n, full)
	}
	return min(n, quick)
}

// Sample picks Size of the cases at random, seeded with the test's name alone, and keeps
// their order.
func Sample[T any](t testing.TB, cases []T, quick, full int) []T {
	t.Helper()
	size := Size(len(cases), quick, full)
	if size == len(cases) {
		return cases
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(t.Name()))
	places := rand.New(rand.NewPCG(1, h.Sum64())).Perm(len(cases))[:size]
	slices.Sort(places)
	chosen := make([]T, size)
	for i, place := range places {
		chosen[i] = cases[place]
	}
	t.Logf("a sample: %d of %d; LEGOMEM_SWEEP=1 tries all", size, len(cases))
	return chosen
}
