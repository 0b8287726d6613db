package qdrant

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/qdrant/go-client/qdrant"

	"legomem/membank/store"
)

// copyPage is how many records a Reembed copies at once.
const copyPage = 64

// Reembed implements store.Store. It copies everything into a new collection, and then
// points the alias to it. A crash before that leaves the old one in use, and the next
// Reembed removes the unfinished copy; of two at once, the one that began later wins
// and the other fails. What others write meanwhile is copied, too.
func (s *Store) Reembed(ctx context.Context, name string, e store.Embedding, embed store.EmbedFunc) (int, error) {
	if err := errors.Join(e.CheckReembed(), s.mayWrite(), ctx.Err()); err != nil {
		return 0, err
	}
	old, err := s.collection(ctx, name)
	if err != nil {
		return 0, err
	}
	if err := s.clean(ctx, name, old.name); err != nil {
		return 0, fmt.Errorf("remove what an earlier embedding anew left: %w", err)
	}
	c := &copying{
		s: s, alias: s.alias(name), from: old.name, to: s.alias(name) + "_" + strings.ReplaceAll(s.token(), "-", ""),
		embedding: e, embed: embed, seen: map[string]copied{},
	}
	err = c.all(ctx)
	if err == nil {
		err = c.finish(ctx)
	}
	if err != nil {
		return 0, errors.Join(err, c.drop(ctx, c.to))
	}
	// If this fails, the next Reembed removes what is left of the old one.
	if err := c.drop(ctx, c.from); err != nil {
		return c.count(), fmt.Errorf("the records are embedded anew, but the collection %s with the old vectors could not be removed: %w", c.from, err)
	}
	return c.count(), nil
}

var token = regexp.MustCompile(`^[0-9A-Za-z]+$`)

// clean removes a collection's copies that are not in use.
func (s *Store) clean(ctx context.Context, name, used string) error {
	all, err := s.collections.List(ctx, &qdrant.ListCollectionsRequest{})
	if err != nil {
		return err
	}
	for _, c := range all.GetCollections() {
		rest, ours := strings.CutPrefix(c.GetName(), s.alias(name)+"_")
		if !ours || !token.MatchString(rest) || c.GetName() == used {
			continue
		}
		if _, err := s.collections.Delete(ctx, &qdrant.DeleteCollection{CollectionName: c.GetName()}); err != nil {
			return err
		}
	}
	return nil
}

// copying is one Reembed. Only it reads points of all tenants.
type copying struct {
	s         *Store
	alias     string
	from, to  string
	embedding store.Embedding
	embed     store.EmbedFunc
	seen      map[string]copied // by point id
}

// copied is a version of a point that was copied.
type copied struct {
	version string
	vector  bool
}

// all makes the new collection and copies until nothing is new.
func (c *copying) all(ctx context.Context) error {
	if err := c.s.create(ctx, c.to, c.embedding); err != nil {
		return err
	}
	made, err := c.s.lookUp(ctx, c.to)
	if err != nil {
		return err
	}
	if err := c.s.ready(ctx, made); err != nil {
		return err
	}
	for range 10 { // against writers that never rest; finish copies the rest
		n, err := c.round(ctx)
		if err != nil || n == 0 {
			return err
		}
	}
	return nil
}

// finish puts the new collection into use, and copies what was written into the
// old one until that moment.
func (c *copying) finish(ctx context.Context) error {
	now, err := c.s.lookUp(ctx, c.alias)
	if err != nil {
		return err
	}
	if now.name != c.from {
		return fmt.Errorf("memory bank %s: somebody else has just embedded the records anew; see `legomem memory stats`", c.s.address)
	}
	err = c.use(ctx, c.to)
	if err == nil {
		_, err = c.round(ctx)
	}
	if err != nil { // whether the alias was changed is not known
		return errors.Join(err, c.use(context.WithoutCancel(ctx), c.from))
	}
	return nil
}

// use points the alias to a collection. The server replaces its old target in one step;
// removing that first would leave none if the second step were refused.
func (c *copying) use(ctx context.Context, name string) error {
	return c.s.changeAliases(ctx, qdrant.NewAliasCreate(c.alias, name))
}

// drop removes a collection, even where the caller has given up.
func (c *copying) drop(ctx context.Context, name string) error {
	_, err := c.s.collections.Delete(context.WithoutCancel(ctx), &qdrant.DeleteCollection{CollectionName: name})
	return err
}

// count is how many records have a new vector.
func (c *copying) count() (n int) {
	for _, p := range c.seen {
		if p.vector {
			n++
		}
	}
	return n
}

// round copies what is new in the old collection since the last round, and removes what
// is gone. It returns how many points that was.
func (c *copying) round(ctx context.Context) (int, error) {
	changed := 0
	there := map[string]bool{}
	var page []*qdrant.RetrievedPoint
	flush := func() error {
		changed += len(page)
		err := c.move(ctx, page)
		page = nil
		return err
	}
	err := scroll(ctx, c.s.points, &qdrant.ScrollPoints{
		CollectionName: c.from, WithPayload: qdrant.NewWithPayloadEnable(true), WithVectors: qdrant.NewWithVectorsEnable(true),
	}, func(point *qdrant.RetrievedPoint) error {
		id := point.GetId().GetUuid()
		there[id] = true
		if was, ok := c.seen[id]; ok && was.version == point.GetPayload()[keyVersion].GetStringValue() {
			return nil
		}
		if page = append(page, point); len(page) < copyPage {
			return nil
		}
		return flush()
	})
	if err == nil && len(page) > 0 {
		err = flush()
	}
	if err != nil {
		return changed, err
	}
	n, err := c.forget(ctx, there)
	return changed + n, err
}

// move writes points into the new collection, with new vectors. A point that
// somebody has changed in the new collection since stays as it is there.
func (c *copying) move(ctx context.Context, page []*qdrant.RetrievedPoint) error {
	var texts []string
	for _, point := range page {
		if dense(point.GetVectors()) != nil {
			texts = append(texts, point.GetPayload()[keyText].GetStringValue())
		}
	}
	vectors, err := store.EmbedAll(ctx, c.embedding, c.embed, texts)
	if err != nil {
		return err
	}
	var points []*qdrant.PointStruct
	was := []string{""} // the versions that may be replaced
	for _, point := range page {
		id, next := point.GetId().GetUuid(), again(point)
		named := next.Vectors.GetVectors().GetVectors()
		has := dense(point.GetVectors()) != nil
		for name := range named {
			if strings.HasPrefix(name, densePrefix) {
				delete(named, name)
			}
		}
		if has {
			named[denseVector(c.embedding)] = qdrant.NewVectorDense(vectors[0])
			vectors = vectors[1:]
		}
		if old, ok := c.seen[id]; ok {
			was = append(was, old.version)
		}
		c.seen[id] = copied{version: point.GetPayload()[keyVersion].GetStringValue(), vector: has}
		points = append(points, next)
	}
	_, err = c.s.points.Upsert(ctx, &qdrant.UpsertPoints{
		CollectionName: c.to, Points: points, Wait: qdrant.PtrOf(true), Ordering: strong(), UpdateFilter: versions(was),
	})
	return err
}

// forget removes points that are no longer in the old collection.
func (c *copying) forget(ctx context.Context, there map[string]bool) (int, error) {
	var gone []*qdrant.PointId
	var was []string
	for id, p := range c.seen {
		if !there[id] {
			gone, was = append(gone, qdrant.NewIDUUID(id)), append(was, p.version)
			delete(c.seen, id)
		}
	}
	for from := 0; from < len(gone); from += pageSize {
		to := min(from+pageSize, len(gone))
		only := versions(was[from:to])
		only.Must = append(only.Must, qdrant.NewHasID(gone[from:to]...))
		_, err := c.s.points.Delete(ctx, &qdrant.DeletePoints{
			CollectionName: c.to, Wait: qdrant.PtrOf(true), Ordering: strong(), Points: qdrant.NewPointsSelectorFilter(only),
		})
		if err != nil {
			return 0, err
		}
	}
	return len(gone), nil
}

func versions(tokens []string) *qdrant.Filter {
	return &qdrant.Filter{Must: []*qdrant.Condition{qdrant.NewMatchKeywords(keyVersion, slices.Clone(tokens)...)}}
}
