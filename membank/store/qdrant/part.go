package qdrant

import (
	"context"
	"slices"

	"github.com/qdrant/go-client/qdrant"

	"legomem/membank/store"
)

// pageSize is how many points are asked for at once.
const pageSize = 256

// part is one tenant's part of a collection, and the only way to its points: every
// request has the tenant in its filter, and in the filter of each of its prefetches.
type part struct {
	points qdrant.PointsClient
	name   string // the collection's on the server
	at     store.Scope
}

func (s *Store) part(at store.Scope) part {
	return part{points: s.points, name: s.alias(at.Collection), at: at}
}

// mine is a filter that lets through only the tenant's points that meet all conditions.
func (p part) mine(conditions ...*qdrant.Condition) *qdrant.Filter {
	return &qdrant.Filter{Must: append([]*qdrant.Condition{qdrant.NewMatchKeyword(keyTenant, p.at.Tenant)}, conditions...)}
}

// conditions converts a filter; ok is false if nothing can pass.
func conditions(f store.Filter) (out []*qdrant.Condition, ok bool) {
	for _, m := range f {
		if len(m.Any) == 0 {
			if m.Not {
				continue
			}
			return nil, false
		}
		c := &qdrant.Filter{}
		one := qdrant.NewMatchKeywords(keyFields+"."+m.Field, m.Any...)
		has := []*qdrant.Condition{one}
		if slices.Contains(m.Any, "") {
			has = append(has, qdrant.NewIsEmpty(keyFields+"."+m.Field))
		}
		if m.Not {
			c.MustNot = has
		} else {
			c.Should = has
		}
		out = append(out, qdrant.NewFilterAsCondition(c))
	}
	return out, true
}

// want is what to fetch of a point.
type want struct {
	payload []string // keys; nil: all
	vectors bool
}

func (w want) withPayload() *qdrant.WithPayloadSelector {
	if w.payload == nil {
		return qdrant.NewWithPayloadEnable(true)
	}
	return qdrant.NewWithPayloadInclude(w.payload...)
}

// each calls show with the tenant's points that meet the conditions, in no particular
// order. A missing collection has none.
func (p part) each(ctx context.Context, w want, conditions []*qdrant.Condition, show func(*qdrant.RetrievedPoint) error) error {
	err := scroll(ctx, p.points, &qdrant.ScrollPoints{
		CollectionName: p.name, Filter: p.mine(conditions...),
		WithPayload: w.withPayload(), WithVectors: qdrant.NewWithVectorsEnable(w.vectors),
	}, show)
	if isMissing(err) {
		return nil
	}
	return err
}

// scroll goes through all pages.
func scroll(ctx context.Context, points qdrant.PointsClient, req *qdrant.ScrollPoints, show func(*qdrant.RetrievedPoint) error) error {
	req.Limit = qdrant.PtrOf(uint32(pageSize))
	for {
		page, err := points.Scroll(ctx, req)
		if err != nil {
			return err
		}
		for _, point := range page.GetResult() {
			if err := show(point); err != nil {
				return err
			}
		}
		if req.Offset = page.GetNextPageOffset(); req.Offset == nil {
			return nil
		}
	}
}

// byID returns the tenant's points with these record ids, by their UUIDs.
func (p part) byID(ctx context.Context, w want, ids []string) (map[string]*qdrant.RetrievedPoint, error) {
	found := map[string]*qdrant.RetrievedPoint{}
	for some := range slices.Chunk(ids, pageSize) {
		has := []*qdrant.Condition{qdrant.NewHasID(pointIDs(p.at, some)...)}
		err := p.each(ctx, w, has, func(point *qdrant.RetrievedPoint) error {
			found[point.GetId().GetUuid()] = point
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (p part) count(ctx context.Context, conditions []*qdrant.Condition) (int, error) {
	reply, err := p.points.Count(ctx, &qdrant.CountPoints{CollectionName: p.name, Filter: p.mine(conditions...), Exact: qdrant.PtrOf(true)})
	if isMissing(err) {
		return 0, nil
	}
	return int(reply.GetResult().GetCount()), err
}

// put writes points as the tenant's. A point of another tenant is left alone, though no
// id of ours should ever name one.
func (p part) put(ctx context.Context, points []*qdrant.PointStruct) error {
	for _, point := range points {
		point.Payload[keyTenant] = qdrant.NewValueString(p.at.Tenant)
	}
	_, err := p.points.Upsert(ctx, &qdrant.UpsertPoints{
		CollectionName: p.name, Points: points, UpdateFilter: p.mine(), Wait: qdrant.PtrOf(true), Ordering: strong(),
	})
	return err
}

// remove removes the tenant's points with these record ids.
func (p part) remove(ctx context.Context, ids []string) error {
	_, err := p.points.Delete(ctx, &qdrant.DeletePoints{
		CollectionName: p.name, Wait: qdrant.PtrOf(true), Ordering: strong(),
		Points: qdrant.NewPointsSelectorFilter(p.mine(qdrant.NewHasID(pointIDs(p.at, ids)...))),
	})
	return err
}

// replacement changes some of a point's payload, if its version is still old.
type replacement struct {
	id, old string
	payload map[string]*qdrant.Value
}

// replace tries the replacements in one request. The server does not report which of
// them found their version.
func (p part) replace(ctx context.Context, all []replacement) error {
	var ops []*qdrant.PointsUpdateOperation
	for _, r := range all {
		only := p.mine(qdrant.NewHasID(pointID(p.at, r.id)), qdrant.NewMatchKeyword(keyVersion, r.old))
		ops = append(ops, qdrant.NewPointsUpdateSetPayload(&qdrant.PointsUpdateOperation_SetPayload{
			Payload: r.payload, PointsSelector: qdrant.NewPointsSelectorFilter(only),
		}))
	}
	_, err := p.points.UpdateBatch(ctx, &qdrant.UpdateBatchPoints{
		CollectionName: p.name, Operations: ops, Wait: qdrant.PtrOf(true), Ordering: strong(),
	})
	return err
}

// query asks for the tenant's best points. Filters in the request are replaced.
func (p part) query(ctx context.Context, req *qdrant.QueryPoints, conditions []*qdrant.Condition) ([]*qdrant.ScoredPoint, error) {
	req.CollectionName, req.Filter = p.name, p.mine(conditions...)
	for _, leg := range req.Prefetch {
		leg.Filter = p.mine(conditions...)
	}
	reply, err := p.points.Query(ctx, req)
	if isMissing(err) {
		return nil, nil
	}
	return reply.GetResult(), err
}

// strong makes every write go through one replica, if a collection has several, so that
// all replicas see the writes in one order.
func strong() *qdrant.WriteOrdering {
	return &qdrant.WriteOrdering{Type: qdrant.WriteOrderingType_Strong}
}
