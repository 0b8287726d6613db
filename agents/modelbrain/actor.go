package modelbrain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/lists"
	"legomem/llm"
	"legomem/tools"
	"legomem/trajectory"
)

// doneTool is what an agent calls to end its work.
const doneTool = "done"

// actor is a task agent's role, played by a model: think, act, observe (ReAct), until
// it calls done.
type actor struct {
	*asker
	// current is the subtask that the other fields belong to.
	current  trajectory.Subtask
	memories fitted
	cut      cut
	// made are the replies that the steps so far came from, and what is still to be done
	// of the last one.
	made replies
}

// Act asks for the next action.
func (m *actor) Act(ctx context.Context, sub trajectory.Subtask, done []trajectory.Step) (agents.Decision, error) {
	agent, ok := m.brief.Team.Find(sub.Agent)
	if !ok {
		return agents.Decision{}, fmt.Errorf("there is no agent %q in team %s", sub.Agent, m.brief.Team.Name)
	}
	if err := m.begin(ctx, sub, len(done)); err != nil {
		return agents.Decision{}, err
	}
	offered, err := m.offer(agent)
	if err != nil {
		return agents.Decision{}, err
	}
	if d, waiting := m.made.next(done); waiting {
		return d, nil
	}
	var d decided
	err = m.ask(ctx, question{
		role: agent.Name, prompt: "subtask", tools: offered.specs, cut: &m.cut,
		most: cut{bodies: max(0, len(done)-1), memories: len(m.memories.texts)}, dropped: m.memories.dropped,
		messages: func(c cut) ([]llm.Message, error) { return m.messages(agent, sub, done, c) },
		parse: func(r llm.Reply) (err error) {
			d, err = parseDecision(r, offered.tools)
			return err
		},
	})
	if no, ok := errors.AsType[*agents.Unusable](err); ok {
		// The director may have another do it, or put it in other words.
		return agents.Decision{Failed: true, Summary: "Stopped: " + no.Error()}, nil
	}
	if err != nil {
		return agents.Decision{}, err
	}
	return m.made.begin(d, len(done)), nil
}

// offer is the tools that an agent may call, and how they are described to models.
type offer struct {
	tools []tools.Tool
	specs []llm.ToolSpec
}

// offer makes an agent's offer, once in a run.
func (a *asker) offer(agent agents.Agent) (offer, error) {
	if o, ok := a.offers[agent.Name]; ok {
		return o, nil
	}
	o := offer{tools: agent.Offered(a.brief.Tools)}
	var err error
	if o.specs, err = specsOf(o.tools); err != nil {
		return offer{}, err
	}
	if a.offers == nil {
		a.offers = map[string]offer{}
	}
	a.offers[agent.Name] = o
	return o, nil
}

// begin fetches the memories once for each subtask.
func (m *actor) begin(ctx context.Context, sub trajectory.Subtask, done int) error {
	if m.current == sub && done > 0 {
		return nil
	}
	m.current, m.memories, m.cut, m.made = sub, fitted{}, cut{}, replies{}
	if m.brief.Memories == nil {
		return nil
	}
	hits, err := m.brief.Memories.ForAgent(ctx, sub)
	if err != nil {
		return fmt.Errorf("memories for %s: %w", sub.Agent, err)
	}
	m.memories = m.fit(hits, m.whole(worker))
	return nil
}

func (m *actor) messages(agent agents.Agent, sub trajectory.Subtask, done []trajectory.Step, c cut) ([]llm.Message, error) {
	task := m.brief.Task
	msgs, err := m.model.render("agent", "subtask",
		actorView{Name: agent.Name, Description: agent.Description, User: task.User, Domain: task.OfficeDomain(), Now: inWords(task.Now), Dates: dateOrder(task), Done: doneTool},
		subtaskView{Task: task.Told(), Work: sub.Description, Memories: m.memories.without(c.memories), Warnings: m.memories.warnings, General: m.model.cfg.General})
	if err != nil {
		return nil, err
	}
	steps, err := renderSteps(done, m.made, min(c.bodies, max(0, len(done)-1)), m.model.cfg.ObservationChars)
	return append(msgs, steps...), err
}

// doneSchema is the schema of doneTool's arguments.
const doneSchema = `{"type":"object","properties":{` +
	`"summary":{"type":"string","description":"What was done and found, with every value that was asked for."},` +
	`"succeeded":{"type":"boolean","description":"False if the work could not be done."}},` +
	`"required":["summary","succeeded"],"additionalProperties":false}`

// specsOf describes an agent's tools, and doneTool, under the names that models call
// them by.
func specsOf(offered []tools.Tool) ([]llm.ToolSpec, error) {
	var names []string
	for _, t := range offered {
		names = append(names, t.Name, wireName(t.Name))
	}
	wire := strings.NewReplacer(names...)
	var out []llm.ToolSpec
	for _, t := range offered {
		params, err := json.Marshal(t.Schema)
		if err != nil {
			return nil, fmt.Errorf("describe the tool %s: %w", t.Name, err)
		}
		out = append(out, llm.ToolSpec{Name: wireName(t.Name), Description: wire.Replace(t.Description), Parameters: json.RawMessage(wire.Replace(string(params)))})
	}
	return append(out, llm.ToolSpec{Name: doneTool, Description: "Ends your work and reports it.", Parameters: json.RawMessage(doneSchema)}), nil
}

// decided is what a reply decides: actions to take in order, or the end.
type decided struct {
	reply   llm.Reply
	actions []tools.Action
	calls   []llm.ToolCall   // of the actions
	end     *agents.Decision // nil where there are actions
}

// parseDecision reads the actions of a reply, or the end. Every call must be one that can
// be made: else all of them are asked for again. An end that comes with actions is left
// out: it reports on results that its writer had not seen.
func parseDecision(r llm.Reply, offered []tools.Tool) (decided, error) {
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
		name := plainName(call.Name)
		if !slices.ContainsFunc(offered, func(t tools.Tool) bool { return t.Name == name }) {
			return d, fmt.Errorf("you have no tool %q; your tools are %s", call.Name, strings.Join(wireNames(offered), ", "))
		}
		d.actions, d.calls = append(d.actions, tools.Action{Tool: name, Args: args}), append(d.calls, call)
	}
	if len(d.actions) > 0 {
		d.end = nil
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

func wireNames(offered []tools.Tool) []string {
	return append(lists.Map(offered, func(t tools.Tool) string { return wireName(t.Name) }), doneTool)
}
