package bench

import (
	"context"
	"fmt"
	"strings"

	"legomem/lists"
	"legomem/membank/hashembed"
	"legomem/membank/recall"
	"legomem/membank/records"
	"legomem/membank/store"
)

// Depths are the k of recall@k.
func Depths() []int { return []int{3, 5, 10} }

// unfiltered are the rankings of pairs without the filter, by the method's name: stage 1
// alone, whose units' pairs follow in the order of their turns; and the pairs' own words, asked
// for by the intent alone or by the intent and what is missing.
func unfiltered(ctx context.Context, a asked) (map[string][]pairKey, error) {
	out := map[string][]pairKey{}
	for _, by := range store.Rankings() {
		hits, err := a.memory.With(recall.Settings{By: by}).Retrieve(ctx, a.goal.Ask)
		if err != nil {
			return nil, err
		}
		var keys []pairKey
		for _, h := range hits {
			for _, p := range h.Unit.Pairs {
				if inReach(h.Unit, p) {
					keys = append(keys, keyOf(h.Unit, p))
				}
			}
		}
		out[nameOf(by)+", units by intent"] = keys
	}
	return out, pairsByWords(ctx, a, out)
}

func nameOf(by store.Ranking) string {
	return map[store.Ranking]string{store.Dense: "embeddings", store.Lexical: "BM25", store.Hybrid: "hybrid"}[by]
}

// pairsCollection is where the pairs themselves are indexed, for comparison.
const pairsCollection = "recall_bench_pairs"

// pairsByWords ranks the pairs in reach by their own words.
func pairsByWords(ctx context.Context, a asked, out map[string][]pairKey) error {
	at := store.Scope{Tenant: a.user + "/" + a.goal.ID, Collection: pairsCollection}
	n, err := indexPairs(ctx, a, at)
	if err != nil {
		return err
	}
	missing := a.goal.Ask.Intent.Description
	for _, s := range a.goal.Ask.Missing() {
		missing += ". " + strings.ReplaceAll(s.Name, "_", " ") + ": " + s.Description
	}
	for name, text := range map[string]string{"pairs by intent": a.goal.Ask.Intent.Description, "pairs by intent and slots": missing} {
		vectors, err := hashembed.Embedder{}.Embed(ctx, []string{text})
		if err != nil {
			return err
		}
		for _, by := range store.Rankings() {
			hits, err := a.store.Search(ctx, at, store.Query{Vector: vectors[0], Text: text, By: by, K: n})
			if err != nil {
				return err
			}
			out[nameOf(by)+", "+name] = lists.Map(hits, func(h store.Hit) pairKey { return pairKey(h.Payload) })
		}
	}
	return nil
}

func indexPairs(ctx context.Context, a asked, at store.Scope) (int, error) {
	if err := a.store.Ensure(ctx, pairsCollection, records.EmbeddingOf(hashembed.Embedder{})); err != nil {
		return 0, err
	}
	units, err := a.memory.List(ctx, recall.Selection{})
	if err != nil {
		return 0, err
	}
	var all []store.Record
	for _, u := range units {
		for _, p := range u.Pairs {
			if inReach(u, p) {
				all = append(all, store.Record{ID: fmt.Sprintf("p%04d", len(all)), Text: u.Intent.Description + ". " + p.Question + " " + p.Words + " " + p.Answer, Payload: []byte(keyOf(u, p))})
			}
		}
	}
	vectors, err := hashembed.Embedder{}.Embed(ctx, lists.Map(all, func(r store.Record) string { return r.Text }))
	if err != nil {
		return 0, err
	}
	for i := range all {
		all[i].Vector = vectors[i]
	}
	return len(all), a.store.Upsert(ctx, at, all)
}
