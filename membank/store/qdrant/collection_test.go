package qdrant

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/qdrant/go-client/qdrant"

	"legomem/lists"
	"legomem/membank/store"
	"legomem/membank/store/qdrant/qdranttest"
	"legomem/must"
)

// TestMigration opens a collection of this version with a program that knows
// one step more, and then with this one again.
func TestMigration(t *testing.T) {
	s, server, _ := bank(t, some(1)...)
	later := another(t, server)
	ran := 0
	later.steps = append(append([]step{}, migrations...), func(context.Context, *Store, string) error { ran++; return nil })
	later.readOnly = true
	if err := later.Ensure(t.Context(), ann.Collection, three); err == nil || ran != 0 {
		t.Errorf("a reader went on with an old collection: %v", err)
	}
	later.readOnly = false
	for range 2 {
		if err := later.Ensure(t.Context(), ann.Collection, three); err != nil || ran != 1 {
			t.Errorf("the step ran %d times: %v", ran, err)
		}
	}
	if got := state(t, later); len(got) != 1 {
		t.Errorf("after the migration: %v", got)
	}
	_, searchErr := s.Search(t.Context(), ann, store.Query{Vector: []float32{1, 0, 0}, K: 1})
	_, reembedErr := s.Reembed(t.Context(), ann.Collection, pair, lengths)
	for name, err := range map[string]error{
		"Ensure": s.Ensure(t.Context(), ann.Collection, three), "Search": searchErr, "Reembed": reembedErr,
		"Upsert": s.Upsert(t.Context(), ann, some(1)),
	} {
		if !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), s.Address()) {
			t.Errorf("%s of an older program: %v", name, err)
		}
	}
}

// TestMadeHalf stops at every request that makes a collection; the next Ensure
// goes on from there.
func TestMadeHalf(t *testing.T) {
	for _, request := range []string{"Create 0", "CreateFieldIndex 0", "Update 0", "CreateFieldIndex 1", "UpdateAliases 0"} {
		f := &faults{}
		server := qdranttest.New(t, qdranttest.Options{Before: f.before})
		s := another(t, server)
		s.indexed = []string{"kind"}
		f.set(map[string]func(context.Context) error{request: fail})
		if err := s.Ensure(t.Context(), ann.Collection, three); err == nil {
			t.Errorf("%s: nothing failed", request)
		}
		f.set(nil)
		if err := s.Ensure(t.Context(), ann.Collection, three); err != nil {
			t.Errorf("%s: %v", request, err)
		}
		c, err := s.collection(t.Context(), ann.Collection)
		if err != nil || !c.indexed["tenant"] || !c.indexed["fields.kind"] || c.version != len(migrations) {
			t.Errorf("%s: %+v, %v", request, c, err)
		}
	}
}

func TestForeignCollection(t *testing.T) {
	s := another(t, qdranttest.New(t, qdranttest.Options{}))
	must.Do(t, s.client.CreateCollection(t.Context(), &qdrant.CreateCollection{CollectionName: "legomem_things"}))
	if err := s.Ensure(t.Context(), "things", three); err == nil || !strings.Contains(err.Error(), "not made by legomem") {
		t.Errorf("the error is %v", err)
	}
}

// TestNames has pairs that must not be taken for one another.
func TestNames(t *testing.T) {
	s := &Store{prefix: DefaultPrefix}
	known := map[string]string{}
	for _, name := range []string{"things", "Things", "things ", "things_first", "x", "日本", strings.Repeat("a", 64), strings.Repeat("a", 65), "a/b", "a%2fb"} {
		a := s.alias(name)
		if other, ok := known[a]; ok || len(a) > 128 || strings.Trim(a, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			t.Errorf("%q is %q on the server, as %q", name, a, other)
		}
		known[a] = name
	}
	ids := map[string]bool{}
	triples := []store.Scope{{Tenant: "a", Collection: "bc"}, {Tenant: "ab", Collection: "c"}, {Tenant: "a", Collection: "b"}, {Tenant: "a1:b", Collection: ""}}
	for _, at := range triples {
		for _, id := range []string{"", "c", "1:b", "d"} {
			ids[pointID(at, id).GetUuid()] = true
		}
	}
	if len(ids) != 4*len(triples) {
		t.Errorf("%d ids for %d records", len(ids), 4*len(triples))
	}
	if denseVector(three) == denseVector(pair) || denseVector(three) == denseVector(store.Embedding{Model: "test-1", Dim: 4}) {
		t.Error("two embeddings share a vector's name")
	}
}

func TestNotUTF8(t *testing.T) {
	s, _, _ := bank(t)
	for _, r := range []store.Record{
		{ID: "a\xff"}, {ID: "a", Text: "\xff"}, {ID: "a", Fields: map[string]string{"f": "\xff"}},
	} {
		if err := s.Upsert(t.Context(), ann, []store.Record{r}); err == nil || !strings.Contains(err.Error(), "UTF-8") {
			t.Errorf("%+q: %v", r.ID+r.Text, err)
		}
	}
	if got := state(t, s); len(got) != 0 {
		t.Errorf("left: %v", got)
	}
}

func TestBecame(t *testing.T) {
	value := qdrant.NewValueString
	payload := func(born, version string, past ...string) map[string]*qdrant.Value {
		all := lists.Map(past, value)
		return map[string]*qdrant.Value{keyBorn: value(born), keyVersion: value(version), keyPast: qdrant.NewValueFromList(all...)}
	}
	ours := replacement{id: "a", old: "old", payload: map[string]*qdrant.Value{keyVersion: value("ours")}}
	for name, c := range map[string]struct {
		after  map[string]*qdrant.Value
		done   bool
		unsure bool
	}{
		"written":                     {payload("b", "ours", "old"), true, false},
		"written, then others":        {payload("b", "z", "old", "ours", "y"), true, false},
		"written, old forgotten":      {payload("b", "z", "ours", "y"), true, false},
		"still the old":               {payload("b", "old"), false, false},
		"others instead":              {payload("b", "z", "old", "y"), false, false},
		"written anew":                {payload("c", "c"), false, false},
		"gone":                        {nil, true, false},
		"others, until nothing tells": {payload("b", "z", "x", "y"), false, true},
	} {
		done, err := became(ours, payload("b", "old"), c.after)
		if done != c.done || (err != nil) != c.unsure {
			t.Errorf("%s: %v, %v", name, done, err)
		}
	}
	long := []*qdrant.Value{}
	for i := range keptPast + 5 {
		long = append(long, value(fmt.Sprint(i)))
	}
	s := &Store{token: func() string { return "new" }}
	point := &qdrant.RetrievedPoint{Payload: map[string]*qdrant.Value{keyVersion: value("v"), keyPast: qdrant.NewValueFromList(long...)}}
	changes, err := s.changes(ann, []string{"a"}, map[string]*qdrant.RetrievedPoint{pointID(ann, "a").GetUuid(): point}, func(map[string]string) {})
	past := changes[0].payload[keyPast].GetListValue().GetValues()
	if err != nil || len(past) != keptPast || past[keptPast-1].GetStringValue() != "v" {
		t.Errorf("it remembers %d versions, %v", len(past), err)
	}
}
