package curate

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"legomem/tools"
	"legomem/trajectory"
)

// difference is something that a passed run did and a failed run of like work did not. It
// is told without either's values, and without a word of any evaluation: that would carry
// answers.
type difference struct {
	agent, tool string
	lesson      string // for those who do as the passed run did
	warning     string // for those who would do as the failed one
}

// contrasts are the differences by which a failed run may have failed, where another did
// like work and passed.
func contrasts(failed, passed *trajectory.Run) []difference {
	mine, theirs := changing(failed), changing(passed)
	var out []difference
	for _, tool := range slices.Sorted(maps.Keys(theirs)) {
		if len(mine[tool]) > 0 {
			out = append(out, typed(tool, mine[tool], theirs[tool])...)
		}
	}
	out = append(out, covered(failed, passed)...)
	if failed.Started.Task.Text == passed.Started.Task.Text {
		out = append(out, counted(mine, theirs)...)
	}
	return out
}

// made is a call that changed something, and who made it.
type made struct {
	agent string
	step  trajectory.Step
}

// changing are a run's calls that succeeded and changed something, by tool.
func changing(run *trajectory.Run) map[string][]made {
	out := map[string][]made{}
	for _, s := range run.Subtasks {
		for _, st := range successes(s) {
			if changes(st) {
				out[st.Action.Tool] = append(out[st.Action.Tool], made{s.Agent, st})
			}
		}
	}
	return out
}

func changes(st trajectory.Step) bool {
	return slices.ContainsFunc(st.Effects, func(e tools.Effect) bool { return e.Class != tools.Read })
}

// typed are the arguments that the failed run gave as texts and the passed one as
// numbers.
func typed(tool string, failed, passed []made) []difference {
	var out []difference
	for _, name := range argumentsIn(passed) {
		was, is := kindsIn(failed, name), kindsIn(passed, name)
		if was.digits == 0 || is.numbers == 0 || is.digits > 0 {
			continue
		}
		out = append(out, difference{failed[0].agent, tool,
			fmt.Sprintf("%s: %s holds numbers as numbers; a run that gave them as texts failed.", tool, name),
			fmt.Sprintf("%s: numbers in %s were given as texts; where such work passed, they were numbers", tool, name)})
	}
	return out
}

func argumentsIn(all []made) []string {
	var names []string
	for _, m := range all {
		names = append(names, slices.Collect(maps.Keys(m.step.Action.Args))...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// leaves counts the numbers in some values, and the texts that spell one.
type leaves struct{ numbers, digits int }

func kindsIn(all []made, name string) (l leaves) {
	for _, m := range all {
		l.count(m.step.Action.Args[name])
	}
	return l
}

func (l *leaves) count(v any) {
	switch v := v.(type) {
	case float64:
		l.numbers++
	case string:
		if _, err := strconv.ParseFloat(v, 64); err == nil {
			l.digits++
		}
	case []any:
		for _, e := range v {
			l.count(e)
		}
	case map[string]any:
		for _, e := range v {
			l.count(e)
		}
	}
}

// covered says that the failed run changed something for some of several people only,
// where the passed one did so for each.
func covered(failed, passed *trajectory.Run) []difference {
	mine, theirs := reachOf(failed), reachOf(passed)
	left := mine.left && !theirs.left && theirs.several
	if !left || mine.tool != theirs.tool {
		return nil
	}
	return []difference{{mine.agent, mine.tool,
		fmt.Sprintf("%s: for everybody that it is for; a run that left some out failed.", mine.tool),
		fmt.Sprintf("%s: some of the people that it was for were left out; where such work passed, none was", mine.tool)}}
}

// counted are the tools that change something and that the failed run called less often
// for the same task.
func counted(mine, theirs map[string][]made) []difference {
	var out []difference
	for _, tool := range slices.Sorted(maps.Keys(theirs)) {
		was, is := len(mine[tool]), len(theirs[tool])
		agent := theirs[tool][0].agent
		switch {
		case was == 0:
			out = append(out, difference{agent, tool,
				fmt.Sprintf("%s is needed; a run without it failed.", tool),
				fmt.Sprintf("%s was never called; where the same was asked for and passed, it was", tool)})
		case was < is:
			out = append(out, difference{agent, tool,
				fmt.Sprintf("%s: once for each of them; a run that called it less often failed.", tool),
				fmt.Sprintf("%s was called for some only; where the same was asked for and passed, it was called more often", tool)})
		}
	}
	return out
}
