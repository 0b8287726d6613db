// Package toolstest calls tools in a test as an action does.
package toolstest

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"legomem/tools"
)

// Workspace is an empty workspace of the user Bob, whose clock stands still.
func Workspace(t testing.TB, now time.Time) *tools.Workspace {
	t.Helper()
	return open(t, t.TempDir(), now)
}

func open(t testing.TB, dir string, now time.Time) *tools.Workspace {
	t.Helper()
	ws, err := tools.OpenWorkspace(dir, "Bob", func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return ws
}

// Desk is a workspace with tools at hand.
type Desk struct {
	T   testing.TB
	Dir string // the workspace's folder
	WS  *tools.Workspace
	Reg *tools.Registry
	app string // of the tools
}

// New returns a desk at the given time with the given files.
func New(t testing.TB, now time.Time, all []tools.Tool, files map[string]string) *Desk {
	t.Helper()
	dir := t.TempDir()
	app, _, _ := strings.Cut(all[0].Name, ".")
	d := &Desk{t, dir, open(t, dir, now), tools.NewRegistry(all), app}
	for name, text := range files {
		if err := d.WS.WriteFile(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// Run calls a tool; the app may be left out of its name.
func (d *Desk) Run(name string, args map[string]any) tools.Observation {
	d.T.Helper()
	if !strings.Contains(name, ".") {
		name = d.app + "." + name
	}
	tool, err := d.Reg.Lookup(name)
	if err != nil {
		d.T.Fatal(err)
	}
	return tool.Run(d.T.Context(), d.WS, args)
}

// Call calls a tool with arguments written as JSON.
func (d *Desk) Call(name, args string) tools.Observation {
	d.T.Helper()
	var plain map[string]any
	if err := json.Unmarshal([]byte(args), &plain); err != nil {
		d.T.Fatalf("arguments %s: %v", args, err)
	}
	return d.Run(name, plain)
}

// Data calls a tool that must succeed.
func (d *Desk) Data(name, args string) map[string]any {
	d.T.Helper()
	obs := d.Call(name, args)
	if obs.Failed {
		d.T.Fatalf("%s %s failed (%s): %s", name, args, obs.Code, obs.Text)
	}
	data, _ := obs.Value().(map[string]any)
	return data
}

// Field calls a tool that must succeed, and returns what its data has at a path
// ("record.Name").
func (d *Desk) Field(name, args, path string) any {
	d.T.Helper()
	var at any = d.Data(name, args)
	for key := range strings.FieldsFuncSeq(path, func(r rune) bool { return r == '.' }) {
		object, ok := at.(map[string]any)
		if !ok {
			d.T.Fatalf("%s %s: no %s in its data", name, args, path)
		}
		at = object[key]
	}
	return at
}

// Fails calls a tool that must fail with the code, and with all of says in its text.
func (d *Desk) Fails(name, args string, code tools.Code, says ...string) {
	d.T.Helper()
	obs := d.Call(name, args)
	if !obs.Failed || obs.Code != code {
		d.T.Errorf("%s %s: failed %v, code %q, want %q: %s", name, args, obs.Failed, obs.Code, code, obs.Text)
	}
	for _, s := range says {
		if !strings.Contains(obs.Text, s) {
			d.T.Errorf("%s %s: %q does not say %q", name, args, obs.Text, s)
		}
	}
}

// Read returns a file's content.
func (d *Desk) Read(name string) string {
	d.T.Helper()
	data, err := d.WS.ReadFile(name)
	if err != nil {
		d.T.Fatal(err)
	}
	return string(data)
}

// Need skips a test where one of the programs is missing.
func Need[P interface{ Find() (string, error) }](t testing.TB, programs ...P) {
	t.Helper()
	for _, p := range programs {
		if _, err := p.Find(); err != nil {
			t.Skip(err)
		}
	}
}
