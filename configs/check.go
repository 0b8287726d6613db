package configs

import (
	"fmt"
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
		{"memory.strategy", c.Memory.Strategy, []string{"none", "vanilla"}},
		{"memory.placement", c.Memory.Placement, []string{"both", "planning", "orchestrator", "agents", "none"}},
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
	return c.checkNumbers()
}

func (c Config) checkNumbers() error {
	for _, n := range []struct {
		key   string
		value float64
		least float64
	}{
		{"memory.k", float64(c.Memory.K), 0}, {"memory.per_agent", float64(c.Memory.PerAgent), 0},
		{"embedder.dimensions", float64(c.Embedder.Dimensions), 1}, {"reflex.candidates", float64(c.Reflex.Candidates), 1},
		{"model.temperature", c.Model.Temperature, 0}, {"model.top_p", c.Model.TopP, 0}, {"model.max_tokens", float64(c.Model.MaxTokens), 0},
		{"model.timeout", c.Model.Timeout.Seconds(), 0}, {"model.retries", float64(c.Model.Retries), 0}, {"model.parse_retries", float64(c.Model.ParseRetries), 0},
		{"limits.rounds", float64(c.Limits.Rounds), 1}, {"limits.stalls", float64(c.Limits.Stalls), 1}, {"limits.replans", float64(c.Limits.Replans), 0},
		{"limits.steps", float64(c.Limits.Steps), 1}, {"limits.repeats", float64(c.Limits.Repeats), 2}, {"limits.tokens", float64(c.Limits.Tokens), 0},
		{"limits.usd", c.Limits.USD, 0}, {"limits.time", c.Limits.Time.Seconds(), 0},
		{"sandbox.docker.memory_mb", float64(c.Sandbox.Docker.MemoryMB), 16}, {"sandbox.docker.cpus", c.Sandbox.Docker.CPUs, 0.1},
		{"sandbox.docker.processes", float64(c.Sandbox.Docker.Processes), 8}, {"sandbox.docker.disk_mb", float64(c.Sandbox.Docker.DiskMB), 1},
		{"sandbox.docker.files", float64(c.Sandbox.Docker.Files), 16},
	} {
		if n.value < n.least {
			return fmt.Errorf("%s is %v; the least accepted is %v", n.key, n.value, n.least)
		}
	}
	return c.checkLists()
}

func (c Config) checkLists() error {
	for i, r := range c.Team.Roles {
		if r.Role == "" || r.Model == "" {
			return fmt.Errorf("team.roles: entry %d needs a role and a model", i+1)
		}
	}
	for i, p := range c.Prices {
		if p.Model == "" || p.Prompt < 0 || p.Completion < 0 {
			return fmt.Errorf("prices: entry %d needs a model, and prices that are not negative", i+1)
		}
	}
	return nil
}
