package orchestrator

import (
	"testing"
	"time"

	"legomem/tools"
	"legomem/tools/apps"
	"legomem/trajectory"
)

var (
	office = apps.Registry()
	asBob  = trajectory.Task{User: "Bob", Now: time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)}
)

type args = map[string]any

func do(tool string, a args) tools.Action { return tools.Action{Tool: tool, Args: a} }

// TestDeedKeys: what is the same deed, however it is spelled, and what is another.
func TestDeedKeys(t *testing.T) {
	mail := func(more args) tools.Action {
		a := args{"to": []any{"Dana"}, "subject": "Hi", "content": "Hello."}
		for k, v := range more {
			a[k] = v
		}
		return do("email.send", a)
	}
	event := func(more args) tools.Action {
		a := args{"user": "Dana", "summary": "Review", "start": "2026-03-12 14:00", "end": "2026-03-12 15:30"}
		for k, v := range more {
			if a[k] = v; v == nil {
				delete(a, k)
			}
		}
		return do("calendar.create_event", a)
	}
	cell := func(file string) tools.Action {
		return do("excel.set_cell", args{"file_path": file, "cell": "B3", "value": "5"})
	}
	for _, tc := range []struct {
		name string
		a, b tools.Action
		same bool
	}{
		{"itself", mail(nil), mail(nil), true},
		{"another subject", mail(nil), mail(args{"subject": "Hi there"}), false},
		{"another text", mail(nil), mail(args{"content": "Bye."}), false},
		{"white space at the end", mail(nil), mail(args{"content": "Hello.\r\n", "subject": " Hi "}), true},
		{"an address for a name", mail(nil), mail(args{"to": []any{"dana@example.com"}}), true},
		{"one person for a list", mail(nil), mail(args{"to": "DANA"}), true},
		{"an address elsewhere", mail(nil), mail(args{"to": []any{"dana@example.org"}}), false},
		{"two in another order", mail(args{"to": []any{"Dana", "Tom"}}), mail(args{"to": []any{"tom@example.com", "Dana"}}), true},
		{"two in one text", mail(args{"to": []any{"Dana", "Tom"}}), mail(args{"to": "Tom and Dana"}), true},
		{"one of two", mail(args{"to": []any{"Dana", "Tom"}}), mail(nil), false},
		{"a copy for a recipient", mail(args{"to": []any{"Dana", "Tom"}}), mail(args{"cc": []any{"Tom"}}), false},
		{"the sender by name", mail(nil), mail(args{"sender": "Bob"}), true},
		{"the sender as self", mail(nil), mail(args{"sender": "self", "cc": []any{}, "attachments": []any{}}), true},
		{"another sender", mail(nil), mail(args{"sender": "Eve"}), false},
		{"an attachment by its path", mail(args{"attachments": []any{"a.docx"}}), mail(args{"attachments": []any{"/testbed/data/a.docx"}}), true},

		{"an event's times in words", event(nil), event(args{"start": "March 12, 2026 at 2 pm", "end": "3:30 pm"}), true},
		{"an event a day later", event(nil), event(args{"start": "2026-03-13 14:00", "end": "2026-03-13 15:30"}), false},
		{"an event in a list of one", event(nil), event(args{"user": nil, "users": []any{"dana"}}), true},
		{"an event in two calendars", event(args{"users": []any{"Tom"}}), event(args{"user": "tom", "users": []any{"Dana"}}), true},
		{"an event for oneself", event(args{"user": "Bob"}), event(args{"user": nil}), true},
		{"an event with somebody", event(nil), event(args{"attendees": []any{"Tom"}}), false},

		{"a file from the root", cell("data/x.xlsx"), cell("/testbed/data/x.xlsx"), true},
		{"a file by its name", cell("data/x.xlsx"), cell("x.xlsx"), true},
		{"a file in another folder", cell("data/x.xlsx"), cell("data/old/x.xlsx"), false},
		{"a cell in small letters", cell("x.xlsx"), do("excel.set_cell", args{"file_path": "x.xlsx", "cell": "b3", "value": "5"}), true},
		{"a number for a text", cell("x.xlsx"), do("excel__set_cell", args{"file_path": "x.xlsx", "cell": "B3", "value": 5.0}), true},
		{"another cell", cell("x.xlsx"), do("excel.set_cell", args{"file_path": "x.xlsx", "cell": "B4", "value": "5"}), false},
		{"another tool", do("word.write", args{"file_path": "x.docx", "content": "a"}), do("word.create", args{"file_path": "x.docx", "content": "a"}), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, okA := deedOf(office, asBob, tc.a)
			b, okB := deedOf(office, asBob, tc.b)
			if !okA || !okB {
				t.Fatalf("no deeds: %v, %v", okA, okB)
			}
			if (a.key == b.key) != tc.same {
				t.Errorf("\n%s\n%s", a.key, b.key)
			}
		})
	}
	elsewhere := asBob
	elsewhere.Domain = "acme.org"
	name, _ := deedOf(office.In("acme.org"), elsewhere, mail(nil))
	for address, same := range map[string]bool{"dana@acme.org": true, "dana@example.com": false} {
		if d, _ := deedOf(office.In("acme.org"), elsewhere, mail(args{"to": address})); (d.key == name.key) != same {
			t.Errorf("at acme.org, %s is Dana: %v", address, !same)
		}
	}
	for _, a := range []tools.Action{do("email.list", nil), do("calendar.list_events", args{"user": "Dana"}), do("no.tool", nil), do("email.send", args{"to": "Dana"}), do("system.calculate", args{"expression": "1+1"})} {
		if d, ok := deedOf(office, asBob, a); ok {
			t.Errorf("%s is a deed: %+v", a.Tool, d)
		}
	}
}

// TestRepeated: what the next brain is told it need not do.
func TestRepeated(t *testing.T) {
	line := func(text string) tools.Action {
		return do("word.write", args{"file_path": "a.docx", "content": text})
	}
	mail := func(subject string) tools.Action {
		return do("email.send", args{"to": "Dana", "subject": subject, "content": "x"})
	}
	event := do("calendar.create_event", args{"user": "Dana", "summary": "Review", "start": "2026-03-12 14:00"})
	other := do("calendar.create_event", args{"user": "Dana", "summary": "Lunch", "start": "2026-03-12 12:00"})
	deleted := do("calendar.delete_event", args{"user": "Dana", "summary": "Review"})
	gone := do("email.delete", args{"user": "Dana", "subject": "A"})
	answer := do("email.reply", args{"subject": "B", "content": "yes"})
	for _, tc := range []struct {
		name   string
		before []tools.Action
		next   []tools.Action
		want   string // r for a repeat, d for a deed
	}{
		{"nothing was done", nil, []tools.Action{mail("A")}, "d"},
		{"one mail", []tools.Action{mail("A")}, []tools.Action{mail("A")}, "r"},
		{"a mail asked for again and again", []tools.Action{mail("A")}, []tools.Action{mail("A"), mail("A")}, "rr"},
		{"another mail to the same", []tools.Action{mail("A")}, []tools.Action{mail("B"), mail("A"), mail("B")}, "drd"},
		{"an answer from the same mailbox", []tools.Action{mail("A")}, []tools.Action{answer, mail("A")}, "dr"},
		{"a mail that was deleted", []tools.Action{mail("A")}, []tools.Action{gone, mail("A")}, "dd"},
		{"another event in the calendar", []tools.Action{event}, []tools.Action{other, event}, "dr"},
		{"an event that was deleted", []tools.Action{event}, []tools.Action{deleted, event}, "dd"},
		{"two equal lines", []tools.Action{line("x"), line("x")}, []tools.Action{line("x"), line("x")}, "rr"},
		{"one line of two", []tools.Action{line("x")}, []tools.Action{line("x"), line("x")}, "rd"},
		{"a line after another", []tools.Action{line("x")}, []tools.Action{line("y"), line("x")}, "dd"},
		{"another file was changed", []tools.Action{line("x")}, []tools.Action{mail("A"), line("x")}, "dr"},
		{"looking", []tools.Action{do("email.list", nil)}, []tools.Action{do("email.list", nil)}, "d"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var steps []trajectory.Step
			for _, a := range tc.before {
				steps = append(steps, trajectory.Step{Action: a, Observation: &tools.Observation{Text: "Did it."}})
			}
			failed := trajectory.Step{Action: mail("failed"), Observation: &tools.Observation{Failed: true}}
			d := newDeeds(office, asBob, "model", append(steps, failed, trajectory.Step{Action: mail("cut off")}))
			got := ""
			for _, a := range append(tc.next, mail("failed"), mail("cut off")) {
				obs, again := d.repeated(a)
				if again {
					got += "r"
					if obs.Failed || obs.Text != "Already done in this run, before model took over: Did it." {
						t.Errorf("it observes %+v", obs)
					}
					continue
				}
				got += "d"
				d.add(trajectory.Step{Action: a, Observation: &tools.Observation{}})
			}
			if got != tc.want+"dd" {
				t.Errorf("%s, want %s", got, tc.want+"dd")
			}
		})
	}
}
