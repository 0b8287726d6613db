package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/llm/llmtest"
	"legomem/must"
	"legomem/sweep"
	"legomem/trajectory"
)

// invites is a model that puts a tasting into Kim's calendar.
var invites = obedient{deaf: true, plan: []work{
	{"calendar_agent", []do{{"calendar.create_event", map[string]any{"user": "kim@example.com", "summary": "Tasting", "start": "July 4, 2026 9:00 am", "end": "9:45 am"}}}},
}}

// sweetMarks are three memories of such work, each with a word that it alone has.
var sweetMarks = map[string]string{"m-one": "marzipan", "m-two": "nougat", "m-three": "praline"}

// sweets makes a bank of them.
func sweets(t *testing.T, dir string) (bank string) {
	t.Setenv("LEGOMEM_MEMORY_FIND", "words") // by operation these are the same three times
	var units strings.Builder
	for id, mark := range sweetMarks {
		fmt.Fprintf(&units, `{"id":%q,"kind":"task","task":"Invite Kim to the %s tasting","plan":"Add the event","subtasks":[{"agent":"calendar_agent","description":"Add the %s tasting","steps":[{"action":"calendar.create_event({})"}],"observations":"made"}],"source":{"run":%q},"created":"2026-03-02T09:00:00Z","curator":"rule/1"}`+"\n", id, mark, mark, id)
	}
	file := filepath.Join(dir, "units.jsonl")
	write(t, file, units.String())
	bank = filepath.Join(dir, "own.db")
	execute(t, "memory", "import", file, "--bank", bank, "--trust")
	return bank
}

// TestLeavesOut has a model do a task again and again, in runs most of which leave a memory
// out: no request holds a word of what was left out, every one that may holds the others, and
// the statistics count what was done.
func TestLeavesOut(t *testing.T) {
	sweep.OneGoroutine(t)
	dir := usedHome(t)
	t.Setenv("OPENAI_API_KEY", "sk-of-this-test")
	t.Setenv("LEGOMEM_MEMORY_LIFT_SHARE", "0.9")
	bank, runs := sweets(t, dir), filepath.Join(dir, "runs")
	out := map[string]int{}
	const n = 8
	for range n {
		endpoint := llmtest.New(t, llmtest.Options{Answer: invites.answer})
		t.Setenv("OPENAI_BASE_URL", endpoint.URL())
		execute(t, "run", "Invite Kim to a tasting", "--brain", "model", "--memory", "vanilla", "--bank", bank, "--out", runs, "--user", "Sam")
		entries := must.Have(os.ReadDir(runs))(t)
		run := must.Have(trajectory.Open(filepath.Join(runs, entries[len(entries)-1].Name())))(t)
		if run.LeftOut == nil || len(run.LeftOut.Chances) != len(sweetMarks) {
			t.Fatalf("the log has %+v", run.LeftOut)
		}
		left := ""
		if len(run.LeftOut.Memories) > 0 {
			left = run.LeftOut.Memories[0]
		}
		out[left]++
		said := execute(t, "runs", "show", "last", "--out", runs)
		if told := strings.Contains(said, "Memory "+left+" was left out at random"); told != (left != "") {
			t.Errorf("%q was left out, and runs show says\n%s", left, said)
		}
		asked := requestsOf(endpoint)
		for id, mark := range sweetMarks {
			if held := strings.Contains(asked, mark); held == (id == left) {
				t.Errorf("%q was left out, and that the model was shown %s is %v", left, id, held)
			}
		}
	}
	if out[""] == n {
		t.Errorf("in %d runs with a share of 0.9 nothing was left out", n)
	}
	if said := execute(t, "memory", "stats", "--bank", bank, "--out", runs); !strings.Contains(said, fmt.Sprintf("%d runs could have left a memory out at random, and %d did", n, n-out[""])) {
		t.Errorf("the statistics say\n%s", said)
	}
}

// requestsOf is all that a model was sent, as one text.
func requestsOf(endpoint *llmtest.Endpoint) string {
	var all strings.Builder
	for _, r := range endpoint.Requests() {
		for _, m := range r.Messages {
			all.WriteString(m.Content + "\n")
		}
	}
	return all.String()
}
