package calendar_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
)

// TestMoveBy: an event moves by minutes as they pass, and by days at the same hour.
func TestMoveBy(t *testing.T) {
	berlin := must.Have(time.LoadLocation("Europe/Berlin"))(t) // its clocks change on 2026-03-29
	night := ical("BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260328T100000\r\nDTEND:20260328T113000\r\nSUMMARY:a\r\nEND:VEVENT\r\n",
		"BEGIN:VEVENT\r\nUID:d\r\nDTSTART;VALUE=DATE:20260328\r\nDTEND;VALUE=DATE:20260330\r\nSUMMARY:d\r\nEND:VEVENT\r\n",
		"BEGIN:VEVENT\r\nUID:u\r\nDTSTART:20260328T090000Z\r\nSUMMARY:u\r\nEND:VEVENT\r\n")
	for _, tt := range []struct{ name, args, start, end string }{
		{"later", `"id":"a","by_minutes":"30"`, "2026-03-28 10:30:00", "2026-03-28 12:00:00"},
		{"earlier", `"id":"a","by_minutes":-90`, "2026-03-28 08:30:00", "2026-03-28 10:00:00"},
		{"a day of minutes", `"id":"a","by_minutes":1440`, "2026-03-29 11:00:00", "2026-03-29 12:30:00"},
		{"a day", `"id":"a","by_days":1`, "2026-03-29 10:00:00", "2026-03-29 11:30:00"},
		{"a day, written in UTC", `"id":"u","by_days":1`, "2026-03-29 10:00:00", "2026-03-29 10:00:00"},
		{"a week back", `"id":"a","by_days":-7`, "2026-03-21 10:00:00", "2026-03-21 11:30:00"},
		{"days", `"id":"d","by_days":2`, "2026-03-30", "2026-03-31"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, berlin, map[string]string{"calendar/Bob.ics": night})
			got := o.Data("calendar.move_event", "{"+tt.args+"}")
			if got["start"] != tt.start || got["end"] != tt.end {
				t.Errorf("it is from %v to %v", got["start"], got["end"])
			}
			again := o.Data("calendar.list_events", `{"contains":"`+got["summary"].(string)+`"}`)
			if again["first_start"] != tt.start {
				t.Errorf("it is listed at %v", again["first_start"])
			}
		})
	}
	o := newOffice(t, berlin, map[string]string{"calendar/Bob.ics": night})
	for args, says := range map[string]string{
		`"id":"a"`: "one of start", `"id":"a","by_days":1,"by_minutes":5`: "one of start", `"id":"a","start":"5 pm","by_days":1`: "one of start",
		`"id":"a","by_days":1,"end":"5 pm"`: "end goes with start", `"id":"d","by_minutes":30`: "by_days", `"id":"a","by_days":100000`: "ten years", `"id":"a","by_minutes":-1e12`: "ten years",
	} {
		o.Fails("calendar.move_event", "{"+args+"}", tools.BadArguments, says)
	}
}

// TestMoveOfSeries: a series moves as a whole, or not at all.
func TestMoveOfSeries(t *testing.T) {
	for _, tt := range []struct {
		name, text, args, says string
	}{
		{"an hour later", ical(event("a", "RRULE:FREQ=WEEKLY;BYDAY=TH")), `"by_minutes":60`, ""},
		{"to another day of the rule", ical(event("a", "RRULE:FREQ=WEEKLY;BYDAY=TH")), `"by_days":7`, ""},
		{"a rule that goes by the start", ical(event("a", "RRULE:FREQ=WEEKLY")), `"by_days":1`, ""},
		{"to a day that the rule has not", ical(event("a", "RRULE:FREQ=WEEKLY;BYDAY=TH")), `"by_days":1`, "every week on Thursday, which does not fit Friday"},
		{"behind its end", ical(event("a", "RRULE:FREQ=DAILY;UNTIL=20260320T000000Z")), `"by_days":30`, "does not fit"},
		{"with days left out", ical(event("a", "RRULE:FREQ=DAILY", "EXDATE:20260313T090000Z")), `"by_minutes":60`, "delete it and create it anew"},
		{"with a changed occurrence", ical(event("a", "RRULE:FREQ=DAILY"), event("a", "RECURRENCE-ID:20260313T090000Z")), `"by_minutes":60`, "changed by hand"},
		{"one occurrence", ical(event("a", "RRULE:FREQ=DAILY")), `"summary":"a","old_start":"2026-03-14","by_minutes":60`, "is changed as a whole"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": tt.text})
			args := `{"id":"a",` + tt.args + `}`
			if tt.args[1] == 's' {
				args = "{" + tt.args + "}"
			}
			if tt.says == "" {
				o.Data("calendar.move_event", args)
				return
			}
			o.Fails("calendar.move_event", args, tools.Refused, tt.says)
			if o.Read("calendar/Bob.ics") != tt.text {
				t.Error("the file changed")
			}
		})
	}
}

// TestAnyCase: the names of an event's lines are read in any case.
func TestAnyCase(t *testing.T) {
	text := strings.NewReplacer("DTSTART", "dtstart", "DTEND", "DtEnd", "SUMMARY", "Summary").Replace(ical(event("a")))
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": text})
	if got := o.Data("calendar.move_event", `{"summary":"a","by_minutes":60}`); got["start"] != "2026-03-12 10:00:00" || got["end"] != "2026-03-12 11:00:00" {
		t.Errorf("%v", got)
	}
	o.Data("calendar.update_event", `{"summary":"a","end":"noon"}`)
	want := strings.NewReplacer("dtstart:20260312T09", "DTSTART:20260312T10", "DtEnd:20260312T10", "DTEND:20260312T12").Replace(text)
	must.NoDiff(t, cmp.Diff(want, o.Read("calendar/Bob.ics")), "(-want +got) %s")
}
