package report_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"legomem/officebench/report"
	"legomem/officebench/trial"
)

// started is when the made-up benches began.
var started = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// tiny is a bench of two cells and three tasks under a deterministic brain.
func tiny() trial.Bench {
	return trial.Bench{
		Name: "tiny", Started: started, Brain: "reflex", Deterministic: true, Seeds: 1,
		Suite: trial.Suite{Name: "own", Hash: "s1", Levels: map[string]int{"1-1/0": 1, "1-2/0": 1, "2-1/0": 2}},
		Split: trial.Split{Hash: "p1", Train: []string{"1-1/1"}, Test: []string{"1-1/0", "1-2/0", "2-1/0"}},
		Cells: []trial.Cell{none("local"), vanilla("local", trial.NA)},
		Teams: []trial.Team{{Name: "local", Roles: map[string]string{"orchestrator": "reflex"}}},
		Bank:  trial.Bank{Hash: "b1", Embedder: "hash"},
		Curation: trial.Curation{
			Curator: "rule", Collected: 1, Succeeded: 1, Units: map[string]int{"full": 1, "subtask": 2},
		},
		Versions: map[string]string{"program": "v0", "prompts": "q1"},
		Config:   "brain: reflex\n",
	}
}

func none(team string) trial.Cell {
	return trial.Cell{Variant: "none", Placement: "none", Reasoning: trial.NA, Team: team}
}

func vanilla(team, reasoning string) trial.Cell {
	return trial.Cell{Variant: "vanilla", Placement: "both", Reasoning: reasoning, Team: team}
}

// verdict is a record with an outcome and a verdict.
func verdict(cell trial.Cell, task string, seed int, outcome string, passed bool) trial.Record {
	return trial.Record{
		Trial: trial.Trial{Cell: cell, Task: task, Seed: seed}, Attempt: 1, Outcome: outcome, Passed: &passed,
		Run: fmt.Sprintf("run-%s-%s-%d", cell.Variant, task, seed), Started: started,
	}
}

// tinyRecords is what came of tiny: none passes one task of three, vanilla two.
func tinyRecords() []trial.Record {
	n, v := none("local"), vanilla("local", trial.NA)
	recs := []trial.Record{
		verdict(n, "1-1/0", 1, "gave_up", false),
		verdict(n, "1-2/0", 1, "solved", true),
		verdict(n, "2-1/0", 1, "gave_up", false),
		verdict(v, "1-1/0", 1, "solved", true),
		verdict(v, "1-2/0", 1, "solved", true),
		verdict(v, "2-1/0", 1, "solved", false),
	}
	for i, steps := range []int{0, 4, 0, 2, 3, 6} {
		recs[i].Steps, recs[i].WallMS = steps, float64(100*(i+1))
	}
	recs[1].FailedSteps, recs[5].FailedSteps = 1, 3
	recs[3].SameID = true
	return recs
}

// paper is the paper's experiment in size, made up: 38 cells, 152 tasks, three
// seeds, and a chance of success for each that is near what was published.
func paper() (trial.Bench, []trial.Record) {
	random := rand.New(rand.NewPCG(7, 7))
	b := trial.Bench{
		Name: "paper-made-up", Preset: "paper", Started: started, Brain: "model", Seeds: 3, Cells: paperCells(),
		Suite: trial.Suite{Name: "made-up", Hash: "sha256:3f1c", Levels: map[string]int{}, Unwinnable: map[string]string{}},
		Split: trial.Split{Hash: "sha256:77aa", Train: make([]string, 148)},
		Bank:  trial.Bank{Hash: "sha256:b0b0", Embedder: "text-embedding-3-large"},
		Curation: trial.Curation{Curator: "model", Collected: 148, Succeeded: 93, Units: map[string]int{"full": 93, "subtask": 250},
			Spent: map[string]trial.Spend{"curator": {Model: "big-1", Calls: 101, Tokens: trial.Tokens{Prompt: 404_000, Completion: 80_800}}}},
		Versions: map[string]string{"program": "v1.0.0", "prompts": "sha256:11", "config": "sha256:22"},
		Prices:   []trial.Price{{Model: "big-1", Prompt: 2.5, Completion: 10, Dated: "2026-03-01"}, {Model: "small-1", Prompt: 0.15, Completion: 0.6, Dated: "2026-03-01"}},
		Caps:     map[string]string{"money": "$400 in all", "rounds": "20 a run"},
		Config:   "brain: model\nteams:\n  - name: llm\n",
		Notes:    []string{"The paper does not say how the 300 tasks were split; the split is ours."},
	}
	for level, n := range map[int]int{1: 48, 2: 45, 3: 59} {
		for i := range n {
			b.Suite.Levels[fmt.Sprintf("%d-%d/%d", level, i/2+1, i%2)] = level
		}
	}
	for level := 1; level <= 3; level++ {
		for i := range 59 {
			if task := fmt.Sprintf("%d-%d/%d", level, i/2+1, i%2); b.Suite.Levels[task] == level {
				b.Split.Test = append(b.Split.Test, task)
			}
		}
	}
	for i := range 13 {
		b.Suite.Unwinnable[b.Split.Test[i*11]] = "the expected file has a mistyped value"
	}
	for _, team := range []string{"llm", "hybrid", "slm"} {
		roles := map[string]string{"orchestrator": "big-1", "agents": "small-1"}
		switch team {
		case "llm":
			roles["agents"] = "big-1"
		case "slm":
			roles["orchestrator"] = "small-1"
		}
		b.Teams = append(b.Teams, trial.Team{Name: team, Roles: roles, Sampling: map[string]string{"orchestrator": "temperature 0, seed 1", "agents": "temperature 0, seed 1"}})
	}
	return b, paperRecords(b, random)
}

// paperCells are the 38.
func paperCells() []trial.Cell {
	var out []trial.Cell
	cell := func(variant, placement, reasoning, team string) {
		out = append(out, trial.Cell{Variant: variant, Placement: placement, Reasoning: reasoning, Team: team})
	}
	lego := []string{"vanilla", "dynamic", "rewrite"}
	for _, team := range []string{"llm", "hybrid", "slm"} {
		cell("none", "none", trial.NA, team)
		cell("synapse", "both", trial.NA, team)
		cell("awm", "both", trial.NA, team)
		for _, v := range lego {
			cell(v, "both", trial.With, team)
		}
		if team == "slm" {
			continue
		}
		for _, v := range lego {
			cell(v, "planning", trial.With, team)
		}
		cell("vanilla", "orchestrator", trial.With, team)
		for _, v := range lego {
			cell(v, "agents", trial.With, team)
		}
		for _, v := range lego {
			cell(v, "both", trial.Without, team)
		}
	}
	return out
}

func paperRecords(b trial.Bench, random *rand.Rand) []trial.Record {
	hard := map[string]float64{}
	for _, task := range b.Split.Test {
		hard[task] = random.NormFloat64() * 0.3
	}
	var out []trial.Record
	for _, c := range b.Cells {
		chance := map[string]float64{"llm": 0.46, "hybrid": 0.35, "slm": 0.25}[c.Team] + map[string]float64{"none": 0, "awm": 0.02}[c.Variant]
		if c.Variant != "none" && c.Variant != "awm" {
			chance += map[string]float64{"both": 0.12, "planning": 0.09, "orchestrator": 0.08, "agents": 0.04}[c.Placement]
		}
		for _, task := range b.Split.Test {
			level := b.Suite.Levels[task]
			for seed := 1; seed <= b.Seeds; seed++ {
				out = append(out, paperRecord(c, task, seed, level, chance+hard[task]-0.08*float64(level-1), random))
			}
		}
	}
	return out
}

// paperRecord draws one run.
func paperRecord(c trial.Cell, task string, seed, level int, chance float64, random *rand.Rand) trial.Record {
	won := random.Float64() < chance
	outcome := "solved"
	if !won && random.Float64() < 0.6 {
		outcome = []string{"gave_up", "exhausted", "error"}[random.IntN(3)]
	}
	rec := verdict(c, task, seed, outcome, won)
	strict := won && random.Float64() < 0.93
	rec.Level, rec.Strict = level, &strict
	rec.Infrastructure = outcome == "error" && random.Float64() < 0.3
	rec.Steps = 6*level + random.IntN(8)
	if c.Variant == "none" {
		rec.Steps += 2 * level
	}
	for range rec.Steps {
		if random.Float64() < 0.05*float64(level)+0.05 {
			rec.FailedSteps++
		}
	}
	rec.ModelCalls = rec.Steps * 2
	rec.Tokens = trial.Tokens{Prompt: rec.ModelCalls * (1800 + random.IntN(900)), Completion: rec.ModelCalls * 110}
	if c.Variant != "none" {
		rec.Tokens.Prompt += rec.ModelCalls * 900
		rec.SameID = task[len(task)-1] == '1'
		rec.Dropped = random.IntN(2)
	}
	price := map[string]float64{"llm": 2.5e-6, "hybrid": 1e-6, "slm": 0.15e-6}[c.Team]
	rec.CostUSD = new(price * float64(rec.Tokens.Prompt+4*rec.Tokens.Completion))
	rec.Spent = paperSpent(c, rec)
	rec.WallMS = float64(rec.ModelCalls) * (900 + 400*random.Float64())
	snapshot := map[string]string{"llm": "big-1-2026-01-15", "hybrid": "big-1-2026-01-15", "slm": "small-1-2025-11-02"}[c.Team]
	rec.Models = map[string][]string{"orchestrator": {snapshot}}
	return rec
}

// paperSpent divides what a run used among its roles.
func paperSpent(c trial.Cell, rec trial.Record) map[string]trial.Spend {
	out := map[string]trial.Spend{}
	put := func(role, model string, calls int) {
		usd := *rec.CostUSD * float64(calls) / float64(rec.ModelCalls)
		out[role] = trial.Spend{Model: model, Calls: calls, CostUSD: &usd, Tokens: trial.Tokens{
			Prompt: rec.Tokens.Prompt * calls / rec.ModelCalls, Completion: rec.Tokens.Completion * calls / rec.ModelCalls}}
	}
	models := map[string][2]string{"llm": {"big-1", "big-1"}, "hybrid": {"big-1", "small-1"}, "slm": {"small-1", "small-1"}}[c.Team]
	rest := rec.ModelCalls
	if c.Variant == "rewrite" {
		put("rewriter", models[0], 1)
		rest--
	}
	put("orchestrator", models[0], rest/3)
	put("excel_agent", models[1], rest-rest/3)
	return out
}

// quick keeps the tests short: what they check does not hang on the draws.
func quick() report.Options { return report.Options{Seed: 1, Resamples: 500, Permutations: 500} }

// rough is for the big bench, where the shape of the report is what counts.
func rough() report.Options { return report.Options{Seed: 1, Resamples: 40, Permutations: 40} }
