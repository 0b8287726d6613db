package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"syscall"

	"legomem/officebench"
	"legomem/officebench/trial"
	"legomem/trajectory"
)

// Broken is an experiment that was stopped because something outside breaks
// every run.
type Broken struct {
	InRow   int
	Missing int
	Err     error
}

func (b *Broken) Error() string {
	return fmt.Sprintf("the last %d runs all broke on something outside (%v); %d runs are missing. Mend it and start the same bench again, with --rerun-errors for those that broke",
		b.InRow, b.Err, b.Missing)
}

// Unwrap returns the cause of the last one.
func (b *Broken) Unwrap() error { return b.Err }

// patience is how many runs in a row, per run at once, may break on something outside.
const patience = 5

// shift is one start's work on a phase.
type shift struct {
	engine *Engine
	books  *books
	// prepare says how a trial is run: its bank and what it hides.
	prepare func(trial.Trial, *Job)

	mu       sync.Mutex
	ended    *sync.Cond // signals that a run has ended
	running  map[trial.Trial]bool
	progress Progress
	inRow    int // infrastructure errors since the last run without one
	stop     error
}

// work makes the runs that a phase still needs, several at once.
func (e *Engine) work(ctx context.Context, b *books, todo []trial.Trial, prepare func(trial.Trial, *Job)) error {
	if e.Pilot > 0 {
		todo = e.pilot(todo)
	}
	s := &shift{engine: e, books: b, prepare: prepare, running: map[trial.Trial]bool{}, progress: Progress{Phase: b.stage.phase, Total: len(b.stage.trials)}}
	s.ended = sync.NewCond(&s.mu)
	waiting := map[trial.Trial]bool{}
	for _, t := range todo {
		waiting[t] = true
	}
	for _, r := range b.effective() {
		if !waiting[r.Trial] {
			s.count(r)
		}
	}
	s.progress.Resumed = s.progress.Done
	s.tell()
	s.carryOut(ctx, todo)
	return s.end(ctx)
}

// carryOut hands the trials out, in order, to the goroutines that run them.
func (s *shift) carryOut(ctx context.Context, todo []trial.Trial) {
	next := make(chan trial.Trial)
	var hands sync.WaitGroup
	for range min(s.engine.Parallel, len(todo)) {
		hands.Go(func() {
			for t := range next {
				if s.begin(ctx, t) {
					s.finish(t, s.one(ctx, t))
				}
			}
		})
	}
	for _, t := range todo {
		next <- t
	}
	close(next)
	hands.Wait()
}

// begin reports whether a run may start. If the cap leaves no room, it waits for the runs
// under way, which may use less than expected.
func (s *shift) begin(ctx context.Context, t trial.Trial) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.stop == nil && ctx.Err() == nil {
		capped := s.room(t)
		if capped == nil {
			s.running[t] = true
			s.progress.Running++
			return true
		}
		if len(s.running) == 0 {
			s.stop = capped
			break
		}
		s.ended.Wait()
	}
	s.ended.Broadcast() // the others need not wait either
	return false
}

// room is the cap that forbids another run, nil where none does.
func (s *shift) room(t trial.Trial) *Capped {
	e := s.engine
	if e.Cap.none() {
		return nil
	}
	spent := e.Spent()
	if what := e.Cap.full(spent); what != "" {
		return &Capped{What: what}
	}
	var underway use
	for other := range s.running {
		underway = underway.plus(e.outlook.of(other.Cell))
	}
	return e.Cap.over(spent, underway, e.outlook.of(t.Cell))
}

// result is the outcome of one attempt: a record, or nothing where it was cancelled.
type result struct {
	record *trial.Record
	cause  error
	spent  map[string]trial.Spend
	fatal  error // ends the experiment
}

// one makes one attempt at a trial.
func (s *shift) one(ctx context.Context, t trial.Trial) result {
	e := s.engine
	task, err := e.Suite.Task(t.Task)
	if err != nil {
		return result{fatal: err}
	}
	attempt := s.attempt(t)
	job := Job{Phase: s.books.stage.phase, Trial: t, Task: task, Runs: s.books.stage.folder(t), Run: runID(attempt, e.NewID())}
	s.prepare(t, &job)
	blank := trial.Record{Trial: t, Level: level(t.Task), Attempt: attempt, Run: job.Run, Started: e.Now().UTC()}
	cause := e.Lab.Run(ctx, job)
	run, err := trajectory.Open(job.folder())
	if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
		cause = &Outside{errors.Join(cause, err)}
	}
	if err != nil {
		return e.unended(ctx, blank, cause, fmt.Errorf("it left no log: %w", err))
	}
	blank.Spent = spentOf(run.Calls)
	if !ended(run) {
		return e.unended(ctx, blank, cause, errors.New("its log has no end"))
	}
	r, err := RecordOf(run, t, attempt, cause)
	if err != nil {
		return result{fatal: err}
	}
	e.complete(&r)
	return result{record: &r, cause: cause, spent: r.Spent}
}

// unended handles an attempt that did not end by itself. A cancelled one is made again
// later; one that something outside broke is recorded as such; anything else would happen
// to every run, and ends the experiment.
func (e *Engine) unended(ctx context.Context, r trial.Record, cause, what error) result {
	var outside *Outside
	switch {
	case ctx.Err() != nil:
		return result{spent: r.Spent}
	case errors.As(cause, &outside):
		sum := newPurse()
		sum.add(r.Spent)
		all := sum.total()
		r.Outcome, r.Reason, r.Infrastructure = string(trajectory.Errored), cause.Error(), true
		r.ModelCalls, r.Tokens, r.CostUSD = all.Calls, all.Tokens, all.USD
		e.complete(&r)
		return result{record: &r, cause: cause, spent: r.Spent}
	}
	return result{spent: r.Spent, fatal: fmt.Errorf("run %s: %w", r.ID(), errors.Join(cause, what))}
}

// attempt counts another attempt at a trial.
func (s *shift) attempt(t trial.Trial) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.books.attempts[t]++
	return s.books.attempts[t]
}

// finish records the result of one attempt.
func (s *shift) finish(t trial.Trial, r result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.ended.Broadcast()
	s.engine.spent.add(r.spent)
	if r.record != nil {
		s.engine.outlook.add(s.books.stage.phase, *r.record)
	}
	delete(s.running, t)
	s.progress.Running--
	if r.fatal != nil && s.stop == nil {
		s.stop = r.fatal
	}
	if r.record == nil {
		return
	}
	if err := s.books.enter(*r.record); err != nil && s.stop == nil {
		s.stop = err
		return
	}
	s.count(*r.record)
	s.inRow++
	if !r.record.Infrastructure {
		s.inRow = 0
	}
	if most := patience * s.engine.Parallel; s.inRow >= most && s.stop == nil {
		s.stop = &Broken{InRow: s.inRow, Err: r.cause}
	}
	s.tell()
}

// count enters a record in the progress.
func (s *shift) count(r trial.Record) {
	s.progress.Done++
	if r.Passed != nil && *r.Passed {
		s.progress.Passed++
	}
	if r.Infrastructure || r.Outcome == string(trajectory.Errored) {
		s.progress.Errors++
	}
}

func (s *shift) tell() {
	s.progress.Spent = s.engine.Spent()
	if s.engine.Observe != nil {
		s.engine.Observe(s.progress)
	}
}

// end says how the phase ended.
func (s *shift) end(ctx context.Context) error {
	missing := s.progress.Total - s.progress.Done
	var capped *Capped
	var broken *Broken
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(s.stop, &capped):
		capped.Spent, capped.Missing, capped.Phase = s.engine.Spent(), missing, s.books.stage.phase
	case errors.As(s.stop, &broken):
		broken.Missing = missing
	}
	return s.stop
}

// pilot keeps the missing trials of the first few tasks, with the first seed.
func (e *Engine) pilot(todo []trial.Trial) []trial.Trial {
	tasks := map[string]bool{}
	var out []trial.Trial
	for _, t := range todo {
		if t.Seed != 1 || (!tasks[t.Task] && len(tasks) == e.Pilot) {
			continue
		}
		tasks[t.Task] = true
		out = append(out, t)
	}
	return out
}

// Check reads the tasks of the split and refuses what cannot be judged.
func Check(s *officebench.Suite, split trial.Split) error {
	for _, id := range slices.Concat(split.Train, split.Test) {
		t, err := s.Task(id)
		if err != nil {
			return err
		}
		if err := t.Validate(); err != nil {
			return err
		}
	}
	return nil
}
