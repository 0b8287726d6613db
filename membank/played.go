package membank

import (
	"fmt"
	"strings"

	"legomem/lists"
	"legomem/tools"
	"legomem/trajectory"
	"legomem/words"
)

// Outcome is what a run shows about the procedure that it was played from.
type Outcome string

// The outcomes.
const (
	Success Outcome = "success"
	Failure Outcome = "failure"
	// NoVerdict is for a run that shows nothing about its procedure: it was
	// interrupted, something outside broke, the policy refused an action, or reflex
	// stopped before it had changed anything, which is an honest no.
	NoVerdict Outcome = ""
)

// Played is what came of a run that reflex played, or began to.
type Played struct {
	Unit    string // whose procedure it was; "" where none was played
	Outcome Outcome
	// Why is what failed, for a failure.
	Why string
}

// PlayedIn reads from a run how the procedure that it was played from did. If another
// brain had to take over, the procedure failed if it had changed something before.
func PlayedIn(run *trajectory.Run) Played {
	p := Played{Unit: playedFrom(run)}
	switch stopped, why := stop(run); {
	case p.Unit == "" || run.Result == nil:
	case stopped:
		if done := begun(run); done > 0 && !excused(run) {
			p.Outcome, p.Why = Failure, fmt.Sprintf("it stopped after %s with an effect: %s", words.Count(done, "action"), oneLine(why))
		} else if unknownTool(run) {
			p.Outcome, p.Why = Failure, oneLine(why)
		}
	case run.Result.Outcome != trajectory.Solved:
	case run.Passed != nil && !*run.Passed:
		if len(run.Wordings) == 0 { // else a model judged that the task was this work, and may have been wrong
			p.Outcome, p.Why = Failure, "its evaluation did not pass"
		}
	default:
		p.Outcome = Success
	}
	return p
}

// playedFrom is the id of the memory that reflex chose, even if another brain ended the run.
func playedFrom(run *trajectory.Run) string {
	id := ""
	for _, n := range run.Notes {
		if n.About == trajectory.AboutProcedure {
			id = n.Text
		}
	}
	return id
}

// stop reports whether reflex gave up, and why.
func stop(run *trajectory.Run) (bool, string) {
	if t := run.Position.Takeover; t != nil {
		return true, t.Why
	}
	if r := run.Result; r != nil && r.Outcome == trajectory.GaveUp {
		return true, r.Reason
	}
	return false, ""
}

// reflexSteps are the actions of the brain that played the procedure.
func reflexSteps(run *trajectory.Run) []trajectory.Step {
	subs := run.Subtasks
	if t := run.Position.Takeover; t != nil {
		subs = subs[:min(t.Subtasks, len(subs))]
	}
	var all []trajectory.Step
	for _, s := range subs {
		all = append(all, s.Steps...)
	}
	return all
}

// begun counts the actions that changed something before the procedure stopped.
func begun(run *trajectory.Run) int {
	return len(lists.Filter(reflexSteps(run), func(st trajectory.Step) bool {
		return tools.Changes(st.Effects) && st.Succeeded()
	}))
}

// excused reports whether the procedure stopped through no fault of its own: because of
// a refusal, or of the machine.
func excused(run *trajectory.Run) bool {
	if len(run.Refusals()) > 0 {
		return true
	}
	switch lastCode(run) {
	case tools.Refused, tools.MissingProgram, tools.DiskFull, tools.Timeout, tools.Internal:
		return true
	}
	return false
}

// unknownTool reports whether the procedure calls a tool that this program lacks.
func unknownTool(run *trajectory.Run) bool { return lastCode(run) == tools.UnknownTool }

// lastCode is why the last action failed, "" where it did not.
func lastCode(run *trajectory.Run) tools.Code {
	steps := reflexSteps(run)
	if len(steps) == 0 {
		return ""
	}
	if o := steps[len(steps)-1].Observation; o != nil && o.Failed {
		return o.Code
	}
	return ""
}

// maxWhy is the length to which the reason for a failure is cut, in characters.
const maxWhy = 400

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if letters := []rune(s); len(letters) > maxWhy {
		return string(letters[:maxWhy-1]) + "…"
	}
	return s
}
