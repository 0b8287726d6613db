package reflex

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"legomem/braces"
	"legomem/tools/value"
)

// values gives every expression its value: from the task's text, from what
// the actions so far returned, or from the procedure itself.
type values struct {
	proc     *Procedure
	bound    map[string][]Binding
	user     string
	observed map[int]any    // by step number
	said     map[int]string // what they returned with it, for people
	at       map[Ref]int    // the element that each loop is at
}

func newValues(p *Procedure, bindings []Binding, user string) *values {
	v := &values{proc: p, bound: map[string][]Binding{}, user: user, observed: map[int]any{}, said: map[int]string{}, at: map[Ref]int{}}
	for _, b := range bindings {
		v.bound[b.Slot] = append(v.bound[b.Slot], b)
	}
	return v
}

// args evaluates an action's arguments, without those whose value is left out.
func (v *values) args(in map[string]Expr) (map[string]any, error) {
	out := map[string]any{}
	for _, name := range sortedKeys(in) {
		one, err := v.eval(in[name])
		if isLeftOut(err) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("argument %s: %w", name, err)
		}
		out[name] = one
	}
	return out, nil
}

// texts evaluates what an action must return.
func (v *values) texts(in []Expr) ([]string, error) {
	var out []string
	for _, e := range in {
		one, err := v.eval(e)
		if err != nil {
			return nil, err
		}
		out = append(out, datum{value: one}.spelled())
	}
	return out, nil
}

// shown is args for people: what is not known before the run stands as
// "⟨action 1: /value⟩".
func (v *values) shown(in map[string]Expr) map[string]any {
	preview := *v
	preview.observed = nil
	out := map[string]any{}
	for name, e := range in {
		one, err := preview.eval(e)
		if isLeftOut(err) {
			continue
		}
		if err != nil {
			one = fmt.Sprintf("⟨%v⟩", err)
		}
		out[name] = one
	}
	return out
}

// eval is a source's value, with what is made of it.
func (v *values) eval(e Expr) (any, error) {
	out, err := v.plain(e)
	if err != nil || e.As == "" {
		return out, err
	}
	return made(e.As, out)
}

func (v *values) plain(e Expr) (any, error) {
	switch {
	case e.Slot != "":
		return v.slot(e)
	case e.User:
		return v.user, nil
	case e.From != nil:
		return v.from(*e.From)
	case e.Text != nil:
		return v.text(e.Text)
	case e.Said != 0:
		return v.words(e.Said)
	case e.List != nil:
		return v.list(e.List)
	case e.Object != nil:
		return v.args(e.Object)
	case e.Each != nil:
		return v.each(*e.Each, *e.Item)
	case e.When != nil:
		return v.choose(e)
	}
	if err := v.doubt(e); err != nil {
		return nil, err
	}
	var out any
	if err := json.Unmarshal(e.Const, &out); err != nil {
		return nil, fmt.Errorf("a constant of the procedure is not JSON: %w", err)
	}
	return out, nil
}

// list makes a list, without the elements whose value is left out; one of which none
// is left is left out itself.
func (v *values) list(in []Expr) (any, error) {
	out := []any{}
	for _, one := range in {
		x, err := v.eval(one)
		if isLeftOut(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	if len(in) > 0 && len(out) == 0 {
		return nil, &leftOutError{"list"}
	}
	return out, nil
}

// words is what an action returned in words.
func (v *values) words(step int) (any, error) {
	if v.observed == nil {
		return nil, fmt.Errorf("what action %d says", step)
	}
	said, ok := v.said[step]
	if !ok {
		return nil, fmt.Errorf("action %d was not done", step)
	}
	return said, nil
}

// slot is a slot's value, or the list of them.
func (v *values) slot(e Expr) (any, error) {
	s, _ := v.proc.Slot(e.Slot)
	all := v.bound[e.Slot]
	switch {
	case len(all) > 0 && !s.List:
		return spell(all[len(all)-1], e)
	case len(all) > 0:
		return several(all, e)
	case s.Optional:
		return nil, &leftOutError{e.Slot}
	}
	return nil, fmt.Errorf("nothing binds %s", e.Slot)
}

func several(all []Binding, e Expr) (any, error) {
	out := []any{}
	for _, b := range all {
		one, err := spell(b, e)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// spell writes a bound value as a source has it.
func spell(b Binding, e Expr) (any, error) {
	s := b.Canon
	if e.Number {
		fields := strings.Fields(s)
		return strconv.ParseFloat(fields[len(fields)-1], 64)
	}
	if e.Style != "" {
		rendered, err := value.Render(b.Kind, s, e.Style)
		if err != nil {
			return nil, fmt.Errorf("write %s %q: %w", b.Kind, s, err)
		}
		s = rendered
	}
	return e.Case.apply(s), nil
}

// from is a value that was observed. One that holds nothing to go on with is an
// error.
func (v *values) from(r Ref) (any, error) {
	out, err := v.raw(r)
	if err == nil && isBlank(out) {
		err = &nothingError{step: r.Step, path: r.Path, said: v.said[r.Step]}
	}
	return out, err
}

// nothingError is an observation that lists nothing, where the work is to be done
// with what it lists.
type nothingError struct {
	step       int
	path, said string
}

func (e *nothingError) Error() string {
	return fmt.Sprintf("action %d returned nothing at %s: %s", e.step, e.path, e.said)
}

// raw is a value that was observed, whatever it is.
func (v *values) raw(r Ref) (any, error) {
	if v.observed == nil {
		return nil, fmt.Errorf("action %d: %s", r.Step, r.Path)
	}
	data, ok := v.observed[r.Step]
	if !ok {
		return nil, fmt.Errorf("action %d returned no data", r.Step)
	}
	path, err := v.concrete(r)
	if err == nil {
		path, err = v.named(path)
	}
	if err != nil {
		return nil, err
	}
	out, ok := braces.Resolve(data, path)
	if !ok {
		return nil, fmt.Errorf("action %d returned nothing at %s: %s", r.Step, path, v.said[r.Step])
	}
	return out, nil
}

// named puts the values of slots into a path: a column that the text names.
func (v *values) named(path string) (string, error) {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		name, ok := slotOf(p)
		if !ok {
			continue
		}
		all := v.bound[name]
		if len(all) == 0 {
			return "", fmt.Errorf("nothing binds %s", name)
		}
		parts[i] = escape(all[len(all)-1].Canon)
	}
	return strings.Join(parts, "/"), nil
}

// slotOf is the slot that a part of a path stands for.
func slotOf(part string) (string, bool) {
	inner, ok := strings.CutPrefix(part, "{")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(inner, "}")
}

// element stands in a path for the element that a loop is at.
const element = "*"

// concrete puts the elements that the loops are at into a path.
func (v *values) concrete(r Ref) (string, error) {
	if !strings.Contains(r.Path, "/"+element) {
		return r.Path, nil
	}
	parts := strings.Split(r.Path, "/")
	for i, p := range parts {
		if p != element {
			continue
		}
		loop := Ref{Step: r.Step, Path: strings.Join(strings.Split(r.Path, "/")[:i], "/")}
		at, ok := v.at[loop]
		if !ok {
			return "", fmt.Errorf("no loop goes over %s of action %d", loop.Path, loop.Step)
		}
		parts[i] = strconv.Itoa(at)
	}
	return strings.Join(parts, "/"), nil
}

// each makes a list of what was observed, an item an element.
func (v *values) each(list Ref, item Expr) (any, error) {
	turns, err := v.length(list)
	if err != nil {
		return nil, err
	}
	before, nested := v.at[list]
	out := []any{}
	for i := range turns {
		v.turn(list, i)
		x, err := v.eval(item)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	if v.leave(list); nested {
		v.turn(list, before)
	}
	return out, nil
}

func (v *values) choose(e Expr) (any, error) {
	holds, err := v.holds(*e.When)
	switch {
	case err != nil:
		return nil, err
	case holds:
		return v.eval(*e.Then)
	}
	return v.eval(*e.Else)
}

// doubt finds out whether a constant may be one: every place that held it in
// the run it was learned from still does.
func (v *values) doubt(e Expr) error {
	if v.observed == nil {
		return nil
	}
	for _, r := range e.Doubts {
		now, err := v.raw(r)
		if err != nil || key(now) != string(e.Const) {
			return fmt.Errorf("it was %s the one time it was done, as action %d returned at %s, where it is %s now; whether it goes with that nobody has shown", e.Const, r.Step, r.Path, key(now))
		}
	}
	return nil
}

// isBlank says that a value holds nothing to go on with: the text of a page that
// was scanned, the rows of an empty table. What is made of it would look done.
func isBlank(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v) == ""
	case []any:
		return !slices.ContainsFunc(v, func(one any) bool { return !isBlank(one) })
	}
	return v == nil
}

func (v *values) text(parts []Expr) (any, error) {
	var b strings.Builder
	for _, p := range parts {
		one, err := v.eval(p)
		if err != nil {
			if v.observed != nil {
				return nil, err
			}
			one = fmt.Sprintf("⟨%v⟩", err)
		}
		b.WriteString(datum{value: one}.spelled())
	}
	return b.String(), nil
}
