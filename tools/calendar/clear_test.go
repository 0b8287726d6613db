package calendar_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
)

// without is mixed without some text, or with other text in its place.
func without(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(mixed) }

const (
	oneEvent = "BEGIN:VEVENT\nUID:one\nDTSTART;TZID=America/New_York:20260312T100000\nDTEND;TZID=America/New_York:20260312T110000\n" +
		"SUMMARY:Stand-\n up\nATTENDEE;CN=\"Doe, Jane\":mailto:jane@example.com\nBEGIN:VALARM\nTRIGGER:-PT15M\nSUMMARY:not this\nEND:VALARM\nEND:VEVENT\n"
	lunch   = "BEGIN:VEVENT\nDTSTART:20260312T120000Z\nDURATION:PT30M\nSUMMARY:Lunch\nEND:VEVENT\n"
	daysOff = "BEGIN:VEVENT\nUID:days\nDTSTART;VALUE=DATE:20260320\nDTEND;VALUE=DATE:20260322\nSUMMARY:Fair\nEND:VEVENT\n"
	late    = "BEGIN:VEVENT\nUID:rec\nRECURRENCE-ID:20260313T090000Z\nDTSTART:20260313T150000Z\nDTEND:20260313T153000Z\nSUMMARY:Daily (late)\nEND:VEVENT\n"
	recHead = "UID:rec\nDTSTART:20260301T"
)

// TestDeleteEvents: what lies in a time goes, and every other byte stays.
func TestDeleteEvents(t *testing.T) {
	for _, tt := range []struct {
		name, args, want string
		gone             []any
	}{
		{"a day", `{"date":"3/12/2026"}`, without(oneEvent, "", lunch, ""), []any{"Lunch", "Stand-up"}},
		{"a part of a day", `{"from":"2026-03-12 11:00","to":"2026-03-12 13:00"}`, without(lunch, ""), []any{"Lunch"}},
		{"an occurrence of a series", `{"date":"2026-03-16"}`, without(recHead, "EXDATE:20260316T090000Z\n"+recHead), []any{"Daily"}},
		{"two of them", `{"from":"2026-03-16","to":"2026-03-17"}`, without(recHead, "EXDATE:20260316T090000Z\nEXDATE:20260317T090000Z\n"+recHead), []any{"Daily", "Daily"}},
		{"a changed occurrence does not come back", `{"date":"2026-03-13"}`, without(recHead, "EXDATE:20260313T090000Z\n"+recHead, late, ""), []any{"Daily (late)"}},
		{"with a text", `{"from":"2026-03-20","to":"2026-03-21","contains":"fair"}`, without(daysOff, ""), []any{"Fair"}},
		{"a text alone", `{"contains":"FAIR"}`, without(daysOff, ""), []any{"Fair"}},
		{"a whole series", `{"from":"2026-03-01","to":"2026-04-01","contains":"daily"}`, mixed[:strings.Index(mixed, "BEGIN:VEVENT\nUID:rec")] + "END:VCALENDAR\n", nil},
		{"from a day on", `{"from":"2026-03-14","contains":"fair"}`, without(daysOff, ""), []any{"Fair"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": mixed})
			got := o.Data("calendar.delete_events", tt.args)
			must.NoDiff(t, cmp.Diff(tt.want, o.Read("calendar/Bob.ics")), "(-want +got) %s")
			if tt.gone != nil {
				must.NoDiff(t, cmp.Diff(tt.gone, got["summaries"]), "deleted (-want +got) %s")
			}
			o.Fails("calendar.delete_events", tt.args, tools.NotFound, "no such event")
		})
	}
}

func TestDeleteEventsRefused(t *testing.T) {
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": mixed})
	o.Fails("calendar.delete_events", `{}`, tools.BadArguments, "no time is given")
	o.Fails("calendar.delete_events", `{"contains":" "}`, tools.BadArguments, "no time is given")
	o.Fails("calendar.delete_events", `{"date":"2026-03-25","contains":"fair"}`, tools.NotFound, "no such event on Wednesday, 25 March 2026")
	o.Fails("calendar.delete_events", `{"user":"Zoe","date":"2026-03-25"}`, tools.NotFound, "Zoe's calendar")
	o.Fails("calendar.delete_events", `{"from":"2026-03-14"}`, tools.BadArguments, "give to as well")
	if o.Read("calendar/Bob.ics") != mixed {
		t.Error("a refused call changed the file")
	}
	o = newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": ical(event("s", "RRULE:FREQ=MINUTELY"))})
	o.Fails("calendar.delete_events", `{"date":"2026-03-14"}`, tools.TooLarge, "at most 1000 occurrences")
}

// TestDeleteOccurrence: one occurrence goes, in every form of a start.
func TestDeleteOccurrence(t *testing.T) {
	berlin := must.Have(time.LoadLocation("Europe/Berlin"))(t)
	zoned := strings.NewReplacer("DTSTART:20260312T090000Z", "DTSTART;TZID=America/New_York:20260312T090000", "DTEND:20260312T100000Z", "DTEND;TZID=America/New_York:20260312T100000")
	for _, tt := range []struct{ name, text, occurrence, exdate string }{
		{"in UTC", ical(event("a", "RRULE:FREQ=DAILY")), "2026-03-14", "EXDATE:20260314T090000Z\r\n"},
		{"by its start", ical(event("a", "RRULE:FREQ=DAILY")), "2026-03-14 10:00", "EXDATE:20260314T090000Z\r\n"},
		{"in a zone, over a change of clocks", ical(zoned.Replace(event("a", "RRULE:FREQ=WEEKLY"))), "2026-11-05", "EXDATE;TZID=America/New_York:20261105T090000\r\n"},
		{"days", ical("BEGIN:VEVENT\r\nUID:a\r\nDTSTART;VALUE=DATE:20260312\r\nRRULE:FREQ=MONTHLY\r\nSUMMARY:a\r\nEND:VEVENT\r\n"), "May 12, 2026", "EXDATE;VALUE=DATE:20260512\r\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, berlin, map[string]string{"calendar/Bob.ics": tt.text})
			args := `{"summary":"a","occurrence":"` + tt.occurrence + `"}`
			got := o.Data("calendar.delete_event", args)
			must.NoDiff(t, cmp.Diff(strings.Replace(tt.text, "UID:a", tt.exdate+"UID:a", 1), o.Read("calendar/Bob.ics")), "(-want +got) %s")
			if got["recurs"] == nil || got["start"] == "" {
				t.Errorf("%v", got)
			}
			o.Fails("calendar.delete_event", args, tools.NotFound, "does not take place on")
			o.Data("calendar.list_events", `{"from":"2026-03-01","to":"2026-12-01"}`)
		})
	}
}

func TestDeleteOccurrenceOfChanged(t *testing.T) {
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": mixed})
	o.Data("calendar.delete_event", `{"summary":"daily","occurrence":"2026-03-13"}`)
	must.NoDiff(t, cmp.Diff(without(recHead, "EXDATE:20260313T090000Z\n"+recHead, late, ""), o.Read("calendar/Bob.ics")), "(-want +got) %s")
	o.Fails("calendar.delete_event", `{"summary":"daily","occurrence":"2026-03-12"}`, tools.NotFound, "does not take place")
	o.Fails("calendar.delete_event", `{"summary":"daily","start":"2026-03-15","occurrence":"2026-03-15"}`, tools.BadArguments, "start and occurrence")
	o.Fails("calendar.delete_event", `{"summary":"daily","start":"2026-03-15"}`, tools.Refused, "occurrence")
	o.Fails("calendar.delete_event", `{"occurrence":"2026-03-15"}`, tools.BadArguments, "which event")
	o.Data("calendar.delete_event", `{"summary":"lunch","occurrence":"2026-03-12"}`) // its only one
	if strings.Contains(o.Read("calendar/Bob.ics"), "Lunch") {
		t.Error("lunch is still there")
	}
}

// TestLastOccurrence: a series of which nothing is left is gone.
func TestLastOccurrence(t *testing.T) {
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": ical(event("a", "RRULE:FREQ=DAILY;COUNT=2"), event("b"))})
	o.Data("calendar.delete_event", `{"id":"a","occurrence":"2026-03-12"}`)
	o.Data("calendar.delete_event", `{"id":"a","occurrence":"2026-03-13"}`)
	must.NoDiff(t, cmp.Diff(ical(event("b")), o.Read("calendar/Bob.ics")), "(-want +got) %s")
}
