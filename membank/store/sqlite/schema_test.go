package sqlite

import (
	"math"
	"path/filepath"
	"testing"

	"legomem/membank/store"
)

// TestMigration opens a bank of this version with a program that knows one
// step more, and then with this one again.
func TestMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.db")
	s, err := Open(t.Context(), path, ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	at := store.Scope{Tenant: "ann", Collection: "things"}
	if err := s.Ensure(t.Context(), "things", store.Embedding{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Upsert(t.Context(), at, []store.Record{{ID: "a"}}); err != nil {
		t.Fatal(err)
	}
	s.Close()

	steps := append(append([]string{}, migrations...), `ALTER TABLE records ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'`)
	if _, err := open(t.Context(), path, ReadOnly, "", steps); err == nil {
		t.Error("a reader went on with old tables")
	}
	later, err := open(t.Context(), path, ReadWrite, "", steps)
	if err != nil {
		t.Fatal(err)
	}
	defer later.Close()
	var mood string
	if err := later.db.QueryRow(`SELECT mood FROM records WHERE id = 'a'`).Scan(&mood); err != nil || mood != "calm" {
		t.Errorf("after the migration: %q, %v", mood, err)
	}
	if _, err := open(t.Context(), path, ReadWrite, "", migrations); err == nil {
		t.Error("an older program opened a newer bank")
	}
}

func TestImmutableWhereNothingCanBeMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.db")
	s, err := Open(t.Context(), path, ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Ensure(t.Context(), "things", store.Embedding{}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	r, err := open(t.Context(), path, ReadOnly, "&immutable=1", migrations)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Ensure(t.Context(), "things", store.Embedding{}); err != nil {
		t.Error(err)
	}
}

func TestDot(t *testing.T) {
	for n := range 11 {
		v := make([]float32, n)
		var want float64
		for i := range v {
			v[i] = float32(i) - 1.5
			want += float64(v[i]) * float64(v[i])
		}
		if got := dot(v, encode(v)); math.Abs(got-want) > 1e-4 {
			t.Errorf("of %d numbers: %v, not %v", n, got, want)
		}
	}
	if got := dot([]float32{1, 1, 1, 1, 1}, encode([]float32{2, 2})); got != 4 && got != 0 {
		t.Errorf("with a short vector: %v", got)
	}
}
