package desk

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"

	"legomem/agents/reflex"
	"legomem/curate"
	"legomem/membank"
	"legomem/tools/apps"
	"legomem/trajectory"
)

// nearUnits is how many of the bank's memories are searched for runs of the same work.
const nearUnits = 2 * curate.MostKin

// kinsfolk are the runs that a run may be generalised together with.
type kinsfolk struct {
	runs []*trajectory.Run          // of this command
	logs map[string]*trajectory.Run // that the bank learned from, by id; nil for one that cannot be read
}

// learning is how this command's curator makes procedures.
func (c *curating) learning() curate.Learning {
	return curate.Learning{Compile: curate.Reflex(apps.Registry()), Others: c.others, Failures: c.failures}
}

// others returns runs that may have done the same work: this command's, and those that
// the nearest memories of the bank were learned from.
func (c *curating) others(ctx context.Context, run *trajectory.Run) ([]*trajectory.Run, error) {
	if c.alone {
		return nil, nil
	}
	pool := slices.Clone(c.kin.runs)
	near, err := c.bank.Search(ctx, membank.Query{Text: run.Started.Task.Text, K: nearUnits, Filter: membank.Filter{Kind: membank.FullTask, Own: true}})
	if err != nil {
		return nil, err
	}
	for _, h := range near {
		for _, s := range h.Unit.Sources() {
			if log := c.log(s.Run); log != nil {
				pool = append(pool, log)
			}
		}
	}
	return curate.Kin(run, pool), nil
}

// log returns a run that the bank learned from, nil if it cannot be read.
func (c *curating) log(id string) *trajectory.Run {
	if run, read := c.kin.logs[id]; read {
		return run
	}
	if c.kin.logs == nil {
		c.kin.logs = map[string]*trajectory.Run{}
	}
	run, err := c.desk.sourceRun(id)
	if err == nil {
		c.kin.logs[id] = run.AsOne()
	} else {
		c.kin.logs[id] = nil // it is gone, or of a newer program
	}
	return c.kin.logs[id]
}

// sourceRun reads the log of a run by its whole id.
func (d *Desk) sourceRun(id string) (*trajectory.Run, error) {
	dir, err := RunsDir(d.config, d.Lookup)
	if err != nil {
		return nil, err
	}
	if id == "" || filepath.Base(id) != id {
		return nil, BadInput("%q is no run's id", id)
	}
	return trajectory.Open(filepath.Join(dir, id))
}

// refine gives a better procedure to the memories that the bank has of runs with which
// one of this command's runs was generalised, and returns their ids. What a person
// wrote stays.
func (c *curating) refine(ctx context.Context, runs []string) ([]string, error) {
	var refined []string
	for _, id := range runs {
		if slices.ContainsFunc(c.kin.runs, func(r *trajectory.Run) bool { return r.ID == id }) {
			continue // it is curated by this command, with all the others
		}
		units, err := c.bank.List(ctx, membank.Filter{Kind: membank.FullTask, Own: true, Run: id}, membank.Page{})
		if err != nil {
			return refined, err
		}
		for _, u := range units {
			better, err := c.better(ctx, u)
			if err != nil {
				return refined, err
			}
			if better {
				refined = append(refined, u.ID)
			}
		}
	}
	return refined, nil
}

// better compiles a memory anew, and keeps the result if it is made from more runs than
// the old procedure.
func (c *curating) better(ctx context.Context, u membank.Unit) (bool, error) {
	run := c.log(u.Source.Run)
	if run == nil || u.Compiler == membank.Authored {
		return false, nil
	}
	l := c.learning()
	others, err := l.Others(ctx, run)
	if err != nil {
		return false, err
	}
	made, err := l.Compile(run, others)
	if err != nil || len(made.With)+1 <= DescribeMemory(u).Examples {
		return false, nil // what is there stays
	}
	var joined []membank.Source
	for _, other := range made.With {
		joined = append(joined, curate.SourceOf(other))
	}
	procedure, err := withSeen(made.Procedure, u.Procedure)
	if err != nil {
		return false, err
	}
	return true, c.bank.SetProcedure(ctx, u.ID, procedure, made.Version, joined)
}

// keepSeen adds to a memory that is learned again the wordings that its procedure has
// been given since.
func (c *curating) keepSeen(ctx context.Context, u membank.Unit) (membank.Unit, error) {
	old, err := c.bank.Get(ctx, []string{u.ID})
	if err != nil || len(old) == 0 || len(u.Procedure) == 0 || old[0].Untrusted {
		return u, err
	}
	if u.Procedure, err = withSeen(u.Procedure, old[0].Procedure); err != nil {
		return u, err
	}
	return membank.Seal(u)
}

// withSeen adds to a procedure those wordings of another that models vouched for and
// that give all its values.
func withSeen(procedure, was json.RawMessage) (json.RawMessage, error) {
	now, err := reflex.Decode(procedure)
	before, other := reflex.Decode(was)
	if err != nil || other != nil {
		return procedure, nil // there was none, or of another compiler
	}
	n := len(now.Patterns)
	for _, p := range before.Patterns {
		if p.Seen && now.Gives(p) && !slices.ContainsFunc(now.Patterns, p.SaysSo) {
			now.Patterns = append(now.Patterns, p)
		}
	}
	if len(now.Patterns) == n {
		return procedure, nil
	}
	return json.Marshal(now)
}
