package demo

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"go.yaml.in/yaml/v3"
)

// place is a place in a demonstration: field names and indexes from 0.
type place []any

func (p place) then(more ...any) place {
	return append(p[:len(p):len(p)], more...)
}

// String is subtasks[0].actions[1].args.start.
func (p place) String() string {
	var b strings.Builder
	for _, step := range p {
		switch s := step.(type) {
		case int:
			fmt.Fprintf(&b, "[%d]", s)
		case string:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s)
		}
	}
	return b.String()
}

// node is the YAML node at a place, nil if there is none.
func (d *Demo) node(at place) *yaml.Node {
	n := d.root
	for _, step := range at {
		if n = child(n, step); n == nil {
			return nil
		}
	}
	return n
}

func child(n *yaml.Node, step any) *yaml.Node {
	if n == nil {
		return nil
	}
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch s := step.(type) {
	case int:
		if n.Kind == yaml.SequenceNode && s < len(n.Content) {
			return n.Content[s]
		}
	case string:
		for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == s {
				return n.Content[i+1]
			}
		}
	}
	return nil
}

// line is the line of a place, or of what encloses it if the file does not have the
// place; 0 without a file.
func (d *Demo) line(at place) int {
	for ; ; at = at[:len(at)-1] {
		if n := d.node(at); n != nil {
			return n.Line
		}
		if len(at) == 0 {
			return 0
		}
	}
}

// maxValues bounds the values of one file, aliases followed.
const maxValues = 100_000

// plain reads a node as plain JSON: string, float64, bool, nil, []any and
// map[string]any. A date stays the text that it is written as.
func plain(n *yaml.Node, left *int) (any, error) {
	if *left--; *left < 0 {
		return nil, fmt.Errorf("more than %d values", maxValues)
	}
	switch n.Kind {
	case yaml.AliasNode:
		return plain(n.Alias, left)
	case yaml.SequenceNode:
		list := make([]any, 0, len(n.Content))
		for _, c := range n.Content {
			v, err := plain(c, left)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case yaml.MappingNode:
		return plainObject(n, left)
	}
	return scalar(n)
}

func plainObject(n *yaml.Node, left *int) (any, error) {
	object := make(map[string]any, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		if k.Kind != yaml.ScalarNode {
			return nil, fmt.Errorf("line %d: a key is a plain text", k.Line)
		}
		v, err := plain(n.Content[i+1], left)
		if err != nil {
			return nil, err
		}
		object[k.Value] = v
	}
	return object, nil
}

func scalar(n *yaml.Node) (any, error) {
	switch n.ShortTag() {
	case "!!null":
		return nil, nil
	case "!!bool":
		var b bool
		err := n.Decode(&b)
		return b, err
	case "!!int", "!!float":
		var f float64
		if err := n.Decode(&f); err != nil {
			return nil, err
		}
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return nil, errors.New("JSON has no such number; quote it for a text")
		}
		return f, nil
	case "!!str", "!!timestamp":
		return n.Value, nil
	}
	return nil, fmt.Errorf("line %d: a value of type %s has no place here", n.Line, n.ShortTag())
}
