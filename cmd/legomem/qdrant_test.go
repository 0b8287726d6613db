package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"legomem/llm/llmtest"
	"legomem/membank"
	"legomem/membank/store/qdrant/qdranttest"
	"legomem/must"
	"legomem/sweep"
)

// TestServerBank plays a session on a bank that a server keeps (a fake that
// speaks its protocol): what is said of a bank is true of this one, too.
func TestServerBank(t *testing.T) {
	sweep.OneGoroutine(t)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("QDRANT_API_KEY", "")
	bank := "qdrant://" + strings.TrimPrefix(qdranttest.Start(t), "qdrant://")
	run := func(code int, args ...string) string {
		t.Helper()
		return refused(t, code, append(args, "--bank", bank)...)
	}
	t.Setenv("LEGOMEM_REFLEX_SKILLS", "false")
	const sentence = "Schedule a budget review for Dana on 3/12/2026 from 2:00 pm to 3:30 pm"
	run(exitNotSolved, "run", sentence) // it starts empty
	run(exitDone, "memory", "import", filepath.Join("..", "..", "membank", "starter.jsonl"), "--trust")
	run(exitDone, "run", sentence)
	for _, by := range []string{"dense", "lexical", "hybrid"} {
		if got := run(exitDone, "memory", "search", "put an event in the calendar", "--by", by); !strings.Contains(got, "m-") {
			t.Errorf("by %s: %s", by, got)
		}
	}
	starter := must.Have(membank.Starter())(t)
	tasks := 0
	for _, u := range starter {
		if u.Kind == membank.FullTask {
			tasks++
		}
	}
	if got := run(exitDone, "memory", "stats"); !strings.Contains(got, fmt.Sprintf("%d task", tasks)) {
		t.Errorf("stats: %s", got)
	}
	var listed []struct{ ID string }
	if err := json.Unmarshal([]byte(run(exitDone, "memory", "list", "--json")), &listed); err != nil || len(listed) != tasks {
		t.Fatalf("%d memories, %v", len(listed), err)
	}
	run(exitDone, "memory", "quarantine", listed[0].ID, "--reason", "wrong room")
	run(exitDone, "memory", "forget", listed[1].ID)
	if got := run(exitDone, "memory", "list", "--quarantined"); !strings.Contains(got, listed[0].ID) {
		t.Errorf("quarantined: %s", got)
	}
	if got := run(exitDone, "memory", "list"); strings.Contains(got, listed[1].ID) {
		t.Errorf("forgotten, but there: %s", got)
	}

	// Another embedder is refused until the bank is embedded anew.
	endpoint := llmtest.New(t, llmtest.Options{Vector: func(text string) []float32 { return []float32{float32(len(text)), 1, 2} }})
	t.Setenv("OPENAI_BASE_URL", endpoint.URL())
	t.Setenv("LEGOMEM_EMBEDDER_KIND", "openai")
	t.Setenv("LEGOMEM_EMBEDDER_DIMENSIONS", "3")
	if got := run(exitUsage, "memory", "list"); !strings.Contains(got, "memory reembed") {
		t.Errorf("another embedder: %s", got)
	}
	run(exitDone, "memory", "reembed")
	run(exitDone, "memory", "list")

	bank = "qdrant://127.0.0.1:1"
	if got := run(exitMissing, "memory", "list"); !strings.Contains(got, bank) {
		t.Errorf("nobody there: %s", got)
	}
}
