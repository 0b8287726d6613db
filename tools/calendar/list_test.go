package calendar_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/tools"
)

const mixed = "BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME;X-Q=\"a;b\":Team, all\n" +
	"BEGIN:VTIMEZONE\nTZID:Custom\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\n" +
	"BEGIN:VEVENT\nUID:one\nDTSTART;TZID=America/New_York:20260312T100000\nDTEND;TZID=America/New_York:20260312T110000\n" +
	"SUMMARY:Stand-\n up\nATTENDEE;CN=\"Doe, Jane\":mailto:jane@example.com\nBEGIN:VALARM\nTRIGGER:-PT15M\nSUMMARY:not this\nEND:VALARM\nEND:VEVENT\n" +
	"BEGIN:VEVENT\nDTSTART:20260312T120000Z\nDURATION:PT30M\nSUMMARY:Lunch\nEND:VEVENT\n" +
	"BEGIN:VEVENT\nUID:days\nDTSTART;VALUE=DATE:20260320\nDTEND;VALUE=DATE:20260322\nSUMMARY:Fair\nEND:VEVENT\n" +
	"BEGIN:VEVENT\nUID:rec\nDTSTART:20260301T090000Z\nDTEND:20260301T093000Z\nRRULE:FREQ=DAILY;COUNT=30\nEXDATE:20260312T090000Z\nSUMMARY:Daily\nEND:VEVENT\n" +
	"BEGIN:VEVENT\nUID:rec\nRECURRENCE-ID:20260313T090000Z\nDTSTART:20260313T150000Z\nDTEND:20260313T153000Z\nSUMMARY:Daily (late)\nEND:VEVENT\n" +
	"END:VCALENDAR\n"

func TestList(t *testing.T) {
	tests := []struct {
		name, args string
		want       []string
	}{
		{"all", `{"user":"Bob"}`, []string{"Daily 2026-03-01 09:00:00", "Lunch 2026-03-12 12:00:00", "Stand-up 2026-03-12 14:00:00", "Daily (late) 2026-03-13 15:00:00", "Fair 2026-03-20"}},
		{"a day without its excluded occurrence", `{"user":"Bob","date":"3/12/2026"}`, []string{"Lunch 2026-03-12 12:00:00", "Stand-up 2026-03-12 14:00:00"}},
		{"a day with a moved occurrence", `{"user":"Bob","date":"2026-03-13"}`, []string{"Daily (late) 2026-03-13 15:00:00"}},
		{"occurrences in a time", `{"user":"bob","from":"2026-03-28","to":"2026-03-31"}`, []string{"Daily 2026-03-28 09:00:00", "Daily 2026-03-29 09:00:00", "Daily 2026-03-30 09:00:00"}},
		{"the second of several days", `{"date":"21 March 2026","contains":"FAIR"}`, []string{"Fair 2026-03-20"}},
		{"no more than that", `{"date":"22 March 2026","contains":"fair"}`, nil},
		{"text", `{"contains":"lunch"}`, []string{"Lunch 2026-03-12 12:00:00"}},
	}
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": mixed})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			data := o.Data("calendar.list_events", test.args)
			for _, e := range data["events"].([]any) {
				m := e.(map[string]any)
				got = append(got, m["summary"].(string)+" "+m["start"].(string))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if int(data["count"].(float64)) != len(test.want) || len(data["rows"].([]any)) != len(test.want) {
				t.Errorf("count %v, rows %v", data["count"], data["rows"])
			}
		})
	}
	text := o.Call("calendar.list_events", `{"user":"Bob"}`).Text
	for _, want := range []string{"Lunch: 2026-03-12 12:00:00 to 2026-03-12 12:30:00, once (id", "09:30:00, every day, 30 times (id", "15:30:00, one of a series (id"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not said in\n%s", want, text)
		}
	}
	if o.Read("calendar/Bob.ics") != mixed {
		t.Error("listing changed the file")
	}
}

func TestListOfNoCalendar(t *testing.T) {
	o := newOffice(t, time.UTC, nil)
	if got := o.Data("calendar.list_events", `{"user":"Zoe"}`); got["count"] != 0.0 {
		t.Errorf("got %v", got)
	}
	if _, err := os.Lstat(filepath.Join(o.Dir, "calendar", "Zoe.ics")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("listing made a calendar: %v", err)
	}
}

const (
	bobDay = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260312T080000Z\r\nDTEND:20260312T110000Z\r\nSUMMARY:Sleeping\r\nEND:VEVENT\r\n" +
		"BEGIN:VEVENT\r\nDTSTART:20260312T120000Z\r\nDTEND:20260312T130000Z\r\nSUMMARY:Class\r\nEND:VEVENT\r\n" +
		"BEGIN:VEVENT\r\nDTSTART:20260312T123000Z\r\nDTEND:20260312T140000Z\r\nSUMMARY:Nap\r\nEND:VEVENT\r\n" +
		"BEGIN:VEVENT\r\nDTSTART:20260312T140000Z\r\nDTEND:20260312T150000Z\r\nTRANSP:TRANSPARENT\r\nSUMMARY:Maybe\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
	tomDay = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260312T120000Z\r\nDTEND:20260312T130000Z\r\nSUMMARY:class\r\nEND:VEVENT\r\n" +
		"BEGIN:VEVENT\r\nDTSTART:20260312T143000Z\r\nDTEND:20260312T160000Z\r\nSUMMARY:Report\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)

func TestFindFreeTime(t *testing.T) {
	tests := []struct {
		name, args, start, end string
	}{
		{"two people, an hour", `{"users":"Bob, Tom","date":"3/12/2026","duration_minutes":60}`, "2026-03-12 11:00:00", "2026-03-12 12:00:00"},
		{"longer", `{"users":["Bob"],"date":"3/12/2026","duration_minutes":120}`, "2026-03-12 14:00:00", "2026-03-12 16:00:00"},
		{"half an hour in the afternoon", `{"users":["Bob","Tom"],"date":"3/12/2026","duration_minutes":"30","from":"1 pm"}`, "2026-03-12 14:00:00", "2026-03-12 14:30:00"},
		{"the evening", `{"users":["Bob","Tom"],"date":"3/12/2026","from":"15:00","to":"20:00"}`, "2026-03-12 16:00:00", "2026-03-12 17:00:00"},
		{"today, from the next quarter on", `{"users":["Bob"],"date":"today"}`, "2026-03-10 09:15:00", "2026-03-10 10:15:00"},
		{"someone without a calendar", `{"users":["Zoe"],"date":"3/12/2026"}`, "2026-03-12 09:00:00", "2026-03-12 10:00:00"},
	}
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": bobDay, "calendar/Tom.ics": tomDay})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := o.Data("calendar.find_free_time", test.args)
			if got["start"] != test.start || got["end"] != test.end {
				t.Errorf("got %v to %v, want %s to %s; slots %v", got["start"], got["end"], test.start, test.end, got["slots"])
			}
		})
	}
	o.Fails("calendar.find_free_time", `{"users":["Bob","Tom"],"date":"3/12/2026","duration_minutes":300}`, tools.NotFound, "wider from and to")
	o.Fails("calendar.find_free_time", `{"users":["Bob"],"date":"3/12/2026","from":"5 pm","to":"3 pm"}`, tools.BadArguments, "not after")
}

func TestCompare(t *testing.T) {
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": bobDay, "calendar/Tom.ics": tomDay})
	if got := o.Data("calendar.common_events", `{"users":["Bob","Tom"]}`)["summaries"]; !cmp.Equal(got, []any{"Class"}) {
		t.Errorf("common: %v", got)
	}
	o.Fails("calendar.common_events", `{"users":["Bob"]}`, tools.BadArguments, "two or more")
	got := o.Data("calendar.conflicts", `{"user":"Bob"}`)
	want := []any{"Class (2026-03-12 12:00:00 to 2026-03-12 13:00:00) conflicts with Nap (2026-03-12 12:30:00 to 2026-03-12 14:00:00)"}
	if diff := cmp.Diff(want, got["lines"]); diff != "" {
		t.Error(diff)
	}
	if got := o.Data("calendar.conflicts", `{"user":"Tom"}`); got["any"] != false {
		t.Errorf("Tom's: %v", got)
	}
	if got := o.Data("calendar.conflicts", `{"users":["Bob","Tom"]}`)["count"]; got != 2.0 {
		t.Errorf("together: %v conflicts, want Class/Nap and Tom's class/Nap", got)
	}
	told := o.Call("calendar.conflicts", `{"users":["Bob","Tom"]}`).Text
	for _, want := range []string{"Bob's Class (", "conflicts with Bob's Nap (", "Tom's ", "(not among them: 1 copy of one event in two calendars)"} {
		if !strings.Contains(told, want) {
			t.Errorf("of two calendars is told, without %q:\n%s", want, told)
		}
	}
}

// TestNothingListed: who finds no events is told what the calendar holds.
func TestNothingListed(t *testing.T) {
	few := calendarOf("BEGIN:VEVENT\nUID:a\nDTSTART:20260312T090000Z\nDTEND:20260312T100000Z\nSUMMARY:Lunch\nEND:VEVENT\n", "BEGIN:VEVENT\nUID:b\nDTSTART;VALUE=DATE:20260320\nDTEND;VALUE=DATE:20260322\nSUMMARY:Fair\nEND:VEVENT\n")
	for name, tt := range map[string]struct{ text, want string }{
		"few":     {few, "It holds 2 events, 2026-03-12 to 2026-03-21: \"Lunch\", \"Fair\""},
		"recurs":  {mixed, "It holds 5 events, 2026-03-01 to 2026-03-21 (1 of them recurring, by the first time): "},
		"untimed": {calendarOf("BEGIN:VEVENT\nUID:a\nSUMMARY:" + strings.Repeat("x", 70) + "\nEND:VEVENT\n"), "It holds 1 event, without times: \"" + strings.Repeat("x", 60) + "...\""},
		"many":    {calendarOf(slices.Repeat([]string{"BEGIN:VEVENT\nDTSTART:20260312T090000Z\nDTEND:20260312T100000Z\nSUMMARY:x\nEND:VEVENT\n"}, 30)...), "It holds 30 events, 2026-03-12 to 2026-03-12."},
		"none":    {calendarOf(), "It holds no events."},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": tt.text})
			for _, args := range []string{`{"contains":"unicorn"}`, `{"date":"2030-01-01"}`} {
				if text := o.Call("calendar.list_events", args).Text; !strings.Contains(text, tt.want) || len(text) > 300 {
					t.Errorf("%s says %q, want %q", args, text, tt.want)
				}
			}
		})
	}
	if text := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": mixed}).Call("calendar.list_events", `{}`).Text; strings.Contains(text, "It holds") {
		t.Errorf("what was found is followed by what there is: %q", text)
	}
}

func calendarOf(events ...string) string {
	return "BEGIN:VCALENDAR\nVERSION:2.0\n" + strings.Join(events, "") + "END:VCALENDAR\n"
}
