package records_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"legomem/membank/hashembed"
	"legomem/membank/records"
	"legomem/membank/store"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
)

// note is a kind of record of its own.
type note struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	Hash string `json:"hash,omitempty"`
}

func seal(n note) (records.Sealed[note], error) {
	claimed := n.Hash
	n.Hash = ""
	if err := records.CheckID("note", n.ID); err != nil {
		return records.Sealed[note]{}, err
	}
	hash, err := records.Digest(n)
	n.Hash = hash
	return records.Sealed[note]{Item: n, ID: n.ID, Hash: hash, Claimed: claimed}, err
}

// TestLines: what was written is read again; a line that is wrong is refused with its number.
func TestLines(t *testing.T) {
	a := must.Have(seal(note{ID: "a", Text: "one"}))(t).Item
	var out strings.Builder
	must.Do(t, records.Write(&out, "note", []note{a, {ID: "b", Text: "two"}}, func(n note) string { return n.ID }))
	got := must.Have(records.Read(strings.NewReader("\n"+out.String()), "note", seal))(t)
	if len(got) != 2 || got[0] != a || got[1].Hash == "" {
		t.Errorf("read %+v", got)
	}
	for want, lines := range map[string]string{
		"line 1: it is not a note":             `{"id":"a","colour":"red"}`,
		"line 1: it holds more than one note":  `{"id":"a"} {"id":"b"}`,
		"line 2: note a is not what its hash":  "\n" + strings.Replace(out.String(), "one", "other", 1),
		"line 3: the id a is on line 1":        out.String() + `{"id":"a"}`,
		`line 1: "../a" cannot be a note's id`: `{"id":"../a"}`,
	} {
		if _, err := records.Read(strings.NewReader(lines), "note", seal); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// short is an embedder that gives too few vectors.
type short struct{ hashembed.Embedder }

func (short) Embed(context.Context, []string) ([][]float32, error) { return nil, nil }

// failing is a store that deletes nothing.
type failing struct{ store.Store }

func (failing) Delete(context.Context, store.Scope, []string) (int, error) {
	return 0, errors.New("gone")
}

// TestShelf: records are marked and unmarked, and what is forgotten is noted before it goes.
func TestShelf(t *testing.T) {
	s := sqlitetest.New(t)
	at, notes := store.Scope{Tenant: "t", Collection: "things"}, store.Scope{Tenant: "t", Collection: "notes"}
	must.Do(t, s.Ensure(t.Context(), at.Collection, store.Embedding{}))
	must.Do(t, s.Ensure(t.Context(), notes.Collection, store.Embedding{}))
	must.Do(t, s.Upsert(t.Context(), at, []store.Record{{ID: "a"}, {ID: "b"}}))
	shelf := records.Shelf[string]{Store: s, At: at, Embed: short{}, Place: "box", Decode: func(r store.Record) (string, error) {
		return r.ID + r.Fields[records.Quarantine], nil
	}}
	must.Do(t, shelf.Mark(t.Context(), []string{"a", "none"}, records.Quarantine, "!"))
	if got := must.Have(shelf.Get(t.Context(), []string{"b", "a"}))(t); strings.Join(got, " ") != "b a!" {
		t.Errorf("marked: %q", got)
	}
	if n := must.Have(shelf.Count(t.Context(), store.Filter{records.NotQuarantined}))(t); n != 1 {
		t.Errorf("%d are not in quarantine", n)
	}
	must.Do(t, shelf.Mark(t.Context(), []string{"a"}, records.Quarantine, ""))
	if got := must.Have(shelf.List(t.Context(), store.Page{}))(t); strings.Join(got, " ") != "a b" {
		t.Errorf("unmarked: %q", got)
	}
	if _, err := shelf.Vectors(t.Context(), []string{"x"}); err == nil {
		t.Error("too few vectors were taken")
	}
	broken := shelf
	broken.Store = failing{s}
	if _, err := broken.Forget(t.Context(), notes, []store.Record{{ID: "why"}}, []string{"a"}); err == nil {
		t.Error("a deletion that failed was told as done")
	}
	if n := must.Have(s.Count(t.Context(), notes, nil))(t); n != 1 {
		t.Errorf("%d notes before the deletion", n)
	}
	if n := must.Have(shelf.Forget(t.Context(), notes, nil, []string{"a", "none"}))(t); n != 1 {
		t.Errorf("%d were forgotten", n)
	}
}
