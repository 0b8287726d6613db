package modelbrain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/llm"
	"legomem/membank"
	"legomem/tools"
	"legomem/trajectory"
	"legomem/words"
)

// actor is a task agent's role, played by a model: think, act, observe (ReAct), until
// it calls done.
type actor struct {
	*asker
	// current is the subtask that the other fields belong to.
	current  trajectory.Subtask
	memories fitted
	basis    []pieceView
	offered  *offer
	cut      cut
	// made are the replies that the steps so far came from, and what is still to be done
	// of the last one.
	made replies
}

// Act asks for the next action.
func (m *actor) Act(ctx context.Context, sub trajectory.Subtask, done []trajectory.Step) (agents.Decision, error) {
	agent, err := m.begin(ctx, sub, done)
	if err != nil {
		return agents.Decision{}, err
	}
	if d, waiting := m.made.next(done); waiting {
		return d, nil
	}
	for {
		d, err := m.decide(ctx, agent, sub, done)
		if no, ok := errors.AsType[*agents.Unusable](err); ok {
			// The director may have another do it, or put it in other words.
			return agents.Decision{Failed: true, Summary: "Stopped: " + no.Error()}, nil
		}
		if err != nil {
			return agents.Decision{}, err
		}
		if err := m.offered.describe(d.more); err != nil {
			return agents.Decision{}, err
		}
		if !m.closes(d) {
			d.beside = nil
		}
		if d.end != nil || len(d.actions) > 0 {
			return m.made.begin(d, len(done)), nil
		}
		// Only tools were asked for. Each time there are fewer that could be.
	}
}

// closes reports whether a report beside actions can end the work once they have succeeded:
// it knows what changing things comes to, and not what reading them returns.
func (m *actor) closes(d decided) bool {
	if !m.model.cfg.DoneBeside || d.beside == nil || d.beside.Failed {
		return false
	}
	return !slices.ContainsFunc(d.actions, func(a tools.Action) bool {
		return !tools.OnlyChanges(m.effects(a))
	})
}

// decide asks for one reply.
func (m *actor) decide(ctx context.Context, agent agents.Agent, sub trajectory.Subtask, done []trajectory.Step) (d decided, err error) {
	q := m.question(agent, sub, done, "subtask", m.offered.specs)
	q.parse = func(r llm.Reply) (err error) {
		d, err = parseDecision(r, m.offered)
		return err
	}
	err = m.ask(ctx, q)
	return d, err
}

// Report asks for a report of a subtask whose actions are used up. What the agent found is
// worth more to the director than that it did not finish.
func (m *actor) Report(ctx context.Context, sub trajectory.Subtask, done []trajectory.Step) (agents.Decision, error) {
	agent, err := m.begin(ctx, sub, done)
	if err != nil {
		return agents.Decision{}, err
	}
	if len(m.made.waiting) == 0 {
		if end, reported := m.made.next(done); reported {
			return end, nil // it came beside the last action
		}
	}
	taken := words.Count(len(done), "action")
	capped, err := m.model.cfg.Prompts.Render("capped", cappedView{Taken: taken, Done: doneTool})
	if err != nil {
		return agents.Decision{}, err
	}
	var end agents.Decision
	q := m.question(agent, sub, done, "capped", []llm.ToolSpec{doneSpec()})
	q.messages = func(c cut) ([]llm.Message, error) {
		msgs, err := m.messages(agent, sub, done, c)
		return append(msgs, llm.Message{Role: llm.User, Text: capped}), err
	}
	q.parse = func(r llm.Reply) error {
		d, err := parseDecision(r, &offer{}) // nothing but the end
		if err == nil {
			end = *d.end
		}
		return err
	}
	err = m.ask(ctx, q)
	if no, ok := errors.AsType[*agents.Unusable](err); ok {
		return agents.Decision{Failed: true, Summary: "Stopped: " + no.Error()}, nil
	}
	if err == nil && end.Failed {
		end.Summary = "Stopped after " + taken + ": " + end.Summary
	}
	return end, err
}

// begin finds the agent, and once for each subtask fetches the memories and makes the offer.
func (m *actor) begin(ctx context.Context, sub trajectory.Subtask, done []trajectory.Step) (agents.Agent, error) {
	agent, ok := m.brief.Team.Find(sub.Agent)
	if !ok {
		return agent, fmt.Errorf("there is no agent %q in team %s", sub.Agent, m.brief.Team.Name)
	}
	if m.current == sub && len(done) > 0 {
		return agent, nil
	}
	m.current, m.memories, m.cut, m.made = sub, fitted{}, cut{}, replies{}
	var hits []membank.Hit
	var err error
	if m.basis, err = m.asker.basis(sub); err != nil {
		return agent, fmt.Errorf("what the work of %s rests on: %w", sub.Agent, err)
	}
	if m.brief.Memories != nil {
		if hits, err = m.brief.Memories.ForAgent(ctx, sub); err != nil {
			return agent, fmt.Errorf("memories for %s: %w", sub.Agent, err)
		}
		m.memories = m.fit(hits, m.whole(worker))
	}
	m.offered, err = m.newOffer(agent, sub, m.servedBy(sub, hits, done))
	return agent, err
}

// question is one about a subtask, put after what was done for it.
func (m *actor) question(agent agents.Agent, sub trajectory.Subtask, done []trajectory.Step, prompt string, offered []llm.ToolSpec) question {
	return question{
		role: agent.Name, prompt: prompt, tools: offered, cut: &m.cut,
		most: cut{bodies: max(0, len(done)-1), memories: len(m.memories.texts)}, dropped: m.memories.dropped,
		messages: func(c cut) ([]llm.Message, error) { return m.messages(agent, sub, done, c) },
	}
}

func (m *actor) messages(agent agents.Agent, sub trajectory.Subtask, done []trajectory.Step, c cut) ([]llm.Message, error) {
	task := m.brief.Task
	msgs, err := m.model.render("agent", "subtask",
		actorView{Name: agent.Name, Description: agent.Description, User: task.User, Domain: task.OfficeDomain(), Now: inWords(task.Now), Dates: dateOrder(task), Done: doneTool, DoneBeside: m.model.cfg.DoneBeside},
		subtaskView{Task: task.Told(), Work: sub.Description, Files: m.filesIn(sub.Description), Memories: m.memories.without(c.memories), Warnings: m.memories.warnings, Basis: m.basis, General: m.model.cfg.General})
	if err != nil {
		return nil, err
	}
	steps, err := renderSteps(done, m.made, min(c.bodies, max(0, len(done)-1)), m.model.cfg.ObservationChars)
	return append(msgs, steps...), err
}

// decided is what a reply decides: actions to take in order, the end, or further tools to
// be described.
type decided struct {
	reply   llm.Reply
	more    []string // the tools
	actions []tools.Action
	calls   []llm.ToolCall   // of the actions
	end     *agents.Decision // nil where there are actions
	beside  *agents.Decision // an end that came with them
}

// parseDecision reads the actions of a reply, or the end. Every call must be one that can
// be made: else all of them are asked for again. An end that comes with actions is kept
// beside: it reports on results that its writer had not seen.
func parseDecision(r llm.Reply, offered *offer) (decided, error) {
	d := decided{reply: r}
	if len(r.Calls) == 0 && r.Text == "" {
		return d, fmt.Errorf("the reply is empty; call a tool, or %s", doneTool)
	}
	if len(r.Calls) == 0 {
		return d, fmt.Errorf("it calls no tool; nothing is done by words: call a tool, or %s when the work is done or cannot be", doneTool)
	}
	for _, call := range r.Calls {
		args, err := parseArgs(call.Args)
		if err != nil {
			return d, fmt.Errorf("the arguments of %s are not a JSON object: %w", call.Name, err)
		}
		if call.Name == doneTool {
			end, err := parseDone(r.Text, args)
			if err != nil {
				return d, err
			}
			d.end = &end
			continue
		}
		if call.Name == moreTool {
			more, err := parseMore(args, offered)
			if err != nil {
				return d, err
			}
			d.more = append(d.more, more...)
			continue
		}
		name := plainName(call.Name)
		if !offered.has(name) {
			return d, noSuchTool(call.Name, offered.tools)
		}
		d.more = append(d.more, name) // what it knew without a description is shown in the next prompt
		d.actions, d.calls = append(d.actions, tools.Action{Tool: name, Args: args}), append(d.calls, call)
	}
	if len(d.actions) > 0 {
		d.end, d.beside = nil, d.end
	}
	return d, nil
}

func parseDone(said string, args map[string]any) (agents.Decision, error) {
	summary, _ := args["summary"].(string)
	if summary = strings.TrimSpace(summary); summary == "" {
		summary = said
	}
	if summary == "" {
		return agents.Decision{}, fmt.Errorf("%s was called without a summary", doneTool)
	}
	failed := false
	switch v := args["succeeded"].(type) {
	case bool:
		failed = !v
	case string:
		failed = strings.EqualFold(strings.TrimSpace(v), "false")
	}
	return agents.Decision{Thought: said, Summary: summary, Failed: failed}, nil
}

// parseArgs reads an object, even if it was encoded twice, or has the slips that models
// make.
func parseArgs(raw json.RawMessage) (map[string]any, error) {
	var twice string
	if json.Unmarshal(raw, &twice) == nil {
		raw = json.RawMessage(twice)
	}
	if mended, err := llm.Mend(raw); err == nil {
		raw = mended
	}
	var args map[string]any
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, err
	}
	if args == nil {
		return nil, errors.New("it is null")
	}
	return args, nil
}
