package desk

import (
	"context"
	"maps"
	"slices"
	"strings"

	"legomem/changes"
	"legomem/changes/reading"
	"legomem/orchestrator"
	"legomem/places"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// reviewer lists what a run changed. It implements orchestrator.Reviewer.
type reviewer struct {
	launcher sandbox.Launcher
	// known returns the targets that the tenant has confirmed before.
	known func() []string
	// own returns the further addresses of a task's user.
	own func(trajectory.Task) []string
}

// Review compares the testbed as it was with the finished one.
func (v reviewer) Review(ctx context.Context, e orchestrator.Evidence) (changes.List, error) {
	run, err := trajectory.Open(string(e.Run))
	if err != nil {
		return changes.List{}, err
	}
	asked := askedIn(run)
	asked.Known, asked.Own = v.known(), v.own(run.Started.Task)
	return v.list(ctx, e.Run, e.Task, asked, changes.Testbed{Dir: e.Start, Hashes: e.StartFiles}, changes.Testbed{Dir: e.Testbed, Hashes: e.Files})
}

// list compares two testbeds of a run.
func (v reviewer) list(ctx context.Context, run places.Run, t trajectory.Task, asked changes.Asked, was, is changes.Testbed) (changes.List, error) {
	box := reading.Boxed{Launcher: v.launcher, Dir: run.Reading(), Spec: sandbox.Spec{Run: "changes", User: t.User, Now: t.Now, DayFirst: t.DayFirst, Domain: t.Domain}}
	return changes.Compare(ctx, was, is, asked, box)
}

// askedIn is what a run was asked, and what it read.
func askedIn(r *trajectory.Run) changes.Asked {
	t := r.Started.Task
	return changes.Asked{Task: t.Words(), User: t.User, Domain: t.OfficeDomain(), Seen: seenIn(r), Answers: []string{r.Answer}}
}

// seenIn is what a run read: what its actions returned that changed nothing.
func seenIn(r *trajectory.Run) []changes.Seen {
	var out []changes.Seen
	for _, s := range r.Steps() {
		if s.Succeeded() && !tools.OnlyChanges(s.Effects) {
			out = append(out, changes.Seen{In: s.Source(), Text: s.Observation.Text + "\n" + plainData(*s.Observation)})
		}
	}
	return out
}

// plainData are the texts in an observation's data, a line each, without JSON's escapes.
func plainData(o tools.Observation) string {
	var b strings.Builder
	writeTexts(&b, o.Value())
	return b.String()
}

func writeTexts(b *strings.Builder, v any) {
	switch v := v.(type) {
	case string:
		b.WriteString(v)
		b.WriteByte('\n')
	case []any:
		for _, one := range v {
			writeTexts(b, one)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			b.WriteString(key)
			b.WriteByte('\n')
			writeTexts(b, v[key])
		}
	}
}
