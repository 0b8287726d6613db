package desk

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"legomem/must"
	"legomem/sweep"
)

// TestChatStranger: what is added to an event and is nobody whom the office knows by several
// words is asked about, and nobody is invited for it; somebody who is known is.
func TestChatStranger(t *testing.T) {
	sweep.OneGoroutine(t)
	home := t.TempDir()
	for _, who := range []string{"Bob", "Ann", "Cid"} {
		write(t, filepath.Join(home, "calendar", who+".ics"), "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nEND:VCALENDAR\r\n")
		must.Do(t, os.MkdirAll(filepath.Join(home, "emails", who), 0o700))
	}
	d := newTestDesk(t, nil)
	d.Now = func() time.Time { return time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) }
	c := must.Have(d.OpenChat(t.Context(), ChatOrder{Session: "s", Home: home, User: "Bob"}))(t)
	defer func() { must.Do(t, c.Close()) }()
	r := must.Have(c.Turn(t.Context(), "Schedule a team meeting on Thursday at 2 PM with Ann."))(t)
	for r.Question != nil {
		r = must.Have(c.Turn(t.Context(), "yes"))(t)
	}
	for said, changes := range map[string]bool{"add call the plumber to it": false, "and Cid too": true} {
		r := must.Have(c.Turn(t.Context(), said))(t)
		if !changes && (r.Question == nil && !r.GaveUp || len(r.Changes) > 0) {
			t.Errorf("%q: %+v", said, r)
		}
		if r.Question != nil && !changes {
			r = must.Have(c.Turn(t.Context(), "none"))(t)
		}
		if files := must.Have(filepath.Glob(filepath.Join(home, "calendar", "*")))(t); len(files) != 3 {
			t.Errorf("after %q there are the calendars %q", said, files)
		}
		if changes && len(r.Changes) == 0 && r.Question == nil {
			t.Errorf("%q changes nothing: %+v", said, r)
		}
	}
}
