package lift

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// plan is what a simulated office is like.
type plan struct {
	runs       int     // for new tasks
	trials     int     // and then for tasks of the past
	harm, help float64 // what the planted memories do to success where they are shown
	share      float64 // of runs that leave one out
	wary       bool
	harmful    int
	good       int
	// spread is the standard deviation of the logarithm of steps between runs of one kind of
	// work; where it is 0, the logs hold no steps. Dear is by what share the harmful ones
	// raise them where they are shown; and so many of the good ones do, too.
	spread, dear float64
	goodDear     int
	mixed        float64 // the share of runs that find a memory of any other work, too
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
	does   []planted // by memory: its place among the sorts
	fit    []float64 // by memory: how readily it is found
	hard   []float64 // by memory: how much more so for hard tasks
	ease   []float64 // by topic: how often a run succeeds that is shown nothing
	often  []float64 // by topic, summing to 1
	long   []float64 // by topic: the logarithm of the steps of its runs
	known  []Known   // by memory
	out    []bool    // by memory: in quarantine
	past   []task    // of the runs, without those that were done again
	// explained is by memory the logarithm of how likely each sort would make the runs
	// that were shown it.
	explained [][sorts]float64
}

// planted is a sort of memories.
type planted int

const (
	neutral planted = iota
	harmful
	good
	goodDear // good, and raises steps
	sorts
)

// numbers are how many there are of each sort.
func (p plan) numbers() [sorts]int {
	return [sorts]int{p.topics*p.perTopic - p.harmful - p.good, p.harmful, p.good - p.goodDear, p.goodDear}
}

// toSuccess is what a sort does to success where it is shown, toSteps to the logarithm of
// steps.
func (p plan) toSuccess(s planted) float64 { return [sorts]float64{0, p.harm, p.help, p.help}[s] }

func (p plan) toSteps(s planted) float64 {
	dear := math.Log1p(p.dear)
	return [sorts]float64{0, dear, 0, dear}[s]
}

func newWorld(p plan, seed uint64) *world {
	w := &world{plan: p, random: rand.New(rand.NewPCG(seed, 1))}
	n := p.topics * p.perTopic
	w.does, w.out, w.explained = make([]planted, n), make([]bool, n), make([][sorts]float64, n)
	for i, m := range w.random.Perm(n) {
		switch {
		case i < p.harmful:
			w.does[m] = harmful
		case i < p.harmful+p.goodDear:
			w.does[m] = goodDear
		case i < p.harmful+p.good:
			w.does[m] = good
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
	if p.spread > 0 {
		for range p.topics {
			w.long = append(w.long, math.Log(8)+0.6*w.random.NormFloat64())
		}
	}
	return w
}

// simulate makes all runs, and what of it a log would hold.
func (w *world) simulate() []Trial {
	var trials []Trial
	for i := range w.runs {
		if w.quarantineAt > 0 && i > 0 && i%w.quarantineAt == 0 {
			for _, e := range Measure(trials, DefaultBar()) {
				w.out[number(e.ID)] = w.out[number(e.ID)] || e.Verdict == Harms
			}
		}
		trials = append(trials, w.run())
	}
	for len(trials) < w.runs+w.plan.trials {
		trials = w.again(trials, min(batch, w.runs+w.plan.trials-len(trials)))
	}
	return trials
}

// batch is how many designed runs are made before the next are chosen.
const batch = 50

// task is what a run is to do.
type task struct {
	topic    int
	hardness float64
}

// run is one run for a new task.
func (w *world) run() Trial {
	k := task{pick(w.random.Float64(), w.often), w.random.NormFloat64()}
	w.past = append(w.past, k)
	var found []Known
	for _, m := range w.find(k, w.shown) {
		found = append(found, w.known[m])
	}
	t := Trial{Chances: Chances(found, w.share, w.wary)}
	t.Out = some(Draw(t.Chances, w.random.Float64()))
	return w.do(k, t)
}

// again makes the designed runs: tasks of the past, with twice the memories found for them.
func (w *world) again(trials []Trial, n int) []Trial {
	settings := make([]Setting, len(w.past))
	for i, k := range w.past {
		settings[i].Trial = i
		for _, m := range w.find(k, 2*w.shown) {
			settings[i].Found = append(settings[i].Found, w.known[m].ID)
		}
	}
	for _, d := range Design(trials, settings, n, DefaultBar()) {
		t := Trial{Chances: d.Chances, Apart: true, Out: DrawApart(d.Chances, w.random.Float64)}
		trials = append(trials, w.do(w.past[d.Setting], t))
	}
	return trials
}

// do does a task with what was found for it and not left out: it succeeds with a probability
// to which each memory that it is shown adds its effect.
func (w *world) do(k task, t Trial) Trial {
	likely, long := w.ease[k.topic]-0.1*k.hardness, 0.1*k.hardness
	var shown []int
	for _, c := range t.Chances {
		if !slices.Contains(t.Out, c.ID) {
			m := number(c.ID)
			shown = append(shown, m)
			likely += w.toSuccess(w.does[m])
			long += w.toSteps(w.does[m])
		}
	}
	t.Success = w.random.Float64() < possible(likely)
	unexplained := 0.0
	if w.spread > 0 {
		long += w.long[k.topic]
		t.Steps = max(1, math.Round(math.Exp(long+w.unusual(t.Success).Rand())))
		unexplained = math.Log(t.Steps) - long
	}
	for _, m := range shown {
		w.count(m, t, likely, unexplained)
	}
	return t
}

// unusual is how the logarithm of a run's steps differs from that of others like it: with
// heavy tails; where it fails, it takes longer or gives up early, longer on average.
func (w *world) unusual(success bool) distuv.StudentsT {
	const nu = 4
	d := distuv.StudentsT{Sigma: w.spread / math.Sqrt2, Nu: nu, Src: w.random} // of variance 2 where sigma is 1
	if !success {
		d.Mu, d.Sigma = 0.2, math.Hypot(w.spread, 0.3)/math.Sqrt2
	}
	return d
}

// possible keeps a probability from being certain.
func possible(p float64) float64 { return min(max(p, 0.02), 0.98) }

// count counts a run that was shown a memory and was that likely to succeed.
func (w *world) count(m int, t Trial, likely, unexplained float64) {
	w.known[m].Used++
	if t.Success {
		w.known[m].Helped++
	}
	is := w.does[m]
	for other := range sorts {
		p := possible(likely - w.toSuccess(is) + w.toSuccess(other))
		if !t.Success {
			p = 1 - p
		}
		w.explained[m][other] += math.Log(p)
		if w.spread > 0 {
			w.explained[m][other] += w.unusual(t.Success).LogProb(unexplained + w.toSteps(is) - w.toSteps(other))
		}
	}
}

// ideal is how probable it is that a memory harms, for somebody who knows how likely each
// run was to succeed, and how long it was to be, but for that memory, how many harm and by
// how much: no measure can tell more.
func (w *world) ideal(m int) float64 {
	var probable [sorts]float64
	for s, n := range w.numbers() {
		probable[s] = math.Log(float64(n)) + w.explained[m][s]
	}
	return math.Exp(probable[harmful] - floats.LogSumExp(probable[:]))
}

// find ranks a topic's memories for a task, and keeps the first n.
func (w *world) find(k task, n int) []int {
	type hit struct {
		memory int
		score  float64
	}
	var hits []hit
	for i := range w.perTopic {
		m := k.topic*w.perTopic + i
		if !w.out[m] {
			hits = append(hits, hit{m, w.fit[m] + w.hard[m]*k.hardness + w.random.NormFloat64()})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	var out []int
	for _, h := range hits[:min(n, len(hits))] {
		out = append(out, h.memory)
	}
	if w.mixed > 0 && w.random.Float64() < w.mixed {
		if any := w.random.IntN(len(w.does)); !w.out[any] && !slices.Contains(out, any) {
			out[len(out)-1] = any
		}
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
