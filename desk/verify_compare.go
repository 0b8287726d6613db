package desk

import (
	"context"
	"encoding/json"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"legomem/membank"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/tools/value"
	"legomem/trajectory"
	"legomem/words"
)

// deedsOf returns the actions that a procedure was learned from: the run's, or else
// those that the memory records. Whole means that they are all of them, with all their
// arguments.
func deedsOf(u membank.Unit, run *trajectory.Run) (all []tools.Action, whole bool) {
	if run != nil {
		for _, st := range run.Steps() {
			if st.Observation != nil && !st.Observation.Failed {
				all = append(all, st.Action)
			}
		}
		return all, true
	}
	for _, s := range u.Subtasks {
		for _, st := range s.Steps {
			all = append(all, toldAction(st.Action))
		}
	}
	return all, false
}

// toldAction reads an action as a memory records it; arguments that are cut short there
// are nil.
func toldAction(told string) tools.Action {
	tool, rest, _ := strings.Cut(told, "(")
	a := tools.Action{Tool: tool}
	if err := json.Unmarshal([]byte(strings.TrimSuffix(rest, ")")), &a.Args); err != nil {
		a.Args = nil
	}
	return a
}

// comparison compares the actions of a replay with those that were done.
type comparison struct {
	expected []tools.Action
	whole    bool
	task     trajectory.Task
}

// hold notes the first action that differs. A replay may read more than was read:
// checks are such actions.
func (c comparison) hold(replayed *trajectory.Run, v *Verdict) {
	i := 0
	var skipped *trajectory.Step // that may have been meant for the expected one
	for _, st := range replayed.Steps() {
		switch {
		case i < len(c.expected) && c.same(c.expected[i], st):
			i, skipped = i+1, nil
		case st.Observation != nil && st.Observation.Failed:
			c.differ(v, i, &st)
			return
		case !tools.Changes(st.Effects):
			if i < len(c.expected) && st.Action.Tool == c.expected[i].Tool && skipped == nil {
				skipped = &st
			}
		case c.whole || i < len(c.expected):
			if skipped != nil {
				st = *skipped
			}
			c.differ(v, i, &st)
			return
		}
	}
	if i < len(c.expected) {
		c.differ(v, i, skipped)
	}
}

// differ notes what was done in place of the i-th action.
func (c comparison) differ(v *Verdict, i int, got *trajectory.Step) {
	v.Expected, v.Got = "no further action", "nothing"
	if i < len(c.expected) {
		v.Expected = c.expected[i].Tool + " " + words.Arguments(c.expected[i].Args)
	}
	if got == nil {
		return
	}
	v.Action = got.Number
	v.Got = got.Action.Tool + " " + words.Arguments(got.Action.Args)
	if o := got.Observation; o != nil && o.Failed {
		v.Got += ": " + o.Text
	}
}

// same reports whether a step is the expected action, and succeeded. Two spellings of a
// date are the same; unknown arguments are not compared.
func (c comparison) same(want tools.Action, got trajectory.Step) bool {
	if want.Tool != got.Action.Tool || got.Observation == nil || got.Observation.Failed {
		return false
	}
	if want.Args == nil {
		return true
	}
	t, ok := apps.Registry().Get(want.Tool)
	if !ok || len(want.Args) != len(got.Action.Args) {
		return false
	}
	for name, w := range want.Args {
		g, there := got.Action.Args[name]
		if !there || !c.sameValue(t.Kinds[name], w, g) && (c.whole || !isCut(w)) {
			return false
		}
	}
	return true
}

func (c comparison) sameValue(kind value.Kind, want, got any) bool {
	if reflect.DeepEqual(want, got) {
		return true
	}
	w, isText := want.(string)
	g, areTexts := got.(string)
	if !isText || !areTexts || kind != value.Date && kind != value.Time && kind != value.DateTime {
		return false
	}
	ref := value.Reference{Now: c.task.Now, DayFirst: c.task.DayFirst}
	x, err := value.Parse(kind, w, ref)
	y, other := value.Parse(kind, g, ref)
	return err == nil && other == nil && x == y
}

// isCut reports whether a memory holds only the beginning of a value.
func isCut(v any) bool {
	data, err := json.Marshal(v)
	return err == nil && strings.Contains(string(data), "[…]")
}

// otherFile finds the first file that differs between two finished testbeds; "" for
// none. Converters stamp what they make with the time, so files that differ in bytes
// are compared by their text: a workbook's cells, a document's lines, a mail without
// its attachments. Unread means that the file has no text.
func otherFile(ctx context.Context, l sandbox.Launcher, was, now string, task trajectory.Task) (name string, unread bool, err error) {
	changes, err := orchestrator.Diff(was, now)
	if err != nil || len(changes) == 0 {
		return "", false, err
	}
	for _, c := range changes {
		if c.Kind != "changed" {
			return c.Path, false, nil
		}
	}
	texts, err := inBothStates(ctx, l, sandbox.Spec{Run: "verify", User: task.User, Now: task.Now, Domain: task.Domain}, [2]string{was, now}, changes, textOf)
	if err != nil {
		return "", false, err
	}
	for i, c := range changes {
		before, after := texts[i][0], texts[i][1]
		if len(before) == 0 || !slices.Equal(before, after) {
			return c.Path, len(before)+len(after) == 0, nil
		}
	}
	return "", false, nil
}

// textOf reads a file as text; a mail as its app does, which only names the
// attachments.
func textOf(ctx context.Context, box sandbox.Sandbox, file string) ([]string, error) {
	inMails, isMail := strings.CutPrefix(filepath.ToSlash(file), "emails/")
	user, id, inBox := strings.Cut(inMails, "/")
	if !isMail || !inBox || path.Ext(file) != ".eml" {
		return readLines(ctx, box, file)
	}
	var mail json.RawMessage
	if err := ask(ctx, box, tools.Action{Tool: "email.read", Args: map[string]any{"user": user, "id": id}}, &mail); err != nil || mail == nil {
		return nil, err
	}
	return []string{string(mail)}, nil
}
