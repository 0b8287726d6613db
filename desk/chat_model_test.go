package desk

import (
	"strings"
	"testing"

	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/trajectory"
)

// TestChatBrains: a conversation is read by the configured brain: by the model of the role
// trim, offline, or offline where that is sure.
func TestChatBrains(t *testing.T) {
	york := llmtest.Reply{Text: `{"ways":[{"says":"to York","subtasks":[{"intent":"new","id":"trip","slot":"trip","new":"a trip"},{"intent":"new","slot":"destination","new":"York"}]}]}`}
	for _, tc := range []struct {
		brain, said, by string
		calls           int
	}{
		{"reflex", "Set the destination to York.", "offline", 0},
		{"model", "Set the destination to York.", "model", 1},
		{"hybrid", "Set the destination to York.", "offline", 0},
		{"hybrid", "Nowhere as lovely as York, I always find.", "model", 1},
	} {
		t.Run(tc.brain+" "+tc.by, func(t *testing.T) {
			e := llmtest.New(t, llmtest.Options{Answer: func(r llmtest.Request) llmtest.Reply {
				if r.Model != "small" {
					t.Errorf("model %q was asked", r.Model)
				}
				return york
			}})
			d := newTestDesk(t, map[string]any{"brain": tc.brain, "model.base_url": e.URL(), "team.roles": []map[string]any{{"role": "trim", "model": "small"}}})
			c := must.Have(d.OpenChat(t.Context(), ChatOrder{Session: "s", Domain: "trip"}))(t)
			defer func() { must.Do(t, c.Close()) }()
			r := must.Have(c.Turn(t.Context(), tc.said))(t)
			if asked := len(e.Requests()); r.By != tc.by || asked != tc.calls || (r.Tokens.Prompt > 0) != (tc.calls > 0) {
				t.Errorf("read by %q with %d calls and %v tokens", r.By, asked, r.Tokens)
			}
			if tc.by == "model" && !strings.Contains(c.Graph().Text(), "destination: York") {
				t.Errorf("the graph is\n%s", c.Graph().Text())
			}
		})
	}
}

// TestChatUnusable: where a model gives nothing that can be used, the user is told, nothing
// changes, and the conversation goes on.
func TestChatUnusable(t *testing.T) {
	e := llmtest.New(t, llmtest.Options{Answer: func(llmtest.Request) llmtest.Reply {
		return llmtest.Reply{Text: `{"ways":[{"says":"x","subtasks":[{"intent":"update","node":"nobody","new":"x"}]}]}`}
	}})
	d := newTestDesk(t, map[string]any{"brain": "model", "model.base_url": e.URL(), "model.parse_retries": 1})
	c := must.Have(d.OpenChat(t.Context(), ChatOrder{Session: "s", Domain: "trip"}))(t)
	r := must.Have(c.Turn(t.Context(), "To York."))(t)
	if !r.GaveUp || !strings.Contains(r.Told, `no node "nobody"`) || c.Graph().Revision() != 0 || len(e.Requests()) != 2 {
		t.Errorf("after %d calls: %+v", len(e.Requests()), r)
	}
	must.Have(c.Turn(t.Context(), "To York!"))(t)
	must.Do(t, c.Close())
	dir := must.Have(d.sessionFolder("s"))(t)
	if s := must.Have(trajectory.OpenSession(dir))(t); len(s.Turns) != 2 {
		t.Errorf("%d turns are written down", len(s.Turns))
	}
}
