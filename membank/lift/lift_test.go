package lift

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"legomem/must"
)

func near() cmp.Option { return cmpopts.EquateApprox(0, 0.0005) }

// TestNewcombe holds the interval to the examples of Newcombe (1998), table II, method 10.
func TestNewcombe(t *testing.T) {
	for _, tt := range []struct{ a, m, b, n, low, high float64 }{
		{56, 70, 48, 80, 0.0524, 0.3339},
		{9, 10, 3, 10, 0.1705, 0.8090},
		{10, 10, 0, 20, 0.6791, 1},
		{0, 10, 0, 10, -0.2775, 0.2775},
	} {
		d := newcombe(tt.a/tt.m, tt.m, tt.b/tt.n, tt.n)
		must.NoDiff(t, cmp.Diff([]float64{tt.a/tt.m - tt.b/tt.n, tt.low, tt.high}, []float64{*d.Mean, *d.Low, *d.High}, near()), "%v: %s", tt)
	}
}

// some is a list of an id, empty where that is "".
func some(id string) []string {
	if id == "" {
		return nil
	}
	return []string{id}
}

func trial(leftOut string, success bool, steps float64, ids ...string) Trial {
	t := Trial{Out: some(leftOut), Success: success, Steps: steps, Tokens: 100 * steps}
	for _, id := range ids {
		t.Chances = append(t.Chances, Chance{id, 0.25})
	}
	return t
}

func effectOf(t *testing.T, all []Effect, id string) Effect {
	t.Helper()
	i := slices.IndexFunc(all, func(e Effect) bool { return e.ID == id })
	if i < 0 {
		t.Fatalf("%s is not among %v", id, all)
	}
	return all[i]
}

func TestMeasure(t *testing.T) {
	trials := []Trial{
		trial("", true, 4, "a", "b"), trial("", true, 6, "a", "b"), trial("", false, 5, "a", "b"), trial("", true, 5, "a"),
		trial("a", false, 9, "a", "b"), trial("a", true, 11, "a", "b"),
		trial("b", true, 7, "a", "b"),
		{Success: true}, // found nothing
	}
	all := Measure(trials, DefaultBar())
	a, b := effectOf(t, all, "a"), effectOf(t, all, "b")
	if a.Shown != 4 || a.LeftOut != 2 || b.Shown != 3 || b.LeftOut != 1 {
		t.Errorf("a was shown and left out %d and %d times, b %d and %d", a.Shown, a.LeftOut, b.Shown, b.LeftOut)
	}
	// The run that found a alone was to be left whole with 0.75, the others with 0.5.
	weight := 3/0.5 + 1/0.75
	success := (2/0.5 + 1/0.75) / weight
	steps := (15/0.5 + 5/0.75) / weight
	must.NoDiff(t, cmp.Diff([]float64{success - 0.5, steps - 10, 100 * (steps - 10)}, []float64{*a.Success.Mean, *a.Steps.Mean, *a.Tokens.Mean}, near()), "a: %s")
	if a.Steps.Low == nil || *a.Steps.High <= *a.Steps.Mean || b.Steps.Low != nil {
		t.Errorf("steps of a and b: %+v, %+v; one run has no spread", a.Steps, b.Steps)
	}
	if a.Verdict != Open || a.Lowers <= 0 || a.Raises <= 0 || a.Lowers+a.Raises >= 0.5 {
		t.Errorf("a few runs decide: %+v", a)
	}
	if again := Measure(trials, DefaultBar()); !cmp.Equal(all, again) {
		t.Error("the same trials gave other effects")
	}
	if none := Measure(nil, DefaultBar()); len(none) != 0 {
		t.Errorf("no trials: %v", none)
	}
	never := effectOf(t, Measure([]Trial{trial("", true, 1, "c")}, DefaultBar()), "c")
	if never.Success.Mean != nil || never.Steps.Mean != nil || never.Verdict != Open {
		t.Errorf("what was never left out has an effect: %+v", never)
	}
}

// TestVerdicts: a memory that fails whenever it is shown harms, one without which nothing
// succeeds helps; with few runs nothing is said.
func TestVerdicts(t *testing.T) {
	var trials []Trial
	for i := range 40 {
		trials = append(trials, trial("", false, 1, "bad"), trial("bad", i%4 > 0, 1, "bad"),
			trial("", i%4 > 0, 1, "good"), trial("good", false, 1, "good"), trial("", i%2 > 0, 1, "idle"), trial("idle", i%2 > 0, 1, "idle"))
	}
	all := Measure(trials, DefaultBar())
	for id, want := range map[string]Verdict{"bad": Harms, "good": Helps, "idle": Open} {
		if e := effectOf(t, all, id); e.Verdict != want {
			t.Errorf("%s: %s, want %s: %+v", id, e.Verdict, want, e)
		}
	}
	for _, id := range []string{"bad", "good", "idle"} {
		if e := effectOf(t, all, id); math.Abs(e.Expected-*e.Success.Mean) > 0.12 {
			t.Errorf("%s is expected to change success by %v, and did by %v", id, e.Expected, *e.Success.Mean)
		}
	}
	if all[0].ID != "bad" || all[len(all)-1].ID != "good" && all[len(all)-1].ID != "idle" {
		t.Errorf("the most harmful is not first: %v", all)
	}
	once := Effect{Shown: 30, LeftOut: 1, Success: Difference{Mean: new(-0.9)}, Belief: Belief{Harm: 0.99, Lowers: 0.99}}
	if once.judged(DefaultBar().Sure) != Suspect {
		t.Error("one run without it is enough to say that it harms")
	}
}

// TestOneWay: where all runs succeed, or all fail, nothing is sure of any memory, and every
// number is one.
func TestOneWay(t *testing.T) {
	for _, success := range []bool{true, false} {
		var trials []Trial
		for i := range 300 {
			trials = append(trials, trial([]string{"", "a", "b"}[i%3], success, 0, "a", "b"))
		}
		for _, e := range Measure(trials, DefaultBar()) {
			believed := e.Harm + e.Help + e.Lowers + e.Raises + math.Abs(e.Expected)
			sure := e.Verdict == Harms || e.Verdict == Helps
			if sure || !(believed < 0.5) {
				t.Errorf("success is %v always: %+v", success, e)
			}
		}
	}
}

// TestVerdictsBySteps: what doubles the steps of runs harms, unless it raises success; what
// halves them helps, unless it lowers success; runs without steps say nothing of them.
func TestVerdictsBySteps(t *testing.T) {
	var trials, unknown []Trial
	for i := range 100 {
		often, seldom, few, many := i%4 > 0, i%4 == 0, float64(4+i%3), float64(8+i%5)
		trials = append(trials, trial("", often, many, "slow"), trial("slow", often, few, "slow"),
			trial("", often, many, "thorough"), trial("thorough", seldom, few, "thorough"),
			trial("", often, few, "quick"), trial("quick", often, many, "quick"),
			trial("", seldom, few, "hasty"), trial("hasty", often, many, "hasty"),
			trial("", often, few*4/3, "longer"), trial("longer", often, few, "longer"))
		unknown = append(unknown, trial("", often, 0, "slow"), trial("slow", often, 0, "slow"))
	}
	all := Measure(trials, DefaultBar())
	for id, want := range map[string]struct {
		verdict          Verdict
		fails, lengthens bool
	}{"slow": {Harms, false, true}, "thorough": {Helps, false, true}, "quick": {Helps, false, false}, "hasty": {Harms, true, false}} {
		e := effectOf(t, all, id)
		if e.Verdict != want.verdict || e.Fails() != want.fails || e.Lengthens() && !want.lengthens {
			t.Errorf("%s: %+v", id, e)
		}
	}
	if e := effectOf(t, all, "slow"); *e.Longer.Mean < 0.7 || *e.Longer.Low < 0.5 || e.ExpectedSteps < 0.5 {
		t.Errorf("doubled steps are %v (from %v), expected %v", *e.Longer.Mean, *e.Longer.Low, e.ExpectedSteps)
	}
	for dearer, want := range map[float64]Verdict{0.15: Harms, 1: Open} {
		if e := effectOf(t, Measure(trials, Bar{Sure: 0.8, Dearer: dearer}), "longer"); e.Verdict != want {
			t.Errorf("a third more steps, where %v more is dearer: %+v", dearer, e)
		}
	}
	if e := effectOf(t, Measure(unknown, DefaultBar()), "slow"); e.Dearer != 0 || e.Longer.Mean != nil || e.Verdict != Open {
		t.Errorf("runs without steps: %+v", e)
	}
}

// TestUnbiased: in an office where the tasks for which a memory is found differ in hardness,
// and what is left out depends on earlier runs, the estimates are right on average, and
// their intervals hold the truth about as often as they say.
func TestUnbiased(t *testing.T) {
	p := plan{runs: 400, harm: -0.25, help: 0.1, share: 0.6, wary: true, harmful: 2, good: 2, topics: 1, perTopic: 8, shown: 4}
	const seeds = 300
	var n, inside, off, squared, harmed, harmfuls float64
	for seed := range uint64(seeds) {
		w := newWorld(p, seed)
		w.ease[0] = 0.5
		trials := w.simulate()
		for _, s := range subjectsOf(trials) {
			e, truth := s.effect(trials), w.toSuccess(w.does[number(s.id)])
			if e.LeftOut == 0 {
				continue
			}
			n++
			off += *e.Success.Mean - truth
			squared += (*e.Success.Mean - truth) * (*e.Success.Mean - truth)
			if *e.Success.Low <= truth && truth <= *e.Success.High {
				inside++
			}
			if truth < 0 {
				harmed += *e.Success.Mean
				harmfuls++
			}
		}
	}
	bias, deviation := off/n, math.Sqrt(squared/n)
	t.Logf("%v estimates: bias %.4f, deviation %.3f, %.1f%% of the intervals hold the truth; harmful ones %.3f on average", n, bias, deviation, 100*inside/n, harmed/harmfuls)
	if math.Abs(bias) > 3*deviation/math.Sqrt(n) {
		t.Errorf("the estimates are off by %.4f on average", bias)
	}
	if math.Abs(harmed/harmfuls-p.harm) > 3*deviation/math.Sqrt(harmfuls) {
		t.Errorf("the harmful ones' estimates are %.3f on average, and the truth is %.2f", harmed/harmfuls, p.harm)
	}
	if inside/n < 0.94 {
		t.Errorf("only %.1f%% of the intervals hold the truth", 100*inside/n)
	}
}

// TestHardTasksAreNoHarm: a memory that is only found for tasks which hardly ever succeed,
// with it or without, is not said to harm, whatever the share.
func TestHardTasksAreNoHarm(t *testing.T) {
	for _, share := range []float64{0.1, 0.3, 0.7} {
		accused := 0
		for seed := range uint64(20) {
			random := rand.New(rand.NewPCG(seed, 9))
			var trials []Trial
			for range 1000 {
				found := []Known{}
				for _, i := range random.Perm(30)[:4] {
					found = append(found, Known{ID: fmt.Sprint("m-", i)})
				}
				likely := 0.6
				if random.Float64() < 0.2 {
					found, likely = append(found, Known{ID: "hard"}), 0.1
				}
				chances := Chances(found, share, false)
				trials = append(trials, Trial{Chances: chances, Out: some(Draw(chances, random.Float64())), Success: random.Float64() < likely})
			}
			if e := effectOf(t, Measure(trials, DefaultBar()), "hard"); e.Verdict == Harms {
				accused++
			}
		}
		t.Logf("with a share of %v it was said to harm in %d of 20 worlds", share, accused)
		if accused > 2 {
			t.Errorf("with a share of %v it was said to harm in %d of 20 worlds", share, accused)
		}
	}
}
