package desk

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"legomem/agents"
	"legomem/agents/everyday"
	"legomem/agents/modelbrain"
	"legomem/agents/reflex"
	"legomem/agents/vision"
	"legomem/configs"
	"legomem/curate"
	"legomem/llm"
	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/operations"
	"legomem/orchestrator"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/skills"
	"legomem/tools/apps"
	"legomem/tools/ocr"
)

func (d *Desk) embedder(c configs.Config) (membank.Embedder, error) {
	if c.Embedder.Kind == "hash" {
		return hashembed.Embedder{}, nil
	}
	client, err := d.endpoint(d.own(c.Embedder.BaseURL, c.Embedder.KeyEnv, c.Embedder.APIVersion))
	if err != nil {
		return nil, err
	}
	return llm.NewEndpointEmbedder(client, c.Embedder.Model, c.Embedder.Dimensions), nil
}

// mind is what decides in a run: the brain, and the model in it, if any.
type mind struct {
	brain   agents.Brain
	model   *modelbrain.Brain // nil under reflex
	prompts string            // their version, "" without a model
	// plays is how many practised tasks the brain looks at to play one of them; 0 if it
	// plays none.
	plays int
}

// mind makes the configured brain.
func (d *Desk) mind(c configs.Config) (mind, error) {
	if d.Brain != nil {
		return mind{brain: d.Brain}, nil
	}
	practised := reflex.Brain{Candidates: c.Reflex.Candidates, Doubted: c.Reflex.Likely}
	first := endsWith{d.everyday(c, practised)}
	if c.Brain == "reflex" {
		return mind{brain: first, plays: practised.Candidates}, nil
	}
	prompts, err := d.loadPrompts(c)
	if err != nil {
		return mind{}, err
	}
	model, err := d.model(c, prompts)
	if err != nil {
		return mind{}, err
	}
	m := mind{brain: model, model: model, prompts: prompts.Version()}
	if c.Brain == "hybrid" {
		practised.Ask = model.Same
		m.brain, m.plays = orchestrator.Hybrid{First: first, Second: model}, practised.Candidates
	}
	return m, nil
}

// everyday is the brain that does what was practised, and the everyday skills where the
// configuration has them.
func (d *Desk) everyday(c configs.Config, practised reflex.Brain) agents.Brain {
	if !c.Reflex.Skills {
		return practised
	}
	return everyday.Brain{Practised: practised, Learned: d.wordings, Earlier: d.earlier, Known: d.saidBefore}
}

// loadPrompts reads the model brain's prompts, once.
func (d *Desk) loadPrompts(c configs.Config) (*llm.Prompts, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.prompts == nil {
		prompts, err := modelbrain.LoadPrompts(c.Model.Prompts)
		if err != nil {
			return nil, BadInput("prompts: %v", err)
		}
		d.prompts = prompts
	}
	return d.prompts, nil
}

func (d *Desk) model(c configs.Config, prompts *llm.Prompts) (*modelbrain.Brain, error) {
	if err := checkRoles(c.Team); err != nil {
		return nil, err
	}
	cfg := modelbrain.Config{
		Roles: map[string]llm.Role{}, Prompts: prompts, Retries: c.Model.ParseRetries,
		Reasoning: c.Memory.Reasoning, MemoryTokens: c.Memory.Budget, Now: d.Now,
		FactsInPlan: c.Model.FactsInPlan, AnswerInLedger: c.Model.AnswerInLedger, OpenSteps: c.Model.OpenSteps, GraphTokens: c.Model.Graph,
		DirectSteps: c.Model.DirectSteps, DoneBeside: c.Model.DoneBeside,
		Survey: c.Model.Survey, ToolTokens: c.Model.Tools, Uses: toolUses,
		General: c.Memory.Rendering == "general", Plans: c.Memory.Ledger == "plan",
	}
	for _, role := range append(agents.DefaultTeam().Names(), agents.Orchestrator, agents.Rewriter, agents.Matcher) {
		r, err := d.role(c, role)
		if err != nil {
			return nil, err
		}
		cfg.Roles[role] = r
	}
	return modelbrain.New(cfg)
}

// toolUses tells which tools some work is likely to need, by what the starter memories used
// for theirs, and by what people say who ask for the everyday skills. It is learned once.
var toolUses = sync.OnceValues(func() (*operations.Model, error) {
	practised, err := membank.Starter()
	if err != nil {
		return nil, err
	}
	known, err := skills.All()
	if err != nil {
		return nil, err
	}
	return modelbrain.LearnUses(apps.Registry().All(), practised, saidOf(known)), nil
})

// saidPerSkill is how many of a skill's wordings are examples of what its tools are for:
// some hundred of one skill would outweigh all that is known of the other tools.
const saidPerSkill = 3

// saidOf are wordings of the skills without their values, with the tools that they call.
func saidOf(known skills.Library) []modelbrain.Said {
	var out []modelbrain.Said
	for _, s := range known.Skills {
		step := max(1, len(s.Wordings)/saidPerSkill)
		for i := 0; i < len(s.Wordings); i += step {
			for _, tool := range s.Tools() {
				out = append(out, modelbrain.Said{Text: s.Wordings[i].Without(), Tool: tool})
			}
		}
	}
	return out
}

// role returns the model that plays a role, and its sampling.
func (d *Desk) role(c configs.Config, name string) (llm.Role, error) {
	r, ok := c.Team.Role(name, slices.Contains(agents.DefaultTeam().Names(), name))
	if !ok {
		r.Model = c.Model.Name
	}
	client, err := d.endpoint(d.own(r.BaseURL, r.KeyEnv, r.APIVersion))
	if err != nil {
		return llm.Role{}, err
	}
	return llm.Role{Chat: client, Model: r.Model, Sampling: sampling(c.Model, r)}, nil
}

// host returns the tools that run outside the sandbox, by name, and the version of
// their prompts: with the engine vision, a model reads scans.
func (d *Desk) host(c configs.Config) (map[string]agents.HostTool, string, error) {
	if c.OCR.Engine != "vision" {
		return nil, "", nil
	}
	prompts, err := vision.LoadPrompts(c.OCR.Prompts)
	if err != nil {
		return nil, "", BadInput("ocr.prompts: %v", err)
	}
	r, err := d.role(c, vision.Role)
	if err != nil {
		return nil, "", err
	}
	reader, err := vision.New(r, prompts, d.Now)
	if err != nil {
		return nil, "", err
	}
	return map[string]agents.HostTool{ocr.Recognise: reader}, prompts.Version(), nil
}

func checkRoles(t configs.Team) error {
	known := append(agents.DefaultTeam().Names(), agents.Orchestrator, configs.Agents, agents.Rewriter, agents.Matcher, curate.CuratorRole, curate.InducerRole, vision.Role, trim.Role)
	for _, r := range t.Roles {
		if !slices.Contains(known, r.Role) {
			return BadInput("team.roles: there is no role %q; there are: %s", r.Role, strings.Join(known, ", "))
		}
	}
	return nil
}

func sampling(m configs.Model, r configs.Role) llm.Sampling {
	s := llm.Sampling{Temperature: &m.Temperature, TopP: &m.TopP, Seed: &m.Seed, MaxTokens: m.MaxTokens, Effort: m.Effort, Extra: json.RawMessage(strings.TrimSpace(m.Extra))}
	if r.Temperature != nil {
		s.Temperature = r.Temperature
	}
	if r.TopP != nil {
		s.TopP = r.TopP
	}
	if r.Seed != nil {
		s.Seed = r.Seed
	}
	if r.MaxTokens != nil {
		s.MaxTokens = *r.MaxTokens
	}
	if r.Effort != nil {
		s.Effort = *r.Effort
	}
	if r.Extra != nil {
		s.Extra = json.RawMessage(strings.TrimSpace(*r.Extra))
	}
	return s
}
