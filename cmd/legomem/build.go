package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/configs"
	"legomem/curate"
	"legomem/llm"
	"legomem/membank"
	"legomem/membank/store"
	"legomem/membank/store/sqlite"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/policy"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// version is the program's; a release build sets it.
var version = "dev"

// tenant owns the bank of a person's own machine.
const tenant = "local"

// parts is what a run is made of, and what must be closed after it.
type parts struct {
	deps  orchestrator.Deps
	bank  *membank.Bank
	close func()
}

// build makes what a run needs from the configuration, top to bottom: the
// tools, the sandbox, the bank, the brain, the limits. A brain that is given
// is used instead of the configured one (demo play).
func (a *app) build(ctx context.Context, brain agents.Brain) (*parts, error) {
	c := a.config
	launcher, closeLauncher, err := a.launcher()
	if err != nil {
		return nil, err
	}
	bank, closeBank, err := a.openBank(ctx, sqlite.ReadWrite)
	if err != nil {
		closeLauncher()
		return nil, err
	}
	p := &parts{bank: bank, close: func() { closeBank(); closeLauncher() }}
	prompts := ""
	if brain == nil {
		if brain, prompts, err = a.brain(); err != nil {
			p.close()
			return nil, err
		}
	}
	runs, err := a.runsDir()
	if err != nil {
		p.close()
		return nil, err
	}
	strategy, err := membank.NewStrategy(c.Memory.Strategy, c.Memory.K, c.Memory.PerAgent)
	if err != nil {
		p.close()
		return nil, usage("%v", err)
	}
	registry := apps.Registry()
	a.log.Debug().Str("brain", brain.Name()).Str("sandbox", launcher.Name()).Str("bank", a.bankName()).Str("runs", runs).Msg("built")
	p.deps = orchestrator.Deps{
		Brain: brain, Team: agents.DefaultTeam(), Tools: registry, Launcher: launcher, Runs: runs,
		Limits: limits(c.Limits), Prices: prices(c.Prices),
		Memory: memory{bank, strategy, membank.Placement(c.Memory.Placement)}, MemoryName: c.Memory.Strategy,
		AnswerAction: answerAction, Shell: c.Sandbox.Shell,
		Versions: map[string]string{"program": version, "prompts": prompts, "config": c.Hash(), "bank": a.bankName(), "tools": registry.Hash()},
		Now:      a.now, NewID: a.newID,
	}
	return p, nil
}

// launcher makes the configured sandbox launcher, with the policy around it,
// and what closes its connection.
func (a *app) launcher() (sandbox.Launcher, func(), error) {
	registry := apps.Registry()
	rules := policy.Rules{Shell: a.config.Sandbox.Shell}
	if a.config.Sandbox.Kind == "local" {
		self, err := os.Executable()
		if err != nil {
			return nil, nil, fmt.Errorf("find this program for the local sandbox: %w", err)
		}
		return policy.Guard(&sandbox.Local{Command: []string{self, sandbox.Verb}, Tools: registry}, registry, rules), func() {}, nil
	}
	docker, done, err := a.docker()
	if err != nil {
		return nil, nil, err
	}
	return policy.Guard(docker, registry, rules), done, nil
}

func (a *app) docker() (*sandbox.Docker, func(), error) {
	engine, err := sandbox.ConnectEngine()
	if err != nil {
		return nil, nil, err
	}
	d := a.config.Sandbox.Docker
	l := sandbox.DefaultLimits()
	l.Memory, l.CPUs, l.Pids = d.MemoryMB<<20, d.CPUs, d.Processes
	l.Workspace, l.Inodes = d.DiskMB<<20, d.Files
	return &sandbox.Docker{Engine: engine, Tools: apps.Registry(), Limits: l}, func() { _ = engine.Close() }, nil
}

// openBank opens the configured bank. Only the default one is seeded, and so
// it is written to even where a command only reads.
func (a *app) openBank(ctx context.Context, mode sqlite.Mode) (*membank.Bank, func(), error) {
	file, own, err := a.bankFile()
	if err != nil {
		return nil, nil, err
	}
	if own {
		mode = sqlite.ReadWrite
	}
	return a.openBankFile(ctx, file, own, mode)
}

func (a *app) openBankFile(ctx context.Context, file string, own bool, mode sqlite.Mode) (*membank.Bank, func(), error) {
	embedder, err := a.embedder()
	if err != nil {
		return nil, nil, err
	}
	db, err := sqlite.Open(ctx, file, mode)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, usage("%v; legomem run and legomem curate make one", err)
	}
	if err != nil && !isOutside(err) {
		return nil, nil, &usageError{err} // no bank, or not one of ours
	}
	if err != nil {
		return nil, nil, err
	}
	done := func() { _ = db.Close() } // what was written is committed already
	bank, err := membank.Open(ctx, db, embedder, tenant)
	if err == nil && own && mode == sqlite.ReadWrite {
		err = bank.Seed(ctx)
	}
	if err != nil {
		done()
		return nil, nil, bankError(file, err)
	}
	return bank, done, nil
}

// bankError says what of a bank cannot be used. One whose units another
// embedder made is the user's to change.
func bankError(file string, err error) error {
	var other *store.Mismatch
	if errors.As(err, &other) {
		return usage("memory bank %s: %w; set embedder.kind to the one that made it, or name another file with --bank", file, err)
	}
	return fmt.Errorf("memory bank %s: %w", file, err)
}

// bankFile is the bank's file, and whether it is the default one.
func (a *app) bankFile() (file string, own bool, err error) {
	if a.config.Memory.Bank != "" {
		return a.config.Memory.Bank, false, nil
	}
	dir, err := configs.DataDir(a.lookup)
	if err != nil {
		return "", false, usage("no folder for the memory bank: %v; name one with --bank", err)
	}
	return filepath.Join(dir, "bank.db"), true, nil
}

func (a *app) bankName() string {
	if a.config.Memory.Bank == "" {
		return "default"
	}
	return a.config.Memory.Bank
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

// brain makes the configured brain, and tells its prompts' version.
func (a *app) brain() (agents.Brain, string, error) {
	practised := reflex.Brain{Candidates: a.config.Reflex.Candidates}
	if a.config.Brain == "reflex" {
		return practised, "", nil
	}
	prompts, err := agents.LoadPrompts(a.config.Model.Prompts)
	if err != nil {
		return nil, "", usage("prompts: %v", err)
	}
	model, err := a.model(prompts)
	if err != nil {
		return nil, "", err
	}
	if a.config.Brain == "hybrid" {
		return orchestrator.Hybrid{First: practised, Second: model}, prompts.Version(), nil
	}
	return model, prompts.Version(), nil
}

func (a *app) model(prompts *llm.Prompts) (*agents.Model, error) {
	client, err := a.endpoint()
	if err != nil {
		return nil, err
	}
	m := a.config.Model
	cfg := agents.ModelConfig{
		Default: agents.ModelRole{Chat: client, Model: m.Name, Sampling: sampling(m, configs.Role{})},
		Roles:   map[string]agents.ModelRole{}, Prompts: prompts, Retries: m.ParseRetries,
		Reasoning: a.config.Memory.Reasoning, Now: a.now,
	}
	known := append(agents.DefaultTeam().Names(), agents.Orchestrator)
	for _, r := range a.config.Team.Roles {
		if !slices.Contains(known, r.Role) {
			return nil, usage("team.roles: there is no agent %q; there are: %s", r.Role, strings.Join(known, ", "))
		}
		cfg.Roles[r.Role] = agents.ModelRole{Chat: client, Model: r.Model, Sampling: sampling(m, r)}
	}
	return agents.NewModel(cfg)
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

// openAI is the endpoint of a key that comes without an address.
const openAI = "https://api.openai.com/v1"

// endpoint makes the client of the model endpoint. The key is read here and
// goes nowhere else.
func (a *app) endpoint() (*llm.Client, error) {
	m := a.config.Model
	base, key := a.endpointAddress()
	switch address, err := url.Parse(base); {
	case base == "" && (key != "" || m.Replay != ""):
		base = openAI // for which a recording may answer
	case base == "":
		return nil, &missingError{"no model endpoint is set: set OPENAI_API_KEY for OpenAI's, or OPENAI_BASE_URL for another, such as http://127.0.0.1:11434/v1; legomem doctor looks for one on this machine"}
	case err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https"):
		return nil, usage("the model endpoint %q is no address; set OPENAI_BASE_URL to one like http://127.0.0.1:11434/v1", base)
	}
	transport, err := a.transport(key)
	if err != nil {
		return nil, err
	}
	return llm.NewClient(llm.Endpoint{BaseURL: base, Key: key, Timeout: m.Timeout, MaxTries: m.Retries + 1, Transport: transport})
}

// transport carries the requests to the endpoint: over the network, which may
// be recorded, or from a recording. The model and the embedder share one.
func (a *app) transport(key string) (http.RoundTripper, error) {
	if a.wire == nil {
		wire, err := a.newTransport(key)
		if err != nil {
			return nil, err
		}
		a.wire = wire
	}
	return a.wire, nil
}

func (a *app) newTransport(key string) (http.RoundTripper, error) {
	m := a.config.Model
	if m.Replay != "" {
		f, err := os.Open(m.Replay)
		if err != nil {
			return nil, usage("model.replay: %v", err)
		}
		defer f.Close()
		replayer, err := llm.NewReplayer(f)
		if err != nil {
			return nil, usage("model.replay: %v", err)
		}
		return replayer, nil
	}
	if m.Record != "" {
		recorder, err := llm.NewRecorder(m.Record, http.DefaultTransport, key)
		if err != nil {
			return nil, usage("model.record: %v", err)
		}
		return recorder, nil
	}
	return http.DefaultTransport, nil
}

// endpointAddress is where models are and the key for them.
func (a *app) endpointAddress() (base, key string) {
	key, _ = a.lookup("OPENAI_API_KEY")
	base = a.config.Model.BaseURL
	if base == "" {
		base, _ = a.lookup("OPENAI_BASE_URL")
	}
	return base, key
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

// memory is the bank as a run may use it.
type memory struct {
	bank      *membank.Bank
	strategy  membank.Strategy
	placement membank.Placement
}

func (m memory) Retrieve(ctx context.Context, task trajectory.Task) ([]membank.Hit, agents.Memories, error) {
	hits, placed, err := m.bank.Retrieve(ctx, task.Text, m.strategy, m.placement)
	return hits, placed, err
}

func (m memory) Recall(ctx context.Context, text string, k int) ([]membank.Hit, error) {
	return m.bank.Recall(ctx, text, k)
}

// newID names a run by its time (UTC, to the millisecond), so that folders sort
// as the runs came, and a few random letters, so that two never meet.
func (a *app) newID() string {
	var b [3]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return strings.Replace(a.now().UTC().Format("20060102-150405.000-"), ".", "", 1) + hex.EncodeToString(b[:])
}

// curator curates by rule and has reflex compile.
func (a *app) curator() curate.Rule {
	return curate.Rule{Now: a.now, Compile: func(run *trajectory.Run) (json.RawMessage, string, []string, error) {
		p, notes, err := reflex.Compile(run, apps.Registry())
		if err != nil {
			return nil, "", notes, err
		}
		data, err := json.Marshal(p)
		return data, reflex.Version, notes, err
	}}
}
