package desk

import (
	"cmp"
	"context"
	"os"
	"slices"

	"legomem/agents"
	"legomem/lists"
	"legomem/membank"
	"legomem/places"
	"legomem/trajectory"
)

// pastTask is a task of a past run that can be done again.
type pastTask struct {
	run    string
	task   trajectory.Task
	start  string              // the folder that it started from
	copied trajectory.Artifact // what that holds
	basis  string              // the one that the work began with, "" for start
	judged bool                // by the suite
	result trajectory.Result
	found  []trajectory.Chance // what is found for it now, with no chance yet
}

func (p pastTask) ids() []string {
	return lists.Map(p.found, func(c trajectory.Chance) string { return c.ID })
}

// mostPast is how many past tasks are chosen from, the latest.
const mostPast = 500

// Why past runs cannot be done again.
const (
	itsFilesGone  = "the files that it started from are gone, or are not those that its log names"
	isUnjudged    = "its suite judged it, and is not named with --suite"
	wasUnjudged   = "nothing judged it as others were judged, so a trial of it would not count"
	findsNothing  = "no memory is found for its task"
	isNotReadable = "its log cannot be read"
	isNotItsOwn   = "its folder holds another run"
)

// again finds the past runs that can be done again among those for which memories were found,
// the latest first, and counts by the reason those that cannot. Only runs of this tenant that
// were made with this bank are among them, and no trials.
func (t *trials) again(ctx context.Context, b *membank.Bank) error {
	uses, err := t.desk.uses(ctx, "", &CountedRuns{})
	if err != nil {
		return err
	}
	shown := membank.Repeatable(uses)
	t.tally.progress.Claimed = shown.By == membank.BySolved
	if n := len(lists.Filter(shown.Unjudged, isOriginal)); n > 0 {
		t.cannot[wasUnjudged] += n
	}
	for _, u := range slices.Backward(shown.Uses) {
		if !isOriginal(u) || len(t.past) == mostPast {
			continue
		}
		p, why := t.pastTask(u, shown.By)
		if why == "" {
			if p.found, err = t.foundFor(t.looking(ctx), b, p.task); err != nil {
				return err
			}
			if err := t.tally.over(t.order.MaxUSD); err != nil {
				return err
			}
			if len(p.found) == 0 {
				why = findsNothing
			}
		}
		if why != "" {
			t.cannot[why]++
			continue
		}
		t.past = append(t.past, p)
	}
	return nil
}

// isOriginal reports whether a run is no trial itself.
func isOriginal(u membank.Use) bool { return u.TrialOf == "" }

// pastTask is the task of a run, or why it cannot be done again.
func (t *trials) pastTask(u membank.Use, by membank.Criterion) (p pastTask, why string) {
	run, err := t.desk.sourceRun(u.Run)
	if err != nil || run.Result == nil {
		return p, isNotReadable
	}
	if of := cmp.Or(run.Started.Versions["tenant"], membank.FirstTenant); run.ID != u.Run || of != t.desk.config.Memory.Tenant {
		return p, isNotItsOwn // two folders claim to be the same run
	}
	dir := places.Run(run.Dir)
	p = pastTask{run: run.ID, task: run.Started.Task, start: dir.Start(), copied: run.Copied, result: *run.Result}
	if _, err := os.Stat(dir.Basis()); err == nil {
		p.basis = dir.Basis()
	} else if talk := p.task.Talk; talk != nil && len(talk.TakesBack) > 0 {
		return p, itsFilesGone
	}
	p.judged = t.suite != nil && p.task.Suite == t.suite.Name
	if by == membank.ByPassed && !p.judged {
		return p, isUnjudged
	}
	if _, err := os.Stat(p.start); err != nil {
		return p, itsFilesGone
	}
	return p, ""
}

// foundFor is what trials of a task find.
func (t *trials) foundFor(ctx context.Context, b *membank.Bank, task trajectory.Task) ([]trajectory.Chance, error) {
	strategy, err := strategyOf(t.config.Memory)
	if err != nil {
		return nil, err
	}
	undrafted := func(context.Context, string, []membank.Hit) ([]string, error) { return nil, nil }
	r, err := strategy.Retrieve(ctx, b, membank.Ask{Task: task.Text, Agents: agents.DefaultTeam().Names(), Draft: undrafted})
	if err != nil {
		return nil, err
	}
	return lists.Map(r.Full, func(h membank.Hit) trajectory.Chance { return trajectory.Chance{ID: h.Unit.ID, Rank: h.Rank} }), nil
}
