package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"legomem/membank/store"
)

// library is what the lexical tests search: a few texts of six words on two
// subjects, among ten on others, so that no subject's words are in most texts.
func library() []store.Record {
	records := []store.Record{
		text("quarter", "quarterly budget for all new offices"),
		text("annual", "annual budget for all new offices"),
		text("thrice", "budget budget budget all new offices"),
		text("travel", "travel expenses of all new people"),
	}
	for i := range 10 {
		records = append(records, text(fmt.Sprintf("other%d", i), "meeting minutes from all old rooms"))
	}
	return records
}

func text(id, text string) store.Record {
	return store.Record{ID: id, Text: text, Vector: []float32{1, 0, 0}}
}

func lexical(words string) store.Query { return store.Query{By: store.Lexical, Text: words, K: 20} }

func search(t *testing.T, s store.Store, at store.Scope, q store.Query) []store.Hit {
	t.Helper()
	hits, err := s.Search(t.Context(), at, q)
	must(t, err)
	for i, h := range hits {
		if i > 0 && h.Score > hits[i-1].Score {
			t.Errorf("%v: hit %d has the score %v, after %v", q, i, h.Score, hits[i-1].Score)
		}
	}
	return hits
}

// words returns the ids found by words, in groups of equal score, each sorted: BM25
// hardly ranks texts that are alike.
func words(t *testing.T, s store.Store, at store.Scope, q store.Query) string {
	t.Helper()
	var groups []string
	var last float64
	for _, h := range search(t, s, at, q) {
		if h.Score <= 0 {
			t.Errorf("%v: %s has the score %v", q, h.ID, h.Score)
		}
		if near := 1e-6 * last; len(groups) > 0 && last-h.Score < near {
			ids := append(strings.Fields(groups[len(groups)-1]), h.ID)
			slices.Sort(ids)
			groups[len(groups)-1] = strings.Join(ids, " ")
			continue
		}
		groups, last = append(groups, h.ID), h.Score
	}
	return strings.Join(groups, ", ")
}

func ranksWords(t *testing.T, s store.Store) {
	put(t, s, ann, library()...)
	for _, c := range []struct{ name, words, want string }{
		{"a word of one text", "travel", "travel"},
		{"more often is better", "budget", "thrice, annual quarter"},
		{"a rare word counts more than a frequent one", "travel offices", "travel, annual quarter thrice"},
		{"two words are better than one", "quarterly annual offices", "annual quarter, thrice"},
		{"whatever the case", "TRAVEL", "travel"},
		{"by the stem", "expense traveling", "travel"},
		{"no such word", "submarine", ""},
		{"a part of a word", "trav", ""},
		{"no word at all", " -- \"\" ", ""},
		{"nothing", "", ""},
		{"operators are words", "travel NOT expenses) OR (* ^ NEAR(\"x\" -annual: + {text} : 'a;\x00", "travel, annual"},
	} {
		same(t, c.name, words(t, s, ann, lexical(c.words)), c.want)
	}
	hits := search(t, s, ann, lexical("travel"))
	same(t, "the record", hits[0].Record, store.Record{ID: "travel", Text: "travel expenses of all new people"})
	q := lexical("offices")
	q.K = 2
	same(t, "the best two", len(search(t, s, ann, q)), 2)
	q.K = 0
	same(t, "the best none", len(search(t, s, ann, q)), 0)
}

func wordsNarrowed(t *testing.T, s store.Store) {
	records := library()
	for i := range records {
		records[i].Fields = map[string]string{"kind": []string{"even", "odd"}[i%2]}
	}
	put(t, s, ann, records...)
	put(t, s, bea, text("quarter", "budget of bea"), text("hers", "budget of bea"))
	q := lexical("budget")
	q.Filter = store.Filter{{Field: "kind", Any: []string{"even"}}}
	same(t, "filtered", words(t, s, ann, q), "thrice, quarter")
	q.Filter[0].Not = true
	same(t, "filtered by not", words(t, s, ann, q), "annual")
	same(t, "Bea's", words(t, s, bea, lexical("budget")), "hers quarter")
	same(t, "nobody's", words(t, s, store.Scope{Tenant: "cem", Collection: ann.Collection}, lexical("budget")), "")
	same(t, "another collection's", words(t, s, store.Scope{Tenant: "ann", Collection: "never made"}, lexical("budget")), "")
}

// wordsFollow changes texts, and checks that searches find their current words alone.
func wordsFollow(t *testing.T, s store.Store) {
	put(t, s, ann, library()...)
	put(t, s, ann, store.Record{ID: "bare", Text: "submarine without a vector"}, store.Record{ID: "silent"})
	same(t, "without a vector", words(t, s, ann, lexical("submarine")), "bare")
	put(t, s, ann, text("travel", "a submarine below"))
	same(t, "the old text", words(t, s, ann, lexical("travel expenses")), "")
	same(t, "the new text", words(t, s, ann, lexical("below")), "travel")
	must(t, s.Amend(t.Context(), ann, []string{"travel"}, func(f map[string]string) { f["seen"] = "1" }))
	same(t, "after an amend", words(t, s, ann, lexical("below")), "travel")
	_, err := s.Delete(t.Context(), ann, []string{"bare"})
	must(t, err)
	same(t, "after a delete", words(t, s, ann, lexical("submarine")), "travel")
	put(t, s, ann, store.Record{ID: "travel"})
	same(t, "after its text went", words(t, s, ann, lexical("submarine below")), "")
	if err := s.Upsert(t.Context(), ann, []store.Record{{ID: "new", Text: "zeppelin"}, {}}); err == nil {
		t.Fatal("a record without an id was taken")
	}
	same(t, "of a refused upsert", words(t, s, ann, lexical("zeppelin")), "")
}

func rankingNamed(t *testing.T, s store.Store) {
	put(t, s, ann, library()...)
	if _, err := s.Search(t.Context(), ann, store.Query{By: "best", Vector: []float32{1, 0, 0}, K: 1}); err == nil {
		t.Error("a ranking that is none was taken")
	}
	for _, by := range []store.Ranking{store.Dense, store.Hybrid} {
		if _, err := s.Search(t.Context(), ann, store.Query{By: by, Text: "budget", K: 1}); err == nil {
			t.Errorf("%s without a vector was taken", by)
		}
	}
	nobody := store.Scope{Collection: ann.Collection}
	for _, by := range store.Rankings() {
		if _, err := s.Search(t.Context(), nobody, store.Query{By: by, Text: "budget", Vector: []float32{1, 0, 0}, K: 1}); err == nil {
			t.Errorf("%s without a tenant was taken", by)
		}
	}
}

// shelf returns n texts, each better by words than the next and by vector the other way
// round, among others without such words and without vectors.
func shelf(n int) []store.Record {
	var records []store.Record
	for i := range n {
		r := text(fmt.Sprintf("r%02d", i), strings.Repeat("budget ", n-i)+strings.Repeat("filler ", i+1))
		r.Vector = []float32{1, float32(n - i), 0}
		records = append(records, r)
	}
	for i := range 2 * n {
		records = append(records, store.Record{ID: fmt.Sprintf("x%03d", i), Text: "meeting minutes"})
	}
	return records
}

func fused(ranks ...int) (score float64) {
	for _, r := range ranks {
		score += 1 / float64(store.FusionK+r)
	}
	return score
}

func hybrid(k int) store.Query {
	return store.Query{By: store.Hybrid, Vector: []float32{1, 0, 0}, Text: "budget", K: k}
}

func fuses(t *testing.T, s store.Store) {
	records := shelf(4)
	records[0].Fields = map[string]string{"shelf": "top"}
	put(t, s, ann, records...)
	put(t, s, ann, store.Record{ID: "near", Vector: []float32{1, 0, 0}}, store.Record{ID: "said", Text: "budget budget budget budget budget"})
	put(t, s, bea, text("hers", "budget"))
	type found struct {
		ID    string
		Score float64
	}
	ask := func(q store.Query) (out []found) {
		for _, h := range search(t, s, ann, q) {
			out = append(out, found{h.ID, h.Score})
		}
		return out
	}
	// By vector: near, r03, r02, r01, r00. By words: said, r00, r01, r02, r03.
	same(t, "all", ask(hybrid(9)), []found{
		{"r00", fused(5, 2)}, {"r03", fused(2, 5)}, {"r01", fused(4, 3)}, {"r02", fused(3, 4)}, {"near", fused(1)}, {"said", fused(1)},
	})
	same(t, "the best of either is not the best of both", ask(hybrid(1)), []found{{"r00", fused(5, 2)}})
	q := hybrid(9)
	q.Filter = store.Filter{{Field: "shelf", Any: []string{"top"}, Not: true}}
	same(t, "filtered before ranking", ask(q), []found{
		{"r01", fused(4, 2)}, {"r03", fused(2, 4)}, {"r02", fused(3, 3)}, {"near", fused(1)}, {"said", fused(1)},
	})
	q = hybrid(9)
	q.Text = "submarine"
	same(t, "by vector alone", ask(q)[:2], []found{{"near", fused(1)}, {"r03", fused(2)}})
	hits := search(t, s, ann, hybrid(1))
	if len(hits) != 1 || len(hits[0].Vector) > 0 || hits[0].Text == "" || hits[0].Fields["shelf"] != "top" {
		t.Errorf("the record: %v", hits)
	}
	same(t, "Bea's", hitIDs(search(t, s, bea, hybrid(9))), []string{"hers"})
}

// fusesDeep has more good records than store.FusionDepth.
func fusesDeep(t *testing.T, s store.Store) {
	n := store.FusionDepth + 10
	put(t, s, ann, shelf(n)...)
	hits := search(t, s, ann, hybrid(n))
	if len(hits) != n {
		t.Fatalf("%d hits of %d", len(hits), n)
	}
	same(t, "the outermost, each first in one ranking and last in the other", hitIDs(hits[:2]), []string{"r00", fmt.Sprintf("r%02d", n-1)})
	same(t, "their score", hits[0].Score, fused(1, n))
}
