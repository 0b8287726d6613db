package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/desk"
	"legomem/llm/llmtest"
	"legomem/membank/records"
	"legomem/must"
	"legomem/sweep"
)

// TestQuarantinedIsNotPlayed: what reflex can do by heart it does not, while
// the memory is quarantined.
func TestQuarantinedIsNotPlayed(t *testing.T) {
	sweep.OneGoroutine(t)
	usedHome(t)
	t.Setenv("LEGOMEM_REFLEX_SKILLS", "false")
	const sentence = "Create a Word document one.docx saying One"
	execute(t, "run", sentence)
	var found []desk.FoundMemory
	must.Do(t, json.Unmarshal([]byte(execute(t, "memory", "search", sentence, "--k", "50", "--json")), &found))
	var all []string
	for _, f := range found {
		all = append(all, f.ID)
	}
	execute(t, append([]string{"memory", "quarantine", "--reason", "no more"}, all...)...)
	if said := refused(t, exitNotSolved, "run", sentence); !strings.Contains(said, "Gave up") {
		t.Errorf("it says %q", said)
	}
	execute(t, append([]string{"memory", "quarantine", "--lift"}, all...)...)
	execute(t, "run", sentence)
}

// TestReembed: a bank of another embedder is refused by every command but the
// one that embeds it anew, which changes nothing else and fails as a whole.
func TestReembed(t *testing.T) {
	sweep.OneGoroutine(t)
	dir := usedHome(t)
	execute(t, "memory", "list")
	before := execute(t, "memory", "export")
	if said := execute(t, "memory", "reembed"); !strings.HasPrefix(said, "Nothing to do: ") {
		t.Errorf("with the same embedder it says %q", said)
	}

	t.Setenv("LEGOMEM_EMBEDDER_KIND", "openai")
	t.Setenv("LEGOMEM_EMBEDDER_MODEL", "tiny")
	t.Setenv("LEGOMEM_EMBEDDER_DIMENSIONS", "2")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
	t.Setenv("LEGOMEM_MODEL_RETRIES", "0")
	for _, verb := range [][]string{{"list"}, {"stats"}, {"search", "x"}, {"export"}, {"forget", "m-1"}, {"quarantine", "m-1", "--lift"}} {
		if said := refused(t, exitUsage, append([]string{"memory"}, verb...)...); !strings.Contains(said, "legomem memory reembed") {
			t.Errorf("memory %s says %q", verb, said)
		}
	}
	refused(t, exitMissing, "memory", "reembed")

	endpoint := llmtest.New(t, llmtest.Options{Vector: func(text string) []float32 { return []float32{1, float32(len(text))} }})
	t.Setenv("OPENAI_BASE_URL", endpoint.URL())
	said := execute(t, "memory", "reembed")
	if !strings.Contains(said, "embedded anew, from hash-") || !strings.Contains(said, " to tiny (2 numbers)") {
		t.Errorf("it says %q", said)
	}
	if after := execute(t, "memory", "export"); after != before {
		t.Error("the memories are not what they were")
	}
	var did records.Reembedded
	if err := json.Unmarshal([]byte(execute(t, "memory", "reembed", "--json")), &did); err != nil || did.From != did.To || did.Records != 0 {
		t.Errorf("done again: %+v, %v", did, err)
	}
	if said := refused(t, exitUsage, "memory", "reembed", "--bank", filepath.Join(dir, "none.db")); !strings.Contains(said, "there is no memory bank at ") {
		t.Errorf("without a bank it says %q", said)
	}
	refused(t, exitUsage, "memory", "reembed", "--bank", dir)
}

// TestCurateTellsWhatWas: where a memory takes the place of one that said
// something else, the old sentence is told, and else nothing.
func TestCurateTellsWhatWas(t *testing.T) {
	dir := usedHome(t)
	bank, demo, old := filepath.Join(dir, "b.db"), filepath.Join(dir, "van.yaml"), filepath.Join(dir, "old.jsonl")
	const task = "Book the van for Lee on 3/12/2026 from 2:00 pm to 3:30 pm"
	write(t, demo, `task: `+task+`
user: Sam
date: "2026-03-02 09:00"
subtasks:
  - agent: calendar_agent
    description: Put the van into Lee's calendar
    actions:
      - tool: calendar.create_event
        args: {user: Lee, summary: van, start: "2026-03-12 14:00:00", end: "2026-03-12 15:30:00"}
`)
	execute(t, "demo", "play", demo, "--bank", bank)
	if said := execute(t, "curate", "last", "--accept", "--bank", bank); strings.Contains(said, " was: ") {
		t.Errorf("the first time it says %q", said)
	}
	write(t, old, withoutProcedure(t, execute(t, "memory", "export", "--kind", "task", "--bank", bank)))
	execute(t, "memory", "import", old, "--replace", "--bank", bank)
	said := execute(t, "curate", "last", "--bank", bank)
	if !strings.Contains(said, " was: "+task+"\n") || !strings.Contains(said, ": Book the {summary} for {user}") {
		t.Errorf("in another's place it says %q", said)
	}
	if said := execute(t, "curate", "last", "--bank", bank); strings.Contains(said, " was: ") {
		t.Errorf("once more it says %q", said)
	}
}

// withoutProcedure is a memory's line as of before it had a procedure, and so
// said its task.
func withoutProcedure(t *testing.T, line string) string {
	t.Helper()
	var u map[string]any
	must.Do(t, json.Unmarshal([]byte(line), &u))
	delete(u, "procedure")
	delete(u, "compiler")
	delete(u, "hash")
	data := must.Have(json.Marshal(u))(t)
	return string(data) + "\n"
}

func write(t *testing.T, name, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(name, []byte(text), 0o600))
}
