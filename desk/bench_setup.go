package desk

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"legomem/agents"
	"legomem/configs"
	"legomem/officebench"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
	"legomem/tools/apps"
)

// Experiment is an experiment as it is asked for, before anything is begun.
type Experiment struct {
	Bench trial.Bench // everything that must be known to run it again

	desk     *Desk
	order    BenchOrder
	suite    *officebench.Suite
	dir      string   // the work folder
	collects string   // the team that carries the training tasks out
	train    []string // the tasks that it carries out
	alone    bool     // each run is learned from by itself
	only     bench.Phase
	parallel int // runs at once
}

// setUpBench makes the experiment of an order and the configuration.
func (d *Desk) setUpBench(o BenchOrder) (*Experiment, error) {
	err := o.check()
	if err != nil {
		return nil, err
	}
	s := &Experiment{desk: d, order: o}
	if s.only, err = onePhase(o.Phase); err != nil {
		return nil, err
	}
	if s.suite, err = officebench.Open(o.Suite); err != nil {
		return nil, err
	}
	cells, notes, err := bench.Plan(bench.Options{Variants: o.Variants, Placements: o.Placements, Reasoning: o.Reasoning, Teams: o.Teams,
		Preset: o.Preset, Brain: d.config.Brain, Known: d.teamNames()})
	if err != nil {
		return nil, err
	}
	seeds, note, err := bench.Seeds(o.Seeds, o.Preset, d.config.Brain)
	if err != nil {
		return nil, err
	}
	if note != nil {
		notes = append(notes, *note)
	}
	split, err := bench.NewSplit(s.suite, bench.SplitOptions{File: o.Split, LeaveOneOut: o.LeaveOneOut,
		Trains: o.makesBank(cells), Tasks: o.Tasks, Limit: o.Limit})
	if err != nil {
		return nil, err
	}
	if err := bench.Check(s.suite, split); err != nil {
		return nil, err
	}
	s.alone = o.LeaveOneOut
	if o.makesBank(cells) {
		s.train = split.Train
	}
	if s.alone && o.makesBank(cells) {
		notes = append(notes, bench.Note{Reason: "each procedure is learned from its own run alone: one that was generalised together with others could know the task that is left out"})
	}
	if o.Preset == "paper" && d.config.Brain == "reflex" {
		notes = append(notes, bench.Note{Reason: "the paper's cells are for models, of which reflex has none: --config paper chooses the model brain and the paper's teams"})
	}
	if d.config.Brain == "reflex" {
		notes = append(notes, bench.Note{Reason: "without memory reflex can do nothing: no memory is 0 by construction, and the difference to it says how far practised work reaches"})
	}
	s.collects = d.teamNames()[0]
	if s.Bench, err = d.describeBench(o, s, cells, seeds, split); err != nil {
		return nil, err
	}
	for _, n := range notes {
		s.Bench.Notes = append(s.Bench.Notes, n.String())
	}
	beside, err := d.askedBeside(o, s)
	if err != nil {
		return nil, err
	}
	if err := (bench.Cap{Tokens: o.MaxTokens, USD: o.MaxUSD}).Check(s.Bench, beside...); err != nil {
		return nil, err
	}
	s.parallel = d.atOnce(o.Parallel, s.Bench.Deterministic)
	s.dir, err = d.benchDir(s.Bench.Name)
	return s, err
}

func onePhase(name string) (bench.Phase, error) {
	switch name {
	case "", "report":
		return "", nil
	case string(bench.Collect), string(bench.Curate), string(bench.Evaluate):
		return bench.Phase(name), nil
	}
	return "", BadInput("there is no phase %q; there are: collect, curate, evaluate, report", name)
}

// teamNames are the teams to choose from; the first is the one that --team or the
// configuration names.
func (d *Desk) teamNames() []string {
	names := []string{}
	for _, t := range d.config.Teams {
		names = append(names, t.Name)
	}
	own := d.config.Team.Name
	if len(names) > 0 && !slices.Contains(names, own) {
		return names
	}
	return append([]string{own}, slices.DeleteFunc(names, func(n string) bool { return n == own })...)
}

// benchDir is the work folder of an experiment: in the folder that --out names,
// or in the data folder.
func (d *Desk) benchDir(name string) (string, error) {
	if name != filepath.Base(name) || name == "." || name == ".." || strings.HasPrefix(name, "-") {
		return "", BadInput("--name %q does not do as a folder's name", name)
	}
	if d.config.Out != "" {
		return filepath.Abs(filepath.Join(d.config.Out, name))
	}
	dir, err := configs.DataDir(d.Lookup)
	if err != nil {
		return "", BadInput("no folder for the bench: %v; name one with --out", err)
	}
	return filepath.Join(dir, "bench", name), nil
}

// describeBench is everything that must be known to run the experiment again.
func (d *Desk) describeBench(o BenchOrder, s *Experiment, cells []trial.Cell, seeds int, split trial.Split) (trial.Bench, error) {
	hash, err := s.suite.Hash()
	if err != nil {
		return trial.Bench{}, err
	}
	settings, err := settings(d.config)
	if err != nil {
		return trial.Bench{}, err
	}
	versions, err := d.benchVersions(o)
	if err != nil {
		return trial.Bench{}, err
	}
	b := trial.Bench{
		Name: o.Name, Preset: o.Preset, Brain: d.config.Brain, Deterministic: d.config.Brain == "reflex",
		Suite: trial.Suite{Name: s.suite.Name, Hash: hash, Unwinnable: s.suite.Unwinnable(), Levels: map[string]int{}},
		Split: split, Cells: cells, Seeds: seeds, Bank: trial.Bank{LeaveOneOut: o.LeaveOneOut},
		Versions: versions, Config: settings, Caps: d.caps(o),
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
	if versions[trial.Traffic] == trial.Replayed {
		b.Notes = append(b.Notes, "a recording answers for the models: calls and tokens are those of the recording, and the times are not the models'")
	}
	switch {
	case !o.makesBank(cells):
	case o.Demos != "":
		versions["collect"] = "demonstrations"
		b.Notes = append(b.Notes, "the training tasks are collected by playing their demonstrations")
	default:
		b.Notes = append(b.Notes, "the training tasks are carried out by the team "+s.collects+", without memory")
	}
	if b.Teams, err = d.benchTeams(cells); err != nil {
		return b, err
	}
	b.Prices = d.benchPrices(b.Teams)
	return b, nil
}

// benchPrices are the configuration's own prices, and of those that come with the program
// the ones of models that the bench asks.
func (d *Desk) benchPrices(teams []trial.Team) []trial.Price {
	c := d.config
	asked := map[string]bool{c.Model.Name: c.Brain != "reflex", c.Embedder.Model: c.Embedder.Kind != "hash"}
	for _, t := range teams {
		for _, model := range t.Roles {
			asked[model] = true
		}
	}
	for _, r := range c.Team.Roles {
		asked[r.Model] = true
	}
	var out []trial.Price
	for i, p := range c.PriceList() {
		if i < len(c.Prices) || asked[p.Model] {
			out = append(out, trial.Price{Model: p.Model, Prompt: p.Prompt, Cached: p.Cached, Completion: p.Completion, Dated: p.Dated})
		}
	}
	return out
}

// describeWork records the kind of work of each tested task, and its apps, as the suite
// gives them.
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

// benchVersions are the versions of everything that decides what a run does.
func (d *Desk) benchVersions(o BenchOrder) (map[string]string, error) {
	same := d.config
	same.LogLevel = ""
	out := map[string]string{"program": Version(), "config": same.Hash(), "tools": apps.Registry().Hash(), "bank": "made here"}
	switch o.Bank {
	case "":
	case starterBank:
		out["bank"] = "the starter bank"
	default:
		out["bank"] = "brought along"
	}
	if d.config.Model.Replay != "" {
		out[trial.Traffic] = trial.Replayed
	}
	if err := d.otherVersions(o.Demos, out); err != nil || d.config.Brain == "reflex" {
		return out, err
	}
	prompts, err := d.loadPrompts(d.config)
	if err != nil {
		return nil, err
	}
	out["prompts"] = prompts.Version()
	return out, nil
}

// caps are the limits of a run and of the whole experiment, as texts.
func (d *Desk) caps(o BenchOrder) map[string]string {
	l := d.config.Limits
	out := map[string]string{"rounds": strconv.Itoa(l.Rounds), "stalls": strconv.Itoa(l.Stalls), "replans": strconv.Itoa(l.Replans),
		"steps": strconv.Itoa(l.Steps), "repeats": strconv.Itoa(l.Repeats)}
	for name, v := range map[string]float64{"tokens": float64(l.Tokens), "usd": l.USD, bench.CapTokens: float64(o.MaxTokens), bench.CapUSD: o.MaxUSD} {
		if v > 0 {
			out[name] = strconv.FormatFloat(v, 'f', -1, 64)
		}
	}
	if l.Time > 0 {
		out["time"] = l.Time.String()
	}
	return out
}

// benchTeams returns which model plays which role in the teams of the cells.
func (d *Desk) benchTeams(cells []trial.Cell) ([]trial.Team, error) {
	var out []trial.Team
	for _, c := range cells {
		if slices.ContainsFunc(out, func(t trial.Team) bool { return t.Name == c.Team }) {
			continue
		}
		t := trial.Team{Name: c.Team, Roles: map[string]string{}, Sampling: map[string]string{}}
		if d.config.Brain != "reflex" {
			config, err := d.configOf(c.Team)
			if err != nil {
				return nil, err
			}
			for _, role := range benchRoles(config.Brain) {
				t.Roles[role], t.Sampling[role] = played(config, role)
			}
		}
		out = append(out, t)
	}
	return out, nil
}

// benchRoles are the roles whose models a brain asks in a run. The matcher stands between
// two brains: one alone has none.
func benchRoles(brain string) []string {
	roles := append(agents.DefaultTeam().Names(), agents.Orchestrator, agents.Rewriter)
	if brain == "hybrid" {
		roles = append(roles, agents.Matcher)
	}
	return roles
}

// configOf is the configuration with one of its teams at work.
func (d *Desk) configOf(team string) (configs.Config, error) {
	named := slices.ContainsFunc(d.config.Teams, func(t configs.Team) bool { return t.Name == team })
	if team == d.config.Team.Name && !named {
		return d.config, nil
	}
	c, err := d.config.With(team)
	if err != nil {
		return c, BadInput("--teams: %v", err)
	}
	return c, nil
}

// played returns which model plays a role, and how its replies are sampled.
func played(c configs.Config, role string) (model, words string) {
	r, ok := c.Team.Role(role, slices.Contains(agents.DefaultTeam().Names(), role))
	if !ok {
		r.Model = c.Model.Name
	}
	s := sampling(c.Model, r)
	return r.Model, fmt.Sprintf("temperature %g, top_p %g, seed %d", *s.Temperature, *s.TopP, *s.Seed)
}

// engine makes what runs the experiment, once it has a lab.
func (e *Experiment) engine(f *bench.Folder) *bench.Engine {
	o, d := e.order, e.desk
	return &bench.Engine{
		Folder: f, Suite: e.suite, CollectTeam: e.collects, Bank: o.Bank, Only: e.only, Parallel: e.parallel,
		Cap: bench.Cap{Tokens: o.MaxTokens, USD: o.MaxUSD}, RerunErrors: o.RerunErrors, AcceptErrors: o.AcceptErrors, Asks: curatingAsks(d.config),
		Limits: limits(d.config.Limits), Memories: d.config.Memory.K, NewID: d.newID, Now: func() time.Time { return d.Now().UTC() },
	}
}
