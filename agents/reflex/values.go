package reflex

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"legomem/tools/value"
)

// values gives every expression its value: from the task's text, from what
// the actions so far returned, or from the procedure itself.
type values struct {
	proc     *Procedure
	bound    map[string]Binding
	user     string
	observed map[int]any    // by step number
	said     map[int]string // what they returned with it, for people
}

func newValues(p *Procedure, bindings []Binding, user string) *values {
	v := &values{proc: p, bound: map[string]Binding{}, user: user, observed: map[int]any{}}
	for _, b := range bindings {
		v.bound[b.Slot] = b
	}
	return v
}

// args evaluates an action's arguments.
func (v *values) args(in map[string]Expr) (map[string]any, error) {
	out := map[string]any{}
	for _, name := range sortedKeys(in) {
		one, err := v.eval(in[name])
		if err != nil {
			return nil, fmt.Errorf("argument %s: %w", name, err)
		}
		out[name] = one
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
		if err != nil {
			one = fmt.Sprintf("⟨%v⟩", err)
		}
		out[name] = one
	}
	return out
}

func (v *values) eval(e Expr) (any, error) {
	switch {
	case e.Slot != "":
		return v.slot(e)
	case e.User:
		return v.user, nil
	case e.From != nil:
		return v.from(*e.From)
	case e.Text != nil:
		return v.text(e.Text)
	case e.List != nil:
		out := []any{}
		for _, one := range e.List {
			x, err := v.eval(one)
			if err != nil {
				return nil, err
			}
			out = append(out, x)
		}
		return out, nil
	case e.Object != nil:
		return v.args(e.Object)
	}
	var out any
	if err := json.Unmarshal(e.Const, &out); err != nil {
		return nil, fmt.Errorf("a constant of the procedure is not JSON: %w", err)
	}
	return out, nil
}

func (v *values) slot(e Expr) (any, error) {
	b, ok := v.bound[e.Slot]
	if !ok {
		return nil, fmt.Errorf("nothing binds %s", e.Slot)
	}
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

func (v *values) from(r Ref) (any, error) {
	if v.observed == nil {
		return nil, fmt.Errorf("action %d: %s", r.Step, r.Path)
	}
	data, ok := v.observed[r.Step]
	if !ok {
		return nil, fmt.Errorf("action %d returned no data", r.Step)
	}
	out, ok := resolve(data, r.Path)
	if !ok || isBlank(out) {
		return nil, fmt.Errorf("action %d returned nothing at %s: %s", r.Step, r.Path, v.said[r.Step])
	}
	return out, nil
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
