package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/officebench/trial"
)

func TestClusters(t *testing.T) {
	var s sample
	for i, task := range []string{"2-3/1", "1-1/0", "2-3/0", "2-30/0"} {
		s.add(task, float64(i))
	}
	must.NoDiff(t, cmp.Diff([]float64{2, 1, 3}, s.sums()), "sums: %s")
	if all := s.clusters(); all[0].n != 2 || all[1].n != 1 {
		t.Errorf("clusters: %v", all)
	}
}

// TestRepeatedTasksTellNothing: tasks that are all there again under their own ids make no
// figure surer, as they would if they counted for themselves.
func TestRepeatedTasksTellNothing(t *testing.T) {
	var once, thrice, naive sample
	for i := range 40 {
		v := float64(i%3) - 0.9
		once.add(fmt.Sprintf("1-%d/0", i), v)
		for n := range 3 {
			thrice.add(fmt.Sprintf("1-%d/%d", i, n), v)
			naive.add(fmt.Sprintf("1-%d%d/0", i, n), v)
		}
	}
	draw := newBootstrap(1, 2000)
	low, high := draw.interval(once)
	low3, high3 := draw.interval(thrice)
	if !near(low, low3) || !near(high, high3) {
		t.Errorf("[%g, %g], and thrice [%g, %g]", low, high, low3, high3)
	}
	if lowN, highN := draw.interval(naive); highN-lowN > 0.7*(high-low) {
		t.Errorf("as tasks of their own ids they give [%g, %g]: that should be narrower than [%g, %g]", lowN, highN, low, high)
	}
	if a, b := detectable(once), detectable(thrice); !near(a, b) {
		t.Errorf("detectable %g, and thrice %g", a, b)
	}
	if a, b := draw.estimate(once, "").boundedAbove(), draw.estimate(thrice, "").boundedAbove(); !near(*a.AtMost, *b.AtMost) {
		t.Errorf("at most %g, and thrice %g", *a.AtMost, *b.AtMost)
	}
	p, _ := signFlip(once.sums(), 5000, rand.New(rand.NewPCG(1, 1)))
	p3, _ := signFlip(thrice.sums(), 5000, rand.New(rand.NewPCG(1, 1)))
	if p != p3 {
		t.Errorf("p = %g, and thrice %g", p, p3)
	}
}

// TestOneIDTellsNothing: from the tasks of a single id nothing follows for others.
func TestOneIDTellsNothing(t *testing.T) {
	var s sample
	s.add("1-1/0", 0)
	s.add("1-1/1", 1)
	e := newBootstrap(1, 100).estimate(s, "")
	if *e.Mean != 0.5 || e.Low != nil || e.High != nil || e.Tasks != 2 || e.IDs != 1 {
		t.Errorf("%+v", e)
	}
	if d := detectability(s); d.Mean != nil {
		t.Errorf("detectable: %+v", d)
	}
}

// TestIntervalsHoldTheTruth draws benches of 103 ids with as many tasks as those have that
// OfficeBench publishes (70 of 148 tasks share one), where tasks of one id come out alike
// more often than not. Intervals that go by ids hold the truth about as often as they say;
// those that go by tasks do not.
func TestIntervalsHoldTheTruth(t *testing.T) {
	sizes := map[int]int{1: 78, 2: 13, 3: 7, 4: 2, 5: 3} // tasks: ids
	const benches = 1500
	random := rand.New(rand.NewPCG(3, 4))
	byID, byTask := 0, 0
	for range benches {
		var ids, tasks sample
		at := 0
		for n := 1; n <= 5; n++ {
			for range sizes[n] {
				at++
				likely := 0.02
				if random.Float64() < 0.5 {
					likely = 0.98
				}
				for k := range n {
					v := toFloat(random.Float64() < likely)
					ids.add(fmt.Sprintf("1-%d/%d", at, k), v)
					tasks.add(fmt.Sprintf("1-%d.%d/0", at, k), v)
				}
			}
		}
		draw := newBootstrap(random.Uint64(), 300)
		if low, high := draw.interval(ids); low <= 0.5 && 0.5 <= high {
			byID++
		}
		if low, high := draw.interval(tasks); low <= 0.5 && 0.5 <= high {
			byTask++
		}
	}
	t.Logf("of %d intervals by id %d hold the truth, of those by task %d", benches, byID, byTask)
	if share := float64(byID) / benches; share < 0.925 {
		t.Errorf("only %.1f%% of the intervals by id hold the truth", 100*share)
	}
	if byTask >= byID {
		t.Errorf("going by tasks is no worse: %d, and %d by ids", byTask, byID)
	}
}

// TestReportGoesByIDs: a bench's figures and its comparisons do.
func TestReportGoesByIDs(t *testing.T) {
	cells := []trial.Cell{{Variant: "none", Placement: "none", Reasoning: trial.NA, Team: "a"}, {Variant: "vanilla", Placement: "both", Reasoning: trial.NA, Team: "a"}}
	b := trial.Bench{Name: "b", Brain: "model", Seeds: 1, Suite: trial.Suite{Name: "s"}, Cells: cells}
	var records []trial.Record
	for id := range 6 {
		for n := range 4 {
			task := fmt.Sprintf("1-%d/%d", id, n)
			b.Split.Test = append(b.Split.Test, task)
			for i, cell := range cells {
				pass := i == 1 && id > 0
				records = append(records, trial.Record{Trial: trial.Trial{Cell: cell, Task: task, Seed: 1}, Outcome: "solved", Passed: &pass})
			}
		}
	}
	r := must.Have(Make(b, records, Options{Resamples: 500}))(t)
	if e := r.Cells[1].All.Passed; e.Tasks != 24 || e.IDs != 6 {
		t.Errorf("passed: %+v", e)
	}
	c := r.Comparisons[0]
	if !c.Exact || !near(*c.P, 2.0/32) { // five ids differ, all one way
		t.Errorf("p = %g (exact %v), want 2 of 32", *c.P, c.Exact)
	}
	if none := r.Cells[0].All.Passed; !near(*none.AtMost, 1-math.Pow(0.05, 1.0/6)) {
		t.Errorf("of none at most %g", *none.AtMost)
	}
	d := must.Have(Diff(r, r))(t)
	if len(d.Cells) != 2 || *d.Cells[1].P != 1 {
		t.Errorf("with itself: %+v", d.Cells)
	}
}
