package skills

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"legomem/agents/reflex"
	"legomem/braces"
)

// A source in a text stands in braces: where a value comes from, and, behind a space, what
// is made of it (reflex's makings).
//
//	{title}                  the slot's value; a list slot's is a list
//	{length minutes}         what is made of it: 90 of 1h30m
//	{user}                   the acting user
//	{1}                      what the first action returned, in words
//	{1.events.0.summary}     a value in its data
//	{1.record.{column}}      one named by a slot
//	{1.count event/events}   a number with its noun: 3 events
//	{*.summary}              of the element that a loop or a line is at
//	{{column}}               a value in braces, for a tool's expression
//
// A text that is one source alone has that source's value as it is: a list, a number. What
// stands in square brackets is left out where its first source has no value, and what is
// behind a bar in them stands there instead: "{title}[, at {place}]", "[{folder}|data]".

// writer makes sources of a skill's texts.
type writer struct {
	skill Skill
	each  *reflex.Ref // the list that {*} is an element of
}

// text is what a text's value comes from.
func (w *writer) text(s string) (reflex.Expr, error) {
	pieces, err := braces.Split(s)
	if err != nil {
		return reflex.Expr{}, fmt.Errorf("%q: %w", s, err)
	}
	var parts []reflex.Expr
	for _, p := range pieces {
		e, err := w.piece(p)
		if err != nil {
			return e, fmt.Errorf("%q: %w", s, err)
		}
		parts = append(parts, e)
	}
	switch {
	case len(parts) == 0:
		return constant("")
	case len(parts) == 1:
		return parts[0], nil
	}
	for i := range parts {
		parts[i] = inText(w.skill, parts[i])
	}
	return reflex.Expr{Text: parts}, nil
}

// inText is a source within a text, where a list is told element by element.
func inText(s Skill, e reflex.Expr) reflex.Expr {
	if slot, ok := s.Slot(e.Slot); ok && slot.List && e.As == "" {
		e.As = "list"
	}
	return e
}

func (w *writer) piece(p braces.Piece) (reflex.Expr, error) {
	switch p.Kind {
	case '{':
		if strings.HasPrefix(p.Text, "{") {
			return w.inBraces(p.Text)
		}
		return w.source(p.Text)
	case '[':
		return w.optional(p.Text)
	}
	return constant(p.Text)
}

// inBraces is a source's value in braces of its own, as tools take a column's name in an
// expression: "{{column}} * 2".
func (w *writer) inBraces(s string) (reflex.Expr, error) {
	open, err := constant("{")
	if err != nil {
		return open, err
	}
	within, err := w.text(s)
	if err != nil {
		return within, err
	}
	shut, err := constant("}")
	return reflex.Expr{Text: []reflex.Expr{open, within, shut}}, err
}

// optional is a text with what stands in its place where its first source has no value.
func (w *writer) optional(s string) (reflex.Expr, error) {
	there, instead, _ := strings.Cut(s, "|")
	given, err := firstSource(there)
	if err != nil {
		return reflex.Expr{}, err
	}
	then, err := w.text(there)
	if err != nil {
		return then, err
	}
	other, err := w.text(instead)
	if err != nil {
		return other, err
	}
	return w.choice(given, inText(w.skill, then), inText(w.skill, other))
}

// firstSource is what stands in the first braces of a text.
func firstSource(s string) (string, error) {
	pieces, err := braces.Split(s)
	for _, p := range pieces {
		if p.Kind == '{' {
			return p.Text, err
		}
	}
	return "", errors.Join(err, fmt.Errorf("[%s] has no source that could be missing", s))
}

// choice is the one where a source has a value, the other where it has none.
func (w *writer) choice(given string, then, other reflex.Expr) (reflex.Expr, error) {
	g, err := w.guard(given)
	return reflex.Expr{When: &g, Then: &then, Else: &other}, err
}

// guard asks whether a source has a value.
func (w *writer) guard(given string) (reflex.Guard, error) {
	e, err := w.source(given)
	g := reflex.Guard{Slot: e.Slot, As: e.As, Is: "given", Not: "missing"}
	switch {
	case err != nil:
		return g, err
	case e.From != nil:
		g.Of, g.As = *e.From, ""
	case e.Slot == "":
		return g, fmt.Errorf("{%s} is always there; given takes a slot, or what an action returned", given)
	}
	return g, nil
}

// source reads what stands in braces.
func (w *writer) source(s string) (reflex.Expr, error) {
	from, as, _ := strings.Cut(s, " ")
	e := reflex.Expr{As: as}
	head, path, _ := strings.Cut(from, ".")
	number, pointer, action := braces.Action(from)
	switch {
	case head == "*" && w.each != nil:
		e.From = &reflex.Ref{Step: w.each.Step, Path: w.each.Path + "/*" + braces.Pointer(path)}
	case head == "*":
		return e, fmt.Errorf("{%s} is of no list", s)
	case action && pointer == "":
		e.Said = number
	case action:
		e.From = &reflex.Ref{Step: number, Path: pointer}
	case from == "user":
		e.User = true
	default:
		if _, ok := w.skill.Slot(from); !ok {
			return e, fmt.Errorf("{%s}: there is no slot %s", s, from)
		}
		e.Slot = from
	}
	return e, nil
}

// value is what an argument comes from, as YAML has it.
func (w *writer) value(v any) (reflex.Expr, error) {
	switch v := v.(type) {
	case string:
		return w.text(v)
	case []any:
		return w.list(v)
	case map[string]any:
		object, err := w.object(v)
		return reflex.Expr{Object: object}, err
	}
	return constant(v)
}

func (w *writer) list(all []any) (reflex.Expr, error) {
	if len(all) == 0 {
		return constant(all)
	}
	var out reflex.Expr
	for _, one := range all {
		e, err := w.value(one)
		if err != nil {
			return e, err
		}
		out.List = append(out.List, e)
	}
	return out, nil
}

func (w *writer) object(all map[string]any) (map[string]reflex.Expr, error) {
	out := map[string]reflex.Expr{}
	for name, one := range all {
		e, err := w.value(one)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out[name] = e
	}
	return out, nil
}

func constant(v any) (reflex.Expr, error) {
	data, err := json.Marshal(v)
	return reflex.Expr{Const: data}, err
}

func nothing() reflex.Expr { return reflex.Expr{Const: json.RawMessage(`""`)} }
