package desk

import (
	"path/filepath"
	"strings"
	"testing"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools"
)

// TestEventOfSeveral: of an event that the user called and others have it is asked whether it
// is cancelled for them too; after a no nothing is. One that somebody else called is cancelled
// in the user's calendar alone, after asking.
func TestEventOfSeveral(t *testing.T) {
	sweep.OneGoroutine(t)
	for _, tt := range []struct {
		name, by, answer string
		dana, kim        bool // have it afterwards
		asks             string
	}{
		{"for all", "Dana", "1", false, false, "It is in the calendars of Kim too. There as well?"},
		{"for oneself", "Dana", "2", false, true, "It is in the calendars of Kim too. There as well?"},
		{"not at all", "Dana", "none", true, true, "It is in the calendars of Kim too. There as well?"},
		{"somebody else's", "Kim", "", true, true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRemembering(t, nil)
			event := strings.ReplaceAll("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//EN\nBEGIN:VEVENT\nUID:ev-1@example.com\nDTSTAMP:20260501T090000Z\n"+
				"DTSTART:20260506T100000Z\nDTEND:20260506T110000Z\nSUMMARY:Stock review\nORGANIZER:mailto:"+tt.by+"@example.com\n"+
				"ATTENDEE;CN=Dana:mailto:Dana@example.com\nATTENDEE;CN=Kim:mailto:Kim@example.com\nEND:VEVENT\nEND:VCALENDAR\n", "\n", "\r\n")
			for _, name := range []string{"Dana", "Kim"} {
				write(t, filepath.Join(r.home, "calendar", name+".ics"), event)
			}
			ran := r.run(4, "Dana", "cancel the stock review")
			if asks := ran.Question; asks == nil != (tt.asks == "") || asks != nil && asks.Text != tt.asks {
				t.Fatalf("it asks %+v; it ended as %s: %s", asks, ran.Result.Outcome, ran.Result.Answer)
			}
			if tt.asks == "" {
				run := must.Have(r.d.FindRun(ran.Result.RunID))(t)
				if run.Bound == nil || !strings.Contains(strings.Join(run.Bound.Doubts, "; "), "Kim called it") {
					t.Errorf("who called it is not told: %+v", run.Bound)
				}
				return
			}
			r.answers(ran, tt.answer)
			for name, has := range map[string]bool{"Dana": tt.dana, "Kim": tt.kim} {
				if got := r.hasEvent(name); got != has {
					t.Errorf("%s has it: %v, want %v", name, got, has)
				}
			}
		})
	}
}

func (r *remembering) hasEvent(of string) bool {
	text := ""
	call := ToolCall{Tool: "calendar.list_events", Args: map[string]any{"user": of}, Root: r.home, User: of, Date: "2026-05-04"}
	must.Do(r.t, r.d.CallTool(r.t.Context(), call, func(o tools.Observation) error { text = o.Text; return nil }))
	return strings.Contains(text, "Stock review")
}
