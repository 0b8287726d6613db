package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// embedBatch is how many texts go to an EmbedFunc at a time: endpoints refuse
// long lists.
const embedBatch = 128

// EmbedTexts is a Reembed for stores with transactions. Try is called with the vectors
// known so far, by text. It either changes all records and returns how many, or changes
// none and returns the texts that lack a vector. Their vectors are then made with no
// transaction open, so that others may read and write while an endpoint works; what
// changed meanwhile is lacking in the next try.
func EmbedTexts(ctx context.Context, e Embedding, embed EmbedFunc, try func(known map[string][]float32) (n int, lack []string, err error)) (int, error) {
	if err := errors.Join(e.CheckReembed(), ctx.Err()); err != nil {
		return 0, err
	}
	known := map[string][]float32{}
	for {
		n, lack, err := try(known)
		if err != nil || len(lack) == 0 {
			return n, err
		}
		slices.Sort(lack)
		lack = slices.Compact(lack)
		vectors, err := EmbedAll(ctx, e, embed, lack)
		if err != nil {
			return 0, err
		}
		for i, text := range lack {
			known[text] = vectors[i]
		}
	}
}

// EmbedAll is the part of a Reembed that all stores share: it asks for the texts'
// vectors in batches, and checks that they fit the embedding. It returns them at length
// one.
func EmbedAll(ctx context.Context, e Embedding, embed EmbedFunc, texts []string) ([][]float32, error) {
	if err := e.CheckReembed(); err != nil {
		return nil, err
	}
	var out [][]float32
	for from := 0; from < len(texts); from += embedBatch {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		batch := texts[from:min(from+embedBatch, len(texts))]
		vectors, err := embed(ctx, batch)
		if err != nil {
			return nil, fmt.Errorf("embed the records anew: %w", err)
		}
		if len(vectors) != len(batch) {
			return nil, fmt.Errorf("embed the records anew: %d vectors came for %d texts", len(vectors), len(batch))
		}
		for _, v := range vectors {
			if err := e.CheckVector(v); err != nil {
				return nil, fmt.Errorf("embed the records anew: %w", err)
			}
			out = append(out, Unit(v))
		}
	}
	return out, nil
}

// CheckReembed returns an error unless records can be embedded again with e.
func (e Embedding) CheckReembed() error {
	if err := e.Check(); err != nil {
		return err
	}
	if e.Dim == 0 {
		return errors.New("records cannot be embedded anew without an embedder")
	}
	return nil
}
