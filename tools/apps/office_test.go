package apps_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
	"legomem/tools/apps"
)

// TestAnOfficesDomain: who is of the office, and at which address, is told by its domain,
// by the effects before and by the tools then.
func TestAnOfficesDomain(t *testing.T) {
	reg := apps.Registry().In("acme.org")
	for _, s := range []sample{
		{tool: "email.send", args: `{"to":"Carol, x@example.com","subject":"s","content":"c"}`,
			effects: "write mailbox:self, send recipient:Carol@acme.org, send recipient:x@example.com"},
		{tool: "email.forward", args: `{"id":"a","to":["Carol"]}`,
			effects: "read mailbox:self, write mailbox:self, send recipient:Carol@acme.org"},
		{tool: "calendar.create_event", args: `{"attendees":["dana@ACME.org","eve@example.com","Tom"],"summary":"s","start":"2026-03-13 10:00"}`,
			effects: "write calendar:self, write calendar:dana, write calendar:Tom"},
	} {
		tool, _ := reg.Get(s.tool)
		got, err := tool.Effects(decoded(t, s.args))
		if diff := cmp.Diff(s.effects, spelled(got)); err != nil || diff != "" {
			t.Errorf("%s %s: %v (-want +got)\n%s", s.tool, s.args, err, diff)
		}
		ws := must.Have(tools.OpenWorkspace(t.TempDir(), "Bob", func() time.Time { return time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) }))(t)
		defer ws.Close()
		ws.Domain = "acme.org"
		obs := tool.Run(t.Context(), ws, decoded(t, s.args))
		if theirs := ws.Exists("calendar/eve.ics"); theirs || s.tool == "calendar.create_event" && !ws.Exists("calendar/dana.ics") {
			t.Errorf("%s: the calendars are not those of the office: %s", s.tool, obs.Text)
		}
	}
	if apps.Registry().Hash() != reg.Hash() {
		t.Error("the same tools of another office have another hash")
	}
}
