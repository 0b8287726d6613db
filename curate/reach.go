package curate

import (
	"strings"

	"legomem/tools"
	"legomem/tools/value"
	"legomem/trajectory"
)

// reach is for how many of the people in question a run changed something: those that
// its task names, and those whose calendars or mailboxes it read.
type reach struct {
	several bool   // there are two or more
	left    bool   // some were left out, and some were not
	tool    string // of the last change for one of them, and who called it
	agent   string
}

func reachOf(run *trajectory.Run) reach {
	people := peopleOf(run)
	var r reach
	done := map[string]bool{}
	for _, s := range run.Subtasks {
		for _, st := range successes(s) {
			if !changes(st) {
				continue
			}
			args := strings.ToLower(wholeAction(st.Action))
			for name := range people {
				if strings.Contains(args, name) {
					done[name] = true
					r.tool, r.agent = st.Action.Tool, s.Agent
				}
			}
		}
	}
	r.several = len(people) > 1
	r.left = len(done) > 0 && len(done) < len(people)
	return r
}

// peopleOf are the people in question, in small letters.
func peopleOf(run *trajectory.Run) map[string]bool {
	out := map[string]bool{}
	for _, m := range value.Find(run.Started.Task.Text, run.Started.Task.Reference()) {
		if m.Kind == value.Person {
			out[strings.ToLower(m.Canon)] = true
		}
	}
	for _, st := range run.Steps() {
		for _, e := range st.Effects {
			kind, name, _ := strings.Cut(e.Target, ":")
			isPersons := kind == "calendar" || kind == "mailbox"
			if isPersons && e.Class == tools.Read && st.Succeeded() {
				out[strings.ToLower(name)] = true
			}
		}
	}
	delete(out, strings.ToLower(tools.Self)) // whoever asks need not be served
	return out
}
