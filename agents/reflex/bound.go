package reflex

import (
	"encoding/json"
	"fmt"

	"legomem/trajectory"
)

// bound is the procedure with its values, so that the run can go on whatever becomes
// of the bank; and a wording that a model vouched for.
func (m *Match) bound() ([]trajectory.Payload, error) {
	procedure, err := json.Marshal(m.Procedure)
	if err != nil {
		return nil, fmt.Errorf("log the procedure: %w", err)
	}
	bindings, err := json.Marshal(m.Bindings)
	if err != nil {
		return nil, fmt.Errorf("log the procedure's values: %w", err)
	}
	out := []trajectory.Payload{trajectory.Bound{Unit: m.Unit.Unit.ID, Procedure: procedure, Bindings: bindings}}
	if m.Wording != "" {
		out = append(out, trajectory.Taught{Wordings: []trajectory.Wording{{Text: m.Wording}}})
	}
	return out, nil
}

// rebind is the match of a run that is underway.
func rebind(b trajectory.Bound) (*Match, error) {
	p, err := Decode(b.Procedure)
	if err != nil {
		return nil, fmt.Errorf("go on with the run's procedure: %w", err)
	}
	m := &Match{Procedure: p}
	m.Unit.Unit.ID = b.Unit
	if err := json.Unmarshal(b.Bindings, &m.Bindings); err != nil {
		return nil, fmt.Errorf("go on with the run's procedure: read its values: %w", err)
	}
	return m, nil
}
