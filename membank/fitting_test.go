package membank

import (
	"context"
	"strings"
	"testing"

	"legomem/membank/store"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/trajectory"
)

// changing reports whether a test's action changes something.
func changing(action string) bool {
	return !strings.HasPrefix(action, "excel.read") && !strings.HasPrefix(action, "email.search")
}

// deed is a full task of one part: what its agent did for a description.
func deed(id, agent, description string, actions ...string) Unit {
	u := Unit{Kind: FullTask, Task: "task " + id + ": " + description, Plan: "1. do it", Curator: "rule/1", Source: Source{Run: "run-" + id, Suite: "suite", Task: id}}
	s := Subtask{Agent: agent, Description: description}
	for _, a := range actions {
		s.Steps = append(s.Steps, Step{Action: a})
	}
	u.Subtasks = []Subtask{s}
	return u
}

const (
	create    = `excel.create({"file_path":"a.xlsx"})`
	appendRow = `excel.append_row({"file_path":"a.xlsx"})`
	read      = `excel.read({"file_path":"a.xlsx"})`
)

// ledgers is a bank in which one agent wrote workbooks, added rows to them and read them.
// Its vectors know what the workbooks are about, and nothing of what is done with them.
func ledgers(t *testing.T) *Bank {
	t.Helper()
	b := openBank(t, sqlitetest.New(t), wordCount{strings.Fields("expenses march guests party prices shop rent total workbook list mail")}, "ann")
	add(t, b,
		deed("1-1/0", "excel_agent", "Write the expenses of March", create),
		deed("1-2/0", "excel_agent", "Write the guests of the party", create, read),
		deed("1-3/0", "excel_agent", "Write the prices of the shop", create),
		deed("2-1/0", "excel_agent", "Append the rent to the workbook", appendRow),
		deed("2-2/0", "excel_agent", "Append two guests to the list", appendRow, appendRow),
		deed("2-3/0", "excel_agent", "Append the total, and look at it", appendRow, read),
		deed("3-1/0", "excel_agent", "Read the guests of the party", read),
		deed("3-2/0", "excel_agent", "Read the prices", read),
		deed("4-1/0", "email_agent", "Append a note to the mail", `email.send({"to":"Bob"})`))
	return b.View(View{By: store.Hybrid, Changes: changing})
}

func strategies(t *testing.T, b *Bank, task string) map[string]Retrieved {
	t.Helper()
	limits := Limits{K: 9, PerAgent: 3}
	draft := func(context.Context, string, []Hit) ([]string, error) {
		return []string{"Append the rows", "Write it", "Read it"}, nil
	}
	out := map[string]Retrieved{}
	for _, s := range []Strategy{Vanilla{limits}, Dynamic{limits}, Rewrite{limits}} {
		out[s.Name()] = must.Have(s.Retrieve(t.Context(), b, Ask{Task: task, Agents: []string{"excel_agent", "email_agent"}, Draft: draft}))(t)
	}
	return out
}

// TestFoundByOperation: an agent sees what did the same, though memories of something else
// share more words with the subtask, and none twice: "Append the rent" and "Append two
// guests" were done in the same way.
func TestFoundByOperation(t *testing.T) {
	b := ledgers(t)
	const asked = "Append the prices of the shop"
	for name, r := range strategies(t, b, asked) {
		hits := must.Have(r.ForAgent(t.Context(), trajectory.Subtask{Agent: "excel_agent", Description: asked}))(t)
		seen := map[string]bool{}
		for i, h := range hits {
			if !strings.HasPrefix(h.Unit.Subtask.Description, "Append") {
				t.Errorf("%s: %q is shown", name, h.Unit.Subtask.Description)
			}
			work := strings.Join(toolsInOrder(h.Unit.Subtask), " ")
			if seen[work] {
				t.Errorf("%s: %s is shown twice", name, work)
			}
			seen[work] = true
			same(t, name+": its rank", h.Rank, i+1)
		}
		if len(hits) == 0 {
			t.Errorf("%s: nothing is shown", name)
		}
	}
	nearest := must.Have(Dynamic{Limits{K: 1, PerAgent: 1}}.Retrieve(t.Context(), b.View(View{}), Ask{Task: asked}))(t)
	hits := must.Have(nearest.ForAgent(t.Context(), trajectory.Subtask{Agent: "excel_agent", Description: asked}))(t)
	if strings.HasPrefix(hits[0].Unit.Subtask.Description, "Append") {
		t.Errorf("by words %q is the nearest: the test shows nothing", hits[0].Unit.Subtask.Description)
	}
}

// TestPlacesStayEmpty: where nobody did what is asked for, nothing is shown.
func TestPlacesStayEmpty(t *testing.T) {
	b := ledgers(t)
	for name, r := range strategies(t, b, "Translate the poem") {
		for _, agent := range []string{"excel_agent", "word_agent"} {
			hits := must.Have(r.ForAgent(t.Context(), trajectory.Subtask{Agent: agent, Description: "Translate this poem into French"}))(t)
			same(t, name+": what "+agent+" sees", len(hits), 0)
		}
	}
	none := must.Have(Dynamic{Limits{K: 1, PerAgent: 0}}.Retrieve(t.Context(), b, Ask{Task: "Append a row"}))(t)
	same(t, "without a place", len(must.Have(none.ForAgent(t.Context(), trajectory.Subtask{Agent: "excel_agent", Description: "Append a row"}))(t)), 0)
}

// TestTasksCountOnce: the orchestrator sees full tasks that were done in the same way, or
// have the same text, once; by whatever ranking, and where reflex asks too.
func TestTasksCountOnce(t *testing.T) {
	b := ledgers(t)
	for _, by := range store.Rankings() {
		for _, playable := range []int{0, 3} {
			seen := b.View(View{By: by, Changes: changing})
			r := must.Have(Vanilla{Limits{K: 9, PerAgent: 1}}.Retrieve(t.Context(), seen, Ask{Task: "Append the guests, write the prices, read the mail", Playable: playable}))(t)
			var work []string
			for i, h := range r.Full {
				same(t, "its rank", h.Rank, i+1)
				work = append(work, strings.Join(toolsInOrder(&h.Unit.Subtasks[0]), " "))
			}
			same(t, string(by)+": different tasks", len(r.Full), len(setOf(work)))
			same(t, string(by)+": of six", len(r.Full), 6)
		}
	}
}

// TestDeeds: what a memory did is told by its tools and the kinds of its files.
func TestDeeds(t *testing.T) {
	s := &Subtask{Steps: []Step{{Action: appendRow}, {Action: `email.send({"attachments":["data/a b.pdf","data/b.pdf"],"body":"No file. Sent","to":"x"})`}, {Action: "written by a model"}}}
	same(t, "deeds", deeds(s), "email.send excel.append row pdf written by a model xlsx")
}
