package calendar_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
)

// TestRepeat: how an event recurs, and when it first takes place. 2026-03-12 is a Thursday.
func TestRepeat(t *testing.T) {
	berlin := must.Have(time.LoadLocation("Europe/Berlin"))(t)
	for _, tt := range []struct {
		name, args           string
		zone                 *time.Location
		rule, repeats, start string
	}{
		{"each day", `"repeat":"day"`, time.UTC, "FREQ=DAILY", "every day", "2026-03-12 14:00:00"},
		{"every other week", `"repeat":"Week","every":"2"`, time.UTC, "FREQ=WEEKLY;INTERVAL=2", "every 2 weeks", "2026-03-12 14:00:00"},
		{"every one week", `"repeat":"week","every":1,"count":3`, time.UTC, "FREQ=WEEKLY;COUNT=3", "every week, 3 times", "2026-03-12 14:00:00"},
		{"a month until a day", `"repeat":"month","until":"6/12/2026"`, time.UTC, "FREQ=MONTHLY;UNTIL=20260612T235959Z", "every month until 2026-06-12", "2026-03-12 14:00:00"},
		{"the same where clocks change", `"repeat":"year","until":"2030-03-12"`, berlin, "FREQ=YEARLY;UNTIL=20300312T235959", "every year until 2030-03-12", "2026-03-12 14:00:00"},
		{"weekdays", `"repeat":"weekday"`, time.UTC, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every week on Monday, Tuesday, Wednesday, Thursday, Friday", "2026-03-12 14:00:00"},
		{"named days move the start", `"weekdays":"Wednesdays and Monday"`, time.UTC, "FREQ=WEEKLY;BYDAY=MO,WE", "every week on Monday, Wednesday", "2026-03-16 14:00:00"},
		{"the start's own day among them", `"repeat":"week","weekdays":["thu","SU","Thursday"]`, time.UTC, "FREQ=WEEKLY;BYDAY=TH,SU", "every week on Thursday, Sunday", "2026-03-12 14:00:00"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, tt.zone, nil)
			got := o.Data("calendar.create_event", `{"summary":"x","start":"2026-03-12 14:00",`+tt.args+`}`)
			want := map[string]any{"recurs": tt.rule, "repeats": tt.repeats, "start": tt.start, "recurring": true}
			must.NoDiff(t, cmp.Diff(want, pick(got, "recurs", "repeats", "start", "recurring")), "%s")
			if text := o.Read("calendar/Bob.ics"); !strings.Contains(text, "RRULE:"+tt.rule+"\r\n") {
				t.Errorf("no rule in\n%s", text)
			}
			first := o.Data("calendar.list_events", `{"from":"2026-03-12","to":"2027-01-01","limit":1}`)
			if first["first_start"] != tt.start {
				t.Errorf("it first takes place at %v", first["first_start"])
			}
		})
	}
}

// TestRepeatUntil: the last day is in, and whole days recur too.
func TestRepeatUntil(t *testing.T) {
	o := newOffice(t, must.Have(time.LoadLocation("America/New_York"))(t), nil)
	o.Data("calendar.create_event", `{"summary":"late","start":"2026-03-12 22:00","repeat":"day","until":"2026-03-14"}`)
	o.Data("calendar.create_event", `{"summary":"days","start":"2026-03-12","end":"2026-03-13","repeat":"week","until":"2026-03-26"}`)
	for text, want := range map[string]float64{"late": 3, "days": 3} {
		if n := o.Data("calendar.list_events", `{"from":"2026-03-01","to":"2026-05-01","contains":"`+text+`"}`)["count"]; n != want {
			t.Errorf("%s takes place %v times, want %v", text, n, want)
		}
	}
}

func TestRepeatRefused(t *testing.T) {
	for args, says := range map[string]string{
		`"repeat":"fortnight"`:                               "day, week, weekday, month or year",
		`"every":2`:                                          "go with repeat",
		`"until":"2026-06-01"`:                               "go with repeat",
		`"repeat":"day","every":-1`:                          "every is -1",
		`"repeat":"day","count":-3`:                          "count is -3",
		`"repeat":"day","count":3,"until":"2026-06-01"`:      "one of them",
		`"repeat":"month","weekdays":["Monday"]`:             "repeat: week",
		`"repeat":"week","weekdays":["M"]`:                   "accepted: Monday",
		`"repeat":"week","weekdays":["Montag\nRRULE:X"]`:     "accepted: Monday",
		`"repeat":"weekday","every":2`:                       "give repeat: week and weekdays",
		`"repeat":"day","until":"2026-03-01"`:                "before the first time",
		`"repeat":"day","until":"whenever"`:                  "until",
		`"alarm_minutes":-5`:                                 "alarm_minutes is -5",
		`"alarm_minutes":2.5`:                                "whole minutes",
		`"repeat":"day","every":1000000,"alarm_minutes":"5"`: "every is 1000000",
	} {
		o := newOffice(t, time.UTC, nil)
		o.Fails("calendar.create_event", `{"summary":"x","start":"2026-03-12 14:00",`+args+`}`, tools.BadArguments, says)
	}
}

func TestAlarm(t *testing.T) {
	for minutes, trigger := range map[string]string{"0": "PT0S", "15": "-PT15M", "1440": "-PT1440M"} {
		o := newOffice(t, time.UTC, nil)
		got := o.Data("calendar.create_event", `{"summary":"a, b","start":"2026-03-12 14:00","alarm_minutes":`+minutes+`}`)
		want := "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:a\\, b\r\nTRIGGER:" + trigger + "\r\nEND:VALARM\r\nEND:VEVENT\r\n"
		if text := o.Read("calendar/Bob.ics"); !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
		listed := o.Data("calendar.list_events", `{}`)["events"].([]any)[0].(map[string]any)
		if listed["alarm_minutes"] != got["alarm_minutes"] || listed["alarm_minutes"] == nil {
			t.Errorf("listed with %v, made with %v", listed["alarm_minutes"], got["alarm_minutes"])
		}
	}
}

// TestAlarmsOfOthers: how long before the start the alarms of other programs ring.
func TestAlarmsOfOthers(t *testing.T) {
	for trigger, want := range map[string]any{
		"TRIGGER:-PT15M": 15.0, "TRIGGER:-P1D": 1440.0, "TRIGGER:PT5M": -5.0, "TRIGGER;RELATED=START:-PT90S": 1.5, "TRIGGER;VALUE=DATE-TIME:20260312T083000Z": 30.0,
		"TRIGGER;RELATED=END:-PT5M": nil, "TRIGGER:soon": nil, "TRIGGER:": nil, "X-NONE:1": nil, "TRIGGER:-PT" + strings.Repeat("9", 400) + "M": nil,
	} {
		o := newOffice(t, time.UTC, map[string]string{"calendar/Bob.ics": ical(event("a", "BEGIN:VALARM", trigger, "END:VALARM"))})
		got := o.Data("calendar.list_events", `{}`)["events"].([]any)[0].(map[string]any)["alarm_minutes"]
		if strings.Contains(trigger, "999") { // any number will do
			continue
		}
		if got != want {
			t.Errorf("%s: %v, want %v", trigger, got, want)
		}
	}
}
