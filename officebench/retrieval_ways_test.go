package officebench_test

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"legomem/lists"
	"legomem/membank/hashembed"
	"legomem/membank/store"
	"legomem/membank/store/sqlite"
	"legomem/must"
)

// depth is how many texts a way ranks: as many as reflex asks a bank for.
const depth = 50

// retrieval is a way to rank the other texts for a text, best first and at most
// depth. A way may leave out texts that have nothing to do with it.
type retrieval struct {
	name string
	rank func(t *testing.T, query int) []int
}

// retrievals are all the ways over the same texts: those of the embedded store
// and, as the floor, word overlap.
func retrievals(t *testing.T, texts []string) []retrieval {
	t.Helper()
	shelf := openShelf(t, texts)
	return []retrieval{
		{"embedder", shelf.by(store.Dense)},
		{"BM25", shelf.by(store.Lexical)},
		{"both (RRF)", shelf.byBoth},
		{"word overlap", byOverlap(texts)},
	}
}

// shelf is a store with every text and its vector.
type shelf struct {
	store   store.Store
	texts   []string
	vectors [][]float32
	ids     []string
	index   map[string]int         // of a record's id
	asked   map[string][]store.Hit // answers, kept for byBoth
}

var onShelf = store.Scope{Tenant: "test", Collection: "texts"}

func openShelf(t *testing.T, texts []string) *shelf {
	t.Helper()
	s := must.Have(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "texts.db"), sqlite.ReadWrite))(t)
	t.Cleanup(func() {
		must.NoError(t, s.Close())
	})
	sh := &shelf{store: s, texts: texts, ids: shuffledIDs(len(texts)), index: map[string]int{}, asked: map[string][]store.Hit{}}
	must.Do(t, sh.fill(t.Context()))
	return sh
}

func (s *shelf) fill(ctx context.Context) error {
	embedder := hashembed.Embedder{}
	var err error
	if s.vectors, err = embedder.Embed(ctx, s.texts); err != nil {
		return err
	}
	if err := s.store.Ensure(ctx, onShelf.Collection, store.Embedding{Model: embedder.Model(), Dim: embedder.Dim()}); err != nil {
		return err
	}
	var records []store.Record
	for i, text := range s.texts {
		id := s.ids[i]
		s.index[id] = i
		records = append(records, store.Record{ID: id, Vector: s.vectors[i], Text: text, Fields: map[string]string{"text": id}})
	}
	return s.store.Upsert(ctx, onShelf, records)
}

// shuffledIDs are ids whose order says nothing about the group a text is in: of
// two equally good hits the lower id comes first.
func shuffledIDs(n int) []string {
	var out []string
	for i := range n {
		h := fnv.New64a()
		_, _ = fmt.Fprintf(h, "text %d", i)
		out = append(out, fmt.Sprintf("%016x", h.Sum64()))
	}
	return out
}

func (s *shelf) by(ranking store.Ranking) func(*testing.T, int) []int {
	return func(t *testing.T, query int) []int {
		t.Helper()
		return s.texted(s.ask(t, query, ranking))
	}
}

// byBoth joins what the two rankings answered as the store's Hybrid does.
func (s *shelf) byBoth(t *testing.T, query int) []int {
	t.Helper()
	return s.texted(store.Fuse(depth, s.ask(t, query, store.Dense), s.ask(t, query, store.Lexical)))
}

func (s *shelf) texted(hits []store.Hit) []int {
	return lists.Map(hits, func(h store.Hit) int { return s.index[h.ID] })
}

// ask leaves the query's own record out by a filter.
func (s *shelf) ask(t *testing.T, query int, by store.Ranking) []store.Hit {
	t.Helper()
	key := string(by) + s.ids[query]
	if hits, ok := s.asked[key]; ok {
		return hits
	}
	hits := must.Have(s.store.Search(t.Context(), onShelf, store.Query{
		Vector: s.vectors[query], Text: s.texts[query], By: by, K: depth,
		Filter: store.Filter{{Field: "text", Any: []string{s.ids[query]}, Not: true}},
	}))(t)
	s.asked[key] = hits
	return hits
}

// byOverlap ranks by Jaccard's index of the sets of lower-case words.
func byOverlap(texts []string) func(*testing.T, int) []int {
	ids := shuffledIDs(len(texts))
	sets := lists.Map(texts, wordSet)
	return func(_ *testing.T, query int) []int {
		var out []int
		near := make([]float64, len(texts))
		for i := range texts {
			if i != query {
				out = append(out, i)
				near[i] = jaccard(sets[query], sets[i])
			}
		}
		slices.SortFunc(out, func(a, b int) int {
			return cmp.Or(cmp.Compare(near[b], near[a]), cmp.Compare(ids[a], ids[b]))
		})
		return out[:min(depth, len(out))]
	}
}

func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		set[w] = true
	}
	return set
}

func jaccard(a, b map[string]bool) float64 {
	both := 0
	for w := range a {
		if b[w] {
			both++
		}
	}
	return float64(both) / float64(max(1, len(a)+len(b)-both))
}
