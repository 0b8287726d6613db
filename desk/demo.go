package desk

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"legomem/agents"
	"legomem/agents/demo"
	"legomem/configs"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// Demonstrated reads a demonstration, and makes the order that plays it. SuiteDir is
// the folder of the suite that its task belongs to; "" if there is none.
func (d *Desk) Demonstrated(file, suiteDir string) (Order, error) {
	plan, err := readDemo(file)
	if err != nil {
		return Order{}, err
	}
	dates := d.config.Dates
	o := Order{Brain: demo.NewBrain(plan)}
	if task, ok := plan.Free(dates.Location()); ok {
		o.Task, o.From = task, plan.From()
		o.Task.Domain = d.config.Domain
		if task.User == "" {
			o.Task.User = d.userName()
		}
	} else if err = o.ofSuite(plan, file, suiteDir); err != nil {
		return Order{}, err
	}
	o.Task.DayFirst = dates.DayFirst()
	return o, nil
}

// readDemo reads a demonstration that this team can play.
func readDemo(file string) (*demo.Demo, error) {
	plan, err := demo.Load(file)
	if err == nil {
		err = plan.Fits(agents.DefaultTeam(), apps.Registry())
	}
	if err != nil {
		return nil, &InputError{err}
	}
	return plan, nil
}

// ofSuite takes the task of a demonstration from its suite.
func (o *Order) ofSuite(plan *demo.Demo, file, suiteDir string) error {
	if suiteDir == "" {
		return BadInput("%s is of task %s of the suite %s: say where that is with --suite DIR", file, plan.ID, plan.Suite)
	}
	suite, err := officebench.Open(suiteDir)
	if err != nil {
		return err
	}
	t, err := suite.Task(plan.ID)
	o.Suite, o.Task, o.From = suite, t.Task, t.Testbed
	return err
}

// player plays variants of a demonstration, each in a temporary folder.
func (d *Desk) player(c configs.Config, launcher sandbox.Launcher, o Order) demo.Play {
	return func(ctx context.Context, plan *demo.Demo) (*bool, *trajectory.Run, error) {
		p, err := d.prepare(ctx, c, sandboxes{launcher: launcher}, demo.NewBrain(plan))
		if err != nil {
			return nil, nil, err
		}
		defer p.Close()
		dir, err := os.MkdirTemp("", "legomem-check-")
		if err != nil {
			return nil, nil, err
		}
		defer os.RemoveAll(dir)
		p.deps.Runs = dir
		result, err := orchestrator.Run(ctx, p.deps, orchestrator.Order{ID: d.newID(), Task: o.Task, From: o.From, Own: p.judgedBy(o.Suite)})
		if result.RunID == "" || result.Outcome == trajectory.Cancelled {
			return nil, nil, errors.Join(err, ctx.Err())
		}
		if result.Outcome == trajectory.Errored && err != nil {
			return nil, nil, err
		}
		run, err := trajectory.Open(filepath.Join(dir, result.RunID))
		return result.Passed, run, err
	}
}
