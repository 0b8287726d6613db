package bench

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"legomem/membank/recall"
	"legomem/membank/recall/dialogues"
	"legomem/membank/store"
	"legomem/reading"
)

// school is how the scorer is trained.
var school = reading.Schooling{Bits: 20, Epochs: 6, Rate: 0.05, Decay: 1e-5}

// Train trains a scorer on the users of some sources: with and without the stored tags, so that
// it can do without them. How far its odds are to be trusted, and alpha, are learned from goals
// for services that were kept from the training: the services' families are dealt out in two
// halves, and each half is judged by a scorer that was trained on the other. Then all goals are
// trained on. Data and seed are noted with the scorer.
func Train(ctx context.Context, data string, sources []dialogues.Source, seed uint64) (*recall.Scorer, error) {
	about := recall.About{Data: data, Files: map[string]string{}, Seed: seed}
	var users []dialogues.User
	for i, s := range sources {
		maps.Copy(about.Files, s.Files)
		for _, u := range s.Users {
			u.Name = fmt.Sprintf("%d-%s", i, u.Name) // a source may be there in several groupings
			users = append(users, u)
		}
	}
	if len(users) == 0 {
		return nil, fmt.Errorf("%w to train on: too few of the dialogues make one with six intents and 20 sessions", ErrNobody)
	}
	lessons, err := lessonsOf(ctx, users)
	if err != nil {
		return nil, err
	}
	half := halves(lessons)
	s := school
	s.Seed = seed
	var trials trials
	for n := range 2 {
		var all []reading.Example
		for _, l := range lessons {
			if half[family(l)] != n {
				all = append(all, l.examples...)
			}
		}
		sc := recall.NewScorer(reading.TrainJudge(all, s), recall.About{})
		for _, l := range lessons {
			if half[family(l)] == n {
				trials.judge(sc, l)
			}
		}
	}
	var all []reading.Example
	for _, l := range lessons {
		all = append(all, l.examples...)
	}
	about.Users, about.Goals, about.Pairs = len(users), len(lessons), len(all)
	about.Trust = trials.trust()
	about.Alpha = trials.bestAlpha(about.Trust)
	return recall.NewScorer(reading.TrainJudge(all, s), about), nil
}

// Groupings are how dialogues are made into users to train on: users with conflicts, of whom
// data makes more, and some without.
func Groupings(seed uint64) []dialogues.Grouping {
	return []dialogues.Grouping{{Seed: seed, Conflicts: true}, {Seed: seed}, {Seed: seed + 1}, {Seed: seed + 2}}
}

// lesson is a goal with what stage 1 finds for it by each ranking.
type lesson struct {
	goal     *dialogues.Goal
	gold     gold
	hits     map[store.Ranking][]recall.Hit
	examples []reading.Example
}

// lessonsOf are the users' goals with something to fill.
func lessonsOf(ctx context.Context, users []dialogues.User) ([]lesson, error) {
	var out []lesson
	none := recall.NewScorer(nil, recall.About{}) // retrieval alone needs none
	err := walk(ctx, users, none, func(ctx context.Context, a asked) error {
		g, err := goldOf(ctx, a)
		if err != nil || len(g) == 0 {
			return err
		}
		l := lesson{goal: a.goal, gold: g, hits: map[store.Ranking][]recall.Hit{}}
		for _, by := range store.Rankings() {
			if l.hits[by], err = a.memory.With(recall.Settings{By: by}).Retrieve(ctx, a.goal.Ask); err != nil {
				return err
			}
		}
		for _, blind := range []bool{false, true} {
			l.examples = append(l.examples, recall.Examples(a.goal.Ask, l.hits[store.Dense], blind, func(u recall.Unit, p recall.Pair, s recall.Slot) bool {
				return a.goal.Right(u, p, s.Name)
			})...)
		}
		out = append(out, l)
		return nil
	})
	return out, err
}

func family(l lesson) string { return recall.Family(l.goal.Ask.Intent.Domain) }

// halves deals the families of services out, those with many goals first.
func halves(all []lesson) map[string]int {
	goals := map[string]int{}
	for _, l := range all {
		goals[family(l)]++
	}
	names := sortedKeys(goals)
	slices.SortStableFunc(names, func(a, b string) int { return goals[b] - goals[a] })
	out := map[string]int{}
	for i, name := range names {
		out[name] = (i + 1) / 2 % 2 // 0 1 1 0 0 1 1 0: about as many goals each
	}
	return out
}

// Alphas are the weights of stage 1 that are tried. The least is the scorer alone, but for ties.
func Alphas() []float64 { return []float64{0.001, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9} }

// trials is what scorers made of goals for services that they had never met.
type trials struct {
	tries map[bool][]recall.Try // by blindness
	kept  []trial
}

// trial is a goal with its choices by ranking, tags hidden.
type trial struct {
	gold    gold
	choices [][]recall.Choice
}

func (t *trials) judge(sc *recall.Scorer, l lesson) {
	if t.tries == nil {
		t.tries = map[bool][]recall.Try{}
	}
	for _, blind := range []bool{false, true} {
		for _, c := range sc.Score(l.goal.Ask, l.hits[store.Dense], blind) {
			t.tries[blind] = append(t.tries[blind], recall.Try{Fills: c.Fills, Right: l.goal.Right(c.Unit, c.Pair, c.Slot)})
		}
	}
	one := trial{gold: l.gold}
	for _, by := range store.Rankings() {
		one.choices = append(one.choices, sc.Score(l.goal.Ask, l.hits[by], true))
	}
	t.kept = append(t.kept, one)
}

func (t *trials) trust() recall.Trust {
	return recall.Trust{Tagged: recall.Calibrate(t.tries[false]), Blind: recall.Calibrate(t.tries[true])}
}

// bestAlpha is the weight of stage 1 that finds most at 5, over all rankings, once the
// probabilities are as they are to be trusted.
func (t *trials) bestAlpha(trust recall.Trust) float64 {
	best, most := 0.0, -1.0
	for _, alpha := range Alphas() {
		found := 0.0
		for _, one := range t.kept {
			for _, choices := range one.choices {
				some := slices.Clone(choices)
				for i, c := range some {
					some[i].Fills = trust.Blind.Of(c.Fills)
				}
				recall.Rank(some, alpha)
				found += one.gold.recall(keysOf(some), 5)
			}
		}
		if found > most {
			best, most = alpha, found
		}
	}
	return best
}
