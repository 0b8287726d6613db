package reflex

import (
	"legomem/tools"
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

// foreseen are the actions of a delegation, those of loops and guards once, without those
// that the text's values rule out.
func (v *values) foreseen(steps []Step) []Step {
	var all []Step
	for _, s := range steps {
		switch {
		case s.none():
			all = append(all, s)
		case !v.ruledOut(s.Flow):
			all = append(all, v.foreseen(s.Steps)...)
		}
	}
	return all
}

// ruledOut says that a guard looks at the text alone, and does not hold.
func (v *values) ruledOut(f Flow) bool {
	if f.When == nil || f.When.Slot == "" {
		return false
	}
	holds, err := v.holds(*f.When)
	return err == nil && !holds
}

// Preview shows what the match would do, without doing it.
func (m *Match) Preview(user string) Preview {
	v := newValues(m.Procedure, m.Bindings, user)
	out := Preview{Unit: m.Unit.Unit.ID, Sentence: m.Procedure.Sentence(), Bindings: m.Bindings}
	for _, s := range m.Procedure.Delegations() {
		for _, st := range v.foreseen(s.Steps) {
			out.Actions = append(out.Actions, PlannedCall{Agent: s.Agent, Action: tools.Action{Tool: st.Tool, Args: v.shown(st.Args)}})
		}
	}
	if m.Procedure.Answer != nil {
		out.Answer = datum{value: v.shown(map[string]Expr{"": *m.Procedure.Answer})[""]}.spelled()
	}
	return out
}
