package desk

import (
	"context"
	"path/filepath"
	"testing"

	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/store/sqlite"
	"legomem/must"
)

// olderEmbedder stands for an earlier version of the embedded embedder.
type olderEmbedder struct{ model string }

func (o olderEmbedder) Model() string { return o.model }
func (olderEmbedder) Dim() int        { return 3 }
func (olderEmbedder) Embed(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = []float32{1, float32(len(t)), 0}
	}
	return out, nil
}

// TestBankOfEarlierVersion: a bank whose vectors an earlier version made is embedded anew
// when it is opened, for reading too; that of another embedder is refused.
func TestBankOfEarlierVersion(t *testing.T) {
	for _, mode := range []sqlite.Mode{sqlite.ReadOnly, sqlite.ReadWrite} {
		d := newTestDesk(t, nil)
		file := olderBank(t, "hash-2")
		bank, done, err := d.openBankFile(t.Context(), d.config, file, false, mode)
		must.Do(t, err)
		hits := must.Have(bank.SearchTasks(t.Context(), "Delete the Book club from Farid's calendar", 1))(t)
		if len(hits) != 1 || hits[0].Unit.Task == "" || bank.Embedder() != (hashembed.Embedder{}).Model() {
			t.Errorf("opened for %v, with %s, it finds %v", mode, bank.Embedder(), hits)
		}
		done()
	}
	d := newTestDesk(t, nil)
	if _, _, err := d.openBankFile(t.Context(), d.config, olderBank(t, "hash-of-others"), false, sqlite.ReadWrite); err == nil || isOfEarlierVersion(err) {
		t.Errorf("a bank of another embedder: %v", err)
	}
}

// olderBank is the starter bank in a file, embedded with a model of that name.
func olderBank(t *testing.T, model string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "bank.db")
	db := must.Have(sqlite.Open(t.Context(), file, sqlite.ReadWrite))(t)
	bank := must.Have(membank.Open(t.Context(), db, olderEmbedder{model}, "local"))(t)
	must.Do(t, bank.Seed(t.Context()))
	must.Do(t, db.Close())
	return file
}
