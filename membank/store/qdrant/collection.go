package qdrant

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"

	"github.com/qdrant/go-client/qdrant"

	"legomem/membank/store"
)

// Each of our collections has one on the server for each embedding it has had: an
// alias, "legomem_things", names the one in use, "legomem_things_first" or, after a
// Reembed, "legomem_things_<token>". All tenants are in it.

// The metadata of a collection on the server.
const (
	metaVersion = "legomem_version"
	metaName    = "legomem_name" // its own, not the alias
	metaModel   = "legomem_model"
	metaDim     = "legomem_dim"
)

// collection describes a collection on the server.
type collection struct {
	name      string
	version   int
	embedding store.Embedding
	indexed   map[string]bool
}

// step brings a collection from one version to the next. It may be run again
// after a crash, and by two processes at once.
type step func(ctx context.Context, s *Store, name string) error

// migrations are all steps, in order. A released one is never changed; add another.
var migrations = []step{indexTenant}

func indexTenant(ctx context.Context, s *Store, name string) error {
	return s.index(ctx, name, keyTenant, &qdrant.KeywordIndexParams{IsTenant: qdrant.PtrOf(true)})
}

func (s *Store) index(ctx context.Context, name, field string, params *qdrant.KeywordIndexParams) error {
	_, err := s.points.CreateFieldIndex(ctx, &qdrant.CreateFieldIndexCollection{
		CollectionName: name, FieldName: field, Wait: qdrant.PtrOf(true),
		FieldType: qdrant.FieldType_FieldTypeKeyword.Enum(), FieldIndexParams: qdrant.NewPayloadIndexParamsKeyword(params),
	})
	return err
}

var plainName = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

// alias is the server's name for our collection. A name that the server might not
// accept is replaced by its hash.
func (s *Store) alias(collection string) string {
	if !plainName.MatchString(collection) {
		sum := sha256.Sum256([]byte(collection))
		collection = "x" + hex.EncodeToString(sum[:16])
	}
	return s.prefix + "_" + collection
}

// Ensure implements store.Store. It also updates a collection that an older program
// made.
func (s *Store) Ensure(ctx context.Context, name string, e store.Embedding) error {
	if err := e.Check(); err != nil {
		return err
	}
	c, err := s.collection(ctx, name)
	if errors.Is(err, store.ErrNoCollection) {
		if s.readOnly {
			return nil
		}
		c, err = s.make(ctx, name, e)
	}
	if err != nil {
		return err
	}
	if c.embedding != e {
		return &store.Mismatch{Collection: name, Have: c.embedding, Want: e}
	}
	return s.ready(ctx, c)
}

// make makes the collection, unless another process was faster, and returns the
// one that is there. The first one's name is always the same, so that of two
// processes one makes it and the other finds it.
func (s *Store) make(ctx context.Context, name string, e store.Embedding) (collection, error) {
	first := s.alias(name) + "_first"
	makeErr := s.create(ctx, first, e)
	c, err := s.lookUp(ctx, first)
	if err != nil {
		return c, errors.Join(makeErr, err)
	}
	if err := s.ready(ctx, c); err != nil {
		return c, err
	}
	if err := s.changeAliases(ctx, qdrant.NewAliasCreate(s.alias(name), first)); err != nil {
		return c, err
	}
	return s.collection(ctx, name)
}

// create makes a collection on the server, of version 0: without indexes.
func (s *Store) create(ctx context.Context, name string, e store.Embedding) error {
	vectors := map[string]*qdrant.VectorParams{}
	if e.Dim > 0 {
		vectors[denseVector(e)] = &qdrant.VectorParams{Size: uint64(e.Dim), Distance: qdrant.Distance_Cosine}
	}
	_, err := s.collections.Create(ctx, &qdrant.CreateCollection{
		CollectionName: name,
		VectorsConfig:  qdrant.NewVectorsConfigMap(vectors),
		SparseVectorsConfig: qdrant.NewSparseVectorsConfig(map[string]*qdrant.SparseVectorParams{
			wordsVector: {Modifier: qdrant.Modifier_Idf.Enum()},
		}),
		Metadata: map[string]*qdrant.Value{
			metaVersion: qdrant.NewValueInt(0),
			metaName:    qdrant.NewValueString(name),
			metaModel:   qdrant.NewValueString(e.Model),
			metaDim:     qdrant.NewValueInt(int64(e.Dim)),
		},
	})
	return err
}

func (s *Store) changeAliases(ctx context.Context, changes ...*qdrant.AliasOperations) error {
	_, err := s.collections.UpdateAliases(ctx, &qdrant.ChangeAliases{Actions: changes})
	return err
}

// collection returns the collection in use, or store.ErrNoCollection.
func (s *Store) collection(ctx context.Context, name string) (collection, error) {
	c, err := s.lookUp(ctx, s.alias(name))
	if isMissing(err) {
		return c, fmt.Errorf("%w: %s", store.ErrNoCollection, name)
	}
	return c, err
}

// lookUp reads the metadata of a collection, or of the one an alias names.
func (s *Store) lookUp(ctx context.Context, name string) (collection, error) {
	reply, err := s.collections.Get(ctx, &qdrant.GetCollectionInfoRequest{CollectionName: name})
	if err != nil {
		return collection{}, err
	}
	meta := reply.GetResult().GetConfig().GetMetadata()
	c := collection{
		name:    meta[metaName].GetStringValue(),
		version: int(meta[metaVersion].GetIntegerValue()),
		embedding: store.Embedding{
			Model: meta[metaModel].GetStringValue(),
			Dim:   int(meta[metaDim].GetIntegerValue()),
		},
		indexed: map[string]bool{},
	}
	for field := range reply.GetResult().GetPayloadSchema() {
		c.indexed[field] = true
	}
	switch {
	case c.name == "":
		return c, fmt.Errorf("memory bank %s: the collection %s was not made by legomem; move it away, or use another server", s.address, name)
	case c.version > len(s.steps):
		return c, fmt.Errorf("memory bank %s: collection %s, version %d: %w", s.address, c.name, c.version, ErrNewer)
	}
	return c, nil
}

// ready runs the steps a collection lacks, and makes the indexes it lacks.
func (s *Store) ready(ctx context.Context, c collection) error {
	if s.readOnly {
		if c.version < len(s.steps) {
			return fmt.Errorf("memory bank %s: collection %s was made by an older legomem and is open for reading only; `legomem memory list` brings it up to date", s.address, c.name)
		}
		return nil
	}
	for v := c.version; v < len(s.steps); v++ {
		if err := s.steps[v](ctx, s, c.name); err != nil {
			return fmt.Errorf("bring collection %s to version %d: %w", c.name, v+1, err)
		}
		_, err := s.collections.Update(ctx, &qdrant.UpdateCollection{
			CollectionName: c.name, Metadata: map[string]*qdrant.Value{metaVersion: qdrant.NewValueInt(int64(v + 1))},
		})
		if err != nil {
			return fmt.Errorf("bring collection %s to version %d: %w", c.name, v+1, err)
		}
	}
	for _, field := range s.indexed {
		if c.indexed[keyFields+"."+field] {
			continue
		}
		if err := s.index(ctx, c.name, keyFields+"."+field, &qdrant.KeywordIndexParams{}); err != nil {
			return fmt.Errorf("index the field %s of collection %s: %w", field, c.name, err)
		}
	}
	return nil
}
