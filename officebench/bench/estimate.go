package bench

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/membank"
	"legomem/officebench/trial"
	"legomem/orchestrator"
)

// Estimate is what the missing part of an experiment is expected to cost.
type Estimate struct {
	Cells   []trial.Cell `json:"cells"`
	Collect int          `json:"collect_runs"`  // still to be made
	Runs    int          `json:"evaluate_runs"` // still to be made
	// Basis says what the figures rest on.
	Basis string `json:"basis"`
	// Roles is what each role is expected to use, Total all of them. AtMost is
	// what the limits of a run allow, nil where the figures are measured.
	Roles  map[string]trial.Spend `json:"roles,omitempty"`
	Total  Spent                  `json:"total"`
	AtMost *Spent                 `json:"at_most,omitempty"`
	Notes  []string               `json:"notes,omitempty"`
}

// What a call of a model is taken to be where nothing was measured, in tokens.
const (
	assumedPrompt     = 2500 // instructions, tools, the task and what was done so far
	assumedMemory     = 500  // each memory shown
	assumedCompletion = 150
	// A run is taken to use this part of its rounds, and a subtask of its steps.
	assumedPart = 4
)

// Estimate expects of each missing run what the runs of its cell used on
// average, or else those of its team, or else what the limits let one assume.
func (e *Engine) Estimate() (Estimate, error) {
	b := e.Folder.Bench
	out := Estimate{Cells: b.Cells}
	g := guess{engine: e, byCell: map[trial.Cell][]trial.Record{}, byTeam: map[string][]trial.Record{}}
	stages := []*stage{e.evaluating()}
	if e.makesBank() {
		stages = append(stages, e.collecting())
	}
	var todo []trial.Trial
	for _, s := range stages {
		missing, err := g.read(s, e.RerunErrors)
		if err != nil {
			return Estimate{}, err
		}
		if s.phase == Collect {
			out.Collect = len(missing)
		} else {
			out.Runs = len(missing)
		}
		todo = append(todo, missing...)
	}
	if b.Brain == reflexBrain {
		out.Basis, out.Total = "reflex calls no model", newPurse().total()
		return out, nil
	}
	g.expect(todo)
	out.Total = g.likely.total()
	out.Roles, out.Total.ByRole = out.Total.ByRole, nil
	out.Basis, out.Notes = g.basis(), g.notes()
	if g.assumed > 0 {
		most := g.most.total()
		most.ByRole = nil
		out.AtMost = &most
	}
	return out, nil
}

// guess adds up what runs are expected to use.
type guess struct {
	engine       *Engine
	byCell       map[trial.Cell][]trial.Record
	byTeam       map[string][]trial.Record
	likely, most *purse

	known, cells, teams, assumed int // records, and runs by what they rest on
}

func (g *guess) read(s *stage, rerunErrors bool) ([]trial.Trial, error) {
	b, err := s.open(nil)
	if err != nil {
		return nil, err
	}
	for _, r := range b.effective() {
		if !r.Infrastructure {
			g.known++
			g.byCell[r.Cell] = append(g.byCell[r.Cell], r)
			g.byTeam[r.Cell.Team] = append(g.byTeam[r.Cell.Team], r)
		}
	}
	return b.missing(rerunErrors), b.close()
}

func (g *guess) expect(todo []trial.Trial) {
	g.likely, g.most = newPurse(), newPurse()
	count := map[trial.Cell]int{}
	for _, t := range todo {
		count[t.Cell]++
	}
	for _, c := range slices.SortedFunc(maps.Keys(count), func(a, b trial.Cell) int { return strings.Compare(a.ID(), b.ID()) }) {
		n := count[c]
		switch {
		case len(g.byCell[c]) > 0:
			g.cells += n
			g.likely.add(mean(g.byCell[c], n))
		case len(g.byTeam[c.Team]) > 0:
			g.teams += n
			g.likely.add(mean(g.byTeam[c.Team], n))
		default:
			g.assumed += n
			g.likely.add(g.assume(c, n, false))
			g.most.add(g.assume(c, n, true))
		}
	}
}

// mean is what n runs use that are like those recorded.
func mean(records []trial.Record, n int) map[string]trial.Spend {
	sum := newPurse()
	for _, r := range records {
		sum.add(r.Spent)
	}
	share := func(x int) int { return (x*n + len(records)/2) / len(records) }
	out := sum.total().ByRole
	for role, s := range out {
		s.Calls, s.Tokens.Prompt, s.Tokens.Completion = share(s.Calls), share(s.Tokens.Prompt), share(s.Tokens.Completion)
		if s.CostUSD != nil {
			usd := *s.CostUSD * float64(n) / float64(len(records))
			s.CostUSD = &usd
		}
		out[role] = s
	}
	return out
}

// assume is what n runs of a cell use by the limits: a part of them, or all.
func (g *guess) assume(c trial.Cell, n int, most bool) map[string]trial.Spend {
	planning, acting := calls(g.engine.Limits, most)
	if c.Variant == "rewrite" {
		planning++ // the draft
	}
	seenBy := membank.Placement(c.Placement)
	memories := func(seen bool) int {
		if seen {
			return g.engine.Memories
		}
		return 0
	}
	out := map[string]trial.Spend{}
	put := func(role string, calls, memories int) {
		model := g.engine.model(c.Team, role)
		s := trial.Spend{Model: model, Calls: calls * n,
			Tokens: trial.Tokens{Prompt: calls * n * (assumedPrompt + memories*assumedMemory), Completion: calls * n * assumedCompletion}}
		if p := priceOf(g.engine.Folder.Bench.Prices, model); p != nil {
			usd := (float64(s.Tokens.Prompt)*p.Prompt + float64(s.Tokens.Completion)*p.Completion) / 1e6
			s.CostUSD = &usd
		}
		out[role] = s
	}
	put(agents.Orchestrator, planning, memories(seenBy == membank.Both || seenBy == membank.OrchestratorOnly))
	put(taskAgents, acting, memories(seenBy != membank.Nowhere && seenBy != membank.OrchestratorOnly))
	return out
}

// taskAgents are all roles but the orchestrator, where they are not told apart.
const taskAgents = "task agents"

// calls are those of a run: facts and plan, a ledger each round and the answer;
// and the steps of each round's subtask with their end.
func calls(l orchestrator.Limits, most bool) (planning, acting int) {
	if most {
		return 2 + 2*l.Replans + l.Rounds + 1, l.Rounds * (l.Steps + 1)
	}
	rounds, steps := max(1, l.Rounds/assumedPart), max(1, l.Steps/assumedPart)
	return 2 + rounds + 1, rounds * (steps + 1)
}

// model is the one of a team's role; of the task agents, their dearest.
func (e *Engine) model(team, role string) string {
	for _, t := range e.Folder.Bench.Teams {
		if t.Name != team {
			continue
		}
		if m, ok := t.Roles[role]; ok {
			return m
		}
		return e.dearest(t)
	}
	return ""
}

func (e *Engine) dearest(t trial.Team) string {
	model, most := "", -1.0
	for _, role := range slices.Sorted(maps.Keys(t.Roles)) {
		if role == agents.Orchestrator || role == agents.Rewriter {
			continue
		}
		cost := 0.0
		if p := priceOf(e.Folder.Bench.Prices, t.Roles[role]); p != nil {
			cost = p.Prompt + p.Completion
		}
		if cost > most {
			model, most = t.Roles[role], cost
		}
	}
	if model == "" {
		return t.Roles[agents.Orchestrator]
	}
	return model
}

func (g *guess) basis() string {
	switch {
	case g.assumed == 0 && g.known == 0:
		return "nothing is missing"
	case g.known == 0:
		return "ASSUMED, nothing was measured yet (--pilot N tries N tasks first)"
	case g.assumed > 0:
		return fmt.Sprintf("%d runs of this bench; ASSUMED for %d runs of teams that have none", g.known, g.assumed)
	}
	return fmt.Sprintf("measured: the averages of %d runs of this bench", g.known)
}

func (g *guess) notes() []string {
	var out []string
	if g.teams > 0 {
		out = append(out, fmt.Sprintf("for %d runs the average of their team's other cells is taken", g.teams))
	}
	if g.assumed > 0 {
		l := g.engine.Limits
		p, a := calls(l, false)
		mp, ma := calls(l, true)
		out = append(out, fmt.Sprintf("assumed of a run: a 1/%d of its limits (%d rounds, %d steps each), so %d calls of the orchestrator and %d of task agents (at most %d and %d); of a call: %d tokens and %d for each memory shown, and %d in reply",
			assumedPart, l.Rounds, l.Steps, p, a, mp, ma, assumedPrompt, assumedMemory, assumedCompletion))
	}
	if g.engine.makesBank() {
		out = append(out, "what curating and embedding ask of models is not in these figures")
	}
	return out
}
