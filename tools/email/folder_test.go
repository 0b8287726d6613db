package email_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools"
)

// inbox are mails of Bob's.
func inbox() map[string]string {
	return map[string]string{
		"emails/Bob/Rent.eml":   "From: glen@abc.com\nTo: Bob@example.com\nSubject: Rent\nDate: Mon, 01 Jun 2026 10:00:00 +0000\n\npay\n",
		"emails/Bob/Offer.eml":  "From: shop@abc.com\nTo: Bob@example.com\nSubject: Offer\nDate: Tue, 02 Jun 2026 10:00:00 +0000\n\nbuy\n",
		"emails/Bob/Offer2.eml": "From: Shop <SHOP@abc.com>\nTo: Bob@example.com\nSubject: Another offer\nDate: Wed, 03 Jun 2026 10:00:00 +0000\n\nbuy\n",
	}
}

// TestMove: a mail goes into a folder and out again, byte for byte, and is found by its id.
func TestMove(t *testing.T) {
	o := newOffice(t, inbox())
	raw := o.Read("emails/Bob/Rent.eml")
	got := o.Data("email.move", `{"subject":"rent","folder":" Home "}`)
	want := map[string]any{"id": "Home/Rent.eml", "was": "Rent.eml", "folder": "Home", "file": "emails/Bob/Home/Rent.eml", "was_file": "emails/Bob/Rent.eml", "subject": "Rent"}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s is %v, want %v", k, got[k], v)
		}
	}
	if o.Read("emails/Bob/Home/Rent.eml") != raw {
		t.Error("the mail changed on its way")
	}
	listed := o.Data("email.list", `{}`)
	if listed["count"] != 2.0 || !cmp.Equal(listed["folders"], []any{"Home"}) {
		t.Errorf("the mailbox holds %v, with the folders %v", listed["ids"], listed["folders"])
	}
	if found := o.Data("email.list", `{"folder":"home"}`); !cmp.Equal(found["ids"], []any{"Home/Rent.eml"}) || found["folder"] != "Home" {
		t.Errorf("the folder holds %v", found)
	}
	if found := o.Data("email.search", `{"folder":"Home","contains":"pay"}`); found["count"] != 1.0 {
		t.Errorf("the search found %v", found)
	}
	o.Fails("email.read", `{"subject":"Rent"}`, tools.NotFound, "with folder: Home")
	if read := o.Data("email.read", `{"id":"home/rent"}`); read["content"] != "pay" {
		t.Errorf("it reads %v", read)
	}
	o.Fails("email.move", `{"id":"Home/Rent.eml","folder":"HOME"}`, tools.Exists, "there already")
	o.Fails("email.move", `{"subject":"offer","folder":"inbox"}`, tools.Exists, "there already")
	o.Data("email.move", `{"id":"Home/Rent.eml","folder":"Inbox"}`)
	if o.Read("emails/Bob/Rent.eml") != raw {
		t.Error("it did not come back as it was")
	}
}

// TestMoveToTaken: a name that is taken is numbered; nothing is lost.
func TestMoveToTaken(t *testing.T) {
	files := inbox()
	files["emails/Bob/Old/rent.eml"] = files["emails/Bob/Rent.eml"]
	o := newOffice(t, files)
	if got := o.Data("email.move", `{"id":"Rent.eml","folder":"Old"}`); got["id"] != "Old/Rent (2).eml" {
		t.Errorf("it is %v", got["id"])
	}
	if got := o.Data("email.list", `{"folder":"Old"}`); got["count"] != 2.0 {
		t.Errorf("the folder holds %v", got["ids"])
	}
}

// TestHostileFolders: a folder is one plain name in the mailbox, and no link.
func TestHostileFolders(t *testing.T) {
	for _, name := range []string{
		"../Dana", "..", ".", "/etc", "a/b", `a\\b`, ".hidden", "x\\u0000", "x\\ny", "CON", "a:b", "x.eml", "trailing.", "\\u202egpj", strings.Repeat("x", 101), "a*", "emails/Dana", "\\ud800",
	} {
		o := newOffice(t, inbox())
		before := o.tree()
		for _, call := range [][2]string{{"email.move", `{"subject":"rent","folder":"` + name + `"}`}, {"email.list", `{"folder":"` + name + `"}`}, {"email.read", `{"id":"` + name + `/Rent.eml"}`}, {"email.delete", `{"from":"glen","folder":"` + name + `"}`}} {
			obs := o.Call(call[0], call[1])
			if obs.Code != tools.Refused && obs.Code != tools.BadArguments && obs.Code != tools.NotFound {
				t.Errorf("%s %s: %q %s", call[0], call[1], obs.Code, obs.Text)
			}
		}
		must.NoDiff(t, cmp.Diff(before, o.tree()), "%q changed the testbed: %s", name)
	}
	o := newOffice(t, inbox())
	o.Fails("email.move", `{"subject":"rent","folder":"sent"}`, tools.BadArguments, "a view of the mailbox")
	o.Fails("email.move", `{"subject":"rent","folder":" "}`, tools.BadArguments, "folder is empty")
	o.Fails("email.move", `{"subject":"rent","folder":"Offer.eml"}`, tools.Refused, "one plain name")
	must.Do(t, os.MkdirAll(filepath.Join(o.Dir, "emails", "Dana"), 0o700))
	must.Do(t, os.Symlink("../Dana", filepath.Join(o.Dir, "emails", "Bob", "Link")))
	must.Do(t, os.WriteFile(filepath.Join(o.Dir, "emails", "Dana", "hers.eml"), []byte("From: a@b.c\n\nx"), 0o600))
	o.Fails("email.move", `{"subject":"rent","folder":"Link"}`, tools.Refused, "no folder")
	o.Fails("email.list", `{"folder":"Link"}`, tools.Refused, "no folder")
	o.Fails("email.read", `{"id":"Link/hers.eml"}`, tools.Refused, "no folder")
}

// TestDeleteFrom: all mails of a sender go, and no others.
func TestDeleteFrom(t *testing.T) {
	o := newOffice(t, inbox())
	got := o.Data("email.delete", `{"from":"shop@abc.com"}`)
	if got["count"] != 2.0 || !cmp.Equal(got["subjects"], []any{"Offer", "Another offer"}) || got["id"] != nil {
		t.Errorf("%v", got)
	}
	must.NoDiff(t, cmp.Diff([]string{"emails/Bob/Rent.eml"}, o.tree()), "left (-want +got) %s")
	o.Fails("email.delete", `{"from":"shop@abc.com"}`, tools.NotFound, "no such mail from shop@abc.com")
	o.Fails("email.delete", `{"from":" "}`, tools.BadArguments, "id, or subject")
	o.Fails("email.delete", `{"from":"glen","subject":"Rent"}`, tools.BadArguments, "one of the two ways")
	o.Fails("email.delete", `{"subject":"Rent","since":"2026-01-01"}`, tools.BadArguments, "go with from")
	if got := o.Data("email.delete", `{"subject":"Rent"}`); got["count"] != 1.0 || got["id"] != "Rent.eml" || !cmp.Equal(got["ids"], []any{"Rent.eml"}) {
		t.Errorf("%v", got)
	}
}

// TestDeleteFromTime: of a time, and in a folder.
func TestDeleteFromTime(t *testing.T) {
	files := inbox()
	files["emails/Bob/Ads/x.eml"] = files["emails/Bob/Offer.eml"]
	o := newOffice(t, files)
	o.Data("email.delete", `{"from":"shop","until":"2026-06-02"}`)
	o.Data("email.delete", `{"from":"shop","folder":"ads"}`)
	must.NoDiff(t, cmp.Diff([]string{"emails/Bob/Offer2.eml", "emails/Bob/Rent.eml"}, o.tree()), "left (-want +got) %s")
}

// TestListDates: a list may be of a time.
func TestListDates(t *testing.T) {
	o := newOffice(t, inbox())
	if got := o.Data("email.list", `{"since":"2026-06-02","until":"June 2, 2026"}`); !cmp.Equal(got["subjects"], []any{"Offer"}) {
		t.Errorf("%v", got["subjects"])
	}
	if got := o.Data("email.list", `{"since":"2026-06-01","limit":2}`); got["count"] != 2.0 {
		t.Errorf("%v", got["subjects"])
	}
}

// TestReplyFromFolder: a mail in a folder is answered as any other.
func TestReplyFromFolder(t *testing.T) {
	files := map[string]string{"emails/Bob/Old/Rent.eml": inbox()["emails/Bob/Rent.eml"]}
	o := newOffice(t, files)
	if got := o.Data("email.reply", `{"id":"Old/Rent.eml","content":"thanks"}`); !cmp.Equal(got["to"], []any{"glen@abc.com"}) {
		t.Errorf("%v", got)
	}
}
