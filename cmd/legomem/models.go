package main

import (
	"slices"
	"strings"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/agents/vision"
	"legomem/configs"
	"legomem/curate"
	"legomem/llm"
	"legomem/orchestrator"
	"legomem/tools/ocr"
)

func (a *app) embedder() (llm.Embedder, error) {
	if a.config.Embedder.Kind == "hash" {
		return llm.HashEmbedder{}, nil
	}
	client, err := a.endpoint()
	if err != nil {
		return nil, err
	}
	return llm.NewEndpointEmbedder(client, a.config.Embedder.Model, a.config.Embedder.Dimensions), nil
}

// mind is what decides in a run: the brain, and the model in it, if any.
type mind struct {
	brain   agents.Brain
	model   *agents.Model // nil under reflex
	prompts string        // their version, "" without a model
}

// mind makes the configured brain.
func (a *app) mind() (mind, error) {
	practised := reflex.Brain{Candidates: a.config.Reflex.Candidates}
	if a.config.Brain == "reflex" {
		return mind{brain: practised}, nil
	}
	prompts, err := a.loadPrompts()
	if err != nil {
		return mind{}, err
	}
	model, err := a.model(prompts)
	if err != nil {
		return mind{}, err
	}
	m := mind{brain: model, model: model, prompts: prompts.Version()}
	if a.config.Brain == "hybrid" {
		practised.Ask = model.Same
		m.brain = orchestrator.Hybrid{First: practised, Second: model}
	}
	return m, nil
}

// loadPrompts reads the model brain's prompts, once.
func (a *app) loadPrompts() (*llm.Prompts, error) {
	if a.prompts == nil {
		prompts, err := agents.LoadPrompts(a.config.Model.Prompts)
		if err != nil {
			return nil, usage("prompts: %v", err)
		}
		a.prompts = prompts
	}
	return a.prompts, nil
}

func (a *app) model(prompts *llm.Prompts) (*agents.Model, error) {
	if err := a.checkRoles(); err != nil {
		return nil, err
	}
	cfg := agents.ModelConfig{
		Roles: map[string]agents.ModelRole{}, Prompts: prompts, Retries: a.config.Model.ParseRetries,
		Reasoning: a.config.Memory.Reasoning, MemoryTokens: a.config.Memory.Budget, Now: a.now,
	}
	for _, role := range append(agents.DefaultTeam().Names(), agents.Orchestrator, agents.Rewriter, agents.Matcher) {
		r, err := a.role(role)
		if err != nil {
			return nil, err
		}
		cfg.Roles[role] = r
	}
	return agents.NewModel(cfg)
}

// role is the model that plays a role, and how.
func (a *app) role(name string) (agents.ModelRole, error) {
	client, err := a.endpoint()
	if err != nil {
		return agents.ModelRole{}, err
	}
	r, ok := a.config.Team.Role(name, slices.Contains(agents.DefaultTeam().Names(), name))
	if !ok {
		r.Model = a.config.Model.Name
	}
	return agents.ModelRole{Chat: client, Model: r.Model, Sampling: sampling(a.config.Model, r)}, nil
}

// host is what is done outside the sandbox, by tool, and the version of its
// prompts: with the engine vision, a model reads scans.
func (a *app) host() (map[string]agents.HostTool, string, error) {
	if a.config.OCR.Engine != "vision" {
		return nil, "", nil
	}
	prompts, err := vision.LoadPrompts(a.config.OCR.Prompts)
	if err != nil {
		return nil, "", usage("ocr.prompts: %v", err)
	}
	r, err := a.role(vision.Role)
	if err != nil {
		return nil, "", err
	}
	reader, err := vision.New(r, prompts, a.now)
	if err != nil {
		return nil, "", err
	}
	return map[string]agents.HostTool{ocr.Recognise: reader}, prompts.Version(), nil
}

func (a *app) checkRoles() error {
	known := append(agents.DefaultTeam().Names(), agents.Orchestrator, configs.Agents, agents.Rewriter, agents.Matcher, curate.CuratorRole, curate.InducerRole, vision.Role)
	for _, r := range a.config.Team.Roles {
		if !slices.Contains(known, r.Role) {
			return usage("team.roles: there is no role %q; there are: %s", r.Role, strings.Join(known, ", "))
		}
	}
	return nil
}

func sampling(m configs.Model, r configs.Role) llm.Sampling {
	s := llm.Sampling{Temperature: &m.Temperature, TopP: &m.TopP, Seed: &m.Seed, MaxTokens: m.MaxTokens}
	if r.Temperature != nil {
		s.Temperature = r.Temperature
	}
	if r.TopP != nil {
		s.TopP = r.TopP
	}
	if r.Seed != nil {
		s.Seed = r.Seed
	}
	return s
}
