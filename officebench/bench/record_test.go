package bench_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
	"legomem/tools"
	"legomem/trajectory"
)

// log assembles a run of its events.
func log(t *testing.T, payloads ...trajectory.Payload) *trajectory.Run {
	t.Helper()
	var events []trajectory.Event
	for i, p := range payloads {
		data := must.Have(json.Marshal(p))(t)
		events = append(events, trajectory.Event{Schema: trajectory.Schema, Seq: i + 1, Time: start.Add(time.Duration(i) * time.Second), Run: "r1", Kind: p.EventKind(), Payload: data})
	}
	run := must.Have(trajectory.Assemble(events))(t)
	return run
}

func refs(ids ...string) []trajectory.MemoryRef {
	var out []trajectory.MemoryRef
	for i, id := range ids {
		out = append(out, trajectory.MemoryRef{ID: id, Rank: i + 1})
	}
	return out
}

func usd(x float64) *float64 { return &x }

// TestRecordOf: each figure of a record, by hand.
func TestRecordOf(t *testing.T) {
	yes, no := true, false
	run := log(t,
		trajectory.Started{},
		trajectory.Retrieved{For: "orchestrator", Memories: refs("u1", "u2")},
		trajectory.ModelCalled{Role: "orchestrator", Model: "big", PromptTokens: 100, CompletionTokens: 10, CostUSD: usd(0.5), Snapshot: "big-1", Truncated: true, Dropped: 2},
		trajectory.ModelCalled{Role: "orchestrator", Model: "big", PromptTokens: 200, CompletionTokens: 20, CostUSD: usd(0.25), Snapshot: "big-2"},
		trajectory.Delegated{Subtask: trajectory.Subtask{Round: 1, Agent: "word_agent"}},
		trajectory.Retrieved{For: "word_agent", Memories: refs("u3")},
		trajectory.ModelCalled{Role: "word_agent", Model: "small", PromptTokens: 50, CompletionTokens: 5, Snapshot: "small-1", Truncated: true, Dropped: 1},
		trajectory.Intended{Step: 1, Action: tools.Action{Tool: "word.write"}},
		trajectory.Observed{Step: 1},
		trajectory.Retrieved{For: "word_agent", Memories: refs("u3", "u4")},
		trajectory.Judged{Passed: &yes, Strict: &no},
		trajectory.Finished{Result: trajectory.Result{RunID: "r1", Outcome: trajectory.Solved, Reason: "done", Steps: 1, Replans: 1, ModelCalls: 3,
			Tokens: trajectory.Tokens{Prompt: 350, Completion: 35}, WallMS: 12}},
	)
	one := trial.Trial{Cell: with, Task: "2-7/1", Seed: 3}
	got, err := bench.RecordOf(run, one, 2, nil)
	must.Do(t, err)
	want := trial.Record{
		Trial: one, Level: 2, Attempt: 2, Run: "r1", Started: start, Outcome: "solved", Reason: "done", Passed: &yes, Strict: &no,
		Steps: 1, Replans: 1, ModelCalls: 3, Tokens: trial.Tokens{Prompt: 350, Completion: 35}, WallMS: 12, Truncations: 2, Dropped: 3,
		Spent: map[string]trial.Spend{
			"orchestrator": {Model: "big", Calls: 2, Tokens: trial.Tokens{Prompt: 300, Completion: 30}, CostUSD: usd(0.75)},
			"word_agent":   {Model: "small", Calls: 1, Tokens: trial.Tokens{Prompt: 50, Completion: 5}}, // no price
		},
		Retrieved: map[string][]string{"orchestrator": {"u1", "u2"}, "word_agent": {"u3", "u4"}},
		Models:    map[string][]string{"orchestrator": {"big-1", "big-2"}, "word_agent": {"small-1"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}

	// What the placement shows to no role is before nobody.
	found := log(t, trajectory.Started{}, trajectory.Retrieved{For: trajectory.ForNobody, Memories: refs("u1")}, trajectory.Finished{})
	if got, err = bench.RecordOf(found, one, 1, nil); err != nil || len(got.Retrieved) > 0 {
		t.Errorf("shown to nobody: %v, %v", got.Retrieved, err)
	}
	if _, err := bench.RecordOf(log(t, trajectory.Started{}), one, 1, nil); err == nil {
		t.Error("a run without an end makes a record")
	}
}

func TestInfrastructure(t *testing.T) {
	yes := true
	outside := &bench.Outside{Err: errors.New("run r1: the endpoint is gone")}
	for _, c := range []struct {
		name    string
		outcome trajectory.Outcome
		reason  string
		passed  *bool
		noted   string
		cause   error
		broke   bool
		says    string
	}{
		{name: "solved", outcome: trajectory.Solved, reason: "done", passed: &yes, says: "done"},
		{name: "outside", outcome: trajectory.Errored, reason: "the endpoint is gone", cause: outside, broke: true, says: "run r1: the endpoint is gone"},
		{name: "the model's own", outcome: trajectory.Errored, reason: "no JSON", cause: errors.New("no JSON"), says: "no JSON"},
		{name: "an error from its log", outcome: trajectory.Errored, reason: "the endpoint is gone", says: "the endpoint is gone"},
		{name: "outside, from its log", outcome: trajectory.Errored, reason: "the endpoint is gone", noted: trajectory.AboutOutside, broke: true, says: "the endpoint is gone; why"},
		{name: "outside, and solved all the same", outcome: trajectory.Solved, reason: "done", passed: &yes, noted: trajectory.AboutOutside, says: "done"},
		{name: "the judge broke", outcome: trajectory.Solved, reason: "done", noted: "evaluation", broke: true, says: "done; not judged: why"},
		{name: "nothing to judge", outcome: trajectory.Solved, reason: "done", noted: "testbed", broke: true, says: "done; not judged: why"},
		{name: "out of time with the sandbox", outcome: trajectory.Exhausted, reason: "time", noted: "testbed", says: "time"},
		{name: "a remark", outcome: trajectory.Solved, reason: "done", noted: "date", says: "done"},
		{name: "closed badly, but judged", outcome: trajectory.Solved, reason: "done", passed: &yes, cause: outside, says: "done"},
	} {
		t.Run(c.name, func(t *testing.T) {
			events := []trajectory.Payload{trajectory.Started{}}
			if c.noted != "" {
				events = append(events, trajectory.Noted{About: c.noted, Text: "why"})
			}
			events = append(events, trajectory.Judged{Passed: c.passed}, trajectory.Finished{Result: trajectory.Result{Outcome: c.outcome, Reason: c.reason}})
			got := must.Have(bench.RecordOf(log(t, events...), trial.Trial{Cell: plain, Task: "1-1/0", Seed: 1}, 1, c.cause))(t)
			if got.Infrastructure != c.broke || got.Reason != c.says {
				t.Errorf("infrastructure %v, reason %q", got.Infrastructure, got.Reason)
			}
		})
	}
}
