package qdranttest

import (
	"context"
	"maps"
	"slices"

	"github.com/qdrant/go-client/qdrant"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// collection is a collection on the server.
type collection struct {
	params *qdrant.CollectionParams
	meta   map[string]*qdrant.Value
	schema map[string]*qdrant.PayloadSchemaInfo
	points map[string]*point // by UUID
}

// Collections lists the names of the collections that are there, sorted.
func (s *Server) Collections() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.collections))
}

// Points counts a collection's points; an alias will do.
func (s *Server) Points(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.named(name)
	if err != nil {
		return 0
	}
	return len(c.points)
}

// named returns the collection with that name or alias.
func (s *Server) named(name string) (*collection, error) {
	if to, ok := s.aliases[name]; ok {
		name = to
	}
	c, ok := s.collections[name]
	if !ok {
		return nil, status.Errorf(codes.NotFound, "Collection `%s` doesn't exist!", name)
	}
	return c, nil
}

type collectionsServer struct {
	qdrant.UnimplementedCollectionsServer
	s *Server
}

func (c *collectionsServer) List(context.Context, *qdrant.ListCollectionsRequest) (*qdrant.ListCollectionsResponse, error) {
	out := &qdrant.ListCollectionsResponse{}
	for _, name := range c.s.Collections() {
		out.Collections = append(out.Collections, &qdrant.CollectionDescription{Name: name})
	}
	return out, nil
}

func (c *collectionsServer) Create(_ context.Context, req *qdrant.CreateCollection) (*qdrant.CollectionOperationResponse, error) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	name := req.GetCollectionName()
	if c.s.collections[name] != nil || c.s.aliases[name] != "" {
		return nil, status.Errorf(codes.AlreadyExists, "Wrong input: Collection `%s` already exists!", name)
	}
	if req.GetVectorsConfig().GetParams() != nil {
		return nil, unimplemented("unnamed vectors")
	}
	for _, v := range req.GetVectorsConfig().GetParamsMap().GetMap() {
		if v.GetDistance() != qdrant.Distance_Cosine || v.GetMultivectorConfig() != nil || v.GetDatatype() != qdrant.Datatype_Default {
			return nil, unimplemented("vectors but plain ones with cosine distance")
		}
		if v.GetSize() == 0 || v.GetSize() > 65536 {
			return nil, status.Error(codes.InvalidArgument, "Validation error: size must be from 1 to 65536")
		}
	}
	c.s.collections[name] = &collection{
		params: &qdrant.CollectionParams{VectorsConfig: req.GetVectorsConfig(), SparseVectorsConfig: req.GetSparseVectorsConfig()},
		meta:   maps.Clone(req.GetMetadata()), schema: map[string]*qdrant.PayloadSchemaInfo{}, points: map[string]*point{},
	}
	return &qdrant.CollectionOperationResponse{Result: true}, nil
}

func (c *collectionsServer) Get(_ context.Context, req *qdrant.GetCollectionInfoRequest) (*qdrant.GetCollectionInfoResponse, error) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	found, err := c.s.named(req.GetCollectionName())
	if err != nil {
		return nil, err
	}
	info := &qdrant.CollectionInfo{
		Status: qdrant.CollectionStatus_Green, PayloadSchema: found.schema,
		PointsCount: qdrant.PtrOf(uint64(len(found.points))),
		Config:      &qdrant.CollectionConfig{Params: found.params, Metadata: found.meta},
	}
	// The reply is encoded after the lock is released.
	return &qdrant.GetCollectionInfoResponse{Result: proto.CloneOf(info)}, nil
}

// Update merges metadata, and nothing else.
func (c *collectionsServer) Update(_ context.Context, req *qdrant.UpdateCollection) (*qdrant.CollectionOperationResponse, error) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	rest := proto.CloneOf(req)
	rest.CollectionName, rest.Metadata = "", nil
	if !proto.Equal(rest, &qdrant.UpdateCollection{}) {
		return nil, unimplemented("change of a collection but of its metadata")
	}
	found, err := c.s.named(req.GetCollectionName())
	if err != nil {
		return nil, err
	}
	if found.meta == nil {
		found.meta = map[string]*qdrant.Value{}
	}
	maps.Copy(found.meta, req.GetMetadata())
	return &qdrant.CollectionOperationResponse{Result: true}, nil
}

// Delete removes a collection and its aliases.
func (c *collectionsServer) Delete(_ context.Context, req *qdrant.DeleteCollection) (*qdrant.CollectionOperationResponse, error) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	name := req.GetCollectionName()
	_, ok := c.s.collections[name]
	delete(c.s.collections, name)
	maps.DeleteFunc(c.s.aliases, func(_, to string) bool { return to == name })
	return &qdrant.CollectionOperationResponse{Result: ok}, nil
}

// UpdateAliases does the changes one after the other. As in the real server, one that
// is refused does not undo those before it, and a new alias replaces one of the same
// name.
func (c *collectionsServer) UpdateAliases(_ context.Context, req *qdrant.ChangeAliases) (*qdrant.CollectionOperationResponse, error) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	for _, action := range req.GetActions() {
		switch a := action.GetAction().(type) {
		case *qdrant.AliasOperations_CreateAlias:
			alias, name := a.CreateAlias.GetAliasName(), a.CreateAlias.GetCollectionName()
			if c.s.collections[name] == nil {
				return nil, status.Errorf(codes.NotFound, "Collection `%s` doesn't exist!", name)
			}
			if c.s.collections[alias] != nil {
				return nil, status.Errorf(codes.AlreadyExists, "Collection `%s` already exists!", alias)
			}
			c.s.aliases[alias] = name
		case *qdrant.AliasOperations_DeleteAlias:
			delete(c.s.aliases, a.DeleteAlias.GetAliasName())
		default:
			return nil, unimplemented("change of aliases but making and removing them")
		}
	}
	return &qdrant.CollectionOperationResponse{Result: true}, nil
}
