package demo

import "legomem/trajectory"

// Logged is the demonstration that a run played, as its log has it; false for the run of
// another brain. It has no lines, and its constants no reasons.
func Logged(run *trajectory.Run) (*Demo, bool) {
	if run.Started.Brain != (Brain{}).Name() {
		return nil, false
	}
	d := &Demo{Task: run.Started.Task.Text, User: run.Started.Task.User, Answer: run.Answer}
	for _, sub := range run.Subtasks {
		s := Subtask{Agent: sub.Agent, Description: sub.Description}
		for _, st := range sub.Steps {
			s.Actions = append(s.Actions, Action{Tool: st.Action.Tool, Args: st.Action.Args, Expect: st.Expect})
		}
		d.Subtasks = append(d.Subtasks, s)
	}
	for _, v := range run.Constants {
		d.Constants = append(d.Constants, Constant{Value: v})
	}
	for _, w := range run.Wordings {
		d.Wordings = append(d.Wordings, w.Text)
	}
	return d, true
}
