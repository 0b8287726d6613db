package main

import (
	"strings"
	"testing"
	"time"

	"legomem/membank"
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
			var d verdict
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
		var d verdict
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
