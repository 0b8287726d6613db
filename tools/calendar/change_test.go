package calendar_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/tools"
)

func TestEditsLeaveTheRest(t *testing.T) {
	tests := []struct {
		name, tool, args string
		replace          []string // pairs: what in mixed becomes what
	}{
		{"rename a folded title", "calendar.rename_event", `{"id":"one","new_summary":"Sync; daily"}`, []string{"SUMMARY:Stand-\n up\n", "SUMMARY:Sync\\; daily\n"}},
		{"move in the event's own zone", "calendar.move_event", `{"summary":"stand-up","start":"2026-03-16 18:00"}`,
			[]string{"20260312T100000\n", "20260316T140000\n", "20260312T110000\n", "20260316T150000\n"}},
		{"move by time alone, keeping a duration", "calendar.move_event", `{"summary":"Lunch","start":"1 pm"}`, []string{"20260312T120000Z", "20260312T130000Z"}},
		{"move by date alone", "calendar.move_event", `{"summary":"Lunch","start":"3/14/2026"}`, []string{"20260312T120000Z", "20260314T120000Z"}},
		{"a duration gives way to an end", "calendar.move_event", `{"summary":"Lunch","start":"1 pm","end":"2 pm"}`,
			[]string{"DTSTART:20260312T120000Z\nDURATION:PT30M\n", "DTEND:20260312T140000Z\nDTSTART:20260312T130000Z\n"}},
		{"move days", "calendar.move_event", `{"id":"days","start":"4/1/2026"}`, []string{"DATE:20260320", "DATE:20260401", "DATE:20260322", "DATE:20260403"}},
		{"delete", "calendar.delete_event", `{"summary":"Fair"}`, []string{"BEGIN:VEVENT\nUID:days\nDTSTART;VALUE=DATE:20260320\nDTEND;VALUE=DATE:20260322\nSUMMARY:Fair\nEND:VEVENT\n", ""}},
		{"delete a series", "calendar.delete_event", `{"id":"rec"}`, []string{mixed[strings.Index(mixed, "BEGIN:VEVENT\nUID:rec"):strings.Index(mixed, "END:VCALENDAR")], ""}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": mixed})
			o.Data(test.tool, test.args)
			want := strings.NewReplacer(test.replace...).Replace(mixed)
			if diff := cmp.Diff(want, o.Read("calendar/Bob.ics")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFinding(t *testing.T) {
	twice := "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260312T120000Z\r\nSUMMARY:Call\r\nEND:VEVENT\r\n" +
		"BEGIN:VEVENT\r\nDTSTART:20260313T120000Z\r\nSUMMARY:Call\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": twice})
	o.Fails("calendar.delete_event", `{"summary":"call"}`, tools.Ambiguous, "2026-03-12 12:00:00", "2026-03-13 12:00:00", "(id ev-")
	o.Fails("calendar.delete_event", `{"summary":"dinner"}`, tools.NotFound, "Call")
	o.Fails("calendar.delete_event", `{"id":"nope"}`, tools.NotFound, "Call")
	o.Fails("calendar.delete_event", `{}`, tools.BadArguments, "id, or summary")
	first := o.Data("calendar.list_events", `{}`)["events"].([]any)[0].(map[string]any)["id"].(string)
	o.Data("calendar.delete_event", `{"summary":"call","start":"3/13/2026"}`)
	left := o.Data("calendar.list_events", `{}`)
	if left["count"] != 1.0 || left["events"].([]any)[0].(map[string]any)["id"] != first {
		t.Errorf("left: %v; an id without UID must stay the same", left)
	}
}
