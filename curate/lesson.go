package curate

import (
	"fmt"
	"slices"
	"strings"

	"legomem/trajectory"
)

// maxLessons is how many lessons of one kind a unit keeps: more are not read.
const maxLessons = 3

// lessons says what is worth knowing next time, "" where nothing is: what failed and what
// mended it, what failed runs of like work did otherwise, and how new files were named.
func lessons(run *trajectory.Run, failures []*trajectory.Run) string {
	all := first(mended(run), maxLessons)
	for _, other := range failures {
		for _, d := range contrasts(other, run) {
			if !slices.Contains(all, d.lesson) {
				all = append(all, d.lesson)
			}
		}
	}
	all = append(first(all, 2*maxLessons), naming(run)...)
	return strings.Join(all, " ")
}

func first(texts []string, most int) []string { return texts[:min(len(texts), most)] }

// mended are the failures that something was found for: the next call of the same tool
// that succeeded, or else the next success. A failure that nothing came after taught
// nothing.
func mended(run *trajectory.Run) []string {
	steps := run.Steps()
	var out []string
	for i, st := range steps {
		failed := st.Observation != nil && st.Observation.Failed
		if !failed {
			continue
		}
		mend, ok := mending(st, steps[i+1:])
		if !ok {
			continue
		}
		said := fmt.Sprintf("%s failed (%s); %s.", st.Action.Tool, st.Observation.Code, mendedBy(st, mend))
		if !slices.Contains(out, said) {
			out = append(out, said)
		}
	}
	return out
}

func mending(failed trajectory.Step, later []trajectory.Step) (trajectory.Step, bool) {
	done := slices.Collect(func(yield func(trajectory.Step) bool) {
		for _, st := range later {
			if st.Succeeded() && !yield(st) {
				return
			}
		}
	})
	if i := slices.IndexFunc(done, func(st trajectory.Step) bool { return st.Action.Tool == failed.Action.Tool }); i >= 0 {
		return done[i], true
	}
	if len(done) == 0 {
		return trajectory.Step{}, false
	}
	return done[0], true
}

// mendedBy says in what the call that worked differs from the one that failed.
func mendedBy(failed, mend trajectory.Step) string {
	if mend.Action.Tool != failed.Action.Tool {
		return mend.Action.Tool + " was called in its place"
	}
	var changed []string
	for _, name := range argumentsOf(failed, mend) {
		was, is := valueText(failed.Action.Args[name]), valueText(mend.Action.Args[name])
		switch {
		case was == is:
		case was == "":
			changed = append(changed, name+"="+is+" added")
		case is == "":
			changed = append(changed, "no "+name)
		default:
			changed = append(changed, name+"="+is+" in place of "+was)
		}
	}
	if len(changed) == 0 {
		return "the same call worked later, when something else had been done"
	}
	return "it worked with " + strings.Join(first(changed, maxLessons), ", ")
}

// argumentsOf are the names of the arguments of two calls, in order.
func argumentsOf(a, b trajectory.Step) []string {
	var names []string
	for _, args := range []map[string]any{a.Action.Args, b.Action.Args} {
		for name := range args {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// maxValue is how much of a value a lesson shows, in bytes.
const maxValue = 40

// valueText is a value as a lesson shows it, "" where there is none.
func valueText(v any) string {
	if v == nil {
		return ""
	}
	s, err := canonical(v)
	if err != nil {
		return "…" // plain JSON always marshals
	}
	return short(s, maxValue)
}
