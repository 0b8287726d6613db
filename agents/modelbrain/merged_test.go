package modelbrain_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/agents/modelbrain"
	"legomem/golden"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/trajectory"
)

// merged is a brain that asks for facts and plan together, and for the answer in the
// ledger.
func merged(t *testing.T, script ...llmtest.Reply) *bench {
	t.Helper()
	b := open(t, llmtest.Options{}, script...)
	b.model = newBrain(t, b.endpoint, modelbrain.Config{Retries: 3, General: true, Plans: true, FactsInPlan: true, AnswerInLedger: true, OpenSteps: true, Now: time.Now})
	var err error
	b.planner, b.actor, err = b.model.Open(t.Context(), b.brief)
	must.Do(t, err)
	return b
}

const theFacts = "GIVEN: Dana; 12 March 2026\nTO LOOK UP: her events: calendar\nTO WORK OUT: their number"

// TestFactsAndPlanInOneReply: one call gives both, in a first plan and in a revised one, and
// a reply without facts is asked for again.
func TestFactsAndPlanInOneReply(t *testing.T) {
	b := merged(t, llmtest.Reply{Text: goodPlan}, llmtest.Reply{Text: withFacts(goodPlan)}, llmtest.Reply{Text: withFacts(goodPlan)})
	plan := must.Have(b.planner.Plan(t.Context()))(t)
	if plan.Facts != theFacts || len(plan.Steps) != 2 {
		t.Errorf("plan %+v", plan)
	}
	asked := b.endpoint.Requests()
	if len(asked) != 2 {
		t.Errorf("%d calls for one plan after one bad reply", len(asked))
	}
	golden.Check(t, "merged-plan.golden", asked[0].Messages[1].Content)
	if last := b.last(); !strings.Contains(last, `the key "facts" is missing`) {
		t.Errorf("the reason is not told:\n%s", last)
	}
	again := must.Have(b.planner.Replan(t.Context(), state()))(t)
	if again.Facts != theFacts || len(b.endpoint.Requests()) != 3 {
		t.Errorf("revised plan %+v after %d calls", again, len(b.endpoint.Requests()))
	}
	golden.Check(t, "merged-replan.golden", b.last())
}

// TestAnswerInLedger: a ledger that finds the request satisfied needs nothing but the
// answer, which it may leave out; one that does not has to say how to go on.
func TestAnswerInLedger(t *testing.T) {
	satisfied := func(rest string) string {
		return `{"is_request_satisfied":{"reason":"Written.","answer":true}` + rest + `}`
	}
	nulls := `,"is_in_loop":null,"is_progress_being_made":null,"next_speaker":null,"instruction_or_question":null`
	for _, c := range []struct{ name, reply, answer string }{
		{"with the answer alone", satisfied(`,"final_answer":" 2 "`), "2"},
		{"a number", satisfied(`,"final_answer":2`), "2"},
		{"with nulls", satisfied(`,"final_answer":"2"` + nulls), "2"},
		{"without an answer", satisfied(``), ""},
		{"all of the paper's", strings.Replace(goodLedger, "false", "true", 1), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := merged(t, llmtest.Reply{Text: c.reply})
			got := must.Have(b.planner.Next(t.Context(), state()))(t)
			if !got.Satisfied.Answer || !got.Progress.Answer || got.InLoop.Answer || got.Answer != c.answer {
				t.Errorf("ledger %+v", got)
			}
		})
	}
	b := merged(t, llmtest.Reply{Text: strings.Replace(satisfied(``), "true", "false", 1)}, llmtest.Reply{Text: goodLedger})
	if got := must.Have(b.planner.Next(t.Context(), state()))(t); got.Speaker != agents.Calendar {
		t.Errorf("ledger %+v", got)
	}
}

// TestOpenSteps: a ledger shows the steps of the plan that no round has carried out, and
// none once all are.
func TestOpenSteps(t *testing.T) {
	steps := []trajectory.PlanStep{{ID: "0.1", Agent: agents.Calendar, Description: "List the events"}, {ID: "0.2", Agent: agents.Excel, Description: "Put it into a cell"},
		{ID: "0.3", Agent: agents.Excel, Description: "Colour the cell"}}
	round := func(agent, step string, failed bool) agents.Round {
		return agents.Round{Subtask: trajectory.Subtask{Agent: agent, Description: "do it", PlanStep: step}, Summary: "Done.", Failed: failed}
	}
	for _, c := range []struct {
		name   string
		rounds []agents.Round
		want   []string
	}{
		{"at first", nil, []string{"List the events", "Put it into a cell", "Colour the cell"}},
		{"by the agent", []agents.Round{round(agents.Calendar, "", false)}, []string{"Put it into a cell", "Colour the cell"}},
		{"by its id", []agents.Round{round(agents.Excel, "0.3", false)}, []string{"List the events", "Put it into a cell"}},
		{"what failed is still open", []agents.Round{round(agents.Calendar, "", true)}, []string{"List the events", "Put it into a cell", "Colour the cell"}},
		{"all", []agents.Round{round(agents.Calendar, "", false), round(agents.Excel, "", false), round(agents.Excel, "", false)}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := merged(t, llmtest.Reply{Text: goodLedger})
			st := state()
			st.Plan.Steps, st.Rounds = steps, c.rounds
			must.Have(b.planner.Next(t.Context(), st))(t)
			var got []string
			for _, s := range steps {
				if strings.Contains(b.last(), s.Description) {
					got = append(got, s.Description)
				}
			}
			must.NoDiff(t, cmp.Diff(c.want, got), "steps (-want +got):\n%s")
			if told := strings.Contains(b.last(), "still to come"); told != (len(c.want) > 0) {
				t.Errorf("open steps are announced: %v", told)
			}
		})
	}
}

// TestRoundsBeforeAPlanCarryOutNothingOfIt: a revised plan is open as a whole, in a run that
// was resumed since, too.
func TestRoundsBeforeAPlanCarryOutNothingOfIt(t *testing.T) {
	b := merged(t, llmtest.Reply{Text: withFacts(goodPlan)}, llmtest.Reply{Text: goodLedger}, llmtest.Reply{Text: goodLedger})
	st := state()
	st.Plan = must.Have(b.planner.Replan(t.Context(), st))(t)
	st.Replans = 1
	for range 2 {
		must.Have(b.planner.Next(t.Context(), st))(t)
		if said := b.last(); !strings.Contains(said, "List Dana's events on 12 March 2026") || !strings.Contains(said, "Write the number") {
			t.Errorf("a step is missing:\n%s", said)
		}
		var err error
		b.planner, _, err = b.model.Open(t.Context(), b.brief) // as in another process
		must.Do(t, err)
	}
}

// TestRepliesOfAnotherKindAreRefused: a reply in the form of another question is refused
// with the reason, and asked for again.
func TestRepliesOfAnotherKindAreRefused(t *testing.T) {
	ask := map[string]func(b *bench) (string, error){
		"facts and plan": func(b *bench) (string, error) {
			plan, err := b.planner.Plan(t.Context())
			return plan.Facts, err
		},
		"ledger": func(b *bench) (string, error) {
			l, err := b.planner.Next(t.Context(), state())
			return l.Instruction, err
		},
		"answer": func(b *bench) (string, error) { return b.planner.Answer(t.Context(), state()) },
	}
	satisfied := `{"is_request_satisfied":{"reason":"","answer":true},"final_answer":` + `"{\"is_request_satisfied\":true}"}`
	for _, c := range []struct {
		name, what string
		script     []string
		reason     string
		want       string
	}{
		{"facts that are a ledger", "facts and plan", []string{goodLedger, "1. GIVEN: Dana", goodPlan}, "it is a ledger; plain text was asked for", "1. GIVEN: Dana"},
		{"facts that are a plan", "facts and plan", []string{"```json\n" + goodPlan + "\n```", "1. GIVEN: Dana", goodPlan}, "it is a plan; plain text", "1. GIVEN: Dana"},
		{"a plan that is a ledger", "facts and plan", []string{"1. GIVEN: Dana", goodLedger, goodPlan}, "it is a ledger, and a plan was asked for", "1. GIVEN: Dana"},
		{"a ledger that is a plan", "ledger", []string{goodPlan, goodLedger}, "it is a plan, and a ledger was asked for", "List them"},
		{"an answer that is a ledger", "answer", []string{goodLedger, "2"}, "it is a ledger; plain text", "2"},
		{"an answer inside a ledger that is one", "ledger", []string{satisfied, goodLedger}, "final_answer: it is a ledger", "List them"},
		{"an answer in JSON of its own is one", "answer", []string{`{"meetings": 2}`}, "", `{"meetings": 2}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var replies []llmtest.Reply
			for _, text := range c.script {
				replies = append(replies, llmtest.Reply{Text: text})
			}
			b := open(t, llmtest.Options{}, replies...)
			got, err := ask[c.what](b)
			must.Do(t, err)
			if got != c.want || b.endpoint.Left() != 0 {
				t.Errorf("got %q, and %d replies are left", got, b.endpoint.Left())
			}
			var noted string
			for _, e := range b.events {
				if n, ok := e.(trajectory.Noted); ok && n.About == "unusable reply" {
					noted += n.Text
				}
			}
			if !strings.Contains(noted, c.reason) || (c.reason == "") != (noted == "") {
				t.Errorf("noted %q, want %q", noted, c.reason)
			}
		})
	}
}
