package reflex

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"legomem/lists"
	"legomem/tools"
	"legomem/tools/value"
	"legomem/trajectory"
)

// ErrNothingDone is returned for a run without a single successful action.
var ErrNothingDone = errors.New("the run has no successful action to learn from")

// compileOne makes a procedure from a run: it finds for every argument of every
// successful action whether it came from the task's text, from an earlier
// observation's data, or is the same every time. The notes say what could not
// be used (a wording that lacks a slot, say).
func compileOne(run *trajectory.Run, reg *tools.Registry) (c *compiler, notes []string, err error) {
	if c, err = newCompiler(run, reg); err != nil {
		return nil, nil, err
	}
	c.claim(run)
	c.out.Subtasks = c.subtasks(deeds(run))
	if c.steps == 0 {
		return nil, nil, ErrNothingDone
	}
	if run.Answer != "" {
		answer := c.source(value.Message, run.Answer)
		c.out.Answer = &answer
	}
	c.size()
	c.prune()
	c.head()
	c.judge()
	c.out.Patterns = append(c.out.Patterns, c.ownPattern())
	for _, w := range run.Wordings {
		pattern, err := c.wording(w)
		if err != nil {
			notes = append(notes, fmt.Sprintf("wording %q is not used: %v", w.Text, err))
			continue
		}
		c.out.Patterns = append(c.out.Patterns, pattern)
	}
	return c, notes, nil
}

// deed is a delegation with the actions of it that succeeded.
type deed struct {
	trajectory.SubtaskRun
	steps []trajectory.Step
}

// deeds are the delegations in which something was done.
func deeds(run *trajectory.Run) []deed {
	var all []deed
	for _, sub := range run.Subtasks {
		if steps := lists.Filter(sub.Steps, trajectory.Step.Succeeded); len(steps) > 0 {
			all = append(all, deed{sub, steps})
		}
	}
	return all
}

// compiler holds what is known while a run is compiled.
type compiler struct {
	run   *trajectory.Run
	task  trajectory.Task
	ref   value.Reference
	said  *text
	reg   *tools.Registry
	fixed map[string]bool // values declared constant, by key
	seen  []datum         // what earlier actions returned
	data  map[int]any     // the same whole, by step
	turn  *turn           // the element of a list that is compiled for, nil for none
	slots []*found
	steps int
	out   *Procedure
}

// found is a slot with its places in the text (word spans).
type found struct {
	Slot
	spans []span
	used  bool
}

func newCompiler(run *trajectory.Run, reg *tools.Registry) (*compiler, error) {
	task := run.Started.Task
	said, err := read(task.Text, task.Reference())
	if err != nil {
		return nil, fmt.Errorf("learn from run %s: %w", run.ID, err)
	}
	c := &compiler{run: run, task: task, ref: task.Reference(), said: said, reg: reg,
		fixed: map[string]bool{}, data: map[int]any{}, out: &Procedure{Version: Version}}
	for _, v := range run.Constants {
		c.fixed[key(v)] = true
	}
	return c, nil
}

// claim goes over all arguments before they are compiled and notes what they
// take from the text: first the typed values, so that a phrase does not
// swallow one of them; then the phrases, so that an earlier argument that
// holds one among words of its own is seen to.
func (c *compiler) claim(run *trajectory.Run) {
	c.eachText(run, func(name string, kind value.Kind, v any) { c.typed(name, kind, v) })
	c.eachText(run, func(name string, kind value.Kind, v any) {
		if s, ok := v.(string); ok {
			c.phrase(name, kind, s)
		}
	})
}

// eachText calls f for every value in the arguments of successful actions,
// but for those declared constant.
func (c *compiler) eachText(run *trajectory.Run, f func(name string, kind value.Kind, v any)) {
	for _, st := range run.Steps() {
		if !st.Succeeded() {
			continue
		}
		kinds := c.kinds(st.Action.Tool)
		for _, name := range c.inOrder(st.Action) {
			eachLeaf(st.Action.Args[name], func(v any) {
				if !c.fixed[key(v)] {
					f(name, kinds[name], v)
				}
			})
		}
	}
}

// inOrder are the names of an action's arguments in the tool's own order, so
// that a time that is both start and end is called start.
func (c *compiler) inOrder(a tools.Action) []string {
	names := sortedKeys(a.Args)
	t, ok := c.reg.Get(a.Tool)
	if !ok || t.Schema == nil {
		return names
	}
	place := func(name string) int {
		if i := slices.Index(t.Schema.PropertyOrder, name); i >= 0 {
			return i
		}
		return len(t.Schema.PropertyOrder)
	}
	slices.SortStableFunc(names, func(x, y string) int { return place(x) - place(y) })
	return names
}

func (c *compiler) kinds(tool string) map[string]value.Kind {
	if t, ok := c.reg.Get(tool); ok {
		return t.Kinds
	}
	return nil
}

// subtasks compiles delegations; those that were done for each element of a
// list become a loop.
func (c *compiler) subtasks(all []deed) []Subtask {
	var out []Subtask
	for i := 0; i < len(all); {
		if l := c.delegationLoop(all[i:]); l != nil {
			out = append(out, l.sub)
			i += l.used
			continue
		}
		out = append(out, c.delegation(all[i]))
		i++
	}
	return out
}

func (c *compiler) delegation(d deed) Subtask {
	before := len(c.seen)
	out := Subtask{Agent: d.Agent, Steps: c.actions(d.steps)}
	out.Description = c.described(before, d.Description)
	if out.Echo = d.Summary == d.steps[len(d.steps)-1].Observation.Text; !out.Echo {
		out.Summary = c.source(value.Message, d.Summary)
	}
	return out
}

// described compiles what an agent is told, which knows only what was seen
// before.
func (c *compiler) described(before int, text string) Expr {
	all := c.seen
	c.seen = all[:min(before, len(all))]
	defer func() { c.seen = all }()
	return c.source(value.Message, text)
}

// actions compiles a delegation's actions; those that were done for each
// element of a list become a loop.
func (c *compiler) actions(all []trajectory.Step) []Step {
	var out []Step
	for i := 0; i < len(all); {
		if l := c.actionLoop(all[i:]); l != nil {
			out = append(out, l.step)
			i += l.used
			continue
		}
		out = append(out, c.action(all[i]))
		i++
	}
	return out
}

func (c *compiler) action(st trajectory.Step) Step {
	c.steps++
	step := Step{Number: c.steps, Thought: st.Thought, Tool: st.Action.Tool, Args: map[string]Expr{}}
	kinds := c.kinds(st.Action.Tool)
	for _, name := range sortedKeys(st.Action.Args) {
		step.Args[name] = c.argument(name, kinds[name], st.Action.Args[name])
	}
	for _, text := range st.Expect {
		step.Expect = append(step.Expect, c.use(c.source(value.Message, text)))
	}
	step.Partial = leftOut(st.Observation.Value()) > 0
	c.see(c.steps, st.Observation)
	return step
}

// prune keeps the slots that some argument uses.
func (c *compiler) prune() {
	kept := c.slots[:0]
	for _, f := range c.slots {
		if f.used {
			kept = append(kept, f)
			c.out.Slots = append(c.out.Slots, f.Slot)
		}
	}
	c.slots = kept
}

// slotFor returns the slot of a value, making it when it is new. The name is
// that of the argument it feeds, made unique.
func (c *compiler) slotFor(name string, kind value.Kind, canon string, spans []span) *found {
	for _, f := range c.slots {
		same := f.Kind == kind || (isWords(f.Kind) && isWords(kind))
		if same && strings.EqualFold(f.Canon, canon) {
			return f
		}
	}
	f := &found{Slot: Slot{Name: c.unique(name), Kind: kind, Example: c.said.Slice(spans[0].first, spans[0].last), Canon: canon}, spans: spans}
	c.slots = append(c.slots, f)
	return f
}

func (c *compiler) unique(name string) string {
	name = cmp.Or(name, "value")
	for n, candidate := 2, name; ; n++ {
		if !slices.ContainsFunc(c.slots, func(f *found) bool { return f.Name == candidate }) {
			return candidate
		}
		candidate = fmt.Sprintf("%s_%d", name, n)
	}
}
