package llm

import (
	"encoding/json"
	"slices"
)

// anyType are the types of a value that may be anything. Text is the first: a server that
// takes no list of types is given that one, and tools read "3" as 3.
var anyType = []any{"string", "number", "boolean", "object", "array", "null"}

// scalarType are the types of a list's elements that may be anything.
var scalarType = []any{"string", "number", "boolean", "null"}

// typed writes a JSON Schema so that every node says its type: some servers make a grammar
// of it and refuse a node without one, and the schema "true". With single each node has
// one type. A schema that is no JSON stays as it is.
func typed(schema json.RawMessage, single bool) json.RawMessage {
	var node any
	if json.Unmarshal(schema, &node) != nil {
		return schema
	}
	out, err := json.Marshal(typedNode(node, single, anyType))
	if err != nil {
		return schema
	}
	return out
}

// combiners are the keys under which a node says its type in another way.
var combiners = []string{"type", "anyOf", "oneOf", "allOf", "$ref", "enum", "const"}

func typedNode(node any, single bool, missing []any) any {
	m, isObject := node.(map[string]any)
	if !isObject {
		m = map[string]any{}
	}
	says := func(key string) bool { return m[key] != nil }
	if !slices.ContainsFunc(combiners, says) {
		m["type"] = missing
		if slices.Contains(missing, any("array")) {
			m["items"] = map[string]any{"type": scalarType}
		}
	}
	if list, isList := m["type"].([]any); isList && single && len(list) > 0 {
		m["type"] = list[0]
		if list[0] != "array" {
			delete(m, "items")
		}
	}
	typedBelow(m, single)
	return m
}

// typedBelow goes into a node's parts.
func typedBelow(m map[string]any, single bool) {
	if props, ok := m["properties"].(map[string]any); ok {
		for name, p := range props {
			props[name] = typedNode(p, single, anyType)
		}
	}
	if items, there := m["items"]; there {
		m["items"] = typedNode(items, single, anyType)
	}
	if more, there := m["additionalProperties"]; there && more != false {
		m["additionalProperties"] = typedNode(more, single, anyType)
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		list, _ := m[key].([]any)
		for i, one := range list {
			list[i] = typedNode(one, single, anyType)
		}
	}
}
