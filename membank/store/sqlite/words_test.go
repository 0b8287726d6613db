package sqlite

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"legomem/membank/store"
	"legomem/must"
	"legomem/sweep"
)

func bank(t testing.TB) *Store {
	t.Helper()
	s := must.Have(Open(t.Context(), filepath.Join(t.TempDir(), "bank.db"), ReadWrite))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

// keep upserts records of texts, named by their place, into a collection
// without vectors.
func keep(t testing.TB, s *Store, at store.Scope, texts ...string) {
	t.Helper()
	must.Do(t, s.Ensure(t.Context(), at.Collection, store.Embedding{}))
	var records []store.Record
	for i, text := range texts {
		records = append(records, store.Record{ID: fmt.Sprintf("%s%03d", at.Tenant, i), Text: text})
	}
	must.Do(t, s.Upsert(t.Context(), at, records))
}

func TestMatch(t *testing.T) {
	for text, want := range map[string]string{
		"":                         ``,
		" \"* ":                    ``,
		"report":                   `"report"`,
		"Budget report, budgets!":  `"Budget" OR "report"`,
		`a" OR b*`:                 `"a" OR "OR" OR "b"`,
		"x\x00y NEAR(z, 2)":        `"x" OR "y" OR "NEAR" OR "z" OR "2"`,
		"naïve 日本語":                `"naïve" OR "日本語"`,
		"text:a ^b -c {d e} : 'f;": `"text" OR "a" OR "b" OR "c" OR "d" OR "e" OR "f"`,
	} {
		if got := match(text); got != want {
			t.Errorf("%q became %s, not %s", text, got, want)
		}
	}
}

// FuzzMatch asks with any text for a record that has it, and one plain word.
func FuzzMatch(f *testing.F) {
	for _, seed := range []string{"", "report", `"`, `""`, `a" OR "b`, "a*", "^a", "text : b", "NEAR(a b, 3)", "a AND (b", "{x y} : z",
		"naïve ½ ² ⅷ", "日本語", "\x00", "a\x00b", "\xff\xfe", "e\u0301", "\u0301", "𞤀𞤁", "\ue000", "_", "a_b", "+a -b"} {
		f.Add(seed)
	}
	s := bank(f)
	at := store.Scope{Tenant: "ann", Collection: "texts"}
	keep(f, s, at, "nothing of it", "xylophone")
	f.Fuzz(func(t *testing.T, text string) {
		must.Do(t, s.Upsert(t.Context(), at, []store.Record{{ID: "it", Text: text}}))
		hits, err := s.Search(t.Context(), at, store.Query{By: store.Lexical, Text: text + " xylophone", K: 3})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if !strings.Contains(" "+idsOf(hits)+" ", " ann001 ") {
			t.Errorf("%q hides a word beside it: %v", text, hits)
		}
	})
}

// TestOthersChangeNoScore fills another tenant's part with a tenant's words.
func TestOthersChangeNoScore(t *testing.T) {
	s := bank(t)
	ann, bea := store.Scope{Tenant: "ann", Collection: "texts"}, store.Scope{Tenant: "bea", Collection: "texts"}
	keep(t, s, ann, "annual report", "travel report", "meeting notes", "room plan", "budget", "lunch")
	q := store.Query{By: store.Lexical, Text: "the annual report", K: 9}
	before, err := s.Search(t.Context(), ann, q)
	if err != nil || idsOf(before) != "ann000 ann001" {
		t.Fatalf("%v, %v", before, err)
	}
	keep(t, s, bea, strings.Fields(strings.Repeat("annual ", 100))...)
	after, err := s.Search(t.Context(), ann, q)
	if err != nil || fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("%v, %v; before: %v", after, err, before)
	}
}

func TestAlikeTextsGoByID(t *testing.T) {
	s := bank(t)
	at := store.Scope{Tenant: "ann", Collection: "texts"}
	keep(t, s, at, strings.Split(strings.Repeat("a report,", 40)+"lunch", ",")...)
	must.Do(t, s.Upsert(t.Context(), at, []store.Record{{ID: "an earlier id", Text: "a report"}}))
	hits, err := s.Search(t.Context(), at, store.Query{By: store.Lexical, Text: "reports", K: 3})
	if err != nil || idsOf(hits) != "an earlier id ann000 ann001" {
		t.Errorf("%q, %v", idsOf(hits), err)
	}
}

func TestALongQuestion(t *testing.T) {
	sweep.OneGoroutine(t)
	s := bank(t)
	at := store.Scope{Tenant: "ann", Collection: "texts"}
	var words []string
	for i := range 1000 {
		words = append(words, fmt.Sprintf("w%d", i))
	}
	keep(t, s, at, "w999", "lunch")
	hits, err := s.Search(t.Context(), at, store.Query{By: store.Lexical, Text: strings.Join(words, " "), K: 3})
	if err != nil || idsOf(hits) != "ann000" {
		t.Errorf("%v, %v", hits, err)
	}
}

// TestNoWordsNoTable is for the many small collections that have no text.
func TestNoWordsNoTable(t *testing.T) {
	s := bank(t)
	at := store.Scope{Tenant: "ann", Collection: "texts"}
	tables := func() (n int) {
		row := s.db.QueryRow(`SELECT count(*) FROM sqlite_schema WHERE name LIKE 'words_%'`)
		if err := row.Scan(&n); err != nil && err != sql.ErrNoRows {
			t.Fatal(err)
		}
		return n
	}
	keep(t, s, at, "", "")
	if n := tables(); n != 0 {
		t.Errorf("%d tables for no text", n)
	}
	keep(t, s, at, "", "lunch")
	if n := tables(); n == 0 {
		t.Error("no table for a text")
	}
}
