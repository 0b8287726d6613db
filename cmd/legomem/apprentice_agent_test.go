package main

import (
	"strings"

	"legomem/llm/llmtest"
)

// act is an agent's next call. It stops at the first that fails.
func (a *apprentice) act(system, prompt string, said []llmtest.Message) llmtest.Reply {
	done := func(summary string, succeeded bool) llmtest.Reply {
		return llmtest.Reply{Tool: "done", Args: marshal(map[string]any{"summary": summary, "succeeded": succeeded})}
	}
	calls := a.know(agentName.FindStringSubmatch(system)[1], prompt)
	if len(calls) == 0 {
		return done("I do not know how this is done.", false)
	}
	calls = a.withHaste(calls, prompt)
	made, last := 0, ""
	for _, m := range said {
		if m.Role == "tool" {
			made, last = made+1, m.Content
		}
	}
	head, body, _ := strings.Cut(last, "\n")
	switch {
	case strings.HasPrefix(head, "The call FAILED"):
		return done("It went wrong: "+plainOf(body, "| "), false)
	case made == len(calls):
		return done(plainOf(body, "| "), true)
	}
	next := calls[made]
	return llmtest.Reply{Text: next.why, Tool: next.tool, Args: marshal(next.args)}
}

// know are the calls of a piece of work: from a lesson, spelled out in the
// instruction, or from the most similar memory whose values all have
// counterparts.
func (a *apprentice) know(agent, prompt string) []call {
	_, instruction, _ := strings.Cut(prompt, "\nYour work now:\n")
	instruction, _, _ = strings.Cut(instruction, "\n\nWhat these files hold:\n")
	work, task := readWork(instruction), taskOf(prompt)
	for _, p := range a.lessons[task] {
		if p.agent == agent && p.description == work.text {
			calls, _ := filled(p.calls, work)
			return calls
		}
	}
	if calls := spelled(instruction); len(calls) > 0 {
		return calls
	}
	var best []call
	like := -1.0
	for _, m := range memoriesOf(prompt) {
		for _, way := range ways(m, agent, work, task) {
			if way.like > like {
				best, like = way.calls, way.like
			}
		}
	}
	return best
}

// way is how a memory would have the work done, and how like it is.
type way struct {
	calls []call
	like  float64
}

func ways(m shownWork, agent string, work situation, task string) []way {
	var out []way
	if f, ok := familyOf(m); ok && m.agent == agent {
		if calls, fits := filled(m.calls, situation{task, work.reports}); fits {
			out = append(out, way{calls, likeness(f.work, work.text)})
		}
	}
	for _, p := range m.parts {
		old := readWork(p.description)
		calls, fits := changed(p.calls, changesOf(old, work))
		if m.general && fits {
			calls, fits = fromReports(calls, work.reports)
		}
		if fits && p.agent == agent {
			out = append(out, way{calls, likeness(old.text, work.text)})
		}
	}
	return out
}

// filled are calls with their variables filled in.
func filled(calls []call, s situation) ([]call, bool) {
	var out []call
	all := true
	for _, c := range calls {
		args, ok := fill(map[string]any(c.args), s)
		all = all && ok
		out = append(out, call{c.why, c.tool, args.(map[string]any)})
	}
	return out, all
}
