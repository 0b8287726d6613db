package qdranttest_test

import (
	"math"
	"net"
	"net/url"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"legomem/membank/store/qdrant/qdranttest"
	"legomem/must"
)

func dial(t *testing.T, address string) *qdrant.Client {
	t.Helper()
	u := must.Have(url.Parse(address))(t)
	host, port, err := net.SplitHostPort(u.Host)
	must.Do(t, err)
	n := must.Have(strconv.Atoi(port))(t)
	c := must.Have(qdrant.NewClient(&qdrant.Config{Host: host, Port: n, SkipCompatibilityCheck: true, PoolSize: 1}))(t)
	t.Cleanup(func() { c.Close() })
	return c
}

// id is the nth point's.
func id(n int) *qdrant.PointId {
	return qdrant.NewIDUUID(uuid.NewSHA1(uuid.Nil, []byte{byte(n)}).String())
}

// filled is a client of a server with three points: 0 and 1 are of kind a, 2 of
// none; 0 is near (1, 0), 1 is far and 2 has no dense vector; word 7 is in 1
// and 2.
func filled(t *testing.T) *qdrant.Client {
	t.Helper()
	c := dial(t, qdranttest.Start(t))
	must.Do(t, c.CreateCollection(t.Context(), &qdrant.CreateCollection{
		CollectionName:      "c",
		VectorsConfig:       qdrant.NewVectorsConfigMap(map[string]*qdrant.VectorParams{"v": {Size: 2, Distance: qdrant.Distance_Cosine}}),
		SparseVectorsConfig: qdrant.NewSparseVectorsConfig(map[string]*qdrant.SparseVectorParams{"w": {Modifier: qdrant.Modifier_Idf.Enum()}}),
	}))
	dense := func(x, y float32) *qdrant.Vector { return qdrant.NewVectorDense([]float32{x, y}) }
	word := func(i uint32, w float32) *qdrant.Vector {
		return qdrant.NewVectorSparse([]uint32{i}, []float32{w})
	}
	must.Have(c.Upsert(t.Context(), &qdrant.UpsertPoints{CollectionName: "c", Points: []*qdrant.PointStruct{
		{Id: id(0), Vectors: qdrant.NewVectorsMap(map[string]*qdrant.Vector{"v": dense(1, 0), "w": word(3, 1)}), Payload: qdrant.NewValueMap(map[string]any{"f": map[string]any{"kind": "a"}})},
		{Id: id(1), Vectors: qdrant.NewVectorsMap(map[string]*qdrant.Vector{"v": dense(0, 1), "w": word(7, 1)}), Payload: qdrant.NewValueMap(map[string]any{"f": map[string]any{"kind": "a"}, "l": []any{"x", "y"}})},
		{Id: id(2), Vectors: qdrant.NewVectorsMap(map[string]*qdrant.Vector{"w": word(7, 2)}), Payload: qdrant.NewValueMap(map[string]any{"f": map[string]any{}, "l": []any{}})},
	}}))(t)
	return c
}

func TestFilters(t *testing.T) {
	c := filled(t)
	a := qdrant.NewMatchKeyword("f.kind", "a")
	first := qdrant.NewHasID(id(0))
	for name, f := range map[string]struct {
		filter *qdrant.Filter
		want   uint64
	}{
		"none":               {nil, 3},
		"must":               {&qdrant.Filter{Must: []*qdrant.Condition{a, first}}, 1},
		"must not":           {&qdrant.Filter{MustNot: []*qdrant.Condition{first, qdrant.NewIsEmpty("f.kind")}}, 1},
		"should":             {&qdrant.Filter{Should: []*qdrant.Condition{first, qdrant.NewIsEmpty("f.kind")}}, 2},
		"nested":             {&qdrant.Filter{Must: []*qdrant.Condition{qdrant.NewFilterAsCondition(&qdrant.Filter{MustNot: []*qdrant.Condition{a}})}}, 1},
		"any of":             {&qdrant.Filter{Must: []*qdrant.Condition{qdrant.NewMatchKeywords("f.kind", "b", "a")}}, 2},
		"any of none":        {&qdrant.Filter{Must: []*qdrant.Condition{qdrant.NewMatchKeywords("f.kind")}}, 0},
		"in a list":          {&qdrant.Filter{Must: []*qdrant.Condition{qdrant.NewMatchKeyword("l", "y")}}, 1},
		"empty list, or no":  {&qdrant.Filter{Must: []*qdrant.Condition{qdrant.NewIsEmpty("l")}}, 2},
		"an object is there": {&qdrant.Filter{Must: []*qdrant.Condition{qdrant.NewIsEmpty("f")}}, 0},
	} {
		n, err := c.Count(t.Context(), &qdrant.CountPoints{CollectionName: "c", Filter: f.filter, Exact: qdrant.PtrOf(true)})
		if err != nil || n != f.want {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
}

func TestScores(t *testing.T) {
	c := filled(t)
	legs := []*qdrant.PrefetchQuery{
		{Query: qdrant.NewQueryDense([]float32{2, 1}), Using: qdrant.PtrOf("v")},
		{Query: qdrant.NewQuerySparse([]uint32{7, 9}, []float32{1, 1}), Using: qdrant.PtrOf("w")},
	}
	rare := math.Log((3-2+0.5)/(2+0.5) + 1) // in two of three
	for name, q := range map[string]struct {
		req  *qdrant.QueryPoints
		want map[int]float64
	}{
		"dense":         {&qdrant.QueryPoints{Query: legs[0].Query, Using: legs[0].Using}, map[int]float64{0: 2 / math.Sqrt(5), 1: 1 / math.Sqrt(5)}},
		"sparse":        {&qdrant.QueryPoints{Query: legs[1].Query, Using: legs[1].Using}, map[int]float64{2: 2 * rare, 1: rare}},
		"fused":         {&qdrant.QueryPoints{Prefetch: legs, Query: qdrant.NewQueryRRF(&qdrant.Rrf{})}, map[int]float64{0: 1. / 2, 1: 1./3 + 1./3, 2: 1. / 2}},
		"fused with 61": {&qdrant.QueryPoints{Prefetch: legs, Query: qdrant.NewQueryRRF(&qdrant.Rrf{K: qdrant.PtrOf(uint32(61))})}, map[int]float64{0: 1. / 61, 1: 2. / 62, 2: 1. / 61}},
		"over a score":  {&qdrant.QueryPoints{Query: legs[0].Query, Using: legs[0].Using, ScoreThreshold: qdrant.PtrOf(float32(0.5))}, map[int]float64{0: 2 / math.Sqrt(5)}},
		"the best":      {&qdrant.QueryPoints{Query: legs[0].Query, Using: legs[0].Using, Limit: qdrant.PtrOf(uint64(1))}, map[int]float64{0: 2 / math.Sqrt(5)}},
	} {
		q.req.CollectionName = "c"
		found := must.Have(c.Query(t.Context(), q.req))(t)
		if len(found) != len(q.want) {
			t.Errorf("%s: %v", name, found)
		}
		for n, want := range q.want {
			for _, p := range found {
				if p.GetId().GetUuid() == id(n).GetUuid() && math.Abs(float64(p.GetScore())-want) > 1e-6 {
					t.Errorf("%s: point %d has %v, not %v", name, n, p.GetScore(), want)
				}
			}
		}
	}
}

// TestLoud asks for what the fake has not.
func TestLoud(t *testing.T) {
	c := filled(t)
	ctx := t.Context()
	_, search := c.Query(ctx, &qdrant.QueryPoints{CollectionName: "c", Query: qdrant.NewQueryFusion(qdrant.Fusion_DBSF)})
	_, text := c.Count(ctx, &qdrant.CountPoints{CollectionName: "c", Exact: qdrant.PtrOf(true), Filter: &qdrant.Filter{Must: []*qdrant.Condition{qdrant.NewMatchText("f.kind", "a")}}})
	_, estimate := c.Count(ctx, &qdrant.CountPoints{CollectionName: "c"})
	_, facet := c.Facet(ctx, &qdrant.FacetCounts{CollectionName: "c", Key: "f.kind"})
	_, all := c.Delete(ctx, &qdrant.DeletePoints{CollectionName: "c", Points: qdrant.NewPointsSelector(id(0))})
	for name, err := range map[string]error{
		"another fusion": search, "text": text, "an estimate": estimate, "facets": facet, "a choice by id": all,
		"a new name": c.RenameAlias(ctx, "a", "b"),
	} {
		if status.Code(err) != codes.Unimplemented {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRefusals is what the real server refuses, too.
func TestRefusals(t *testing.T) {
	c := filled(t)
	put := func(name string, v *qdrant.Vector) error {
		_, err := c.Upsert(t.Context(), &qdrant.UpsertPoints{CollectionName: "c", Points: []*qdrant.PointStruct{
			{Id: id(9), Vectors: qdrant.NewVectorsMap(map[string]*qdrant.Vector{})},
			{Id: id(8), Vectors: qdrant.NewVectorsMap(map[string]*qdrant.Vector{name: v})},
		}})
		return err
	}
	for name, c := range map[string]struct {
		err  error
		want codes.Code
	}{
		"another length":    {put("v", qdrant.NewVectorDense([]float32{1})), codes.InvalidArgument},
		"another name":      {put("x", qdrant.NewVectorDense([]float32{1, 0})), codes.InvalidArgument},
		"an index twice":    {put("w", qdrant.NewVectorSparse([]uint32{1, 1}, []float32{1, 1})), codes.InvalidArgument},
		"no collection":     {c.CreateAlias(t.Context(), "a", "none"), codes.NotFound},
		"a taken name":      {c.CreateAlias(t.Context(), "c", "c"), codes.AlreadyExists},
		"one that is there": {c.CreateCollection(t.Context(), &qdrant.CreateCollection{CollectionName: "c"}), codes.AlreadyExists},
	} {
		if status.Code(c.err) != c.want {
			t.Errorf("%s: %v", name, c.err)
		}
	}
	if n, err := c.Count(t.Context(), &qdrant.CountPoints{CollectionName: "c", Exact: qdrant.PtrOf(true)}); err != nil || n != 3 {
		t.Errorf("of refused requests, something is left: %d points, %v", n, err)
	}
}
