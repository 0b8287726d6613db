package calendar_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/tools"
)

// holding is a calendar with these events.
func holding(events ...string) string {
	return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + strings.Join(events, "") + "END:VCALENDAR\r\n"
}

// meeting is an event.
func meeting(uid, title, more string) string {
	return "BEGIN:VEVENT\r\nUID:" + uid + "\r\nDTSTART:20260312T100000\r\nSUMMARY:" + title + "\r\n" + more + "END:VEVENT\r\n"
}

// ring is an alarm, and skipping a series without a day of March.
const ring = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\n"

func skipping(day string) string {
	return meeting("s", "Sync", "RRULE:FREQ=WEEKLY\r\nEXDATE:202603"+day+"T100000\r\n")
}

func TestMerge(t *testing.T) {
	a, b, c := meeting("a", "Lunch", ""), meeting("b", "Call", ""), meeting("c", "Fair", "")
	longer, other := meeting("a", "Long lunch", ""), meeting("a", "Dinner", "")
	series, once := meeting("s", "Sync", "RRULE:FREQ=WEEKLY\r\n"), meeting("s", "Sync", "RECURRENCE-ID:20260319T100000\r\n")
	for _, tt := range []struct {
		name, base, mine, theirs, want string
		clashes                        []any
	}{
		{"each adds one", holding(a), holding(a, b), holding(a, c), holding(a, b, c), nil},
		{"each changes another", holding(a, b), holding(longer, b), holding(a, meeting("b", "Late call", "")), holding(longer, meeting("b", "Late call", "")), nil},
		{"one deletes, one adds", holding(a, b), holding(a, b, c), holding(b), holding(b, c), nil},
		{"both delete the same", holding(a, b), holding(b, c), holding(b), holding(b, c), nil},
		{"both make the same change", holding(a), holding(longer, b), holding(longer), holding(longer, b), nil},
		{"both change it", holding(a), holding(longer), holding(other), holding(longer), []any{"Dinner"}},
		{"one changes what the other deletes", holding(a, b), holding(longer, b), holding(b), holding(longer, b), []any{"Long lunch"}},
		{"one deletes what the other changes", holding(a, b), holding(b), holding(longer, b), holding(b), []any{"Long lunch"}},
		{"an occurrence of a series that the other deletes", holding(series, a), holding(series, once, a), holding(a), holding(series, once, a), []any{"Sync"}},
		{"a changed occurrence", holding(series, a), holding(series, a, b), holding(series, once, a), holding(series, once, a, b), nil},
		{"one lets it ring, the other adds one", holding(a), holding(meeting("a", "Lunch", ring)), holding(a, c), holding(meeting("a", "Lunch", ring), c), nil},
		{"both leave a day of a series out", holding(series), holding(skipping("19")), holding(skipping("26")), holding(skipping("19")), []any{"Sync"}},
		{"one leaves a day out, the other deletes another event", holding(series, a), holding(skipping("19"), a), holding(series), holding(skipping("19")), nil},
		{"both make the calendar", "", holding(a), holding(b), holding(a, b), nil},
		{"both add an event under one name", holding(), holding(a), holding(longer), holding(a), []any{"Long lunch"}},
		{"other line breaks", strings.ReplaceAll(holding(a), "\r", ""), strings.ReplaceAll(holding(a, b), "\r", ""), holding(longer), strings.ReplaceAll(holding(longer, b), "\r", ""), nil},
		{"settings of one side", holding(a), holding(a, b), holding("X-WR-CALNAME:Theirs\r\n", longer), holding("X-WR-CALNAME:Theirs\r\n", longer, b), nil},
		{"settings of one side, and a clash", holding(a), holding(longer), holding("X-WR-CALNAME:Theirs\r\n", other), holding("X-WR-CALNAME:Theirs\r\n", other), []any{"Long lunch"}},
		{"settings", holding(a), holding("X-WR-CALNAME:Mine\r\n", a), holding("X-WR-CALNAME:Theirs\r\n", a), holding("X-WR-CALNAME:Mine\r\n", a), []any{"the calendar's own settings"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"mine.ics": tt.mine, "theirs.ics": tt.theirs}
			args := `{"mine":"mine.ics","theirs":"theirs.ics"}`
			if tt.base != "" {
				files["base.ics"], args = tt.base, `{"base":"base.ics","mine":"mine.ics","theirs":"theirs.ics"}`
			}
			o := newOffice(t, time.UTC, files)
			data := o.Data("calendar.merge", args)
			if diff := cmp.Diff(tt.want, data["text"]); diff != "" {
				t.Error(diff)
			}
			clashes, _ := data["clashes"].([]any)
			if diff := cmp.Diff(append([]any{}, tt.clashes...), append([]any{}, clashes...)); diff != "" {
				t.Error(diff)
			}
			if got := o.Read("mine.ics"); got != tt.mine {
				t.Errorf("it wrote %q", got)
			}
		})
	}
}

func TestMergeRefuses(t *testing.T) {
	o := newOffice(t, time.UTC, map[string]string{"mine.ics": holding(), "broken.ics": "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"})
	o.Fails("calendar.merge", `{"mine":"mine.ics","theirs":"broken.ics"}`, tools.Corrupt, "broken.ics")
	o.Fails("calendar.merge", `{"mine":"none.ics","theirs":"mine.ics"}`, tools.NotFound, "none.ics")
}
