package written

import (
	"bytes"
	"encoding/json"
	"slices"

	"go.yaml.in/yaml/v3"

	"legomem/agents/reflex"
	"legomem/words"
)

// narrow is how long a mapping of plain values may be to stand on one line.
const narrow = 100

// Write writes a procedure as YAML, for a person to edit.
func Write(p *reflex.Procedure) ([]byte, error) {
	data, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	var doc yaml.Node
	// JSON is YAML, but for some control characters that only YAML wants escaped.
	if err := yaml.Unmarshal([]byte(words.EscapeYAML(string(data))), &doc); err != nil {
		return nil, err
	}
	unfold(&doc)
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(&doc); err != nil {
		return nil, err
	}
	if err := enc.Close(); err != nil {
		return nil, err
	}
	return []byte(words.EscapeYAML(out.String())), nil
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
		if words.EscapeYAML(n.Value) != n.Value {
			n.Style = yaml.DoubleQuotedStyle // the only one that has escapes
		}
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
