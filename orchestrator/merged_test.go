package orchestrator_test

import (
	"testing"

	"legomem/agents/modelbrain"
	"legomem/llm"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/trajectory"
)

// TestOneStepTaskTakesFiveCalls: with facts and plan in one reply, and the answer in the
// ledger, a task of one action asks for the plan, the ledger, the action, the report and
// the ledger with the answer. A ledger without one is followed by the question for it.
func TestOneStepTaskTakesFiveCalls(t *testing.T) {
	planned := llmtest.Reply{Text: `{"facts":{"given":["a note"],"to_look_up":[],"to_work_out":[],"guesses":[]},` + plan.Text[1:]}
	begun := []llmtest.Reply{planned, ledger("false", "true", "Write a note"), {Tool: "note__write", Args: `{"file":"data/a.txt","text":"new"}`}, saysDone}
	for _, c := range []struct {
		name  string
		end   []llmtest.Reply
		calls int
	}{
		{"with the answer", []llmtest.Reply{{Text: `{"is_request_satisfied":{"reason":"","answer":true},"final_answer":"Done: data/a.txt."}`}}, 5},
		{"without", []llmtest.Reply{ledger("true", "true", ""), {Text: "Done: data/a.txt."}}, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := setUp(t)
			e := llmtest.New(t, llmtest.Options{}, append(begun[:len(begun):len(begun)], c.end...)...)
			client := must.Have(llm.NewClient(llm.Endpoint{BaseURL: e.URL(), Key: "test-key", MaxTries: 1}))(t)
			f.deps.Brain = must.Have(modelbrain.New(modelbrain.Config{Default: llm.Role{Chat: client, Model: "m"}, Prompts: must.Have(modelbrain.LoadPrompts(""))(t),
				FactsInPlan: true, AnswerInLedger: true, OpenSteps: true, Now: f.deps.Now}))(t)
			res := f.mustRun(t)
			if res.Outcome != trajectory.Solved || res.Answer != "Done: data/a.txt." || res.ModelCalls != c.calls || e.Left() != 0 {
				t.Errorf("after %d calls, with %d replies left: %+v", res.ModelCalls, e.Left(), res)
			}
		})
	}
}
