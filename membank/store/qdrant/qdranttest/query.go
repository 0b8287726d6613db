package qdranttest

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/protobuf/proto"
)

// scored is a found point.
type scored struct {
	*point
	score float32
}

// ask is what a query and a prefetch have in common.
type ask interface {
	GetPrefetch() []*qdrant.PrefetchQuery
	GetQuery() *qdrant.Query
	GetUsing() string
	GetFilter() *qdrant.Filter
	GetScoreThreshold() float32
	GetLimit() uint64
}

func (p *pointsServer) Query(_ context.Context, req *qdrant.QueryPoints) (*qdrant.QueryResponse, error) {
	if req.GetOffset() != 0 || req.GetLookupFrom() != nil {
		return nil, unimplemented("offset or look-up in a query")
	}
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	c, err := p.s.named(req.GetCollectionName())
	if err != nil {
		return nil, err
	}
	found, err := c.query(req)
	if err != nil {
		return nil, err
	}
	out := &qdrant.QueryResponse{}
	for _, f := range found {
		payload, vectors := f.show(req.GetWithPayload(), req.GetWithVectors())
		out.Result = append(out.Result, &qdrant.ScoredPoint{Id: qdrant.NewIDUUID(f.id), Score: f.score, Payload: payload, Vectors: vectors})
	}
	return proto.CloneOf(out), nil
}

// query ranks by one query. Points of equal score are in the order of their
// UUIDs; a real server promises no order at all.
func (c *collection) query(q ask) ([]scored, error) {
	var found []scored
	var err error
	switch v := q.GetQuery().GetVariant().(type) {
	case *qdrant.Query_Nearest:
		if len(q.GetPrefetch()) > 0 {
			return nil, unimplemented("ranking again of what was prefetched")
		}
		found, err = c.nearest(q, v.Nearest)
	case *qdrant.Query_Rrf:
		found, err = c.fuse(q, v.Rrf)
	default:
		return nil, unimplemented("such a query")
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.id, b.id))
	})
	limit := cmp.Or(int(q.GetLimit()), 10)
	return found[:min(limit, len(found))], nil
}

func (c *collection) nearest(q ask, to *qdrant.VectorInput) ([]scored, error) {
	points, err := c.filtered(q.GetFilter())
	if err != nil {
		return nil, err
	}
	var score func(*point) (float32, bool)
	switch to := to.GetVariant().(type) {
	case *qdrant.VectorInput_Dense:
		if err := c.fits(q.GetUsing(), to.Dense.GetData()); err != nil {
			return nil, err
		}
		score = func(p *point) (float32, bool) {
			v, ok := p.dense[q.GetUsing()]
			return cosine(to.Dense.GetData(), v), ok
		}
	case *qdrant.VectorInput_Sparse:
		params := c.params.GetSparseVectorsConfig().GetMap()[q.GetUsing()]
		if params == nil {
			return nil, noVector(q.GetUsing())
		}
		weights := c.weights(q.GetUsing(), to.Sparse, params.GetModifier() == qdrant.Modifier_Idf)
		score = func(p *point) (float32, bool) { return overlap(weights, p.sparse[q.GetUsing()]) }
	default:
		return nil, unimplemented("search but by a vector")
	}
	var out []scored
	for _, p := range points {
		s, ok := score(p)
		if ok && (q.GetScoreThreshold() == 0 || s >= q.GetScoreThreshold()) {
			out = append(out, scored{p, s})
		}
	}
	return out, nil
}

// weights returns a sparse query's weights, by index. With idf, each is multiplied by
// its rarity among all points of the collection, whatever the filter.
func (c *collection) weights(name string, v *qdrant.SparseVector, idf bool) map[uint32]float32 {
	out := map[uint32]float32{}
	var n float64
	within := map[uint32]float64{}
	for _, p := range c.points {
		if v := p.sparse[name]; v != nil {
			n++
			for _, i := range v.GetIndices() {
				within[i]++
			}
		}
	}
	for at, i := range v.GetIndices() {
		out[i] = v.GetValues()[at]
		if idf {
			out[i] *= float32(math.Log((n-within[i]+0.5)/(within[i]+0.5) + 1))
		}
	}
	return out
}

// overlap is the dot product; points that share no index are not found.
func overlap(weights map[uint32]float32, v *qdrant.SparseVector) (sum float32, any bool) {
	for at, i := range v.GetIndices() {
		if w, ok := weights[i]; ok {
			sum, any = sum+w*v.GetValues()[at], true
		}
	}
	return sum, any
}

func cosine(a, b []float32) float32 {
	if len(a) != len(b) {
		return 0
	}
	var dot, aa, bb float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return float32(dot / math.Sqrt(aa*bb))
}

// fuse adds 1/(k+n) for each prefetch that a point is nth in, counted from 0.
func (c *collection) fuse(q ask, rrf *qdrant.Rrf) ([]scored, error) {
	if len(rrf.GetWeights()) > 0 {
		return nil, unimplemented("weights of rank fusion")
	}
	k := 2
	if rrf.K != nil {
		k = int(rrf.GetK())
	}
	sums := map[*point]float32{}
	for _, leg := range q.GetPrefetch() {
		found, err := c.query(leg)
		if err != nil {
			return nil, err
		}
		for n, f := range found {
			sums[f.point] += 1 / float32(k+n)
		}
	}
	var out []scored
	for p, s := range sums {
		ok, err := satisfied(q.GetFilter(), p)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, scored{p, s})
		}
	}
	return out, nil
}
