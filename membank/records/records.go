// Package records is the life that records of any kind have in a store: they are sealed
// and added, found again, kept from retrieval and let out, exported, imported and
// forgotten. The procedural memory (package membank) and the user's memory (package
// membank/recall) both stand on it. What a record says is theirs.
//
// Start with Shelf. seal.go names and hashes what is kept, lines.go writes and reads it as
// JSON lines.
package records

import (
	"context"
	"fmt"

	"legomem/membank/store"
)

// Embedder turns texts into vectors whose cosine is the texts' similarity. It is small
// so that tests can bring their own; hashembed and llm have one each.
type Embedder interface {
	// Embed returns one vector for each text, in order.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	// Model names the embedding model; vectors of two models are never compared.
	Model() string
	// Dim is the vectors' length.
	Dim() int
}

// EmbeddingOf is what a store must know of an embedder.
func EmbeddingOf(e Embedder) store.Embedding {
	return store.Embedding{Model: e.Model(), Dim: e.Dim()}
}

// Shelf is one owner's records of one kind. It only carries what it is made of, so that a
// copy is the same shelf.
type Shelf[T any] struct {
	Store store.Store
	At    store.Scope
	// Embed makes the vectors that records are found by.
	Embed Embedder
	// Place is what errors call the whole: "memory bank".
	Place string
	// Decode reads an item from its record, with all that the record's fields say.
	Decode func(store.Record) (T, error)
}

// Vectors makes a vector for each text.
func (s Shelf[T]) Vectors(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := s.Embed.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(texts) {
		return nil, fmt.Errorf("the embedder %s gave %d vectors for %d texts", s.Embed.Model(), len(vectors), len(texts))
	}
	return vectors, nil
}

// Get returns the items that are there, in the order of ids.
func (s Shelf[T]) Get(ctx context.Context, ids []string) ([]T, error) {
	found, err := s.Store.Get(ctx, s.At, ids)
	if err != nil {
		return nil, fmt.Errorf("read the %s: %w", s.Place, err)
	}
	return s.decode(found)
}

// List returns a part of a listing, by ascending id.
func (s Shelf[T]) List(ctx context.Context, p store.Page) ([]T, error) {
	found, err := s.Store.List(ctx, s.At, p)
	if err != nil {
		return nil, fmt.Errorf("list the %s: %w", s.Place, err)
	}
	return s.decode(found)
}

func (s Shelf[T]) decode(found []store.Record) ([]T, error) {
	var out []T
	for _, r := range found {
		item, err := s.Decode(r)
		if err != nil {
			return nil, err
		}
		out = append(out, item)
	}
	return out, nil
}

// Count counts the records that a filter lets through.
func (s Shelf[T]) Count(ctx context.Context, f store.Filter) (int, error) {
	n, err := s.Store.Count(ctx, s.At, f)
	if err != nil {
		return 0, fmt.Errorf("count the %s: %w", s.Place, err)
	}
	return n, nil
}

// Mark sets a field of records, or removes it where the value is "". Unknown ids are
// skipped.
func (s Shelf[T]) Mark(ctx context.Context, ids []string, field, value string) error {
	return s.Store.Amend(ctx, s.At, ids, func(fields map[string]string) {
		if value == "" {
			delete(fields, field)
			return
		}
		fields[field] = value
	})
}

// Forget deletes records, and first writes down in notes what has to be known of it: a
// crash in between leaves the notes, never a deletion without them. It returns how many
// records there were.
func (s Shelf[T]) Forget(ctx context.Context, notes store.Scope, noted []store.Record, ids []string) (int, error) {
	if err := s.Store.Upsert(ctx, notes, noted); err != nil {
		return 0, err
	}
	return s.Store.Delete(ctx, s.At, ids)
}

// Quarantine is the field that holds why a record is kept from retrieval; it is absent
// where there is no reason.
const Quarantine = "quarantine"

// NotQuarantined lets through what may be retrieved.
var NotQuarantined = store.Match{Field: Quarantine, Any: []string{""}}
