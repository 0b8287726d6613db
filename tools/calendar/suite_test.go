package calendar_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
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
		before := o.Data("calendar.list_events", `{}`)["count"].(float64)
		got := o.Data("calendar.create_event", `{"summary":"Added","start":"2030-01-01 10:00"}`)
		if after := o.Data("calendar.list_events", `{}`)["count"].(float64); after != before+1 {
			t.Errorf("%s: %v events, then %v", p, before, after)
		}
		at := bytes.Index([]byte(o.Read("calendar/Bob.ics")), []byte("BEGIN:VEVENT\r\nUID:"+got["id"].(string)))
		at2 := bytes.Index([]byte(o.Read("calendar/Bob.ics")), []byte("BEGIN:VEVENT\nUID:"+got["id"].(string)))
		if max(at, at2) < 0 {
			t.Errorf("%s: the new event is not in the file", p)
		}
		o.Data("calendar.delete_event", `{"id":"`+got["id"].(string)+`"}`)
		if diff := cmp.Diff(string(text), o.Read("calendar/Bob.ics")); diff != "" {
			t.Errorf("%s: adding and deleting an event changed the rest: %s", p, diff)
		}
	})
}
