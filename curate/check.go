package curate

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"legomem/membank"
	"legomem/tools"
	"legomem/trajectory"
)

// longText is the number of characters beyond which a model may write a shorter text in
// place of one in an argument (LEGOMem App. A).
const longText = 200

// deed is one call of a run.
type deed struct {
	agent  string
	step   trajectory.Step
	args   string // canonical
	done   bool   // it succeeded
	listed bool   // an action of the memory matches it
}

// witness checks a memory against what a run did.
type witness struct {
	agents []string // the agents that got subtasks
	deeds  []*deed  // in order
}

func newWitness(run *trajectory.Run) (*witness, error) {
	w := &witness{}
	for _, sub := range run.Subtasks {
		if !slices.Contains(w.agents, sub.Agent) {
			w.agents = append(w.agents, sub.Agent)
		}
		for _, st := range sub.Steps {
			args, err := canonical(map[string]any(st.Action.Args))
			if err != nil {
				return nil, fmt.Errorf("curate run %s: call %d: %w", run.ID, st.Number, err)
			}
			w.deeds = append(w.deeds, &deed{agent: sub.Agent, step: st, args: args, done: st.Succeeded()})
		}
	}
	return w, nil
}

// subtasks returns the memory's subtasks, if all of them happened. Every action is
// written from the trajectory and cut as Rule cuts it, so that a text that the model
// shortened is not passed off as what was done. Thoughts, descriptions and observations
// are the curator's own words.
func (w *witness) subtasks(m recollection) ([]membank.Subtask, error) {
	for _, d := range w.deeds {
		d.listed = false
	}
	var out []membank.Subtask
	last := -1
	for i, s := range m.subtasks {
		if !slices.Contains(w.agents, s.agent) {
			return nil, inList("subtasks", i, fmt.Errorf("there is no agent %q in the log; the agents are %s", s.agent, strings.Join(w.agents, ", ")))
		}
		steps, begun, err := w.steps(s)
		if err != nil {
			return nil, inList("subtasks", i, err)
		}
		if begun < last {
			return nil, inList("subtasks", i, errors.New("it began before the one that is listed ahead of it; keep the order of the log"))
		}
		last = begun
		out = append(out, membank.Subtask{Agent: s.agent, Description: s.description, Steps: steps, Observations: short(s.observations, maxSummary)})
	}
	return out, nil
}

// steps finds the deed of each pair, each after the previous one. Of several alike it
// takes the first free one, so that everything listed in the log's order is found. begun
// is the index of the first.
func (w *witness) steps(s recalled) (out []membank.Step, begun int, err error) {
	after := -1
	for i, p := range s.steps {
		args, err := canonical(map[string]any(p.action.Args))
		if err != nil {
			return nil, 0, inList("steps", i, err)
		}
		found := w.deedAfter(after, func(d *deed) bool { return d.is(s.agent, p.action.Tool) && d.args == args })
		if found < 0 {
			found = w.deedAfter(after, func(d *deed) bool {
				return d.is(s.agent, p.action.Tool) && standsFor(map[string]any(p.action.Args), map[string]any(d.step.Action.Args))
			})
		}
		if found < 0 {
			return nil, 0, inList("steps", i, w.why(s.agent, p.action, args, after))
		}
		if i == 0 {
			begun = found
		}
		after, w.deeds[found].listed = found, true
		out = append(out, membank.Step{Think: short(p.think, maxArgument), Action: actionText(w.deeds[found].step.Action), Result: resultOf(w.deeds[found].step)})
	}
	return out, begun, nil
}

// deedAfter is the index of the first free success after a place, -1 for none.
func (w *witness) deedAfter(after int, is func(*deed) bool) int {
	for i := after + 1; i < len(w.deeds); i++ {
		if d := w.deeds[i]; d.done && !d.listed && is(d) {
			return i
		}
	}
	return -1
}

func (d *deed) is(agent, tool string) bool { return d.agent == agent && d.step.Action.Tool == tool }

// like is an example of the agent's successful calls of the tool.
func (w *witness) like(agent, tool string) string {
	for _, d := range w.deeds {
		if d.done && d.is(agent, tool) {
			return short(wholeAction(d.step.Action), maxArgument)
		}
	}
	return tool
}

// why says, for the model, what is wrong with an action that was not found.
func (w *witness) why(agent string, a tools.Action, args string, after int) error {
	said := short(wholeAction(a), maxArgument)
	var mine, failed, others, free int
	tool := false
	for i, d := range w.deeds {
		tool = tool || d.is(agent, a.Tool) && d.done
		switch {
		case d.step.Action.Tool != a.Tool || d.args != args && !standsFor(map[string]any(a.Args), map[string]any(d.step.Action.Args)):
		case d.agent != agent:
			others++
		case !d.done:
			failed++
		default:
			mine++
			if !d.listed && i <= after {
				free++
			}
		}
	}
	switch {
	case free > 0:
		return fmt.Errorf("%s comes before the call that is listed ahead of it; keep the order of the log", said)
	case mine > 0:
		return fmt.Errorf("%s is listed more often than it happened (%d)", said, mine)
	case failed > 0:
		return fmt.Errorf("%s failed; list only calls that succeeded", said)
	case others > 0:
		return fmt.Errorf("%s was not called by %s but by another agent", said, agent)
	case tool:
		return fmt.Errorf("%s never happened: %s called %s with other arguments, such as %s; copy them exactly", said, agent, a.Tool, w.like(agent, a.Tool))
	}
	return fmt.Errorf("%s never happened; copy the calls from the log", said)
}

// standsFor reports whether a value equals another, except that a shorter text may stand
// for a long one.
func standsFor(said, was any) bool {
	switch was := was.(type) {
	case string:
		s, ok := said.(string)
		return ok && (s == was || utf8.RuneCountInString(was) > longText && len(s) < len(was) && strings.TrimSpace(s) != "")
	case []any:
		s, ok := said.([]any)
		return ok && slices.EqualFunc(s, was, standsFor)
	case map[string]any:
		s, ok := said.(map[string]any)
		if !ok || len(s) != len(was) {
			return false
		}
		for k, v := range was {
			if inside, ok := s[k]; !ok || !standsFor(inside, v) {
				return false
			}
		}
		return true
	}
	return said == was
}
