package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"legomem/agents"
	"legomem/configs"
	"legomem/desk"
	"legomem/officebench"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
	"legomem/tools/apps"
)

// benchSetup is an experiment as it is asked for, before anything is begun.
type benchSetup struct {
	suite *officebench.Suite
	bench trial.Bench
	dir   string // the work folder
	// collects is the team that carries the training tasks out.
	collects string
	only     bench.Phase
	parallel int // runs at once
}

// setUpBench makes the experiment of the flags and the configuration.
func (a *app) setUpBench(o benchOptions) (*benchSetup, error) {
	s := &benchSetup{}
	var err error
	if s.only, err = onePhase(o.phase); err != nil {
		return nil, err
	}
	if s.suite, err = officebench.Open(o.suite); err != nil {
		return nil, err
	}
	cells, notes, err := bench.Plan(bench.Options{Variants: o.variants, Placements: o.placements, Reasoning: o.reasoning, Teams: o.teams,
		Preset: o.preset, Brain: a.config.Brain, Known: a.teamNames()})
	if err != nil {
		return nil, err
	}
	seeds, note, err := bench.Seeds(o.seeds, o.preset, a.config.Brain)
	if err != nil {
		return nil, err
	}
	if note != nil {
		notes = append(notes, *note)
	}
	split, err := bench.NewSplit(s.suite, bench.SplitOptions{File: o.split, LeaveOneOut: o.leaveOneOut,
		Trains: bench.NeedBank(cells) && o.bank == "", Tasks: o.tasks, Limit: o.limit})
	if err != nil {
		return nil, err
	}
	if err := bench.Check(s.suite, split); err != nil {
		return nil, err
	}
	if bench.NeedBank(cells) && o.bank == "" {
		a.train = split.Train
	}
	if a.alone = o.leaveOneOut; a.alone && bench.NeedBank(cells) && o.bank == "" {
		notes = append(notes, bench.Note{Reason: "each procedure is learned from its own run alone: one that was generalised together with others could know the task that is left out"})
	}
	if o.preset == "paper" && a.config.Brain == "reflex" {
		notes = append(notes, bench.Note{Reason: "the paper's cells are for models, of which reflex has none: --config paper chooses the model brain and the paper's teams"})
	}
	if a.config.Brain == "reflex" {
		notes = append(notes, bench.Note{Reason: "without memory reflex can do nothing: no memory is 0 by construction, and the difference to it says how far practised work reaches"})
	}
	s.collects = a.teamNames()[0]
	if s.bench, err = a.describeBench(o, s, cells, seeds, split); err != nil {
		return nil, err
	}
	for _, n := range notes {
		s.bench.Notes = append(s.bench.Notes, n.String())
	}
	beside, err := a.askedBeside(o, s)
	if err != nil {
		return nil, err
	}
	if err := (bench.Cap{Tokens: o.maxTokens, USD: o.maxUSD}).Check(s.bench, beside...); err != nil {
		return nil, err
	}
	s.parallel = a.atOnce(o.parallel, s.bench.Deterministic)
	s.dir, err = a.benchDir(s.bench.Name)
	return s, err
}

func onePhase(name string) (bench.Phase, error) {
	switch name {
	case "", "report":
		return "", nil
	case string(bench.Collect), string(bench.Curate), string(bench.Evaluate):
		return bench.Phase(name), nil
	}
	return "", usage("there is no phase %q; there are: collect, curate, evaluate, report", name)
}

// teamNames are the teams to choose from, the one that --team or the
// configuration names first.
func (a *app) teamNames() []string {
	names := []string{}
	for _, t := range a.config.Teams {
		names = append(names, t.Name)
	}
	own := a.config.Team.Name
	if len(names) > 0 && !slices.Contains(names, own) {
		return names
	}
	return append([]string{own}, slices.DeleteFunc(names, func(n string) bool { return n == own })...)
}

// benchDir is the work folder of an experiment: in the folder that --out names,
// or in the data folder.
func (a *app) benchDir(name string) (string, error) {
	if name != filepath.Base(name) || name == "." || name == ".." || strings.HasPrefix(name, "-") {
		return "", usage("--name %q does not do as a folder's name", name)
	}
	if a.config.Out != "" {
		return filepath.Abs(filepath.Join(a.config.Out, name))
	}
	dir, err := configs.DataDir(a.lookup)
	if err != nil {
		return "", usage("no folder for the bench: %v; name one with --out", err)
	}
	return filepath.Join(dir, "bench", name), nil
}

// describeBench is everything that must be known to run the experiment again.
func (a *app) describeBench(o benchOptions, s *benchSetup, cells []trial.Cell, seeds int, split trial.Split) (trial.Bench, error) {
	hash, err := s.suite.Hash()
	if err != nil {
		return trial.Bench{}, err
	}
	settings, err := a.settings()
	if err != nil {
		return trial.Bench{}, err
	}
	versions, err := a.benchVersions(o)
	if err != nil {
		return trial.Bench{}, err
	}
	b := trial.Bench{
		Name: o.name, Preset: o.preset, Brain: a.config.Brain, Deterministic: a.config.Brain == "reflex",
		Suite: trial.Suite{Name: s.suite.Name, Hash: hash, Unwinnable: s.suite.Unwinnable(), Levels: map[string]int{}},
		Split: split, Cells: cells, Seeds: seeds, Bank: trial.Bank{LeaveOneOut: o.leaveOneOut},
		Versions: versions, Config: settings, Caps: a.caps(o),
	}
	if b.Name == "" {
		b.Name = s.suite.Name + "-" + b.Brain
	}
	for _, id := range append(slices.Clone(split.Train), split.Test...) {
		b.Suite.Levels[id], _, _, _ = officebench.ParseID(id) // an id of the suite: Open has parsed it
	}
	if err := describeWork(&b.Suite, s.suite, split.Test); err != nil {
		return trial.Bench{}, err
	}
	for _, p := range a.config.Prices {
		b.Prices = append(b.Prices, trial.Price{Model: p.Model, Prompt: p.Prompt, Completion: p.Completion, Dated: p.Dated})
	}
	if versions[trial.Traffic] == trial.Replayed {
		b.Notes = append(b.Notes, "a recording answers for the models: calls and tokens are those of the recording, and the times are not the models'")
	}
	switch {
	case !bench.NeedBank(cells) || o.bank != "":
	case a.demos != "":
		versions["collect"] = "demonstrations"
		b.Notes = append(b.Notes, "the training tasks are collected by playing their demonstrations")
	default:
		b.Notes = append(b.Notes, "the training tasks are carried out by the team "+s.collects+", without memory")
	}
	b.Teams, err = a.benchTeams(cells)
	return b, err
}

// describeWork takes down what the suite says of the tested tasks: the kind of
// work each is, and its apps.
func describeWork(into *trial.Suite, suite *officebench.Suite, tested []string) error {
	into.Kinds, into.Apps = map[string]string{}, map[string][]string{}
	for _, id := range tested {
		t, err := suite.Task(id)
		if err != nil {
			return err
		}
		if t.Needs.Kind != "" {
			into.Kinds[id] = t.Needs.Kind
		}
		if len(t.Needs.Apps) > 0 {
			into.Apps[id] = t.Needs.Apps
		}
	}
	return nil
}

// benchVersions are those of everything that decides what a run does.
func (a *app) benchVersions(o benchOptions) (map[string]string, error) {
	same := a.config
	same.LogLevel = ""
	out := map[string]string{"program": desk.Version(), "config": same.Hash(), "tools": apps.Registry().Hash(), "bank": "made here"}
	switch o.bank {
	case "":
	case starterBank:
		out["bank"] = "the starter bank"
	default:
		out["bank"] = "brought along"
	}
	if a.config.Model.Replay != "" {
		out[trial.Traffic] = trial.Replayed
	}
	if err := a.otherVersions(out); err != nil || a.config.Brain == "reflex" {
		return out, err
	}
	prompts, err := a.loadPrompts()
	if err != nil {
		return nil, err
	}
	out["prompts"] = prompts.Version()
	return out, nil
}

// caps are the limits of a run and of the whole, in words.
func (a *app) caps(o benchOptions) map[string]string {
	l := a.config.Limits
	out := map[string]string{"rounds": strconv.Itoa(l.Rounds), "stalls": strconv.Itoa(l.Stalls), "replans": strconv.Itoa(l.Replans),
		"steps": strconv.Itoa(l.Steps), "repeats": strconv.Itoa(l.Repeats)}
	for name, v := range map[string]float64{"tokens": float64(l.Tokens), "usd": l.USD, bench.CapTokens: float64(o.maxTokens), bench.CapUSD: o.maxUSD} {
		if v > 0 {
			out[name] = strconv.FormatFloat(v, 'f', -1, 64)
		}
	}
	if l.Time > 0 {
		out["time"] = l.Time.String()
	}
	return out
}

// benchTeams says who plays which role in the teams of the cells.
func (a *app) benchTeams(cells []trial.Cell) ([]trial.Team, error) {
	var out []trial.Team
	for _, c := range cells {
		if slices.ContainsFunc(out, func(t trial.Team) bool { return t.Name == c.Team }) {
			continue
		}
		t := trial.Team{Name: c.Team, Roles: map[string]string{}, Sampling: map[string]string{}}
		if a.config.Brain != "reflex" {
			config, err := a.configOf(c.Team)
			if err != nil {
				return nil, err
			}
			for _, role := range append(agents.DefaultTeam().Names(), agents.Orchestrator, agents.Rewriter, agents.Matcher) {
				t.Roles[role], t.Sampling[role] = played(config, role)
			}
		}
		out = append(out, t)
	}
	return out, nil
}

// configOf is the configuration with one of its teams at work.
func (a *app) configOf(team string) (configs.Config, error) {
	named := slices.ContainsFunc(a.config.Teams, func(t configs.Team) bool { return t.Name == team })
	if team == a.config.Team.Name && !named {
		return a.config, nil
	}
	c, err := a.config.With(team)
	if err != nil {
		return c, usage("--teams: %v", err)
	}
	return c, nil
}

// played says which model plays a role, and how its replies are drawn.
func played(c configs.Config, role string) (model, words string) {
	r, ok := c.Team.Role(role, slices.Contains(agents.DefaultTeam().Names(), role))
	if !ok {
		r.Model = c.Model.Name
	}
	s := sampling(c.Model, r)
	return r.Model, fmt.Sprintf("temperature %g, top_p %g, seed %d", *s.Temperature, *s.TopP, *s.Seed)
}

// benchEngine is the engine of the experiment, without its lab.
func (a *app) benchEngine(f *bench.Folder, s *benchSetup, o benchOptions) *bench.Engine {
	return &bench.Engine{
		Folder: f, Suite: s.suite, CollectTeam: s.collects, Bank: o.bank, Only: s.only, Parallel: s.parallel,
		Cap: bench.Cap{Tokens: o.maxTokens, USD: o.maxUSD}, RerunErrors: o.rerunErrors, AcceptErrors: o.acceptErrors, Asks: a.curatingAsks(),
		Limits: limits(a.config.Limits), Memories: a.config.Memory.K, NewID: a.newID, Now: func() time.Time { return a.now().UTC() },
	}
}
