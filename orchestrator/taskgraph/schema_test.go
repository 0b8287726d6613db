package taskgraph_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"legomem/golden"
	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

const draft = "https://json-schema.org/draft/2020-12/schema"

// words are the schemas of types whose values are some words.
func words() map[reflect.Type]*jsonschema.Schema {
	var kinds []any
	for _, op := range tg.Operations() {
		kinds = append(kinds, string(op.Kind()))
	}
	var relations []any
	for _, r := range tg.Relations() {
		relations = append(relations, string(r))
	}
	statuses := []any{}
	for _, s := range []tg.Status{tg.Waiting, tg.Asked, tg.Active, tg.Done, tg.Failed, tg.Stale, tg.Inactive} {
		statuses = append(statuses, string(s))
	}
	return map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[tg.Kind]():     {Type: "string", Enum: kinds},
		reflect.TypeFor[tg.Relation](): {Type: "string", Enum: relations},
		reflect.TypeFor[tg.Status]():   {Type: "string", Enum: statuses},
		reflect.TypeFor[time.Time]():   {Type: "string", Format: "date-time"},
	}
}

func schemaOf(t *testing.T, of reflect.Type) *jsonschema.Schema {
	t.Helper()
	s := must.Have(jsonschema.ForType(of, &jsonschema.ForOptions{TypeSchemas: words()}))(t)
	plain(s)
	return s
}

// plain takes the null out of lists and maps: what is written has none.
func plain(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" && s.Types[1] != "string" {
		s.Type, s.Types = s.Types[1], nil
	}
	for _, p := range s.Properties {
		plain(p)
	}
	plain(s.Items)
}

// graphSchema is the schema of a Document, and eventSchema of an Event, as the types say.

func graphSchema(t *testing.T) *jsonschema.Schema {
	s := schemaOf(t, reflect.TypeFor[tg.Document]())
	s.Schema, s.Title = draft, "A task graph"
	s.Properties["format"].Const = jsonschema.Ptr[any](tg.Format)
	return s
}

func eventSchema(t *testing.T) *jsonschema.Schema {
	s := schemaOf(t, reflect.TypeFor[tg.Moment]())
	s.Schema, s.Title = draft, "An event of a task graph"
	s.Properties["revision"] = &jsonschema.Schema{Type: "integer", Minimum: jsonschema.Ptr(1.0)}
	s.Properties["op"] = words()[reflect.TypeFor[tg.Kind]()]
	s.Properties["with"] = &jsonschema.Schema{Type: "object"}
	s.Properties["softened"] = schemaOf(t, reflect.TypeFor[[]tg.Edge]())
	s.Required = []string{"revision", "turn", "time", "op", "with"}
	for _, op := range tg.Operations() {
		s.OneOf = append(s.OneOf, &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{
			"op":   {Const: jsonschema.Ptr[any](string(op.Kind()))},
			"with": schemaOf(t, reflect.TypeOf(op)),
		}})
	}
	return s
}

// TestSchemas: the published schemas are what the types say.
func TestSchemas(t *testing.T) {
	for name, s := range map[string]*jsonschema.Schema{"graph": graphSchema(t), "event": eventSchema(t)} {
		golden.Check(t, "../"+name+".schema.json", string(must.Have(json.MarshalIndent(s, "", "  "))(t))+"\n")
	}
}

// published reads a published schema.
func published(t testing.TB, text string) *jsonschema.Resolved {
	t.Helper()
	var s jsonschema.Schema
	must.Do(t, json.Unmarshal([]byte(text), &s))
	return must.Have(s.Resolve(nil))(t)
}

func validate(s *jsonschema.Resolved, data []byte) error {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	return s.Validate(v)
}

// TestWrittenToSchema: what is written is as the published schemas say, and they refuse
// what is not.
func TestWrittenToSchema(t *testing.T) {
	graph, event := published(t, tg.Schema), published(t, tg.EventSchema)
	for seed := range uint64(25) {
		g, _ := play(t, bytesOf(seed, 400))
		must.NoError(t, validate(graph, jsonOf(t, g)))
		for _, e := range g.Events() {
			data := must.Have(json.Marshal(e))(t)
			if err := validate(event, data); err != nil {
				t.Fatalf("%s: %v", data, err)
			}
		}
	}
	for _, bad := range []string{
		`{"revision": 1, "turn": 1, "time": "2026-03-02T09:00:00Z", "op": "fly", "with": {}}`,
		`{"revision": 1, "turn": 1, "time": "2026-03-02T09:00:00Z", "op": "add", "with": {"node": "a"}}`,
		`{"revision": 0, "turn": 1, "time": "2026-03-02T09:00:00Z", "op": "add", "with": {"slot": "a"}}`,
		`{"turn": 1, "time": "2026-03-02T09:00:00Z", "op": "add", "with": {"slot": "a"}}`,
	} {
		if validate(event, []byte(bad)) == nil {
			t.Errorf("the schema takes %s", bad)
		}
	}
	good := string(jsonOf(t, graphOf(t, step("a"))))
	for _, change := range [][2]string{{`"waiting"`, `"sleeping"`}, {`"format": 1`, `"format": 2`}, {`"slot"`, `"slut"`}} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if bad == good || validate(graph, []byte(bad)) == nil {
			t.Errorf("the schema takes %s for %s", change[1], change[0])
		}
	}
	must.NoError(t, validate(graph, []byte(good)))
}

// TestEventsRefused: an event that is not one is refused with a reason.
func TestEventsRefused(t *testing.T) {
	for text, reason := range map[string]string{
		`{"revision":1,"op":"fly","with":{}}`:                      `no operation "fly"`,
		`{"revision":1,"op":"delete","with":{"nodes":["a"]}}`:      `unknown field "nodes"`,
		`{"revision":1,"op":"delete","with":{"node":"a"},"new":1}`: `unknown field "new"`,
		`{"revision":1,"op":"delete"}`:                             "delete has no fields",
		`{"revision":1,"op":"delete","with":[]}`:                   "cannot unmarshal array",
		`{"revision":"one","op":"delete","with":{"node":"a"}}`:     "cannot unmarshal string",
	} {
		var e tg.Event
		if err := json.Unmarshal([]byte(text), &e); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, without %q", text, err, reason)
		}
	}
	if _, err := json.Marshal(tg.Event{Revision: 1}); err == nil {
		t.Error("an event without an operation was written")
	}
	if kind := (tg.Event{}).EventKind(); kind != "graph_changed" {
		t.Errorf("in a log it is a %s", kind)
	}
}

// FuzzReplay: no log is too odd to be refused in words, and what can be replayed is
// written and replayed to the same.
func FuzzReplay(f *testing.F) {
	for seed := range uint64(3) {
		g, _ := play(&testing.T{}, bytesOf(seed, 120))
		data, err := json.Marshal(g.Events())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(fmt.Sprintf(`[{"revision":1,"turn":0,"time":%q,"op":"add","with":{"slot":"a","parents":["a"]}}]`, "2026-03-02T09:00:00Z")))
	f.Fuzz(func(t *testing.T, data []byte) {
		var events []tg.Event
		if json.Unmarshal(data, &events) != nil {
			return
		}
		g, err := tg.Replay(tg.Soften, events)
		if err != nil {
			return
		}
		acyclic(t, byID(g))
		sameAs(t, g, replayed(t, g), "replayed")
		_, _, _ = g.Text(), g.Mermaid(), g.DOT()
	})
}
