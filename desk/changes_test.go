package desk

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/changes"
	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

// TestSeenIn: what was read counts as seen, without JSON's escapes; what an action says of
// its own doing, and what failed, does not.
func TestSeenIn(t *testing.T) {
	step := func(tool string, failed bool, data string, effects ...tools.Effect) trajectory.Step {
		return trajectory.Step{Action: tools.Action{Tool: tool}, Effects: effects, Observation: &tools.Observation{Text: tool + " says", Data: []byte(data), Failed: failed}}
	}
	reads, sends := tools.Effect{Class: tools.Read, Target: "mailbox:self"}, tools.Effect{Class: tools.Send, Target: "recipient:x@y.z"}
	run := &trajectory.Run{Subtasks: []trajectory.SubtaskRun{{Steps: []trajectory.Step{
		step("email.read", false, `{"to":["a\u003cb"],"n":1}`, reads),
		step("email.read", true, `{}`, reads),
		step("email.send", false, `{}`, reads, sends),
		step("shell.run", false, `"out"`, tools.Effect{Class: tools.Shell, Target: "command:ls"}),
		{Action: tools.Action{Tool: "email.read"}, Effects: []tools.Effect{reads}},
	}}}}
	want := []changes.Seen{{In: "email.read mailbox:self", Text: "email.read says\nn\nto\na<b\n"}, {In: "shell.run", Text: "shell.run says\nout\n"}}
	must.NoDiff(t, cmp.Diff(want, seenIn(run)), "seen (-want +got):\n%s")
}
