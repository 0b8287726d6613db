package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"legomem/configs"
	"legomem/curate"
	"legomem/llm/cost"
	"legomem/membank"
	"legomem/officebench/trial"
	"legomem/trajectory"
)

// curating turns runs into memories of one bank, as configured.
type curating struct {
	desk    *Desk
	config  configs.Config
	alone   bool // each run is learned from by itself
	bank    *membank.Bank
	curator curate.Curator
	meter   *cost.Meter
	models  map[string]string // the models that were asked, by role
	// tell records what each call cost; nil if nobody does. Its errors are joined in
	// unwritten.
	tell      func(role string, s trial.Spend) error
	unwritten error
	kin       kinsfolk
}

func (d *Desk) curating(config configs.Config, bank *membank.Bank, budget cost.Budget) (*curating, error) {
	c := &curating{desk: d, config: config, bank: bank, meter: cost.NewMeter(prices(config.PriceList()), budget), models: map[string]string{}}
	if config.Curate.By == "rule" {
		c.curator = curate.Rule{Learning: c.learning(), Now: d.Now}
		return c, nil
	}
	ask, err := c.asking(curate.CuratorRole)
	if err != nil {
		return nil, err
	}
	c.curator = curate.Model{Asking: ask, Learning: c.learning()}
	return c, nil
}

// asking is the model of a role that curates.
func (c *curating) asking(role string) (curate.Asking, error) {
	config, d := c.config, c.desk
	prompts, err := curate.LoadPrompts(config.Curate.Prompts)
	if err != nil {
		return curate.Asking{}, BadInput("curate.prompts: %v", err)
	}
	if err := checkRoles(config.Team); err != nil {
		return curate.Asking{}, err
	}
	r, err := d.role(config, role)
	if err != nil {
		return curate.Asking{}, err
	}
	c.models[role] = r.Model
	return curate.Asking{Chat: r.Chat, Model: r.Model, Sampling: r.Sampling, Prompts: prompts, Retries: config.Model.ParseRetries,
		MaxTokens: config.Curate.Tokens, Now: d.Now, Meter: c.meter, Log: c.called}, nil
}

// called records what a call cost.
func (c *curating) called(e trajectory.ModelCalled) {
	if c.tell == nil {
		return
	}
	c.unwritten = errors.Join(c.unwritten, c.tell(e.Role, trial.Spend{Model: e.Model, Calls: 1,
		Tokens: trial.Tokens{Prompt: e.PromptTokens, Completion: e.CompletionTokens}, CostUSD: e.CostUSD}))
}

// metered is a context whose embeddings are among what curating costs.
func (c *curating) metered(ctx context.Context) context.Context {
	return cost.With(ctx, func(model string, u cost.Usage) {
		c.models[cost.Embedder] = model
		c.called(trajectory.ModelCalled{Role: cost.Embedder, Model: model, PromptTokens: u.Prompt, CostUSD: c.meter.Add(cost.Embedder, model, u)})
	})
}

// Curated is what was learned from one run.
type Curated struct {
	Run   string        `json:"run"`
	Units []string      `json:"units"`
	Added membank.Added `json:"added"`
	// Known is true if the run had nothing new to teach.
	Known bool `json:"known,omitempty"`
	// Was is the sentence of the bank's memory of the same id, if that was another.
	Was string `json:"was,omitempty"`
	// With are the other runs that the procedure was generalised together with. Refined
	// are the bank's memories that have a better procedure because of this run.
	With    []string `json:"with,omitempty"`
	Refined []string `json:"refined,omitempty"`
	Notes   []string `json:"notes"`
	// Warnings are what a failed run failed by, each a unit; then there is no memory of
	// the task.
	Warnings []string `json:"warnings,omitempty"`
	// Already are other memories that the run's sentence asks for.
	Already []SaidAlready `json:"said_already,omitempty"`

	// Task is the memory of the whole task, as it was made.
	Task membank.Unit `json:"-"`
}

// one curates a run into full-task and subtask memories. If the curator is a model, it
// checks first whether the bank has them; by rule a run is read again, since reflex may
// now compile something else.
func (c *curating) one(ctx context.Context, run *trajectory.Run) (Curated, error) {
	ctx = c.metered(ctx)
	out := Curated{Run: run.ID, Notes: []string{}}
	if played := run.Practised(); played != "" {
		out.Known = true
		out.Notes = append(out.Notes, "it was played from memory "+played+", and teaches nothing new")
		return out, nil
	}
	if curate.Failed(run) && c.config.Memory.Pitfalls {
		return c.warn(ctx, run, out)
	}
	if _, byModel := c.curator.(curate.Model); byModel {
		known, err := curate.Curated(ctx, c.bank, run, c.curator.Name())
		if err != nil || known {
			out.Known = known
			return out, err
		}
	}
	units, notes, err := c.curator.Curate(ctx, run)
	out.Notes = append(out.Notes, notes...)
	if err != nil {
		return out, err
	}
	out.Task = units[0]
	if out.Was, err = c.was(ctx, units[0]); err != nil {
		return out, err
	}
	for _, u := range units {
		out.Units = append(out.Units, u.ID)
	}
	for _, s := range units[0].Joined {
		out.With = append(out.With, s.Run)
	}
	if units[0], err = c.keepSeen(ctx, units[0]); err != nil {
		return out, err
	}
	out.Added, err = c.add(ctx, units)
	return out, err
}

// byRule curates a run without a model.
func (c *curating) byRule(ctx context.Context, run *trajectory.Run) error {
	rule := *c
	rule.curator = curate.Rule{Learning: c.learning(), Now: c.desk.Now}
	_, err := rule.one(ctx, run)
	return err
}

func (c *curating) add(ctx context.Context, units []membank.Unit) (membank.Added, error) {
	if near := c.config.Curate.Merge; near > 0 {
		return c.bank.Merge(ctx, units, near)
	}
	return c.bank.Add(ctx, units)
}

// raw keeps a run as it is, for the baseline synapse.
func (c *curating) raw(ctx context.Context, run *trajectory.Run) (membank.Added, error) {
	ctx = c.metered(ctx)
	u, err := curate.Raw(run, c.desk.Now())
	if err != nil {
		return membank.Added{}, err
	}
	return c.bank.Add(ctx, []membank.Unit{u})
}

// routines induces what the runs have in common, for the baseline awm.
func (c *curating) routines(ctx context.Context, runs []*trajectory.Run) (membank.Added, []string, error) {
	ctx = c.metered(ctx)
	ask, err := c.asking(curate.InducerRole)
	if err != nil {
		return membank.Added{}, nil, err
	}
	embedder, err := c.desk.embedder(c.config)
	if err != nil {
		return membank.Added{}, nil, err
	}
	in := curate.Inducer{Asking: ask, Embedder: embedder, Linkage: curate.Linkage(c.config.AWM.Linkage), Threshold: c.config.AWM.Threshold}
	if known, err := c.allKnown(ctx, runs, in.Name()); err != nil || known {
		return membank.Added{}, []string{"the routines of these runs are known already"}, err
	}
	units, notes, broke := in.Induce(ctx, runs)
	added, err := c.bank.Add(ctx, units) // including what was found before something broke
	return added, notes, errors.Join(broke, err)
}

// allKnown reports whether this curator has made something of each of the runs.
func (c *curating) allKnown(ctx context.Context, runs []*trajectory.Run, curator string) (bool, error) {
	for _, run := range runs {
		known, err := curate.Curated(ctx, c.bank, run, curator)
		if err != nil || !known {
			return false, err
		}
	}
	return len(runs) > 0, nil
}

// all curates the runs in these folders into all kinds that are wanted, and, as far as the
// configuration has it, those that failed into pitfalls. A run that is refused is noted;
// the others go on.
func (c *curating) all(ctx context.Context, dirs, failedDirs []string, kinds []membank.UnitKind, out *trial.Curation) error {
	runs, err := openAll(dirs)
	if err != nil {
		return err
	}
	if !c.config.Memory.Pitfalls {
		failedDirs = nil
	}
	failed, err := openAll(failedDirs)
	if err != nil {
		return err
	}
	c.kin.runs = slices.Concat(runs, failed)
	for _, run := range runs {
		if err := errors.Join(c.wanted(ctx, run, kinds, out), c.unwritten); err != nil {
			return err
		}
	}
	if err := c.warnings(ctx, failed, kinds); err != nil {
		return err
	}
	if !slices.Contains(kinds, membank.RoutineUnit) {
		return nil
	}
	_, notes, err := c.routines(ctx, runs)
	out.Notes = append(out.Notes, notes...)
	return errors.Join(err, c.unwritten)
}

func openAll(dirs []string) ([]*trajectory.Run, error) {
	var runs []*trajectory.Run
	for _, dir := range dirs {
		run, err := trajectory.Open(dir)
		if err != nil {
			return nil, fmt.Errorf("read the run %s: %w", dir, err)
		}
		runs = append(runs, run.AsOne())
	}
	return runs, nil
}

func (c *curating) wanted(ctx context.Context, run *trajectory.Run, kinds []membank.UnitKind, out *trial.Curation) error {
	refused := false
	note := func(text string) { out.Notes = append(out.Notes, run.Started.Task.ID+": "+text) }
	// A run that teaches nothing is noted, and the others go on.
	check := func(err error) error {
		var no *NotSolved
		if err = curateError(err); errors.As(err, &no) {
			note(no.Said)
			refused = true
			return nil
		}
		return err
	}
	if slices.Contains(kinds, membank.FullTask) {
		did, err := c.one(ctx, run)
		for _, n := range did.Notes {
			note(n)
		}
		if caused[*curate.Refused](err) { // every run that passed is to be remembered
			note(err.Error() + "; it is remembered by rule in its place")
			err = c.byRule(ctx, run)
		}
		if err := check(err); err != nil {
			return err
		}
	}
	if slices.Contains(kinds, membank.RawTrajectory) {
		_, err := c.raw(ctx, run)
		if err := check(err); err != nil {
			return err
		}
	}
	if refused {
		out.Refused++
	}
	return nil
}

// spent is what models cost, by role.
func (c *curating) spent() map[string]trial.Spend {
	out := map[string]trial.Spend{}
	for role, s := range c.meter.ByRole() {
		out[role] = trial.Spend{Model: c.models[role], Calls: s.Calls, Tokens: trial.Tokens{Prompt: s.Prompt, Completion: s.Completion}, CostUSD: s.USD}
	}
	return out
}
