package gazetteer

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

// acquaintances are a colleague with a mailbox, one with a calendar, contacts, and a stranger
// who has written.
func acquaintances(t *testing.T) *Office {
	t.Helper()
	return newOffice(t, map[string]string{
		"emails/Bob/Hello.eml":  "From: Dana <dana@example.com>\nTo: Bob@example.com\nSubject: Hello\nDate: Mon, 23 Nov 2026 10:00:00 +0000\n\nHello.\n",
		"emails/Bob/Roof.eml":   "From: Roof Ltd <office@roof.test>\nTo: Bob@example.com\nSubject: Roof\nDate: Mon, 23 Nov 2026 11:00:00 +0000\n\nIt leaks.\n",
		"emails/Dana/Hello.eml": "From: Dana <dana@example.com>\nTo: Bob@example.com\nSubject: Hello\nDate: Mon, 23 Nov 2026 10:00:00 +0000\n\nHello.\n",
		"data/contacts.csv":     "Name,Email,Phone\nDana Lee,dana@example.com,1\nAlex Roe,alex@roe.test,2\nNo Mail,,3\n",
	}, [2]string{"calendar.create_event", `{"user":"Priya","summary":"fair","start":"2026-11-27","all_day":true}`})
}

// TestPeople: a contact with a colleague's address is the colleague; others are known by
// their names, or where mail goes out by their addresses, and then who has written too.
func TestPeople(t *testing.T) {
	o := acquaintances(t)
	must.NoDiff(t, cmp.Diff([]string{"Bob", "Dana", "Priya", "Alex Roe", "No Mail"}, values(must.Have(o.People(t.Context(), false))(t).All)), "by name (-want +got)\n%s")
	all := must.Have(o.People(t.Context(), true))(t)
	must.NoDiff(t, cmp.Diff([]string{"Bob", "Dana", "Priya", "alex@roe.test", "No Mail", "office@roof.test"}, values(all.All)), "by address (-want +got)\n%s")
	for said, want := range map[string][]string{
		"dana":     {"Dana"},
		"Dana Lee": {"Dana"},
		"lee":      {"Dana"},
		"alex":     {"alex@roe.test"},
		"Alex Roe": {"alex@roe.test"},
		"roof ltd": {"office@roof.test"},
		"zoe":      nil,
	} {
		if diff := cmp.Diff(want, values(all.Find(said, ref, common).All)); diff != "" {
			t.Errorf("%q (-want +got)\n%s", said, diff)
		}
	}
}

// TestPeopleOfOneName: a contact who has a colleague's name and another address is somebody
// else; whom a mail goes to is for the user to tell.
func TestPeopleOfOneName(t *testing.T) {
	o := newOffice(t, map[string]string{
		"emails/Dana/.keep": "",
		"data/contacts.csv": "Name,Email,Phone\nDana,dana@elsewhere.test,1\n",
	})
	all := must.Have(o.People(t.Context(), true))(t)
	must.NoDiff(t, cmp.Diff([]string{"Dana", "dana@elsewhere.test"}, values(all.Find("dana", ref, common).All)), "(-want +got)\n%s")
}

func values(all []Thing) []string {
	var out []string
	for _, t := range all {
		out = append(out, t.Value)
	}
	return out
}
