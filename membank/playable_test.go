package membank

import (
	"context"
	"fmt"
	"testing"

	"legomem/membank/hashembed"
	"legomem/membank/store"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/sweep"
)

// askedStore counts the searches that it is asked for.
type askedStore struct {
	store.Store
	searches int
}

func (s *askedStore) Search(ctx context.Context, at store.Scope, q store.Query) ([]store.Hit, error) {
	s.searches++
	return s.Store.Search(ctx, at, q)
}

// manyVans is a bank of twelve tasks, of which every third may not be played.
func manyVans(t *testing.T) (*Bank, *askedStore) {
	t.Helper()
	s := &askedStore{Store: sqlitetest.New(t)}
	b := must.Have(Open(t.Context(), s, hashembed.Embedder{}, "ann"))(t)
	for i := range 12 {
		u := skilled(fmt.Sprintf("Book the van %d times", i/2), `{}`)
		u.Answer, u.Source.Task = fmt.Sprint(i), fmt.Sprintf("1-%d/0", i)
		units := add(t, b, u)
		if i%3 == 0 {
			must.Do(t, b.Suspend(t.Context(), units[0].ID, "run-9 failed"))
		}
	}
	return b, s
}

// TestPlayable: one search finds the memories and what may be played, the same as
// two would, whatever the lengths of both lists and what the view hides.
func TestPlayable(t *testing.T) {
	sweep.OneGoroutine(t)
	b, s := manyVans(t)
	const text = "Book the van 3 times"
	for _, v := range []View{{}, {By: store.Dense, HideTasks: []string{"1-4/0", "1-7/0"}}} {
		seen := b.View(v)
		for _, k := range []int{1, 2, 5, 8, 20} {
			for _, n := range []int{1, 2, 5, 8, 20} {
				name := fmt.Sprintf("%d memories, %d to play, %d hidden: ", k, n, len(v.HideTasks))
				full := must.Have(seen.Search(t.Context(), Query{Text: text, K: k, Filter: Filter{Kind: FullTask}}))(t)
				mayPlay := must.Have(seen.SearchTasks(t.Context(), text, n))(t)
				s.searches = 0
				r := must.Have(Vanilla{Limits{K: k, PerAgent: 1}}.Retrieve(t.Context(), seen, Ask{Task: text, Playable: n}))(t)
				got, ok := r.Playable.First(text, n)
				same(t, name+"the memories", r.Full, full)
				same(t, name+"to play", got, mayPlay)
				same(t, name+"is known", ok, true)
				if whole := max(k, n) == 20; whole {
					same(t, name+"searches", s.searches, 1)
				}
			}
		}
	}
}

// TestPlayableIsAsked: what the search did not look for is not known.
func TestPlayableIsAsked(t *testing.T) {
	b, _ := manyVans(t)
	ask := Ask{Task: "Book the van", Playable: 4}
	for _, tt := range []struct {
		name string
		by   store.Ranking
		n    int
		text string
		k    int
		want bool
	}{
		{"as asked", store.Dense, 4, ask.Task, 4, true},
		{"fewer", store.Dense, 4, ask.Task, 3, true},
		{"more", store.Dense, 4, ask.Task, 6, false},
		{"another text", store.Dense, 4, "Book the boat", 4, false},
		{"nobody plays", store.Dense, 0, ask.Task, 1, false},
		{"by words", store.Lexical, 4, ask.Task, 4, false},
		{"by both", store.Hybrid, 4, ask.Task, 4, false},
	} {
		ask.Playable = tt.n
		r := must.Have(Dynamic{Limits{K: 2, PerAgent: 1}}.Retrieve(t.Context(), b.View(View{By: tt.by}), ask))(t)
		hits, ok := r.Playable.First(tt.text, tt.k)
		same(t, tt.name, ok, tt.want)
		same(t, tt.name+": the memories", len(r.Full), 2)
		if ok {
			same(t, tt.name+": to play", len(hits), tt.k)
		}
	}
}
