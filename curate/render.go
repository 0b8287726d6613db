package curate

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"legomem/membank"
	"legomem/tools"
	"legomem/trajectory"
)

// The longest observation summary and argument a unit keeps, in bytes: prompts
// are money, and a document's whole text teaches nothing.
const (
	maxObservation = 240
	maxArgument    = 400
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

// subtasks are the delegations with their successful actions; one without any
// is left out.
func subtasks(run *trajectory.Run) []membank.Subtask {
	var out []membank.Subtask
	for _, s := range run.Subtasks {
		steps := successes(s)
		if s.Failed || len(steps) == 0 {
			continue
		}
		sub := membank.Subtask{Agent: s.Agent, Description: s.Description}
		var seen []string
		for _, st := range steps {
			sub.Steps = append(sub.Steps, membank.Step{Think: st.Thought, Action: actionText(st.Action)})
			seen = append(seen, short(st.Observation.Text, maxObservation))
		}
		sub.Observations = strings.Join(seen, "\n")
		out = append(out, sub)
	}
	return out
}

// successes are a subtask's actions that did not fail.
func successes(s trajectory.SubtaskRun) []trajectory.Step {
	var out []trajectory.Step
	for _, st := range s.Steps {
		if st.Observation != nil && !st.Observation.Failed {
			out = append(out, st)
		}
	}
	return out
}

// actionText writes an action as "tool(args as JSON)"; over-long texts are cut
// and marked. Reflex compiles from the trajectory, never from this.
func actionText(a tools.Action) string {
	args := make(map[string]any, len(a.Args))
	for k, v := range a.Args {
		if s, ok := v.(string); ok {
			v = short(s, maxArgument)
		}
		args[k] = v
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(args); err != nil {
		return a.Tool + "(…)"
	}
	return a.Tool + "(" + strings.TrimSpace(b.String()) + ")"
}

// reflections says what failed on the way and that it was overcome.
func reflections(run *trajectory.Run) string {
	var out []string
	for _, s := range run.Subtasks {
		for _, st := range s.Steps {
			if st.Observation != nil && st.Observation.Failed {
				out = append(out, fmt.Sprintf("%s failed (%s): %s", st.Action.Tool, st.Observation.Code, short(st.Observation.Text, maxObservation)))
			}
		}
	}
	if len(out) == 0 {
		return "Every action succeeded."
	}
	return "The task succeeded in the end. On the way: " + strings.Join(out, "; ")
}

// readOutside says that the run read mails or documents, which others may
// have written.
func readOutside(run *trajectory.Run) bool {
	for _, st := range run.Steps() {
		app, _, _ := strings.Cut(st.Action.Tool, ".")
		for _, e := range st.Effects {
			outside := app == "email" || app == "word" || app == "pdf" || app == "ocr" || app == "excel" || app == "system"
			if e.Class == tools.Read && outside {
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
