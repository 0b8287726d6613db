// Package written is a procedure as a person writes it: the fields of its JSON as
// YAML, in their order. What is read back is held against the types, field by
// field, so that a misspelt one is named with its line. Start with Write and Read.
package written

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"legomem/agents"
	"legomem/agents/reflex"
	"legomem/tools/apps"
)

// Read reads a procedure that a person wrote. The error tells all that is wrong
// with it, each with its line; file is what it calls the text.
func Read(file string, data []byte) (*reflex.Procedure, error) {
	root, err := oneDocument(data)
	if err != nil {
		return nil, fmt.Errorf("%s%w", file, err)
	}
	w := written{file: file, root: root}
	plain := w.plain(root, reflect.TypeFor[reflex.Procedure]())
	if err := w.error(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(plain)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var p reflex.Procedure
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	p.FillTexts()
	for _, problem := range p.Validate(apps.Registry(), agents.DefaultTeam()) {
		w.bad(w.line(problem.At), "%s", problem)
	}
	return &p, w.error()
}

// oneDocument parses YAML that is one document. Its errors go on after a file's name.
func oneDocument(data []byte) (*yaml.Node, error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, errors.New(" is empty; legomem memory show ID --yaml writes one to start from")
	case err != nil:
		return nil, fmt.Errorf(": %w", err)
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf(": line %d: it holds a second document; one file is one procedure", max(more.Line, 1))
	}
	return doc.Content[0], nil
}

// written is a file that is read.
type written struct {
	file  string
	root  *yaml.Node
	wrong []string
}

func (w *written) bad(line int, format string, args ...any) {
	w.wrong = append(w.wrong, fmt.Sprintf("%s:%d: %s", w.file, line, fmt.Sprintf(format, args...)))
}

func (w *written) error() error {
	if len(w.wrong) == 0 {
		return nil
	}
	return errors.New(strings.Join(w.wrong, "\n"))
}

// plain is a node as JSON has it, held against the type that it is for; nil is a
// type that takes anything.
func (w *written) plain(n *yaml.Node, t reflect.Type) any {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[json.RawMessage]() {
		t = nil
	}
	want := map[yaml.Kind][]reflect.Kind{
		yaml.MappingNode: {reflect.Struct, reflect.Map}, yaml.SequenceNode: {reflect.Slice},
		yaml.ScalarNode: {reflect.String, reflect.Int, reflect.Bool},
	}[n.Kind]
	if want == nil {
		w.bad(n.Line, "an alias is not taken here; write it out")
		return nil
	}
	if t != nil && n.ShortTag() != "!!null" && !slices.Contains(want, t.Kind()) {
		w.bad(n.Line, "%s is wanted here", inYAML(t))
		return nil
	}
	switch n.Kind {
	case yaml.MappingNode:
		return w.mapping(n, t)
	case yaml.SequenceNode:
		var item reflect.Type
		if t != nil {
			item = t.Elem()
		}
		out := []any{}
		for _, c := range n.Content {
			out = append(out, w.plain(c, item))
		}
		return out
	}
	return w.scalar(n, t)
}

func inYAML(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "a set of fields"
	case reflect.Slice:
		return "a list"
	}
	return "a single value"
}

func (w *written) mapping(n *yaml.Node, t reflect.Type) any {
	out := map[string]any{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		if _, twice := out[name.Value]; twice || name.ShortTag() == "!!merge" {
			w.bad(name.Line, "%s is there twice, or a merge, which is not taken here", name.Value)
		}
		if of, known := w.fieldType(t, name); known {
			out[name.Value] = w.plain(value, of)
		}
	}
	return out
}

// fieldsOf are the fields of a struct by their JSON names, and the names in order.
func fieldsOf(t reflect.Type) (types map[string]reflect.Type, names []string) {
	types = map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			types[name], names = f.Type, append(names, name)
		}
	}
	return types, names
}

// fieldType is the type of the field that a node names; what is no field is told.
func (w *written) fieldType(t reflect.Type, name *yaml.Node) (reflect.Type, bool) {
	switch {
	case t == nil:
		return nil, true
	case t.Kind() == reflect.Map:
		return t.Elem(), true
	}
	types, names := fieldsOf(t)
	of, known := types[name.Value]
	if !known {
		w.bad(name.Line, "no field %s here; there are: %s", name.Value, strings.Join(names, ", "))
	}
	return of, known
}

// scalar is a single value. Where a text is wanted it is one, whatever YAML
// makes of it; dates are texts everywhere.
func (w *written) scalar(n *yaml.Node, t reflect.Type) any {
	tag := n.ShortTag()
	if tag == "!!null" {
		return nil
	}
	if t != nil && t.Kind() == reflect.String {
		return n.Value
	}
	if t != nil && (t.Kind() == reflect.Bool) != (tag == "!!bool") || t != nil && (t.Kind() == reflect.Int) != (tag == "!!int") {
		w.bad(n.Line, "%q is no %s", n.Value, map[reflect.Kind]string{reflect.Bool: "true or false", reflect.Int: "whole number"}[t.Kind()])
		return nil
	}
	switch tag {
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			return json.Number(n.Value)
		}
		var v any
		if err := n.Decode(&v); err != nil {
			w.bad(n.Line, "%v", err)
		}
		return v
	case "!!bool":
		return strings.EqualFold(n.Value, "true")
	}
	return n.Value
}

// line is where a place such as subtasks[0].args.to stands, or the nearest that
// is there.
func (w *written) line(at string) int {
	n := w.root
	for _, name := range strings.Split(strings.ReplaceAll(at, "[", ".["), ".") {
		next := child(n, name)
		if next == nil {
			break
		}
		n = next
	}
	return n.Line
}

func child(n *yaml.Node, name string) *yaml.Node {
	if index, ok := strings.CutPrefix(name, "["); ok {
		if i, err := strconv.Atoi(strings.TrimSuffix(index, "]")); err == nil && n.Kind == yaml.SequenceNode && i < len(n.Content) {
			return n.Content[i]
		}
		return nil
	}
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i+1]
		}
	}
	return nil
}
