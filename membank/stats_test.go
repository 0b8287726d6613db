package membank

import (
	"encoding/json"
	"testing"

	"legomem/must"
	"legomem/trajectory"
)

func verdict(b bool) *bool     { return &b }
func ratio(f float64) *float64 { return &f }

func TestStats(t *testing.T) {
	got := Stats([]Use{
		{Run: "1", Passed: verdict(true), Solved: true, Tokens: 100, Retrieved: map[string]int{"m-a": 1, "m-a.1": 3}},
		{Run: "2", Passed: verdict(false), Solved: true, Tokens: 300, Retrieved: map[string]int{"m-a": 1}},
		{Run: "3", Solved: true, Tokens: 500, Retrieved: map[string]int{"m-a": 1, "m-b": 1}},
		{Run: "4", Passed: verdict(true), Solved: true, Tokens: 700},
	})
	same(t, "stats", got, []Stat{
		{ID: "m-a", Retrieved: 3,
			With:    Outcomes{Runs: 3, Solved: 3, Judged: 2, Passed: 1, Success: ratio(0.5), Tokens: ratio(300)},
			Without: Outcomes{Runs: 1, Solved: 1, Judged: 1, Passed: 1, Success: ratio(1), Tokens: ratio(700)}},
		{ID: "m-a.1", Retrieved: 3,
			With:    Outcomes{Runs: 1, Solved: 1, Judged: 1, Passed: 1, Success: ratio(1), Tokens: ratio(100)},
			Without: Outcomes{Runs: 3, Solved: 3, Judged: 2, Passed: 1, Success: ratio(0.5), Tokens: ratio(500)}},
		{ID: "m-b", Retrieved: 1,
			With:    Outcomes{Runs: 1, Solved: 1, Tokens: ratio(500)},
			Without: Outcomes{Runs: 3, Solved: 3, Judged: 3, Passed: 2, Success: ratio(2. / 3), Tokens: ratio(1100. / 3)}},
	})
	same(t, "none", Stats(nil), nil)
	always := Stats([]Use{{Run: "1", Retrieved: map[string]int{"m-a": 1}}})
	same(t, "in every run", always[0].Without, Outcomes{})
}

func logged(t *testing.T, payloads ...trajectory.Payload) []trajectory.Event {
	t.Helper()
	var events []trajectory.Event
	for i, p := range payloads {
		data := must.Have(json.Marshal(p))(t)
		events = append(events, trajectory.Event{Schema: trajectory.Schema, Seq: i + 1, Run: "run-1", Kind: p.EventKind(), Payload: data})
	}
	return events
}

func TestUseOf(t *testing.T) {
	refs := func(ids ...string) []trajectory.MemoryRef {
		var out []trajectory.MemoryRef
		for i, id := range ids {
			out = append(out, trajectory.MemoryRef{ID: id, Rank: i + 1})
		}
		return out
	}
	made := map[string]string{"bank": "mine.db", "tenant": "kim"}
	events := logged(t, trajectory.Started{Versions: made}, trajectory.Retrieved{For: trajectory.ForNobody, Memories: refs("m-a", "m-c")}, trajectory.Retrieved{For: "orchestrator", Memories: refs("m-a", "m-b")},
		trajectory.Retrieved{For: "email_agent", Memories: refs("m-a.1")}, trajectory.Retrieved{For: "email_agent", Memories: refs("m-a.1")},
		trajectory.ModelCalled{PromptTokens: 30, CompletionTokens: 4}, trajectory.Judged{Passed: verdict(true)},
		trajectory.Finished{Result: trajectory.Result{Outcome: trajectory.Solved, Tokens: trajectory.Tokens{Prompt: 50, Completion: 7}}})
	want := Use{Run: "run-1", Bank: "mine.db", Tenant: "kim", Passed: verdict(true), Solved: true, Tokens: 57, Shown: true, Outcome: trajectory.Solved, Found: refs("m-a", "m-c"), Retrieved: map[string]int{"m-a": 1, "m-b": 1, "m-a.1": 2}}
	got := must.Have(UseOf(events))(t)
	same(t, "a finished run", got, want)
	got = must.Have(UseOf(events[:6]))(t)
	want.Passed, want.Solved, want.Outcome, want.Tokens = nil, false, "", 34
	same(t, "a run without an end", got, want)
	played := logged(t, trajectory.Started{}, trajectory.Retrieved{For: trajectory.ForNobody, Memories: refs("m-a", "m-b")}, trajectory.Retrieved{For: trajectory.ForReflex, Memories: refs("m-b")},
		trajectory.ModelCalled{Role: "matcher"}, trajectory.ModelCalled{Role: "rewriter"})
	got = must.Have(UseOf(played))(t)
	same(t, "played by reflex after models were asked whether it can, from before logs named a bank and a tenant", got, Use{Run: "run-1", Tenant: "local", Found: refs("m-a", "m-b"), Retrieved: map[string]int{"m-b": 1}})
	if _, err := UseOf(nil); err == nil {
		t.Error("an empty log was read")
	}
}

func TestOverview(t *testing.T) {
	b, units := mixed(t)
	must.Do(t, b.seed(t.Context(), pack(t, task("from the starter", "word_agent"))))
	must.Have(b.Quarantine(t.Context(), ids(units)[:1], "wrong"))(t)
	got := must.Have(b.Overview(t.Context()))(t)
	same(t, "overview", got, Overview{Units: 7, Kinds: map[UnitKind]int{FullTask: 2, SubtaskUnit: 3, RawTrajectory: 1, RoutineUnit: 1},
		Quarantined: 3, Starter: 2, Own: 5, Model: b.embed.Model(), Dim: b.embed.Dim()})
}
