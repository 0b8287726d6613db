package calendar_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"legomem/tools"
)

// ical writes a calendar around its components.
func ical(components ...string) string {
	return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + strings.Join(components, "") + "END:VCALENDAR\r\n"
}

// event writes one at nine on the day of the tests, with further lines.
func event(uid string, lines ...string) string {
	return "BEGIN:VEVENT\r\nUID:" + uid + "\r\nDTSTART:20260312T090000Z\r\nDTEND:20260312T100000Z\r\nSUMMARY:" + uid + "\r\n" +
		strings.Join(append(lines, ""), "\r\n") + "END:VEVENT\r\n"
}

// TestHostileCalendars: files of a few kilobytes that stand for much. What
// cannot be followed is said; nothing is changed.
func TestHostileCalendars(t *testing.T) {
	const day = `{"date":"2026-03-12"}`
	const year = `{"from":"2026-01-01","to":"2027-01-01"}`
	barren := ""
	for i := range 21 {
		barren += event(fmt.Sprint("never", i), "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")
	}
	seconds := ""
	for i := range 11 {
		seconds += event(fmt.Sprint("s", i), "RRULE:FREQ=SECONDLY;COUNT=19000")
	}
	long := strings.Repeat("x", 200_000)
	for _, tt := range []struct {
		name, text, args string
		code             tools.Code
		says             string
	}{
		{"every second for ever", ical(event("s", "RRULE:FREQ=SECONDLY")), year, tools.TooLarge, "recurs more than 20000 times"},
		{"every second of many events", ical(seconds), year, tools.TooLarge, "in all"},
		{"every second, on the first second", ical(event("s", "RRULE:FREQ=SECONDLY")), `{"from":"2026-03-12 09:00","to":"2026-03-12 09:01"}`, "", ""},
		{"hours that never come", ical(event("h", "RRULE:FREQ=HOURLY;INTERVAL=2;BYHOUR=10")), day, tools.Corrupt, "not followed"},
		{"minutes that never come", ical(event("m", "RRULE:FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30")), day, tools.Corrupt, "not followed"},
		{"a day that never comes", ical(event("d", "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30")), day, "", ""},
		{"many days that never come", ical(barren), day, tools.TooLarge, "never come true"},
		{"all seconds of a day at once", ical(event("a", "RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR="+upTo(24)+";BYMINUTE="+upTo(60)+";BYSECOND="+upTo(60))), day, tools.Corrupt, "times a day"},
		{"a huge interval", ical(event("i", "RRULE:FREQ=DAILY;INTERVAL=9223372036854775807")), day, tools.Corrupt, "interval"},
		{"a rule without end", ical(event("l", "RRULE:FREQ=DAILY;BYHOUR="+strings.Repeat("1,", 1000)+"1")), day, tools.Corrupt, "letters"},
		{"a rule that is none", ical(event("n", "RRULE:FREQ=NEVER")), day, tools.Corrupt, "recurrence"},
		{"an end before the start", ical(event("u", "RRULE:FREQ=DAILY;UNTIL=19700101T000000Z")), day, "", ""},
		{"a start in year 1", ical(strings.Replace(event("o", "RRULE:FREQ=DAILY"), "20260312T09", "00010101T09", 1)), day, tools.TooLarge, "recurs more than"},
		{"components in components", "BEGIN:VCALENDAR\r\n" + strings.Repeat("BEGIN:VEVENT\r\n", 100_000), day, tools.TooLarge, "nested deeper than 16"},
		{"components without end", ical(strings.Repeat("BEGIN:X\r\nEND:X\r\n", 100_001)), day, tools.TooLarge, "components"},
		{"too many events", ical(strings.Repeat("BEGIN:VEVENT\r\nEND:VEVENT\r\n", 50_001)), day, tools.TooLarge, "50001 events"},
		{"a line of parameters", ical(event("p", "X-P"+strings.Repeat(";A=1", 20_000)+":"+long)), day, tools.TooLarge, "parameters"},
		{"a line without end", ical(event("f", "DESCRIPTION:"+strings.Repeat("y", 10<<20))), day, tools.TooLarge, "a line of"},
		{"a long description", ical(event("t", "DESCRIPTION:"+long)), day, "", ""},
		{"rubbish in a time zone", ical("BEGIN:VTIMEZONE\r\nTZID:../../../etc/passwd\r\nBEGIN:STANDARD\r\nDTSTART:x\r\nTZOFFSETFROM:+99999999\r\nRRULE:FREQ=SECONDLY\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n",
			strings.Replace(event("z"), "DTSTART:20260312T090000Z", "DTSTART;TZID=../../../etc/passwd:20260312T090000", 1)), day, "", ""},
		{"a time that is none", ical(strings.Replace(event("z"), "DTSTART:20260312T090000Z", "DTSTART:99999999T999999Z", 1)), day, tools.Corrupt, "not a time"},
		{"an endless duration", ical(strings.Replace(event("z"), "DTEND:20260312T100000Z", "DURATION:P"+strings.Repeat("999999W", 1000), 1)), day, "", ""},
		{"control letters", ical(event("c", "X-Y;A=\x00b:c")), day, tools.Corrupt, ""},
		{"no end", "BEGIN:VCALENDAR\r\n" + event("e"), day, tools.Corrupt, "END:VCALENDAR"},
		{"nothing", "", day, tools.Corrupt, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": tt.text})
			if tt.code == "" {
				o.Data("calendar.list_events", tt.args)
			} else {
				o.Fails("calendar.list_events", tt.args, tt.code, "calendar/Bob.ics", tt.says)
			}
			if o.Read("calendar/Bob.ics") != tt.text {
				t.Error("the file changed")
			}
		})
	}
}

func upTo(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprint(i))
	}
	return strings.Join(all, ",")
}

// TestManyTwins: thousands of events of one UID are told apart, each by an id
// that finds it again.
func TestManyTwins(t *testing.T) {
	o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": ical(strings.Repeat(event("same"), 3_000) + event("same#2"))})
	ids := map[string]bool{}
	for _, e := range o.Data("calendar.list_events", `{}`)["events"].([]any) {
		ids[e.(map[string]any)["id"].(string)] = true
	}
	if len(ids) != 3_001 || !ids["same"] || !ids["same#3000"] {
		t.Errorf("%d ids of 3001 events", len(ids))
	}
	o.Data("calendar.delete_event", `{"id":"same#3000"}`)
	if n := o.Data("calendar.list_events", `{}`)["count"]; n != 3_000.0 {
		t.Errorf("%v events are left", n)
	}
}

// TestNothingIsInjected: what people give becomes values, never lines of the
// file.
func TestNothingIsInjected(t *testing.T) {
	for _, bad := range []string{
		"x\r\nATTENDEE:mailto:eve@example.com", "x\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:y", "x\rDTSTART:19700101T000000Z", "a;b,c:d\\n", "x\u2028ATTACH:http://example.com/", "\"quoted\";X=1:y",
		strings.Repeat("long ", 500),
	} {
		o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": ical(event("first"))})
		args := fmt.Sprintf(`{"summary":%q,"start":"2026-03-13 10:00","location":%q,"description":%q}`, bad, bad, bad)
		o.Data("calendar.create_event", args)
		o.Call("calendar.rename_event", fmt.Sprintf(`{"id":"first","new_summary":%q}`, bad))
		got := o.Data("calendar.list_events", `{}`)
		if got["count"] != 2.0 {
			t.Errorf("%q: %v events", bad, got["count"])
		}
		text := o.Read("calendar/Bob.ics")
		for _, line := range strings.Split(text, "\n") {
			for _, name := range []string{"ATTENDEE", "ATTACH", "DTSTART:1970", "X="} {
				if strings.HasPrefix(line, name) {
					t.Errorf("%q: the file has the line %q", bad, line)
				}
			}
		}
	}
}
