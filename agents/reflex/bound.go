package reflex

import (
	"encoding/json"
	"fmt"

	"legomem/trajectory"
)

// bound is the procedure with its values, so that the run can go on whatever becomes
// of the bank; and a wording that a model vouched for.
func (m *Match) bound() ([]trajectory.Payload, error) {
	procedure, err := m.Procedure.played()
	if err != nil {
		return nil, err
	}
	bindings, err := json.Marshal(m.Bindings)
	if err != nil {
		return nil, fmt.Errorf("log the procedure's values: %w", err)
	}
	out := []trajectory.Payload{trajectory.Bound{Unit: m.Unit.Unit.ID, Procedure: procedure, Bindings: bindings, Exact: m.Exact, Doubts: m.Doubts}}
	if m.Wording != "" {
		out = append(out, trajectory.Taught{Wordings: []trajectory.Wording{{Text: m.Wording}}})
	}
	return out, nil
}

// AsPlayed is a unit's procedure as it stands in the log of a run that plays it. So the
// two can be compared: what this program does not read of a unit makes no difference.
func AsPlayed(stored json.RawMessage) (json.RawMessage, error) {
	p, err := Decode(stored)
	if err != nil {
		return nil, err
	}
	return p.played()
}

func (p *Procedure) played() (json.RawMessage, error) {
	data, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("log the procedure: %w", err)
	}
	return data, nil
}

// rebind is the match of a run that is underway.
func rebind(b trajectory.Bound) (*Match, error) {
	p, err := Decode(b.Procedure)
	if err != nil {
		return nil, fmt.Errorf("go on with the run's procedure: %w", err)
	}
	m := &Match{Procedure: p, Exact: b.Exact}
	m.Unit.Unit.ID = b.Unit
	if err := json.Unmarshal(b.Bindings, &m.Bindings); err != nil {
		return nil, fmt.Errorf("go on with the run's procedure: read its values: %w", err)
	}
	return m, nil
}
