package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools"
)

// TestMeetingOnCalendars: the meeting of tme-dag, table 9, on real calendars. After each
// round the calendars of all are what the words mean; an event is moved, and not made twice.
func TestMeetingOnCalendars(t *testing.T) {
	sweep.OneGoroutine(t)
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) // a Monday
	d := newTestDesk(t, nil)
	d.Now = func() time.Time { return now }
	home := t.TempDir()
	for _, who := range []string{"Dora", "Alice", "Bob", "Carol"} {
		write(t, filepath.Join(home, "calendar", who+".ics"), "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nEND:VCALENDAR\r\n")
		must.Do(t, os.MkdirAll(filepath.Join(home, "emails", who), 0o700))
	}
	chat := must.Have(d.OpenChat(t.Context(), ChatOrder{Session: "meeting", Home: home, User: "Dora"}))(t)
	defer chat.Close()
	rounds := []struct {
		say  string
		want map[string][]string // the times in each calendar
		told string
	}{
		{"Schedule a team meeting on Thursday at 2 PM with Alice, Bob, and Carol.", map[string][]string{"Dora": {"14:00"}, "Alice": {"14:00"}, "Bob": {"14:00"}, "Carol": {"14:00"}}, ""},
		{"Carol can't make it at 2 PM. Move it to 4 PM.", map[string][]string{"Dora": {"16:00"}, "Alice": {"16:00"}, "Bob": {"16:00"}, "Carol": {"16:00"}}, ""},
		{"Actually, Bob is only free before 3. Split it into two parts-Bob from 2 to 2:45, the rest at 4.", map[string][]string{"Dora": {"14:00", "16:00"}, "Alice": {"16:00"}, "Bob": {"14:00"}, "Carol": {"16:00"}}, ""},
		{"On second thought, just make it a single 3 PM meeting with everyone.", map[string][]string{"Dora": {"15:00"}, "Alice": {"15:00"}, "Bob": {"15:00"}, "Carol": {"15:00"}}, ""},
		{"Why does it still show two sessions?", map[string][]string{"Dora": {"15:00"}, "Alice": {"15:00"}, "Bob": {"15:00"}, "Carol": {"15:00"}}, "3"},
	}
	for i, r := range rounds {
		reply := must.Have(chat.Turn(t.Context(), r.say))(t)
		for n := 0; reply.Question != nil && n < 4; n++ {
			t.Logf("%d. ? %s %q", i+1, reply.Question.Text, reply.Question.Options)
			answer := "yes"
			if len(reply.Question.Ways) > 0 {
				answer = "1"
			}
			reply = must.Have(chat.Turn(t.Context(), answer))(t)
		}
		t.Logf("%d. %s\n%s\n%s", i+1, r.say, strings.Join(reply.Graph, "\n"), reply.Told)
		for who, times := range r.want {
			text := ""
			call := ToolCall{Tool: "calendar.list_events", Args: map[string]any{"user": who}, Root: home, User: who, Date: "2026-03-02"}
			must.Do(t, d.CallTool(t.Context(), call, func(o tools.Observation) error { text = o.Text; return nil }))
			if n := strings.Count(text, "(id "); n != len(times) {
				t.Errorf("round %d: %s has %d events, want %d:\n%s", i+1, who, n, len(times), text)
			}
			for _, at := range times {
				if !strings.Contains(text, "2026-03-05 "+at) {
					t.Errorf("round %d: %s has nothing at %s:\n%s", i+1, who, at, text)
				}
			}
		}
		if !strings.Contains(reply.Told, r.told) {
			t.Errorf("round %d: %q does not say %q", i+1, reply.Told, r.told)
		}
	}
}
