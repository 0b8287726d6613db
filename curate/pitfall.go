package curate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"legomem/lists"
	"legomem/membank"
	"legomem/membank/outline"
	"legomem/trajectory"
)

// maxPitfalls is how many warnings are kept of one run.
const maxPitfalls = 3

// maxWarning is how long a warning may be, in bytes.
const maxWarning = 160

// Failed reports whether a run did something and failed by it: it did not pass its
// evaluation, or it was broken off after some actions. A run that somebody stopped, that
// waits for an answer, or that something outside broke, says nothing of the way; one that
// was played from a memory, only that the memory does not fit. A trial does what an earlier
// run did.
func Failed(run *trajectory.Run) bool {
	if run.Result == nil || len(run.Steps()) == 0 || run.Practised() != "" || run.Started.Trial != nil {
		return false
	}
	switch run.Result.Outcome {
	case trajectory.Solved:
		return run.Passed != nil && !*run.Passed
	case trajectory.Exhausted, trajectory.GaveUp:
		return true
	}
	return false
}

// notFailed is an error for a run that did not fail.
func notFailed(run *trajectory.Run) error {
	if Failed(run) {
		return nil
	}
	why := Fit(run)
	if why == nil {
		why = errors.New("it did not fail")
	}
	return fmt.Errorf("curate run %s: %w", run.ID, why)
}

// ErrNoPitfall is a failed run that does not show by what it failed.
var ErrNoPitfall = errors.New("it does not show by what it failed, so there is nothing to warn of either")

// Pitfalls implements Curator: what a failed run did otherwise than passed runs of like
// work, and what in it failed and was not mended. No word of an evaluation enters.
func (r Rule) Pitfalls(ctx context.Context, run *trajectory.Run) ([]membank.Unit, []string, error) {
	passed, err := r.passed(ctx, run)
	if err != nil {
		return nil, nil, err
	}
	var all []membank.Pitfall
	for _, other := range passed {
		for _, d := range contrasts(run, other) {
			all = append(all, membank.Pitfall{Agent: d.agent, Warning: d.warning})
		}
	}
	units, err := pitfallUnits(run, append(all, stuck(run)...), RuleVersion, r.Now())
	return units, nil, err
}

// passed are the passed runs of like work.
func (l Learning) passed(ctx context.Context, run *trajectory.Run) ([]*trajectory.Run, error) {
	if err := notFailed(run); err != nil {
		return nil, err
	}
	kin, err := l.kin(ctx, run)
	return lists.Filter(kin, func(other *trajectory.Run) bool { return likeWork(run, other) }), err
}

// pitfallUnits are the units of a run's warnings, the first few, each once.
func pitfallUnits(run *trajectory.Run, all []membank.Pitfall, curator string, now time.Time) ([]membank.Unit, error) {
	var units []membank.Unit
	known := map[membank.Pitfall]bool{}
	for _, p := range all {
		p.Warning = short(oneLine(p.Warning), maxWarning)
		if known[p] || len(units) == maxPitfalls {
			continue
		}
		known[p] = true
		u, err := membank.Seal(membank.Unit{Kind: membank.PitfallUnit, Task: run.Started.Task.Text, Pitfall: &p,
			Source: SourceOf(run), Created: now, Curator: curator, OutsideContent: readOutside(run)})
		if err != nil {
			return nil, fmt.Errorf("curate run %s: %w", run.ID, err)
		}
		units = append(units, u)
	}
	if len(units) == 0 {
		return nil, fmt.Errorf("curate run %s: %w; %w", run.ID, ErrFailed, ErrNoPitfall)
	}
	return units, nil
}

// stuck are the failures that a run did not get over, and the calls that it repeated in
// vain.
func stuck(run *trajectory.Run) []membank.Pitfall {
	var out []membank.Pitfall
	for _, s := range run.Subtasks {
		times := map[string]int{}
		for i, st := range s.Steps {
			if st.Observation == nil {
				continue
			}
			if made := wholeAction(st.Action) + st.Observation.Text; times[made] < inVain {
				times[made]++
				if times[made] == inVain {
					out = append(out, membank.Pitfall{Agent: s.Agent, Warning: st.Action.Tool + " was called again and again with the same result"})
				}
			}
			if st.Observation.Failed && !succeeds(st.Action.Tool, s.Steps[i+1:]) {
				out = append(out, membank.Pitfall{Agent: s.Agent, Warning: fmt.Sprintf("%s failed (%s) and nothing else was found: %s",
					st.Action.Tool, st.Observation.Code, outline.Unnamed(firstLine(st.Observation.Text)))})
			}
		}
	}
	return out
}

// firstLine is a text's first line.
func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// inVain is how often the same call may return the same.
const inVain = 3

func succeeds(tool string, steps []trajectory.Step) bool {
	for _, st := range steps {
		if st.Action.Tool == tool && st.Succeeded() {
			return true
		}
	}
	return false
}
