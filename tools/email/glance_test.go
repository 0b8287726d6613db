package email_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestNothingFound: who finds nothing is told what there is: a few mails, or of many how
// many, since when and from whom.
func TestNothingFound(t *testing.T) {
	many := map[string]string{}
	for i := range 30 {
		many[fmt.Sprintf("emails/Bob/%d.eml", i)] = fmt.Sprintf("From: p%d@abc.com\nSubject: s\nDate: Mon, %02d Jun 2026 10:00:00 +0000\n\nx\n", i%9, i%28+1)
	}
	undated := map[string]string{"emails/Bob/x.eml": "Subject: " + strings.Repeat("long ", 100) + "\n\nx\n"}
	for name, tt := range map[string]struct {
		files map[string]string
		want  string
	}{
		"few":     {inbox(), `It holds 3 mails, 2026-06-01 to 2026-06-03: "Rent" from glen@abc.com; "Offer" from shop@abc.com; "Another offer" from SHOP@abc.com`},
		"many":    {many, "It holds 30 mails, 2026-06-01 to 2026-06-28, from p0@abc.com, p1@abc.com, p2@abc.com, p3@abc.com"},
		"undated": {undated, "It holds 1 mail, without dates: \"" + strings.Repeat("long ", 12) + "...\" from none"},
		"none":    {map[string]string{"emails/Bob/notes.txt": ""}, "It holds no mails."},
		"no box":  {nil, "(there is no such mailbox)"},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t, tt.files)
			for _, call := range [][2]string{{"email.search", `{"contains":"unicorn"}`}, {"email.list", `{"since":"2030-01-01"}`}} {
				text := o.Call(call[0], call[1]).Text
				if !strings.Contains(text, tt.want) || len(text) > 300 {
					t.Errorf("%s says %q, want %q", call[0], text, tt.want)
				}
			}
		})
	}
	if text := newOffice(t, inbox()).Call("email.search", `{"contains":"pay"}`).Text; strings.Contains(text, "It holds") {
		t.Errorf("what was found is followed by what there is: %q", text)
	}
}
