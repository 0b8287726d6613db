package qdrant

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/qdrant/go-client/qdrant"

	"legomem/membank/store"
)

const (
	// fusionK makes the server's 1/(k+n), where n counts from 0, the 1/(FusionK+n)
	// of package store, where n counts from 1.
	fusionK = store.FusionK + 1
	// somewhat is the least score of a text that shares a word with the query;
	// the server may give 0 to those that share none.
	somewhat = 1e-9
	// spare is how many more points are asked for than wanted, to see whether
	// some of equal score were cut off.
	spare = 8
)

// Search implements store.Store. A hybrid search is fused by the server. If two records
// are equally good in one of its rankings, the server chooses which is ahead there; of
// equal fused scores the lower id comes first, as everywhere.
func (s *Store) Search(ctx context.Context, at store.Scope, q store.Query) ([]store.Hit, error) {
	where, ok, err := check(ctx, at, q.Filter)
	if err := errors.Join(err, q.Check()); err != nil {
		return nil, err
	}
	if !ok || q.K <= 0 {
		return nil, nil
	}
	c, err := s.collection(ctx, at.Collection)
	if errors.Is(err, store.ErrNoCollection) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if q.By.Vectors() {
		if err := c.embedding.CheckVector(q.Vector); err != nil {
			return nil, err
		}
	}
	req := request(at.Tenant, c.embedding, q)
	if req == nil {
		return nil, nil
	}
	points, err := s.part(at).best(ctx, req, where, q.K)
	if err != nil {
		return nil, s.changed(ctx, at.Collection, c.embedding, err)
	}
	return hits(points)
}

// changed returns a *store.Mismatch for a request that was refused because the
// collection has got another embedding since it was read, and err for others.
func (s *Store) changed(ctx context.Context, name string, was store.Embedding, err error) error {
	if !isInvalid(err) && !isMissing(err) {
		return err
	}
	now, lookErr := s.collection(ctx, name)
	if lookErr != nil || now.embedding == was {
		return err
	}
	return &store.Mismatch{Collection: name, Have: now.embedding, Want: was}
}

// request is the query in the server's form, or nil if nothing can be found.
func request(tenant string, e store.Embedding, q store.Query) *qdrant.QueryPoints {
	var legs []*qdrant.PrefetchQuery
	depth := qdrant.PtrOf(uint64(q.Depth()))
	if q.By.Vectors() {
		legs = append(legs, &qdrant.PrefetchQuery{
			Query: qdrant.NewQueryDense(store.Unit(q.Vector)), Using: qdrant.PtrOf(denseVector(e)),
			Params: &qdrant.SearchParams{Exact: qdrant.PtrOf(true)}, Limit: depth,
		})
	}
	if q.By.Words() {
		if w := ofQuery(tenant, q.Text); len(w.indices) > 0 {
			legs = append(legs, &qdrant.PrefetchQuery{
				Query: qdrant.NewQuerySparse(w.indices, w.values), Using: qdrant.PtrOf(wordsVector),
				ScoreThreshold: qdrant.PtrOf(float32(somewhat)), Limit: depth,
			})
		}
	}
	switch {
	case q.By == store.Hybrid:
		return &qdrant.QueryPoints{Prefetch: legs, Query: qdrant.NewQueryRRF(&qdrant.Rrf{K: qdrant.PtrOf(uint32(fusionK))})}
	case len(legs) == 0:
		return nil
	}
	leg := legs[0]
	return &qdrant.QueryPoints{Query: leg.Query, Using: leg.Using, Params: leg.Params, ScoreThreshold: leg.ScoreThreshold}
}

// best asks for the k best points, and for more until none as good as the kth is left
// out.
func (p part) best(ctx context.Context, req *qdrant.QueryPoints, where []*qdrant.Condition, k int) ([]*qdrant.ScoredPoint, error) {
	req.WithPayload = qdrant.NewWithPayloadEnable(true)
	for limit := k + spare; ; limit *= 4 {
		req.Limit = qdrant.PtrOf(uint64(limit))
		found, err := p.query(ctx, req, where)
		if err != nil {
			return nil, err
		}
		if len(found) < limit || found[limit-1].GetScore() < found[k-1].GetScore() {
			slices.SortFunc(found, func(a, b *qdrant.ScoredPoint) int {
				return cmp.Or(cmp.Compare(b.GetScore(), a.GetScore()),
					strings.Compare(a.GetPayload()[keyID].GetStringValue(), b.GetPayload()[keyID].GetStringValue()))
			})
			return found[:min(k, len(found))], nil
		}
	}
}

func hits(points []*qdrant.ScoredPoint) ([]store.Hit, error) {
	var out []store.Hit
	for _, point := range points {
		r, err := toRecord(point.GetPayload())
		if err != nil {
			return nil, err
		}
		out = append(out, store.Hit{Record: r, Score: float64(point.GetScore())})
	}
	return out, nil
}
