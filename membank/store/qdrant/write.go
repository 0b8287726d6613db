package qdrant

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/protobuf/proto"

	"legomem/lists"
	"legomem/membank/store"
)

// Upsert implements store.Store. Everything is checked before anything is sent, and
// sent in one request if it fits, which the server applies whole. Otherwise the old
// records are read first and put back if a later request fails; another process may see
// the state in between, and what it changes then is lost.
func (s *Store) Upsert(ctx context.Context, at store.Scope, records []store.Record) error {
	if err := errors.Join(at.Check(), s.mayWrite(), ctx.Err()); err != nil {
		return err
	}
	c, err := s.collection(ctx, at.Collection)
	if err != nil {
		return err
	}
	points, err := s.toPoints(at, c.embedding, records)
	if err != nil || len(points) == 0 {
		return err
	}
	mine, parcels := s.part(at), s.parcels(points)
	if len(parcels) > 1 {
		err = mine.putAll(ctx, parcels, records)
	} else {
		err = mine.put(ctx, points)
	}
	if isMissing(err) {
		return fmt.Errorf("%w: %s", store.ErrNoCollection, at.Collection)
	}
	return s.changed(ctx, at.Collection, c.embedding, err)
}

// toPoints makes the points; of two records with one id, the later counts.
func (s *Store) toPoints(at store.Scope, e store.Embedding, records []store.Record) ([]*qdrant.PointStruct, error) {
	var points []*qdrant.PointStruct
	known := map[string]int{}
	for _, r := range records {
		point, err := toPoint(at, e, r, s.token())
		if err != nil {
			return nil, err
		}
		if i, ok := known[r.ID]; ok {
			points[i] = point
			continue
		}
		known[r.ID] = len(points)
		points = append(points, point)
	}
	return points, nil
}

// parcels splits the points so that the server accepts each request's size.
func (s *Store) parcels(points []*qdrant.PointStruct) [][]*qdrant.PointStruct {
	var out [][]*qdrant.PointStruct
	size := 0
	for _, point := range points {
		n := proto.Size(point)
		if len(out) == 0 || size+n > s.request {
			out, size = append(out, nil), 0
		}
		out[len(out)-1], size = append(out[len(out)-1], point), size+n
	}
	return out
}

// putAll writes all parcels or undoes those it wrote.
func (p part) putAll(ctx context.Context, parcels [][]*qdrant.PointStruct, records []store.Record) error {
	ids := lists.Map(records, func(r store.Record) string { return r.ID })
	before, err := p.byID(ctx, want{vectors: true}, ids)
	if err != nil {
		return err
	}
	for i, parcel := range parcels {
		if err := p.put(ctx, parcel); err != nil {
			// A cancelled call is undone, too.
			undoErr := p.undo(context.WithoutCancel(ctx), parcels[:i+1], before)
			return errors.Join(err, undoErr)
		}
	}
	return nil
}

// undo puts the points of the parcels back to what they were.
func (p part) undo(ctx context.Context, parcels [][]*qdrant.PointStruct, before map[string]*qdrant.RetrievedPoint) error {
	for _, parcel := range slices.Backward(parcels) {
		var back []*qdrant.PointStruct
		var gone []string
		for _, point := range parcel {
			if was, ok := before[point.GetId().GetUuid()]; ok {
				back = append(back, again(was))
			} else {
				gone = append(gone, point.GetPayload()[keyID].GetStringValue())
			}
		}
		var putErr, removeErr error
		if len(back) > 0 {
			putErr = p.put(ctx, back)
		}
		if len(gone) > 0 {
			removeErr = p.remove(ctx, gone)
		}
		if err := errors.Join(putErr, removeErr); err != nil {
			return fmt.Errorf("some of the records were written and could not be taken back; write them all again: %w", err)
		}
	}
	return nil
}

// again converts a point that was read into one to write.
func again(point *qdrant.RetrievedPoint) *qdrant.PointStruct {
	vectors := map[string]*qdrant.Vector{}
	for name, v := range point.GetVectors().GetVectors().GetVectors() {
		if d := v.GetDenseVector(); d != nil && name != wordsVector {
			vectors[name] = qdrant.NewVectorDense(d.GetData())
		}
		if w := v.GetSparseVector(); w != nil && name == wordsVector {
			vectors[name] = qdrant.NewVectorSparse(w.GetIndices(), w.GetValues())
		}
	}
	return &qdrant.PointStruct{Id: point.GetId(), Payload: point.GetPayload(), Vectors: qdrant.NewVectorsMap(vectors)}
}

// Delete implements store.Store. The records are counted just before they are removed:
// if two processes remove the same one at once, both may count it.
func (s *Store) Delete(ctx context.Context, at store.Scope, ids []string) (int, error) {
	if err := errors.Join(at.Check(), s.mayWrite(), ctx.Err()); err != nil {
		return 0, err
	}
	mine, gone := s.part(at), 0
	for some := range slices.Chunk(ids, pageSize) {
		there, err := mine.byID(ctx, want{payload: []string{keyID}}, some)
		if err != nil {
			return gone, err
		}
		if len(there) == 0 {
			continue
		}
		if err := mine.remove(ctx, some); err != nil {
			return gone, err
		}
		gone += len(there)
	}
	return gone, nil
}
