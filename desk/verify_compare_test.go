package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"legomem/membank"
	"legomem/must"
	"legomem/sweep"
	"legomem/tools"
	"legomem/trajectory"
)

// TestComparison: a replay must do what was done, in that order; it may read
// more, and write a date in another way.
func TestComparison(t *testing.T) {
	act := func(tool string, class tools.Class, args map[string]any) trajectory.Step {
		return trajectory.Step{Action: tools.Action{Tool: tool, Args: args}, Effects: []tools.Effect{{Class: class}}, Observation: &tools.Observation{Text: "ok"}}
	}
	look := act("system.list_files", tools.Read, map[string]any{})
	read := act("excel.read", tools.Read, map[string]any{"file_path": "a.xlsx"})
	event := func(start string) trajectory.Step {
		return act("calendar.create_event", tools.Write, map[string]any{"user": "Lee", "summary": "van", "start": start})
	}
	mail := func(content string) trajectory.Step {
		return act("email.send", tools.Send, map[string]any{"to": []any{"Lee"}, "subject": "van", "content": content})
	}
	broken := mail("yours")
	broken.Observation = &tools.Observation{Failed: true, Text: "no such mailbox"}
	other := act("excel.read", tools.Read, map[string]any{"file_path": "b.xlsx"})
	steps := func(all ...trajectory.Step) []trajectory.Step { return all }
	was := steps(read, event("2026-03-12 14:00:00"), mail("yours"))
	for _, tt := range []struct {
		name          string
		was, now      []trajectory.Step
		action        int
		expected, got string // "" for no difference
	}{
		{"the same", was, was, 0, "", ""},
		{"checks before and behind", was, steps(look, read, look, event("2026-03-12 14:00:00"), mail("yours"), look), 0, "", ""},
		{"another spelling of a date", was, steps(read, event("2026-03-12 14:00"), mail("yours")), 0, "", ""},
		{"another date", was, steps(read, event("2026-03-13 14:00"), mail("yours")), 2, "calendar.create_event", "2026-03-13"},
		{"another text", was, steps(read, event("2026-03-12 14:00"), mail("mine")), 3, "yours", "mine"},
		{"another file is read", was, steps(other, event("2026-03-12 14:00"), mail("yours")), 1, "a.xlsx", "b.xlsx"},
		{"something is left out", was, steps(read, event("2026-03-12 14:00")), 0, "email.send", "nothing"},
		{"something is done besides", was, append(was[:3:3], mail("yours")), 4, "no further action", "email.send"},
		{"an action fails", was, steps(read, event("2026-03-12 14:00"), broken), 3, "email.send", "no such mailbox"},
		{"another order", was, steps(read, mail("yours"), event("2026-03-12 14:00")), 2, "calendar.create_event", "email.send"},
		{"nothing is done", was, nil, 0, "excel.read", "nothing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			expected, whole := deedsOf(membank.Unit{}, runOf(tt.was))
			var d Verdict
			comparison{expected, whole, trajectory.Task{Now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}}.hold(runOf(tt.now), &d)
			if (d.Expected == "") != (tt.expected == "") || !strings.Contains(d.Expected, tt.expected) || !strings.Contains(d.Got, tt.got) || d.Action != tt.action {
				t.Errorf("action %d: expected %q, got %q", d.Action, d.Expected, d.Got)
			}
		})
	}
}

// runOf is a run of these actions.
func runOf(steps []trajectory.Step) *trajectory.Run {
	numbered := make([]trajectory.Step, len(steps))
	for i, st := range steps {
		st.Number = i + 1
		numbered[i] = st
	}
	return &trajectory.Run{Subtasks: []trajectory.SubtaskRun{{Steps: numbered}}}
}

// TestToldDeeds: where only the memory tells what was done, what is cut short
// there is not compared.
func TestToldDeeds(t *testing.T) {
	u := membank.Unit{Subtasks: []membank.Subtask{{Steps: []membank.Step{
		{Action: `email.send({"content":"It is a long […]","subject":"van","to":["Lee"]})`},
		{Action: `system.write_text({"content":"cut in the mid`},
	}}}}
	expected, whole := deedsOf(u, nil)
	c := comparison{expected: expected, whole: whole}
	mail := func(subject string) trajectory.Step {
		return trajectory.Step{Action: tools.Action{Tool: "email.send", Args: map[string]any{"content": "It is a long letter", "subject": subject, "to": []any{"Lee"}}},
			Effects: []tools.Effect{{Class: tools.Send}}, Observation: &tools.Observation{}}
	}
	note := trajectory.Step{Action: tools.Action{Tool: "system.write_text", Args: map[string]any{"content": "whole"}}, Effects: []tools.Effect{{Class: tools.Write}}, Observation: &tools.Observation{}}
	for subject, same := range map[string]bool{"van": true, "boat": false} {
		var d Verdict
		c.hold(runOf([]trajectory.Step{mail(subject), note}), &d)
		if (d.Expected == "") != same {
			t.Errorf("%s: expected %q, got %q", subject, d.Expected, d.Got)
		}
	}
}

// TestHindered: what keeps a replay from its end, and is no fault of the
// procedure.
func TestHindered(t *testing.T) {
	for code, want := range map[tools.Code]string{tools.MissingProgram: "legomem doctor", tools.Refused: "the policy refuses", tools.Timeout: "cut off", tools.NotFound: "", tools.BadArguments: ""} {
		run := runOf([]trajectory.Step{{Observation: &tools.Observation{Failed: true, Code: code, Text: "no"}}})
		run.Result = &trajectory.Result{Outcome: trajectory.GaveUp}
		if why := hindered(run); (why == "") != (want == "") || !strings.Contains(why, want) {
			t.Errorf("%s: %q", code, why)
		}
		run.Result.Outcome = trajectory.Solved
		if why := hindered(run); why != "" {
			t.Errorf("%s, and solved: %q", code, why)
		}
	}
}

// TestOtherFile: finished files are held against each other by what they hold.
func TestOtherFile(t *testing.T) {
	sweep.OneGoroutine(t)
	const mail = "From: ann@example.com\r\nTo: lee@example.com\r\nSubject: Plan\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/plain\r\n\r\nHere it is.\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=plan.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n"
	const end = "\r\n--b--\r\n"
	d := newTestDesk(t, nil)
	launcher, done, err := d.launcherFor(d.config.Sandbox, true)
	must.Do(t, err)
	defer done()
	for name, tt := range map[string]struct {
		was, now map[string]string
		other    string
		unread   bool
	}{
		"the same":                    {map[string]string{"data/a.txt": "a"}, map[string]string{"data/a.txt": "a"}, "", false},
		"another text":                {map[string]string{"data/a.txt": "a"}, map[string]string{"data/a.txt": "b"}, "data/a.txt", false},
		"a file more":                 {map[string]string{"data/a.txt": "a"}, map[string]string{"data/a.txt": "a", "data/b.txt": "b"}, "data/b.txt", false},
		"a file less":                 {map[string]string{"data/a.txt": "a"}, map[string]string{}, "data/a.txt", false},
		"an attachment made anew":     {map[string]string{"emails/Lee/p.eml": mail + "AAAA" + end}, map[string]string{"emails/Lee/p.eml": mail + "BBBB" + end}, "", false},
		"another mail":                {map[string]string{"emails/Lee/p.eml": mail + "AAAA" + end}, map[string]string{"emails/Lee/p.eml": strings.Replace(mail, "Plan", "No", 1) + "AAAA" + end}, "emails/Lee/p.eml", false},
		"a picture, which is no text": {map[string]string{"data/a.png": "\x89PNG\x00\xff1"}, map[string]string{"data/a.png": "\x89PNG\x00\xff2"}, "data/a.png", true},
	} {
		t.Run(name, func(t *testing.T) {
			other, unread, err := otherFile(t.Context(), launcher, folderOf(t, tt.was), folderOf(t, tt.now), trajectory.Task{User: "Ann"})
			if err != nil || other != tt.other || unread != tt.unread {
				t.Errorf("%q, unread %v, %v; want %q, %v", other, unread, err, tt.other, tt.unread)
			}
		})
	}
}

// folderOf writes files into a folder of their own.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	}
	return dir
}
