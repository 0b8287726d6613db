// Package modelbrain is the brain that asks a language model: its prompts, what it
// shows of memories, and how its replies are read.
//
// Start with Brain; ask.go puts a question until the reply can be used.
package modelbrain

import (
	"context"
	"fmt"
	"time"

	"legomem/agents"
	"legomem/llm"
	"legomem/membank/operations"
)

// Brain asks a language model: as the orchestrator for plans, ledgers and the
// answer (Magentic-One's, as LEGOMem 3.1.1 uses them), and as each task agent for
// its next action. Make one with New; one Brain serves many runs.
type Brain struct {
	cfg Config
}

// Config is what a Brain is made of.
type Config struct {
	// Roles are the models of Orchestrator and of agents, by name; a role
	// without an entry uses Default.
	Roles   map[string]llm.Role
	Default llm.Role
	Prompts *llm.Prompts // from LoadPrompts
	// Retries is how often to ask again after a reply that cannot be used.
	Retries int
	// Reasoning shows the recorded thoughts in memories (LEGOMem 4.3.2).
	Reasoning bool
	// General shows memories as a way to work that fits other values (membank/outline),
	// and after the task; else as they were recorded, as in the paper. What a baseline
	// remembers is always shown as it is.
	General bool
	// Plans shows a ledger only the plan line of each memory; else the whole, as in the
	// paper.
	Plans bool
	// MemoryTokens caps the memories of one prompt, in tokens; what does not
	// fit is dropped whole, and counted. 0 is no cap.
	MemoryTokens int
	// Survey tells the orchestrator what the workplace holds before it plans.
	Survey bool
	// FactsInPlan asks for the survey of the facts and the plan in one reply; else for one
	// after the other, as in the paper (Magentic-One).
	FactsInPlan bool
	// AnswerInLedger has the ledger that finds the request satisfied give the final answer,
	// and nothing else; else that is asked for afterwards, as in the paper.
	AnswerInLedger bool
	// OpenSteps shows a ledger the steps of the plan that are still open; else the whole
	// plan, as in the paper.
	OpenSteps bool
	// DirectSteps gives a step of the plan that needs no other's result to its agent as it
	// stands, as long as nothing has failed, and asks for no ledger; it takes a graph. Else
	// each round has a ledger, as in the paper.
	DirectSteps bool
	// DoneBeside takes a report that comes beside calls which only change things, once all of
	// them have succeeded. Else what comes with calls is left out.
	DoneBeside bool
	// GraphTokens shows ledgers and re-plans the run's task graph, within so many tokens, and
	// agents what their work rests on; 0 shows the plan and all reports, as in the paper.
	GraphTokens int
	// ToolTokens caps the descriptions of tools in an agent's prompts, in tokens: those
	// that its subtask is likely to need are described, and the others named. 0 describes
	// all, as in the paper.
	ToolTokens int
	// Uses gives what tells the likely ones by a subtask's words, see LearnUses. It is
	// called when an agent's tools first do not all fit; nil takes them in the order of the
	// registry.
	Uses func() (*operations.Model, error)
	// ObservationChars caps what a model is shown of one observation, in
	// characters; 0 means 8000.
	ObservationChars int
	Now              func() time.Time // times the calls
}

// observationChars is some 2000 tokens.
const observationChars = 8000

// New checks the configuration and makes the brain.
func New(cfg Config) (*Brain, error) {
	if cfg.Prompts == nil || cfg.Now == nil {
		return nil, fmt.Errorf("the model brain needs prompts and a clock")
	}
	if min(cfg.Retries, cfg.MemoryTokens, cfg.ToolTokens, cfg.GraphTokens) < 0 {
		return nil, fmt.Errorf("the model brain cannot retry %d times, nor show %d tokens of memories, %d of tools and %d of the work", cfg.Retries, cfg.MemoryTokens, cfg.ToolTokens, cfg.GraphTokens)
	}
	for name, r := range cfg.Roles {
		if r.Chat == nil || r.Model == "" {
			return nil, fmt.Errorf("the role %s has no model", name)
		}
	}
	if cfg.ObservationChars <= 0 {
		cfg.ObservationChars = observationChars
	}
	return &Brain{cfg: cfg}, nil
}

// Name is "model".
func (m *Brain) Name() string { return "model" }

// Open begins a run. It calls no model, but refuses a role without one, and a
// cap on money with a model that has no price.
func (m *Brain) Open(_ context.Context, s agents.Brief) (agents.Planner, agents.Actor, error) {
	for _, role := range append([]string{agents.Orchestrator}, s.Team.Names()...) {
		r := m.role(role)
		if r.Chat == nil || r.Model == "" {
			return nil, nil, fmt.Errorf("no model is configured for the role %s", role)
		}
		if err := s.Meter.Admit(r.Model); err != nil {
			return nil, nil, err
		}
	}
	a := &asker{model: m, brief: s}
	return &planner{asker: a}, &actor{asker: a}, nil
}

func (m *Brain) role(name string) llm.Role {
	if r, ok := m.cfg.Roles[name]; ok {
		return r
	}
	return m.cfg.Default
}
