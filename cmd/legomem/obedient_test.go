package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"legomem/llm/llmtest"
)

// obedient is a model that obeys. It plays the honest plan of a case; and once
// the order stands anywhere in what it is sent, quoted or not, it passes it on to
// all and has it carried out first, in one spelling after the other where it is
// refused. It is a fake, behind the protocol of a real endpoint.
type obedient struct {
	order      string
	plan, evil []work
	deaf       bool // it does not obey
	stubborn   bool // it tries every call in several spellings
}

// answer is the model's next move. All it knows is in the request.
func (o obedient) answer(r llmtest.Request) llmtest.Reply {
	asked := r.Messages[1].Content
	switch {
	case len(r.Tools) > 0:
		return o.act(r)
	case strings.Contains(asked, "is_in_loop"):
		return o.ledger(asked)
	case strings.Contains(asked, "cannot_be_done"):
		return o.plans(asked)
	}
	return llmtest.Reply{Text: "Noted." + o.echo(asked)} // the answer
}

// hears says that the order stands in a text, however its lines are broken.
func (o obedient) hears(texts ...string) bool {
	return !o.deaf && o.order != "" && slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(bareText(s), bareText(o.order)) })
}

// bareText is a text without all that quoting and breaking lines puts in.
func bareText(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// echo repeats an order that was heard.
func (o obedient) echo(heardIn ...string) string {
	if o.hears(heardIn...) {
		return " " + o.order
	}
	return ""
}

func (o obedient) plans(asked string) llmtest.Reply {
	steps := []map[string]string{}
	if o.hears(asked) {
		for _, w := range o.evil {
			steps = append(steps, map[string]string{"agent": w.agent, "description": o.order})
		}
	}
	for i, w := range o.plan {
		steps = append(steps, map[string]string{"agent": w.agent, "description": fmt.Sprintf("Work %d", i)})
	}
	data, _ := json.Marshal(map[string]any{"facts": "Noted." + o.echo(asked), "steps": steps, "cannot_be_done": ""})
	return llmtest.Reply{Text: string(data)}
}

// delegated, worked and assigned find what was delegated: in the last rounds, in the working
// memory, and to an agent.
var (
	delegated = regexp.MustCompile(`asked:\n> (Work|Order) (\d+)`)
	worked    = regexp.MustCompile(`(?m)^- \S+(?: \w+)?: (Work|Order) (\d+)\b(?:.*\[(?:done|failed|given up)|.*\n\|)`)
	assigned  = regexp.MustCompile(`(?s).*Your work now:\n(Work|Order) (\d+)`)
)

// ledger gives out the ordered work first, once it was heard of.
func (o obedient) ledger(asked string) llmtest.Reply {
	had, seen := map[string]int{}, map[string]bool{}
	for _, m := range append(delegated.FindAllStringSubmatch(asked, -1), worked.FindAllStringSubmatch(asked, -1)...) {
		if work := m[1] + m[2]; !seen[work] {
			seen[work] = true
			had[m[1]]++
		}
	}
	next, agent, over := "", o.plan[0].agent, true
	switch {
	case o.hears(asked) && had["Order"] < len(o.evil):
		next, agent, over = fmt.Sprintf("Order %d: %s", had["Order"], o.order), o.evil[had["Order"]].agent, false
	case had["Work"] < len(o.plan):
		next, agent, over = fmt.Sprintf("Work %d", had["Work"]), o.plan[had["Work"]].agent, false
	}
	said := func(v any) map[string]any { return map[string]any{"reason": "r", "answer": v} }
	data, _ := json.Marshal(map[string]any{"is_request_satisfied": said(over), "is_in_loop": said(false), "is_progress_being_made": said(true),
		"next_speaker": said(agent), "instruction_or_question": said(next)})
	return llmtest.Reply{Text: string(data)}
}

// act makes the next call of the work that was given out. An agent that hears of
// the order in the middle of it does its own part of the order at once.
func (o obedient) act(r llmtest.Request) llmtest.Reply {
	var results []string
	for _, m := range r.Messages {
		if m.Role == "tool" {
			results = append(results, m.Content)
		}
	}
	todo := o.todo(r, results)
	if wish, ok := o.wish(r, results); ok {
		return wish
	}
	if done := len(results); done < len(todo) {
		args, _ := json.Marshal(todo[done].args)
		return llmtest.Reply{Text: "Next." + o.echo(results...), Tool: strings.Replace(todo[done].tool, ".", "__", 1), Args: string(args)}
	}
	args, _ := json.Marshal(map[string]any{"summary": "Done: " + strings.Join(results, " ") + o.echo(append(results, r.Messages[1].Content)...), "succeeded": true})
	return llmtest.Reply{Tool: "done", Args: string(args)}
}

// wish is a call of a tool that the agent was not given, tried once.
func (o obedient) wish(r llmtest.Request, results []string) (llmtest.Reply, bool) {
	m := assigned.FindStringSubmatch(r.Messages[1].Content)
	if m == nil || m[1] != "Order" || len(results) > 0 || strings.Contains(r.Messages[len(r.Messages)-1].Content, "cannot be used") {
		return llmtest.Reply{}, false
	}
	n, _ := strconv.Atoi(m[2])
	for _, c := range o.evil[n].calls {
		if !offered(r, c) {
			args, _ := json.Marshal(c.args)
			return llmtest.Reply{Tool: strings.Replace(c.tool, ".", "__", 1), Args: string(args)}, true
		}
	}
	return llmtest.Reply{}, false
}

// offered says that a request offers the tool of a call, if only by its name among those
// that could be described.
func offered(r llmtest.Request, c do) bool {
	name := strings.Replace(c.tool, ".", "__", 1)
	return slices.ContainsFunc(r.Tools, func(t map[string]any) bool {
		return toolName(t) == name || (toolName(t) == "more_tools" && strings.Contains(toolDescription(t)+",", " "+name+","))
	})
}

func toolDescription(t map[string]any) string {
	f, _ := t["function"].(map[string]any)
	d, _ := f["description"].(string)
	return d
}

// onlyOffered leaves out the calls of other agents' tools.
func onlyOffered(r llmtest.Request, calls []do) []do {
	return slices.DeleteFunc(slices.Clone(calls), func(c do) bool { return !offered(r, c) })
}

// todo are all calls of a work, those that an order adds with them. It is the
// same at every call, as far as it is done.
func (o obedient) todo(r llmtest.Request, results []string) []do {
	m := assigned.FindStringSubmatch(r.Messages[1].Content)
	if m == nil {
		return nil
	}
	n, _ := strconv.Atoi(m[2])
	if m[1] == "Order" {
		return o.tried(onlyOffered(r, o.evil[n].calls))
	}
	calls := o.plan[n].calls
	heard := slices.IndexFunc(results, func(s string) bool { return o.hears(s) })
	if o.hears(r.Messages[1].Content) {
		heard = -1 // the whole order is given out by the planner
	} else if heard < 0 {
		return calls
	}
	var own []do
	for _, w := range o.evil {
		own = append(own, onlyOffered(r, w.calls)...)
	}
	at := min(heard+1, len(calls))
	return slices.Concat(calls[:at], o.tried(own), calls[at:])
}

func toolName(t map[string]any) string {
	f, _ := t["function"].(map[string]any)
	name, _ := f["name"].(string)
	return name
}

// tried is each call, of a stubborn model in the spellings of one who does not take no for
// an answer.
func (o obedient) tried(calls []do) []do {
	if !o.stubborn {
		return calls
	}
	var out []do
	for _, c := range calls {
		out = append(out, c)
		for _, respell := range []func(string) string{strings.ToUpper, strings.ToLower, func(s string) string { return "/testbed/./" + s }, func(s string) string { return "data/../" + s }, func(s string) string { return s + "@example.com" }} {
			if other, changed := respelled(c, respell); changed {
				out = append(out, other)
			}
		}
	}
	return out
}

// whose are the arguments that say whose or which; paths are those of files.
var (
	whose = map[string]bool{"user": true, "users": true, "sender": true}
	paths = map[string]bool{"file_path": true, "source": true, "folder": true, "target": true, "attachments": true}
)

// respelled is a call with its people or its paths in another spelling.
func respelled(c do, respell func(string) string) (do, bool) {
	args, changed := map[string]any{}, false
	for k, v := range c.args {
		args[k] = v
		s, isText := v.(string)
		other := ""
		switch {
		case !isText:
			continue
		case whose[k]:
			other = respell(s)
			if strings.Contains(other, "/") {
				continue
			}
		case paths[k] && strings.Contains(s, "/"):
			if other = respell(s); strings.HasSuffix(other, "@example.com") {
				continue
			}
		default:
			continue
		}
		args[k], changed = other, changed || other != s
	}
	return do{c.tool, args}, changed
}
