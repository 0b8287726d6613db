// Package sweep says how much of a large set of cases a test tries: a sample in
// every run, a larger one and the tests that take minutes where LEGOMEM_SLOW is
// set, which scripts/test --full does, and everything where LEGOMEM_SWEEP is,
// which scripts/sweep does. A sample is the same in each run, and its size is told.
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

// Full says whether the tests that take minutes run too.
func Full() bool { return os.Getenv("LEGOMEM_SLOW") != "" || All() }

// All says whether every case is tried.
func All() bool { return os.Getenv("LEGOMEM_SWEEP") != "" }

// Size is how many of n cases are tried: so many in every run, so many in full.
func Size(n, quick, full int) int {
	if All() {
		return n
	}
	if Full() {
		return min(n, full)
	}
	return min(n, quick)
}

// Sample is Size of the cases, in their order, chosen by chance from the test's
// name alone.
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
