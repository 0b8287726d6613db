package desk

import (
	"cmp"
	"errors"
	"fmt"

	tg "legomem/orchestrator/taskgraph"
	"legomem/trajectory"
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
	return graphOfRun(run)
}

// graphOfRun makes a graph of a run: the task, and a node for each step of its plan, or for
// each delegation where the plan names none.
func graphOfRun(run *trajectory.Run) (*tg.Graph, error) {
	g := tg.New(tg.Soften)
	at := func(turn int) tg.Moment { return tg.Moment{Turn: turn, Time: run.Begun} }
	apply := func(turn int, op tg.Operation) error {
		if _, err := g.Apply(at(turn), op); err != nil {
			return fmt.Errorf("the graph of run %s: %w", run.ID, err)
		}
		return nil
	}
	if err := apply(0, tg.Add{ID: "task", Slot: "task", Value: run.Started.Task.Text}); err != nil {
		return nil, err
	}
	for _, s := range run.Plan.Steps {
		if err := apply(0, tg.Add{ID: s.ID, Slot: cmp.Or(s.Agent, "step"), Value: s.Description, Parents: []string{"task"}, DependsOn: s.Needs}); err != nil {
			return nil, err
		}
	}
	for _, sub := range run.Subtasks {
		node := sub.PlanStep
		if _, err := g.Node(node); node == "" || err != nil {
			node = fmt.Sprintf("round-%d", sub.Round)
			if err := apply(sub.Round, tg.Add{ID: node, Slot: sub.Agent, Value: sub.Description, Parents: []string{"task"}}); err != nil {
				return nil, err
			}
		}
		if err := worked(apply, sub, node); err != nil {
			return nil, err
		}
	}
	if run.Result != nil && run.Result.Outcome == trajectory.Solved {
		return g, markDone(apply, len(run.Subtasks), "task", map[string]string{"answer": run.Answer})
	}
	return g, nil
}

// worked marks what came of a delegation.
func worked(apply func(int, tg.Operation) error, sub trajectory.SubtaskRun, node string) error {
	if !sub.Done {
		return apply(sub.Round, tg.Mark{Node: node, Status: tg.Active})
	}
	if sub.Failed {
		if err := apply(sub.Round, tg.Mark{Node: node, Status: tg.Active}); err != nil {
			return err
		}
		return apply(sub.Round, tg.Mark{Node: node, Status: tg.Failed, Error: sub.Summary})
	}
	return markDone(apply, sub.Round, node, map[string]string{"summary": sub.Summary, "actions": fmt.Sprint(len(sub.Steps))})
}

func markDone(apply func(int, tg.Operation) error, turn int, node string, outputs map[string]string) error {
	if err := apply(turn, tg.Mark{Node: node, Status: tg.Active}); err != nil {
		return err
	}
	return apply(turn, tg.Mark{Node: node, Status: tg.Done, Outputs: outputs})
}
