package bench

import (
	"testing"

	"legomem/membank/recall"
	"legomem/membank/recall/dialogues"
)

// TestSimulate: a proposal costs a turn, and saves one for each slot that it has right; a wrong
// one saves nothing, and is committed by a user who agrees to all.
func TestSimulate(t *testing.T) {
	a := asked{goal: &dialogues.Goal{
		Ask:  recall.Ask{Slots: []recall.Slot{{Name: "city", Required: true}, {Name: "day", Required: true}, {Name: "class"}, {Name: "seat"}}},
		Gold: map[string][]string{"city": {"SF", "San Francisco"}, "day": {"Friday"}, "class": {"economy"}},
	}}
	for name, c := range map[string]struct {
		p    proposed
		want play
	}{
		"nothing":           {nil, play{turns: 5, right: true, credulous: true}},
		"all":               {proposed{"city": {"san francisco"}, "day": {"Friday"}, "class": {"economy"}}, play{turns: 3, right: true, credulous: true}},
		"one of two":        {proposed{"city": {"LA"}, "day": {"Friday"}}, play{turns: 5, wrong: 1, right: true}},
		"several":           {proposed{"city": {"LA", "SF"}}, play{turns: 5, right: true, credulous: true}},
		"several wrong":     {proposed{"city": {"LA", "NY"}}, play{turns: 6, wrong: 1, right: true, credulous: true}},
		"one nobody wanted": {proposed{"seat": {"window"}}, play{turns: 6, wrong: 1, right: true}},
	} {
		if got := simulate(a, c.p); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// TestEstimate: the interval of a mean holds it, is narrower with more users, and is the same
// each time.
func TestEstimate(t *testing.T) {
	of := func(users int) Estimate {
		s := &sample{}
		for i := range users {
			s.byUser = append(s.byUser, []float64{float64(i % 2), 1})
		}
		return estimate(users, 1, s.mean)
	}
	few, many := of(10), of(200)
	if few.Mean != 0.75 || few.Low > few.Mean || few.High < few.Mean || few != of(10) {
		t.Errorf("%+v", few)
	}
	if many.High-many.Low >= few.High-few.Low {
		t.Errorf("of 200 users %+v, of 10 %+v", many, few)
	}
}
