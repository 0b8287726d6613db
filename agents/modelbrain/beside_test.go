package modelbrain_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"legomem/agents"
	"legomem/agents/modelbrain"
	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

// booking is a tool that reads a calendar, and one that writes into it.
func booking() *tools.Registry {
	run := func(context.Context, *tools.Workspace, listArgs) (tools.Result, error) { return tools.Result{}, nil }
	does := func(class tools.Class) func(listArgs) []tools.Effect {
		return func(p listArgs) []tools.Effect { return []tools.Effect{{Class: class, Target: "calendar:" + p.User}} }
	}
	return tools.NewRegistry([]tools.Tool{
		tools.Define("calendar.list_events", "Lists a user's events.", does(tools.Read), run),
		tools.Define("calendar.create_event", "Books one.", does(tools.Write), run),
		tools.Define("calendar.run", "Runs a command.", does(tools.Shell), run),
	})
}

func book(user string) llmtest.Reply {
	return llmtest.Reply{Tool: "calendar__create_event", Args: `{"user":"` + user + `"}`}
}

// TestReportBesideChanges: a report that comes with calls which only change things ends the
// work once all have succeeded, with what they returned; beside a call that reads, after one
// that failed, where it says that the work failed, and where the setting is off it is not
// taken, and is asked for again.
func TestReportBesideChanges(t *testing.T) {
	booked := llmtest.Reply{Tool: "done", Args: `{"summary":"Booked.","succeeded":true}`}
	failed := llmtest.Reply{Tool: "done", Args: `{"summary":"It cannot be done.","succeeded":false}`}
	for _, c := range []struct {
		name          string
		first, second llmtest.Reply
		with          llmtest.Reply
		fails         string
		off           bool
		want          string
	}{
		{"changes", book("Ann"), book("Bob"), booked, "", false, "Booked.\ncalendar.create_event returned: events of Ann\ncalendar.create_event returned: events of Bob"},
		{"one reads", book("Ann"), list("Bob"), booked, "", false, "x"},
		{"the last failed", book("Ann"), book("Bob"), booked, "Bob", false, "x"},
		{"the first failed", book("Ann"), book("Bob"), booked, "Ann", false, "x"},
		{"one runs a command", book("Ann"), llmtest.Reply{Tool: "calendar__run", Args: `{"user":"Bob"}`}, booked, "", false, "x"},
		{"it failed", book("Ann"), book("Bob"), failed, "", false, "x"},
		{"it is off", book("Ann"), book("Bob"), booked, "", true, "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			said := c.first
			said.More = []llmtest.Reply{c.second, c.with}
			b := open(t, llmtest.Options{}, said, saysDone)
			b.model = newBrain(t, b.endpoint, modelbrain.Config{Retries: 1, DoneBeside: !c.off, Now: time.Now})
			b.brief.Tools = booking()
			var err error
			b.planner, b.actor, err = b.model.Open(t.Context(), b.brief)
			must.Do(t, err)
			_, end := act(t, b, c.fails)
			if end.Summary != c.want || end.Failed || (b.endpoint.Left() > 0) != (c.want != "x") {
				t.Errorf("it ends with %+v, and %d replies are left", end, b.endpoint.Left())
			}
			if invited := strings.Contains(b.endpoint.Requests()[0].Messages[0].Content, "beside them"); invited == c.off {
				t.Errorf("it is invited to report beside its calls: %v", invited)
			}
		})
	}
}

// TestReportBesideTheLastAction: where a report came beside the action with which an agent's
// actions are used up, it is not asked for again.
func TestReportBesideTheLastAction(t *testing.T) {
	said := book("Ann")
	said.More = []llmtest.Reply{{Tool: "done", Args: `{"summary":"Booked.","succeeded":true}`}}
	b := open(t, llmtest.Options{}, said)
	b.model = newBrain(t, b.endpoint, modelbrain.Config{Retries: 1, DoneBeside: true, Now: time.Now})
	b.brief.Tools = booking()
	var err error
	b.planner, b.actor, err = b.model.Open(t.Context(), b.brief)
	must.Do(t, err)
	sub := trajectory.Subtask{Round: 1, Agent: agents.Calendar, Description: "Book Ann"}
	d := must.Have(b.actor.Act(t.Context(), sub, nil))(t)
	done := []trajectory.Step{{Number: 1, Action: *d.Action, Observation: &tools.Observation{Text: "booked"}}}
	end := must.Have(b.actor.(agents.Reporter).Report(t.Context(), sub, done))(t)
	if end.Summary != "Booked.\ncalendar.create_event returned: booked" || len(b.endpoint.Requests()) != 1 {
		t.Errorf("%+v after %d requests", end, len(b.endpoint.Requests()))
	}
}

// TestAgentsAreToldOfTheirFiles: an agent is told what the survey says of the files that its
// work names, and of no others, as they are after the rounds before.
func TestAgentsAreToldOfTheirFiles(t *testing.T) {
	b := open(t, llmtest.Options{}, llmtest.Reply{Text: withFacts(goodPlan)}, saysDone, llmtest.Reply{Text: goodLedger}, saysDone)
	b.model = newBrain(t, b.endpoint, modelbrain.Config{Retries: 1, FactsInPlan: true, Survey: true, Now: time.Now})
	rows := 11
	b.brief.Look = func(context.Context, tools.Action) (tools.Observation, error) {
		rows++
		return tools.Observation{Text: fmt.Sprintf("data/plan.xlsx: %d rows of Day, Room\ndata/lan.xlsx: 3 rows of Name\ndata/other.xlsx: 3 rows of Name", rows)}, nil
	}
	var err error
	b.planner, b.actor, err = b.model.Open(t.Context(), b.brief)
	must.Do(t, err)
	must.Have(b.planner.Plan(t.Context()))(t)
	sub := excelWork("Write 2 into plan.xlsx")
	sub.Agent = agents.Calendar
	must.Have(b.actor.Act(t.Context(), sub, nil))(t)
	if shown := b.last(); !strings.Contains(shown, "| data/plan.xlsx: 12 rows of Day, Room\n") || strings.Contains(shown, "rows of Name") {
		t.Errorf("it is shown\n%s", shown)
	}
	must.Have(b.planner.Next(t.Context(), agents.State{Rounds: []agents.Round{{Subtask: sub, Summary: "Written."}}}))(t)
	sub.Round = 2
	must.Have(b.actor.Act(t.Context(), sub, nil))(t)
	if shown := b.last(); !strings.Contains(shown, "| data/plan.xlsx: 13 rows of Day, Room\n") {
		t.Errorf("in the second round it is shown\n%s", shown)
	}
}
