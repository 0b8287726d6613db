package orchestrator_test

import (
	"testing"

	"legomem/agents/modelbrain"
	"legomem/llm"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/trajectory"
)

// TestOneStepTask: with facts and plan in one reply, and the answer in the ledger, a task of
// one action asks for the plan, the ledger, the action, the report and the ledger with the
// answer; where steps are given directly not for the first ledger, and not for the report
// where that comes beside the action. A ledger without an answer is followed by the question for
// it.
func TestOneStepTask(t *testing.T) {
	planned := llmtest.Reply{Text: `{"facts":{"given":["a note"],"to_look_up":[],"to_work_out":[],"guesses":[]},` + plan.Text[1:]}
	first := ledger("false", "true", "Write a note")
	write := llmtest.Reply{Tool: "note__write", Args: `{"file":"data/a.txt","text":"new"}`}
	both := write
	both.More = []llmtest.Reply{saysDone}
	last := llmtest.Reply{Text: `{"is_request_satisfied":{"reason":"","answer":true},"final_answer":"Done: data/a.txt."}`}
	for _, c := range []struct {
		name   string
		config modelbrain.Config
		script []llmtest.Reply
	}{
		{"with the answer", modelbrain.Config{}, []llmtest.Reply{planned, first, write, saysDone, last}},
		{"without", modelbrain.Config{}, []llmtest.Reply{planned, first, write, saysDone, ledger("true", "true", ""), {Text: "Done: data/a.txt."}}},
		{"directly", modelbrain.Config{DirectSteps: true}, []llmtest.Reply{planned, write, saysDone, last}},
		{"directly, and a report beside", modelbrain.Config{DirectSteps: true, DoneBeside: true}, []llmtest.Reply{planned, both, last}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := setUp(t)
			e := llmtest.New(t, llmtest.Options{}, c.script...)
			client := must.Have(llm.NewClient(llm.Endpoint{BaseURL: e.URL(), Key: "test-key", MaxTries: 1}))(t)
			c.config.Default, c.config.Prompts = llm.Role{Chat: client, Model: "m"}, must.Have(modelbrain.LoadPrompts(""))(t)
			c.config.FactsInPlan, c.config.AnswerInLedger, c.config.OpenSteps, c.config.Now = true, true, true, f.deps.Now
			c.config.GraphTokens = 500
			f.deps.Brain = must.Have(modelbrain.New(c.config))(t)
			res := f.mustRun(t)
			if res.Outcome != trajectory.Solved || res.Answer != "Done: data/a.txt." || res.ModelCalls != len(c.script) || e.Left() != 0 {
				t.Errorf("after %d calls, with %d replies left: %+v", res.ModelCalls, e.Left(), res)
			}
		})
	}
}
