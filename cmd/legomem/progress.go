package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"legomem/trajectory"
)

// progress tells a person what a run is doing, a line an event, on standard
// error; with --json it is silent. It also keeps what the final words need.
type progress struct {
	a     *app
	quiet bool
	began time.Time
	notes []trajectory.Noted
	sends bool // an action with effect send succeeded
	send  bool // the action underway would send
}

func newProgress(a *app) *progress {
	return &progress{a: a, quiet: a.json || !isTerminal(a.err), began: a.now()}
}

// observe takes each event of the run as it is logged.
func (p *progress) observe(e trajectory.Payload) {
	switch e := e.(type) {
	case trajectory.Noted:
		p.notes = append(p.notes, e)
	case trajectory.Planned:
		p.plan(e)
	case trajectory.Delegated:
		p.line("→ %s: %s", e.Subtask.Agent, short(e.Subtask.Description, 100))
	case trajectory.Intended:
		p.send = false
		for _, effect := range e.Effects {
			p.send = p.send || effect.Class == "send"
		}
		p.line("  %s %s", e.Action.Tool, arguments(e.Action.Args))
	case trajectory.Observed:
		p.sends = p.sends || (p.send && !e.Observation.Failed)
		mark := "✓"
		if e.Observation.Failed {
			mark = "✗"
		}
		p.line("  %s %s", mark, short(e.Observation.Text, 120))
	case trajectory.ModelCalled:
		p.line("  … %s asked %s (%d + %d tokens)", e.Role, e.Model, e.PromptTokens, e.CompletionTokens)
	}
}

func (p *progress) plan(e trajectory.Planned) {
	if e.Revision > 0 {
		p.line("↻ the plan is revised")
	}
	for i, s := range e.Plan.Steps {
		p.line("%d. %s", i+1, short(s.Description, 110))
	}
}

func (p *progress) line(format string, args ...any) {
	if !p.quiet {
		fmt.Fprintf(p.a.err, format+"\n", args...)
	}
}

func (p *progress) done() {
	p.line("")
}

// usedUnits are the memories the run was driven by.
func (p *progress) usedUnits() []string {
	var ids []string
	for _, n := range p.notes {
		if n.About == "procedure" {
			ids = append(ids, n.Text)
		}
	}
	return ids
}

func arguments(args map[string]any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(args); err != nil {
		return ""
	}
	return short(strings.TrimSpace(b.String()), 140)
}

// short is a text on one line, of at most n letters.
func short(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	letters := []rune(s)
	if len(letters) <= n {
		return s
	}
	return string(letters[:n-1]) + "…"
}
