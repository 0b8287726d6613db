package calendar_test

import (
	"strings"
	"testing"
	"time"

	"legomem/tools"
	"legomem/tools/calendar"
	"legomem/tools/toolstest"
)

// FuzzCalendar: a file that can be listed can be added to, and what is added
// comes off again with every other byte as it was.
func FuzzCalendar(f *testing.F) {
	for _, s := range []string{
		mixed, bobDay, "", "BEGIN:VCALENDAR\nEND:VCALENDAR", "BEGIN:VEVENT\n", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n DTSTART\r\nEND:VEVENT",
		ical(event("a", "RRULE:FREQ=DAILY;BYDAY=MO;UNTIL=20270101", "EXDATE:20260313T090000Z", "RDATE;VALUE=DATE:20260320")),
		ical(event("a", "BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM"), event("a"), event("a", "RECURRENCE-ID:20260312T090000Z")),
		ical(event("a", "DESCRIPTION:folded", "  again", "\tand again")), "\ufeff" + ical(), strings.ReplaceAll(ical(event("b")), "\r\n", "\r"),
		ical("BEGIN:VTIMEZONE\r\nTZID:X\r\nEND:VTIMEZONE\r\n", strings.Replace(event("z"), "DTSTART:", "DTSTART;TZID=Europe/Berlin:", 1)),
		odd, strings.Replace(odd, "DTEND", "DTeND", 1), strings.ReplaceAll(ical(event("a", "BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM")), "T", "t"), ical(event("a", "BEGIN:VALARM", "TRIGGER;VALUE=DATE-TIME:20260312T083000Z", "END:VALARM", "BEGIN:VALARM", "END:VALARM")), ical(event("a", "BEGIN:VALARM"), event("b", "END:VALARM")),
		ical(event("a", "BEGIN:VALARM", "BEGIN:VALARM", "TRIGGER;RELATED=END:-P1W2DT3H4M5S", "END:VALARM", "END:VALARM", "ORGANIZER:mailto:x", "ATTENDEE;CN=:", "EXDATE;TZID=X:1,,20260312T090000")),
		ical(event("r", "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20260313T090000Z"), event("r", "RECURRENCE-ID;VALUE=DATE:20260312", "RRULE:FREQ=DAILY")),
	} {
		f.Add(s)
	}
	reg := tools.NewRegistry(calendar.Tools())
	f.Fuzz(func(t *testing.T, text string) {
		o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": text})
		o.Reg = reg
		all := o.Call("calendar.list_events", `{}`)
		if all.Code == tools.Internal || all.Code == tools.BadArguments {
			t.Fatalf("list: %s: %s", all.Code, all.Text)
		}
		day := o.Call("calendar.list_events", `{"date":"2026-03-12"}`)
		if day.Code == tools.Internal || day.Code == tools.BadArguments {
			t.Fatalf("list a day: %s: %s", day.Code, day.Text)
		}
		added := o.Call("calendar.create_event", `{"summary":"x","start":"2026-03-12"}`)
		if added.Code == tools.Internal || (!all.Failed && !day.Failed && added.Failed) {
			t.Fatalf("create after a list that worked: %s", added.Text)
		}
		if added.Failed {
			return
		}
		id := added.Value().(map[string]any)["id"].(string)
		if gone := o.Call("calendar.delete_event", `{"id":"`+id+`"}`); gone.Failed {
			t.Fatalf("delete %s: %s", id, gone.Text)
		}
		if got := o.Read("calendar/Bob.ics"); got != text {
			t.Errorf("adding and deleting made %q of %q", got, text)
		}
		checkChanges(t, o, all)
	})
}

// checkChanges: the first event of a calendar can be changed, and its day cleared, or it
// is said why not; the calendar can be listed as before.
func checkChanges(t *testing.T, o *toolstest.Desk, all tools.Observation) {
	t.Helper()
	events, _ := all.Value().(map[string]any)["events"].([]any)
	if len(events) == 0 {
		return
	}
	id := events[0].(map[string]any)["id"]
	for _, a := range []struct {
		tool string
		args map[string]any
	}{
		{"calendar.update_event", map[string]any{"id": id, "duration_minutes": 5, "alarm_minutes": 10, "location": "x", "add_attendees": "Eve"}},
		{"calendar.update_event", map[string]any{"id": id, "remove_attendees": "Eve", "no_alarm": true}},
		{"calendar.move_event", map[string]any{"id": id, "by_days": 1}},
		{"calendar.delete_event", map[string]any{"id": id, "occurrence": "2026-03-13"}},
		{"calendar.delete_events", map[string]any{"date": "2026-03-12"}},
	} {
		if obs := o.Run(a.tool, a.args); obs.Code == tools.Internal {
			t.Errorf("%s: %s", a.tool, obs.Text)
		}
		if again := o.Call("calendar.list_events", `{}`); again.Failed {
			t.Fatalf("after %s: %s", a.tool, again.Text)
		}
	}
}

// FuzzRecurrence: a rule is followed within the caps, or refused.
func FuzzRecurrence(f *testing.F) {
	for _, s := range []string{
		"FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,-1SU;WKST=SU", "FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU,WE,TH,FR", "FREQ=YEARLY;BYEASTER=1", "FREQ=YEARLY;BYWEEKNO=53;BYYEARDAY=-366",
		"FREQ=HOURLY;INTERVAL=23", "FREQ=MINUTELY;BYHOUR=1", "FREQ=SECONDLY;COUNT=3", "FREQ=DAILY;UNTIL=20260401", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;BYHOUR=0,0,0,0", "RRULE:FREQ=DAILY",
		"FREQ=DAILY;DTSTART=00010101T000000Z", "FREQ=DAILY;DTSTART;TZID=X:20200101T000000", "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2", "FREQ=DAILY;COUNT=99999999999999999999",
	} {
		f.Add(s)
	}
	reg := tools.NewRegistry(calendar.Tools())
	f.Fuzz(func(t *testing.T, rule string) {
		if strings.ContainsAny(rule, "\r\n") {
			return
		}
		o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": ical(event("r", "RRULE:"+rule))})
		o.Reg = reg
		obs := o.Call("list_events", `{"from":"2026-03-01","to":"2026-04-01"}`)
		if obs.Failed {
			if obs.Code != tools.Corrupt && obs.Code != tools.TooLarge {
				t.Errorf("%s: %s", obs.Code, obs.Text)
			}
			return
		}
		if n := obs.Value().(map[string]any)["count"].(float64); n > 20_000 {
			t.Errorf("%v occurrences", n)
		}
	})
}
