package email_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

// TestCountMailboxes: the mailboxes that are there are told with their folders, and how
// many mails each has.
func TestCountMailboxes(t *testing.T) {
	files := inbox()
	files["emails/Bob/Home/x.eml"] = files["emails/Bob/Rent.eml"]
	files["emails/Ann/rent.eml"] = old["emails/Ann/rent.eml"]
	files["emails/Ann/notes.txt"] = "no mail"
	files["emails/stray.eml"] = "in no mailbox"
	o := newOffice(t, files)
	must.Do(t, os.Symlink("Ann", filepath.Join(o.Dir, "emails", "Link")))
	bobs := map[string]any{"user": "Bob", "count": 3.0, "folders": []any{map[string]any{"folder": "Home", "count": 1.0}}}
	anns := map[string]any{"user": "Ann", "count": 1.0, "folders": []any{}}
	for args, want := range map[string][]any{
		`{"mailboxes":"all"}`:                {anns, bobs},
		`{"mailboxes":["ann","All"]}`:        {anns, bobs},
		`{"mailboxes":"self and Zoe"}`:       {bobs},
		`{"mailboxes":["Bob"],"user":"ann"}`: {bobs, anns},
	} {
		if diff := cmp.Diff(want, o.Data("email.list", args)["mailboxes"]); diff != "" {
			t.Errorf("%s: %s", args, diff)
		}
	}
	text := o.Call("email.list", `{"mailboxes":"all"}`).Text
	if want := "2 mailboxes\n- Ann: 1 mail\n- Bob: 3 mails; in folders: Home (1)"; text != want {
		t.Errorf("it says %q, want %q", text, want)
	}
	if text := o.Call("email.list", `{}`).Text; !strings.Contains(text, "Its folders: Home (1)") {
		t.Errorf("the list says %q", text)
	}
	if text := newOffice(t, nil).Call("email.list", `{"mailboxes":"all"}`).Text; text != "0 mailboxes" {
		t.Errorf("of an empty testbed: %q", text)
	}
}
