package desk

import (
	"testing"
	"time"

	"legomem/configs"
	"legomem/curate"
	"legomem/llm"
	"legomem/llm/llmtest"
	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/officebench/trial"
	"legomem/tools"
	"legomem/trajectory"
)

// TestCurationGoesOn: a run that nothing can be learned from is noted and
// counted once, whatever is wanted of it, and ends no curation.
func TestCurationGoesOn(t *testing.T) {
	passed := true
	run := func(change func(*trajectory.Run)) *trajectory.Run {
		r := &trajectory.Run{ID: "r1", Passed: &passed, Result: &trajectory.Result{Outcome: trajectory.Solved},
			Started: trajectory.Started{Task: trajectory.Task{ID: "1-1/0", Text: "Do it"}}}
		change(r)
		return r
	}
	for name, r := range map[string]*trajectory.Run{
		"nothing done": run(func(*trajectory.Run) {}),
		"still open":   run(func(r *trajectory.Run) { r.Result = nil }),
		"played from memory": run(func(r *trajectory.Run) {
			r.Notes = []trajectory.Noted{{About: trajectory.AboutProcedure, Text: "m-1"}}
		}),
	} {
		t.Run(name, func(t *testing.T) {
			c := &curating{desk: Open(configs.Config{}, Outside{Now: time.Now}), curator: curate.Rule{Now: time.Now}}
			var out trial.Curation
			must.Do(t, c.wanted(t.Context(), r, []membank.UnitKind{membank.FullTask, membank.RawTrajectory}, &out))
			if out.Refused != 1 || len(out.Notes) == 0 {
				t.Errorf("refused %d, notes %q", out.Refused, out.Notes)
			}
		})
	}
}

// TestEveryPassedRunIsRemembered: if no reply of the model can be used, a bench remembers
// the run by rule, and says so.
func TestEveryPassedRunIsRemembered(t *testing.T) {
	passed := true
	run := &trajectory.Run{ID: "r1", Passed: &passed, Result: &trajectory.Result{Outcome: trajectory.Solved},
		Started: trajectory.Started{Task: trajectory.Task{ID: "1-1/0", Text: "List Bob's events"}},
		Subtasks: []trajectory.SubtaskRun{{Subtask: trajectory.Subtask{Agent: "calendar_agent", Description: "List them"},
			Steps: []trajectory.Step{{Action: tools.Action{Tool: "calendar.list_events", Args: map[string]any{"user": "Bob"}}, Observation: &tools.Observation{Text: "none"}}}}}}
	endpoint := llmtest.New(t, llmtest.Options{}, llmtest.Reply{Text: "no"}, llmtest.Reply{Text: "no"})
	client := must.Have(llm.NewClient(llm.Endpoint{BaseURL: endpoint.URL(), MaxTries: 1}))(t)
	bank := must.Have(membank.Open(t.Context(), sqlitetest.New(t), hashembed.Embedder{}, "ann"))(t)
	c := &curating{desk: newTestDesk(t, map[string]any{}), bank: bank, alone: true, curator: curate.Model{
		Asking: curate.Asking{Chat: client, Model: "m", Prompts: must.Have(curate.LoadPrompts(""))(t), Retries: 1, Now: time.Now}}}
	var out trial.Curation
	must.Do(t, c.wanted(t.Context(), run, []membank.UnitKind{membank.FullTask}, &out))
	units := must.Have(bank.List(t.Context(), membank.Filter{Kind: membank.FullTask}, membank.Page{}))(t)
	if len(units) != 1 || units[0].Curator != curate.RuleVersion || out.Refused != 0 || len(out.Notes) == 0 {
		t.Errorf("%d memories, refused %d, notes %q", len(units), out.Refused, out.Notes)
	}
}

// TestReadyForMany: whatever asks a model, all runs of a bench share the client.
func TestReadyForMany(t *testing.T) {
	for name, c := range map[string]struct {
		flags map[string]any
		asks  bool
	}{
		"reflex":          {map[string]any{}, false},
		"a model":         {map[string]any{"brain": "model"}, true},
		"reflex, vision":  {map[string]any{"ocr.engine": "vision"}, true},
		"reflex, vectors": {map[string]any{"embedder.kind": "openai"}, true},
	} {
		c.flags["model.base_url"] = "http://127.0.0.1:9/v1"
		d := newTestDesk(t, c.flags)
		must.Do(t, d.readyForMany())
		if got := len(d.clients) > 0; got != c.asks {
			t.Errorf("%s: a client is made: %v", name, got)
		}
	}
}
