package sqlite

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"legomem/membank/store"
	"legomem/must"
)

func randomVector(random *rand.Rand, dim int) []float32 {
	v := make([]float32, dim)
	for i := range v {
		v[i] = random.Float32() - 0.5
	}
	return v
}

func TestDot(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 70 {
		a, b := randomVector(random, n), randomVector(random, n)
		if got, want := float64(dot(a, b)), exact(a, b); math.Abs(got-want) > 1e-6 {
			t.Errorf("of %d numbers: %v, not %v", n, got, want)
		}
	}
}

func TestEncode(t *testing.T) {
	for _, v := range [][]float32{nil, {1}, {0, -1.5, math.MaxFloat32, math.SmallestNonzeroFloat32}} {
		if got := decode(encode(v)); !slices.Equal(got, v) {
			t.Errorf("%v became %v", v, got)
		}
	}
}

// kept is a record of the test's own, beside the matrix.
type kept struct {
	vector []float32
	kind   string
}

// TestNearestIsExact compares with a search in double precision over the same
// records, of lengths that fill rows and not, through changes and deletions.
func TestNearestIsExact(t *testing.T) {
	for _, dim := range []int{1, 3, 4, 7, 64} {
		t.Run(fmt.Sprint(dim), func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, uint64(dim)))
			m := newMatrix(dim)
			m.addColumn("kind")
			there := map[string]kept{}
			for i := range 3000 {
				key := int64(random.IntN(1500))
				id := fmt.Sprint(key)
				if i%10 == 9 {
					m.kill(key)
					delete(there, id)
					continue
				}
				k := kept{store.Unit(randomVector(random, dim)), fmt.Sprint(random.IntN(3))}
				must.Do(t, m.put(key, id, encode(k.vector), map[string]string{"kind": k.kind}))
				there[id] = k
			}
			for _, k := range []int{1, 10, 400, 5000} {
				query := store.Unit(randomVector(random, dim))
				got := must.Have(m.nearest(t.Context(), query, m.compile(store.Filter{{Field: "kind", Any: []string{"1", "2", "9"}}}), k))(t)
				sameRanking(t, got, brute(there, query, k))
			}
		})
	}
}

// TestNearlyEqualIsTold has vectors that single precision cannot tell apart.
func TestNearlyEqualIsTold(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	m, there := newMatrix(256), map[string]kept{}
	query := store.Unit(randomVector(random, 256))
	for i := range 12 {
		v := slices.Clone(query)
		for n := range v {
			v[n] += 1e-5 * (random.Float32() - 0.5)
		}
		v = store.Unit(v)
		there[fmt.Sprint(i)] = kept{vector: v}
		must.Do(t, m.put(int64(i), fmt.Sprint(i), encode(v), nil))
	}
	got := must.Have(m.nearest(t.Context(), query, nil, 5))(t)
	sameRanking(t, got, brute(there, query, 5))
}

func brute(there map[string]kept, query []float32, k int) (all []near) {
	for id, r := range there {
		if r.kind != "0" {
			all = append(all, near{id: id, score: exact(query, r.vector)})
		}
	}
	slices.SortFunc(all, compare)
	return all[:min(k, len(all))]
}

func sameRanking(t *testing.T, got, want []near) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d found, not %d", len(got), len(want))
	}
	for i := range got {
		if got[i].id != want[i].id || math.Abs(got[i].score-want[i].score) > 1e-6 {
			t.Errorf("%d: %s with %v, not %s with %v", i+1, got[i].id, got[i].score, want[i].id, want[i].score)
		}
	}
}

// TestTiesGoByID has one vector a thousand times, of lengths that would begin
// at all places if rows were not padded, and so be summed in several ways.
func TestTiesGoByID(t *testing.T) {
	for dim := range 40 {
		m := newMatrix(dim + 1)
		v := store.Unit(randomVector(rand.New(rand.NewPCG(1, 2)), dim+1))
		for i := range 1000 {
			must.Do(t, m.put(int64(i), fmt.Sprintf("%03d", (i*7+500)%1000), encode(v), nil))
		}
		got, err := m.nearest(t.Context(), v, nil, 3)
		if err != nil || got[0].id != "000" || got[1].id != "001" || got[2].id != "002" {
			t.Errorf("of %d numbers: %v, %v", dim+1, got, err)
		}
	}
}

func TestAViewStays(t *testing.T) {
	m := newMatrix(2)
	put := func(key int64, v ...float32) {
		must.Do(t, m.put(key, fmt.Sprint(key), encode(v), nil))
	}
	put(1, 1, 0)
	put(2, 0, 1)
	before := m.view
	m.unshare()
	put(1, 0, 1)
	m.kill(2)
	for key := range int64(blockRows) {
		put(10+key, 1, 0)
	}
	got, err := before.nearest(t.Context(), []float32{1, 0}, nil, 9)
	if err != nil || fmt.Sprint(got) != "[{1 1 1} {2 2 0}]" {
		t.Errorf("%v, %v", got, err)
	}
}

func TestMatrixRefusesAShortVector(t *testing.T) {
	if err := newMatrix(2).put(1, "a", []byte{1, 2, 3}, nil); !errors.Is(err, ErrNotABank) || !strings.Contains(err.Error(), "record a") {
		t.Errorf("the error is %v", err)
	}
}

func TestNearestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := newMatrix(1)
	must.Do(t, m.put(1, "a", encode([]float32{1}), nil))
	if got, err := m.nearest(ctx, []float32{1}, nil, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", got, err)
	}
}

func BenchmarkDot(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	x, y := randomVector(random, 1024), randomVector(random, 1024)
	var sink float32
	b.Run("assembly", func(b *testing.B) {
		for b.Loop() {
			sink += dot(x, y)
		}
	})
	b.Run("loop of eight sums", func(b *testing.B) {
		for b.Loop() {
			sink += eightSums(x, y)
		}
	})
	_ = sink
}

// eightSums is what dot would be without assembly.
func eightSums(a, b []float32) float32 {
	var s [8]float32
	b = b[:len(a)]
	for i := 0; i+8 <= len(a); i += 8 {
		x, y := a[i:i+8:i+8], b[i:i+8:i+8]
		s[0] += x[0] * y[0]
		s[1] += x[1] * y[1]
		s[2] += x[2] * y[2]
		s[3] += x[3] * y[3]
		s[4] += x[4] * y[4]
		s[5] += x[5] * y[5]
		s[6] += x[6] * y[6]
		s[7] += x[7] * y[7]
	}
	return s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7]
}
