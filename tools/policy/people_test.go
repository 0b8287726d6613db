package policy_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/tools/policy"
	"legomem/trajectory"
)

// TestOfficeDomain: an address names somebody of the office at the office's own domain, and
// nobody at another.
func TestOfficeDomain(t *testing.T) {
	invite := func(who string) m { return m{"summary": "s", "start": "2026-03-12 10:00", "attendees": []any{who}} }
	for _, tt := range []struct {
		text, tool string
		args       m
		ok         bool
	}{
		{"Plan it", "calendar.create_event", invite("alice@acme.org"), false},
		{"Plan it", "calendar.create_event", invite("alice@example.com"), true}, // a stranger, who has no calendar here
		{"Plan it with alice@acme.org", "calendar.create_event", invite("Alice"), true},
		{"Plan it with alice@example.com", "calendar.create_event", invite("Alice"), false},
	} {
		o := newOffice(t, policy.Rules{}, trajectory.Task{Text: tt.text, Domain: "acme.org"}, nil)
		if _, err := o.ask(tt.tool, tt.args); (err == nil) != tt.ok {
			t.Errorf("%q, %v: %v", tt.text, tt.args, err)
		}
	}
	o := newOffice(t, policy.Rules{}, trajectory.Task{Domain: "acme.org"}, nil)
	for sender, want := range map[string]string{"bob@acme.org": "bob@acme.org", "bob@example.com": "Bob"} {
		i, err := o.ask("email.send", m{"to": []any{"Tom"}, "subject": "s", "content": "c", "sender": sender})
		if err != nil || i.Action.Args["sender"] != want {
			t.Errorf("from %s it is sent by %v (%v)", sender, i.Action.Args["sender"], err)
		}
	}
}

// TestPeople: a mailbox or calendar of somebody the task does not name is out of
// reach, whichever way it is taken.
func TestPeople(t *testing.T) {
	for _, tt := range []struct {
		tool string
		args m
	}{
		{"email.list", m{"user": "Alice"}},
		{"email.list", m{"user": "ALICE"}},
		{"email.list", m{"user": "alice@example.com"}},
		{"email.list", m{"user": "alice@evil.com"}},
		{"email.list", m{"user": "Alice <x@y.z>, Alice"}},
		{"email.read", m{"user": "Alice", "id": "raise"}},
		{"email.search", m{"user": "Alice"}},
		{"email.search", m{"user": "*"}},
		{"email.delete", m{"user": "Alice", "id": "raise"}},
		{"email.save_attachment", m{"user": "Alice", "id": "raise"}},
		{"email.save_attachment", m{"id": "Rent", "target": "emails/Alice/"}},
		{"email.inspect", m{"user": "Alice"}},
		{"email.send", m{"to": []any{"Tom"}, "subject": "s", "content": "c", "attachments": []any{"emails/Alice/raise.eml"}}},
		{"email.send", m{"to": []any{"Tom"}, "subject": "s", "from_file": "emails/Alice/raise.eml"}},
		{"email.reply", m{"id": "Rent", "from_file": "emails/Alice/raise.eml"}},
		{"word.create", m{"file_path": "a.docx", "from_file": "calendar/Alice.ics"}},
		{"word.write", m{"file_path": "a.docx", "from_file": "emails/Alice/raise.eml"}},
		{"calendar.list_events", m{"user": "Alice"}},
		{"calendar.create_event", m{"user": "Alice", "summary": "s", "start": "2026-03-12 10:00"}},
		{"calendar.create_event", m{"users": []any{"Bob", "Alice"}, "summary": "s", "start": "2026-03-12 10:00"}},
		{"calendar.create_event", m{"summary": "s", "start": "2026-03-12 10:00", "attendees": "Tom and Alice"}},
		{"calendar.create_event", m{"summary": "s", "start": "2026-03-12 10:00", "attendees": []any{"alice@EXAMPLE.com"}}},
		{"calendar.delete_event", m{"user": "Alice", "summary": "Interview"}},
		{"calendar.move_event", m{"users": []any{"Alice"}, "summary": "Interview", "start": "2026-03-13 10:00"}},
		{"calendar.find_free_time", m{"users": []any{"Tom", "Alice"}, "date": "2026-03-12"}},
		{"calendar.common_events", m{"users": []any{"Alice", "Bob"}}},
		{"calendar.inspect", m{"file_path": "calendar/Alice.ics"}},
		{"system.read_text", m{"file_path": "emails/Alice/raise.eml"}},
		{"system.read_text", m{"file_path": "/testbed/emails/Alice/raise.eml"}},
		{"system.read_text", m{"file_path": "data/../emails/Alice/raise.eml"}},
		{"system.read_text", m{"file_path": `emails\Alice\raise.eml`}},
		{"system.read_text", m{"file_path": "EMAILS/alice/raise.eml"}},
		{"system.read_text", m{"file_path": " emails//Alice/./raise.eml "}},
		{"system.read_text", m{"file_path": "calendar/Alice.ics"}},
		{"system.read_text", m{"file_path": "Calendar/ALICE.ICS"}},
		{"system.write_text", m{"file_path": "calendar/Alice.ics", "content": "x"}},
		{"system.copy", m{"source": "emails/Alice", "target": "data/a"}},
		{"system.copy", m{"source": "emails", "target": "data/a"}},
		{"system.copy", m{"source": []any{"data/plans.txt", "emails/Alice/raise.eml"}, "target": "data/a/"}},
		{"system.copy", m{"source": "data/plans.txt", "target": "calendar/Alice.ics"}},
		{"system.move", m{"source": "emails/Alice/raise.eml", "target": "data/raise.eml"}},
		{"system.move", m{"source": "emails", "target": "data/emails"}},
		{"system.move", m{"source": "calendar/Alice.ics", "target": "calendar/Bob2.ics"}},
		{"system.delete", m{"file_path": []any{"emails/Alice"}}},
		{"system.list_files", m{"folder": "emails/Alice"}},
		{"system.list_files", m{"folder": "emails"}},
		{"system.list_files", m{"folder": "calendar"}},
		{"system.find_file", m{"name": "raise", "folder": "emails"}},
		{"system.inspect", m{"file_path": "emails/Alice"}},
		{"pdf.read", m{"file_path": "emails/Alice/raise.pdf"}},
		{"word.to_pdf", m{"file_path": "data/a.docx", "target": "emails/Alice/a.pdf"}},
		{"excel.read", m{"file_path": "emails/Alice/a.csv"}},
		{"ocr.recognise", m{"file_path": "emails/Alice/a.png"}},
	} {
		own(t, "Ask Tom about lunch, delete and change the files").want(false, tt.tool, tt.args)
	}
}

// TestPeopleNamed: what a task may do for those it names, and for its own user.
func TestPeopleNamed(t *testing.T) {
	for _, tt := range []struct {
		text string
		tool string
		args m
	}{
		{"What is in Alice's mailbox?", "email.list", m{"user": "alice"}},
		{"What is in Alice's mailbox?", "system.list_files", m{"folder": "emails/Alice"}},
		{"Read emails/Alice/raise.eml", "system.read_text", m{"file_path": "emails/Alice/raise.eml"}},
		{"When are Tom and Mary Ann free?", "calendar.find_free_time", m{"users": []any{"Tom", "mary ann"}, "date": "2026-03-12"}},
		{"Remind alice@example.com of it tomorrow", "calendar.create_event", m{"user": "Alice", "summary": "s", "start": "2026-03-12 10:00"}},
		{"What is on?", "calendar.list_events", m{}},
		{"What is on?", "calendar.list_events", m{"user": "bob"}},
		{"What is on?", "system.read_text", m{"file_path": "calendar/Bob.ics"}},
		{"What is on?", "system.list_files", m{"folder": "emails/Bob"}},
		{"What is on?", "email.search", m{"contains": "Alice"}},
		{"What do Alice, Tom and Mary Ann do?", "system.list_files", m{"folder": "emails"}},
		{"Write to all but Alice", "email.list", m{"user": "Alice"}}, // what is said of her makes no difference
		{"Invite Zoe of the partners", "calendar.create_event", m{"summary": "s", "start": "2026-03-12 10:00", "attendees": []any{"zoe@partner.org"}}},
	} {
		own(t, tt.text).want(true, tt.tool, tt.args)
	}
	all := newOffice(t, policy.Rules{People: policy.All}, trajectory.Task{Text: "x"}, nil)
	all.want(true, "email.list", m{"user": "Alice"})
	suite := newOffice(t, policy.Rules{}, trajectory.Task{Text: "x", Suite: "s"}, nil)
	suite.want(true, "system.copy", m{"source": "emails", "target": "data/a"})
	narrow := newOffice(t, policy.Rules{People: policy.Named}, trajectory.Task{Text: "x", Suite: "s"}, nil)
	narrow.want(false, "email.list", m{"user": "Alice"})
}

// TestSweeps: a look at everything is narrowed to the documents where others'
// boxes are there too; a mail's file is named after its subject.
func TestSweeps(t *testing.T) {
	for _, tt := range []struct {
		text, tool string
		args       m
		want       any // of the folder
	}{
		{"x", "system.find_file", m{"name": "plans"}, "data"},
		{"x", "system.find_file", m{"name": "plans", "folder": "/testbed"}, "data"},
		{"x", "system.list_files", m{}, "data"},
		{"x", "system.list_files", nil, "data"},
		{"x", "system.list_files", m{"folder": "."}, "data"},
		{"x", "system.list_files", m{"folder": "data"}, "data"},
		{"of Alice, Tom and Mary Ann", "system.list_files", m{}, nil},
	} {
		a, err := own(t, tt.text).ask(tt.tool, tt.args)
		if err != nil || a.Action.Args["folder"] != tt.want {
			t.Errorf("%s %v of %q: %v, %v", tt.tool, tt.args, tt.text, a.Action.Args, err)
		}
	}
}

// TestForgery: mails and events come and go by their tools alone, whoever is named and
// whatever the text asks for.
func TestForgery(t *testing.T) {
	text := "Write to Tom, and move and delete my mail Rent and Tom's calendar"
	for _, tt := range []struct {
		ok   bool
		tool string
		args m
	}{
		{false, "system.write_text", m{"file_path": "emails/Tom/fired.eml", "content": "From: boss@example.com"}},
		{false, "system.write_text", m{"file_path": "emails/Bob/fired.eml", "content": "From: boss@example.com"}},
		{false, "system.write_text", m{"file_path": "emails/Bob/Rent.eml", "content": "From: boss@example.com"}},
		{false, "system.write_text", m{"file_path": "EMAILS/Bob/Rent.eml", "content": "From: boss@example.com"}},
		{false, "system.write_text", m{"file_path": "calendar/Bob.ics", "content": "BEGIN:VEVENT", "append": true}},
		{false, "system.write_text", m{"file_path": "calendar/Tom.ics", "content": "x"}},
		{false, "system.copy", m{"source": "data/plans.txt", "target": "emails/Tom/x.eml"}},
		{false, "system.copy", m{"source": "calendar/Bob.ics", "target": "calendar/Tom.ics"}},
		{false, "system.move", m{"source": "data/plans.txt", "target": "emails/Tom/"}},
		{false, "system.move", m{"source": "emails/Bob/Rent.eml", "target": "emails/Tom/"}},
		{false, "system.move", m{"source": "data/x.eml", "target": "/testbed/emails/Bob/x.eml"}},
		{false, "system.move", m{"source": "data/x.eml", "target": " emails/Bob/x.eml"}},
		{false, "system.move", m{"source": "emails/Bob/Rent.eml", "target": "Fired.eml"}},
		{false, "system.move", m{"source": "emails/Bob/Rent.eml", "target": "data/"}},
		{false, "system.move", m{"source": "emails/Bob", "target": "data/"}},
		{false, "system.move", m{"source": "calendar/Bob.ics", "target": "data/"}},
		{false, "system.delete", m{"file_path": "emails/Bob/Rent.eml"}},
		{false, "system.delete", m{"file_path": []any{"data/plans.txt", "emails/Bob/Lunch li\u017ft.eml"}}},
		{false, "system.delete", m{"file_path": "emails/Bob"}},
		{false, "system.delete", m{"file_path": "calendar/Bob.ics"}},
		{false, "system.delete", m{"file_path": "calendar/Tom.ics"}},
		{false, "system.make_folder", m{"folder": "emails/Eve"}},
		{false, "email.save_attachment", m{"id": "Rent", "target": "emails/Bob/"}},
		{true, "system.copy", m{"source": "emails/Bob/Rent.eml", "target": "data/"}},
		{true, "system.read_text", m{"file_path": "calendar/Bob.ics"}},
		{true, "system.delete", m{"file_path": "data/plans.txt"}},
		{true, "system.write_text", m{"file_path": "data/plans.txt", "content": "x"}},
		{true, "system.move", m{"source": "data", "target": "old"}},
		{true, "email.delete", m{"id": "Rent"}},
		{true, "calendar.delete_event", m{"summary": "Yoga class"}},
	} {
		own(t, text).want(tt.ok, tt.tool, tt.args)
		newOffice(t, policy.Rules{}, trajectory.Task{Text: text, Suite: "s"}, nil).want(tt.ok, tt.tool, tt.args)
	}
}

// TestSweepsOfAll: a look at everything stays one where nobody has to be left alone:
// everybody is open to the run, or there is nobody else here. A stray file is nobody.
func TestSweepsOfAll(t *testing.T) {
	alone := t.TempDir()
	must.Do(t, furnish(alone, map[string]string{"emails/Bob/Rent.eml": "", "emails/notes.txt": "", "calendar/Bob.ics": "", "calendar/old/Tom.ics": "", "calendar/notes.txt": ""}))
	for _, o := range []*office{
		newOffice(t, policy.Rules{}, trajectory.Task{Text: "x", Suite: "s"}, nil),
		newOffice(t, policy.Rules{People: policy.All}, trajectory.Task{Text: "x"}, nil),
		{t: t, gate: policy.Rules{}.Open(registry(), trajectory.Task{Text: "x", User: "Bob"}, alone)},
	} {
		if i, err := o.ask("system.list_files", m{}); err != nil || i.Action.Args["folder"] != nil {
			t.Errorf("%v, %v", i.Action.Args, err)
		}
	}
}

// TestSweepOfMailboxes: a count of all mailboxes is narrowed to those that are open to the
// run; where all are, it stays one of all.
func TestSweepOfMailboxes(t *testing.T) {
	all := m{"mailboxes": "all"}
	for text, want := range map[string]any{
		"x":                           []any{"self"},
		"Ask Tom":                     []any{"self", "Tom"},
		"Ask Alice, Tom and Mary Ann": "all",
	} {
		i, err := own(t, text).ask("email.list", all)
		if diff := cmp.Diff(want, i.Action.Args["mailboxes"]); err != nil || diff != "" {
			t.Errorf("%q: %v, %s", text, err, diff)
		}
	}
	own(t, "x").want(false, "email.list", m{"mailboxes": []any{"Bob", "Tom"}})
	own(t, "x").want(false, "email.list", m{"mailboxes": "all", "user": "Tom"})
	own(t, "x").want(false, "email.read", m{"file_path": "emails/Tom/fired.eml"})
	own(t, "x").want(true, "email.read", m{"file_path": "data/x.eml"})
	own(t, "Ask Tom").want(true, "email.list", m{"mailboxes": []any{"Tom"}})
}

// TestRefusalNamesAFew: who is meant is told, but not everybody of a large office.
func TestRefusalNamesAFew(t *testing.T) {
	more := map[string]string{}
	for _, name := range []string{"Ada", "Cleo", "Dora", "Emil", "Finn"} {
		more["calendar/"+name+".ics"] = calendarOf("x", "20260312")
	}
	o := newOffice(t, policy.Rules{}, trajectory.Task{Text: "Ask Tom and Mary Ann"}, more)
	_, err := o.ask("system.list_files", m{"folder": "emails"})
	for _, want := range []string{"Ada, Alice, Cleo, Dora, Emil and others", "name the folder that is needed: data, emails/Bob, emails/Mary Ann, emails/Tom ("} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestUnreadableStart: where it cannot be told who is here, others' boxes are out of
// reach, named or not.
func TestUnreadableStart(t *testing.T) {
	start := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(start, "file"), nil, 0o600))
	o := &office{t: t, gate: policy.Rules{}.Open(registry(), trajectory.Task{Text: "Ask Tom", User: "Bob"}, filepath.Join(start, "file"))}
	o.want(false, "email.list", m{"user": "Tom"})
	o.want(false, "system.list_files", m{"folder": "emails"})
	o.want(true, "email.list", m{})
	if i, err := o.ask("system.list_files", m{}); err != nil || i.Action.Args["folder"] != "data" {
		t.Errorf("%v, %v", i.Action.Args, err)
	}
}
