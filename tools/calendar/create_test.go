package calendar_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
)

func TestCreate(t *testing.T) {
	berlin := time.FixedZone("CET", 3600)
	tests := []struct {
		name, args string
		zone       *time.Location
		want       map[string]any
		lines      []string // in calendar/Dana.ics
	}{
		{"a time in UTC", `{"user":"Dana","summary":"Budget review","start":"3/12/2026 2:00 pm","end":"3/12/2026 3:30 pm"}`, time.UTC,
			map[string]any{"start": "2026-03-12 14:00:00", "end": "2026-03-12 15:30:00", "user": "Dana", "summary": "Budget review",
				"when": "Thursday, 12 March 2026, 2:00 pm to 3:30 pm"},
			[]string{"DTSTART:20260312T140000Z", "DTEND:20260312T153000Z", "SUMMARY:Budget review", "DTSTAMP:20260310T090700Z"}},
		{"a floating time elsewhere", `{"user":"Dana","summary":"x","start":"2026-03-12 14:00:00"}`, berlin,
			map[string]any{"start": "2026-03-12 14:00:00", "end": "2026-03-12 15:00:00"},
			[]string{"DTSTART:20260312T140000\r", "DTEND:20260312T150000\r"}},
		{"an instant is brought into the zone", `{"user":"Dana","summary":"x","start":"2026-03-12T14:00:00Z"}`, berlin,
			map[string]any{"start": "2026-03-12 15:00:00"}, []string{"DTSTART:20260312T150000\r"}},
		{"whole days", `{"user":"Dana","summary":"Travel","start":"6/19/2024","end":"6/23/2024","location":"Florida"}`, time.UTC,
			map[string]any{"start": "2024-06-19", "end": "2024-06-23", "all_day": true},
			[]string{"DTSTART:20240619T000000\r", "DTEND:20240623T235959\r", "LOCATION:Florida", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"}},
		{"the end is a time alone", `{"user":"Dana","summary":"x","start":"2026-03-12 14:00","end":"3:30 pm"}`, time.UTC,
			map[string]any{"end": "2026-03-12 15:30:00"}, []string{"DTEND:20260312T153000Z"}},
		{"a duration as text", `{"user":"Dana","summary":"x","start":"2026-03-12 23:30","duration_minutes":"45"}`, time.UTC,
			map[string]any{"end": "2026-03-13 00:15:00"}, []string{"DTEND:20260313T001500Z"}},
		{"punctuation is escaped and cannot add lines", `{"user":"Dana","summary":"a, b; c\nDTSTART:19990101T000000","start":"2026-03-12 14:00","description":"one\r\ntwo"}`, time.UTC,
			map[string]any{"summary": "a, b; c DTSTART:19990101T000000"}, []string{`SUMMARY:a\, b\; c DTSTART:19990101T000000`, `DESCRIPTION:one\ntwo`}},
		{"an hour of one digit", `{"user":"Dana","summary":"x","start":"2026-03-12 9:30"}`, time.UTC,
			map[string]any{"start": "2026-03-12 09:30:00"}, nil},
		{"the user given as an address", `{"user":"Dana@example.com","summary":"x","start":"2026-03-12 14:00"}`, time.UTC,
			map[string]any{"user": "Dana", "file": "calendar/Dana.ics"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := newOffice(t, test.zone, nil)
			got := o.Data("calendar.create_event", test.args)
			for k, want := range test.want {
				must.NoDiff(t, cmp.Diff(want, got[k]), "%s: %s", k)
			}
			text := o.Read("calendar/Dana.ics")
			for _, l := range test.lines {
				if !strings.Contains(text, l) {
					t.Errorf("no %q in\n%s", l, text)
				}
			}
			if n := strings.Count(text, "\nDTSTART"); n != 1 {
				t.Errorf("%d DTSTART lines in\n%s", n, text)
			}
		})
	}
}

func TestCreateRefused(t *testing.T) {
	tests := []struct {
		name, args string
		code       tools.Code
		says       string
	}{
		{"end before start", `{"user":"Dana","summary":"x","start":"2026-03-12 14:00","end":"2026-03-12 13:00"}`, tools.BadArguments, "before the start"},
		{"no such date", `{"user":"Dana","summary":"x","start":"2026-02-30 14:00"}`, tools.BadArguments, "accepted:"},
		{"no title", `{"user":"Dana","summary":"  ","start":"2026-03-12 14:00"}`, tools.BadArguments, "summary"},
		{"a path for a user", `{"user":"../Dana","summary":"x","start":"2026-03-12 14:00"}`, tools.Refused, "no slash"},
		{"a control character in a user", `{"user":"Da\u0007na","summary":"x","start":"2026-03-12 14:00"}`, tools.Refused, "control"},
		{"an hour that may be either", `{"user":"Dana","summary":"x","start":"3/12/2026 2:00"}`, tools.BadArguments, "start: "},
		{"a time without a day", `{"user":"Dana","summary":"x","start":"2 pm"}`, tools.BadArguments, "start"},
		{"a day with a timed end", `{"user":"Dana","summary":"x","start":"2026-03-12","end":"2026-03-12 14:00"}`, tools.BadArguments, "accepted"},
		{"a negative duration", `{"user":"Dana","summary":"x","start":"2026-03-12 14:00","duration_minutes":-5}`, tools.BadArguments, "duration_minutes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := newOffice(t, time.UTC, nil)
			o.Fails("calendar.create_event", test.args, test.code, test.says)
			if _, err := os.Stat(filepath.Join(o.Dir, "calendar")); err == nil {
				t.Error("a refused event left a calendar behind")
			}
		})
	}
}

func TestCreateForSeveral(t *testing.T) {
	o := newOffice(t, time.UTC, nil)
	args := `{"user":"Bob","users":"Tom and Ann","summary":"Kickoff","start":"2026-03-12 10:00","attendees":["Eve","officer@city.gov"]}`
	got := o.Data("calendar.create_event", args)
	want := map[string]any{
		"users":   []any{"Bob", "Tom", "Ann", "Eve"},
		"files":   []any{"calendar/Bob.ics", "calendar/Tom.ics", "calendar/Ann.ics", "calendar/Eve.ics"},
		"already": []any{},
	}
	if diff := cmp.Diff(want, pick(got, "users", "files", "already")); diff != "" {
		t.Error(diff)
	}
	for _, f := range []string{"Bob", "Tom", "Ann", "Eve"} {
		text := o.Read("calendar/" + f + ".ics")
		for _, l := range []string{"UID:" + got["id"].(string), "ATTENDEE;CN=Eve:mailto:Eve@example.com", "mailto:officer@city.gov"} {
			if !strings.Contains(text, l) {
				t.Errorf("%s: no %q in\n%s", f, l, text)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(o.Dir, "calendar/officer.ics")); err == nil {
		t.Error("someone outside the office got a calendar")
	}

	before := o.Read("calendar/Tom.ics")
	if again := o.Data("calendar.create_event", args); cmp.Equal(again["already"], []any{}) || again["id"] != got["id"] {
		t.Errorf("the same event again: %v", again)
	}
	if after := o.Read("calendar/Tom.ics"); after != before {
		t.Error("the same event again changed the file")
	}
}

// TestAllOrNone shows that an event for several is written for all or none: the
// second calendar's name is taken by a folder, which only writing finds out.
func TestAllOrNone(t *testing.T) {
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": bobDay, "calendar/Tom.ics/x": ""})
	obs := o.Call("calendar.create_event", `{"users":["Bob","Tom"],"summary":"x","start":"2026-03-12 10:00"}`)
	if !obs.Failed {
		t.Fatal("writing over a folder succeeded")
	}
	if o.Read("calendar/Bob.ics") != bobDay {
		t.Error("Bob's calendar was changed")
	}
}
