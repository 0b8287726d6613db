package lift

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
)

// plan is what a simulated office is like.
type plan struct {
	runs         int
	harm, help   float64 // what the planted memories do to success where they are shown
	share        float64 // of runs that leave one out
	wary         bool
	harmful      int
	good         int
	topics       int
	perTopic     int
	shown        int // memories that a run is shown
	quarantineAt int // after so many runs, and again after as many, what harms is taken out; 0: never
}

// usual is an office of 500 memories about 50 kinds of work.
func usual(runs int, harm, help, share float64, wary bool) plan {
	return plan{runs: runs, harm: harm, help: help, share: share, wary: wary, harmful: 20, good: 100, topics: 50, perTopic: 10, shown: 5}
}

// world is a simulated office. Some kinds of work come up more often than others, and are
// harder; some memories are found more readily than others, some for hard tasks rather than
// for easy ones. What is asked of a measure is to see through all that, from its trials
// alone.
type world struct {
	plan
	random *rand.Rand
	effect []float64 // by memory: what it does where it is shown
	fit    []float64 // by memory: how readily it is found
	hard   []float64 // by memory: how much more so for hard tasks
	ease   []float64 // by topic: how often a run succeeds that is shown nothing
	often  []float64 // by topic, summing to 1
	known  []Known   // by memory
	out    []bool    // by memory: in quarantine
	// harmed and helped are by memory the logarithms of how much better the runs that were
	// shown it are explained by harm, or help, than by no effect.
	harmed, helped []float64
}

func newWorld(p plan, seed uint64) *world {
	w := &world{plan: p, random: rand.New(rand.NewPCG(seed, 1))}
	n := p.topics * p.perTopic
	w.effect, w.out, w.harmed, w.helped = make([]float64, n), make([]bool, n), make([]float64, n), make([]float64, n)
	for i, m := range w.random.Perm(n) {
		switch {
		case i < p.harmful:
			w.effect[m] = p.harm
		case i < p.harmful+p.good:
			w.effect[m] = p.help
		}
	}
	for m := range n {
		w.fit, w.hard = append(w.fit, 0.5*w.random.NormFloat64()), append(w.hard, 0.5*w.random.NormFloat64())
		w.known = append(w.known, Known{ID: strconv.Itoa(m)})
	}
	sum := 0.0
	for i := range p.topics {
		w.ease = append(w.ease, 0.5+0.1*w.random.NormFloat64())
		w.often = append(w.often, 1/math.Sqrt(float64(i+3)))
		sum += w.often[i]
	}
	for i := range w.often {
		w.often[i] /= sum
	}
	return w
}

// simulate makes all runs, and what of it a log would hold.
func (w *world) simulate() []Trial {
	var trials []Trial
	for i := range w.runs {
		if w.quarantineAt > 0 && i > 0 && i%w.quarantineAt == 0 {
			for _, e := range Measure(trials, DefaultSure) {
				w.out[number(e.ID)] = w.out[number(e.ID)] || e.Verdict == Harms
			}
		}
		trials = append(trials, w.run())
	}
	return trials
}

// run is one run: it succeeds with a probability to which each memory that it is shown adds
// its effect.
func (w *world) run() Trial {
	topic := pick(w.random.Float64(), w.often)
	hardness := w.random.NormFloat64()
	var found []Known
	for _, m := range w.find(topic, hardness) {
		found = append(found, w.known[m])
	}
	t := Trial{Chances: Chances(found, w.share, w.wary)}
	t.LeftOut = Draw(t.Chances, w.random.Float64())
	likely := w.ease[topic] - 0.1*hardness
	for _, k := range found {
		if k.ID != t.LeftOut {
			likely += w.effect[number(k.ID)]
		}
	}
	t.Success = w.random.Float64() < possible(likely)
	t.Steps = 8 + 2*w.random.NormFloat64()
	for _, k := range found {
		if k.ID != t.LeftOut {
			w.count(number(k.ID), t.Success, likely)
		}
	}
	return t
}

// possible keeps a probability from being certain.
func possible(p float64) float64 { return min(max(p, 0.02), 0.98) }

// count counts a run that was shown a memory and was that likely to succeed.
func (w *world) count(m int, success bool, likely float64) {
	w.known[m].Used++
	if success {
		w.known[m].Helped++
	}
	without := likely - w.effect[m]
	explains := func(effect float64) float64 {
		if success {
			return math.Log(possible(without + effect))
		}
		return math.Log(1 - possible(without+effect))
	}
	w.harmed[m] += explains(w.harm) - explains(0)
	w.helped[m] += explains(w.help) - explains(0)
}

// ideal is how probable it is that a memory harms, for somebody who knows how likely each
// run was to succeed but for that memory, how many harm and by how much: no measure can
// tell more.
func (w *world) ideal(m int) float64 {
	harm, help := float64(w.harmful)*math.Exp(w.harmed[m]), float64(w.good)*math.Exp(w.helped[m])
	return harm / (harm + help + float64(len(w.effect)-w.harmful-w.good))
}

// find ranks a topic's memories for a task, and keeps those that a run is shown.
func (w *world) find(topic int, hardness float64) []int {
	type hit struct {
		memory int
		score  float64
	}
	var hits []hit
	for i := range w.perTopic {
		m := topic*w.perTopic + i
		if !w.out[m] {
			hits = append(hits, hit{m, w.fit[m] + w.hard[m]*hardness + w.random.NormFloat64()})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	var out []int
	for _, h := range hits[:min(w.shown, len(hits))] {
		out = append(out, h.memory)
	}
	return out
}

func number(id string) int {
	n, err := strconv.Atoi(id)
	if err != nil {
		panic(err) // the world names its memories by number
	}
	return n
}
