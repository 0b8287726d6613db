package desk

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"legomem/membank"
	"legomem/membank/store"
	"legomem/membank/store/sqlite"
)

// MemorySearch is what SearchMemories looks for.
type MemorySearch struct {
	Text string
	K    int    // how many at most
	By   string // how to rank, one of RankingNames; "": the configured memory.ranking
	membank.Filter
}

// FoundMemory is a memory that a search found. Scores of two rankings cannot be
// compared.
type FoundMemory struct {
	Rank  int     `json:"rank"`
	Score float64 `json:"score"`
	MemoryDescription
}

// RankingNames are the ways to search, with commas between them.
func RankingNames() string {
	var names []string
	for _, r := range store.Rankings() {
		names = append(names, string(r))
	}
	return strings.Join(names, ", ")
}

// SearchMemories searches the bank as a run does, the best first. What has nothing
// in common with the text is not found.
func (d *Desk) SearchMemories(ctx context.Context, o MemorySearch) ([]FoundMemory, error) {
	by := store.Ranking(cmp.Or(o.By, d.config.Memory.Ranking))
	switch {
	case !slices.Contains(store.Rankings(), by):
		return nil, BadInput("there is no ranking %q; there are: %s", by, RankingNames())
	case o.K < 1:
		return nil, BadInput("--k %d finds nothing; 1 or more is accepted", o.K)
	}
	return withBank(ctx, d, sqlite.ReadOnly, func(b *membank.Bank) ([]FoundMemory, error) {
		if err := hasAgent(ctx, b, o.Agent); err != nil {
			return nil, err
		}
		hits, err := inCommon(ctx, b, by, membank.Query{Text: o.Text, K: o.K, Filter: o.Filter})
		found := []FoundMemory{}
		for _, h := range hits {
			found = append(found, FoundMemory{h.Rank, h.Score, DescribeMemory(h.Unit)})
		}
		return found, err
	})
}

// inCommon returns the memories that have something in common with a text. The hybrid
// ranking scores each memory by its place alone; so if no memory shares a word with the
// text, the dense ranking decides.
func inCommon(ctx context.Context, b *membank.Bank, by store.Ranking, q membank.Query) ([]membank.Hit, error) {
	search := func(by store.Ranking, k int) ([]membank.Hit, error) {
		return b.View(membank.View{By: by}).Search(ctx, membank.Query{Text: q.Text, K: k, Filter: q.Filter})
	}
	hits, err := search(by, q.K)
	switch {
	case err != nil, by == store.Lexical:
		return hits, err
	case by == store.Dense:
		return related(hits), nil
	}
	sharing, err := search(store.Lexical, 1)
	if err != nil || len(sharing) > 0 {
		return hits, err
	}
	near, err := search(store.Dense, 1)
	if err != nil || len(related(near)) == 0 {
		return nil, err
	}
	return hits, nil
}

// nothingNear is the cosine below which a score prints as 0.
const nothingNear = 0.0005

// related leaves out what a text has nothing in common with.
func related(hits []membank.Hit) []membank.Hit {
	return slices.DeleteFunc(hits, func(h membank.Hit) bool { return h.Score < nothingNear })
}
