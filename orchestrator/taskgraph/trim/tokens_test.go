package trim

import (
	"fmt"
	"testing"

	"legomem/llm"
	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// TestPromptTokens: what a prompt takes, counted by a real tokenizer: the rules, which stay
// the same, and what is shown of the conversation, which stays level with 6, 50 and 500
// rounds of changes.
func TestPromptTokens(t *testing.T) {
	m, _ := asking(t)
	m.Knows.Domain = must.Have(OpenDomain("meeting"))(t)
	var ends []int
	for _, rounds := range []int{6, 50, 500} {
		g := tg.New(tg.Soften)
		must.Have(g.Apply(tg.Moment{Turn: 1}, tg.Add{ID: "meeting", Slot: "meeting", Value: "a meeting"}))(t)
		must.Have(g.Apply(tg.Moment{Turn: 1}, tg.Add{ID: "day", Slot: "day", Value: "Monday", Status: tg.Done, Parents: []string{"meeting"}}))(t)
		for turn := 2; turn <= rounds; turn++ {
			var op tg.Operation = tg.Update{Node: "day", Value: fmt.Sprintf("%d June", 1+turn%28)}
			if turn%3 == 0 {
				op = tg.Add{ID: fmt.Sprintf("guest-%d", turn), Slot: "participant", Value: fmt.Sprintf("Guest %d", turn), Status: tg.Done, Parents: []string{"meeting"}}
			}
			must.Have(g.Apply(tg.Moment{Turn: turn}, op))(t)
		}
		msgs := must.Have(m.messages(t.Context(), m.binder(g, Utterance{Text: "Make it the 9th, please."})))(t)
		rules, shown := llm.CountTokens(msgs[0].Text), llm.CountTokens(msgs[1].Text)
		t.Logf("%d rounds: %d tokens of rules and examples, %d of what is shown", rounds, rules, shown)
		ends = append(ends, shown)
	}
	if ends[2] > ends[1]+ends[1]/10 && ends[2] > usualBudget+usualBudget/2 {
		t.Errorf("what is shown grows: %v", ends)
	}
	if ends[2] > 2*usualBudget {
		t.Errorf("what is shown takes %d tokens", ends[2])
	}
}

// BenchmarkPrompt measures a prompt about a graph of 10,000 nodes.
func BenchmarkPrompt(b *testing.B) {
	m, _ := asking(b)
	g := tg.New(tg.Soften)
	must.Have(g.Apply(tg.Moment{Turn: 1}, tg.Add{ID: "trip", Slot: "trip", Value: "a trip"}))(b)
	for i := range 10_000 {
		must.Have(g.Apply(tg.Moment{Turn: i + 2}, tg.Add{ID: fmt.Sprintf("place-%d", i), Slot: "destination", Value: fmt.Sprintf("place %d", i), Status: tg.Done, Parents: []string{"trip"}}))(b)
	}
	for b.Loop() {
		must.Have(m.messages(b.Context(), m.binder(g, Utterance{Text: "Not place 77, place 78."})))(b)
	}
}
