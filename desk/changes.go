package desk

import (
	"context"
	"maps"
	"slices"
	"strings"

	"legomem/changes"
	"legomem/changes/reading"
	"legomem/orchestrator"
	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/trajectory"
)

// reviewer lists what a run changed. It implements orchestrator.Reviewer.
type reviewer struct {
	launcher sandbox.Launcher
	// known are the targets that the user has confirmed before.
	known []string
}

// Review compares the testbed as it was with the finished one.
func (v reviewer) Review(ctx context.Context, e orchestrator.Evidence) (changes.List, error) {
	run, err := trajectory.Open(string(e.Run))
	if err != nil {
		return changes.List{}, err
	}
	box := reading.Boxed{Launcher: v.launcher, Dir: e.Run.Reading(),
		Spec: sandbox.Spec{Run: "changes", User: e.Task.User, Now: e.Task.Now, DayFirst: e.Task.DayFirst}}
	asked := changes.Asked{Task: e.Task.Text, User: e.Task.User, Domain: tools.Domain, Known: v.known, Seen: seenIn(run)}
	return changes.Compare(ctx, changes.Testbed{Dir: e.Start, Hashes: e.StartFiles}, changes.Testbed{Dir: e.Testbed, Hashes: e.Files}, asked, box)
}

// seenIn is what a run read: what its actions returned that changed nothing.
func seenIn(r *trajectory.Run) []changes.Seen {
	var out []changes.Seen
	for _, s := range r.Steps() {
		if s.Succeeded() && !onlyChanges(s.Effects) {
			out = append(out, changes.Seen{In: sourceOf(s), Text: s.Observation.Text + "\n" + plainData(*s.Observation)})
		}
	}
	return out
}

// onlyChanges reports whether what an action returns is about what it changed itself,
// and so repeats its own arguments. A shell's output may be anything.
func onlyChanges(effects []tools.Effect) bool {
	shell := slices.ContainsFunc(effects, func(e tools.Effect) bool { return e.Class == tools.Shell })
	return tools.Changes(effects) && !shell
}

// sourceOf names what an action read: "file:data/plan.xlsx", or else the tool.
func sourceOf(s trajectory.Step) string {
	var targets []string
	for _, e := range s.Effects {
		if e.Class == tools.Read {
			targets = append(targets, e.Target)
		}
	}
	return strings.Join(append([]string{s.Action.Tool}, targets...), " ")
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
