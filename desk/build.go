package desk

import (
	"context"
	"path/filepath"
	"slices"

	"legomem/agents"
	"legomem/configs"
	"legomem/llm/cost"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
)

// Prepared is what runs need, kept open for as many runs as there are. Close it after
// them.
type Prepared struct {
	desk   *Desk
	deps   orchestrator.Deps
	bank   *membank.Bank
	closes []func() // in the order in which they were opened
}

// Prepare makes what many runs at once need, those of a batch. They do practised work: of
// many rows nobody can be asked what they mean.
func (d *Desk) Prepare(ctx context.Context) (*Prepared, error) {
	return d.prepare(ctx, practisedOnly(d.config), sandboxes{many: true}, nil)
}

// practisedOnly is a configuration for what nobody is asked about: without the everyday
// skills, and without work that is only likely.
func practisedOnly(c configs.Config) configs.Config {
	c.Reflex.Skills, c.Reflex.Likely = false, false
	return c
}

// sandboxes is where runs get their sandboxes: from the caller's launcher, which the
// caller closes, or else from one of their own, for one run or for many.
type sandboxes struct {
	launcher sandbox.Launcher
	many     bool
}

// prepare makes what runs need from the configuration, top to bottom: the sandbox,
// the bank, and all the rest. A brain that is given is used instead of the configured
// one (demo play).
func (d *Desk) prepare(ctx context.Context, c configs.Config, in sandboxes, brain agents.Brain) (p *Prepared, err error) {
	p = &Prepared{desk: d}
	defer func() {
		if err != nil {
			p.Close()
		}
	}()
	done := func() {}
	if in.launcher == nil {
		if in.launcher, done, err = d.launcherFor(c.Sandbox, in.many); err != nil {
			return p, err
		}
		p.closes = append(p.closes, done)
	}
	if p.bank, done, err = d.openBank(ctx, c, sqlite.ReadWrite); err != nil {
		return p, err
	}
	p.closes = append(p.closes, done)
	p.deps, err = d.deps(c, in.launcher, p.bank, brain)
	p.deps.Resumable = brain == nil // a given brain cannot be found again
	return p, err
}

// Close closes what the runs needed.
func (p *Prepared) Close() {
	for _, end := range slices.Backward(p.closes) {
		end()
	}
}

// deps makes the rest of what runs need, given a sandbox and a bank: the brain, the
// team, the memories, the limits.
func (d *Desk) deps(c configs.Config, launcher sandbox.Launcher, bank *membank.Bank, brain agents.Brain) (orchestrator.Deps, error) {
	thinks, err := mind{brain: brain}, error(nil)
	if brain == nil {
		if thinks, err = d.mind(c); err != nil {
			return orchestrator.Deps{}, err
		}
	}
	runs, err := RunsDir(c, d.Lookup)
	if err != nil {
		return orchestrator.Deps{}, err
	}
	remembers, err := memoryOf(c, bank, thinks)
	if err != nil {
		return orchestrator.Deps{}, err
	}
	host, eyes, err := d.host(c)
	if err != nil {
		return orchestrator.Deps{}, err
	}
	registry := apps.Registry()
	d.Log.Debug().Str("brain", thinks.brain.Name()).Str("sandbox", launcher.Name()).Str("bank", bankName(c)).Str("runs", runs).Msg("built")
	rules := d.Policy
	if rules == nil {
		rules = d.policy(c)
	}
	return orchestrator.Deps{
		Brain: thinks.brain, Team: agents.DefaultTeam(), Tools: registry, Launcher: launcher, Policy: rules, Host: host, Runs: runs,
		Limits: limits(c.Limits), Prices: prices(c.PriceList()), Memory: remembers, MemoryName: c.Memory.Strategy,
		Shell:    c.Sandbox.Shell,
		Versions: map[string]string{"program": Version(), "prompts": thinks.prompts, "config": c.Hash(), "bank": bankName(c), "tenant": c.Memory.Tenant, "tools": registry.Hash(), "vision": eyes},
		Now:      d.Now,
	}, nil
}

// RunsDir is the folder that holds the runs.
func RunsDir(c configs.Config, lookup func(string) (string, bool)) (string, error) {
	if c.Out != "" {
		return filepath.Abs(c.Out)
	}
	dir, err := configs.DataDir(lookup)
	if err != nil {
		return "", BadInput("no folder for the runs: %v; name one with --out", err)
	}
	return string(places.Data(dir).Runs()), nil
}

func limits(c configs.Limits) orchestrator.Limits {
	return orchestrator.Limits{Rounds: c.Rounds, Stalls: c.Stalls, Replans: c.Replans, Steps: c.Steps, Repeats: c.Repeats,
		Wall: c.Time, Budget: cost.Budget{Tokens: c.Tokens, USD: c.USD}}
}

func prices(in []configs.Price) cost.Prices {
	var out cost.Prices
	for _, p := range in {
		out = append(out, cost.Price{Model: p.Model, PromptPerMTok: p.Prompt, CompletionPerMTok: p.Completion, CachedPerMTok: p.Cached, Dated: p.Dated})
	}
	return out
}
