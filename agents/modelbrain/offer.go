package modelbrain

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"legomem/agents"
	"legomem/lists"
	"legomem/llm"
	"legomem/membank"
	"legomem/membank/operations"
	"legomem/membank/store"
	"legomem/tools"
	"legomem/trajectory"
)

// What an agent may call beside its tools: doneTool ends its work, moreTool has further
// tools described.
const (
	doneTool = "done"
	moreTool = "more_tools"
)

// offer is what an agent may call while it does a subtask. All of its tools can be called;
// those that the subtask is likely to need are described, the others only named, since the
// descriptions of all are most of a prompt. It stays as it is until the agent asks for
// more: a prompt that begins as the last one did is cheaper.
type offer struct {
	tools     []tools.Tool
	brief     bool     // no argument is described twice in the same words
	described []string // the names of those described, as they came
	specs     []llm.ToolSpec
}

// newOffer describes all tools without a cap, and where all fit; else those that are chosen
// for the work.
func (m *actor) newOffer(agent agents.Agent, sub trajectory.Subtask, by served) (*offer, error) {
	o := &offer{tools: agent.Offered(m.brief.Tools), brief: m.model.cfg.ToolTokens > 0}
	specs, err := specsOf(o.tools, o.tools, false)
	if err != nil {
		return nil, err
	}
	cost := map[string]int{}
	all := 0
	for i, t := range o.tools {
		cost[t.Name] = m.tokens(specs[i].Name + specs[i].Description + string(specs[i].Parameters))
		all += cost[t.Name]
	}
	if m.model.cfg.ToolTokens == 0 || all <= m.model.cfg.ToolTokens {
		return o, o.describe(toolNames(o.tools))
	}
	chosen, err := m.choose(o, sub, by, cost)
	if err != nil {
		return nil, err
	}
	return o, o.describe(chosen)
}

// memoriesWeigh is how much the work that is remembered weighs beside the words of the work at
// hand in choosing tools: it was like work, and other work.
const memoriesWeigh = 0.3

// leastLikely is how likely the words ask for any of the tools, at least: they may know none.
const leastLikely = 1e-9

// choose takes, as far as the tokens last, the staples, the tools of steps that are done
// already, and those that the work is likely to need, the likeliest for what they cost first:
// two short ones are worth more than one long one. What is no likelier than any of the agent's
// tools would only fill the prompt.
func (m *actor) choose(o *offer, sub trajectory.Subtask, by served, cost map[string]int) ([]string, error) {
	likely, err := m.likely(o, sub, by.remembered)
	if err != nil {
		return nil, err
	}
	names := toolNames(o.tools)
	wanted := slices.Concat(toolNames(lists.Filter(o.tools, func(t tools.Tool) bool { return t.Staple })), lists.Filter(by.done, o.has))
	worth := lists.Filter(names, func(name string) bool { return likely[name]*float64(len(names)) > 1 })
	slices.SortStableFunc(worth, func(x, y string) int {
		return cmp.Compare(likely[y]/float64(cost[y]), likely[x]/float64(cost[x]))
	})
	left := m.model.cfg.ToolTokens
	chosen := map[string]bool{}
	for _, name := range append(wanted, worth...) {
		if !chosen[name] && cost[name] <= left {
			chosen[name], left = true, left-cost[name]
		}
	}
	return lists.Filter(names, func(name string) bool { return chosen[name] }), nil
}

// likely is how likely a subtask needs each of the agent's tools, by its words and by what work
// that is remembered called. Where nobody knows what tools are for all are alike.
func (m *actor) likely(o *offer, sub trajectory.Subtask, remembered []string) (map[string]float64, error) {
	likely := map[string]float64{}
	for _, t := range o.tools {
		likely[t.Name] = 1
	}
	if m.model.cfg.Uses == nil {
		return likely, nil
	}
	uses, err := m.model.cfg.Uses()
	if err != nil {
		return nil, fmt.Errorf("learn what tools are for: %w", err)
	}
	byWords := uses.Likely(store.Words(sub.Description))
	all := 0.0
	for _, t := range o.tools {
		all += byWords[t.Name]
	}
	for name := range likely {
		likely[name] = byWords[name] / max(all, leastLikely)
	}
	remembered = lists.Filter(remembered, o.has)
	for _, name := range remembered {
		likely[name] += memoriesWeigh / float64(len(remembered))
	}
	return likely, nil
}

// describe adds tools to those described, and writes the specifications anew where any is
// new.
func (o *offer) describe(names []string) error {
	before := len(o.described)
	for _, name := range names {
		if o.has(name) && !slices.Contains(o.described, name) {
			o.described = append(o.described, name)
		}
	}
	if o.specs != nil && len(o.described) == before {
		return nil
	}
	specs, err := specsOf(lists.Map(o.described, o.tool), o.tools, o.brief)
	if err != nil {
		return err
	}
	if others := o.others(); len(others) > 0 {
		specs = append(specs, moreSpec(others))
	}
	o.specs = append(specs, doneSpec())
	return nil
}

// tool is the one of that name, which there is.
func (o *offer) tool(name string) tools.Tool {
	return o.tools[slices.IndexFunc(o.tools, func(t tools.Tool) bool { return t.Name == name })]
}

func (o *offer) has(name string) bool {
	return slices.ContainsFunc(o.tools, func(t tools.Tool) bool { return t.Name == name })
}

// others are the tools that are not described.
func (o *offer) others() []tools.Tool {
	return lists.Filter(o.tools, func(t tools.Tool) bool { return !slices.Contains(o.described, t.Name) })
}

// moreSpec names further tools. Their names say what they are for, and are all that every
// prompt pays for.
func moreSpec(others []tools.Tool) llm.ToolSpec {
	names := lists.Map(others, func(t tools.Tool) string { return wireName(t.Name) })
	return llm.ToolSpec{Name: moreTool, Description: "Describes further tools of yours, for you to call next: " + strings.Join(names, ", "), Parameters: json.RawMessage(moreSchema)}
}

// moreSchema is the schema of moreTool's arguments. The names stand in its description, and
// are not listed a second time.
const moreSchema = `{"type":"object","properties":{"names":{"type":"array","items":` + aText + `}},"required":["names"],"additionalProperties":false}`

// firstClause is what a description begins with, up to its first stop of any kind.
func firstClause(s string) string {
	for _, stop := range []string{". ", ": ", "; ", " (", ", "} {
		s, _, _ = strings.Cut(s, stop)
	}
	return strings.TrimSuffix(s, ".")
}

// parseMore reads which tools are to be described. Those that are already teach nothing,
// so that asking for them alone is an error.
func parseMore(args map[string]any, o *offer) ([]string, error) {
	var asked []string
	switch v := args["names"].(type) {
	case string:
		asked = []string{v}
	case []any:
		for _, one := range v {
			if s, ok := one.(string); ok {
				asked = append(asked, s)
			}
		}
	}
	var names []string
	for _, wire := range asked {
		name := plainName(strings.TrimSpace(wire))
		if !o.has(name) {
			return nil, noSuchTool(wire, o.tools)
		}
		if !slices.Contains(o.described, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s was asked for nothing new: every tool that it named is described already; call it", moreTool)
	}
	return names, nil
}

func noSuchTool(name string, all []tools.Tool) error {
	return fmt.Errorf("you have no tool %q; your tools are %s", name, strings.Join(wireNames(all), ", "))
}

func wireNames(all []tools.Tool) []string {
	return append(lists.Map(all, func(t tools.Tool) string { return wireName(t.Name) }), doneTool)
}

func toolNames(all []tools.Tool) []string {
	return lists.Map(all, func(t tools.Tool) string { return t.Name })
}

// doneSchema is the schema of doneTool's arguments.
const doneSchema = `{"type":"object","properties":{` +
	`"summary":{"type":"string","description":"What was done and found, with every value that was asked for."},` +
	`"succeeded":{"type":"boolean","description":"False if the work could not be done."}},` +
	`"required":["summary","succeeded"],"additionalProperties":false}`

func doneSpec() llm.ToolSpec {
	return llm.ToolSpec{Name: doneTool, Description: "Ends your work and reports it.", Parameters: json.RawMessage(doneSchema)}
}

// specsOf describes some of an agent's tools, under the names that models call them by. In
// brief, an argument that an earlier one of them describes in the same words is not
// described again.
func specsOf(some, all []tools.Tool, brief bool) ([]llm.ToolSpec, error) {
	var names []string
	for _, t := range all {
		names = append(names, t.Name, wireName(t.Name))
	}
	wire := strings.NewReplacer(names...)
	said := map[string]bool{}
	var out []llm.ToolSpec
	for _, t := range some {
		schema := t.Schema
		if brief {
			schema = unsaid(schema, said)
		}
		params, err := json.Marshal(schema)
		if err != nil {
			return nil, fmt.Errorf("describe the tool %s: %w", t.Name, err)
		}
		out = append(out, llm.ToolSpec{Name: wireName(t.Name), Description: wire.Replace(t.Description), Parameters: json.RawMessage(wire.Replace(string(params)))})
	}
	return out, nil
}

// unsaid is a tool's schema without the descriptions of arguments that were said already,
// to which it adds its own.
func unsaid(s *jsonschema.Schema, said map[string]bool) *jsonschema.Schema {
	out := *s
	out.Properties = map[string]*jsonschema.Schema{}
	for name, p := range s.Properties {
		text := name + ": " + p.Description
		if said[text] {
			again := *p
			again.Description = ""
			p = &again
		}
		said[text] = true
		out.Properties[name] = p
	}
	return &out
}

// Said is a request in words, with a tool that does what it asks for.
type Said struct{ Text, Tool string }

// LearnUses learns what tools are for: by their names and what is said of them, by the
// subtasks of practised work that called them, and by requests.
func LearnUses(all []tools.Tool, practised []membank.Unit, requests []Said) *operations.Model {
	var examples []operations.Example
	add := func(text, tool string) {
		examples = append(examples, operations.Example{Words: store.Words(text), Operation: tool})
	}
	for _, r := range requests {
		add(r.Text, r.Tool)
	}
	for _, t := range all {
		add(strings.NewReplacer(".", " ", "_", " ").Replace(t.Name), t.Name)
		add(firstClause(t.Description), t.Name)
	}
	for _, u := range practised {
		if u.Kind != membank.SubtaskUnit || u.Subtask == nil {
			continue
		}
		for _, name := range calledBy(*u.Subtask) {
			add(u.Subtask.Description, name)
		}
	}
	return operations.Learn(examples)
}

// calledBy are the tools that a subtask called, each once.
func calledBy(sub membank.Subtask) []string {
	var out []string
	for _, s := range sub.Steps {
		name, _, _ := strings.Cut(s.Action, "(")
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// served are tools that served a subtask, or work like it.
type served struct {
	done       []string // called by the steps that were done already
	remembered []string // by its agent's memories, and by its agent in the orchestrator's
}

func (m *actor) servedBy(sub trajectory.Subtask, hits []membank.Hit, done []trajectory.Step) (by served) {
	for _, s := range done {
		by.done = append(by.done, s.Action.Tool)
	}
	for _, h := range hits {
		if h.Unit.Kind == membank.SubtaskUnit && h.Unit.Subtask != nil {
			by.remembered = append(by.remembered, calledBy(*h.Unit.Subtask)...)
		}
	}
	if m.brief.Memories == nil {
		return by
	}
	for _, h := range m.brief.Memories.ForPlan() {
		for _, part := range h.Unit.Subtasks {
			if part.Agent == sub.Agent {
				by.remembered = append(by.remembered, calledBy(part)...)
			}
		}
	}
	return by
}
