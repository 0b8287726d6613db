package policy_test

import (
	"testing"

	"legomem/tools/policy"
	"legomem/trajectory"
)

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

// TestForgery: a mail is sent, and not written into a mailbox.
func TestForgery(t *testing.T) {
	text := "Write to Tom, and move and delete my mail Rent"
	for _, tt := range []struct {
		ok   bool
		tool string
		args m
	}{
		{false, "system.write_text", m{"file_path": "emails/Tom/fired.eml", "content": "From: boss@example.com"}},
		{false, "system.write_text", m{"file_path": "emails/Bob/fired.eml", "content": "From: boss@example.com"}},
		{false, "system.write_text", m{"file_path": "emails/Bob/Rent.eml", "content": "From: boss@example.com"}},
		{false, "system.copy", m{"source": "data/plans.txt", "target": "emails/Tom/x.eml"}},
		{false, "system.move", m{"source": "data/plans.txt", "target": "emails/Tom/"}},
		{false, "system.move", m{"source": "emails/Bob/Rent.eml", "target": "emails/Tom/"}},
		{false, "system.move", m{"source": "data/x.eml", "target": "/testbed/emails/Bob/x.eml"}},
		{false, "system.move", m{"source": "data/x.eml", "target": " emails/Bob/x.eml"}},
		{false, "system.move", m{"source": "emails/Bob/Rent.eml", "target": "Fired.eml"}},
		{true, "system.move", m{"source": "emails/Bob/Rent.eml", "target": "data/"}},
		{true, "system.delete", m{"file_path": "emails/Bob/Rent.eml"}},
		{true, "system.copy", m{"source": "emails/Bob/Rent.eml", "target": "data/"}},
	} {
		own(t, text).want(tt.ok, tt.tool, tt.args)
	}
}
