package configs

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"time"
)

// check refuses what no part of the program could use, naming the key, the
// value and what is accepted.
func (c Config) check() error {
	for _, choice := range []struct {
		key, value string
		accepted   []string
	}{
		{"brain", c.Brain, []string{"reflex", "model", "hybrid"}},
		{"log_level", c.LogLevel, []string{"debug", "info", "warn", "error"}},
		{"sandbox.kind", c.Sandbox.Kind, []string{"local", "docker"}},
		{"sandbox.docker.image", c.Sandbox.Docker.Image, []string{"office", "scratch"}},
		{"policy.people", c.Policy.People, []string{"auto", "named", "all"}},
		{"memory.strategy", c.Memory.Strategy, strategies},
		{"memory.placement", c.Memory.Placement, placements},
		{"memory.find", c.Memory.Find, []string{"operation", "words"}},
		{"memory.ranking", c.Memory.Ranking, rankings},
		{"memory.rendering", c.Memory.Rendering, []string{"general", "recorded"}},
		{"memory.ledger", c.Memory.Ledger, []string{"plan", "whole"}},
		{"curate.by", c.Curate.By, []string{"rule", "model"}},
		{"awm.linkage", c.AWM.Linkage, []string{"average", "complete", "single"}},
		{"ocr.engine", c.OCR.Engine, []string{"tesseract", "vision"}},
		{"embedder.kind", c.Embedder.Kind, []string{"hash", "openai"}},
		{"dates.order", c.Dates.Order, []string{"month_first", "day_first"}},
	} {
		if !slices.Contains(choice.accepted, choice.value) {
			return fmt.Errorf("%s is %q; accepted: %s", choice.key, choice.value, strings.Join(choice.accepted, ", "))
		}
	}
	if _, err := time.LoadLocation(c.Dates.Zone); err != nil {
		return fmt.Errorf("dates.zone is %q, which is no zone; accepted: a name such as Europe/Berlin, or nothing", c.Dates.Zone)
	}
	if err := c.CheckOffice(); err != nil {
		return err
	}
	return c.checkNumbers()
}

// The bank's own names for its choices; a test compares them with the bank's.
var (
	strategies = []string{"none", "vanilla", "dynamic", "rewrite", "synapse", "awm"}
	placements = []string{"both", "planning", "orchestrator", "agents", "none"}
	rankings   = []string{"dense", "lexical", "hybrid"}
)

// bound is a number's key, its value and the range that is accepted.
type bound struct {
	key                string
	value, least, most float64
}

func (b bound) check() error {
	switch {
	case b.value >= b.least && b.value <= b.most:
		return nil
	case math.IsInf(b.most, 1):
		return fmt.Errorf("%s is %v; accepted: %v or more", b.key, b.value, b.least)
	}
	return fmt.Errorf("%s is %v; accepted: %v to %v", b.key, b.value, b.least, b.most)
}

func (c Config) checkNumbers() error {
	most := math.Inf(1) // no upper bound
	l := c.Sandbox.Limits
	for _, b := range []bound{
		{"memory.k", float64(c.Memory.K), 1, most}, {"memory.per_agent", float64(c.Memory.PerAgent), 0, most},
		{"memory.lift.share", c.Memory.Lift.Share, 0, 0.9}, {"memory.lift.sure", c.Memory.Lift.Sure, 0.5, 0.999},
		{"memory.lift.dearer", c.Memory.Lift.Dearer, 0.05, 1},
		{"memory.budget", float64(c.Memory.Budget), 0, most}, {"curate.merge", c.Curate.Merge, 0, 1}, {"curate.tokens", float64(c.Curate.Tokens), 1000, most},
		{"awm.threshold", c.AWM.Threshold, 0, 2}, {"commit.max_changes", float64(c.Commit.MaxChanges), 0, most},
		{"embedder.dimensions", float64(c.Embedder.Dimensions), 1, most}, {"reflex.candidates", float64(c.Reflex.Candidates), 1, most},
		{"model.temperature", c.Model.Temperature, 0, 2}, {"model.top_p", c.Model.TopP, 0, 1}, {"model.max_tokens", float64(c.Model.MaxTokens), 0, most},
		{"model.timeout", c.Model.Timeout.Seconds(), 0, most}, {"model.idle", c.Model.Idle.Seconds(), 1, most}, {"model.patience", c.Model.Patience.Seconds(), 0, most}, {"model.retries", float64(c.Model.Retries), 0, most}, {"model.parse_retries", float64(c.Model.ParseRetries), 0, most}, {"model.tools", float64(c.Model.Tools), 0, most}, {"model.graph", float64(c.Model.Graph), 0, most},
		{"limits.rounds", float64(c.Limits.Rounds), 1, most}, {"limits.stalls", float64(c.Limits.Stalls), 1, most}, {"limits.replans", float64(c.Limits.Replans), 0, most},
		{"limits.steps", float64(c.Limits.Steps), 1, most}, {"limits.repeats", float64(c.Limits.Repeats), 2, most}, {"limits.tokens", float64(c.Limits.Tokens), 0, most},
		{"limits.usd", c.Limits.USD, 0, most}, {"limits.time", c.Limits.Time.Seconds(), 0, most},
		{"sandbox.limits.memory_mb", float64(l.MemoryMB), 256, most}, {"sandbox.limits.cpus", l.CPUs, 0.1, most},
		{"sandbox.limits.processes", float64(l.Processes), 8, most}, {"sandbox.limits.disk_mb", float64(l.DiskMB), 1, most},
		{"sandbox.limits.files", float64(l.Files), 16, most}, {"sandbox.limits.output_mb", float64(l.OutputMB), 1, most},
		{"sandbox.limits.action", l.Action.Seconds(), 0.1, most}, {"sandbox.docker.pool", float64(c.Sandbox.Docker.Pool), 0, 64},
	} {
		if err := b.check(); err != nil {
			return err
		}
	}
	return c.checkLists()
}

func (c Config) checkLists() error {
	if err := c.checkEndpoints(); err != nil {
		return err
	}
	if err := checkRoles("team.roles", c.Team.Roles); err != nil {
		return err
	}
	if err := c.checkTeams(); err != nil {
		return err
	}
	if err := c.Memory.check(); err != nil {
		return err
	}
	if err := c.Policy.check(); err != nil {
		return err
	}
	if err := c.Commit.check(); err != nil {
		return err
	}
	for i, p := range c.Prices {
		if p.Model == "" || !(p.Prompt >= 0) || !(p.Completion >= 0) || (p.Cached != nil && !(*p.Cached >= 0)) {
			return fmt.Errorf("prices: entry %d needs a model, and prices that are not negative", i+1)
		}
	}
	return nil
}

func (c Config) checkTeams() error {
	seen := map[string]bool{}
	for i, t := range c.Teams {
		switch {
		case t.Name == "":
			return fmt.Errorf("teams: entry %d has no name", i+1)
		case seen[t.Name]:
			return fmt.Errorf("teams: %s is there twice", t.Name)
		}
		seen[t.Name] = true
		if err := checkRoles("teams: "+t.Name, t.Roles); err != nil {
			return err
		}
	}
	return nil
}

func (m Memory) check() error {
	if m.Tenant == "" {
		return fmt.Errorf("memory.tenant is empty; a bank's memories are always somebody's")
	}
	seen := map[string]bool{}
	for i, a := range m.Agents {
		switch {
		case a.Agent == "" || a.Limit < 0:
			return fmt.Errorf("memory.agents: entry %d needs an agent, and a limit that is not negative", i+1)
		case seen[a.Agent]:
			return fmt.Errorf("memory.agents: %s is there twice", a.Agent)
		}
		seen[a.Agent] = true
	}
	return nil
}

// check refuses what would not restrict as it seems to: an agent that is listed twice.
func (p Policy) check() error {
	seen := map[string]bool{}
	for _, n := range p.Agents {
		if seen[n.Agent] {
			return fmt.Errorf("policy.agents: %s is there twice", n.Agent)
		}
		seen[n.Agent] = true
	}
	return nil
}

// check refuses patterns that fit nothing.
func (c Commit) check() error {
	for _, list := range []struct {
		key      string
		patterns []string
		accepted string
	}{
		{"recipients", c.Recipients, "an address, *@example.com, a name, or * for everybody"},
		{"delete", c.Delete, "a file in the office, data/drafts/*, or data/** for all below a folder"},
		{"change", c.Change, "a file in the office, data/drafts/*, or data/** for all below a folder"},
		{"others", c.Others, "a name, or * for everybody"},
	} {
		for _, p := range list.patterns {
			if _, err := path.Match(p, ""); err != nil || strings.TrimSpace(p) == "" {
				return fmt.Errorf("commit.%s: %q is no pattern; accepted: %s", list.key, p, list.accepted)
			}
		}
	}
	return nil
}

func checkRoles(where string, roles []Role) error {
	seen := map[string]bool{}
	for i, r := range roles {
		if r.Role == "" || r.Model == "" {
			return fmt.Errorf("%s: entry %d needs a role and a model", where, i+1)
		}
		if seen[r.Role] {
			return fmt.Errorf("%s: %s is there twice", where, r.Role)
		}
		seen[r.Role] = true
		if err := r.check(); err != nil {
			return fmt.Errorf("%s: %s: %w", where, r.Role, err)
		}
	}
	return nil
}

func (r Role) check() error {
	if err := r.checkEndpoint(); err != nil {
		return err
	}
	if n := r.MaxTokens; n != nil {
		if err := (bound{"max_tokens", float64(*n), 0, math.Inf(1)}).check(); err != nil {
			return err
		}
	}
	if t := r.Temperature; t != nil {
		if err := (bound{"temperature", *t, 0, 2}).check(); err != nil {
			return err
		}
	}
	if p := r.TopP; p != nil {
		return bound{"top_p", *p, 0, 1}.check()
	}
	return nil
}
