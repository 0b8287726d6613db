// Package outline writes memory units for prompts as a way to work that fits other values
// than the unit's own: what came from the task or was found on the way becomes a typed
// placeholder with one short example, each call has what it returned under it as a shape,
// loops are folded and repeated calls left out. It works on units as they are stored, so
// that an old bank need not be curated again. The form is ours; LEGOMem shows units as
// they were recorded.
//
// Start with Writer. Shape describes what a call returned, for curate to keep.
package outline

import (
	"strings"

	"legomem/llm"
	"legomem/membank"
	"legomem/tools"
	"legomem/tools/value"
)

// Most is how many tokens a unit of ten actions has at most.
const Most = 400

// Limits of single parts, in bytes.
const (
	maxTask     = 320 // a task's text
	maxSentence = 120 // a description, an answer, a lesson, what was seen
	maxThought  = 100
	maxConstant = 90 // a text of the way: a pattern, a template
	maxExample  = 24
	maxPlan     = 240 // a plan line
	maxAsked    = 80  // the task in it
	maxStep     = 45  // and what one agent did
	maxSeen     = 80  // what an old unit saw
	maxAnswer   = 40
)

// Writer writes units. Kinds gives the kinds of a tool's arguments (tools.Tool.Kinds), nil
// for a tool that it does not know.
type Writer struct {
	Kinds func(tool string) map[string]value.Kind
	// Thoughts shows the recorded reasoning, as far as there is room for it.
	Thoughts bool
	// Told reports whether the reader has been told already what a call looks up; such
	// calls are left out, and what is left empty by that. Nil leaves out none.
	Told func(tools.Action) bool
}

// Whole writes a full-task or a subtask memory, in at most Most tokens; of a unit with
// more than ten actions, in as many more as these are.
func (w Writer) Whole(u membank.Unit) string {
	p := w.read(u)
	most := Most * max(10, p.calls()) / 10
	for _, d := range details(w.Thoughts) {
		if text := p.write(d); llm.CountTokens(text) <= most {
			return text
		}
	}
	d := detail{brief: true}
	for d.calls = p.calls() - 1; d.calls > 0; d.calls-- {
		if text := p.write(d); llm.CountTokens(text) <= most {
			return text
		}
	}
	return w.Plan(u)
}

// Plan writes a memory's plan in a line: what was asked, and which agent did what for it.
func (w Writer) Plan(u membank.Unit) string {
	p := w.read(u)
	var steps []string
	for _, s := range p.parts {
		steps = append(steps, s.agent+": "+clip(oneLine(p.blanks.in(s.description)), maxStep))
	}
	line := clip(oneLine(p.blanks.in(u.Task)), maxAsked) + " => " + strings.Join(steps, "; ")
	return clip(line, maxPlan)
}

// detail is how much of a unit is written.
type detail struct {
	thoughts bool
	results  bool
	brief    bool // long constants and examples are cut
	calls    int  // only so many, 0 for all
}

// details are from the fullest to the barest.
func details(thoughts bool) []detail {
	all := []detail{{results: true}, {results: true, brief: true}, {brief: true}}
	if thoughts {
		all = append([]detail{{thoughts: true, results: true}}, all...)
	}
	return all
}

// clip cuts a text to at most n bytes, between words, and marks the cut.
func clip(s string, n int) string {
	s = strings.TrimSpace(s)
	if len(s) <= n {
		return s
	}
	end := 0
	for i, r := range s {
		if i > n {
			break
		}
		if r == ' ' || r == '\n' || r == '\t' {
			end = i
		}
	}
	if end == 0 { // one long word
		end = runeEnd(s, n)
	}
	return strings.TrimRight(s[:end], " \n\t,;:") + " …"
}

// runeEnd is the last place up to n where a letter ends.
func runeEnd(s string, n int) int {
	last := 0
	for i := range s {
		if i > n {
			break
		}
		last = i
	}
	return last
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func firstLine(s string) (first string, more bool) {
	first, rest, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(first), strings.TrimSpace(rest) != ""
}
