package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"path/filepath"
	"strings"

	"legomem/agents"
	"legomem/configs"
	"legomem/llm"
	"legomem/membank"
	"legomem/membank/store/sqlite"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
)

// parts is what a run is made of, and what must be closed after it.
type parts struct {
	deps  orchestrator.Deps
	bank  *membank.Bank
	close func()
}

// build makes what a run needs from the configuration, top to bottom: the
// sandbox, the bank, and all the rest. A brain that is given is used instead of
// the configured one (demo play).
func (a *app) build(ctx context.Context, brain agents.Brain) (*parts, error) {
	launcher, closeLauncher, err := a.launcher()
	if err != nil {
		return nil, err
	}
	p, err := a.buildOn(ctx, launcher, brain)
	if err != nil {
		closeLauncher()
		return nil, err
	}
	closeRest := p.close
	p.close = func() { closeRest(); closeLauncher() }
	return p, nil
}

// buildOn is build on a launcher of the caller's, who closes it.
func (a *app) buildOn(ctx context.Context, launcher sandbox.Launcher, brain agents.Brain) (*parts, error) {
	bank, closeBank, err := a.openBank(ctx, sqlite.ReadWrite)
	if err != nil {
		return nil, err
	}
	p := &parts{bank: bank, close: closeBank}
	if p.deps, err = a.deps(launcher, bank, brain); err != nil {
		p.close()
		return nil, err
	}
	p.deps.Resumable = brain == nil // one that was given is not found again
	return p, nil
}

// deps makes what runs are made of around a sandbox and a bank: the brain, the
// team, the memories, the limits.
func (a *app) deps(launcher sandbox.Launcher, bank *membank.Bank, brain agents.Brain) (orchestrator.Deps, error) {
	c := a.config
	thinks, err := mind{brain: brain}, error(nil)
	if brain == nil {
		if thinks, err = a.mind(); err != nil {
			return orchestrator.Deps{}, err
		}
	}
	runs, err := a.runsDir()
	if err != nil {
		return orchestrator.Deps{}, err
	}
	remembers, err := a.memory(bank, thinks.model)
	if err != nil {
		return orchestrator.Deps{}, err
	}
	host, eyes, err := a.host()
	if err != nil {
		return orchestrator.Deps{}, err
	}
	registry := apps.Registry()
	a.log.Debug().Str("brain", thinks.brain.Name()).Str("sandbox", launcher.Name()).Str("bank", a.bankName()).Str("runs", runs).Msg("built")
	return orchestrator.Deps{
		Brain: thinks.brain, Team: agents.DefaultTeam(), Tools: registry, Launcher: launcher, Policy: a.policy(), Host: host, Runs: runs,
		Limits: limits(c.Limits), Prices: prices(c.Prices), Memory: remembers, MemoryName: c.Memory.Strategy,
		AnswerAction: answerAction, Shell: c.Sandbox.Shell,
		Versions: map[string]string{"program": version(), "prompts": thinks.prompts, "config": c.Hash(), "bank": a.bankName(), "tenant": c.Memory.Tenant, "tools": registry.Hash(), "vision": eyes},
		Now:      a.now,
	}, nil
}

func (a *app) runsDir() (string, error) {
	if a.config.Out != "" {
		return filepath.Abs(a.config.Out)
	}
	dir, err := configs.DataDir(a.lookup)
	if err != nil {
		return "", usage("no folder for the runs: %v; name one with --out", err)
	}
	return filepath.Join(dir, "runs"), nil
}

func limits(c configs.Limits) orchestrator.Limits {
	return orchestrator.Limits{Rounds: c.Rounds, Stalls: c.Stalls, Replans: c.Replans, Steps: c.Steps, Repeats: c.Repeats,
		Wall: c.Time, Budget: llm.Budget{Tokens: c.Tokens, USD: c.USD}}
}

func prices(in []configs.Price) llm.Prices {
	var out llm.Prices
	for _, p := range in {
		out = append(out, llm.Price{Model: p.Model, PromptPerMTok: p.Prompt, CompletionPerMTok: p.Completion, Dated: p.Dated})
	}
	return out
}

// answerAction writes the final answer to data/answer.txt, replacing it.
func answerAction(answer string) tools.Action {
	return tools.Action{Tool: "system.write_text", Args: map[string]any{"file_path": "data/answer.txt", "content": answer}}
}

// newID names a run by its time (UTC, to the millisecond), so that folders sort
// as the runs came, and a few random letters, so that two never meet.
func (a *app) newID() string {
	var b [3]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return strings.Replace(a.now().UTC().Format("20060102-150405.000-"), ".", "", 1) + hex.EncodeToString(b[:])
}
