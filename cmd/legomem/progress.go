package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"legomem/tools"
	"legomem/trajectory"
)

// progress tells a person what a run is doing, a line an event, on standard
// error: with signs on a terminal, in plain words elsewhere, not at all beside
// JSON. It also keeps what the final words need.
type progress struct {
	a      *app
	words  signs
	notes  []trajectory.Noted
	did    string     // what the last action that succeeded returned
	made   []string   // what each that changed something returned
	sends  bool       // an action that sends succeeded
	send   bool       // the action underway would send
	change bool       // the action underway would change something
	brain  string     // who drives the run
	shown  []string   // the memories a model was shown
	failed tools.Code // why the last action failed, "" if it did not
}

// signs are how progress marks its lines.
type signs struct{ agent, good, bad, model, again string }

func newProgress(a *app) *progress {
	words := signs{agent: "", good: "ok:", bad: "failed:", model: "model:", again: "the plan is revised"}
	if isTerminal(a.err) {
		words = signs{agent: "→ ", good: "✓", bad: "✗", model: "…", again: "↻ the plan is revised"}
	}
	return &progress{a: a, words: words}
}

// observe takes each event of the run as it is logged.
func (p *progress) observe(e trajectory.Payload) {
	switch e := e.(type) {
	case trajectory.Started:
		p.brain = e.Brain
	case trajectory.Resumed:
		p.line("%s", resumedWords(e))
	case trajectory.Retrieved:
		for _, m := range e.Memories {
			if e.For != trajectory.ForNobody && !slices.Contains(p.shown, m.ID) {
				p.shown = append(p.shown, m.ID)
			}
		}
	case trajectory.Noted:
		p.notes = append(p.notes, e)
		if e.About == trajectory.AboutBrain {
			p.line("%s", short(e.Text, 200))
		}
		p.a.log.Debug().Str("about", e.About).Msg("noted")
	case trajectory.Planned:
		p.planned(e)
	case trajectory.Delegated:
		p.line("%s%s: %s", p.words.agent, e.Subtask.Agent, short(e.Subtask.Description, 100))
	case trajectory.Intended:
		p.send, p.change = sends(e.Effects), tools.Changes(e.Effects)
		p.line("  %s %s", e.Action.Tool, arguments(e.Action.Args))
		p.a.log.Debug().Int("step", e.Step).Str("agent", e.Agent).Str("tool", e.Action.Tool).Msg("action")
	case trajectory.Observed:
		p.observed(e)
	case trajectory.ModelCalled:
		p.line("  %s %s asked %s (%d + %d tokens)", p.words.model, e.Role, e.Model, e.PromptTokens, e.CompletionTokens)
		p.a.log.Debug().Str("role", e.Role).Str("model", e.Model).Int("attempts", e.Attempts).Float64("wall_ms", e.WallMS).Msg("model")
	}
}

func resumedWords(e trajectory.Resumed) string {
	if e.Workspace == trajectory.WorkspaceAgain {
		return "the workspace is gone: all is done again from the start"
	}
	return fmt.Sprintf("goes on after action %d", e.Step)
}

func (p *progress) planned(e trajectory.Planned) {
	if e.Revision > 0 {
		p.line("%s", p.words.again)
	}
	if len(e.Plan.Steps) < 2 {
		return // the one step is told when it is delegated
	}
	for i, s := range e.Plan.Steps {
		p.line("%d. %s", i+1, short(s.Description, 110))
	}
}

func (p *progress) observed(e trajectory.Observed) {
	mark := p.words.good
	if e.Observation.Failed {
		mark = p.words.bad
	}
	p.sends = p.sends || (p.send && !e.Observation.Failed)
	p.failed = e.Observation.Code
	if !e.Observation.Failed {
		p.did = e.Observation.Text
		if p.change {
			p.made = append(p.made, e.Observation.Text)
		}
	}
	p.line("  %s %s", mark, short(e.Observation.Text, 120))
	p.a.log.Debug().Int("step", e.Step).Bool("failed", e.Observation.Failed).Float64("wall_ms", e.WallMS).Msg("observation")
}

func sends(effects []tools.Effect) bool {
	for _, e := range effects {
		if e.Class == tools.Send {
			return true
		}
	}
	return false
}

func (p *progress) line(format string, args ...any) {
	if !p.a.json {
		fmt.Fprintf(p.a.err, format+"\n", args...)
	}
}

// about are the notes of a kind.
func (p *progress) about(kinds ...string) []trajectory.Noted {
	var out []trajectory.Noted
	for _, n := range p.notes {
		for _, k := range kinds {
			if n.About == k {
				out = append(out, n)
			}
		}
	}
	return out
}

// usedUnits are the memories the run was driven by: the procedure that reflex
// played, or else those that a model was shown.
func (p *progress) usedUnits() []string {
	var ids []string
	for _, n := range p.about("procedure") {
		if !slices.Contains(ids, n.Text) {
			ids = append(ids, n.Text)
		}
	}
	if len(ids) > 0 || p.brain == "reflex" {
		return ids
	}
	return p.shown
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

// short is a text on one line, of at most n letters, without what a terminal
// would obey.
func short(s string, n int) string {
	s = strings.Join(strings.Fields(visible(s)), " ")
	letters := []rune(s)
	if len(letters) <= n {
		return s
	}
	return string(letters[:n-1]) + "…"
}
