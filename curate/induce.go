package curate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"legomem/lists"
	"legomem/membank"
	"legomem/trajectory"
)

// Inducer makes the routines of the AWM baseline (LEGOMem 4.1.2, 4.1.3): it clusters
// successful runs by their tasks, and a model finds in each cluster what can be reused,
// as steps with variables. The adaptation to a team is ours: a routine belongs to one
// agent, and is checked against what that agent did.
type Inducer struct {
	Asking
	Embedder  membank.Embedder
	Linkage   Linkage // empty: Average
	Threshold float64 // cosine distance at which clusters stay apart
}

// Name is the model's name with the prompt's version.
func (in Inducer) Name() string { return in.name("induce") }

// Induce returns the routines of the runs, each with all runs of its cluster as its
// sources, and notes for the user. Runs that did not succeed and clusters for which the
// model gives no usable reply are left out and noted. If the model cannot be reached, or
// the budget is spent, what was found so far comes with the error.
func (in Inducer) Induce(ctx context.Context, runs []*trajectory.Run) (units []membank.Unit, notes []string, err error) {
	if err := in.checkAll(); err != nil {
		return nil, nil, err
	}
	runs, notes = successful(runs)
	clusters, err := in.clusters(ctx, runs)
	if err != nil {
		return nil, notes, err
	}
	var found gathered
	for _, cluster := range clusters {
		more, err := in.cluster(ctx, cluster, &found)
		notes = append(notes, more...)
		var refused *Refused
		switch {
		case errors.As(err, &refused):
			notes = append(notes, err.Error())
		case err != nil:
			units, sealErr := found.seal()
			return units, notes, errors.Join(err, sealErr)
		}
	}
	units, err = found.seal()
	return units, notes, err
}

func (in Inducer) checkAll() error {
	if err := in.check(); err != nil {
		return err
	}
	if in.Embedder == nil {
		return errors.New("routines need an embedder, to tell which tasks are alike")
	}
	if !(in.Threshold >= 0 && in.Threshold <= 2) {
		return fmt.Errorf("the threshold %v is no cosine distance; 0 to 2 are accepted", in.Threshold)
	}
	if in.Linkage != "" {
		if _, err := ParseLinkage(string(in.Linkage)); err != nil {
			return err
		}
	}
	return nil
}

func successful(runs []*trajectory.Run) (good []*trajectory.Run, notes []string) {
	for _, run := range runs {
		err := learnable(run)
		if slices.ContainsFunc(good, func(r *trajectory.Run) bool { return r.ID == run.ID }) {
			err = errors.New("it is there twice")
		}
		if err != nil {
			notes = append(notes, fmt.Sprintf("run %s is left out: %v", run.ID, err))
			continue
		}
		good = append(good, run)
	}
	return good, notes
}

func (in Inducer) clusters(ctx context.Context, runs []*trajectory.Run) ([][]*trajectory.Run, error) {
	if len(runs) == 0 {
		return nil, nil
	}
	texts := lists.Map(runs, func(run *trajectory.Run) string { return run.Started.Task.Text })
	vectors, err := in.Embedder.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("cluster %d runs: %w", len(runs), err)
	}
	if len(vectors) != len(texts) {
		return nil, fmt.Errorf("cluster %d runs: the embedder %s gave %d vectors", len(runs), in.Embedder.Model(), len(vectors))
	}
	var out [][]*trajectory.Run
	for _, members := range Cluster(vectors, in.Linkage, in.Threshold) {
		out = append(out, lists.Map(members, func(i int) *trajectory.Run { return runs[i] }))
	}
	return out, nil
}

// cluster asks for one cluster's routines and gathers them.
func (in Inducer) cluster(ctx context.Context, runs []*trajectory.Run, found *gathered) (notes []string, err error) {
	name := runs[0].ID
	if more := len(runs) - 1; more > 0 {
		name = fmt.Sprintf("%s (and %d like it)", name, more)
	} else {
		notes = append(notes, fmt.Sprintf("run %s is like no other: its routines rest on one example", name))
	}
	before, err := precedents(runs)
	if err != nil {
		return notes, err
	}
	var routines []routine
	more, err := in.ask(ctx, question{
		role: InducerRole, prompt: "induce", run: name, script: writeScripts(runs),
		render: func(text string) (string, error) {
			return in.Prompts.Render("induce", inductionView{Trajectories: text, Count: len(runs)})
		},
		parse: func(reply string) (err error) {
			if routines, err = parseRoutines(reply); err != nil {
				return err
			}
			for i, r := range routines {
				if err := before.allows(r); err != nil {
					return inList("routines", i, err)
				}
			}
			return nil
		},
	})
	notes = append(notes, more...)
	if err != nil {
		return notes, err
	}
	if len(routines) == 0 {
		notes = append(notes, fmt.Sprintf("run %s: the model found no routine", name))
	}
	for _, r := range routines {
		found.add(in.unit(r, runs), r.key())
	}
	return notes, nil
}

func (in Inducer) unit(r routine, runs []*trajectory.Run) membank.Unit {
	u := membank.Unit{
		Kind: membank.RoutineUnit, Task: runs[0].Started.Task.Text, Routine: r.kept(),
		Source: SourceOf(runs[0]), Created: in.Now(), Curator: in.Name(),
		OutsideContent: slices.ContainsFunc(runs, readOutside),
	}
	for _, run := range runs[1:] {
		u.Merged = append(u.Merged, SourceOf(run))
	}
	return u
}

// writeScripts writes the runs of a cluster one after the other.
func writeScripts(runs []*trajectory.Run) script {
	var all script
	for i, run := range runs {
		if len(runs) > 1 {
			all.say(fmt.Sprintf("== Log %d of %d ==", i+1, len(runs)), "")
		}
		all = append(all, writeScript(run)...)
	}
	return all
}

// gathered are the routines so far, each once.
type gathered struct {
	units []membank.Unit
	keys  []string
}

// add keeps a routine. If it is known already, the known one gets its sources.
func (g *gathered) add(u membank.Unit, key string) {
	i := slices.Index(g.keys, key)
	if i < 0 {
		g.units, g.keys = append(g.units, u), append(g.keys, key)
		return
	}
	known := &g.units[i]
	known.OutsideContent = known.OutsideContent || u.OutsideContent
	for _, s := range u.Sources() {
		if !slices.Contains(known.Sources(), s) {
			known.Merged = append(known.Merged, s)
		}
	}
}

func (g *gathered) seal() ([]membank.Unit, error) {
	var out []membank.Unit
	for _, u := range g.units {
		sealed, err := membank.Seal(u)
		if err != nil {
			return nil, err
		}
		out = append(out, sealed)
	}
	return out, nil
}
