package main

import (
	"fmt"

	"legomem/trajectory"
	"legomem/words"
)

// progress shows a person what a run is doing, a line per event, on standard error:
// with symbols on a terminal, in plain words elsewhere, and not at all with JSON.
type progress struct {
	a     *app
	signs signs
}

// signs are how progress marks its lines.
type signs struct{ agent, good, bad, model, again string }

func newProgress(a *app) *progress {
	marks := signs{agent: "", good: "ok:", bad: "failed:", model: "model:", again: "the plan is revised"}
	if isTerminal(a.err) {
		marks = signs{agent: "→ ", good: "✓", bad: "✗", model: "…", again: "↻ the plan is revised"}
	}
	return &progress{a: a, signs: marks}
}

// observe takes each event of the run as it is logged.
func (p *progress) observe(e trajectory.Payload) {
	switch e := e.(type) {
	case trajectory.Resumed:
		p.line("%s", resumedWords(e))
	case trajectory.Noted:
		switch e.About {
		case trajectory.AboutBrain:
			p.line("%s", words.Short(e.Text, 200))
		case trajectory.AboutEndpoint:
			p.line("  %s %s", p.signs.model, words.Short(e.Text, 300))
		}
		p.a.log.Debug().Str("about", e.About).Msg("noted")
	case trajectory.Planned:
		p.planned(e)
	case trajectory.Delegated:
		p.line("%s%s: %s", p.signs.agent, e.Subtask.Agent, words.Short(e.Subtask.Description, 100))
	case trajectory.Intended:
		p.line("  %s %s", e.Action.Tool, words.Arguments(e.Action.Args))
		p.a.log.Debug().Int("step", e.Step).Str("agent", e.Agent).Str("tool", e.Action.Tool).Msg("action")
	case trajectory.Observed:
		p.observed(e)
	case trajectory.ModelCalled:
		p.line("  %s %s asked %s (%d + %d tokens)", p.signs.model, e.Role, e.Model, e.PromptTokens, e.CompletionTokens)
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
		p.line("%s", p.signs.again)
	}
	if len(e.Plan.Steps) < 2 {
		return // the one step is shown when it is delegated
	}
	for i, s := range e.Plan.Steps {
		p.line("%d. %s", i+1, words.Short(s.Description, 110))
	}
}

func (p *progress) observed(e trajectory.Observed) {
	mark := p.signs.good
	if e.Observation.Failed {
		mark = p.signs.bad
	}
	p.line("  %s %s", mark, words.Short(e.Observation.Text, 120))
	p.a.log.Debug().Int("step", e.Step).Bool("failed", e.Observation.Failed).Float64("wall_ms", e.WallMS).Msg("observation")
}

func (p *progress) line(format string, args ...any) {
	if !p.a.json {
		tellf(p.a.err, format+"\n", args...)
	}
}
