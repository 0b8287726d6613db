package modelbrain_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/agents/modelbrain"
	"legomem/llm"
	"legomem/llm/cost"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/trajectory"
)

// Each bad reply is followed by a good one: the retry must show the reason,
// and nothing else may come of it.
func TestUnusableRepliesAreRetriedWithTheReason(t *testing.T) {
	plan := func(b *bench) error { _, err := b.planner.Next(context.Background(), state()); return err }
	act := func(b *bench) error {
		_, err := b.actor.Act(context.Background(), trajectory.Subtask{Agent: agents.Calendar}, nil)
		return err
	}
	ledger := llmtest.Reply{Text: goodLedger}
	call := llmtest.Reply{Tool: "done", Args: `{"summary":"x"}`}
	for _, tc := range []struct {
		name string
		do   func(*bench) error
		bad  llmtest.Reply
		good llmtest.Reply
		want string
	}{
		{"not JSON", plan, llmtest.Reply{Text: "I think the calendar agent should go."}, ledger, "no JSON object"},
		{"broken JSON", plan, llmtest.Reply{Text: goodLedger[:60]}, ledger, "no valid JSON object"},
		{"an agent that does not exist", plan, llmtest.Reply{Text: strings.Replace(goodLedger, "calendar_agent", "web_agent", 1)}, ledger, `no agent "web_agent"; the agents are calendar_agent, excel_agent`},
		{"a missing key", plan, llmtest.Reply{Text: strings.Replace(goodLedger, "is_in_loop", "in_loop", 1)}, ledger, `the key "is_in_loop" is missing`},
		{"a missing answer", plan, llmtest.Reply{Text: strings.Replace(goodLedger, `"answer":"List them"`, `"text":"List them"`, 1)}, ledger, `"answer" is missing`},
		{"an empty instruction", plan, llmtest.Reply{Text: strings.Replace(goodLedger, "List them", " ", 1)}, ledger, "the answer is empty"},
		{"not a bool", plan, llmtest.Reply{Text: strings.Replace(goodLedger, `"answer":false`, `"answer":"maybe"`, 1)}, ledger, "not true or false"},
		{"a tool that does not exist", act, llmtest.Reply{Tool: "calendar__explode", Args: "{}"}, call, `no tool "calendar__explode"; your tools are calendar__list_events, done`},
		{"another agent's tool", act, llmtest.Reply{Tool: "excel__read", Args: "{}"}, call, `no tool "excel__read"`},
		{"a hidden tool", act, llmtest.Reply{Tool: "calendar__raw", Args: "{}"}, call, `no tool "calendar__raw"`},
		{"arguments that are no JSON", act, llmtest.Reply{Tool: "calendar__list_events", Args: `{"user": `}, call, "not a JSON object"},
		{"arguments that are a list", act, llmtest.Reply{Tool: "calendar__list_events", Args: `["Dana"]`}, call, "not a JSON object"},
		{"done without a summary", act, llmtest.Reply{Tool: "done", Args: `{}`}, call, "without a summary"},
		{"nothing", act, llmtest.Reply{}, call, "the reply is empty"},
		{"words where a call is due", act, llmtest.Reply{Text: "I have listed them: there are two."}, call, "it calls no tool"},
		{"a call amid others that cannot be made", act, llmtest.Reply{Tool: "calendar__list_events", Args: "{}", More: []llmtest.Reply{{Tool: "calendar__explode", Args: "{}"}}}, call, `no tool "calendar__explode"`},
		{"cut off at the limit", act, llmtest.Reply{Tool: "calendar__list_events", Args: `{"user": "Da`, Finish: "length"}, call, "not a JSON object"},
		{"words cut off at the limit", act, llmtest.Reply{Text: "I will now", Finish: "length"}, call, "cut off at the reply's token limit"},
		{"thinking without an end", plan, llmtest.Reply{Text: "<think>Well, let me see"}, ledger, "reasoning whose end is missing"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := open(t, llmtest.Options{}, tc.bad, tc.good)
			must.Do(t, tc.do(b))
			if said := b.last(); !strings.Contains(said, "cannot be used") || !strings.Contains(said, tc.want) {
				t.Errorf("the retry lacks %q:\n%s", tc.want, said)
			}
			noted := false
			for _, e := range b.events {
				n, ok := e.(trajectory.Noted)
				noted = noted || ok && strings.Contains(n.Text, tc.want)
			}
			if !noted || len(b.calls()) != 2 {
				t.Errorf("log: %+v", b.events)
			}
		})
	}
}

func TestUnusableRepliesAreBounded(t *testing.T) {
	bad := llmtest.Reply{Text: "no"}
	b := open(t, llmtest.Options{}, bad, bad, bad, bad)
	_, err := b.planner.Next(t.Context(), state())
	if u, ok := errors.AsType[*agents.Unusable](err); !ok || u.Tries != 4 || u.Role != agents.Orchestrator {
		t.Errorf("error %v, want an Unusable after 4 tries", err)
	}
	if b.endpoint.Left() != 0 {
		t.Errorf("%d replies were not asked for", b.endpoint.Left())
	}
}

func TestPlanThatCannotBeDoneGivesUp(t *testing.T) {
	b := open(t, llmtest.Options{}, llmtest.Reply{Text: "facts"}, llmtest.Reply{Text: `{"steps":[],"cannot_be_done":"nobody can book flights"}`})
	_, err := b.planner.Plan(t.Context())
	if no, ok := errors.AsType[*agents.GiveUp](err); !ok || !strings.Contains(no.Reason, "book flights") {
		t.Errorf("error %v, want a GiveUp", err)
	}
}

// An endpoint with neither schemas nor tool calls serves as well.
func TestPlainEndpoint(t *testing.T) {
	b := open(t, llmtest.Options{NoSchemas: true, NoTools: true}, llmtest.Reply{Text: "Here:\n```json\n" + goodLedger + "\n```"},
		llmtest.Reply{Text: `{"thought":"Look.","tool":"calendar__list_events","args":{"user":"Dana"}}`}, llmtest.Reply{Text: goodLedger})
	l, err := b.planner.Next(t.Context(), state())
	if err != nil || l.Speaker != agents.Calendar {
		t.Errorf("ledger %+v, %v", l, err)
	}
	d, err := b.actor.Act(t.Context(), trajectory.Subtask{Agent: agents.Calendar}, nil)
	if err != nil || d.Action == nil || d.Thought != "Look." {
		t.Errorf("decision %+v, %v", d, err)
	}
	if _, err := b.planner.Next(t.Context(), state()); err != nil || b.endpoint.Refused() != 2 {
		t.Errorf("%v after %d refusals, want one for schemas and one for tools", err, b.endpoint.Refused())
	}
}

func TestContextTooLongIsShortenedByRule(t *testing.T) {
	// The endpoint's context holds so many characters and no more.
	const room = 6000
	b := open(t, llmtest.Options{Answer: func(r llmtest.Request) llmtest.Reply {
		n := 0
		for _, m := range r.Messages {
			n += len(m.Content)
		}
		if n > room {
			return llmtest.Reply{Status: 400, Code: "context_length_exceeded", Text: "too long"}
		}
		return llmtest.Reply{Text: goodLedger}
	}})
	st := state()
	for i := range 8 {
		st.Rounds = append(st.Rounds, agents.Round{Subtask: trajectory.Subtask{Round: i + 3, Agent: agents.Excel, Description: "again"}, Summary: fmt.Sprintf("report %d %s", i+3, strings.Repeat("x", 500))})
	}
	must.Have(b.planner.Next(t.Context(), st))(t)
	calls := b.calls()
	if last := calls[len(calls)-1]; !last.Truncated || last.Error != "" || calls[0].Truncated {
		t.Errorf("the shortening is not in the log: %+v", calls)
	}
	said := b.last()
	if !strings.Contains(said, "report 10 ") || strings.Contains(said, "Budget, Lunch") || !strings.Contains(said, "left out to save space") {
		t.Errorf("the oldest reports are to go first:\n%s", said)
	}
	if !strings.Contains(said, "Count Eve's meetings (1)") {
		t.Error("memories went before the reports were all gone")
	}
	n := len(calls)
	if _, err := b.planner.Next(t.Context(), st); err != nil || len(b.calls()) != n+1 {
		t.Errorf("the second round asked %d times (%v): what was left out is to be remembered", len(b.calls())-n, err)
	}
}

func TestContextTooLongToShorten(t *testing.T) {
	b := open(t, llmtest.Options{Answer: func(llmtest.Request) llmtest.Reply {
		return llmtest.Reply{Status: 400, Code: "context_length_exceeded", Text: "too long"}
	}})
	if _, err := b.planner.Next(t.Context(), state()); llm.KindOf(err) != llm.ContextTooLong {
		t.Errorf("error %v", err)
	}
	if !strings.Contains(b.last(), "left out") || strings.Contains(b.last(), "Eve") {
		t.Errorf("something was left to leave out:\n%s", b.last())
	}
}

func TestOpenRefusesWhatCannotWork(t *testing.T) {
	prompts, err := modelbrain.LoadPrompts("")
	must.Do(t, err)
	client, err := llm.NewClient(llm.Endpoint{BaseURL: "http://127.0.0.1:1"})
	must.Do(t, err)
	cfg := modelbrain.Config{Prompts: prompts, Now: time.Now}
	brain, err := modelbrain.New(cfg)
	must.Do(t, err)
	if _, _, err := brain.Open(t.Context(), agents.Brief{Team: team()}); err == nil || !strings.Contains(err.Error(), "orchestrator") {
		t.Errorf("a role without a model: %v", err)
	}
	cfg.Default = llm.Role{Chat: client, Model: "homemade"}
	if brain, err = modelbrain.New(cfg); err != nil {
		t.Fatal(err)
	}
	var unpriced *cost.Unpriced
	if _, _, err := brain.Open(t.Context(), agents.Brief{Team: team(), Meter: cost.NewMeter(nil, cost.Budget{USD: 1})}); !errors.As(err, &unpriced) {
		t.Errorf("a money cap with an unpriced model: %v", err)
	}
	if _, err := modelbrain.New(modelbrain.Config{}); err == nil {
		t.Error("a model brain without prompts was made")
	}
}

func TestBudgetStopsTheNextCall(t *testing.T) {
	b := open(t, llmtest.Options{}, llmtest.Reply{Text: goodLedger})
	b.brief.Meter = cost.NewMeter(nil, cost.Budget{Tokens: 100})
	planner, _, err := newBrain(t, b.endpoint, modelbrain.Config{Now: time.Now}).Open(t.Context(), b.brief)
	must.Do(t, err)
	if _, err := planner.Next(t.Context(), state()); err != nil {
		t.Fatalf("the call that goes over the cap is still used: %v", err)
	}
	var cap *cost.Exhausted
	if _, err := planner.Next(t.Context(), state()); !errors.As(err, &cap) || cap.What != "tokens" {
		t.Errorf("error %v, want Exhausted", err)
	}
}
