package reflex

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"legomem/tools"
	"legomem/trajectory"
)

// errOther says that a run is of other work.
var errOther = errors.New("it is other work")

// join generalises a procedure so that it is right for one more run: what
// varies with the text is a slot, what varies with what was observed is taken
// from there, and what never varies is constant. Where no source of an
// argument is right for all runs, the run is of other work.
func join(p *Procedure, all []example, run *trajectory.Run, reg *tools.Registry) (*Procedure, []example, error) {
	first := all[0].compiled
	if !alike(first, run) {
		return nil, nil, errOther
	}
	c, _, err := compileOne(run, reg)
	if err != nil {
		return nil, nil, err
	}
	j := &joiner{p: p.clone(), all: all, other: c, names: map[string]string{}, first: first}
	return j.join(run)
}

// alike says that a run may be of the same work: the same tools were used by
// the same agents, or its text is in the words of one of the procedure's wordings.
func alike(c *compiler, run *trajectory.Run) bool {
	return SameActions(c.run, run) || SameBeginning(c.run, run) || len(c.out.saidBy(run)) > 0
}

// SameBeginning says that two runs begin with the same action: they may have
// gone two ways.
func SameBeginning(a, b *trajectory.Run) bool {
	x, y := outline(deeds(a)), outline(deeds(b))
	return len(x) > 0 && len(y) > 0 && x[0] == y[0]
}

// SameActions says that two runs used the same tools in the same order, however
// often each was repeated.
func SameActions(a, b *trajectory.Run) bool {
	return slices.Equal(outline(deeds(a)), outline(deeds(b)))
}

// outline is which tools are used, repeats left out.
func outline(all []deed) []string {
	var out []string
	for _, d := range all {
		for _, st := range d.steps {
			out = append(out, d.Agent+" "+st.Action.Tool)
		}
	}
	for width := 1; width <= maxBody; width++ {
		for i := 0; i+2*width <= len(out); {
			if slices.Equal(out[i:i+width], out[i+width:i+2*width]) {
				out = slices.Delete(out, i, i+width)
				continue
			}
			i++
		}
	}
	return out
}

// joiner is one join underway.
type joiner struct {
	p     *Procedure
	first *compiler
	all   []example
	other *compiler
	ex    example
	// names are the procedure's slots, by the other's names for them; numbers
	// are the same of actions, and theirs the other's actions by the
	// procedure's numbers.
	names   map[string]string
	numbers map[int]int
	theirs  map[int]Step
	// added are the procedure's actions that the other run alone has.
	added map[int]bool
	// forked says that a guard was found: a slot that only the guarded actions
	// use may have no value in the other run.
	forked bool
}

func (j *joiner) join(run *trajectory.Run) (*Procedure, []example, error) {
	j.ex = example{run: run, compiled: j.other}
	if err := j.follows(); err != nil && !j.fork() {
		return nil, nil, apart("it did something else: %v", err)
	}
	j.pair()
	var err error
	if j.ex.bindings, err = j.bind(run); err != nil {
		return nil, nil, err
	}
	j.nameByValue()
	if err := j.settle(); err != nil {
		return nil, nil, err
	}
	if err := j.tellsWhich(); err != nil {
		return nil, nil, err
	}
	j.say()
	return j.p, append(slices.Clone(j.all), j.ex), nil
}

// follows finds out whether the run goes along the procedure, and which of its
// actions is which of the procedure's. The lengths of lists need not be the
// same.
func (j *joiner) follows() error {
	p := j.p.clone()
	p.Subtasks = anySizes(sharedVerdicts(p.Subtasks, nil))
	mine, err := j.ex.walk(p)
	if err != nil {
		return err
	}
	its, err := j.ex.walk(j.other.out)
	if err != nil {
		return err // its own procedure; it has been proven
	}
	j.numbers = map[int]int{}
	for i, n := range its.order {
		j.numbers[n] = mine.order[i]
	}
	j.theirs = map[int]Step{}
	for _, s := range j.other.out.Steps() {
		j.theirs[j.numbers[s.Number]] = s
	}
	j.p.Subtasks = sharedVerdicts(sharedSizes(j.p.Subtasks, j.theirs), j.theirs)
	return nil
}

// pair finds which slot of the one is which of the other: those that feed the
// same arguments.
func (j *joiner) pair() {
	for _, s := range j.p.Steps() {
		o, ok := j.theirs[s.Number]
		if !ok || j.added[s.Number] {
			continue
		}
		for _, name := range sortedKeys(s.Args) {
			j.unify(s.Args[name], o.Args[name])
		}
	}
}

func (j *joiner) unify(a, b Expr) {
	if a.Slot != "" && b.Slot != "" {
		mine, _ := j.p.Slot(a.Slot)
		its, _ := j.other.out.Slot(b.Slot)
		if _, taken := j.names[b.Slot]; !taken && rival(mine.Kind, its.Kind) && !slices.Contains(slices.Collect(maps.Values(j.names)), a.Slot) {
			j.names[b.Slot] = a.Slot
		}
		return
	}
	for i := 0; i < min(len(a.Text), len(b.Text)); i++ {
		j.unify(a.Text[i], b.Text[i])
	}
	for i := 0; i < min(len(a.List), len(b.List)); i++ {
		j.unify(a.List[i], b.List[i])
	}
	for k := range a.Object {
		j.unify(a.Object[k], b.Object[k])
	}
	if a.Item != nil && b.Item != nil {
		j.unify(*a.Item, *b.Item)
	}
}

// bind gives the procedure's slots their values in the other run: by the
// arguments they feed, and else as the procedure reads its text.
func (j *joiner) bind(run *trajectory.Run) ([]Binding, error) {
	have := map[string]Binding{}
	for _, b := range j.other.bindings() {
		if mine, ok := j.names[b.Slot]; ok {
			s, _ := j.p.Slot(mine)
			b.Slot, b.Kind = mine, s.Kind
			have[mine] = b
		}
	}
	if len(have) < len(j.p.Slots) {
		for _, b := range j.read(run) {
			if _, ok := have[b.Slot]; !ok {
				have[b.Slot] = b
			}
		}
	}
	var out []Binding
	for _, s := range j.p.Slots {
		b, ok := have[s.Name]
		if !ok && !j.forked {
			return nil, apart("its sentence gives no %s (such as %q)", s.Name, s.Example)
		}
		if ok {
			out = append(out, b)
		}
	}
	return out, nil
}

// read are the values that the other run's text gives by itself: in the words of one of the
// procedure's wordings, or as filled has them.
func (j *joiner) read(run *trajectory.Run) []Binding {
	if ways := j.p.saidBy(run); len(ways) == 1 {
		return ways[0]
	}
	r, ok := j.filled()
	if !ok {
		return nil
	}
	return bindingsOf(r, run.Started.Task.User)
}

// nameByValue finds the procedure's name for those slots of the other run that
// only its own actions use: the slot that has the same value there.
func (j *joiner) nameByValue() {
	for _, its := range j.other.bindings() {
		if _, ok := j.names[its.Slot]; ok {
			continue
		}
		for _, b := range j.ex.bindings {
			if rival(b.Kind, its.Kind) && strings.EqualFold(b.Canon, its.Canon) {
				j.names[its.Slot] = b.Slot
			}
		}
	}
}

// settle gives every argument a source that is right for all runs; an error where
// there is none.
func (j *joiner) settle() error {
	stories, ok := j.stories(j.p)
	if !ok {
		return errOther
	}
	var unsettled error
	each := func(s Step) Step {
		for name, e := range s.Args {
			want := j.first.argumentOf(s.Tool, name)
			its := j.renamed(j.theirs[s.Number].Args[name])
			if j.added[s.Number] {
				e = its // it has the other's names
			}
			got, ok := pick(append([]Expr{e, its}, j.alternatives(s.Number, want, stories)...), s.Number, want, stories)
			s.Args[name] = got
			if !ok {
				unsettled = cmp.Or(unsettled, unlike(s, name, want, stories))
			}
		}
		for i, e := range s.Expect {
			got, ok := pick([]Expr{e, j.renamed(j.theirs[s.Number].at(i))}, s.Number, expected(i), stories)
			s.Expect[i] = got
			if !ok {
				unsettled = cmp.Or(unsettled, unlike(s, "what it must return", expected(i), stories))
			}
		}
		return s
	}
	j.p.Subtasks = j.describe(eachStep(j.p.Subtasks, each))
	if unsettled == nil && !j.settleAnswer(stories) {
		return apart("what is told at the end comes from elsewhere")
	}
	return unsettled
}

// describe gives the delegations that the other run alone has the procedure's
// names in what they say.
func (j *joiner) describe(subs []Subtask) []Subtask {
	rename := func(e Expr) Expr {
		return e.slots(func(name string) string { return j.names[name] })
	}
	return mapped(subs, func(s Subtask) Subtask {
		s.Subtasks = j.describe(s.Subtasks)
		if steps := leaves(s.Steps); len(steps) > 0 && j.added[steps[0].Number] {
			s.Description, s.Summary = rename(s.Description), rename(s.Summary)
		}
		return s
	})
}

func (s Step) at(expect int) Expr {
	if expect < len(s.Expect) {
		return s.Expect[expect]
	}
	return constant(nil)
}

// settleAnswer is settle for the answer, which may also be the one thing or the
// other as a guard decides.
func (j *joiner) settleAnswer(stories []story) bool {
	mine, its := j.p.Answer, j.other.out.Answer
	if mine == nil && its == nil {
		return true
	}
	if mine == nil || its == nil {
		return false
	}
	said := append(slices.Clone(j.all), j.ex)
	candidates := []Expr{*mine, j.renamed(*its)}
	for _, g := range j.guards(stories) {
		renamed := j.renamed(*its)
		candidates = append(candidates, Expr{When: &g, Then: mine, Else: &renamed})
	}
	for _, e := range candidates {
		holds := true
		for i, st := range stories {
			got, err := st.end.values.eval(e)
			holds = holds && err == nil && datum{value: got}.spelled() == said[i].run.Answer
		}
		if holds {
			j.p.Answer = &e
			return true
		}
	}
	return false
}

// stories walks a procedure along every run; false where it does not go along one.
func (j *joiner) stories(p *Procedure) ([]story, bool) {
	var out []story
	for _, ex := range append(slices.Clone(j.all), j.ex) {
		st, err := ex.walk(p)
		if err != nil {
			return nil, false
		}
		out = append(out, st)
	}
	return out, true
}

// pick is the first source that is right in every run. Of the doubts about a
// constant those stay that every run confirms.
func pick(candidates []Expr, number int, want wanted, stories []story) (Expr, bool) {
	for _, e := range candidates {
		doubts := e.Doubts
		e.Doubts = nil
		holds := true
		for _, st := range stories {
			holds = holds && gives(e, st.at[number], want)
			doubts = slices.DeleteFunc(slices.Clone(doubts), func(r Ref) bool {
				return !gives(Expr{From: &r}, st.at[number], want)
			})
		}
		if holds {
			e.Doubts = doubts
			return e, true
		}
	}
	return candidates[0], false
}

// alternatives are the other places of earlier observations that hold what the
// first run's action has.
func (j *joiner) alternatives(number int, want wanted, stories []story) []Expr {
	moments := stories[0].at[number]
	if len(moments) != 1 {
		return nil // in a loop: what its turns agree on is found already
	}
	v := key(want.of(moments[0].step))
	var out []Expr
	for _, d := range j.first.seen {
		if _, before := moments[0].values.observed[d.step]; before && d.key == v {
			out = append(out, Expr{From: &Ref{Step: d.step, Path: d.path}})
		}
	}
	slices.SortStableFunc(out, func(a, b Expr) int { return positions(a.From.Path) - positions(b.From.Path) })
	return out
}

// renamed is a source of the other run in the procedure's names and numbers.
func (j *joiner) renamed(e Expr) Expr {
	e = e.refs(func(r Ref) *Ref {
		r.Step = j.numbers[r.Step]
		return &r
	})
	return e.slots(func(name string) string {
		if mine, ok := j.names[name]; ok {
			return mine
		}
		return name
	})
}

// slots is the source with every slot it names given another name.
func (e Expr) slots(f func(string) string) Expr {
	e = e.refs(func(r Ref) *Ref {
		parts := strings.Split(r.Path, "/")
		for i, p := range parts {
			if name, ok := slotOf(p); ok {
				parts[i] = "{" + f(name) + "}"
			}
		}
		r.Path = strings.Join(parts, "/")
		return &r
	})
	return e.named(f)
}

func (e Expr) named(f func(string) string) Expr {
	if e.Slot != "" {
		e.Slot = f(e.Slot)
	}
	if e.When != nil && e.When.Slot != "" {
		g := *e.When
		g.Slot = f(g.Slot)
		e.When = &g
	}
	e.Text = mapped(e.Text, func(x Expr) Expr { return x.named(f) })
	e.List = mapped(e.List, func(x Expr) Expr { return x.named(f) })
	if e.Object != nil {
		object := map[string]Expr{}
		for k, x := range e.Object {
			object[k] = x.named(f)
		}
		e.Object = object
	}
	for _, inner := range []**Expr{&e.Item, &e.Then, &e.Else} {
		if *inner != nil {
			x := (*inner).named(f)
			*inner = &x
		}
	}
	return e
}
