package modelbrain_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/agents"
	"legomem/agents/modelbrain"
	"legomem/llm/llmtest"
	"legomem/membank"
	"legomem/membank/operations"
	"legomem/must"
	"legomem/tools"
	"legomem/trajectory"
)

// sheets is an app of several tools: a short staple, and others whose descriptions are long.
func sheets() *tools.Registry {
	run := func(context.Context, *tools.Workspace, listArgs) (tools.Result, error) { return tools.Result{}, nil }
	effects := func(listArgs) []tools.Effect { return nil }
	long := strings.Repeat(" It says so at length.", 10)
	return tools.NewRegistry([]tools.Tool{
		tools.AsStaple(tools.Define("excel.read", "Reads a sheet.", effects, run)),
		tools.Define("excel.sort", "Sorts a sheet's rows: up or down."+long, effects, run),
		tools.Define("excel.swap", "Swaps two columns."+long, effects, run),
		tools.Define("excel.total", "Adds up a column."+long, effects, run),
	})
}

// openSheets is a brain whose agent has those tools, and so much room for their
// descriptions.
func openSheets(t *testing.T, most int, remembers *membank.Subtask, script ...llmtest.Reply) *bench {
	t.Helper()
	b := &bench{endpoint: llmtest.New(t, llmtest.Options{}, script...)}
	uses := modelbrain.LearnUses(sheets().All(), []membank.Unit{
		{Kind: membank.SubtaskUnit, Subtask: &membank.Subtask{Description: "Put the list in order by name", Steps: []membank.Step{{Action: `excel.sort({})`}}}},
		{Kind: membank.FullTask, Task: "Swap"},
	}, []modelbrain.Said{{Text: "what do the amounts come to", Tool: "excel.total"}})
	b.model = newBrain(t, b.endpoint, modelbrain.Config{Retries: 1, ToolTokens: most, Now: time.Now, Uses: func() (*operations.Model, error) { return uses, nil }})
	b.brief = agents.Brief{Run: "r", Task: task, Tools: sheets(), Team: agents.Team{Name: "t", Agents: []agents.Agent{{Name: agents.Excel, Tools: []string{"excel.*"}}}},
		Log: func(p trajectory.Payload) error { b.events = append(b.events, p); return nil }}
	if remembers != nil {
		b.brief.Memories = remembered{remembers}
	}
	var err error
	if b.planner, b.actor, err = b.model.Open(t.Context(), b.brief); err != nil {
		t.Fatal(err)
	}
	return b
}

// remembered shows agents one memory, or the orchestrator where it names an agent.
type remembered struct{ subtask *membank.Subtask }

func (r remembered) ForPlan() []membank.Hit {
	if r.subtask.Agent == "" {
		return nil
	}
	return []membank.Hit{{Rank: 1, Unit: membank.Unit{Kind: membank.FullTask, Subtasks: []membank.Subtask{*r.subtask}}}}
}

func (remembered) ForRound() []membank.Hit { return nil }
func (r remembered) ForAgent(context.Context, trajectory.Subtask) ([]membank.Hit, error) {
	if r.subtask.Agent != "" {
		return nil, nil
	}
	return []membank.Hit{{Rank: 1, Unit: membank.Unit{Kind: membank.SubtaskUnit, Subtask: r.subtask}}}, nil
}

// offered are the names of the tools of each request.
func (b *bench) offered() (out []string) {
	for _, r := range b.endpoint.Requests() {
		var names []string
		for _, tool := range r.Tools {
			names = append(names, tool["function"].(map[string]any)["name"].(string))
		}
		out = append(out, strings.Join(names, " "))
	}
	return out
}

func excelWork(text string) trajectory.Subtask {
	return trajectory.Subtask{Round: 1, Agent: agents.Excel, Description: text}
}

const oneTool = 190 // tokens: more than the staple's description and one of the long ones take, less than two of these

var endOfWork = llmtest.Reply{Tool: "done", Args: `{"summary":"So.","succeeded":true}`}

// TestOfferIsForTheWork: what is described is the staple, and what the work's words, or the
// work that is remembered, ask for; all where it fits.
func TestOfferIsForTheWork(t *testing.T) {
	for _, tc := range []struct {
		name, work string
		most       int
		remembers  *membank.Subtask
		want       string
	}{
		{"by the description", "Swap the columns Name and Team", oneTool, nil, "excel__read excel__swap more_tools done"},
		{"by practised work", "Have the list in order", oneTool, nil, "excel__read excel__sort more_tools done"},
		{"by a request", "Say what the amounts come to", oneTool, nil, "excel__read excel__total more_tools done"},
		{"by its words rather than by what is remembered", "Swap the columns", oneTool, &membank.Subtask{Steps: []membank.Step{{Action: `excel.total({})`}}}, "excel__read excel__swap more_tools done"},
		{"by what is remembered", "Deal with it", oneTool, &membank.Subtask{Steps: []membank.Step{{Action: `excel.total({})`}, {Action: `email.send({})`}}}, "excel__read excel__total more_tools done"},
		{"by what the agent did in a memory of the orchestrator's", "Deal with it", oneTool, &membank.Subtask{Agent: agents.Excel, Steps: []membank.Step{{Action: `excel.total({})`}}}, "excel__read excel__total more_tools done"},
		{"not by what another agent did there", "Swap the columns", oneTool, &membank.Subtask{Agent: agents.Word, Steps: []membank.Step{{Action: `excel.total({})`}}}, "excel__read excel__swap more_tools done"},
		{"no cap", "Swap", 0, nil, "excel__read excel__sort excel__swap excel__total done"},
		{"all fit", "Swap", 5000, nil, "excel__read excel__sort excel__swap excel__total done"},
		{"none fits", "Swap", 3, nil, "more_tools done"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := openSheets(t, tc.most, tc.remembers, endOfWork)
			must.Have(b.actor.Act(t.Context(), excelWork(tc.work), nil))(t)
			must.NoDiff(t, cmp.Diff([]string{tc.want}, b.offered()), "offered (-want +got):\n%s")
		})
	}
}

// TestOfferNamesTheOthers: what is not described is named.
func TestOfferNamesTheOthers(t *testing.T) {
	b := openSheets(t, oneTool, nil, endOfWork)
	must.Have(b.actor.Act(t.Context(), excelWork("Swap the columns"), nil))(t)
	f := b.endpoint.Requests()[0].Tools[2]["function"].(map[string]any)
	want := "Describes further tools of yours, for you to call next: excel__sort, excel__total"
	must.NoDiff(t, cmp.Diff(want, f["description"]), "more_tools (-want +got):\n%s")
}

// TestMoreTools: tools that are asked for are described from then on, and asking for what is
// there, or for what nobody has, is answered with the reason.
func TestMoreTools(t *testing.T) {
	sum := llmtest.Reply{Text: "Add up.", Tool: "excel__total", Args: `{"user":"a"}`}
	b := openSheets(t, oneTool, nil,
		llmtest.Reply{Tool: "more_tools", Args: `{"names":["excel__total","excel__sort"]}`},
		llmtest.Reply{Tool: "more_tools", Args: `{"names":"excel__sort"}`}, sum, endOfWork)
	work := excelWork("Swap the columns")
	d := must.Have(b.actor.Act(t.Context(), work, nil))(t)
	if d.Action == nil || d.Action.Tool != "excel.total" {
		t.Fatalf("it does %+v", d)
	}
	done := []trajectory.Step{{Number: 1, Action: *d.Action, Observation: &tools.Observation{Text: "7"}}}
	must.Have(b.actor.Act(t.Context(), work, done))(t)
	after := "excel__read excel__swap excel__total excel__sort done"
	must.NoDiff(t, cmp.Diff([]string{"excel__read excel__swap more_tools done", after, after, after}, b.offered()), "offered (-want +got):\n%s")
	if said := lastOf(b.endpoint.Requests()[2].Messages); !strings.Contains(said, "described already") {
		t.Errorf("it is told %q", said)
	}
}

func TestMoreToolsThatNobodyHas(t *testing.T) {
	b := openSheets(t, oneTool, nil, llmtest.Reply{Tool: "more_tools", Args: `{"names":["excel__fly"]}`}, endOfWork)
	must.Have(b.actor.Act(t.Context(), excelWork("Swap the columns"), nil))(t)
	if said := lastOf(b.endpoint.Requests()[1].Messages); !strings.Contains(said, `no tool "excel__fly"`) {
		t.Errorf("it is told %q", said)
	}
}

// TestToolCalledByItsName: a tool that is only named can be called, and is described to the
// next prompt; a resumed subtask describes what its steps called.
func TestToolCalledByItsName(t *testing.T) {
	b := openSheets(t, oneTool, nil, llmtest.Reply{Tool: "excel__total", Args: `{"user":"a"}`}, endOfWork)
	work := excelWork("Swap the columns")
	d := must.Have(b.actor.Act(t.Context(), work, nil))(t)
	done := []trajectory.Step{{Number: 1, Action: *d.Action, Observation: &tools.Observation{Text: "7"}}}
	must.Have(b.actor.Act(t.Context(), work, done))(t)
	must.NoDiff(t, cmp.Diff([]string{"excel__read excel__swap more_tools done", "excel__read excel__swap excel__total more_tools done"}, b.offered()), "offered (-want +got):\n%s")

	resumed := openSheets(t, oneTool, nil, endOfWork)
	must.Have(resumed.actor.Act(t.Context(), work, done))(t)
	must.NoDiff(t, cmp.Diff([]string{"excel__read excel__total more_tools done"}, resumed.offered()), "offered (-want +got):\n%s")
}

// TestReport: when its actions are used up, an agent says what it did and found, and can do
// nothing else.
func TestReport(t *testing.T) {
	b := openSheets(t, 0, nil, llmtest.Reply{Tool: "excel__read", Args: `{"user":"a"}`}, llmtest.Reply{Tool: "done", Args: `{"summary":"The total is 7; nothing is written yet.","succeeded":false}`})
	reporter, ok := b.actor.(agents.Reporter)
	if !ok {
		t.Fatal("it gives no reports")
	}
	done := []trajectory.Step{{Number: 1, Action: tools.Action{Tool: "excel.total"}, Observation: &tools.Observation{Text: "7"}}}
	got := must.Have(reporter.Report(t.Context(), excelWork("Write the total"), done))(t)
	want := agents.Decision{Failed: true, Summary: "Stopped after 1 action: The total is 7; nothing is written yet."}
	must.NoDiff(t, cmp.Diff(want, got), "report (-want +got):\n%s")
	must.NoDiff(t, cmp.Diff([]string{"done", "done"}, b.offered()), "offered (-want +got):\n%s")
	if messages := b.endpoint.Requests()[0].Messages; !strings.Contains(lastOf(messages), "taken 1 action,") || !slices.ContainsFunc(messages, func(m llmtest.Message) bool { return strings.Contains(m.Content, "| 7") }) {
		t.Errorf("it is asked %q", lastOf(messages))
	}
}

func lastOf(m []llmtest.Message) string { return m[len(m)-1].Content }
