package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"legomem/lists"
	"legomem/membank/store"
	"legomem/must"
)

// TestMigration opens a bank of this version with a program that knows one
// step more, and then with this one again.
func TestMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.db")
	s := must.Have(Open(t.Context(), path, ReadWrite))(t)
	at := store.Scope{Tenant: "ann", Collection: "things"}
	must.Do(t, s.Ensure(t.Context(), "things", store.Embedding{}))
	must.Do(t, s.Upsert(t.Context(), at, []store.Record{{ID: "a"}}))
	s.Close()

	steps := append(migrations(), statements(`ALTER TABLE records ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'`))
	if _, err := open(t.Context(), path, ReadOnly, "", steps); err == nil {
		t.Error("a reader went on with old tables")
	}
	later := must.Have(open(t.Context(), path, ReadWrite, "", steps))(t)
	defer later.Close()
	var mood string
	if err := later.db.QueryRow(`SELECT mood FROM records WHERE id = 'a'`).Scan(&mood); err != nil || mood != "calm" {
		t.Errorf("after the migration: %q, %v", mood, err)
	}
	if _, err := open(t.Context(), path, ReadWrite, "", migrations()); err == nil {
		t.Error("an older program opened a newer bank")
	}
}

// firstBank is a bank as the first version of the tables had it.
func firstBank(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bank.db")
	s, err := open(t.Context(), path, ReadWrite, "", []step{statements(firstTables)})
	must.Do(t, err)
	defer s.Close()
	put := `INSERT INTO records (collection, tenant, id, fields, vector, text, payload) VALUES (?, ?, ?, ?, ?, ?, ?)`
	_, err = s.db.Exec(`INSERT INTO collections (name, model, dim) VALUES ('things', 'test', 2), ('notes', '', 0)`)
	for _, r := range [][]any{
		{1, "ann", "b", `{"kind":"task"}`, encode([]float32{1, 0}), "the annual report", []byte("p")},
		{1, "ann", "a", `{}`, encode([]float32{0, 1}), "travel expenses", nil},
		{1, "bea", "b", `{}`, encode([]float32{0, 1}), "a report of bea's", nil},
		{2, "ann", "n", `{}`, nil, "", nil},
	} {
		_, putErr := s.db.Exec(put, r...)
		err = errors.Join(err, putErr)
	}
	must.Do(t, err)
	return path
}

func TestABankOfTheFirstVersion(t *testing.T) {
	for name, mode := range map[string]Mode{"to write": ReadWrite, "to read": ReadOnly} {
		t.Run(name, func(t *testing.T) {
			s := must.Have(Open(t.Context(), firstBank(t), mode))(t)
			defer s.Close()
			things := store.Scope{Tenant: "ann", Collection: "things"}
			records, err := s.Get(t.Context(), things, []string{"a", "b"})
			want := []store.Record{
				{ID: "a", Vector: []float32{0, 1}, Text: "travel expenses"},
				{ID: "b", Vector: []float32{1, 0}, Text: "the annual report", Fields: map[string]string{"kind": "task"}, Payload: []byte("p")},
			}
			if diff := cmp.Diff(want, records, cmpopts.EquateEmpty()); err != nil || diff != "" {
				t.Errorf("%v, (-want +got):\n%s", err, diff)
			}
			for by, want := range map[store.Ranking]string{store.Dense: "a b", store.Lexical: "b", store.Hybrid: "b a"} {
				hits, err := s.Search(t.Context(), things, store.Query{By: by, Vector: []float32{0, 1}, Text: "reports", K: 9})
				if got := idsOf(hits); err != nil || got != want {
					t.Errorf("%s: %q, %v", by, got, err)
				}
			}
			notes, err := s.List(t.Context(), store.Scope{Tenant: "ann", Collection: "notes"}, store.Page{})
			if err != nil || len(notes) != 1 {
				t.Errorf("notes: %v, %v", notes, err)
			}
		})
	}
}

func idsOf(hits []store.Hit) string {
	return strings.Join(lists.Map(hits, func(h store.Hit) string { return h.ID }), " ")
}

// TestAMigrationThatFailsLeavesTheBank breaks the last step.
func TestAMigrationThatFailsLeavesTheBank(t *testing.T) {
	path := firstBank(t)
	broken := errors.New("broken")
	steps := append(migrations(), func(context.Context, *sql.Tx) error { return broken })
	if _, err := open(t.Context(), path, ReadWrite, "", steps); !errors.Is(err, broken) {
		t.Fatalf("the error is %v", err)
	}
	s := must.Have(open(t.Context(), path, ReadWrite, "", []step{statements(firstTables)}))(t)
	defer s.Close()
	var n int
	if err := s.db.QueryRow(`SELECT count(*) FROM records WHERE tenant = 'ann'`).Scan(&n); err != nil || n != 3 {
		t.Errorf("%d records, %v", n, err)
	}
}

// TestAFinishedWriteIsOnTheDisk looks at how the file is written: no test can
// cut the power.
func TestAFinishedWriteIsOnTheDisk(t *testing.T) {
	s := bank(t)
	var journal string
	var synchronous int
	row := s.db.QueryRow(`SELECT journal_mode, synchronous FROM pragma_journal_mode, pragma_synchronous`)
	if err := row.Scan(&journal, &synchronous); err != nil || journal != "wal" || synchronous != 2 {
		t.Errorf("journal %q, synchronous %d, %v", journal, synchronous, err)
	}
}

func TestImmutableWhereNothingCanBeMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.db")
	s := must.Have(Open(t.Context(), path, ReadWrite))(t)
	must.Do(t, s.Ensure(t.Context(), "things", store.Embedding{}))
	s.Close()
	r := must.Have(open(t.Context(), path, ReadOnly, "&immutable=1", migrations()))(t)
	defer r.Close()
	must.NoError(t, r.Ensure(t.Context(), "things", store.Embedding{}))
}
