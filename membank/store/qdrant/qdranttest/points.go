package qdranttest

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// point is a stored point. Nothing in it changes after it was put in; a change puts
// another one in its place.
type point struct {
	id      string
	payload map[string]*qdrant.Value
	dense   map[string][]float32
	sparse  map[string]*qdrant.SparseVector
}

type pointsServer struct {
	qdrant.UnimplementedPointsServer
	s *Server
}

// write runs a change of a collection.
func (p *pointsServer) write(name string, change func(*collection) error) (*qdrant.PointsOperationResponse, error) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	c, err := p.s.named(name)
	if err == nil {
		err = change(c)
	}
	if err != nil {
		return nil, err
	}
	return &qdrant.PointsOperationResponse{Result: done()}, nil
}

func done() *qdrant.UpdateResult {
	return &qdrant.UpdateResult{Status: qdrant.UpdateStatus_Completed}
}

func (p *pointsServer) CreateFieldIndex(_ context.Context, req *qdrant.CreateFieldIndexCollection) (*qdrant.PointsOperationResponse, error) {
	if req.GetFieldType() != qdrant.FieldType_FieldTypeKeyword {
		return nil, unimplemented("index but of keywords")
	}
	return p.write(req.GetCollectionName(), func(c *collection) error {
		c.schema[req.GetFieldName()] = &qdrant.PayloadSchemaInfo{DataType: qdrant.PayloadSchemaType_Keyword, Params: req.GetFieldIndexParams()}
		return nil
	})
}

func (p *pointsServer) Upsert(_ context.Context, req *qdrant.UpsertPoints) (*qdrant.PointsOperationResponse, error) {
	if req.GetUpdateMode() != qdrant.UpdateMode_Upsert {
		return nil, unimplemented("update mode")
	}
	return p.write(req.GetCollectionName(), func(c *collection) error { return c.upsert(req.GetPoints(), req.GetUpdateFilter()) })
}

// upsert puts points in. An existing one is replaced if the filter lets it through as
// it was.
func (c *collection) upsert(points []*qdrant.PointStruct, only *qdrant.Filter) error {
	fresh := map[string]*point{}
	for _, ps := range points {
		p, err := c.point(ps)
		if err != nil {
			return err
		}
		if was, ok := c.points[p.id]; ok {
			if ok, err := satisfied(only, was); err != nil {
				return err
			} else if !ok {
				continue
			}
		}
		fresh[p.id] = p
	}
	maps.Copy(c.points, fresh)
	return nil
}

// point checks a point as the real server does.
func (c *collection) point(ps *qdrant.PointStruct) (*point, error) {
	id, err := uuid.Parse(ps.GetId().GetUuid())
	if err != nil {
		return nil, status.Errorf(codes.InvalidArgument, "Unable to parse UUID: %s", ps.GetId())
	}
	p := &point{id: id.String(), payload: ps.GetPayload(), dense: map[string][]float32{}, sparse: map[string]*qdrant.SparseVector{}}
	if ps.GetVectors().GetVector() != nil {
		return nil, unimplemented("unnamed vectors")
	}
	for name, v := range ps.GetVectors().GetVectors().GetVectors() {
		switch v := v.GetVector().(type) {
		case *qdrant.Vector_Dense:
			if err := c.fits(name, v.Dense.GetData()); err != nil {
				return nil, err
			}
			p.dense[name] = v.Dense.GetData()
		case *qdrant.Vector_Sparse:
			if c.params.GetSparseVectorsConfig().GetMap()[name] == nil {
				return nil, noVector(name)
			}
			indices := slices.Clone(v.Sparse.GetIndices())
			slices.Sort(indices)
			if len(indices) != len(v.Sparse.GetValues()) || len(slices.Compact(indices)) != len(v.Sparse.GetValues()) {
				return nil, status.Error(codes.InvalidArgument, "Validation error: indices must be unique, and as many as values")
			}
			p.sparse[name] = v.Sparse
		default:
			return nil, unimplemented("such a vector")
		}
	}
	return p, nil
}

func (c *collection) fits(name string, v []float32) error {
	params := c.params.GetVectorsConfig().GetParamsMap().GetMap()[name]
	if params == nil {
		return noVector(name)
	}
	if int(params.GetSize()) != len(v) {
		return status.Errorf(codes.InvalidArgument, "Wrong input: Vector dimension error: expected dim: %d, got %d", params.GetSize(), len(v))
	}
	return nil
}

func noVector(name string) error {
	return status.Errorf(codes.InvalidArgument, "Wrong input: Not existing vector name error: %s", name)
}

func (p *pointsServer) Delete(_ context.Context, req *qdrant.DeletePoints) (*qdrant.PointsOperationResponse, error) {
	return p.write(req.GetCollectionName(), func(c *collection) error {
		chosen, err := c.choose(req.GetPoints())
		for _, p := range chosen {
			delete(c.points, p.id)
		}
		return err
	})
}

// choose supports filters only.
func (c *collection) choose(s *qdrant.PointsSelector) ([]*point, error) {
	if s.GetFilter() == nil {
		return nil, unimplemented("choice of points but by a filter")
	}
	return c.filtered(s.GetFilter())
}

// filtered lists the points that pass, ordered by id.
func (c *collection) filtered(f *qdrant.Filter) ([]*point, error) {
	var out []*point
	for _, id := range slices.Sorted(maps.Keys(c.points)) {
		ok, err := satisfied(f, c.points[id])
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, c.points[id])
		}
	}
	return out, nil
}

// UpdateBatch sets payloads, one after the other; a later one sees what an
// earlier one did.
func (p *pointsServer) UpdateBatch(_ context.Context, req *qdrant.UpdateBatchPoints) (*qdrant.UpdateBatchResponse, error) {
	out := &qdrant.UpdateBatchResponse{}
	_, err := p.write(req.GetCollectionName(), func(c *collection) error {
		for _, op := range req.GetOperations() {
			set := op.GetSetPayload()
			if set == nil || set.Key != nil {
				return unimplemented("update in a batch but of whole payload keys")
			}
			chosen, err := c.choose(set.GetPointsSelector())
			if err != nil {
				return err
			}
			for _, was := range chosen {
				next := *was
				next.payload = maps.Clone(was.payload)
				maps.Copy(next.payload, set.GetPayload())
				c.points[was.id] = &next
			}
			out.Result = append(out.Result, done())
		}
		return nil
	})
	return out, err
}

func (p *pointsServer) Count(_ context.Context, req *qdrant.CountPoints) (*qdrant.CountResponse, error) {
	if !req.GetExact() {
		return nil, unimplemented("estimates")
	}
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	c, err := p.s.named(req.GetCollectionName())
	if err != nil {
		return nil, err
	}
	found, err := c.filtered(req.GetFilter())
	return &qdrant.CountResponse{Result: &qdrant.CountResult{Count: uint64(len(found))}}, err
}

// Scroll goes by the points' ids; an offset is the first id of a page.
func (p *pointsServer) Scroll(_ context.Context, req *qdrant.ScrollPoints) (*qdrant.ScrollResponse, error) {
	if req.GetOrderBy() != nil {
		return nil, unimplemented("order but by id")
	}
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	c, err := p.s.named(req.GetCollectionName())
	if err != nil {
		return nil, err
	}
	found, err := c.filtered(req.GetFilter())
	if err != nil {
		return nil, err
	}
	limit := 10
	if req.Limit != nil {
		limit = int(req.GetLimit())
	}
	out := &qdrant.ScrollResponse{}
	for _, point := range found {
		if point.id < req.GetOffset().GetUuid() {
			continue
		}
		if len(out.Result) == limit {
			out.NextPageOffset = qdrant.NewIDUUID(point.id)
			break
		}
		payload, vectors := point.show(req.GetWithPayload(), req.GetWithVectors())
		out.Result = append(out.Result, &qdrant.RetrievedPoint{Id: qdrant.NewIDUUID(point.id), Payload: payload, Vectors: vectors})
	}
	return proto.CloneOf(out), nil
}

// show returns the parts of a point that were asked for.
func (p *point) show(payload *qdrant.WithPayloadSelector, vectors *qdrant.WithVectorsSelector) (map[string]*qdrant.Value, *qdrant.VectorsOutput) {
	out := map[string]*qdrant.Value{}
	switch {
	case payload.GetEnable():
		out = p.payload
	case payload.GetInclude() != nil:
		for _, key := range payload.GetInclude().GetFields() {
			if v, ok := p.payload[key]; ok {
				out[key] = v
			}
		}
	}
	if !vectors.GetEnable() {
		return out, nil
	}
	named := map[string]*qdrant.VectorOutput{}
	for name, v := range p.dense {
		named[name] = &qdrant.VectorOutput{Vector: &qdrant.VectorOutput_Dense{Dense: &qdrant.DenseVector{Data: v}}}
	}
	for name, v := range p.sparse {
		named[name] = &qdrant.VectorOutput{Vector: &qdrant.VectorOutput_Sparse{Sparse: v}}
	}
	return out, &qdrant.VectorsOutput{VectorsOptions: &qdrant.VectorsOutput_Vectors{Vectors: &qdrant.NamedVectorsOutput{Vectors: named}}}
}
