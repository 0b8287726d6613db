package bench

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/curate"
	"legomem/lists"
	"legomem/membank"
	"legomem/officebench/trial"
	"legomem/orchestrator"
)

// The assumed tokens of a model call where nothing was measured.
const (
	assumedPrompt     = 2500 // instructions, tools, the task and what was done so far
	assumedMemory     = 500  // each memory shown
	assumedCompletion = 150
	// The curator and the inducer read a run's log and write down what it did.
	assumedLog     = 4000
	assumedLearned = 800
	// A run is assumed to use 1/assumedPart of its rounds, and a subtask of its steps.
	assumedPart = 4
)

// Asks names the models that curating asks; empty: none.
type Asks struct {
	Curator, Inducer string
	// Tokens caps what either is shown of a run's log.
	Tokens int
}

// taskAgents stands for all roles but the orchestrator and the rewriter, where these
// count as one.
const taskAgents = "task agents"

// assume estimates what n runs of a cell use: a part of their limits, or all with most.
func (g *guess) assume(c trial.Cell, n int, most bool) map[string]trial.Spend {
	planning, acting := calls(g.engine.Limits, most)
	toOrchestrator, toAgents := g.memories(c)
	out := map[string]trial.Spend{
		agents.Orchestrator: g.spend(g.engine.model(c.Team, agents.Orchestrator), n*planning, assumedPrompt+toOrchestrator*assumedMemory, assumedCompletion),
		taskAgents:          g.spend(g.engine.model(c.Team, taskAgents), n*acting, assumedPrompt+toAgents*assumedMemory, assumedCompletion),
	}
	if c.Variant == rewrites {
		out[agents.Rewriter] = g.draft(c, n)
	}
	return out
}

// draft is the one call of the rewriter in each of n runs. It reads the
// full-task memories, whatever the placement.
func (g *guess) draft(c trial.Cell, n int) trial.Spend {
	return g.spend(g.engine.model(c.Team, agents.Rewriter), n, assumedPrompt+g.engine.Memories*assumedMemory, assumedCompletion)
}

// rewrites is the variant in which a model drafts what is searched for.
const rewrites = "rewrite"

// memories is how many memories each call of the orchestrator and of an agent shows.
func (g *guess) memories(c trial.Cell) (toOrchestrator, toAgents int) {
	seenBy := membank.Placement(c.Placement)
	if seenBy == membank.Both || seenBy == membank.OrchestratorOnly {
		toOrchestrator = g.engine.Memories
	}
	if seenBy != membank.Nowhere && seenBy != membank.OrchestratorOnly {
		toAgents = g.engine.Memories
	}
	return toOrchestrator, toAgents
}

// spend is what calls of a model cost, each of so many tokens.
func (g *guess) spend(model string, calls, prompt, completion int) trial.Spend {
	s := trial.Spend{Model: model, Calls: calls, Tokens: trial.Tokens{Prompt: calls * prompt, Completion: calls * completion}}
	if p := priceOf(g.engine.Folder.Bench.Prices, model); p != nil {
		s.CostUSD = new((float64(s.Tokens.Prompt)*p.Prompt + float64(s.Tokens.Completion)*p.Completion) / 1e6)
	}
	return s
}

// alike estimates what n runs of a cell use from the runs of their team's other cells: if
// the cell shows memories, from those that do so too, or else from all, plus the assumed
// memories. The rewriter, which only some cells call, is estimated separately.
func (g *guess) alike(c trial.Cell, n int) map[string]trial.Spend {
	like := g.byTeam[c.Team]
	remembering := slices.DeleteFunc(slices.Clone(like), func(r trial.Record) bool { return r.Cell.Variant == none })
	if c.Variant != none && len(remembering) > 0 {
		like = remembering
	}
	out := mean(like, n)
	delete(out, agents.Rewriter)
	if c.Variant != none && len(remembering) == 0 {
		g.shown += n
		g.show(c, out)
	}
	if c.Variant == rewrites {
		out[agents.Rewriter] = g.drafted(c, n)
	}
	return out
}

// show adds the memories that a cell shows to what the team's roles use.
func (g *guess) show(c trial.Cell, byRole map[string]trial.Spend) {
	toOrchestrator, toAgents := g.memories(c)
	for role, s := range byRole {
		if !g.engine.plays(c.Team, role) {
			continue // a model that reads scans is shown none
		}
		more := toAgents
		if role == agents.Orchestrator {
			more = toOrchestrator
		}
		extra := g.spend(g.engine.dearestOf(strings.Split(s.Model, ", ")), s.Calls, more*assumedMemory, 0)
		s.Tokens.Prompt += extra.Tokens.Prompt
		s.CostUSD = addUSD(s.CostUSD, extra.CostUSD)
		byRole[role] = s
	}
}

// drafted is what the rewriter uses in n runs: as measured in its team, or as
// assumed.
func (g *guess) drafted(c trial.Cell, n int) trial.Spend {
	like := lists.Filter(g.byTeam[c.Team], func(r trial.Record) bool { return r.Cell.Variant == rewrites })
	if len(like) > 0 {
		return mean(like, n)[agents.Rewriter]
	}
	g.drafts += n
	return g.draft(c, n)
}

// expectBank adds the calls that making the bank is assumed to need: one of the curator
// and one of the inducer for each training run that passes. Raw trajectories are kept
// without a model.
func (g *guess) expectBank(uncollected int) error {
	e := g.engine
	if !e.makesBank() {
		return nil
	}
	if made, err := e.Folder.curated(); err != nil || made != nil {
		return err
	}
	train := len(e.Folder.Bench.Split.Train)
	g.curated = train
	if g.collected > 0 { // the same share of the rest is assumed to pass
		g.curated = g.passed + (uncollected*g.passed+g.collected-1)/g.collected
	}
	all := kinds(e.Folder.Bench.Cells)
	for _, asked := range []struct {
		role, model string
		kind        membank.UnitKind
	}{{curate.CuratorRole, e.Asks.Curator, membank.FullTask}, {curate.InducerRole, e.Asks.Inducer, membank.RoutineUnit}} {
		if asked.model == "" || !slices.Contains(all, asked.kind) {
			continue
		}
		g.bankCalls += g.curated
		g.likely.add(map[string]trial.Spend{asked.role: g.spend(asked.model, g.curated, assumedLog, assumedLearned)})
		g.most.add(map[string]trial.Spend{asked.role: g.spend(asked.model, train, max(assumedLog, e.Asks.Tokens), assumedLearned)})
	}
	return nil
}

// calls counts the model calls of a run: planning is facts and plan, a ledger each round
// and the answer; acting is the steps of each round's subtask, and its end.
func calls(l orchestrator.Limits, most bool) (planning, acting int) {
	if most {
		return 2 + 2*l.Replans + l.Rounds + 1, l.Rounds * (l.Steps + 1)
	}
	rounds, steps := max(1, l.Rounds/assumedPart), max(1, l.Steps/assumedPart)
	return 2 + rounds + 1, rounds * (steps + 1)
}

// noAgents are the roles of a team that are no task agents.
var noAgents = []string{agents.Orchestrator, agents.Rewriter, agents.Matcher}

// model is the model of a team's role; of the task agents, the dearest; of a role without
// one, the orchestrator's.
func (e *Engine) model(team, role string) string {
	for _, t := range e.Folder.Bench.Teams {
		if t.Name != team {
			continue
		}
		if m, ok := t.Roles[role]; ok {
			return m
		}
		var models []string
		for _, role := range slices.Sorted(maps.Keys(t.Roles)) {
			if !slices.Contains(noAgents, role) {
				models = append(models, t.Roles[role])
			}
		}
		if len(models) > 0 && role == taskAgents {
			return e.dearestOf(models)
		}
		return t.Roles[agents.Orchestrator]
	}
	return ""
}

// plays reports whether a role is one of a team's own.
func (e *Engine) plays(team, role string) bool {
	return slices.ContainsFunc(e.Folder.Bench.Teams, func(t trial.Team) bool {
		_, ok := t.Roles[role]
		return ok && t.Name == team
	})
}

func (e *Engine) dearestOf(models []string) string {
	dearest, most := "", -1.0
	for _, m := range models {
		cost := 0.0
		if p := priceOf(e.Folder.Bench.Prices, m); p != nil {
			cost = p.Prompt + p.Completion
		}
		if cost > most {
			dearest, most = m, cost
		}
	}
	return dearest
}

// assumptions describes what is assumed of a run for which nothing was measured.
func (g *guess) assumptions() string {
	l := g.engine.Limits
	p, a := calls(l, false)
	mp, ma := calls(l, true)
	return fmt.Sprintf("assumed of a run: a 1/%d of its limits (%d rounds, %d steps each), so %d calls of the orchestrator and %d of task agents (at most %d and %d), and one of the rewriter where the variant is rewrite; of a call: %d tokens and %d for each memory shown, and %d in reply",
		assumedPart, l.Rounds, l.Steps, p, a, mp, ma, assumedPrompt, assumedMemory, assumedCompletion)
}

// bankAssumptions describes what is assumed of curating.
func (g *guess) bankAssumptions() string {
	passing := fmt.Sprintf("as if all %d training runs passed", g.curated)
	if g.collected > 0 {
		passing = fmt.Sprintf("%d training runs, since %d of the %d recorded passed", g.curated, g.passed, g.collected)
	}
	return fmt.Sprintf("ASSUMED of curating: one call of the curator for each run that passed, and one of the inducer where awm is compared (%s), each of %d tokens and %d in reply; a reply that does not do is asked for again, which is not reckoned", passing, assumedLog, assumedLearned)
}
