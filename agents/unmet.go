package agents

import (
	"fmt"

	"legomem/trajectory"
)

// Unmet returns why written or practised work cannot go on after a step: its action
// failed, or did not return what was expected. "" if it can go on.
func Unmet(s trajectory.Step) string {
	if s.Observation == nil {
		return s.Action.Tool + " gave no observation"
	}
	if s.Observation.Failed {
		return s.Action.Tool + ": " + s.Observation.Text
	}
	if text, missing := s.Observation.Missing(s.Expect); missing {
		return fmt.Sprintf("%s: what it returned does not hold %q, which it must", s.Action.Tool, text)
	}
	return ""
}
