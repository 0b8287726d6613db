package calendar_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/tools"
	"legomem/tools/calendar"
)

// suiteCalendars calls f with every calendar of the shared suite.
func suiteCalendars(t testing.TB, f func(path string, text []byte)) {
	root := filepath.Join("..", "..", "..", "shared", "officebench", "tasks")
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no shared OfficeBench data at %s", root)
	}
	n := 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(p) != ".ics" {
			return err
		}
		text, err := os.ReadFile(p)
		if err == nil {
			n++
			f(p, text)
		}
		return err
	})
	if err != nil || n == 0 {
		t.Fatalf("%d calendars read: %v", n, err)
	}
}

func TestSuiteCalendars(t *testing.T) {
	suiteCalendars(t, func(p string, text []byte) {
		o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": string(text)})
		before := o.data("calendar.list_events", `{}`)["count"].(float64)
		got := o.data("calendar.create_event", `{"summary":"Added","start":"2030-01-01 10:00"}`)
		if after := o.data("calendar.list_events", `{}`)["count"].(float64); after != before+1 {
			t.Errorf("%s: %v events, then %v", p, before, after)
		}
		at := bytes.Index([]byte(o.read("calendar/Bob.ics")), []byte("BEGIN:VEVENT\r\nUID:"+got["id"].(string)))
		at2 := bytes.Index([]byte(o.read("calendar/Bob.ics")), []byte("BEGIN:VEVENT\nUID:"+got["id"].(string)))
		if max(at, at2) < 0 {
			t.Errorf("%s: the new event is not in the file", p)
		}
		o.data("calendar.delete_event", `{"id":"`+got["id"].(string)+`"}`)
		if diff := cmp.Diff(string(text), o.read("calendar/Bob.ics")); diff != "" {
			t.Errorf("%s: adding and deleting an event changed the rest: %s", p, diff)
		}
	})
}

func FuzzCalendar(f *testing.F) {
	for _, s := range []string{mixed, bobDay, "", "BEGIN:VCALENDAR\nEND:VCALENDAR", "BEGIN:VEVENT\n", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n DTSTART\r\nEND:VEVENT"} {
		f.Add(s)
	}
	tool, _ := tools.NewRegistry(calendar.Tools()).Get("calendar.list_events")
	change, _ := tools.NewRegistry(calendar.Tools()).Get("calendar.create_event")
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		os.Mkdir(filepath.Join(dir, "calendar"), 0o700)
		os.WriteFile(filepath.Join(dir, "calendar/Bob.ics"), []byte(text), 0o600)
		ws := open(t, dir, time.UTC)
		obs := tool.Run(context.Background(), ws, map[string]any{"date": "2026-03-12"})
		if obs.Code == tools.Internal {
			t.Fatalf("list: %s", obs.Text)
		}
		added := change.Run(context.Background(), ws, map[string]any{"summary": "x", "start": "2026-03-12"})
		if added.Code == tools.Internal || (!obs.Failed && added.Failed) {
			t.Fatalf("create after a list that worked: %s", added.Text)
		}
	})
}
