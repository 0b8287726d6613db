package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"legomem/agents/reflex"
	"legomem/desk"
	"legomem/tools/value"
	"legomem/trajectory"
	"legomem/words"
)

// tell prints a run's result for a person: what became of it, how its dates
// were read, where the files are, and what to do next. Commits says that bringing it to
// the user's folder follows, and tells of the changes itself.
func (a *app) tell(o desk.Order, ran desk.Ran, commits bool) {
	r := ran.Result
	a.tellOutcome(ran)
	for _, n := range ran.About(trajectory.AboutReading) {
		tellf(a.out, "  read as: %s\n", words.Short(n.Text, 300))
	}
	for _, n := range ran.About("value", "date", "time", "datetime") {
		if n.About == "value" {
			tellf(a.out, "  %s\n", words.Short(n.Text, 160))
			continue
		}
		tellf(a.out, "  %s %s\n", n.About, n.Text)
	}
	if ran.Sent {
		tellLine(a.out, "  The mail is in the testbed's mailboxes; it reached nobody outside.")
	}
	for _, n := range ran.About("answer", "evaluation", "sandbox", trajectory.AboutChanges) {
		tellf(a.out, "  %s: %s\n", n.About, n.Text)
	}
	if !commits {
		a.tellFiles(r)
	}
	if r.Passed != nil {
		tellf(a.out, "Evaluation: %s\n", map[bool]string{true: "passed", false: "not passed"}[*r.Passed])
	}
	tellf(a.out, "Run %s: %s\n", r.RunID, effort(r))
	a.tellRefusals(ran)
	if !commits {
		a.tellChanges(r)
	}
	a.tellNext(o, r, commits)
}

// effort is what a run took, on one line.
func effort(r trajectory.Result) string {
	said := fmt.Sprintf("%s in %.0f ms", words.Count(r.Steps, "action"), r.WallMS)
	if r.ModelCalls > 0 {
		said += fmt.Sprintf(", %s, %d tokens", words.Count(r.ModelCalls, "model call"), r.Tokens.Prompt+r.Tokens.Completion)
	}
	if r.Refused > 0 {
		said += fmt.Sprintf(", %d refused", r.Refused)
	}
	if r.Suppressed > 0 {
		said += fmt.Sprintf(", %d done before the model took over", r.Suppressed)
	}
	return said
}

// tellRefusals prints what the policy kept the run from. Equal ones are printed once.
func (a *app) tellRefusals(ran desk.Ran) {
	told := map[string]bool{}
	for _, n := range ran.About(trajectory.AboutRefused) {
		if !told[n.Text] {
			tellf(a.out, "  refused: %s\n", words.Short(n.Text, 400))
		}
		told[n.Text] = true
	}
}

// tellOutcome prints what became of the task. If it broke off, the error says why,
// which is printed at the end.
func (a *app) tellOutcome(ran desk.Ran) {
	r := ran.Result
	switch {
	case ran.Question != nil && a.asks():
		a.tellStill(a.out, *ran.Question)
	case ran.Question != nil:
		a.tellQuestion(*ran.Question)
	case r.Outcome == trajectory.GaveUp:
		a.tellGiveUp(r.Reason, nil)
		if r.Steps == 0 {
			a.tellWaysOn()
		} else if len(r.Changed) == 0 {
			tellLine(a.out, "Nothing was changed.")
		}
	case r.Outcome == trajectory.Exhausted:
		tellf(a.out, "Stopped at a limit: %s\n", r.Reason)
	case r.Outcome == trajectory.Cancelled:
		tellLine(a.out, "Interrupted.")
	case r.Outcome != trajectory.Solved:
		tellLine(a.out, "Broken off.")
	case r.Answer != "":
		tellf(a.out, "Answer: %s\n", blockOf(r.Answer, "  "))
	default:
		a.tellDone(ran)
	}
}

// mostDone is how many changes are listed one by one.
const mostDone = 8

// tellDone prints what was changed, a line per action, or what the last action found if
// nothing was.
func (a *app) tellDone(ran desk.Ran) {
	switch {
	case len(ran.Made) > 1:
		tellLine(a.out, "Done:")
		for _, text := range ran.Made[:min(len(ran.Made), mostDone)] {
			tellf(a.out, "  - %s\n", words.Short(text, 160))
		}
		if more := len(ran.Made) - mostDone; more > 0 {
			tellf(a.out, "  - and %s more\n", words.Count(more, "change"))
		}
	case len(ran.Made) == 1:
		tellf(a.out, "Done: %s\n", words.Short(ran.Made[0], 300))
	case ran.Did != "":
		tellf(a.out, "Done: %s\n", words.Short(ran.Did, 300))
	default:
		tellLine(a.out, "Done.")
	}
}

func (a *app) tellFiles(r trajectory.Result) {
	if len(r.Changed) == 0 {
		return
	}
	tellLine(a.out, "Files:")
	for _, name := range r.Changed {
		file := filepath.Join(r.Testbed, filepath.FromSlash(name))
		if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
			file = name + " is deleted"
		}
		tellf(a.out, "  %s\n", file)
	}
}

// tellNext prints what can be done with a run.
func (a *app) tellNext(o desk.Order, r trajectory.Result, commits bool) {
	tellf(a.out, "  legomem runs show %s   its steps\n", r.RunID)
	if len(r.Changed) == 0 || r.Outcome != trajectory.Solved {
		return
	}
	tellf(a.out, "  legomem runs diff %s   what it changed\n", r.RunID)
	if o.From != "" && o.Task.ID == "" && !commits {
		tellf(a.out, "  legomem runs apply %s   brings that to %s, where nothing has changed yet\n", r.RunID, o.From)
	}
	if a.config.Brain == "model" || r.ModelCalls > 0 {
		accept := " --accept"
		if r.Passed != nil {
			accept = ""
		}
		tellf(a.out, "  legomem curate %s%s   learns it, if it is right\n", r.RunID, accept)
	}
}

// tellGiveUp prints an honest no.
func (a *app) tellGiveUp(reason string, hints []string) {
	tellf(a.out, "Gave up: %s\n", blockOf(reason, "  "))
	if len(hints) > 0 {
		tellf(a.out, "  It could do, for example:\n")
	}
	for _, hint := range hints {
		tellf(a.out, "  - %s\n", hint)
	}
}

// tellWaysOn prints what to do about an unknown task.
func (a *app) tellWaysOn() {
	if a.config.Brain == "model" {
		return
	}
	tellf(a.out, `
Teach it:         legomem demo new "your task" > mine.yaml
                  (then: demo check, demo play, curate)
`)
	if a.config.Brain == "reflex" {
		tellf(a.out, `Give it a model:  OPENAI_API_KEY=... legomem run --brain hybrid "your task"
                  (any OpenAI-compatible endpoint:
                  OPENAI_BASE_URL=http://127.0.0.1:11434/v1;
                  legomem doctor looks for one on this machine)
`)
	}
	tellf(a.out, "\n")
}

// tellPreview prints what would be done.
func (a *app) tellPreview(p reflex.Preview) {
	tellf(a.out, "Would do: %s\n", p.Sentence)
	for _, b := range p.Bindings {
		tellf(a.out, "  %-12s %s\n", b.Slot, inWords(b))
	}
	for i, c := range p.Actions {
		tellf(a.out, "%d. %s: %s %s\n", i+1, c.Agent, c.Action.Tool, words.Arguments(c.Action.Args))
	}
	if p.Answer != "" {
		tellf(a.out, "Answer: %s\n", blockOf(p.Answer, "  "))
	}
}

// inWords writes a bound value, a date also in words, so that a wrong reading shows.
func inWords(b reflex.Binding) string {
	words := value.Words(b.Kind, b.Canon)
	if words == b.Canon {
		return b.Canon
	}
	return fmt.Sprintf("%s (%s)", b.Canon, words)
}
