package officebench_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/agents/modelbrain"
	"legomem/lists"
	"legomem/llm"
	"legomem/llm/llmtest"
	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/operations"
	"legomem/membank/outline"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/trajectory"
)

// nothingFailed is what units said before they said nothing where nothing was learnt.
const nothingFailed = "Every action succeeded."

// mostChosen is how much prompts may take where an agent's tools are chosen for its work, in
// percent of what they take with all described.
const mostChosen = 55

// TestMemoryTokens prints what memories cost in prompts, in general form and as they were
// recorded: each by itself, and in whole runs of demonstrated tasks that a respondent
// carries out as they were demonstrated, with what was learned from the task itself
// hidden, beside what the tools' descriptions cost. Every run must pass; prompts must take
// little more than half of what they take with all tools described, and with memories no
// more than with all tools.
func TestMemoryTokens(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes many runs")
	}
	b := newBench(t)
	all := sweep.Sample(t, demonstrations(t), 12, 20)
	runs := lists.Filter(b.playAll(t, all), (*trajectory.Run).Succeeded)
	now, was := remembered(t, runs, func(u *membank.Unit) {}), remembered(t, runs, asBefore)
	general, recorded := modelbrain.Config{General: true, Plans: true, MemoryTokens: 4000}, modelbrain.Config{}
	for _, kind := range []membank.UnitKind{membank.FullTask, membank.SubtaskUnit} {
		short, long := eachUnit(t, now, kind, general), eachUnit(t, was, kind, recorded)
		t.Logf("%d memories of the kind %s: general %s; as recorded %s", len(short), kind, spreadOf(short), spreadOf(long))
		if slices.Max(short) > outline.Most*2 || median(short) >= median(long) {
			t.Errorf("memories of the kind %s are too long in general form", kind)
		}
	}
	costs := map[string]promptCost{}
	some := sweep.Sample(t, runs, 4, 6)
	chosen := general
	uses := modelbrain.LearnUses(apps.Registry().All(), must.Have(membank.Starter())(t), nil)
	chosen.FactsInPlan, chosen.AnswerInLedger, chosen.OpenSteps, chosen.GraphTokens = true, true, true, 500
	chosen.DirectSteps, chosen.DoneBeside = true, true
	chosen.Survey, chosen.ToolTokens, chosen.Uses = true, 600, func() (*operations.Model, error) { return uses, nil }
	reports := chosen
	reports.GraphTokens = 0
	ways := []struct {
		name   string
		bank   *membank.Bank
		config modelbrain.Config
	}{{"no memory, all tools described", nil, recorded}, {"no memory", nil, chosen}, {"memories", now, chosen}, {"no memory, all reports", nil, reports}, {"memories as recorded, all tools described", was, recorded}}
	for _, run := range some {
		for _, way := range ways {
			costs[way.name] = costs[way.name].plus(b.promptTokens(t, run, way.bank, way.config))
		}
	}
	for _, way := range ways {
		t.Logf("%d runs, %s: %s", len(some), way.name, costs[way.name].each(len(some)))
	}
	all0, none, with := costs[ways[0].name], costs[ways[1].name], costs[ways[2].name]
	if 100*none.tokens > mostChosen*all0.tokens || none.paid() > all0.paid() {
		t.Errorf("prompts take %d tokens, and %d with all tools described", none.tokens, all0.tokens)
	}
	if with.tokens > all0.tokens || with.paid() > all0.paid() {
		t.Errorf("prompts with memories take %d tokens, and %d without them but with all tools described", with.tokens, all0.tokens)
	}
}

// promptCost is what prompts take, in tokens: those of tools' descriptions among them, and
// those that an endpoint has in its cache from a prompt of the run before.
// Actions are what was called, and blind those of them whose tool was not described.
type promptCost struct{ calls, tokens, tools, cached, actions, blind int }

func (c promptCost) plus(d promptCost) promptCost {
	return promptCost{c.calls + d.calls, c.tokens + d.tokens, c.tools + d.tools, c.cached + d.cached, c.actions + d.actions, c.blind + d.blind}
}

// paid is what the tokens cost, where cached ones cost half.
func (c promptCost) paid() int { return c.tokens - c.cached/2 }

func (c promptCost) each(runs int) string {
	return fmt.Sprintf("%d tokens in %.1f prompts a run; %.0f%% describe tools, %.0f%% are cached, which costs %d; %.0f%% of the actions call a tool that is not described", c.tokens/runs, float64(c.calls)/float64(runs),
		100*float64(c.tools)/float64(c.tokens), 100*float64(c.cached)/float64(c.tokens), c.paid()/runs, 100*float64(c.blind)/float64(c.actions))
}

// A prompt's beginning is cached from so many tokens on, in steps of so many, as OpenAI has
// it (https://platform.openai.com/docs/guides/prompt-caching).
const (
	leastCached = 1024
	cacheStep   = 128
)

// cachedTokens is how much of a prompt begins as one before it did.
func cachedTokens(prompt string, before []string) int {
	most := 0
	for _, b := range before {
		n := 0
		for n < min(len(b), len(prompt)) && b[n] == prompt[n] {
			n++
		}
		most = max(most, n)
	}
	n := llm.CountTokens(prompt[:most])
	if n < leastCached {
		return 0
	}
	return n / cacheStep * cacheStep
}

// asBefore makes a unit as it was before it kept forms of results and said nothing where
// nothing was learnt.
func asBefore(u *membank.Unit) {
	if u.Reflections == "" {
		u.Reflections = nothingFailed
	}
	for i := range u.Subtasks {
		for j := range u.Subtasks[i].Steps {
			u.Subtasks[i].Steps[j].Result = ""
		}
	}
}

// remembered is a bank of the runs' units, changed.
func remembered(t *testing.T, runs []*trajectory.Run, change func(*membank.Unit)) *membank.Bank {
	t.Helper()
	bank := must.Have(membank.Open(t.Context(), sqlitetest.New(t), hashembed.Embedder{}, "test"))(t)
	c := curator()
	c.Compile = nil // no model is shown a procedure
	for _, run := range runs {
		units, _, err := c.Curate(t.Context(), run)
		must.Do(t, err)
		task := units[0]
		change(&task)
		task = must.Have(membank.Seal(task))(t)
		must.Have(bank.Add(t.Context(), append([]membank.Unit{task}, membank.Cut(task)...)))(t)
	}
	return bank
}

// eachUnit is how many tokens each memory of a kind has.
func eachUnit(t *testing.T, bank *membank.Bank, kind membank.UnitKind, config modelbrain.Config) []int {
	t.Helper()
	brain := brainAt(t, llmtest.New(t, llmtest.Options{}), config)
	units := must.Have(bank.List(t.Context(), membank.Filter{Kind: kind}, membank.Page{}))(t)
	return lists.Map(units, func(u membank.Unit) int {
		return llm.CountTokens(brain.Shown(agents.Brief{Tools: apps.Registry()}, u))
	})
}

func brainAt(t *testing.T, endpoint *llmtest.Endpoint, config modelbrain.Config) *modelbrain.Brain {
	t.Helper()
	client := must.Have(llm.NewClient(llm.Endpoint{BaseURL: endpoint.URL(), MaxTries: 1}))(t)
	config.Default, config.Reasoning, config.Now = llm.Role{Chat: client, Model: "m"}, true, time.Now
	config.Prompts = must.Have(modelbrain.LoadPrompts(""))(t)
	return must.Have(modelbrain.New(config))(t)
}

// promptTokens are those of all prompts of one run.
func (b *bench) promptTokens(t *testing.T, shown *trajectory.Run, bank *membank.Bank, config modelbrain.Config) (c promptCost) {
	t.Helper()
	asker := &respondent{run: shown, direct: config.DirectSteps && config.GraphTokens > 0, beside: config.DoneBeside}
	endpoint := llmtest.New(t, llmtest.Options{Answer: asker.answer})
	brain := brainAt(t, endpoint, config)
	task := b.task(t, shown.Started.Task.ID)
	deps := b.deps
	run := must.Have(b.carryOut(t.Context(), brain, nearest{bank, task.ID}, task))(t)
	b.deps = deps
	if run.Passed == nil || !*run.Passed {
		t.Errorf("%s did not pass as it was demonstrated: %s", task.ID, run.Result.Reason)
	}
	c.actions, c.blind = asker.actions, asker.blind
	var before []string
	for _, r := range endpoint.Requests() {
		var described string
		if len(r.Tools) > 0 {
			described = asJSON(r.Tools)
		}
		prompt := described
		for _, m := range r.Messages {
			prompt += "\n" + m.Role + "\n" + m.Content
			if len(m.ToolCalls) > 0 {
				prompt += "\n" + asJSON(m.ToolCalls)
			}
		}
		c = c.plus(promptCost{calls: 1, tokens: llm.CountTokens(prompt), tools: llm.CountTokens(described), cached: cachedTokens(prompt, before)})
		before = append(before, prompt)
	}
	return c
}

// nearest retrieves by the strategy dynamic what was not learned from a task.
type nearest struct {
	bank *membank.Bank // nil for no memory
	task string
}

func (n nearest) Retrieve(ctx context.Context, s agents.Brief) (membank.Retrieved, agents.Memories, error) {
	if n.bank == nil {
		return membank.Retrieved{}, nil, nil
	}
	strategy, err := membank.NewStrategy("dynamic", membank.Limits{K: membank.DefaultK, PerAgent: membank.DefaultPerAgent})
	if err != nil {
		return membank.Retrieved{}, nil, err
	}
	view := n.bank.View(membank.View{HideTasks: []string{n.task}})
	return view.Retrieve(ctx, membank.Ask{Task: s.Task.Text, Agents: s.Team.Names()}, strategy, membank.Both)
}

func (n nearest) SearchTasks(context.Context, string, int) ([]membank.Hit, error) { return nil, nil }

// respondent is no model: it says what has a task carried out as a run did it. Each step of
// its plan needs the one before.
type respondent struct {
	run            *trajectory.Run
	direct, beside bool // the first step has no ledger; a report may come beside changes
	round          int  // delegations so far
	actions, blind int  // called, and without the tool's description
}

func (a *respondent) answer(r llmtest.Request) llmtest.Reply {
	asked := r.Messages[min(1, len(r.Messages)-1)].Content
	switch {
	case len(r.Tools) > 0:
		return a.act(r)
	case strings.Contains(asked, "Write the lists only."):
		return llmtest.Reply{Text: "1. GIVEN: what the task says\n2. TO LOOK UP: none\n3. TO WORK OUT: none\n4. GUESSES: none"}
	case strings.Contains(asked, `"cannot_be_done"`):
		var steps []map[string]any
		for i, s := range a.run.Subtasks {
			steps = append(steps, map[string]any{"agent": s.Agent, "description": s.Description, "needs": []int{i}[:min(i, 1)]})
		}
		if a.direct {
			a.round = 1
		}
		return llmtest.Reply{Text: asJSON(map[string]any{"facts": "GIVEN: what the task says", "steps": steps, "cannot_be_done": ""})}
	case strings.Contains(asked, "Judge where the work stands"):
		return a.judge(strings.Contains(asked, "final_answer"))
	}
	return llmtest.Reply{Text: a.run.Answer}
}

// judge fills in a ledger, one with the final answer where that is asked for.
func (a *respondent) judge(answer bool) llmtest.Reply {
	finding := func(answer any) map[string]any { return map[string]any{"reason": "So it stands.", "answer": answer} }
	if a.round >= len(a.run.Subtasks) && answer {
		return llmtest.Reply{Text: asJSON(map[string]any{"is_request_satisfied": finding(true), "final_answer": a.run.Answer})}
	}
	over, agent, work := a.round >= len(a.run.Subtasks), agents.System, ""
	if !over {
		agent, work = a.run.Subtasks[a.round].Agent, a.run.Subtasks[a.round].Description
		a.round++
	}
	return llmtest.Reply{Text: asJSON(map[string]any{"is_request_satisfied": finding(over), "is_in_loop": finding(false), "is_progress_being_made": finding(true),
		"next_speaker": finding(agent), "instruction_or_question": finding(work)})}
}

func (a *respondent) act(r llmtest.Request) llmtest.Reply {
	done := len(lists.Filter(r.Messages, func(m llmtest.Message) bool { return m.Role == "tool" }))
	sub := a.run.Subtasks[a.round-1]
	end := llmtest.Reply{Tool: "done", Args: asJSON(map[string]any{"summary": sub.Summary, "succeeded": true})}
	if done == len(sub.Steps) {
		return end
	}
	action := sub.Steps[done].Action
	name := strings.Replace(action.Tool, ".", "__", 1)
	a.actions++
	if !strings.Contains(asJSON(r.Tools), `"name":"`+name+`"`) {
		a.blind++
	}
	reply := llmtest.Reply{Text: "It is next.", Tool: name, Args: asJSON(action.Args)}
	if intent, err := apps.Registry().Intend(action); a.beside && err == nil && done+1 == len(sub.Steps) && tools.Changes(intent.Effects) {
		reply.More = []llmtest.Reply{end}
	}
	return reply
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error() // plain values marshal
	}
	return string(b)
}

// spreadOf tells a distribution.
func spreadOf(n []int) string {
	sorted := slices.Sorted(slices.Values(n))
	return fmt.Sprintf("%d tokens in the median, %d at p90, %d at most", median(n), sorted[len(sorted)*9/10], sorted[len(sorted)-1])
}

func median(n []int) int { return slices.Sorted(slices.Values(n))[len(n)/2] }

func sum(n []int) (all int) {
	for _, one := range n {
		all += one
	}
	return all
}
