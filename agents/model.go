package agents

import (
	"context"
	"fmt"
	"time"

	"legomem/llm"
)

// Model is the brain that asks a language model: as the orchestrator for
// plans, ledgers and the answer (Magentic-One's, as LEGOMem 3.1.1 uses them),
// and as each task agent for its next action. Make one with NewModel; one
// Model serves many runs.
type Model struct {
	cfg ModelConfig
}

// ModelConfig is what a Model is made of.
type ModelConfig struct {
	// Roles are the models of Orchestrator and of agents, by name; a role
	// without an entry uses Default.
	Roles   map[string]ModelRole
	Default ModelRole
	Prompts *llm.Prompts // from LoadPrompts
	// Retries is how often a reply that cannot be used is asked for again.
	Retries int
	// Reasoning shows the recorded thoughts in memories (LEGOMem 4.3.2).
	Reasoning bool
	// MemoryTokens caps the memories of one prompt, in tokens; what does not
	// fit is dropped whole, and counted. 0 is no cap.
	MemoryTokens int
	// ObservationChars caps what a model is shown of one observation, in
	// characters; 0 means 8000.
	ObservationChars int
	Now              func() time.Time // times the calls
}

// ModelRole is the model that plays a role, and how.
type ModelRole struct {
	Chat     llm.Chatter
	Model    string
	Sampling llm.Sampling
}

// observationChars is some 2000 tokens.
const observationChars = 8000

// NewModel checks the configuration and makes the brain.
func NewModel(cfg ModelConfig) (*Model, error) {
	if cfg.Prompts == nil || cfg.Now == nil {
		return nil, fmt.Errorf("the model brain needs prompts and a clock")
	}
	if cfg.Retries < 0 || cfg.MemoryTokens < 0 {
		return nil, fmt.Errorf("the model brain cannot retry %d times, nor show %d tokens of memories", cfg.Retries, cfg.MemoryTokens)
	}
	for name, r := range cfg.Roles {
		if r.Chat == nil || r.Model == "" {
			return nil, fmt.Errorf("the role %s has no model", name)
		}
	}
	if cfg.ObservationChars <= 0 {
		cfg.ObservationChars = observationChars
	}
	return &Model{cfg: cfg}, nil
}

// Name is "model".
func (m *Model) Name() string { return "model" }

// Open begins a run. It calls no model, but refuses a role without one, and a
// cap on money with a model that has no price.
func (m *Model) Open(_ context.Context, s Brief) (Planner, Actor, error) {
	for _, role := range append([]string{Orchestrator}, s.Team.Names()...) {
		r := m.role(role)
		if r.Chat == nil || r.Model == "" {
			return nil, nil, fmt.Errorf("no model is configured for the role %s", role)
		}
		if err := s.Meter.Admit(r.Model); err != nil {
			return nil, nil, err
		}
	}
	a := &asker{model: m, brief: s}
	return &modelPlanner{asker: a}, &modelActor{asker: a}, nil
}

func (m *Model) role(name string) ModelRole {
	if r, ok := m.cfg.Roles[name]; ok {
		return r
	}
	return m.cfg.Default
}
