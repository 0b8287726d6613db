package modelbrain

import (
	"fmt"
	"regexp"
	"strings"

	"legomem/agents"
	"legomem/llm"
	"legomem/membank"
	"legomem/membank/outline"
	"legomem/tools"
	"legomem/tools/value"
)

// audience is who reads a memory: the orchestrator sees routines as a list of what
// agents can do, an agent sees them with their steps.
type audience int

const (
	director audience = iota
	worker
)

// fitted is a role's memories, rendered, best first, and how many did not fit
// into the budget. Warnings are of the pitfalls among them.
type fitted struct {
	texts    []string
	warnings []string
	dropped  int
}

// fit renders memories. One that does not fit into what is left of the budget
// is dropped whole: half a piece of work teaches the wrong end.
func (a *asker) fit(hits []membank.Hit, render func(membank.Unit) string) fitted {
	left := a.model.cfg.MemoryTokens
	var out fitted
	for _, h := range hits {
		text := render(h.Unit)
		if a.model.cfg.MemoryTokens > 0 {
			n := a.tokens(text)
			if n > left {
				out.dropped++
				continue
			}
			left -= n
		}
		if h.Unit.Kind == membank.PitfallUnit {
			out.warnings = append(out.warnings, text)
			continue
		}
		out.texts = append(out.texts, text)
	}
	return out
}

// whole is how a role is shown memories.
func (a *asker) whole(who audience) func(membank.Unit) string {
	return func(u membank.Unit) string {
		if u.Kind == membank.PitfallUnit {
			return renderPitfall(u, who)
		}
		if a.model.cfg.General && generalises(u) {
			return a.outlined(u.ID, "whole", who, func(w outline.Writer) string { return w.Whole(u) })
		}
		return renderUnit(u, who, a.model.cfg.Reasoning)
	}
}

// inRound is how the orchestrator is shown memories in a ledger.
func (a *asker) inRound(u membank.Unit) string {
	hasPlan := u.Kind == membank.FullTask || u.Kind == membank.RawTrajectory
	if a.model.cfg.Plans && hasPlan {
		return a.outlined(u.ID, "plan", director, func(w outline.Writer) string { return w.Plan(u) })
	}
	return a.whole(director)(u)
}

// generalises reports whether a unit is one of LEGOMem's: the baselines' are shown as
// they are.
func generalises(u membank.Unit) bool {
	return u.Kind == membank.FullTask || u.Kind == membank.SubtaskUnit
}

// outlined writes a unit's outline, once in a run. Who has been told what the workplace
// holds is not shown how others looked that up.
func (a *asker) outlined(id, form string, who audience, write func(outline.Writer) string) string {
	if a.outlines == nil {
		a.outlines = map[string]string{}
	}
	surveyed := who == director && a.surveyed
	key := fmt.Sprint(form, surveyed, " ", id)
	text, ok := a.outlines[key]
	if !ok || id == "" {
		w := outline.Writer{Kinds: a.kinds, Thoughts: a.model.cfg.Reasoning}
		if surveyed {
			w.Told = a.looksForFiles
		}
		text = write(w)
		a.outlines[key] = text
	}
	return text
}

// kinds are those of a tool's arguments.
func (a *asker) kinds(tool string) map[string]value.Kind {
	t, _ := a.brief.Tools.Get(tool) // of another program, it may be none
	return t.Kinds
}

// effects are what an action does, none if it is not one of this program's.
func (a *asker) effects(action tools.Action) []tools.Effect {
	i, err := a.brief.Tools.Intend(action)
	if err != nil {
		return nil
	}
	return i.Effects
}

// renderPitfall writes a warning in a line; the orchestrator is told whose it is.
func renderPitfall(u membank.Unit, who audience) string {
	warning := strings.Join(strings.Fields(u.Pitfall.Warning), " ")
	if who == director && u.Pitfall.Agent != "" {
		return u.Pitfall.Agent + ": " + warning
	}
	return warning
}

// tokens counts a memory's tokens, once in a run.
func (a *asker) tokens(text string) int {
	if a.counted == nil {
		a.counted = map[string]int{}
	}
	n, ok := a.counted[text]
	if !ok {
		n = llm.CountTokens(text)
		a.counted[text] = n
	}
	return n
}

// without leaves out the n memories of lowest rank.
func (f fitted) without(n int) []string {
	return f.texts[:max(0, len(f.texts)-n)]
}

// renderUnit writes a memory compactly: every memory is paid for in every
// prompt it is in. Only a raw trajectory is written out whole.
func renderUnit(u membank.Unit, who audience, reasoning bool) string {
	var b strings.Builder
	switch {
	case u.Kind == membank.SubtaskUnit && u.Subtask != nil:
		renderSubtask(&b, *u.Subtask, reasoning)
	case u.Kind == membank.RoutineUnit && u.Routine != nil:
		renderRoutine(&b, *u.Routine, who)
	case u.Kind == membank.RawTrajectory:
		renderTrajectory(&b, u)
	default:
		renderFullTask(&b, u, reasoning)
	}
	return strings.TrimRight(b.String(), "\n")
}

func renderFullTask(b *strings.Builder, u membank.Unit, reasoning bool) {
	line(b, "Task: ", u.Task)
	line(b, "Plan: ", u.Plan)
	for _, s := range u.Subtasks {
		renderSubtask(b, s, reasoning)
	}
	line(b, "Answer: ", u.Answer)
	line(b, "Learnt: ", u.Reflections)
}

func renderSubtask(b *strings.Builder, s membank.Subtask, reasoning bool) {
	line(b, "* "+s.Agent+": ", s.Description)
	for _, st := range s.Steps {
		if reasoning {
			line(b, "  think: ", st.Think)
		}
		line(b, "  ", wireAction(st.Action))
	}
	line(b, "  -> ", s.Observations)
}

// renderTrajectory writes everything that was done and seen (Synapse's exemplars). It
// includes the thoughts, whatever the setting for LEGOMem's memories.
func renderTrajectory(b *strings.Builder, u membank.Unit) {
	line(b, "Task: ", u.Task)
	for _, s := range u.Subtasks {
		line(b, "* "+s.Agent+": ", s.Description)
		for _, st := range s.Steps {
			line(b, "  think: ", st.Think)
			line(b, "  ", wireAction(st.Action))
			arrow := "  -> "
			if st.Failed {
				arrow = "  -> FAILED: "
			}
			line(b, arrow, st.Observation)
		}
		line(b, "  reported: ", s.Observations)
	}
	line(b, "Answer: ", u.Answer)
}

// renderRoutine writes a routine with its steps for the agent that has it, and without
// them for the orchestrator's list (LEGOMem 4.1.3).
func renderRoutine(b *strings.Builder, r membank.Routine, who audience) {
	line(b, "Routine "+r.Name+" ("+r.Agent+"): ", r.Description)
	var needs []string
	for _, v := range r.Variables {
		if v.Description != "" && who == worker {
			needs = append(needs, "{"+v.Name+"} ("+v.Description+")")
			continue
		}
		needs = append(needs, "{"+v.Name+"}")
	}
	line(b, "  needs: ", strings.Join(needs, ", "))
	if who == director {
		return
	}
	for _, st := range r.Steps {
		line(b, "  think: ", st.Think)
		line(b, "  ", wireAction(st.Action))
	}
}

func line(b *strings.Builder, label, text string) {
	if text = strings.TrimSpace(text); text != "" {
		b.WriteString(label + text + "\n")
	}
}

var actionName = regexp.MustCompile(`^([a-z_]+)\.([a-z_]+)\(`)

// wireAction puts a recorded action under the name that models call it by.
func wireAction(action string) string { return actionName.ReplaceAllString(action, "${1}__${2}(") }

// Shown is what a model is shown of a memory: the orchestrator when it plans, or the agent
// whose memory it is.
func (m *Brain) Shown(s agents.Brief, u membank.Unit) string {
	who := director
	if u.Kind == membank.SubtaskUnit {
		who = worker
	}
	return (&asker{model: m, brief: s}).whole(who)(u)
}
