package calendar_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"legomem/tools"
	"legomem/tools/calendar"
	"legomem/tools/toolstest"
)

var now = time.Date(2026, 3, 10, 9, 7, 0, 0, time.UTC)

func newOffice(t testing.TB, zone *time.Location, files map[string]string) *toolstest.Desk {
	return toolstest.New(t, now.In(zone), calendar.Tools(), files)
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
				o.Fails(c[0], c[1], tools.Corrupt, "calendar/Tom.ics")
			}
			if got := o.Read("calendar/Tom.ics"); got != text {
				t.Errorf("the corrupt file was changed to %q", got)
			}
			if _, err := os.Stat(filepath.Join(o.Dir, "calendar/Bob.ics")); err == nil {
				t.Error("the event was written for one and not for the other")
			}
			if got := o.Data("calendar.inspect", `{"file_path":"calendar/Tom.ics"}`); got["error"] == "" || (name != "binary" && got["text"] != text) {
				t.Errorf("inspect: %v", got)
			}
		})
	}
}

func BenchmarkCreateEvent(b *testing.B) {
	o := newOffice(b, time.UTC, nil)
	for b.Loop() {
		_ = o.WS.Remove("calendar/Dana.ics")
		o.Data("create_event", `{"user":"Dana","summary":"Budget review","start":"3/12/2026 2:00 pm","end":"3/12/2026 3:30 pm"}`)
	}
}

func BenchmarkListEvents(b *testing.B) {
	o := newOffice(b, time.UTC, map[string]string{"calendar/Bob.ics": mixed})
	for b.Loop() {
		o.Data("list_events", `{}`)
	}
}
