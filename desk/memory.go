package desk

import (
	"context"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/configs"
	"legomem/membank"
	"legomem/orchestrator"
	"legomem/trajectory"
)

// memory is the bank as a run may use it.
type memory struct {
	bank      *membank.Bank
	strategy  membank.Strategy
	placement membank.Placement
	agents    []string
	mind      mind // its model drafts for rewrite
	// leaves is the share of runs that leave a memory out, wary as in membank.LeaveOut.
	leaves float64
	wary   bool
	trial  *trajectory.Trial // that the run is; nil for none
}

// memoryOf makes what runs may use of the bank; nil where the strategy is none.
func memoryOf(c configs.Config, bank *membank.Bank, mind mind) (orchestrator.Memory, error) {
	m := c.Memory
	if m.Strategy == "none" {
		return nil, nil
	}
	if m.Strategy == "rewrite" && mind.model == nil {
		return nil, BadInput("the strategy rewrite has a model draft the steps, and the brain %s has none; choose --memory vanilla or dynamic, or --brain model or hybrid", c.Brain)
	}
	team := agents.DefaultTeam().Names()
	for agent := range memoryLimits(m).Agents {
		if !slices.Contains(team, agent) {
			return nil, BadInput("memory.agents: there is no agent %q; there are: %s", agent, strings.Join(team, ", "))
		}
	}
	strategy, err := strategyOf(m)
	if err != nil {
		return nil, err
	}
	return memory{bank: bank, strategy: strategy, placement: membank.Placement(m.Placement), agents: team, mind: mind, leaves: leavingOut(c, mind), wary: m.Lift.Wary}, nil
}

// strategyOf is the configured strategy.
func strategyOf(m configs.Memory) (membank.Strategy, error) {
	strategy, err := membank.NewStrategy(m.Strategy, memoryLimits(m))
	if err != nil {
		return nil, BadInput("%v", err)
	}
	if m.Pitfalls && slices.Contains(membank.KindsFor(m.Strategy), membank.FullTask) {
		strategy = membank.Warned{Strategy: strategy}
	}
	return strategy, nil
}

// memoryLimits are how many memories each role gets.
func memoryLimits(m configs.Memory) membank.Limits {
	l := membank.Limits{K: m.K, PerAgent: m.PerAgent, Agents: map[string]int{}}
	for _, a := range m.Agents {
		l.Agents[a.Agent] = a.Limit
	}
	return l
}

func (m memory) Retrieve(ctx context.Context, s agents.Brief) (membank.Retrieved, agents.Memories, error) {
	ask := membank.Ask{Task: s.Task.Text, Agents: m.agents, Playable: m.mind.plays}
	if m.mind.model != nil {
		ask.Draft = m.mind.model.Drafter(s)
	}
	return m.bank.Retrieve(ctx, ask, m.strategyFor(s), m.placement)
}

func (m memory) SearchTasks(ctx context.Context, text string, k int) ([]membank.Hit, error) {
	return m.bank.SearchTasks(ctx, text, k)
}
