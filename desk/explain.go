package desk

import (
	"context"

	"legomem/agents"
	"legomem/agents/everyday"
	"legomem/agents/reflex"
	"legomem/membank/store/sqlite"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
)

// Explain returns what reflex would do, without doing it. If it does not know the task,
// the error is an *agents.GiveUp.
func (d *Desk) Explain(ctx context.Context, o Order) (reflex.Preview, error) {
	if d.config.Brain == "model" {
		return reflex.Preview{}, BadInput("--explain shows what reflex would do; a model decides only as it goes (use --brain reflex or hybrid)")
	}
	bank, done, err := d.openBank(ctx, d.config, sqlite.ReadOnly)
	if err != nil {
		return reflex.Preview{}, err
	}
	defer done()
	task := o.Task
	box, closeBox, err := d.openBox(ctx, sandbox.Spec{Run: "explain", Testbed: o.From, User: task.User, Now: task.Now, DayFirst: task.DayFirst, Domain: task.Domain})
	if err != nil {
		return reflex.Preview{}, err
	}
	defer closeBox()
	brief := agents.Brief{Task: task, Team: agents.DefaultTeam(), Tools: apps.Registry().In(task.Domain), SearchTasks: bank.SearchTasks, Look: box.Call}
	practised := reflex.Brain{Candidates: d.config.Reflex.Candidates, Doubted: o.settings(d.config).Reflex.Likely}
	var m *reflex.Match
	if o.settings(d.config).Reflex.Skills {
		m, err = d.everyday(o.settings(d.config), practised).(everyday.Brain).Choose(ctx, brief)
	} else {
		m, err = practised.Choose(ctx, brief)
	}
	if err != nil {
		return reflex.Preview{}, err
	}
	return m.Preview(task.User), nil
}
