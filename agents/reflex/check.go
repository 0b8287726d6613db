package reflex

import (
	"slices"
	"strings"

	"legomem/agents"
	"legomem/lists"
	"legomem/tools"
	"legomem/tools/value"
)

// listing is the tool that checks look for files with.
const listing = "system.list_files"

// checker adds the checks of a procedure: before its first effect it looks for
// what only later actions would find missing, when something was done already;
// and behind the last of several effects for the files that they made.
type checker struct {
	p    *Procedure
	reg  *tools.Registry
	seen story
	next int // the last number that was given

	known   map[int]bool // actions before the first effect, outside of loops and guards
	written map[string]bool
	need    []Expr // files that must be there
	early   []Step // readings that are done once more, in advance
	made    []Expr
	effects int
}

// check returns the procedure with its checks.
func check(p *Procedure, ex example, reg *tools.Registry) *Procedure {
	if _, ok := reg.Get(listing); !ok {
		return p
	}
	seen, err := ex.walk(p)
	if err != nil {
		return p
	}
	k := &checker{p: p.clone(), reg: reg, seen: seen, known: map[int]bool{}, written: map[string]bool{}}
	for _, s := range k.p.Steps() {
		k.next = max(k.next, s.Number)
	}
	for _, d := range k.p.Subtasks {
		k.delegation(d)
	}
	return k.checked()
}

// delegation looks at the actions that are done in any case. Those of loops and
// guards count for what they do alone.
func (k *checker) delegation(d Subtask) {
	if !d.none() {
		for _, s := range delegations([]Subtask{d}) {
			k.inner(leaves(s.Steps))
		}
		return
	}
	for _, s := range d.Steps {
		if !s.none() {
			k.inner(leaves([]Step{s}))
			continue
		}
		k.action(d.Agent, s)
	}
}

func (k *checker) inner(steps []Step) {
	for _, s := range steps {
		for _, m := range k.seen.at[s.Number] {
			k.does(k.effectsOf(m))
		}
	}
}

func (k *checker) effectsOf(m moment) []tools.Effect {
	t, ok := k.reg.Get(m.step.Action.Tool)
	if !ok {
		return nil
	}
	effects, err := t.Effects(m.step.Action.Args)
	if err != nil {
		return nil
	}
	return effects
}

// does notes what an action has written.
func (k *checker) does(effects []tools.Effect) {
	changes := false
	for _, e := range effects {
		if e.Class == tools.Read {
			continue
		}
		changes = true
		if file, ok := strings.CutPrefix(e.Target, "file:"); ok {
			k.written[strings.ToLower(file)] = true
		}
	}
	if changes {
		k.effects++
	}
}

func (k *checker) action(agent string, s Step) {
	moments := k.seen.at[s.Number]
	if len(moments) != 1 {
		return
	}
	effects := k.effectsOf(moments[0])
	reads := !tools.Changes(effects)
	if k.effects == 0 {
		k.known[s.Number] = reads
	} else {
		k.foresee(agent, s, moments[0], effects, reads)
	}
	k.make(s, moments[0], effects)
	k.does(effects)
}

// costly are the tools whose readings take long: their files are looked for
// instead.
func costly(tool string) bool {
	return strings.HasPrefix(tool, "ocr.") || strings.HasPrefix(tool, "pdf.")
}

// foresee notes what an action behind an effect needs, if that can be told
// before.
func (k *checker) foresee(agent string, s Step, m moment, effects []tools.Effect, reads bool) {
	touched := slices.ContainsFunc(effects, func(e tools.Effect) bool {
		file, ok := strings.CutPrefix(e.Target, "file:")
		return !ok || k.written[strings.ToLower(file)]
	})
	if touched {
		return
	}
	if reads && k.foreseeable(s) && !costly(s.Tool) && len(effects) > 0 {
		k.next++
		k.early = append(k.early, Step{Number: k.next, Tool: s.Tool, Args: s.Args, Thought: agent})
		return
	}
	if r, ok := rehearsed(s); ok && k.foreseeable(r) {
		k.next++
		r.Number, r.Thought = k.next, agent
		k.early = append(k.early, r)
		return
	}
	for _, name := range k.files(s.Tool) {
		e, ok := s.Args[name]
		text, isText := m.step.Action.Args[name].(string)
		if ok && isText && k.foreseen(e) && k.wasThere(text, effects) {
			k.need = append(k.need, e)
		}
	}
}

// rehearsed is the reading that tells whether a change of some rows will find
// them, and the column: both columns of the rows, where the value that chooses
// them must stand.
func rehearsed(s Step) (Step, bool) {
	column, known := s.Args["column"]
	by, chooses := s.Args["where_column"]
	value, chosen := s.Args["where_value"]
	if s.Tool != "excel.update" || !known || !chooses || !chosen {
		return Step{}, false
	}
	for name := range s.Args {
		if name == "where" || name == "where_op" {
			return Step{}, false // it chooses rows by more than one equality
		}
	}
	args := map[string]Expr{"file_path": s.Args["file_path"], "column": by, "value": value, "columns": {List: []Expr{by, column}}}
	if sheet, ok := s.Args["sheet"]; ok {
		args["sheet"] = sheet
	}
	return Step{Tool: "excel.filter", Args: args, Expect: []Expr{value}}, true
}

// foreseeable says that all an action is given is known before the first effect.
func (k *checker) foreseeable(s Step) bool {
	for _, e := range s.Args {
		if !k.foreseen(e) {
			return false
		}
	}
	return true
}

// foreseen says that a source is known before the first effect.
func (k *checker) foreseen(e Expr) bool {
	known := true
	e.refs(func(r Ref) *Ref {
		known = known && k.known[r.Step] && !strings.Contains(r.Path, "/"+element)
		return &r
	})
	return known && e.When == nil
}

// wasThere says that the action reads the file: then it was there.
func (k *checker) wasThere(file string, effects []tools.Effect) bool {
	return slices.ContainsFunc(effects, func(e tools.Effect) bool { return e.Class == tools.Read && aims(e, file) })
}

// aims says that an effect is on the file that an argument names.
func aims(e tools.Effect, file string) bool {
	target, ok := strings.CutPrefix(strings.ToLower(e.Target), "file:")
	file = strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(file), "/testbed/"), "./")
	return ok && file != "" && (target == file || strings.HasSuffix(target, "/"+file))
}

// files are the arguments of a tool that name one file.
func (k *checker) files(tool string) []string {
	t, ok := k.reg.Get(tool)
	if !ok {
		return nil
	}
	return lists.Filter(sortedKeys(t.Kinds), func(name string) bool { return t.Kinds[name] == value.File })
}

// make notes the files that an action makes; one that a later action moves or
// deletes is no longer looked for.
func (k *checker) make(s Step, m moment, effects []tools.Effect) {
	for _, e := range effects {
		if e.Destroys {
			k.made = slices.DeleteFunc(k.made, func(x Expr) bool {
				got, err := k.seen.end.values.eval(x)
				return err == nil && aims(e, datum{value: got}.spelled())
			})
		}
	}
	if strings.HasPrefix(s.Tool, "system.") {
		return // moved, copied, deleted: which of its files is left is the tool's own
	}
	for _, name := range k.files(s.Tool) {
		text, isText := m.step.Action.Args[name].(string)
		if !isText || text == "" {
			continue
		}
		writes := slices.ContainsFunc(effects, func(e tools.Effect) bool { return e.Class == tools.Write && aims(e, text) })
		if writes && !k.wasThere(text, effects) && !slices.ContainsFunc(k.made, func(x Expr) bool { return key(x) == key(s.Args[name]) }) {
			k.made = append(k.made, s.Args[name])
		}
	}
}

// checked is the procedure with a delegation before and one behind.
func (k *checker) checked() *Procedure {
	var before []Subtask
	for _, s := range k.early {
		agent := s.Thought
		s.Thought = ""
		before = append(before, k.looks(agent, "Check that what is needed later is there", s))
	}
	if len(k.need) > 0 {
		k.next++
		before = append(before, k.looks(agents.System, "Check that the files are there", Step{Number: k.next, Tool: listing, Args: map[string]Expr{}, Expect: distinct(k.need)}))
	}
	if len(before) > 0 {
		k.p.Subtasks = slices.Insert(k.p.Subtasks, k.firstEffect(), before...)
	}
	if k.effects > 1 && len(k.made) > 0 {
		k.next++
		k.p.Subtasks = append(k.p.Subtasks, k.looks(agents.System, "Check that the files have been made", Step{Number: k.next, Tool: listing, Args: map[string]Expr{}, Expect: distinct(k.made)}))
	}
	return k.p
}

func (k *checker) looks(agent, what string, s Step) Subtask {
	return Subtask{Agent: agent, Description: constant(what), Steps: []Step{s}, Echo: true, Check: true}
}

// firstEffect is the place of the first delegation that does more than read.
func (k *checker) firstEffect() int {
	return slices.IndexFunc(k.p.Subtasks, func(d Subtask) bool {
		return slices.ContainsFunc(d.numbers(), func(n int) bool { return !k.known[n] })
	})
}
