package desk

import (
	"errors"

	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/rungraph"
)

// GraphOf is the task graph of a conversation, or of a run: its plan's steps, with what was
// done for each. "last" is the latest conversation.
func (d *Desk) GraphOf(id string) (*tg.Graph, error) {
	g, _, err := d.GraphOfSession(id)
	if !errors.Is(err, errNoSession) {
		return g, err
	}
	run, broken := d.FindRun(id)
	if broken != nil {
		return nil, BadInput("there is neither a session nor a run %q; legomem chat list and legomem runs list tell those there are", id)
	}
	if err := d.ownTenant(run); err != nil {
		return nil, err
	}
	of, err := rungraph.Of(run)
	if err != nil {
		return nil, err
	}
	return of.Graph, nil
}
