package desk

import (
	"context"
	"fmt"
	"sync"

	"legomem/membank/lift"
	"legomem/officebench"
	"legomem/officebench/bench"
	"legomem/orchestrator"
	"legomem/trajectory"
)

// trialJob is a run to make.
type trialJob struct {
	of      pastTask
	chances []trajectory.Chance
}

func jobOf(p pastTask, chances []lift.Chance) trialJob {
	j := trialJob{of: p}
	given := map[string]float64{}
	for _, c := range chances {
		given[c.ID] = c.P
	}
	for _, f := range p.found {
		if p, is := given[f.ID]; is {
			j.chances = append(j.chances, trajectory.Chance{ID: f.ID, Rank: f.Rank, P: p})
		}
	}
	return j
}

// unsound are the past tasks of jobs whose files are not those that their logs name. Only what
// was chosen is looked into: an office may be large, and there may be many runs.
func (t *trials) unsound(jobs []trialJob) (bad []string) {
	for _, j := range jobs {
		p := j.of
		if t.sound[p.run] {
			continue
		}
		if _, _, err := filesAs(p.start, p.copied, &trajectory.Run{ID: p.run}); err != nil {
			bad = append(bad, p.run)
		}
		t.sound[p.run] = true
	}
	return bad
}

// patience is how many trials in a row may break on something outside.
const patience = 3

// trialTally is how far trials are.
type trialTally struct {
	mu       sync.Mutex
	progress bench.Progress
	looked   bench.Spent // by looking for what trials find; it is in the progress, too
	expects  bench.Spent // of one run
	made     []string    // the ids of those that have ended
	inRow    int         // that broke
	stop     error       // why no more are begun
}

// block makes runs, some at once, and returns why it did not make all.
func (t *trials) block(ctx context.Context, p *Prepared, jobs []trialJob) error {
	slots := make(chan struct{}, t.parallel)
	var work sync.WaitGroup
	for _, j := range jobs {
		slots <- struct{}{}
		if ctx.Err() != nil || !t.mayBegin() {
			break
		}
		work.Go(func() {
			defer func() { <-slots }()
			result, err := p.trial(ctx, j, t.suite)
			t.count(result, err)
		})
	}
	work.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return t.tally.stop
}

// trial does a past task again. It asks nobody, tells nobody, and leaves the user's folder and
// the bank as they are: what came of it is in its log.
func (p *Prepared) trial(ctx context.Context, j trialJob, suite *officebench.Suite) (trajectory.Result, error) {
	if !j.of.judged {
		suite = nil
	}
	about := trajectory.Trial{Of: j.of.run, Chances: j.chances}
	return orchestrator.Run(ctx, p.inTrial(&about), orchestrator.Order{
		ID: p.desk.newID(), Task: j.of.task, From: j.of.start, Basis: j.of.basis, Trial: &about, Own: p.judgedBy(suite),
	})
}

// inTrial is what a trial needs: its memories are left out as it says.
func (p *Prepared) inTrial(about *trajectory.Trial) orchestrator.Deps {
	deps := p.deps
	if m, has := deps.Memory.(memory); has {
		m.trial = about
		deps.Memory = m
	}
	return deps
}

// mayBegin reports whether another run may be begun, and counts it.
func (t *trials) mayBegin() bool {
	a := &t.tally
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stop == nil {
		a.stop = a.over(t.order.MaxUSD)
	}
	if a.stop != nil {
		return false
	}
	a.progress.Running++
	return true
}

// over is why no other run may be begun under a cap on money (0: none), nil while one may.
func (a *trialTally) over(limit float64) error {
	switch {
	case limit == 0:
		return nil
	case a.progress.Spent.USD == nil:
		return &NotSolved{Said: fmt.Sprintf("USD %.2f cannot be kept, since a model without a price was asked: give it one in prices", limit)}
	case a.usdWithAnother() > limit:
		return &NotSolved{Said: fmt.Sprintf("USD %.2f leave no room for another run (%s): raise --max-usd to go on", limit, a.progress.Spent)}
	}
	return nil
}

// usdWithAnother is what is spent once the runs under way and another have ended.
func (a *trialTally) usdWithAnother() float64 {
	next := usd(a.expects)
	if done := a.progress.Done; done > 0 {
		next = max(next, (usd(a.progress.Spent)-usd(a.looked))/float64(done))
	}
	return usd(a.progress.Spent) + float64(a.progress.Running+1)*next
}

// usd is what is spent; unpriced models count nothing.
func usd(s bench.Spent) float64 {
	if s.USD == nil {
		return 0
	}
	return *s.USD
}

// count counts a run that has ended.
func (t *trials) count(r trajectory.Result, err error) {
	a := &t.tally
	a.mu.Lock()
	defer a.mu.Unlock()
	now := &a.progress
	now.Running--
	if r.RunID == "" {
		a.stop = err
		return
	}
	a.made = append(a.made, r.RunID)
	now.Done, now.Spent = now.Done+1, plus(now.Spent, spentBy(r))
	if passed := r.Passed != nil && *r.Passed; passed || now.Claimed && r.Outcome == trajectory.Solved {
		now.Passed++
	}
	if a.inRow++; r.Outcome != trajectory.Errored {
		a.inRow = 0
	} else {
		now.Errors++
	}
	if a.inRow >= patience && a.stop == nil {
		a.stop = &MissingError{fmt.Sprintf("the last %d trials all broke: %v", a.inRow, err)}
	}
	t.watch.Progress(*now)
}
