package orchestrator_test

import (
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"legomem/agents"
	"legomem/agents/modelbrain"
	"legomem/llm"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/orchestrator"
	"legomem/trajectory"
)

// The model brain in the real loop, over the real protocol.
func useModel(t *testing.T, f *fixture, url string, transport http.RoundTripper) {
	t.Helper()
	client := must.Have(llm.NewClient(llm.Endpoint{BaseURL: url, Key: "test-key", MaxTries: 1, Transport: transport}))(t)
	prompts := must.Have(modelbrain.LoadPrompts(""))(t)
	brain := must.Have(modelbrain.New(modelbrain.Config{Default: llm.Role{Chat: client, Model: "m"}, Prompts: prompts, Retries: 3, Now: f.deps.Now}))(t)
	f.deps.Brain = brain
}

func ledger(satisfied, progress, instruction string) llmtest.Reply {
	return llmtest.Reply{Text: `{"is_request_satisfied":{"reason":"","answer":` + satisfied + `},"is_in_loop":{"reason":"","answer":false},` +
		`"is_progress_being_made":{"reason":"","answer":` + progress + `},"next_speaker":{"reason":"","answer":"noter"},"instruction_or_question":{"reason":"","answer":"` + instruction + `"}}`}
}

var (
	facts    = llmtest.Reply{Text: "1. GIVEN: nothing"}
	plan     = llmtest.Reply{Text: `{"steps":[{"agent":"noter","description":"write the note"}],"cannot_be_done":""}`}
	saysDone = llmtest.Reply{Tool: "done", Args: `{"summary":"Written.","succeeded":true}`}
)

// script is a run that fails once, stalls, re-plans, and succeeds.
func script() []llmtest.Reply {
	return []llmtest.Reply{
		facts, plan, ledger("false", "true", "Write a note"),
		{Text: "First try.", Tool: "note__write", Args: `{"file":"data/a.txt","text":"new"}`},
		saysDone,
		ledger("false", "false", "Write it again"), facts, plan,
		ledger("true", "true", ""), {Text: "Done: data/a.txt."},
	}
}

func TestModelBrainInTheLoop(t *testing.T) {
	run := func(t *testing.T, transport http.RoundTripper, url string) trajectory.Result {
		f := setUp(t)
		f.deps.Limits.Stalls = 1
		useModel(t, f, url, transport)
		res := f.mustRun(t)
		return res
	}
	e := llmtest.New(t, llmtest.Options{}, script()...)
	rec := must.Have(llm.NewRecorder(t.TempDir(), time.Unix(0, 0), rand.Reader, nil, "test-key"))(t)
	live := run(t, rec, e.URL())
	must.Do(t, rec.Close())
	if live.Outcome != trajectory.Solved || live.Answer != "Done: data/a.txt." || live.Replans != 1 || live.ModelCalls != 10 || live.Tokens != (trajectory.Tokens{Prompt: 1000, Completion: 100}) || live.CostUSD != nil {
		t.Errorf("result %+v", live)
	}
	if live.Passed == nil || !*live.Passed || e.Left() != 0 {
		t.Errorf("passed %v, %d replies left", live.Passed, e.Left())
	}
	rep := must.Have(llm.NewReplayer(rec.File()))(t)
	replayed := run(t, rep, "http://replayed.invalid/v1")
	if diff := cmp.Diff(live, replayed, cmpopts.IgnoreFields(trajectory.Result{}, "Testbed")); diff != "" || rep.Left() != 0 {
		t.Errorf("replayed, %d left (-live +replayed):\n%s", rep.Left(), diff)
	}
}

func TestModelTroubleHasAnOutcome(t *testing.T) {
	garbage := llmtest.Reply{Text: "I am only a poet."}
	noAgent := llmtest.Reply{Text: strings.ReplaceAll(ledger("false", "true", "x").Text, `"noter"`, `"nobody"`)}
	for _, tc := range []struct {
		name    string
		opts    llmtest.Options
		script  []llmtest.Reply
		change  func(*fixture)
		outcome trajectory.Outcome
		check   func(error) bool
		reason  string
	}{
		{name: "answers that are not JSON", script: []llmtest.Reply{facts, garbage, garbage, garbage, garbage}, outcome: trajectory.Errored, check: isUnusable, reason: "no JSON object"},
		{name: "an agent that does not exist", script: []llmtest.Reply{facts, plan, noAgent, noAgent, noAgent, noAgent}, outcome: trajectory.Errored, check: isUnusable, reason: `no agent "nobody"; the agents are noter`},
		{name: "one bad reply is forgiven", script: []llmtest.Reply{facts, garbage, plan, noAgent, ledger("true", "true", ""), {Text: "ok"}}, outcome: trajectory.Solved},
		{name: "neither schemas nor tools", opts: llmtest.Options{NoSchemas: true, NoTools: true}, script: []llmtest.Reply{facts, plan, ledger("false", "true", "Write"),
			{Text: `{"tool":"note__write","args":{"file":"data/a.txt","text":"x"}}`}, {Text: `{"tool":"done","args":{"summary":"ok"}}`}, ledger("true", "true", ""), {Text: "ok"}}, outcome: trajectory.Solved},
		{name: "a refused key", script: []llmtest.Reply{{Status: 401, Text: "no"}}, outcome: trajectory.Errored, check: isKind(llm.Auth), reason: "OPENAI_API_KEY"},
		{name: "a broken endpoint", script: []llmtest.Reply{{Status: 500, Text: "no"}}, outcome: trajectory.Errored, check: isKind(llm.Server)},
		{name: "no endpoint", change: func(f *fixture) { useModel(t, f, "http://127.0.0.1:1/v1", nil) }, outcome: trajectory.Errored, check: isKind(llm.Unreachable), reason: "http://127.0.0.1:1/v1"},
		{name: "it cannot be done", script: []llmtest.Reply{facts, {Text: `{"steps":[],"cannot_be_done":"no wings"}`}}, outcome: trajectory.GaveUp, reason: "no wings"},
		{name: "tokens run out", script: []llmtest.Reply{facts}, change: func(f *fixture) { f.deps.Limits.Budget.Tokens = 50 }, outcome: trajectory.Exhausted, reason: "tokens"},
		{name: "money without a price", change: func(f *fixture) { f.deps.Limits.Budget.USD = 1 }, outcome: trajectory.Errored, reason: "needs a price for model m"},
		{name: "it hangs", script: []llmtest.Reply{{Hang: true}}, change: func(f *fixture) { f.deps.Limits.Wall = 50 * time.Millisecond }, outcome: trajectory.Exhausted, reason: "time"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := setUp(t)
			e := llmtest.New(t, tc.opts, tc.script...)
			useModel(t, f, e.URL(), nil)
			if tc.change != nil {
				tc.change(f)
			}
			res, err := orchestrator.Run(t.Context(), f.deps, f.order)
			if res.Outcome != tc.outcome || !strings.Contains(res.Reason, tc.reason) {
				t.Errorf("%s: %s; want %s: %s", res.Outcome, res.Reason, tc.outcome, tc.reason)
			}
			if tc.check != nil && !tc.check(err) {
				t.Errorf("error %v", err)
			}
			if e.Left() != 0 {
				t.Errorf("%d replies were not asked for", e.Left())
			}
		})
	}
}

func isUnusable(err error) bool {
	return errors.As(err, new(*agents.Unusable))
}

func isKind(k llm.Kind) func(error) bool {
	return func(err error) bool { return llm.KindOf(err) == k }
}

// What a run costs beside its model and its tools: the folder, the log, the
// copies.
func BenchmarkRun(b *testing.B) {
	for b.Loop() {
		f := setUp(b, turn{actions: nil}, turn{})
		if _, err := orchestrator.Run(b.Context(), f.deps, f.order); err != nil {
			b.Fatal(err)
		}
	}
}
