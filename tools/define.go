package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"legomem/tools/value"
)

// Tool is one thing an agent can do. Make one with Define.
type Tool struct {
	Name        string // "calendar.create_event"
	Description string // one or two sentences, for a model and for `tool list`
	// Hidden tools serve evaluators and the program itself; no agent, prompt
	// or listing offers them.
	Hidden bool
	// Unprompted tools are for the everyday skills: people see and call them, and no
	// prompt offers them to a model, so that recorded prompts stay those that are sent.
	Unprompted bool
	// Staple tools are those by which an agent looks at what it works on: it is described
	// them whatever its work.
	Staple bool
	// Schema is the JSON Schema of the arguments.
	Schema *jsonschema.Schema
	// Kinds gives each parameter's kind ("start": datetime); a list has the
	// kind of its elements. It comes from the `kind:"..."` tags of the argument
	// struct, and reflex binds arguments by it.
	Kinds map[string]value.Kind

	domain  string // of the office that its effects are worked out for; "" for Domain
	prepare func(domain string, args map[string]any) Prepared
}

// Result is what a tool's function returns: Text for a model, Data for a
// program (anything that marshals to JSON; give every datum a name, since
// procedures refer to it by path).
type Result struct {
	Text string
	Data any
}

// Define makes a Tool from a function over a struct P of arguments. P's
// fields carry `json:"name"` (with omitempty where optional),
// `jsonschema:"description"` and, where the value is more than text,
// `kind:"person|email|date|time|datetime|number|money|file|cell|phrase|message"`.
// Arguments are coerced in a friendly way before run sees them (see Decode).
// An error from run becomes a failed observation with CodeOf(err); so does a
// panic.
func Define[P any](name, description string, effects func(P) []Effect,
	run func(context.Context, *Workspace, P) (Result, error)) Tool {
	return DefineInOffice(name, description, func(_ string, p P) []Effect { return effects(p) }, run)
}

// DefineInOffice is Define for a tool whose effects depend on the office's mail domain,
// which tells its people from strangers (see Tool.In).
func DefineInOffice[P any](name, description string, effects func(domain string, p P) []Effect,
	run func(context.Context, *Workspace, P) (Result, error)) Tool {
	schema, err := jsonschema.For[P](nil)
	if err != nil {
		panic(fmt.Sprintf("tools: schema of %s: %v", name, err)) // a bug in the tool's own struct, caught by any test
	}
	plainTypes(schema)
	t := Tool{Name: name, Description: description, Schema: schema, Kinds: kindsOf(reflect.TypeFor[P]())}
	t.prepare = func(domain string, args map[string]any) Prepared {
		var p P
		if err := Decode(t.Schema, args, &p); err != nil {
			return Prepared{unread: err, refused: fmt.Errorf("%s: %w", name, err)}
		}
		c := Prepared{name: name, args: p}
		if c.effects, c.refused = checked(effects(domain, p)); c.refused != nil { // nobody could decide on it
			return c
		}
		c.run = func(ctx context.Context, ws *Workspace) (Result, error) { return run(ctx, ws, p) }
		return c
	}
	return t
}

// In is the tool of an office with that mail domain.
func (t Tool) In(domain string) Tool {
	t.domain = domain
	return t
}

// plainTypes takes "null" out of the types that the schema of a Go slice, map
// or pointer allows: no tool wants one, and a model that reads it may send it.
func plainTypes(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	for _, p := range s.Properties {
		plainTypes(p)
	}
	plainTypes(s.Items)
}

// Hide marks a tool as the program's own (see Tool.Hidden).
func Hide(t Tool) Tool {
	t.Hidden = true
	return t
}

// Unprompt marks a tool as one that no prompt offers (see Tool.Unprompted).
func Unprompt(t Tool) Tool {
	t.Unprompted = true
	return t
}

// AsStaple marks a tool as one that an agent needs whatever its work is (see Tool.Staple).
func AsStaple(t Tool) Tool {
	t.Staple = true
	return t
}

// Fail turns an error into a failed observation. If a stranger's file made the
// text long, it is cut in the middle: the beginning names the file, the end
// the way out.
func Fail(err error) Observation {
	return Observation{Text: shorten(err.Error()), Failed: true, Code: CodeOf(err)}
}

// maxFailure caps how much of a failure's text is kept, in bytes.
const maxFailure = 16 << 10

func shorten(text string) string {
	if len(text) <= maxFailure {
		return text
	}
	half := maxFailure / 2
	return strings.ToValidUTF8(text[:half], "") + " ... " + strings.ToValidUTF8(text[len(text)-half:], "")
}

func observe(name string, res Result) Observation {
	obs := Observation{Text: res.Text}
	if res.Data == nil {
		return obs
	}
	data, err := json.Marshal(res.Data)
	if err != nil {
		return Fail(Failf(Internal, "%s: cannot express its result: %w", name, err))
	}
	obs.Data = data
	return obs
}

func kindsOf(t reflect.Type) map[string]value.Kind {
	kinds := map[string]value.Kind{}
	for f := range t.Fields() {
		if k := f.Tag.Get("kind"); k != "" {
			kinds[jsonName(f)] = value.Kind(k)
		}
	}
	return kinds
}
