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

// odd is an old calendar: bytes of no charset, an odd order, blank lines, folds and two
// kinds of line breaks.
const odd = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-OLD: \xe9t\xe9\r\nBEGIN:VEVENT\r\nSUMMARY:Caf\xe9\r\nX-A;B=\"c:d\":\xff\xfe\r\n" +
	"ATTENDEE;PARTSTAT=ACCEPTED;CN=\"Doe,\r\n  Jane\":mailto:jane@example.com\r\nATTENDEE:MAILTO:Bob@Example.com\n" +
	"DTSTART;TZID=\"America/New_York\":20260312T100000\r\nDTEND;TZID=\"America/New_York\":20260312T110000\r\nUID:one\r\n" +
	"BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:-PT15M\r\nATTENDEE:mailto:jane@example.com\r\nEND:VALARM\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\nUID:two\nDTSTART;VALUE=DATE:20260320\nSUMMARY:Fair\nEND:VEVENT\nEND:VCALENDAR\r\n"

func TestUpdateLeavesTheRest(t *testing.T) {
	alarm := "BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:-PT15M\r\nATTENDEE:mailto:jane@example.com\r\nEND:VALARM\r\n"
	for _, tt := range []struct {
		name, args string
		replace    []string
	}{
		{"an end in its own zone", `"end":"6 pm"`, []string{"20260312T110000\r\n", "20260312T140000\r\n"}},
		{"a length", `"duration_minutes":"30"`, []string{"20260312T110000\r\n", "20260312T103000\r\n"}},
		{"a place", `"location":"Room 5, left"`, []string{"BEGIN:VEVENT\r\nSUMMARY:Caf", "BEGIN:VEVENT\r\nLOCATION:Room 5\\, left\r\nSUMMARY:Caf"}},
		{"another alarm", `"alarm_minutes":0`, []string{alarm, "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Caf\xe9\r\nTRIGGER:PT0S\r\nEND:VALARM\r\n"}},
		{"no alarm", `"no_alarm":true`, []string{alarm, ""}},
		{"an attendee less, by name", `"remove_attendees":["Doe, Jane"]`, nil},
		{"an attendee less, by address", `"remove_attendees":["jane@example.com"]`, []string{"ATTENDEE;PARTSTAT=ACCEPTED;CN=\"Doe,\r\n  Jane\":mailto:jane@example.com\r\n", ""}},
		{"an attendee less, by name alone", `"remove_attendees":["bob"]`, []string{"ATTENDEE:MAILTO:Bob@Example.com\n", ""}},
		{"who is there already", `"add_attendees":["jane"],"location":"x"`, []string{"BEGIN:VEVENT\r\nSUMMARY:Caf", "BEGIN:VEVENT\r\nLOCATION:x\r\nSUMMARY:Caf"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": odd})
			obs := o.Call("calendar.update_event", `{"id":"one",`+tt.args+`}`)
			if tt.replace == nil { // a comma parts two people
				if obs.Code != tools.NotFound || o.Read("calendar/Bob.ics") != odd {
					t.Errorf("%s: %s", obs.Code, obs.Text)
				}
				return
			}
			if obs.Failed {
				t.Fatal(obs.Text)
			}
			must.NoDiff(t, cmp.Diff(strings.NewReplacer(tt.replace...).Replace(odd), o.Read("calendar/Bob.ics")), "(-want +got) %s")
		})
	}
}

// TestUpdateOfDays: an all-day event ends on the day given.
func TestUpdateOfDays(t *testing.T) {
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": odd})
	got := o.Data("calendar.update_event", `{"summary":"fair","end":"2026-03-22","alarm_minutes":60}`)
	if got["end"] != "2026-03-22" || got["start"] != "2026-03-20" || got["alarm_minutes"] != 60.0 {
		t.Errorf("%v", got)
	}
	o.Fails("calendar.update_event", `{"summary":"fair","duration_minutes":30}`, tools.BadArguments, "its last day as end")
	o.Fails("calendar.update_event", `{"summary":"fair","end":"2026-03-19"}`, tools.BadArguments, "before the start")
	o.Fails("calendar.update_event", `{"summary":"fair","end":"2026-03-20 10:00"}`, tools.BadArguments, "both as dates")
}

// TestUpdateAttendees: who is invited gets the event as it is, who is taken off loses it;
// the calendars of all others stay.
func TestUpdateAttendees(t *testing.T) {
	o := newOffice(t, time.UTC, map[string]string{"calendar/Dana.ics": strings.ReplaceAll(ical(event("hers")), "\r\n", "\n")})
	made := o.Data("calendar.create_event", `{"summary":"Kickoff","start":"2026-03-12 10:00","attendees":["Eve","Tom"],"repeat":"week"}`)
	tom := o.Read("calendar/Tom.ics")
	got := o.Data("calendar.update_event", `{"summary":"kickoff","add_attendees":["Dana","x@city.gov"],"remove_attendees":"Eve"}`)
	want := map[string]any{"joined": []any{"Dana"}, "left": []any{"Eve"}, "attendees": []any{"x@city.gov", "Dana", "Tom"}, "id": made["id"]}
	names := func(v any) any { return v }
	if diff := cmp.Diff(want["joined"], names(got["joined"])); diff != "" {
		t.Error(diff)
	}
	if len(got["attendees"].([]any)) != 3 || got["id"] != made["id"] || !cmp.Equal(got["left"], want["left"]) {
		t.Errorf("%v", got)
	}
	dana := o.Read("calendar/Dana.ics")
	for _, l := range []string{"UID:hers\n", "UID:" + made["id"].(string) + "\n", "RRULE:FREQ=WEEKLY\n", "ATTENDEE;CN=Dana:mailto:Dana@example.com\n", "ATTENDEE:mailto:x@city.gov\n", "ORGANIZER:mailto:Bob@example.com\n"} {
		if !strings.Contains(dana, l) {
			t.Errorf("no %q in Dana's\n%s", l, dana)
		}
	}
	if strings.Contains(o.Read("calendar/Eve.ics"), "VEVENT") || strings.Contains(o.Read("calendar/Bob.ics"), "Eve") {
		t.Error("Eve is still there")
	}
	if o.Read("calendar/Tom.ics") != tom {
		t.Error("Tom's calendar was changed")
	}
	if _, err := os.Stat(filepath.Join(o.Dir, "calendar/x.ics")); err == nil {
		t.Error("someone outside the office got a calendar")
	}
}

// TestFirstAttendee: an event without an organiser gets one.
func TestFirstAttendee(t *testing.T) {
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": ical(event("a"))})
	o.Data("calendar.update_event", `{"id":"a","add_attendees":"Eve"}`)
	if text := o.Read("calendar/Bob.ics"); !strings.Contains(text, "ORGANIZER:mailto:Bob@example.com\r\n") || text[strings.Index(text, "UID"):] == "" {
		t.Errorf("it is\n%s", text)
	}
	if got := o.Data("calendar.list_events", `{"user":"Eve","with":"Bob"}`); got["count"] != 1.0 {
		t.Errorf("Eve has %v", got)
	}
}

func TestUpdateRefused(t *testing.T) {
	for args, says := range map[string]string{
		`"id":"one"`: "nothing is to change", `"id":"one","location":" "`: "nothing is to change", `"id":"one","end":"5 pm","duration_minutes":5`: "one of them",
		`"id":"one","duration_minutes":-5`: "more than 0", `"id":"one","no_alarm":true,"alarm_minutes":1`: "contradict", `"id":"one","alarm_minutes":1e9`: "at most a year",
		`"id":"one","add_attendees":"Tom","remove_attendees":["TOM"]`: "both to be invited", `"location":"x"`: "which event",
	} {
		o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": odd})
		o.Fails("calendar.update_event", "{"+args+"}", tools.BadArguments, says)
	}
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": odd})
	o.Fails("calendar.update_event", `{"id":"one","remove_attendees":"Tom"}`, tools.NotFound, "no attendee Tom", "Jane")
	o.Fails("calendar.update_event", `{"id":"one","add_attendees":"../Tom"}`, tools.Refused, "no slash")
	if o.Read("calendar/Bob.ics") != odd {
		t.Error("a refused change changed the file")
	}
}
