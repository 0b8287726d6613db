package curate

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"legomem/llm"
	"legomem/membank"
)

// routine is a routine as a model writes it, not yet checked against what happened.
type routine struct {
	name, agent, description string
	variables                []membank.Variable
	steps                    []pair
}

var (
	snakeCase = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	variable  = regexp.MustCompile(`\{[a-z][a-z0-9]*(_[a-z0-9]+)*\}`)
)

// parseRoutines reads a reply of the form {"routines": […]}; the list may be
// empty. Each routine declares the variables it uses, and no two are the same.
func parseRoutines(reply string) ([]routine, error) {
	raw, err := llm.ExtractJSON(reply)
	if err != nil {
		return nil, err
	}
	in, err := object(raw, []string{"routines"})
	if err != nil {
		return nil, err
	}
	all, err := list(in, "routines")
	if err != nil {
		return nil, err
	}
	var out []routine
	for i, raw := range all {
		r, err := parseRoutine(raw)
		if err != nil {
			return nil, inList("routines", i, err)
		}
		for _, other := range out {
			if other.name == r.name {
				return nil, inList("routines", i, fmt.Errorf("the name %s is there twice", r.name))
			}
			if other.key() == r.key() {
				return nil, inList("routines", i, fmt.Errorf("%s is the same as %s", r.name, other.name))
			}
		}
		out = append(out, r)
	}
	return out, nil
}

func parseRoutine(raw json.RawMessage) (r routine, err error) {
	in, err := object(raw, []string{"name", "agent", "description", "variables", "steps"})
	f := fields{in, err}
	r = routine{
		name:        member(&f, "name", snake),
		agent:       member(&f, "agent", words),
		description: member(&f, "description", words),
		variables:   member(&f, "variables", parseVariables),
		steps:       member(&f, "steps", parseRoutineSteps),
	}
	if f.err != nil {
		return r, f.err
	}
	return r, r.checkVariables()
}

func snake(in map[string]json.RawMessage, key string) (string, error) {
	s, err := words(in, key)
	if err == nil && !snakeCase.MatchString(s) {
		return "", fmt.Errorf("%q is %q; small letters and digits are wanted, with underscores between", key, short(s, 40))
	}
	return s, err
}

func parseVariables(in map[string]json.RawMessage, key string) ([]membank.Variable, error) {
	all, err := list(in, key)
	if err != nil {
		return nil, err
	}
	var out []membank.Variable
	for i, raw := range all {
		in, err := object(raw, []string{"name", "description"})
		f := fields{in, err}
		v := membank.Variable{Name: member(&f, "name", snake), Description: member(&f, "description", text)}
		if f.err != nil {
			return nil, inList(key, i, f.err)
		}
		if slices.ContainsFunc(out, func(o membank.Variable) bool { return o.Name == v.Name }) {
			return nil, inList(key, i, fmt.Errorf("%s is declared twice", v.Name))
		}
		out = append(out, v)
	}
	return out, nil
}

func parseRoutineSteps(in map[string]json.RawMessage, key string) ([]pair, error) {
	all, err := list(in, key)
	if err != nil {
		return nil, err
	}
	if len(all) < 2 {
		return nil, fmt.Errorf("it has %d steps; a routine has two or more", len(all))
	}
	var out []pair
	for i, raw := range all {
		p, err := parseRoutineStep(raw)
		if err != nil {
			return nil, inList(key, i, err)
		}
		out = append(out, p)
	}
	return out, nil
}

func parseRoutineStep(raw json.RawMessage) (p pair, err error) {
	in, err := object(raw, []string{"tool", "args"}, "think")
	f := fields{in, err}
	if _, ok := in["think"]; ok {
		p.think = member(&f, "think", text)
	}
	name := member(&f, "tool", words)
	if f.err != nil {
		return p, f.err
	}
	p.action, err = newAction(name, string(in["args"]))
	return p, err
}

// checkVariables checks that every used variable is declared, and every declared one
// used.
func (r routine) checkVariables() error {
	used := map[string]bool{}
	for _, p := range r.steps {
		for _, name := range variablesIn(map[string]any(p.action.Args)) {
			used[name] = true
			if !slices.ContainsFunc(r.variables, func(v membank.Variable) bool { return v.Name == name }) {
				return fmt.Errorf("{%s} is used and not declared in \"variables\"", name)
			}
		}
	}
	for _, v := range r.variables {
		if !used[v.Name] {
			return fmt.Errorf("the variable %s is declared and not used", v.Name)
		}
	}
	return nil
}

// variablesIn are the names in braces in a value's texts, in order.
func variablesIn(v any) (names []string) {
	written, err := canonical(v)
	if err != nil {
		return nil // cannot happen: v was parsed from JSON
	}
	for _, name := range variable.FindAllString(written, -1) {
		names = append(names, name[1:len(name)-1])
	}
	return names
}

// key identifies what the routine does: two routines are the same if only their names,
// words and thoughts differ.
func (r routine) key() string {
	key := r.agent
	for _, p := range r.steps {
		key += "\n" + wholeAction(p.action)
	}
	numbers := map[string]string{}
	return variable.ReplaceAllStringFunc(key, func(name string) string {
		if numbers[name] == "" {
			numbers[name] = fmt.Sprintf("{%d}", len(numbers)+1)
		}
		return numbers[name]
	})
}

// kept is the routine as it is remembered.
func (r routine) kept() *membank.Routine {
	out := &membank.Routine{Name: r.name, Agent: r.agent, Description: r.description, Variables: r.variables}
	for _, p := range r.steps {
		out.Steps = append(out.Steps, membank.Step{Think: p.think, Action: wholeAction(p.action)})
	}
	return out
}
