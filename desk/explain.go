package desk

import (
	"context"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/membank/store/sqlite"
	"legomem/trajectory"
)

// Explain returns what reflex would do, without doing it. If it does not know the task,
// the error is an *agents.GiveUp.
func (d *Desk) Explain(ctx context.Context, task trajectory.Task) (reflex.Preview, error) {
	if d.config.Brain == "model" {
		return reflex.Preview{}, BadInput("--explain shows what reflex would do; a model decides only as it goes (use --brain reflex or hybrid)")
	}
	bank, done, err := d.openBank(ctx, d.config, sqlite.ReadOnly)
	if err != nil {
		return reflex.Preview{}, err
	}
	defer done()
	m, err := reflex.Brain{Candidates: d.config.Reflex.Candidates}.Choose(ctx, agents.Brief{Task: task, SearchTasks: bank.SearchTasks})
	if err != nil {
		return reflex.Preview{}, err
	}
	return m.Preview(task.User), nil
}
