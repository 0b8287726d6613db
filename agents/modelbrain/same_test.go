package modelbrain_test

import (
	"testing"

	"legomem/agents"
	"legomem/golden"
	"legomem/llm/llmtest"
)

// TestSame holds the one question of hybrid against a golden file, and what is
// taken for an answer.
func TestSame(t *testing.T) {
	asked := agents.Comparison{Task: "Put Zoe down for a haircut on 5/6/2026", Practised: "Schedule a review for Dana on 3/12/2026", Sentence: "Schedule a {summary} for {user} on {date}",
		Blanks: []agents.Blank{{Name: "summary", Kind: "a few words", Example: "review"}, {Name: "user", Kind: "a person's name, capitalised", Example: "Dana"}}}
	yes := `{"reason": "an event", "same": true, "values": [{"name": "summary", "value": "haircut"}, {"name": "user", "value": "Zoe"}]}`
	b := open(t, llmtest.Options{}, llmtest.Reply{Text: yes})
	got, err := b.model.Same(t.Context(), b.brief, asked)
	if err != nil || !got.Same || got.Values["user"] != "Zoe" || got.Values["summary"] != "haircut" {
		t.Fatalf("%+v, %v", got, err)
	}
	golden.Check(t, "same.golden", b.last())

	for name, replies := range map[string][]string{
		"a value of its own": {`{"reason": "", "same": true, "values": [{"name": "summary", "value": "trim"}, {"name": "user", "value": "Zoe"}]}`, yes},
		"a blank left open":  {`{"reason": "", "same": true, "values": [{"name": "user", "value": "Zoe"}]}`, yes},
		"no answer":          {`{"reason": "perhaps"}`, yes},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, llmtest.Options{}, llmtest.Reply{Text: replies[0]}, llmtest.Reply{Text: replies[1]})
			if got, err := b.model.Same(t.Context(), b.brief, asked); err != nil || !got.Same || len(b.calls()) != 2 {
				t.Errorf("%+v, %v after %d calls; want the second reply", got, err, len(b.calls()))
			}
		})
	}
	b = open(t, llmtest.Options{}, llmtest.Reply{Text: `{"reason": "two people", "same": false, "values": []}`})
	if got, err := b.model.Same(t.Context(), b.brief, asked); err != nil || got.Same || got.Reason != "two people" {
		t.Errorf("%+v, %v; want a no with its reason", got, err)
	}
}
