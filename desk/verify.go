package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"legomem/agents/reflex"
	"legomem/configs"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/officebench"
	"legomem/tools/sandbox"
	"legomem/words"
)

// VerifyOrder selects the procedures that VerifyMemories replays, and how.
type VerifyOrder struct {
	IDs []string // memories', or the beginnings of their ids; none: all that hold a procedure
	// Suite is the folder of the suite whose tasks they were learned from; "" for none.
	Suite    string
	DryRun   bool // change no quarantine
	Parallel int  // how many at once; 0: as many as there are processors
}

// The verdicts on a procedure.
const (
	Verified   = "verified"
	Failed     = "failed"
	Unverified = "cannot be verified"
)

// Verdict is what came of a replay.
type Verdict struct {
	ID       string `json:"id"`
	Sentence string `json:"sentence"`
	Verdict  string `json:"verdict"`
	// By is what a verified procedure was checked against besides its actions:
	// "evaluation" or "files".
	By       string `json:"by,omitempty"`
	Why      string `json:"why,omitempty"`
	Action   int    `json:"action,omitempty"` // the number of the replayed action that differs
	Expected string `json:"expected,omitempty"`
	Got      string `json:"got,omitempty"`
	Authored bool   `json:"authored"`
	// Change is what it did to the quarantine: "quarantined", "lifted" or "".
	Change string `json:"change,omitempty"`
}

// Reason is why a verdict is not a good one, on one line.
func (v Verdict) Reason() string {
	why := words.Short(v.Why, 300)
	if v.Expected == "" && v.Got == "" {
		return why
	}
	at := ""
	if v.Action > 0 {
		at = fmt.Sprintf("action %d: ", v.Action)
	}
	return fmt.Sprintf("%s; %sexpected %s, got %s", why, at, words.Short(v.Expected, 200), words.Short(v.Got, 300))
}

// judged returns a verdict on the same procedure that has only a reason.
func (v Verdict) judged(verdict, why string) Verdict {
	return Verdict{ID: v.ID, Sentence: v.Sentence, Authored: v.Authored, Verdict: verdict, Why: why}
}

// VerifyMemories replays procedures on the tasks they were learned from, and compares
// what they do with what was done then. One that passes leaves the quarantine that a
// failure put it into; one that fails is put into it. See gets each verdict as soon as
// it is there, with how many there are so far and in all; it may be nil. The verdicts
// are in the memories' order.
func (d *Desk) VerifyMemories(ctx context.Context, o VerifyOrder, see func(v Verdict, done, all int)) ([]Verdict, error) {
	if o.Parallel < 0 {
		return nil, BadInput("--parallel %d is less than one at a time; leave it out for as many as there are processors", o.Parallel)
	}
	r := &replays{desk: d, config: d.config, dryRun: o.DryRun, see: see}
	mode := sqlite.ReadWrite
	if o.DryRun {
		mode = sqlite.ReadOnly
	}
	var err error
	if o.Suite != "" {
		if r.suite, err = officebench.Open(o.Suite); err != nil {
			return nil, err
		}
	}
	return withBank(ctx, d, mode, func(b *membank.Bank) ([]Verdict, error) {
		units, err := playable(ctx, b, o.IDs)
		if err != nil {
			return nil, err
		}
		launcher, done, err := d.launcherFor(r.config.Sandbox, true)
		if err != nil {
			return nil, err
		}
		defer done()
		r.bank, r.launcher = b, launcher
		return r.all(ctx, units, d.atOnce(o.Parallel, true))
	})
}

// playable returns the memories that are named, which must have a procedure, or all
// that have one.
func playable(ctx context.Context, b *membank.Bank, ids []string) ([]membank.Unit, error) {
	if len(ids) == 0 {
		all, err := b.List(ctx, membank.Filter{Kind: membank.FullTask}, membank.Page{})
		return slices.DeleteFunc(all, func(u membank.Unit) bool { return len(u.Procedure) == 0 }), err
	}
	var out []membank.Unit
	for _, id := range ids {
		u, err := beginningWith(ctx, b, id)
		if err == nil {
			_, err = ProcedureOf(u)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return out, nil
}

// replays verifies procedures.
type replays struct {
	desk     *Desk
	config   configs.Config
	bank     *membank.Bank
	suite    *officebench.Suite // nil where none is named
	launcher sandbox.Launcher
	dryRun   bool
	see      func(v Verdict, done, all int)

	mu   sync.Mutex // guards what is told, and the bank's changes
	told int
}

// all verifies units, some at a time, and returns their verdicts in the units'
// order.
func (r *replays) all(ctx context.Context, units []membank.Unit, atOnce int) ([]Verdict, error) {
	out, errs := make([]Verdict, len(units)), make([]error, len(units))
	slots := make(chan struct{}, atOnce)
	var work sync.WaitGroup
	for i, u := range units {
		slots <- struct{}{}
		work.Go(func() {
			defer func() { <-slots }()
			if ctx.Err() != nil {
				return
			}
			if out[i], errs[i] = r.one(ctx, u); errs[i] == nil {
				r.tell(out[i], len(units))
			}
		})
	}
	work.Wait()
	return out, errors.Join(ctx.Err(), errors.Join(errs...))
}

func (r *replays) tell(v Verdict, all int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.told++
	if r.see != nil {
		r.see(v, r.told, all)
	}
}

// one verifies a procedure, and changes its quarantine according to the verdict.
func (r *replays) one(ctx context.Context, u membank.Unit) (Verdict, error) {
	v := Verdict{ID: u.ID, Sentence: DescribeMemory(u).Sentence, Authored: u.Compiler == membank.Authored}
	from, err := r.origin(u)
	if _, other := reflex.Decode(u.Procedure); other != nil {
		err = fmt.Errorf("%w; curate its run again", other)
	}
	if err != nil {
		return v.judged(Unverified, err.Error()), nil
	}
	if v, err = r.replay(ctx, u, from, v); err != nil || r.dryRun {
		return v, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case v.Verdict == Verified && u.Suspended != "":
		v.Change = "lifted"
		return v, r.bank.Reinstate(ctx, u.ID)
	case v.Verdict == Failed:
		v.Change = "quarantined"
		return v, r.bank.Suspend(ctx, u.ID, "memory verify: "+v.Reason())
	}
	return v, nil
}
