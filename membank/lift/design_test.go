package lift

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

// office is many runs that found idle memories, which nothing differs with, and a few that
// found new ones.
func office() []Trial {
	var trials []Trial
	for i := range 100 {
		ended := i%2 == 0
		trials = append(trials, trial("", ended, 1, "idle", "calm"), trial("idle", ended, 1, "idle", "calm"), trial("calm", ended, 1, "idle", "calm"))
	}
	for i := range 6 {
		trials = append(trials, trial("", i%2 == 0, 1, "new", "fresh"))
	}
	return trials
}

// TestDesign: it is asked of what little is known of, be it of no trial yet; what is known is
// left out otherwise than as often as not.
func TestDesign(t *testing.T) {
	trials := office()
	settings := []Setting{{0, []string{"idle", "calm"}}, {300, []string{"new", "fresh"}}, {301, []string{"new", "unheard", "idle"}}, {302, nil}}
	got := Design(trials, settings, 8, DefaultBar())
	if len(got) != 8 {
		t.Fatalf("%d runs instead of 8", len(got))
	}
	times := make([]int, len(settings))
	for _, d := range got {
		times[d.Setting]++
		for i, c := range d.Chances {
			asked := !slices.Contains([]string{"idle", "calm"}, c.ID)
			right := asked && c.P == 0.5 || !asked && slices.Contains(levels[:], c.P)
			if c.ID != settings[d.Setting].Found[i] || !right {
				t.Errorf("setting %d: %v", d.Setting, d.Chances)
			}
		}
	}
	if times[0] > 0 || times[1]+times[2] < 8 {
		t.Errorf("the settings are chosen %v times", times)
	}
	must.NoDiff(t, cmp.Diff(got, Design(trials, settings, 8, DefaultBar())), "the same again: %s")
}

// TestBest: of a kind of work that was chosen, another run is worth less, of the same setting
// still less.
func TestBest(t *testing.T) {
	offers := []*offer{
		{Designed{Setting: 0}, 1, 1}, {Designed{Setting: 1}, 1, 0.92}, {Designed{Setting: 2}, 2, 0.75}, {Designed{Setting: 3}, 3, 0.1},
	}
	var got []int
	for _, d := range best(offers, 5) {
		got = append(got, d.Setting)
	}
	must.NoDiff(t, cmp.Diff([]int{0, 2, 1, 0, 2}, got), "chosen: %s")
}

// TestDesignEdges: with nothing to do, nothing is chosen; of trials that found nothing, and
// all of which succeeded, a setting is as good as any; a setting without a trial is an error of
// the caller.
func TestDesignEdges(t *testing.T) {
	bare := []Trial{{Success: true}, {Success: true}}
	for name, got := range map[string][]Designed{
		"nothing": Design(nil, nil, 3, DefaultBar()),
		"no runs": Design(office(), []Setting{{0, []string{"idle"}}}, 0, DefaultBar()),
		"no find": Design(bare, []Setting{{0, nil}}, 3, DefaultBar()),
	} {
		if len(got) > 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
	must.NoDiff(t, cmp.Diff([]Designed{{0, []Chance{{"a", 0.5}}}}, Design(bare, []Setting{{0, []string{"a"}}}, 1, DefaultBar())), "nothing is known: %s")
	defer func() {
		if recover() == nil {
			t.Error("a setting whose trial is not there is no error")
		}
	}()
	Design(bare, []Setting{{2, []string{"a"}}}, 1, DefaultBar())
}

// TestInformation: two moments, in which a memory harms or not, are told apart as far as
// success or steps differ between them.
func TestInformation(t *testing.T) {
	idle := moment{base: []float64{0.5}, success: []float64{0, 1}, steps: []float64{0, 0}, harms: []bool{false, false}}
	fails := moment{base: []float64{0.5}, success: []float64{-1, 1}, steps: []float64{0, 0}, harms: []bool{true, false}}
	p := posterior{moments: []moment{idle, fails}}
	even := normal(0.5)
	for _, tt := range []struct {
		name  string
		shown []int
		want  float64
	}{
		{"it is not shown", []int{1}, 0},
		{"it is", []int{0}, math.Ln2 - entropy(even)},
		{"another hides it", []int{0, 1}, entropy((normal(0.5)+normal(1.5))/2) - (entropy(normal(0.5))+entropy(normal(1.5)))/2},
	} {
		if got := p.information(0, tt.shown); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	slow := idle
	slow.steps, slow.harms = []float64{2, 0}, []bool{true, false}
	p = posterior{moments: []moment{idle, slow}}
	for i := range p.moments {
		p.moments[i].noise = 0.5
	}
	if got, want := p.information(0, []int{0}), math.Log(3)/2; math.Abs(got-want) > 1e-9 { // from 1.5 to 0.5
		t.Errorf("of steps alone: %v, want %v", got, want)
	}
}

func TestDrawApart(t *testing.T) {
	drawn := []float64{0.2, 0.6, 0.9999, 0}
	draw := func() (u float64) {
		u, drawn = drawn[0], drawn[1:]
		return u
	}
	got := DrawApart([]Chance{{"a", 0.3}, {"b", 0.5}, {"c", 1}, {"d", 0}}, draw)
	must.NoDiff(t, cmp.Diff([]string{"a", "c"}, got), "left out: %s")
	if len(drawn) > 0 {
		t.Errorf("%d numbers were not drawn", len(drawn))
	}
}

// TestApart: where each memory is left out by itself, a difference weighs each run by one over
// the chance of what was drawn for that memory alone.
func TestApart(t *testing.T) {
	apart := func(success bool, p float64, out ...string) Trial {
		return Trial{Chances: []Chance{{"a", p}, {"b", 0.5}}, Out: out, Apart: true, Success: success}
	}
	all := Measure([]Trial{
		apart(true, 0.2), apart(false, 0.5, "b"), apart(true, 0.2, "a"), apart(false, 0.5, "a", "b"), apart(false, 0.5, "a"),
	}, DefaultBar())
	a := effectOf(t, all, "a")
	if a.Shown != 2 || a.LeftOut != 3 {
		t.Errorf("a was shown %d and left out %d times", a.Shown, a.LeftOut)
	}
	shown, out := (1/0.8)/(1/0.8+1/0.5), (1/0.2)/(1/0.2+1/0.5+1/0.5)
	must.NoDiff(t, cmp.Diff(shown-out, *a.Success.Mean, near()), "a: %s")
}

// TestApartUnbiased: so the differences are right on average, though what else a run is
// shown varies.
func TestApartUnbiased(t *testing.T) {
	p := plan{harm: -0.25, help: 0.1, harmful: 1, good: 1, topics: 1, perTopic: 4}
	const seeds = 200
	var off, squared, n float64
	for seed := range uint64(seeds) {
		w := newWorld(p, seed)
		w.ease[0] = 0.5
		var trials []Trial
		for range 200 {
			k := task{0, w.random.NormFloat64()}
			t := Trial{Apart: true}
			for _, m := range w.find(k, 3) {
				t.Chances = append(t.Chances, Chance{w.known[m].ID, 0.2 + 0.6*w.random.Float64()})
			}
			t.Out = DrawApart(t.Chances, w.random.Float64)
			trials = append(trials, w.do(k, t))
		}
		for _, s := range subjectsOf(trials) {
			error := *s.effect(trials).Success.Mean - w.toSuccess(w.does[number(s.id)])
			n, off, squared = n+1, off+error, squared+error*error
		}
	}
	deviation := math.Sqrt(squared / n)
	told := fmt.Sprintf("%v estimates: bias %.4f, deviation %.3f", n, off/n, deviation)
	t.Log(told)
	if math.Abs(off/n) > 3*deviation/math.Sqrt(n) {
		t.Error(told)
	}
}

func BenchmarkDesign(b *testing.B) {
	w := newWorld(dear(-0.5, 0.5, 0.4), 1)
	trials := w.simulate()
	random := rand.New(rand.NewPCG(1, 1))
	var settings []Setting
	for _, i := range random.Perm(len(trials))[:500] {
		s := Setting{Trial: i}
		for _, m := range w.find(w.past[i], 2*w.shown) {
			s.Found = append(s.Found, w.known[m].ID)
		}
		settings = append(settings, s)
	}
	for b.Loop() {
		Design(trials, settings, 50, DefaultBar())
	}
}
