package demo

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"legomem/braces"
	"legomem/tools"
	"legomem/trajectory"
)

// A plan may name what an earlier action returned instead of repeating it:
// {1.events.0.summary} is a value in what the plan's first action returned. A text that
// is nothing but one such reference has that value as it is: a list, a number.

// returned are the observations of a plan's actions, in order.
type returned []trajectory.Step

// value is an argument with its references resolved.
func (r returned) value(v any) (any, error) {
	switch v := v.(type) {
	case string:
		return r.text(v)
	case []any:
		out := make([]any, len(v))
		for i, one := range v {
			x, err := r.value(one)
			if err != nil {
				return nil, err
			}
			out[i] = x
		}
		return out, nil
	case map[string]any:
		return r.object(v)
	}
	return v, nil
}

func (r returned) object(in map[string]any) (map[string]any, error) {
	out := maps.Clone(in)
	for k, one := range in {
		x, err := r.value(one)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k, err)
		}
		out[k] = x
	}
	return out, nil
}

func (r returned) text(s string) (any, error) {
	refs := braces.References(s)
	var b strings.Builder
	at := 0
	for _, ref := range refs {
		v, err := r.at(ref, s[ref.Start:ref.End])
		if err != nil {
			return nil, err
		}
		if ref.Start == 0 && ref.End == len(s) {
			return v, nil
		}
		b.WriteString(s[at:ref.Start] + spelled(v))
		at = ref.End
	}
	return b.String() + s[at:], nil
}

// words is a text with its references resolved.
func (r returned) words(s string) (string, error) {
	v, err := r.text(s)
	return spelled(v), err
}

// at is the value that a reference names.
func (r returned) at(ref braces.Reference, said string) (any, error) {
	if ref.Number > len(r) {
		return nil, fmt.Errorf("%s: action %d has not been done by then; %d have", said, ref.Number, len(r))
	}
	step := r[ref.Number-1]
	var data any
	if step.Observation != nil {
		data = step.Observation.Value()
	}
	v, ok := braces.Resolve(data, ref.Pointer)
	if !ok {
		return nil, fmt.Errorf("%s: %s returned nothing there; it has: %s", said, step.Action.Tool, fieldsOf(data))
	}
	return copied(v), nil
}

// mostFields is how much of an observation is shown to whoever named a place that it does
// not have, in bytes.
const mostFields = 400

func fieldsOf(data any) string {
	b, err := json.Marshal(data)
	if err != nil || data == nil {
		return "nothing"
	}
	return strings.ToValidUTF8(string(b[:min(len(b), mostFields)]), "")
}

// spelled is a value within a text.
func spelled(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

// refers says that a value names what an earlier action returned.
func refers(v any) bool {
	switch v := v.(type) {
	case string:
		return len(braces.References(v)) > 0
	case []any:
		for _, one := range v {
			if refers(one) {
				return true
			}
		}
	case map[string]any:
		for _, one := range v {
			if refers(one) {
				return true
			}
		}
	}
	return false
}

// call returns the tool call and what it must return, with all references resolved.
func (a Action) call(before returned) (*tools.Action, []string, error) {
	args, err := before.object(a.Args)
	if err != nil {
		return nil, nil, err
	}
	if args == nil {
		args = map[string]any{}
	}
	var expect []string
	for _, text := range a.Expect {
		said, err := before.words(text)
		if err != nil {
			return nil, nil, err
		}
		expect = append(expect, said)
	}
	return &tools.Action{Tool: a.Tool, Args: args}, expect, nil
}
