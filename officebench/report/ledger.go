package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"legomem/officebench/trial"
)

// cancelled is the outcome of a run that a person stopped: it shows nothing about the
// system, and counts as missing.
const cancelled = "cancelled"

// ledger is the records that count: one for each trial.
type ledger struct {
	bench   trial.Bench
	seeds   int
	level   map[string]int
	runs    map[string]map[string][]trial.Record // by cell, by task, seeds rising
	missing []string
	sameID  map[string]bool
	counts  Runs
	wobbly  []string // tasks whose repeats under a deterministic brain differ
}

// newLedger sorts records into cells and tasks.
func newLedger(bench trial.Bench, records []trial.Record) (*ledger, error) {
	l := &ledger{
		bench: bench, seeds: max(bench.Seeds, 1), level: map[string]int{},
		runs: map[string]map[string][]trial.Record{}, sameID: map[string]bool{},
	}
	if bench.Deterministic {
		l.seeds = 1
	}
	if len(bench.Split.Test) == 0 || len(bench.Cells) == 0 {
		return nil, fmt.Errorf("report: bench %q plans %d cells on %d tasks: there is nothing to report", bench.Name, len(bench.Cells), len(bench.Split.Test))
	}
	effective, err := l.effective(records)
	if err != nil {
		return nil, err
	}
	if err := l.planned(effective); err != nil {
		return nil, err
	}
	l.fill(effective)
	return l, nil
}

// effective picks the attempt that counts of each trial: the last, if something outside
// broke the earlier ones or a person stopped them.
func (l *ledger) effective(records []trial.Record) (map[trial.Trial]trial.Record, error) {
	byTrial := map[trial.Trial][]trial.Record{}
	for _, rec := range records {
		byTrial[rec.Trial] = append(byTrial[rec.Trial], rec)
	}
	out := map[trial.Trial]trial.Record{}
	for _, at := range slices.SortedFunc(maps.Keys(byTrial), func(a, b trial.Trial) int { return cmp.Compare(a.ID(), b.ID()) }) {
		attempts := byTrial[at]
		slices.SortStableFunc(attempts, func(a, b trial.Record) int { return cmp.Compare(a.Attempt, b.Attempt) })
		for i, rec := range attempts[:len(attempts)-1] {
			next := attempts[i+1]
			if rec.Attempt == next.Attempt {
				return nil, fmt.Errorf("report: trial %s has two records of attempt %d (runs %s and %s): take one out of the records", at.ID(), rec.Attempt, rec.Run, next.Run)
			}
			if !rec.Infrastructure && rec.Outcome != cancelled {
				return nil, fmt.Errorf("report: trial %s was run again (attempt %d, run %s) although attempt %d (run %s) ended as %q by itself: take one out of the records", at.ID(), next.Attempt, next.Run, rec.Attempt, rec.Run, rec.Outcome)
			}
		}
		l.counts.Replaced += len(attempts) - 1
		out[at] = attempts[len(attempts)-1]
	}
	return out, nil
}

// planned refuses records of trials that the bench did not plan.
func (l *ledger) planned(records map[trial.Trial]trial.Record) error {
	var strays []string
	for at := range records {
		seeds := max(l.bench.Seeds, l.seeds)
		if !slices.Contains(l.bench.Cells, at.Cell) || !slices.Contains(l.bench.Split.Test, at.Task) || at.Seed < 1 || at.Seed > seeds {
			strays = append(strays, at.ID())
		}
	}
	if len(strays) == 0 {
		return nil
	}
	slices.Sort(strays)
	return fmt.Errorf("report: %d records are of trials that bench %q did not plan, the first is %s: do they belong to another bench?", len(strays), l.bench.Name, strays[0])
}

// fill walks the plan and enters what is there and what is missing.
func (l *ledger) fill(records map[trial.Trial]trial.Record) {
	unstable := map[string]bool{}
	for _, cell := range l.bench.Cells {
		tasks := map[string][]trial.Record{}
		l.runs[cell.ID()] = tasks
		for _, task := range l.bench.Split.Test {
			for seed := 1; seed <= max(l.seeds, l.bench.Seeds); seed++ {
				at := trial.Trial{Cell: cell, Task: task, Seed: seed}
				rec, ok := records[at]
				switch {
				case seed <= l.seeds:
					l.enter(tasks, at, rec, ok)
				case ok:
					l.counts.Repeats++
					unstable[task] = unstable[task] || len(tasks[task]) > 0 && passed(rec) != passed(tasks[task][0])
				}
			}
		}
	}
	for _, task := range l.bench.Split.Test {
		l.level[task] = cmp.Or(l.level[task], l.bench.Suite.Levels[task], firstDigit(task))
	}
	maps.DeleteFunc(unstable, func(_ string, is bool) bool { return !is })
	l.wobbly = slices.Sorted(maps.Keys(unstable))
	l.counts.Missing = len(l.missing)
}

// enter records one planned run of a cell.
func (l *ledger) enter(tasks map[string][]trial.Record, at trial.Trial, rec trial.Record, ok bool) {
	l.count(rec, ok)
	if !ok || rec.Outcome == cancelled {
		l.missing = append(l.missing, at.ID())
		return
	}
	tasks[at.Task] = append(tasks[at.Task], rec)
	l.sameID[at.Task] = l.sameID[at.Task] || rec.SameID
	l.level[at.Task] = cmp.Or(l.bench.Suite.Levels[at.Task], l.level[at.Task], rec.Level)
}

// count counts one planned run.
func (l *ledger) count(rec trial.Record, ok bool) {
	l.counts.Planned++
	switch {
	case !ok:
		return
	case rec.Outcome == cancelled:
		l.counts.Cancelled++
		return
	}
	l.counts.Recorded++
	if rec.Infrastructure {
		l.counts.Infrastructure++
	}
	if rec.Passed == nil {
		l.counts.Unjudged++
	}
}

// firstDigit is the level of a task in the suites' layout.
func firstDigit(task string) int {
	if task == "" {
		return 0
	}
	n, _ := strconv.Atoi(task[:1])
	return n
}

// levels are the levels of the tested tasks.
func (l *ledger) levels() []int {
	seen := map[int]bool{}
	for _, task := range l.bench.Split.Test {
		seen[l.level[task]] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// models are those that answered, by team and role.
func (l *ledger) models() map[string]map[string][]string {
	out := map[string]map[string][]string{}
	for _, cell := range l.bench.Cells {
		for _, recs := range l.runs[cell.ID()] {
			for _, rec := range recs {
				for role, names := range rec.Models {
					if out[cell.Team] == nil {
						out[cell.Team] = map[string][]string{}
					}
					for _, name := range names {
						if at, there := slices.BinarySearch(out[cell.Team][role], name); !there {
							out[cell.Team][role] = slices.Insert(out[cell.Team][role], at, name)
						}
					}
				}
			}
		}
	}
	return out
}

// notes are the remarks that the records call for.
func (l *ledger) notes() []string {
	var out []string
	say := func(is bool, format string, of ...any) {
		if is {
			out = append(out, fmt.Sprintf(format, of...))
		}
	}
	unrecorded := func(c trial.Cell) bool { return isLegomem(c.Variant) && c.Reasoning == trial.NA }
	say(l.bench.Deterministic, "The brain is deterministic: the same task gives the same run. Repeats would be no further observations, so one seed is used, and the intervals speak of the choice of tasks alone.")
	say(len(l.wobbly) > 0, "The brain is said to be deterministic, but repeats of %d tasks came out differently, the first of them %s.", len(l.wobbly), append(l.wobbly, "")[0])
	say(slices.ContainsFunc(l.bench.Cells, unrecorded), "Memory with and without reasoning (the paper's table 3) is n/a where no reasoning was recorded that could be shown or withheld.")
	say(l.counts.Replaced > 0, "%d runs that something outside had broken, or a person had stopped, were run again; the later run counts.", l.counts.Replaced)
	say(l.counts.Unjudged > 0, "%d runs have no verdict; they count as not passed.", l.counts.Unjudged)
	return out
}

// passed is the evaluator's verdict; what nothing judged has not passed.
func passed(rec trial.Record) bool { return rec.Passed != nil && *rec.Passed }

// covered is work that was claimed to be done, and was.
func covered(rec trial.Record) bool { return rec.Outcome == "solved" && passed(rec) }

// claimed is work that was claimed to be done.
func claimed(rec trial.Record) bool { return rec.Outcome == "solved" }

// claimedWrongly is work that was claimed to be done, and was not.
func claimedWrongly(rec trial.Record) bool { return claimed(rec) && !passed(rec) }
