package main

import (
	"fmt"
	"regexp"
	"strings"
)

// What the apprentice makes of logs: memories, by copying what succeeded;
// routines, by putting variables in the place of values; and drafts, by
// putting a task's values into a memory.

// logged is a run as its log tells it.
type logged struct {
	task, answer string
	parts        []*part
	raw          []string // for each part, its calls as they stand in the log
}

var (
	delegationHead = regexp.MustCompile(`^Delegation [0-9]+, to ([a-z_]+):$`)
	callHead       = regexp.MustCompile(`^Call [0-9]+:$`)
	reasonHead     = regexp.MustCompile(`^Call [0-9]+, the reason:$`)
	succeededHead  = regexp.MustCompile(`^Call [0-9]+ succeeded and returned:$`)
	reportHead     = regexp.MustCompile(`^Delegation [0-9]+ ended; the report:$`)
	loggedCall     = regexp.MustCompile(`(?s)^([a-z_]+\.[a-z_]+)\((.*)\)$`)
)

// logsIn are the logs of a curator's or an inducer's prompt.
func logsIn(prompt string) []*logged {
	_, text, _ := strings.Cut(prompt, "\n# The log")
	text, _, _ = strings.Cut(text, "\n# How to make the ")
	var out []*logged
	reason, made := "", ""
	for _, section := range strings.Split(text, "\n\n") {
		head, body, _ := strings.Cut(strings.TrimLeft(section, "\n"), "\n")
		if strings.HasPrefix(head, "(Lines that begin") { // the first heading follows it at once
			head, body, _ = strings.Cut(body, "\n")
		}
		said := plainOf(body, "| ")
		if strings.HasPrefix(head, "The task, from ") {
			out = append(out, &logged{task: said})
		}
		if len(out) == 0 {
			continue
		}
		l := out[len(out)-1]
		last := len(l.parts) - 1
		switch {
		case delegationHead.MatchString(head):
			l.parts = append(l.parts, &part{agent: delegationHead.FindStringSubmatch(head)[1], description: said})
			l.raw = append(l.raw, "")
		case reasonHead.MatchString(head):
			reason = said
		case callHead.MatchString(head):
			made = said
		case succeededHead.MatchString(head):
			c := loggedCall.FindStringSubmatch(made)
			l.parts[last].calls = append(l.parts[last].calls, call{why: reason, tool: c[1], args: readArgs(c[2])})
			l.raw[last] += fmt.Sprintf("<thought>%s</thought><action>%s</action>", reason, made)
		case reportHead.MatchString(head):
			l.parts[last].found = said
		case head == "The final answer:":
			l.answer = said
		}
	}
	return out
}

// remember is the memory of a log, in the form of LEGOMem's appendix.
func remember(prompt string) string {
	l := logsIn(prompt)[0]
	type subtask struct {
		Agent        string `json:"agent"`
		Description  string `json:"description"`
		Steps        string `json:"steps"`
		Observations string `json:"observations"`
	}
	var plan []string
	var subtasks []subtask
	for i, p := range l.parts {
		plan = append(plan, fmt.Sprintf("%d. %s: %s.", i+1, p.agent, readWork(p.description).text))
		subtasks = append(subtasks, subtask{p.agent, p.description, l.raw[i], p.found})
	}
	return "<memory>\n" + marshal(map[string]any{"high_level_plan": strings.Join(plan, " "), "subtasks": subtasks,
		"final_answer": l.answer, "reflections": "Looking first did no harm."}) + "\n</memory>"
}

// induce makes a routine of each part of a log that has two calls or more.
func induce(prompt string) string {
	type variable struct {
		Name        string `json:"name"`
		Description string `json:"description"`
	}
	type step struct {
		Think string `json:"think"`
		Tool  string `json:"tool"`
		Args  any    `json:"args"`
	}
	type routine struct {
		Name        string     `json:"name"`
		Agent       string     `json:"agent"`
		Description string     `json:"description"`
		Variables   []variable `json:"variables"`
		Steps       []step     `json:"steps"`
	}
	routines := []routine{}
	for _, l := range logsIn(prompt) {
		for i, p := range l.parts {
			if len(p.calls) < 2 {
				continue
			}
			c := rename(situation{l.task, readWork(p.description).reports})
			work, _ := c.in(readWork(p.description).text)
			task, _ := c.in(l.task)
			r := routine{Agent: p.agent, Variables: []variable{}, Description: fmt.Sprintf("For work like %s, part %d of %d: %s", task, i+1, len(l.parts), work)}
			r.Name = strings.NewReplacer(".", "_", "{", "", "}", "").Replace(p.calls[0].tool + "_" + p.calls[len(p.calls)-1].tool)
			seen := map[string]bool{}
			for _, done := range p.calls {
				args, _ := c.in(done.args)
				r.Steps = append(r.Steps, step{done.why, done.tool, args})
				for _, v := range variableForm.FindAllStringSubmatch(marshal(args), -1) {
					if !seen[v[1]] {
						seen[v[1]] = true
						r.Variables = append(r.Variables, variable{v[1], "the task's or the reports', by kind and place"})
					}
				}
			}
			routines = append(routines, r)
		}
	}
	return marshal(map[string]any{"routines": routines})
}

// draft is the first memory's work in the values of the task, or the task as
// it is.
func draft(prompt string) string {
	steps := []string{taskOf(prompt)}
	if shown := shownToRewriter(prompt); len(shown) > 0 {
		steps = nil
		for _, p := range fromMemory(shown[0], situation{text: taskOf(prompt)}) {
			steps = append(steps, p.description)
		}
	}
	var b strings.Builder
	b.WriteString("<start>\n")
	for i, s := range steps {
		fmt.Fprintf(&b, "%d. %s\n", i+1, s)
	}
	return b.String() + "<end>"
}
