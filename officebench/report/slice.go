package report

import (
	"fmt"
	"math"

	"legomem/lists"
	"legomem/officebench/trial"
)

// slice is the records of some tasks of one cell, by task; none says why there
// are no tasks, where there are none.
type slice struct {
	tasks [][]trial.Record
	draw  *bootstrap
	none  string
}

func (s *slice) figures() Figures {
	f := s.counts()
	f.Passed = s.share(passed)
	f.Covered = s.share(covered)
	f.PassedInside = s.estimate(func(rec trial.Record) (float64, bool) { return toFloat(passed(rec)), !rec.Infrastructure }, "every run was broken from outside").bounded()
	f.Strict = s.strict()
	f.Claimed = s.mean(share(claimed))
	f.WrongClaims = s.mean(share(claimedWrongly)).boundedAbove()
	f.WrongOfClaims = s.estimate(func(rec trial.Record) (float64, bool) { return toFloat(claimedWrongly(rec)), claimed(rec) }, "no run claimed to be done").boundedAbove()
	f.GaveUp = s.mean(share(func(rec trial.Record) bool { return rec.Outcome == "gave_up" }))
	f.Steps = s.spread(steps)
	f.FailedSteps = s.estimate(failedShare, "no run made a step")
	f.WithoutSteps = f.Tasks - f.FailedSteps.Tasks
	f.Replans = s.mean(func(rec trial.Record) float64 { return float64(rec.Replans) })
	f.ModelCalls = s.mean(func(rec trial.Record) float64 { return float64(rec.ModelCalls) })
	f.Prompt = s.mean(func(rec trial.Record) float64 { return float64(rec.Tokens.Prompt) })
	f.Completion = s.mean(func(rec trial.Record) float64 { return float64(rec.Tokens.Completion) })
	f.TokensPerSolved = s.perSolved(func(rec trial.Record) float64 { return float64(rec.Tokens.Prompt + rec.Tokens.Completion) })
	f.CostUSD, f.CostPerSolved = s.costs()
	f.Truncations = s.mean(func(rec trial.Record) float64 { return float64(rec.Truncations) })
	f.Dropped = s.mean(func(rec trial.Record) float64 { return float64(rec.Dropped) })
	f.WallMS = s.wall()
	return f
}

// counts counts the runs, and those of each kind.
func (s *slice) counts() Figures {
	f := Figures{Tasks: len(s.tasks), Outcomes: map[string]int{}}
	for rec := range s.all() {
		f.Runs++
		f.Outcomes[rec.Outcome]++
		if rec.Infrastructure {
			f.Infrastructure++
		}
		if rec.Passed == nil {
			f.Unjudged++
		}
		if claimed(rec) {
			f.ClaimedRuns++
		}
		if claimedWrongly(rec) {
			f.WrongRuns++
		}
	}
	return f
}

// strict is the share that the mended evaluator passed.
func (s *slice) strict() Estimate {
	for rec := range s.all() {
		if rec.Strict != nil {
			return s.share(func(rec trial.Record) bool { return rec.Strict != nil && *rec.Strict })
		}
	}
	return s.na("no run was judged strictly")
}

// costs are the cost of a task, and of a solved one.
func (s *slice) costs() (perTask, perSolved Estimate) {
	unpriced := 0
	for rec := range s.all() {
		if rec.CostUSD == nil && rec.ModelCalls > 0 {
			unpriced++
		}
	}
	if unpriced > 0 {
		na := Estimate{NA: fmt.Sprintf("a model without a price answered in %d runs", unpriced)}
		return na, na
	}
	return s.spread(cost), s.perSolved(cost)
}

// wall is the median time of a run, in milliseconds.
func (s *slice) wall() Estimate {
	var times []float64
	for rec := range s.all() {
		times = append(times, rec.WallMS)
	}
	if len(times) == 0 {
		return s.na("")
	}
	return known(median(times), len(s.tasks))
}

// perSolved divides what all runs used by the number of runs that passed.
func (s *slice) perSolved(value func(trial.Record) float64) Estimate {
	sum, solved := 0.0, 0
	for rec := range s.all() {
		sum += value(rec)
		if passed(rec) {
			solved++
		}
	}
	if solved == 0 {
		return s.na("no run passed")
	}
	return known(sum/float64(solved), len(s.tasks))
}

// share is the share of runs of which something is true, with its interval.
func (s *slice) share(is func(trial.Record) bool) Estimate { return s.spread(share(is)).bounded() }

// spread is a mean over tasks with its interval.
func (s *slice) spread(value func(trial.Record) float64) Estimate {
	return s.estimate(func(rec trial.Record) (float64, bool) { return value(rec), true }, "")
}

// mean is a mean over tasks without an interval.
func (s *slice) mean(value func(trial.Record) float64) Estimate {
	var values sample
	for _, recs := range s.tasks {
		values.add(recs[0].Task, average(recs, value))
	}
	if len(s.tasks) == 0 {
		return s.na("")
	}
	e := known(mean(values.values), len(values.values))
	e.IDs = len(values.clusters())
	return e
}

// na is a missing figure with its reason; that there are no tasks precedes all others.
func (s *slice) na(why string) Estimate {
	if len(s.tasks) == 0 {
		why = s.none
	}
	return Estimate{NA: why}
}

// estimate is the mean over tasks of the mean over a task's runs that have the
// value, with its interval; none says why no run has.
func (s *slice) estimate(value func(trial.Record) (float64, bool), none string) Estimate {
	var values sample
	for _, recs := range s.tasks {
		sum, n := 0.0, 0
		for _, rec := range recs {
			if v, ok := value(rec); ok {
				sum, n = sum+v, n+1
			}
		}
		if n > 0 {
			values.add(recs[0].Task, sum/float64(n))
		}
	}
	if len(values.values) == 0 {
		return s.na(none)
	}
	return s.draw.estimate(values, "")
}

// estimate is the mean of a sample with its interval, where it has one.
func (b *bootstrap) estimate(s sample, none string) Estimate {
	if len(s.values) == 0 {
		return Estimate{NA: none}
	}
	e := known(mean(s.values), len(s.values))
	e.IDs = len(s.clusters())
	if low, high := b.interval(s); !math.IsNaN(low) {
		e.Low, e.High = &low, &high
	}
	return e
}

// all walks every record.
func (s *slice) all() func(yield func(trial.Record) bool) {
	return func(yield func(trial.Record) bool) {
		for _, recs := range s.tasks {
			for _, rec := range recs {
				if !yield(rec) {
					return
				}
			}
		}
	}
}

// known is a figure that has a value.
func known(v float64, tasks int) Estimate {
	if math.IsNaN(v) {
		return Estimate{NA: "nothing to average"}
	}
	return Estimate{Mean: &v, Tasks: tasks}
}

// failedShare is the share of a run's steps that failed.
func failedShare(rec trial.Record) (float64, bool) {
	if rec.Steps == 0 {
		return 0, false
	}
	return float64(rec.FailedSteps) / float64(rec.Steps), true
}

// cost is what a run cost; one that called no model cost nothing.
func cost(rec trial.Record) float64 {
	if rec.CostUSD == nil {
		return 0
	}
	return *rec.CostUSD
}

// average is the mean of one value of records.
func average(recs []trial.Record, value func(trial.Record) float64) float64 {
	return mean(lists.Map(recs, value))
}

// share turns a condition into 0 and 1.
func share(is func(trial.Record) bool) func(trial.Record) float64 {
	return func(rec trial.Record) float64 { return toFloat(is(rec)) }
}

func toFloat(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
