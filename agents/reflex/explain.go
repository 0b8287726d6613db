package reflex

import (
	"encoding/json"
	"strings"

	"legomem/tools"
	"legomem/tools/value"
)

// Preview is what a match would do, for `run --explain`: arguments that an
// action will only tell stand as "⟨action 1: /value⟩".
type Preview struct {
	Unit     string        `json:"unit"`
	Sentence string        `json:"sentence"`
	Bindings []Binding     `json:"bindings"`
	Actions  []PlannedCall `json:"actions"`
	Answer   string        `json:"answer,omitempty"`
}

// PlannedCall is an action with the agent that would take it.
type PlannedCall struct {
	Agent  string       `json:"agent"`
	Action tools.Action `json:"action"`
}

// Preview shows what the match would do, without doing it.
func (m *Match) Preview(user string) Preview {
	v := newValues(m.Procedure, m.Bindings, user)
	out := Preview{Unit: m.Unit.Unit.ID, Sentence: m.Procedure.Sentence(), Bindings: m.Bindings}
	for _, s := range m.Procedure.Subtasks {
		for _, st := range s.Steps {
			out.Actions = append(out.Actions, PlannedCall{Agent: s.Agent, Action: tools.Action{Tool: st.Tool, Args: v.shown(st.Args)}})
		}
	}
	if m.Procedure.Answer != nil {
		out.Answer = datum{value: v.shown(map[string]Expr{"": *m.Procedure.Answer})[""]}.spelled()
	}
	return out
}

// Outline writes an action's arguments with their sources: {slot}, ⟨action 1:
// /value⟩, or the constant itself.
func (p *Procedure) Outline(st Step) string {
	var named []Binding
	for _, s := range p.Slots {
		named = append(named, Binding{Slot: s.Name, Kind: value.Phrase, Canon: "{" + s.Name + "}"})
	}
	v := newValues(p, named, "{user}")
	args := map[string]any{}
	for name, e := range st.Args {
		args[name] = v.shown(map[string]Expr{name: plain(e)})[name]
	}
	b := new(strings.Builder)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(args); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(b.String())
}

// plain drops how a slot's value is written, which a slot's name has not.
func plain(e Expr) Expr {
	e.Style, e.Case, e.Number = "", asIs, false
	for i := range e.Text {
		e.Text = append([]Expr(nil), e.Text...)
		e.Text[i] = plain(e.Text[i])
	}
	for i := range e.List {
		e.List = append([]Expr(nil), e.List...)
		e.List[i] = plain(e.List[i])
	}
	return e
}
