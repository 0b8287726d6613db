package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"legomem/llm/llmtest"
)

// refused runs a command line that must end with the exit code, and returns
// all it prints.
func refused(t *testing.T, code int, args ...string) string {
	t.Helper()
	var out strings.Builder
	if got := Execute(t.Context(), args, strings.NewReader(""), &out, &out); got != code {
		t.Fatalf("legomem %q: exit code %d, not %d\n%s", args, got, code, &out)
	}
	return out.String()
}

// TestQuarantinedIsNotPlayed: what reflex can do by heart it does not, while
// the memory is quarantined.
func TestQuarantinedIsNotPlayed(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	const sentence = "Create a Word document one.docx saying One"
	execute(t, "run", sentence)
	var found []near
	if err := json.Unmarshal([]byte(execute(t, "memory", "search", sentence, "--k", "50", "--json")), &found); err != nil {
		t.Fatal(err)
	}
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
	dir := t.TempDir()
	t.Setenv("XDG_DATA_HOME", dir)
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
	var did reembedded
	if err := json.Unmarshal([]byte(execute(t, "memory", "reembed", "--json")), &did); err != nil || did.From != did.To || did.Embedded != 0 {
		t.Errorf("done again: %+v, %v", did, err)
	}
	if said := refused(t, exitUsage, "memory", "reembed", "--bank", filepath.Join(dir, "none.db")); !strings.Contains(said, "there is no memory bank at ") {
		t.Errorf("without a bank it says %q", said)
	}
	refused(t, exitUsage, "memory", "reembed", "--bank", dir)
}
