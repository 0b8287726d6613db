package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"legomem/agents/reflex"
	"legomem/trajectory"
)

// tell prints a run's result for a person: what became of it, how its dates
// were read, where the files are, and what to do next.
func (a *app) tell(task trajectory.Task, r trajectory.Result, p *progress) {
	switch {
	case r.Outcome == trajectory.GaveUp:
		a.tellGiveUp(r.Reason, nil)
	case r.Outcome != trajectory.Solved:
		fmt.Fprintf(a.out, "%s: %s\n", outcomeWords(r.Outcome), r.Reason)
	case r.Answer != "":
		fmt.Fprintln(a.out, r.Answer)
	default:
		fmt.Fprintln(a.out, "Done.")
	}
	for _, n := range p.notes {
		if n.About == "date" || n.About == "time" || n.About == "datetime" {
			fmt.Fprintf(a.out, "  %s %s\n", n.About, n.Text)
		}
	}
	if p.sends {
		fmt.Fprintln(a.out, "  The mail is in the testbed's mailboxes; it reached nobody outside.")
	}
	a.tellFiles(r)
	if r.Passed != nil {
		fmt.Fprintf(a.out, "Evaluation: %s\n", map[bool]string{true: "passed", false: "not passed"}[*r.Passed])
	}
	fmt.Fprintf(a.out, "Run %s: %d actions in %.0f ms", r.RunID, r.Steps, r.WallMS)
	if r.ModelCalls > 0 {
		fmt.Fprintf(a.out, ", %d model calls, %d tokens", r.ModelCalls, r.Tokens.Prompt+r.Tokens.Completion)
	}
	fmt.Fprintf(a.out, ". legomem runs show %s tells its steps.\n", r.RunID)
	if r.Outcome == trajectory.Solved && task.Testbed != "" && len(r.Changed) > 0 && task.ID == "" {
		fmt.Fprintf(a.out, "Your own files are as they were: legomem runs apply %s --to %s copies the changes there.\n", r.RunID, task.Testbed)
	}
}

func (a *app) tellFiles(r trajectory.Result) {
	if len(r.Changed) == 0 {
		return
	}
	fmt.Fprintln(a.out, "Files:")
	for _, name := range r.Changed {
		fmt.Fprintf(a.out, "  %s\n", filepath.Join(r.Testbed, filepath.FromSlash(name)))
	}
}

func outcomeWords(o trajectory.Outcome) string {
	switch o {
	case trajectory.Exhausted:
		return "Stopped at a limit"
	case trajectory.Cancelled:
		return "Interrupted"
	}
	return "Broken off"
}

// tellGiveUp prints an honest no, with the ways on.
func (a *app) tellGiveUp(reason string, hints []string) {
	fmt.Fprintf(a.out, "Gave up: %s\n", reason)
	if len(hints) > 0 {
		fmt.Fprintf(a.out, "It could do, for example:\n- %s\n", strings.Join(hints, "\n- "))
	}
	if a.config.Brain == "model" {
		return
	}
	fmt.Fprint(a.out, `
Two ways on:
  Teach it:         legomem demo new "your task" > mine.yaml   (then: demo check, demo play, curate)
  Give it a model:  OPENAI_API_KEY=... legomem run --brain hybrid "your task"
                    (any OpenAI-compatible endpoint: OPENAI_BASE_URL=http://127.0.0.1:11434/v1;
                    legomem doctor looks for one on this machine)
`)
}

// tellPreview prints what would be done.
func (a *app) tellPreview(p reflex.Preview) {
	fmt.Fprintf(a.out, "Would do: %s\n", p.Sentence)
	for _, b := range p.Bindings {
		fmt.Fprintf(a.out, "  %-12s %s\n", b.Slot, b.Canon)
	}
	for i, c := range p.Actions {
		fmt.Fprintf(a.out, "%d. %s: %s %s\n", i+1, c.Agent, c.Action.Tool, arguments(c.Action.Args))
	}
	if p.Answer != "" {
		fmt.Fprintf(a.out, "Answer: %s\n", p.Answer)
	}
}
