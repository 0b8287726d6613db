package outline

import (
	"maps"
	"slices"

	"legomem/lists"
	"legomem/membank"
	"legomem/tools"
	"legomem/tools/value"
)

// past is a unit as it is written.
type past struct {
	unit   membank.Unit
	blanks *blanks
	parts  []*part
}

// part is a subtask of it.
type part struct {
	agent, description string
	steps              []call
	seen               string // what the calls of an old unit returned, together
}

func (p past) calls() (n int) {
	for _, s := range p.parts {
		n += len(s.steps)
	}
	return n
}

// read generalises a unit.
func (w Writer) read(u membank.Unit) past {
	subtasks := u.Subtasks
	if u.Subtask != nil {
		subtasks = []membank.Subtask{*u.Subtask}
	}
	p := past{unit: u, blanks: &blanks{ref: referenceOf(u.Task, u.Created)}}
	g := &generaliser{blanks: p.blanks, told: u.Task}
	p.blanks.learn(u.Task, false)
	for _, s := range subtasks {
		p.blanks.learn(s.Description, true)
	}
	subtasks = w.untold(subtasks)
	for _, s := range subtasks {
		p.parts = append(p.parts, w.part(g, s))
	}
	return p
}

// untold are the subtasks without the calls that look up what the reader has been told, and
// without those that are nothing else. Work that is all looking up stays as it is.
func (w Writer) untold(all []membank.Subtask) []membank.Subtask {
	if w.Told == nil {
		return all
	}
	var left []membank.Subtask
	for _, s := range all {
		steps := lists.Filter(s.Steps, func(st membank.Step) bool {
			tool, args, ok := parseAction(st.Action)
			return !ok || !w.Told(tools.Action{Tool: tool, Args: args})
		})
		if len(steps) == 0 && len(s.Steps) > 0 {
			continue
		}
		s.Steps = steps
		left = append(left, s)
	}
	if len(left) == 0 {
		return all
	}
	return left
}

func (w Writer) part(g *generaliser, s membank.Subtask) *part {
	out := &part{agent: s.Agent, description: s.Description}
	g.seen.WriteString(s.Observations + "\n")
	done := map[string]bool{}
	results := false
	for _, st := range s.Steps {
		if done[st.Action] {
			continue // it was looked at before
		}
		done[st.Action] = true
		c := w.call(g, st)
		results = results || c.result != ""
		out.steps = append(out.steps, c)
	}
	if !results {
		out.seen = s.Observations
	}
	out.steps = fold(g.blanks, out.steps)
	return out
}

// call generalises a step.
func (w Writer) call(g *generaliser, st membank.Step) call {
	c := call{thought: st.Think, result: st.Result}
	tool, args, ok := parseAction(st.Action)
	if !ok {
		c.raw = st.Action
		return c
	}
	c.tool = tool
	kinds := w.kindsOf(tool)
	for _, name := range slices.Sorted(maps.Keys(args)) {
		c.args = append(c.args, g.argument(name, kinds[name], args[name]))
	}
	return c
}

func (w Writer) kindsOf(tool string) map[string]value.Kind {
	if w.Kinds == nil {
		return nil
	}
	return w.Kinds(tool)
}
