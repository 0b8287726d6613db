package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestApprenticeReplayed records an experiment and runs it again from the
// recording, without the endpoint: many runs at once ask in another order, and
// get their own answers all the same.
func TestApprenticeReplayed(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes many runs")
	}
	w := newWorkshop(t)
	traffic := filepath.Join(t.TempDir(), "traffic")
	cells := []string{"--variants", "none,vanilla,rewrite", "--teams", "llm"}
	live := w.bench("live", append(cells, "--record", traffic)...)
	files, err := os.ReadDir(traffic)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d recordings of one experiment, %v", len(files), err)
	}
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1") // where nobody is
	asked := w.apprentice.count()
	replayed := w.bench("replayed", append(cells, "--replay", traffic)...)
	if more := w.apprentice.count() - asked; more != 0 {
		t.Errorf("the replay asked %d times", more)
	}
	_, first := w.records(live)
	_, again := w.records(replayed)
	for id, records := range first {
		if len(records) != len(apprenticeTest) || passes(records) != passes(again[id]) || len(again[id]) != len(records) {
			t.Errorf("%s: %d of %d passed, and %d of %d when replayed", id, passes(records), len(records), passes(again[id]), len(again[id]))
		}
	}
	if b, _ := w.records(live); b.Bank.Hash == "" {
		t.Error("no bank was made")
	} else if r, _ := w.records(replayed); r.Bank.Hash != b.Bank.Hash {
		t.Errorf("the banks differ: %s and %s", b.Bank.Hash, r.Bank.Hash)
	}
}
