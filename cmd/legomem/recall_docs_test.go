package main

import (
	"os"
	"strings"
	"testing"

	"legomem/must"
	"legomem/sweep"
)

// TestRecallDocs: the tables of docs/recall.md are what the bench prints; of the two, one
// in full mode.
func TestRecallDocs(t *testing.T) {
	const data = "../../../shared/sgd"
	sweep.Slow(t)
	if _, err := os.Stat(data); err != nil {
		t.Skipf("the dialogues are not here: %s", data)
	}
	docs := string(must.Have(os.ReadFile("../../docs/recall.md"))(t))
	for _, more := range sweep.Sample(t, [][]string{nil, {"--conflicts"}}, 1, 1) {
		said := execute(t, append([]string{"recall", "bench", "--data", data}, more...)...)
		if !strings.Contains(docs, strings.TrimSpace(said)) {
			t.Errorf("docs/recall.md does not show what the bench prints with %q:\n%s", more, said)
		}
	}
}
