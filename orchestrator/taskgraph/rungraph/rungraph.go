// Package rungraph is the working memory of a run: the task graph that follows from the
// events of its log. The task is the root, and each step of the plan a part of it; a
// delegation is work on the step that it names, or a node of its own. A re-plan replaces
// the steps that it drops, or makes them inactive; what was done stays.
//
// It logs nothing: the same events give the same graph, so that a resumed run rebuilds it,
// and legomem graph shows it. Start with New and Graph.Saw in a run that goes on, and with
// Of for one in a log.
package rungraph

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	tg "legomem/orchestrator/taskgraph"
	"legomem/trajectory"
)

// Task is the root's id.
const Task = "task"

// The outputs of a node.
const (
	Summary = "summary" // the agent's report
	Actions = "actions" // how many it took
)

// Graph is the task graph of one run. It is not safe for use by several goroutines at once.
type Graph struct {
	*tg.Graph
	now     tg.Moment
	uses    []string // of the last ledger
	node    string   // that is worked on
	actions int      // taken for it
}

// New is the graph of a run that has made no plan yet.
func New(task trajectory.Task, begun time.Time) (*Graph, error) {
	g := &Graph{Graph: tg.New(tg.Soften), now: tg.Moment{Time: begun}}
	return g, g.apply(tg.Add{ID: Task, Slot: Task, Value: task.Text})
}

// Of is the graph of a run as its log has it.
func Of(run *trajectory.Run) (*Graph, error) {
	g, err := New(run.Started.Task, run.Begun)
	if err != nil {
		return nil, fmt.Errorf("the graph of run %s: %w", run.ID, err)
	}
	for _, p := range events(run) {
		if err := g.Saw(p); err != nil {
			return nil, fmt.Errorf("the graph of run %s: %w", run.ID, err)
		}
	}
	return g, nil
}

// events are the payloads of a run that its graph follows from, in order.
func events(run *trajectory.Run) (all []trajectory.Payload) {
	plans := run.Plans
	planned := func(before int) {
		for len(plans) > 0 && plans[0].Subtasks <= before {
			all = append(all, trajectory.Planned{Plan: plans[0].Plan, Revision: plans[0].Revision})
			plans = plans[1:]
		}
	}
	for i, sub := range run.Subtasks {
		planned(i)
		all = append(all, trajectory.Decided{Ledger: trajectory.Ledger{Uses: sub.Uses}}, trajectory.Delegated{Subtask: sub.Subtask})
		for _, s := range sub.Steps {
			all = append(all, trajectory.Intended{Step: s.Number})
		}
		if sub.Done {
			all = append(all, trajectory.Summarised{Round: sub.Round, Agent: sub.Agent, Summary: sub.Summary, Failed: sub.Failed})
		}
	}
	planned(len(run.Subtasks))
	if run.Result != nil {
		result := *run.Result
		result.Answer = run.Answer
		all = append(all, trajectory.Finished{Result: result})
	}
	return all
}

// Saw takes in an event of the run.
func (g *Graph) Saw(p trajectory.Payload) error {
	switch p := p.(type) {
	case trajectory.Planned:
		return g.planned(p)
	case trajectory.Decided:
		g.uses = p.Ledger.Uses
	case trajectory.Delegated:
		return g.delegated(p.Subtask)
	case trajectory.Intended:
		g.actions++
	case trajectory.Summarised:
		return g.summarised(p)
	case trajectory.Finished:
		if p.Result.Outcome == trajectory.Solved {
			return g.done(Task, map[string]string{"answer": p.Result.Answer})
		}
	}
	return nil
}

// delegated begins work on a node, on which the results rest that the ledger names.
func (g *Graph) delegated(sub trajectory.Subtask) error {
	g.now.Turn = sub.Round
	node, err := g.place(sub)
	if err != nil {
		return err
	}
	for _, used := range g.uses {
		if err := g.rest(node, used); err != nil {
			return err
		}
	}
	g.node, g.actions, g.uses = node, 0, nil
	return g.apply(tg.Mark{Node: node, Status: tg.Active})
}

// place is the node that a delegation works on: the step that it names, if that counts and
// is not done; else a new one, which is a part of that step or of the task.
func (g *Graph) place(sub trajectory.Subtask) (string, error) {
	id := besidePlan(sub.Round)
	add := tg.Add{ID: id, Slot: cmp.Or(sub.Agent, "round"), Value: sub.Description, Parents: []string{Task}}
	step, known := g.live(sub.PlanStep)
	switch {
	case !known, step.ID == Task:
		return id, g.apply(add)
	case step.Status != tg.Done:
		return step.ID, nil
	}
	add.Parents, add.DependsOn = []string{step.ID}, []string{step.ID}
	if err := g.apply(add); err != nil {
		return "", err
	}
	return id, g.passOn(step.ID, id)
}

// passOn has what still waits for a step wait for a part of it, too.
func (g *Graph) passOn(step, part string) error {
	for _, n := range g.Nodes() {
		waits := n.Status == tg.Waiting || n.Status == tg.Failed
		if waits && slices.Contains(n.DependsOn, step) {
			if err := g.rest(n.ID, part); err != nil {
				return err
			}
		}
	}
	return nil
}

// rest has a node depend on another, if that counts.
func (g *Graph) rest(node, on string) error {
	_, known := g.live(on)
	if !known || on == node || on == Task {
		return nil
	}
	return g.apply(tg.Link{From: node, Relation: tg.DependsOn, To: on})
}

func (g *Graph) summarised(p trajectory.Summarised) error {
	if g.node == "" {
		return nil
	}
	node := g.node
	g.node = ""
	if p.Failed {
		return g.apply(tg.Mark{Node: node, Status: tg.Failed, Error: p.Summary})
	}
	return g.apply(tg.Mark{Node: node, Status: tg.Done, Outputs: map[string]string{Summary: p.Summary, Actions: fmt.Sprint(g.actions)}})
}

func (g *Graph) done(node string, outputs map[string]string) error {
	if err := g.apply(tg.Mark{Node: node, Status: tg.Active}); err != nil {
		return err
	}
	return g.apply(tg.Mark{Node: node, Status: tg.Done, Outputs: outputs})
}

func (g *Graph) apply(op tg.Operation) error {
	_, err := g.Apply(g.now, op)
	return err
}

// live is a node that counts.
func (g *Graph) live(id string) (tg.Node, bool) {
	n, err := g.Node(id)
	return n, err == nil && n.Status != tg.Inactive
}

// NodeOf is the node that a delegation works on, once it is in the graph.
func NodeOf(g *tg.Graph, sub trajectory.Subtask) string {
	id := besidePlan(sub.Round)
	if _, err := g.Node(id); err == nil {
		return id
	}
	return sub.PlanStep
}

func besidePlan(round int) string { return fmt.Sprintf("round-%d", round) }
