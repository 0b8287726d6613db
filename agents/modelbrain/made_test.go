package modelbrain_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

func list(user string) llmtest.Reply {
	return llmtest.Reply{Tool: "calendar__list_events", Args: `{"user":"` + user + `"}`}
}

var saysDone = llmtest.Reply{Tool: "done", Args: `{"summary":"x"}`}

// act has the actor go on until it ends, each of its actions failing where fails has its
// user. It returns the users in order, and the end.
func act(t *testing.T, b *bench, fails string) (users []string, end agents.Decision) {
	t.Helper()
	sub := trajectory.Subtask{Round: 1, Agent: agents.Calendar, Description: "List them"}
	var done []trajectory.Step
	for range 20 {
		d := must.Have(b.actor.Act(context.Background(), sub, done))(t)
		if d.Action == nil {
			return users, d
		}
		user, _ := d.Action.Args["user"].(string)
		users = append(users, user)
		obs := &tools.Observation{Text: "events of " + user, Failed: user == fails}
		done = append(done, trajectory.Step{Number: len(done) + 1, Thought: d.Thought, Action: *d.Action, Observation: obs})
	}
	t.Fatal("it does not end")
	return nil, end
}

// Several calls of one reply are made in order, and are shown as they were made: in one
// message. An end among them is not taken.
func TestCallsOfOneReplyAreMadeInOrder(t *testing.T) {
	three := list("Ann")
	three.Text, three.More = "All three.", []llmtest.Reply{list("Bob"), saysDone, list("Cid")}
	b := open(t, llmtest.Options{}, three, list("Dana"), saysDone)
	users, end := act(t, b, "")
	must.NoDiff(t, cmp.Diff([]string{"Ann", "Bob", "Cid", "Dana"}, users), "users (-want +got):\n%s")
	if end.Summary != "x" || len(b.endpoint.Requests()) != 3 {
		t.Errorf("it ends with %+v after %d requests", end, len(b.endpoint.Requests()))
	}
	msgs := b.endpoint.Requests()[1].Messages
	var roles []string
	for _, m := range msgs[2:] {
		roles = append(roles, m.Role)
	}
	must.NoDiff(t, cmp.Diff([]string{"assistant", "tool", "tool", "tool"}, roles), "roles (-want +got):\n%s")
	if n := len(msgs[2].ToolCalls); n != 3 || msgs[2].Content != "All three." {
		t.Errorf("%d calls are shown, with %q", n, msgs[2].Content)
	}
}

// After a call that failed, those after it are not made: the model is told first.
func TestCallsAfterAFailureAreNotMade(t *testing.T) {
	three := list("Ann")
	three.More = []llmtest.Reply{list("Bob"), list("Cid")}
	b := open(t, llmtest.Options{}, three, saysDone)
	users, _ := act(t, b, "Bob")
	must.NoDiff(t, cmp.Diff([]string{"Ann", "Bob"}, users), "users (-want +got):\n%s")
	if said := b.last(); !strings.Contains(said, "FAILED") || strings.Contains(said, "Cid") {
		t.Errorf("the failure is not shown, or a call that was not made is:\n%s", said)
	}
}

// A retry shows the call that failed as a call, with the reason as its result, and with
// arguments that a server can read.
func TestARetryShowsTheCall(t *testing.T) {
	b := open(t, llmtest.Options{}, llmtest.Reply{Text: "Look.", Tool: "calendar__list_events", Args: `{"user": `}, saysDone)
	act(t, b, "")
	msgs := b.endpoint.Requests()[1].Messages
	said, why := msgs[len(msgs)-2], msgs[len(msgs)-1]
	if said.Role != "assistant" || said.Content != "Look." || len(said.ToolCalls) != 1 || why.Role != "tool" || !strings.Contains(why.Content, "cannot be used") {
		t.Fatalf("shown as %+v, %+v", said, why)
	}
	call := said.ToolCalls[0]["function"].(map[string]any)
	if call["name"] != "calendar__list_events" || call["arguments"] != `{"not_json":"{\"user\":"}` || said.ToolCalls[0]["id"] != why.ToolCallID {
		t.Errorf("the call is shown as %v, %q", said.ToolCalls[0], why.ToolCallID)
	}
}

// An agent whose replies cannot be used fails its subtask; the director hears why.
func TestUnusableRepliesOfAnAgentFailItsSubtask(t *testing.T) {
	words := llmtest.Reply{Text: "I have done it."}
	b := open(t, llmtest.Options{}, words, words, words, words)
	users, end := act(t, b, "")
	if len(users) != 0 || !end.Failed || !strings.Contains(end.Summary, "4 replies that cannot be used") {
		t.Errorf("after %v: %+v", users, end)
	}
}
