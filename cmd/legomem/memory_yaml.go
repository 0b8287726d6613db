package main

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

// A procedure as YAML: the fields of its JSON, in their order, for a person to
// edit. What is read back is held against the types, field by field, so that a
// misspelt one is named with its line.

// narrow is how long a mapping of plain values may be to stand on one line.
const narrow = 100

// procedureYAML writes a procedure.
func procedureYAML(p *reflex.Procedure) ([]byte, error) {
	data, err := json.Marshal(p.WithoutParts())
	if err != nil {
		return nil, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil { // JSON is YAML
		return nil, err
	}
	unfold(&doc)
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(&doc); err != nil {
		return nil, err
	}
	return out.Bytes(), enc.Close()
}

// unfold gives every mapping and list lines of its own, but for short ones of
// plain values.
func unfold(n *yaml.Node) (length int) {
	plain := true
	dropNull(n)
	for _, c := range n.Content {
		length += 2 + unfold(c)
		plain = plain && (c.Kind == yaml.ScalarNode || c.Style == yaml.FlowStyle)
	}
	n.Style = 0
	switch n.Kind {
	case yaml.ScalarNode:
		return len(n.Value)
	case yaml.MappingNode, yaml.SequenceNode:
		if plain && length <= narrow {
			n.Style = yaml.FlowStyle
		}
	}
	return length
}

// dropNull takes the fields out of a mapping that hold nothing; a constant may.
func dropNull(n *yaml.Node) {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); {
		if n.Content[i].Value != "const" && n.Content[i+1].ShortTag() == "!!null" {
			n.Content = slices.Delete(n.Content, i, i+2)
			continue
		}
		i += 2
	}
}

// readProcedure reads a procedure that a person wrote. All that is wrong with it
// is told, each with its line; file is what errors call it.
func readProcedure(file string, data []byte) (*reflex.Procedure, error) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, usage("%s is empty; legomem memory show ID --yaml writes one to start from", file)
	} else if err != nil {
		return nil, usage("%s: %v", file, err)
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, usage("%s: line %d: it holds a second document; one file is one procedure", file, max(more.Line, 1))
	}
	w := written{file: file, root: doc.Content[0]}
	plain := w.plain(w.root, reflect.TypeFor[reflex.Procedure]())
	if len(w.wrong) > 0 {
		return nil, w.error()
	}
	text, err := json.Marshal(plain)
	if err != nil {
		return nil, usage("%s: %v", file, err)
	}
	var p reflex.Procedure
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, usage("%s: %v", file, err)
	}
	p.FillParts()
	for _, problem := range p.Validate(apps.Registry(), agents.DefaultTeam()) {
		w.bad(w.line(problem.At), "%s", problem)
	}
	return &p, w.error()
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
	return usage("%s", strings.Join(w.wrong, "\n"))
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
		of, known := fieldType(t, name.Value)
		if !known {
			w.bad(name.Line, "no field %s here; there are: %s", name.Value, strings.Join(fieldNames(t), ", "))
			continue
		}
		out[name.Value] = w.plain(value, of)
	}
	return out
}

// fieldType is the type of a field, by its JSON name.
func fieldType(t reflect.Type, name string) (reflect.Type, bool) {
	switch {
	case t == nil:
		return nil, true
	case t.Kind() == reflect.Map:
		return t.Elem(), true
	}
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous && jsonName(f) == name {
			return f.Type, true
		}
	}
	return nil, false
}

func fieldNames(t reflect.Type) []string {
	var out []string
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous {
			out = append(out, jsonName(f))
		}
	}
	return out
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
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
