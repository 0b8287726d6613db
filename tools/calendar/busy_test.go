package calendar_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
)

func TestIsFree(t *testing.T) {
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": bobDay, "calendar/Tom.ics": tomDay})
	for _, tt := range []struct {
		name, args string
		busy       []any
		count      float64
	}{
		{"both", `{"users":"Bob and Tom","start":"2026-03-12 11:00"}`, []any{}, 0},
		{"until the next begins", `{"users":["Bob"],"start":"2026-03-12 11:00","end":"12:00"}`, []any{}, 0},
		{"one of them", `{"users":["Bob","Tom"],"start":"2026-03-12 15:30","duration_minutes":15}`, []any{"Tom"}, 1},
		{"neither, three events", `{"users":["Bob","Tom"],"start":"2026-03-12 12:00","end":"1:30 pm"}`, []any{"Bob", "Tom"}, 3},
		{"marked as free", `{"start":"2026-03-12 14:15","duration_minutes":30}`, []any{}, 0},
		{"a day", `{"users":["Tom","Zoe"],"start":"2026-03-12"}`, []any{"Tom"}, 2},
		{"nobody's calendar", `{"users":["Zoe"],"start":"2026-03-12 12:00"}`, []any{}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := o.Data("calendar.is_free", tt.args)
			must.NoDiff(t, cmp.Diff(tt.busy, got["busy_users"]), "busy (-want +got) %s")
			if got["free"] != (len(tt.busy) == 0) || got["count"] != tt.count || len(got["each"].([]any)) != len(got["users"].([]any)) {
				t.Errorf("%v", got)
			}
		})
	}
	o.Fails("calendar.is_free", `{"start":"2026-03-12 12:00","end":"11:00"}`, tools.BadArguments, "before the start")
	o.Fails("calendar.is_free", `{}`, tools.BadArguments, "missing start")
}

// TestFindFreeDays: several people, a length, and several days.
func TestFindFreeDays(t *testing.T) {
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": bobDay, "calendar/Tom.ics": tomDay})
	for _, tt := range []struct{ name, args, start, end string }{
		{"the second day", `{"users":"Bob and Tom","from_date":"2026-03-12","to_date":"2026-03-14","duration_minutes":240}`, "2026-03-13 09:00:00", "2026-03-13 13:00:00"},
		{"the first that fits", `{"users":"Bob and Tom","from_date":"2026-03-12","to_date":"2026-03-13","duration_minutes":60}`, "2026-03-12 11:00:00", "2026-03-12 12:00:00"},
		{"with hours", `{"users":"Bob","from_date":"2026-03-12","to_date":"2026-03-14","from":"1 pm","to":"3 pm","duration_minutes":120}`, "2026-03-13 13:00:00", "2026-03-13 15:00:00"},
		{"dates for from and to", `{"users":"Bob and Tom","from":"2026-03-12","to":"3/14/2026","duration_minutes":300}`, "2026-03-13 09:00:00", "2026-03-13 14:00:00"},
		{"not before today", `{"from_date":"2026-03-01","to_date":"2026-03-14"}`, "2026-03-10 09:15:00", "2026-03-10 10:15:00"},
		{"one day", `{"from_date":"2026-03-13"}`, "2026-03-13 09:00:00", "2026-03-13 10:00:00"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := o.Data("calendar.find_free_time", tt.args)
			if got["start"] != tt.start || got["end"] != tt.end {
				t.Errorf("%v to %v; slots %v", got["start"], got["end"], got["slots"])
			}
		})
	}
	o.Fails("calendar.find_free_time", `{"from_date":"2026-03-12","to_date":"2026-03-26"}`, tools.BadArguments, "more than 14 days")
	o.Fails("calendar.find_free_time", `{"from_date":"2026-03-12","to_date":"2026-03-11"}`, tools.BadArguments, "before from_date")
	o.Fails("calendar.find_free_time", `{"date":"2026-03-12","from_date":"2026-03-11"}`, tools.BadArguments, "which day")
	o.Fails("calendar.find_free_time", `{}`, tools.BadArguments, "which day")
	o.Fails("calendar.find_free_time", `{"from_date":"2026-03-12","to_date":"2026-03-13","duration_minutes":500}`, tools.NotFound, "from Thursday, 12 March 2026 to Friday, 13 March 2026")
}

// TestListWith: whose events they are, and no more than so many.
func TestListWith(t *testing.T) {
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": ical(event("a", "ATTENDEE;CN=Dana:mailto:dana@example.com"), event("b", "ORGANIZER:mailto:dana@example.com"), event("c", "ATTENDEE:mailto:dana@elsewhere.org"), event("d", "RRULE:FREQ=DAILY;COUNT=2"))})
	for args, want := range map[string][]any{
		`{"with":"Dana"}`: {"a", "b"}, `{"with":"DANA@example.com"}`: {"a", "b"}, `{"with":"dana@elsewhere.org"}`: {"c"}, `{"with":"Tom"}`: {}, `{"limit":2}`: {"a", "b"}, `{"with":"Dana","limit":"1"}`: {"a"},
	} {
		must.NoDiff(t, cmp.Diff(want, o.Data("calendar.list_events", args)["summaries"]), "%s (-want +got) %s", args)
	}
	events := o.Data("calendar.list_events", `{}`)["events"].([]any)
	recurring := map[any]any{}
	for _, e := range events {
		recurring[e.(map[string]any)["summary"]] = e.(map[string]any)["recurs"] != nil
	}
	must.NoDiff(t, cmp.Diff(map[any]any{"a": false, "b": false, "c": false, "d": true}, recurring), "recurring (-want +got) %s")
	o.Fails("calendar.list_events", `{"limit":-1}`, tools.BadArguments, "limit is -1")
}
