package calendar_test

import (
	"bytes"
	"os"
	"testing"
	"time"

	"legomem/must"
	"legomem/tools/toolstest"

	"github.com/google/go-cmp/cmp"
)

// TestSuiteCalendars adds to every calendar of the shared suite, and takes away.
func TestSuiteCalendars(t *testing.T) {
	for _, p := range toolstest.SharedFiles(t, "tasks", ".ics") {
		text := must.Have(os.ReadFile(p))(t)
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
		must.NoDiff(t, cmp.Diff(string(text), o.Read("calendar/Bob.ics")), "%s: adding and deleting an event changed the rest: %s", p)
	}
}
