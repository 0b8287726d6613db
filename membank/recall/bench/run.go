package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"legomem/membank/recall"
	"legomem/membank/recall/dialogues"
	"legomem/membank/store"
)

// withTags and withoutTags name the two ways to use the filter.
const (
	withTags    = "filter, tags seen"
	withoutTags = "filter, words alone"
)

// The systems of the turns.
const (
	noMemory     = "no memory"
	everyContext = "everything in context"
	oracleMemory = "oracle memory"
)

// ErrNobody is data that makes no user to train on, or to measure with.
var ErrNobody = errors.New("there is no user")

// Run measures a scorer on the users that it was not trained on.
func Run(ctx context.Context, sources []dialogues.Source, sc *recall.Scorer, seed uint64) (Report, error) {
	r := Report{Trained: sc.About, Seed: seed, Gain: map[string]Estimate{}, Saved: map[string]Estimate{}}
	var users []dialogues.User
	for _, s := range sources {
		if trainedOn(sc.About, s) {
			continue
		}
		r.Sources = append(r.Sources, s.Name)
		users = append(users, s.Users...)
	}
	if len(users) == 0 {
		return r, fmt.Errorf("%w that the scorer was not trained on: name a folder with more data, or train a scorer on a part of it", ErrNobody)
	}
	r.Users = len(users)
	for _, u := range users {
		r.Sessions += len(u.Sessions)
	}
	t := newTable(users, seed)
	err := walk(ctx, users, sc, func(ctx context.Context, a asked) error {
		gold, err := goldOf(ctx, a)
		if err != nil || len(gold) == 0 {
			return err
		}
		t.at = a.user
		r.Goals++
		r.LeftOut += len(a.goal.LeftOut)
		r.Pairs += len(gold)
		return errors.Join(t.retrieval(ctx, a, sc, gold), t.filling(ctx, a))
	})
	if err != nil {
		return r, err
	}
	t.report(&r)
	return r, nil
}

// trainedOn says that a scorer knows one of the files of a source.
func trainedOn(about recall.About, s dialogues.Source) bool {
	known := slices.Collect(maps.Values(about.Files))
	return slices.ContainsFunc(slices.Collect(maps.Values(s.Files)), func(hash string) bool { return slices.Contains(known, hash) })
}

// table collects the numbers of goals by what they measure.
type table struct {
	users map[string]int
	n     int
	seed  uint64
	at    string
	all   map[string]*sample
}

func newTable(users []dialogues.User, seed uint64) *table {
	t := &table{users: map[string]int{}, n: len(users), seed: seed, all: map[string]*sample{}}
	for i, u := range users {
		t.users[u.Name] = i
	}
	return t
}

func (t *table) add(name string, x float64) {
	s, ok := t.all[name]
	if !ok {
		s = &sample{byUser: make([][]float64, t.n)}
		t.all[name] = s
	}
	i := t.users[t.at]
	s.byUser[i] = append(s.byUser[i], x)
}

func (t *table) estimate(name string) Estimate { return estimate(t.n, t.seed, t.all[name].mean) }

// retrieval measures recall at each depth, with the filter and without.
func (t *table) retrieval(ctx context.Context, a asked, sc *recall.Scorer, g gold) error {
	found, err := unfiltered(ctx, a)
	if err != nil {
		return err
	}
	for name, keys := range found {
		t.recalls(name, keys, g)
	}
	for _, by := range store.Rankings() {
		hits, err := a.memory.With(recall.Settings{By: by}).Retrieve(ctx, a.goal.Ask)
		if err != nil {
			return err
		}
		for name, blind := range map[string]bool{withTags: false, withoutTags: true} {
			choices := sc.Score(a.goal.Ask, hits, blind)
			recall.Rank(choices, sc.About.Alpha)
			t.recalls(nameOf(by)+", "+name, keysOf(choices), g)
			for _, alpha := range Alphas() {
				if by == store.Dense && blind {
					recall.Rank(choices, alpha)
					t.add(alphaName(alpha), g.recall(keysOf(choices), 5))
				}
			}
		}
	}
	return nil
}

func (t *table) recalls(method string, keys []pairKey, g gold) {
	for _, k := range Depths() {
		t.add(depthName(method, k), g.recall(keys, k))
	}
}

// filling measures the state that memory fills, the turns that it saves, and the tokens.
func (t *table) filling(ctx context.Context, a asked) error {
	systems := map[string]proposed{noMemory: nothing(a), oracleMemory: oracle(a)}
	all, err := everything(ctx, a)
	if err != nil {
		return err
	}
	systems[everyContext] = all
	for name, blind := range map[string]bool{withTags: false, withoutTags: true} {
		m := a.memory.With(recall.Settings{IgnoreTags: blind})
		proposals, err := m.Propose(ctx, a.goal.Ask)
		if err != nil {
			return err
		}
		systems[name] = fromMemory(proposals)
		if blind {
			chosen, err := m.Select(ctx, a.goal.Ask)
			if err != nil {
				return err
			}
			t.add("tokens selected", float64(tokensOf(chosen)))
			t.add("tokens past", float64(tokensOfPast(a)))
		}
	}
	for name, p := range systems {
		played := simulate(a, p)
		t.add("turns "+name, float64(played.turns))
		t.add("right "+name, number(played.right))
		t.add("credulous "+name, number(played.credulous))
		t.add("wrong "+name, float64(played.wrong))
		t.state(name, a, p)
	}
	return nil
}

// state judges what would stand in the state if each value that is proposed alone went in.
func (t *table) state(name string, a asked, p proposed) {
	right, wrong := 0, 0
	for slot, values := range p {
		if len(values) == 1 && !a.goal.Holds(slot, values[0]) {
			wrong++
		}
	}
	for _, slot := range a.goal.LeftOut {
		ok := len(p[slot]) == 1 && a.goal.Holds(slot, p[slot][0]) || name == oracleMemory
		right += int(number(ok))
		t.add("slot "+name, number(ok))
	}
	t.add("joint "+name, number(right == len(a.goal.LeftOut) && wrong == 0))
	t.add("filled wrong "+name, float64(wrong))
}

func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func sortedKeys[V any](m map[string]V) []string { return slices.SortedFunc(maps.Keys(m), cmp.Compare) }
