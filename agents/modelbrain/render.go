package modelbrain

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"legomem/agents"
	"legomem/lists"
	"legomem/llm"
	"legomem/tools"
	"legomem/trajectory"
)

// wireName is a tool's name as models see it: endpoints refuse dots.
func wireName(tool string) string { return strings.Replace(tool, ".", "__", 1) }

// plainName is the inverse of wireName.
func plainName(name string) string { return strings.Replace(name, "__", ".", 1) }

func viewTask(t trajectory.Task) taskView {
	return taskView{User: t.User, Now: inWords(t.Now), Dates: dateOrder(t), Domain: t.OfficeDomain(), Text: t.Told()}
}

func inWords(t time.Time) string { return t.Format("Monday, 2 January 2006, 15:04 MST") }

func dateOrder(t trajectory.Task) string {
	if t.DayFirst {
		return "day/month/year"
	}
	return "month/day/year"
}

func viewTeam(s agents.Brief) []agentView {
	return lists.Map(s.Team.Agents, func(a agents.Agent) agentView {
		return agentView{Name: a.Name, Description: a.Description, Tools: toolList(a.Offered(s.Tools))}
	})
}

// toolList names an agent's tools for the orchestrator, which does not call
// them: an app once, and then its verbs ("pdf: merge, read; ocr: recognise"). The agent of
// a single app is called by it already.
func toolList(offered []tools.Tool) string {
	var apps []string
	verbs := map[string][]string{}
	for _, t := range offered {
		app, verb, _ := strings.Cut(t.Name, ".")
		if len(verbs[app]) == 0 {
			apps = append(apps, app)
		}
		verbs[app] = append(verbs[app], verb)
	}
	if len(apps) == 1 {
		return strings.Join(verbs[apps[0]], ", ")
	}
	parts := lists.Map(apps, func(app string) string { return app + ": " + strings.Join(verbs[app], ", ") })
	return strings.Join(parts, "; ")
}

// viewRounds shows the reports, but only the size of the oldest `without` of them. For
// another brain's rounds it shows the deeds too: nobody reported them to this one.
func viewRounds(rounds, others []agents.Round, without int) []roundView {
	var out []roundView
	for i, r := range rounds {
		v := roundView{Number: r.Subtask.Round, Agent: r.Subtask.Agent, Instruction: r.Subtask.Description, Summary: r.Summary, Failed: r.Failed}
		if i < without {
			v.Summary = leftOut(len(r.Summary))
		}
		if v.Summary == "" {
			v.Summary = "(nothing)"
		}
		if slices.ContainsFunc(others, func(o agents.Round) bool { return o.Subtask.Round == r.Subtask.Round }) {
			v.Deeds = deeds(r.Steps)
		}
		out = append(out, v)
	}
	return out
}

func leftOut(chars int) string {
	return fmt.Sprintf("(left out to save space: %d characters)", chars)
}

// renderObservation quotes what a tool returned, so that nothing in it can
// pass for an instruction or for the end of the quote.
func renderObservation(o tools.Observation, limit int) string {
	head := "The call succeeded and returned:"
	if o.Failed {
		head = fmt.Sprintf("The call FAILED (%s):", o.Code)
	}
	text := o.Text
	if strings.TrimSpace(text) == "" {
		text = "(nothing)"
	}
	more := ""
	if r := []rune(text); len(r) > limit {
		text = string(r[:limit])
		more = fmt.Sprintf("\n(%d more characters are not shown; ask for less at a time)", len(r)-limit)
	}
	return head + "\n" + llm.Indent("| ", text) + more
}

// renderSteps writes a subtask's past as a conversation: each reply's calls and what they
// returned, but only the size of the oldest `without` results.
func renderSteps(done []trajectory.Step, from replies, without, limit int) ([]llm.Message, error) {
	var out []llm.Message
	for i := 0; i < len(done); {
		reply := from.of(i)
		said := llm.Message{Role: llm.Assistant, Text: done[i].Thought, Echo: reply.echo}
		var results []llm.Message
		for n := 0; n < reply.steps && i < len(done); n, i = n+1, i+1 {
			id := fmt.Sprintf("call_%d", i+1)
			call, err := reply.call(n, id, done[i].Action)
			if err != nil {
				return nil, fmt.Errorf("show the arguments of %s: %w", done[i].Action.Tool, err)
			}
			said.Calls = append(said.Calls, call)
			results = append(results, llm.Message{Role: llm.ToolResult, CallID: id, Text: result(done[i], i < without, limit)})
		}
		out = append(append(out, said), results...)
	}
	return out, nil
}

// result is what a step returned, or only its size.
func result(s trajectory.Step, sizeOnly bool, limit int) string {
	if s.Observation == nil {
		return "(no result was recorded)"
	}
	o := *s.Observation
	if sizeOnly {
		o.Text = leftOut(len(o.Text))
	}
	return renderObservation(o, limit)
}
