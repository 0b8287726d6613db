package main

import (
	"strings"

	"legomem/agents/demo"
)

// A task's plan is literal, like a demonstration's: it proves that the work can be done
// with the existing tools, and that its evaluation then passes.

type args = map[string]any

// do adds what an agent does next to the plan.
func (t *task) do(agent, description string, actions ...demo.Action) {
	t.plan = append(t.plan, demo.Subtask{Agent: agent, Description: description, Actions: actions})
}

func call(tool string, a args) demo.Action { return demo.Action{Tool: tool, Args: a} }

// list is texts as an argument.
func list(texts ...string) []any {
	out := make([]any, len(texts))
	for i, t := range texts {
		out[i] = t
	}
	return out
}

// lists is rows as an argument.
func lists(rows []row) []any {
	out := make([]any, len(rows))
	for i, r := range rows {
		out[i] = []any(r)
	}
	return out
}

// joined is lines as one text.
func joined(lines []string) string { return strings.Join(lines, "\n") }
