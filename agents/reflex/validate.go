package reflex

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"legomem/agents"
	"legomem/lists"
	"legomem/tools"
	"legomem/tools/value"
)

// Problem is what is wrong with a written procedure, and where: "subtasks[0].
// steps[1].args.to".
type Problem struct{ At, Why string }

func (p Problem) String() string {
	if p.At == "" {
		return p.Why
	}
	return p.At + ": " + p.Why
}

// Validate says all that is wrong with a procedure that a person wrote; what it
// passes can be played, though it may still do something else than was meant.
func (p *Procedure) Validate(reg *tools.Registry, team agents.Team) []Problem {
	v := &validator{p: p, reg: reg, team: team, known: map[int]bool{}, used: map[string]bool{}}
	for _, s := range p.Steps() {
		v.all = append(v.all, s.Number)
	}
	v.head()
	if len(p.Subtasks) == 0 {
		v.bad("subtasks", "there is none; a procedure does something")
	}
	v.subtasks("subtasks", p.Subtasks)
	if p.Answer != nil {
		v.expr("answer", *p.Answer)
	}
	for i, s := range p.Slots {
		if !v.used[s.Name] {
			v.bad(fmt.Sprintf("slots[%d]", i), "nothing uses the slot %s: what the task says there would be passed over", s.Name)
		}
	}
	return v.problems
}

// validator is a Validate on its way.
type validator struct {
	p        *Procedure
	reg      *tools.Registry
	team     agents.Team
	all      []int           // the numbers of all actions
	known    map[int]bool    // those of actions that stand before
	used     map[string]bool // slots
	loops    []Ref           // that the place is in
	problems []Problem
}

func (v *validator) bad(at, format string, args ...any) {
	v.problems = append(v.problems, Problem{at, fmt.Sprintf(format, args...)})
}

var kinds = append([]value.Kind{value.Person, value.Email, value.Date, value.Time, value.DateTime, value.Duration, value.Number, value.Money,
	value.File, value.Cell, value.Phrase, value.Message, value.Period, value.Repeat, value.Phone}, Kinds...)

// head checks the version, the slots and the ways to say the task.
func (v *validator) head() {
	if !playable[v.p.Version] {
		v.bad("version", "it is %q, and this program plays %s", v.p.Version, Version)
	}
	for i, s := range v.p.Slots {
		at := fmt.Sprintf("slots[%d]", i)
		switch {
		case s.Name == "" || strings.ContainsAny(s.Name, "{}"):
			v.bad(at, "the name %q does not do", s.Name)
		case slices.ContainsFunc(v.p.Slots[:i], func(o Slot) bool { return o.Name == s.Name }):
			v.bad(at, "the name %s is there twice", s.Name)
		}
		if !slices.Contains(kinds, s.Kind) {
			v.bad(at, "there is no kind %q; there are: %s", s.Kind, listed(kinds))
		}
		if s.Example == "" || s.Canon == "" {
			v.bad(at, "example and canon say how a value is written; one of them is missing")
		}
	}
	if len(v.p.Patterns) == 0 {
		v.bad("patterns", "there is none: nobody could say the task")
	}
	for i, p := range v.p.Patterns {
		v.pattern(fmt.Sprintf("patterns[%d]", i), p)
	}
}

// pattern checks that a way to say the task gives every slot its value, and that its text
// and its template are one sentence.
func (v *validator) pattern(at string, p Pattern) {
	places := v.p.places(p.Template)
	for _, s := range v.p.Slots {
		if !slices.Contains(places, s.Name) && !s.mayLack() {
			v.bad(at, "it does not say where %s stands", s.Name)
		}
	}
	for _, name := range braced(p.Template) {
		v.slot(at+".template", name)
	}
	if _, err := v.p.wording(p); err != nil {
		v.bad(at, "%v", err)
	}
}

// braced are the names in braces in a template.
func braced(template string) []string {
	var out []string
	for _, piece := range strings.Split(template, "{")[1:] {
		if name, _, closed := strings.Cut(piece, "}"); closed {
			out = append(out, name)
		}
	}
	return out
}

func (v *validator) slot(at, name string) Slot {
	s, ok := v.p.Slot(name)
	if !ok {
		names := lists.Map(v.p.Slots, func(s Slot) string { return s.Name })
		v.bad(at, "there is no slot %q; there are: %s", name, listed(names))
	}
	return s
}

func (v *validator) subtasks(at string, all []Subtask) {
	for i, s := range all {
		at := fmt.Sprintf("%s[%d]", at, i)
		if s.none() {
			v.delegation(at, s)
			continue
		}
		if s.Agent != "" || len(s.Steps) > 0 || len(s.Subtasks) == 0 {
			v.bad(at, "with each or when it holds further subtasks, and nothing of its own")
		}
		v.in(at, s.Flow, func() { v.subtasks(at+".subtasks", s.Subtasks) })
	}
}

func (v *validator) delegation(at string, s Subtask) {
	agent, ok := v.team.Find(s.Agent)
	if !ok {
		v.bad(at+".agent", "no agent %q; there are: %s", s.Agent, strings.Join(v.team.Names(), ", "))
	}
	if len(s.Subtasks) > 0 || len(s.Steps) == 0 {
		v.bad(at, "a subtask has steps, and further subtasks only with each or when")
	}
	v.expr(at+".description", s.Description)
	v.steps(at+".steps", agent, s.Steps)
	if !s.Echo {
		v.expr(at+".summary", s.Summary)
	}
}

func (v *validator) steps(at string, agent agents.Agent, all []Step) {
	for i, s := range all {
		at := fmt.Sprintf("%s[%d]", at, i)
		if s.none() {
			v.step(at, agent, s)
			continue
		}
		if s.Tool != "" || len(s.Steps) == 0 {
			v.bad(at, "with each or when it holds further steps, and no action of its own")
		}
		v.in(at, s.Flow, func() { v.steps(at+".steps", agent, s.Steps) })
	}
}

// in checks a loop or a guard with what is under it.
func (v *validator) in(at string, f Flow, inner func()) {
	switch {
	case f.Each != nil && f.When != nil:
		v.bad(at, "it has each and when; put one into the other")
	case f.When != nil:
		v.guard(at+".when", *f.When)
	case f.Each != nil:
		v.ref(at+".each", *f.Each)
		v.loops = append(v.loops, *f.Each)
		defer func() { v.loops = v.loops[:len(v.loops)-1] }()
	}
	inner()
}

func (v *validator) guard(at string, g Guard) {
	switch {
	case g.Slot == "":
		v.ref(at+".of", g.Of)
	case !g.asksForAny():
		v.bad(at, "of a slot, is and not say whether there is a value: %s and %s", isGiven, isMissing)
	default:
		v.slot(at+".slot", g.Slot)
		v.used[g.Slot] = true
	}
	v.making(at+".as", g.As)
	if g.Is == g.Not {
		v.bad(at, "is and not are the same (%q)", g.Is)
	}
}

func (v *validator) step(at string, agent agents.Agent, s Step) {
	if len(s.Steps) > 0 {
		v.bad(at, "an action has no steps of its own but with each or when")
	}
	if s.Number < 1 || v.known[s.Number] {
		v.bad(at+".number", "%d is no number for it: every action has one of its own, from 1", s.Number)
	}
	v.tool(at, agent, s)
	for _, name := range sortedKeys(s.Args) {
		v.expr(at+".args."+name, s.Args[name])
	}
	v.known[s.Number] = true
	for i, e := range s.Expect {
		v.expr(fmt.Sprintf("%s.expect[%d]", at, i), e)
	}
	for _, path := range sortedKeys(s.Sizes) {
		if s.Sizes[path] < 0 || !isPointer(path) {
			v.bad(at+".sizes", "%q: %d is no length of a list", path, s.Sizes[path])
		}
	}
	for _, path := range s.Single {
		if !isPointer(path) {
			v.bad(at+".single", "%q is no place in what an action returns", path)
		}
	}
}

// tool checks an action's name and arguments against the registry.
func (v *validator) tool(at string, agent agents.Agent, s Step) {
	t, err := v.reg.Lookup(s.Tool)
	if err != nil || t.Hidden {
		v.bad(at+".tool", "%v", err)
		return
	}
	if agent.Name != "" && !agent.Has(t.Name) {
		v.bad(at+".tool", "%s has no tool %s", agent.Name, t.Name)
	}
	for _, name := range sortedKeys(s.Args) {
		if _, ok := t.Schema.Properties[name]; !ok {
			v.bad(at+".args."+name, "%s has no argument %s; there are: %s", t.Name, name, listed(sortedKeys(t.Schema.Properties)))
		}
	}
	for _, name := range t.Schema.Required {
		if _, ok := s.Args[name]; !ok {
			v.bad(at+".args", "%s needs %s", t.Name, name)
		}
	}
	args := map[string]any{}
	for name, e := range s.Args {
		if e.Const != nil {
			args[name] = json.RawMessage(e.Const)
		}
	}
	if len(args) == len(s.Args) {
		if _, err := t.Effects(plainValues(args)); err != nil {
			v.bad(at+".args", "%v", err)
		}
	}
}

// plainValues are JSON values as an action has them.
func plainValues(args map[string]any) map[string]any {
	out := map[string]any{}
	data, err := json.Marshal(args)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		return nil // the constant that is no JSON is told of by itself
	}
	return out
}

// expr checks where a value comes from.
func (v *validator) expr(at string, e Expr) {
	set := 0
	for _, is := range []bool{e.Slot != "", e.User, e.From != nil, e.Said != 0, e.Const != nil, e.Text != nil, e.List != nil, e.Object != nil, e.Each != nil, e.When != nil} {
		if is {
			set++
		}
	}
	if set != 1 {
		v.bad(at, "exactly one of slot, user, from, said, const, text, list, object, each and when says where it comes from; %d do", set)
		return
	}
	switch {
	case e.Slot != "":
		v.spelled(at, e)
	case e.Said != 0:
		v.ref(at+".said", Ref{Step: e.Said})
	case e.From != nil:
		v.ref(at+".from", *e.From)
	case e.Const != nil && !json.Valid(e.Const):
		v.bad(at+".const", "it is no plain value")
	case e.Each != nil:
		v.item(at, e)
	case e.When != nil:
		v.choice(at, e)
	}
	v.making(at+".as", e.As)
	for i, r := range e.Doubts {
		v.ref(fmt.Sprintf("%s.doubts[%d]", at, i), r)
	}
	for i, x := range e.Text {
		v.expr(fmt.Sprintf("%s.text[%d]", at, i), x)
	}
	for i, x := range e.List {
		v.expr(fmt.Sprintf("%s.list[%d]", at, i), x)
	}
	for _, k := range sortedKeys(e.Object) {
		v.expr(at+".object."+k, e.Object[k])
	}
}

// spelled checks a slot's value as it is written.
func (v *validator) spelled(at string, e Expr) {
	s := v.slot(at, e.Slot)
	v.used[e.Slot] = true
	if e.Style != "" && s.Name != "" {
		if _, err := value.Render(s.Kind, s.Canon, e.Style); err != nil {
			v.bad(at+".style", "%s %q cannot be written so: %v", s.Kind, s.Canon, err)
		}
	}
	if !slices.Contains([]letterCase{asIs, lower, upper, sentence, title}, e.Case) {
		v.bad(at+".case", "there is no case %q; there are: lower, upper, sentence, title", e.Case)
	}
	if e.Number && s.Name != "" && s.Kind != value.Number && s.Kind != value.Money {
		v.bad(at+".number", "the slot %s is no number but a %s", s.Name, s.Kind)
	}
}

// making checks what is made of a value.
func (v *validator) making(at, as string) {
	if as != "" && !isMaking(as) {
		v.bad(at, "nothing %q can be made of a value; there are: %s, or a noun with its plural, event/events", as, listed(sortedKeys(makings)))
	}
}

func (v *validator) item(at string, e Expr) {
	v.ref(at+".each", *e.Each)
	if e.Item == nil {
		v.bad(at, "each makes a list of item, and there is none")
		return
	}
	v.loops = append(v.loops, *e.Each)
	v.expr(at+".item", *e.Item)
	v.loops = v.loops[:len(v.loops)-1]
}

func (v *validator) choice(at string, e Expr) {
	v.guard(at+".when", *e.When)
	if e.Then == nil || e.Else == nil {
		v.bad(at, "when chooses between then and else; one of them is missing")
		return
	}
	v.expr(at+".then", *e.Then)
	v.expr(at+".else", *e.Else)
}

// ref checks that an action stands before the place that refers to it, and that
// a loop is at the element that it means.
func (v *validator) ref(at string, r Ref) {
	switch {
	case v.known[r.Step]:
	case slices.Contains(v.all, r.Step):
		v.bad(at, "action %d is not done before it", r.Step)
	default:
		v.bad(at, "there is no action %d", r.Step)
	}
	if !isPointer(r.Path) {
		v.bad(at, "the path %q does not begin with /", r.Path)
	}
	parts := strings.Split(r.Path, "/")
	for i, part := range parts {
		if name, ok := slotOf(part); ok {
			v.used[name] = true
		}
		if loop := (Ref{r.Step, strings.Join(parts[:i], "/")}); part == element && !slices.Contains(v.loops, loop) {
			v.bad(at, "no loop around it goes over %s of action %d, which * would mean", loop.Path, r.Step)
		}
	}
}

func isPointer(path string) bool { return path == "" || strings.HasPrefix(path, "/") }

func listed[T ~string](all []T) string {
	out := lists.Map(all, func(x T) string { return string(x) })
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ", ")
}

// FillTexts makes the sentence of patterns that a person wrote as a template alone, with
// the slots' examples: "Book the {what} for {who}". Those that are there stay.
func (p *Procedure) FillTexts() {
	for i, pattern := range p.Patterns {
		if pattern.Text == "" {
			p.Patterns[i].Text = p.exampleOf(pattern.Template)
		}
	}
}

func (p *Procedure) exampleOf(template string) string {
	var out strings.Builder
	for _, piece := range p.pieces(template) {
		s, _ := p.Slot(piece.slot)
		out.WriteString(piece.text + s.Example)
	}
	return out.String()
}
