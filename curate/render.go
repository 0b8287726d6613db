package curate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"legomem/lists"
	"legomem/membank"
	"legomem/membank/outline"
	"legomem/tools"
	"legomem/trajectory"
)

// Limits on what a unit keeps: prompts cost money, and a document's whole text or the
// eleventh action of a kind teaches nothing (LEGOMem App. A).
const (
	maxObservation = 240 // bytes of one action's observation
	maxSummary     = 720 // bytes of a subtask's observations
	maxArgument    = 400 // bytes of a text in an action
	maxAlike       = 10  // actions of one tool in a row
)

// planText is the plan as it was carried out: which agent did what.
func planText(run *trajectory.Run) string {
	var b strings.Builder
	n := 0
	for _, s := range run.Subtasks {
		if s.Failed || len(successes(s)) == 0 {
			continue
		}
		n++
		fmt.Fprintf(&b, "%d. %s: %s\n", n, s.Agent, s.Description)
	}
	return strings.TrimSpace(b.String())
}

// subtasks are the delegations that did not fail, with their successful actions; one
// without any is left out.
func subtasks(run *trajectory.Run) []membank.Subtask {
	var out []membank.Subtask
	for _, s := range run.Subtasks {
		if steps := successes(s); !s.Failed && len(steps) > 0 {
			out = append(out, membank.Subtask{Agent: s.Agent, Description: s.Description, Steps: pairs(steps), Observations: observations(steps)})
		}
	}
	return out
}

// pairs are the think/action pairs of the steps. Of many in a row with the same tool only
// the first are kept, and the last one kept states how many more there were.
func pairs(steps []trajectory.Step) []membank.Step {
	var out []membank.Step
	alike := 0
	for i, st := range steps {
		if i > 0 && st.Action.Tool == steps[i-1].Action.Tool {
			alike++
		} else {
			alike = 1
		}
		if alike <= maxAlike {
			out = append(out, membank.Step{Think: short(st.Thought, maxArgument), Action: actionText(st.Action), Result: resultOf(st)})
			continue
		}
		last := &out[len(out)-1]
		kept, _, _ := strings.Cut(last.Think, moreAlike)
		last.Think = fmt.Sprintf("%s%s%d more like this)", kept, moreAlike, alike-maxAlike)
	}
	return out
}

const moreAlike = " (then "

// resultOf is the form of what a step returned; of one that only changed something, what
// it returned says nothing that the call does not.
func resultOf(st trajectory.Step) string {
	if st.Observation == nil || changes(st) {
		return ""
	}
	return outline.Shape(st.Observation.Data)
}

// observations are what the steps showed, in brief.
func observations(steps []trajectory.Step) string {
	seen := lists.Map(steps, func(st trajectory.Step) string { return short(st.Observation.Text, maxObservation) })
	return short(strings.Join(seen, "\n"), maxSummary)
}

// successes are a subtask's actions that did not fail.
func successes(s trajectory.SubtaskRun) []trajectory.Step {
	return lists.Filter(s.Steps, trajectory.Step.Succeeded)
}

// actionText writes an action as "tool(args as JSON)"; over-long texts are cut
// and marked. Reflex compiles from the trajectory, never from this.
func actionText(a tools.Action) string {
	args, _ := shortened(map[string]any(a.Args)).(map[string]any)
	return wholeAction(tools.Action{Tool: a.Tool, Args: args})
}

// wholeAction is actionText with nothing cut.
func wholeAction(a tools.Action) string {
	args, err := canonical(map[string]any(a.Args))
	if err != nil {
		return a.Tool + "(…)" // plain JSON always marshals
	}
	return a.Tool + "(" + args + ")"
}

// canonical writes a plain JSON value in one way only, so that equal values have equal
// texts. Nil arguments become an empty object.
func canonical(v any) (string, error) {
	if args, ok := v.(map[string]any); ok && args == nil {
		return "{}", nil
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "", fmt.Errorf("write as JSON: %w", err)
	}
	return strings.TrimSpace(b.String()), nil
}

// shortened is a plain JSON value with its long texts cut.
func shortened(v any) any {
	switch v := v.(type) {
	case string:
		return short(v, maxArgument)
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = shortened(e)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = shortened(e)
		}
		return out
	}
	return v
}

// readOutside reports whether the run read mails, events, documents or their names, which
// others may have written: even a file that the run wrote to may have held more. A shell
// may have read anything.
func readOutside(run *trajectory.Run) bool {
	for _, st := range run.Steps() {
		for _, e := range st.Effects {
			kind, _, _ := strings.Cut(e.Target, ":")
			if e.Class == tools.Shell || e.Class == tools.Read && slices.Contains([]string{"file", "folder", "mailbox", "calendar"}, kind) {
				return true
			}
		}
	}
	return false
}

// short cuts a text to at most n bytes, between letters, and marks the cut.
func short(s string, n int) string {
	s = strings.TrimSpace(s)
	if len(s) <= n {
		return s
	}
	cut := n
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + " […]"
}
