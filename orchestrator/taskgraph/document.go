package taskgraph

import (
	_ "embed"
	"encoding/json"
)

// Format is the version of the JSON that Document and Event are written as.
const Format = 1

// Document is a graph as JSON tells it, for programs that read it. It is not enough to go
// on from: that takes the events.
type Document struct {
	Format   int    `json:"format"`
	Revision int    `json:"revision"`
	Nodes    []Node `json:"nodes"`
	// Order are the ids of the nodes that count, in topological order; Redo those that
	// must be done again.
	Order     []string       `json:"order"`
	Redo      []string       `json:"redo"`
	Snapshots map[string]int `json:"snapshots,omitempty"`
}

// Schema is the JSON Schema (draft 2020-12) of a Document, EventSchema that of an Event.
//
//go:embed graph.schema.json
var Schema string

// EventSchema is the JSON Schema of an Event.
//
//go:embed event.schema.json
var EventSchema string

// Document tells the graph.
func (g *Graph) Document() Document {
	return Document{
		Format: Format, Revision: g.Revision(), Nodes: listed(g.Nodes()),
		Order: listed(g.Order()), Redo: listed(g.Redo()), Snapshots: g.Snapshots(),
	}
}

// listed is a list that JSON does not write as null.
func listed[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// JSON writes the graph's Document.
func (g *Graph) JSON() ([]byte, error) {
	return json.MarshalIndent(g.Document(), "", "  ")
}
