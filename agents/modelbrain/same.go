package modelbrain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"legomem/agents"
	"legomem/llm"
)

// Same asks the model one question, metered and logged like any other: do these
// two requests ask for the same procedure, and with which values?
func (m *Brain) Same(ctx context.Context, s agents.Brief, c agents.Comparison) (agents.Sameness, error) {
	a := &asker{model: m, brief: s}
	var out agents.Sameness
	err := a.ask(ctx, question{
		role: agents.Matcher, prompt: "same", cut: &cut{},
		schema: &llm.Schema{Name: "sameness", JSON: json.RawMessage(object(
			property{"reason", aText}, property{"same", aBool},
			property{"values", `{"type":"array","items":` + object(property{"name", aText}, property{"value", aText}) + `}`}))},
		messages: func(cut) ([]llm.Message, error) {
			text, err := m.cfg.Prompts.Render("same", sameView(c))
			return []llm.Message{{Role: llm.User, Text: text}}, err
		},
		parse: func(r llm.Reply) (err error) {
			out, err = parseSame(r.JSON, c)
			return err
		},
	})
	return out, err
}

// sameView is what the template same is given.
type sameView agents.Comparison

// parseSame reads the answer. A yes must give every blank a value that appears in the
// new request.
func parseSame(raw json.RawMessage, c agents.Comparison) (agents.Sameness, error) {
	var in struct {
		Reason string `json:"reason"`
		Same   *bool  `json:"same"`
		Values []struct{ Name, Value string }
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return agents.Sameness{}, shapeError(err)
	}
	if in.Same == nil {
		return agents.Sameness{}, errors.New(`the key "same" is missing`)
	}
	out := agents.Sameness{Same: *in.Same, Reason: in.Reason, Values: map[string]string{}}
	if !out.Same {
		return out, nil
	}
	for _, v := range in.Values {
		out.Values[v.Name] = strings.TrimSpace(v.Value)
	}
	for _, b := range c.Blanks {
		v := out.Values[b.Name]
		if v == "" {
			return agents.Sameness{}, fmt.Errorf("same is true, and values has none for %q; where the request gives none, same is false", b.Name)
		}
		if !strings.Contains(strings.ToLower(c.Task), strings.ToLower(v)) {
			return agents.Sameness{}, fmt.Errorf("the value %q of %q does not stand in the new request; copy it letter by letter, or answer false", v, b.Name)
		}
	}
	return out, nil
}
