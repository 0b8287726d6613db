package calendar_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/tools"
	"legomem/tools/calendar"
)

// office is a workspace with the calendar tools.
type office struct {
	t   *testing.T
	dir string
	ws  *tools.Workspace
	reg *tools.Registry
}

var now = time.Date(2026, 3, 10, 9, 7, 0, 0, time.UTC)

// open makes a workspace of the user Bob whose clock stands in the given zone.
func open(t testing.TB, dir string, zone *time.Location) *tools.Workspace {
	t.Helper()
	ws, err := tools.OpenWorkspace(dir, "Bob", func() time.Time { return now.In(zone) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return ws
}

func newOffice(t *testing.T, zone *time.Location, files map[string]string) *office {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return &office{t, dir, open(t, dir, zone), tools.NewRegistry(calendar.Tools())}
}

// call runs a tool with arguments written as JSON.
func (o *office) call(name, args string) tools.Observation {
	o.t.Helper()
	tool, err := o.reg.Lookup(name)
	if err != nil {
		o.t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal([]byte(args), &m); err != nil {
		o.t.Fatalf("%s: %v", args, err)
	}
	return tool.Run(context.Background(), o.ws, m)
}

// data runs a tool that must succeed.
func (o *office) data(name, args string) map[string]any {
	o.t.Helper()
	obs := o.call(name, args)
	if obs.Failed {
		o.t.Fatalf("%s %s failed (%s): %s", name, args, obs.Code, obs.Text)
	}
	return obs.Value().(map[string]any)
}

// fails runs a tool that must fail with the code and say so.
func (o *office) fails(name, args string, code tools.Code, says ...string) {
	o.t.Helper()
	obs := o.call(name, args)
	if !obs.Failed || obs.Code != code {
		o.t.Fatalf("%s %s: failed %v, code %q, want %q: %s", name, args, obs.Failed, obs.Code, code, obs.Text)
	}
	for _, s := range says {
		if !strings.Contains(obs.Text, s) {
			o.t.Errorf("%s %s: %q does not say %q", name, args, obs.Text, s)
		}
	}
}

func (o *office) read(name string) string {
	o.t.Helper()
	b, err := os.ReadFile(filepath.Join(o.dir, name))
	if err != nil {
		o.t.Fatal(err)
	}
	return string(b)
}

func pick(m map[string]any, keys ...string) map[string]any {
	out := map[string]any{}
	for _, k := range keys {
		out[k] = m[k]
	}
	return out
}

func TestCorrupt(t *testing.T) {
	for name, text := range map[string]string{
		"not a calendar": "hello",
		"cut off":        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDTSTART:2024",
		"not closed":     "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY:x\r\nEND:VEVENT\r\n",
		"a bad time":     "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:tomorrow\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
		"binary":         "\x00\x01\x02\xff",
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t, time.UTC, map[string]string{"calendar/Tom.ics": text})
			for _, c := range [][2]string{
				{"calendar.list_events", `{"user":"Tom"}`},
				{"calendar.create_event", `{"users":["Bob","Tom"],"summary":"x","start":"2026-03-12 10:00"}`},
				{"calendar.delete_event", `{"user":"Tom","summary":"x"}`},
				{"calendar.find_free_time", `{"users":["Bob","Tom"],"date":"2026-03-12"}`},
			} {
				o.fails(c[0], c[1], tools.Corrupt, "calendar/Tom.ics")
			}
			if got := o.read("calendar/Tom.ics"); got != text {
				t.Errorf("the corrupt file was changed to %q", got)
			}
			if _, err := os.Stat(filepath.Join(o.dir, "calendar/Bob.ics")); err == nil {
				t.Error("the event was written for one and not for the other")
			}
			if got := o.data("calendar.inspect", `{"file_path":"calendar/Tom.ics"}`); got["error"] == "" || (name != "binary" && got["text"] != text) {
				t.Errorf("inspect: %v", got)
			}
		})
	}
}

func BenchmarkCreateEvent(b *testing.B) {
	ws := open(b, b.TempDir(), time.UTC)
	tool, _ := tools.NewRegistry(calendar.Tools()).Get("calendar.create_event")
	args := map[string]any{"user": "Dana", "summary": "Budget review", "start": "3/12/2026 2:00 pm", "end": "3/12/2026 3:30 pm"}
	for b.Loop() {
		_ = ws.Remove("calendar/Dana.ics")
		if obs := tool.Run(context.Background(), ws, args); obs.Failed {
			b.Fatal(obs.Text)
		}
	}
}

func BenchmarkListEvents(b *testing.B) {
	dir := b.TempDir()
	os.Mkdir(filepath.Join(dir, "calendar"), 0o700)
	os.WriteFile(filepath.Join(dir, "calendar/Bob.ics"), []byte(mixed), 0o600)
	ws := open(b, dir, time.UTC)
	tool, _ := tools.NewRegistry(calendar.Tools()).Get("calendar.list_events")
	for b.Loop() {
		if obs := tool.Run(context.Background(), ws, map[string]any{}); obs.Failed {
			b.Fatal(obs.Text)
		}
	}
}
