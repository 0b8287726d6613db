package taskgraph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"legomem/trajectory"
)

// Event is an operation as a log keeps it: an object with the revision that it makes, the
// turn and the time, the operation's kind ("op"), its fields ("with"), and the links that
// became soft ones. The operation is the one that was applied: what was left open, as the
// id of a new node, is filled in.
type Event struct {
	Revision int
	Moment
	Operation Operation
	Softened  []Edge
}

// EventKind makes an Event a payload of a trajectory's log.
func (Event) EventKind() trajectory.Kind { return "graph_changed" }

// Edge is a link between two nodes that orders them.
type Edge struct {
	From     string   `json:"from"`
	Relation Relation `json:"relation"` // DependsOn or ChildOf
	To       string   `json:"to"`
}

// written is the JSON of an Event.
type written struct {
	Revision int `json:"revision"`
	Moment
	Op       Kind            `json:"op"`
	With     json.RawMessage `json:"with"`
	Softened []Edge          `json:"softened,omitempty"`
}

// MarshalJSON writes the event.
func (e Event) MarshalJSON() ([]byte, error) {
	if e.Operation == nil {
		return nil, fmt.Errorf("%w: an event without an operation", ErrInvalid)
	}
	with, err := json.Marshal(e.Operation)
	if err != nil {
		return nil, err
	}
	return json.Marshal(written{e.Revision, e.Moment, e.Operation.Kind(), with, e.Softened})
}

// UnmarshalJSON reads an event. An unknown kind of operation or an unknown field is an
// error: a graph cannot be built without knowing what it means.
func (e *Event) UnmarshalJSON(data []byte) error {
	var w written
	if err := strictly(data, &w); err != nil {
		return err
	}
	op, err := ParseOperation(w.Op, w.With)
	if err != nil {
		return err
	}
	*e = Event{Revision: w.Revision, Moment: w.Moment, Operation: op, Softened: w.Softened}
	return nil
}

// asRead is the event as it is read back once it was written.
func (e Event) asRead() (Event, error) {
	data, err := json.Marshal(e)
	if err != nil {
		return e, fmt.Errorf("%w: it cannot be written: %w", ErrInvalid, err)
	}
	var read Event
	return read, json.Unmarshal(data, &read)
}

// ParseOperation reads the fields of an operation of some kind.
func ParseOperation(kind Kind, with []byte) (Operation, error) {
	for _, op := range Operations() {
		if op.Kind() != kind {
			continue
		}
		if len(with) == 0 {
			return nil, fmt.Errorf("%w: the operation %s has no fields", ErrInvalid, kind)
		}
		into := reflect.New(reflect.TypeOf(op))
		if err := strictly(with, into.Interface()); err != nil {
			return nil, fmt.Errorf("the operation %s: %w", kind, err)
		}
		return into.Elem().Interface().(Operation), nil
	}
	return nil, fmt.Errorf("%w: there is no operation %q", ErrInvalid, kind)
}

// strictly reads one JSON value that has no unknown fields.
func strictly(data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if dec.More() {
		return fmt.Errorf("%w: there is more than one value", ErrInvalid)
	}
	return nil
}
