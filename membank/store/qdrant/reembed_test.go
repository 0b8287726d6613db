package qdrant

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/lists"
	"legomem/membank/store"
	"legomem/must"
)

// lengths is an EmbedFunc.
func lengths(_ context.Context, texts []string) ([][]float32, error) {
	return lists.Map(texts, func(text string) []float32 { return []float32{0, float32(len(text))} }), nil
}

func some(n int) (out []store.Record) {
	for i := range n {
		out = append(out, store.Record{ID: fmt.Sprintf("%03d", i), Text: "text", Vector: []float32{1, 0, 0}, Fields: map[string]string{"n": "1"}})
	}
	return out
}

// TestReembedCrashes stops at every request there is, and with it what would
// clean up after it, as a crash does; the next one has to find its way.
func TestReembedCrashes(t *testing.T) {
	for _, c := range []struct {
		request string
		through bool // the new vectors are in use
	}{
		{"List 0", false}, {"Create 0", false}, {"CreateFieldIndex 0", false}, {"Update 0", false},
		{"Scroll 0", false}, {"Upsert 0", false}, {"Upsert 1", false}, {"Scroll 1", false}, {"UpdateAliases 0", false},
		{"Delete 0", true},
	} {
		t.Run(c.request, func(t *testing.T) {
			s, server, f := bank(t, some(2*copyPage+1)...)
			before := state(t, s)
			crash := map[string]func(context.Context) error{c.request: fail, "Delete": fail}
			f.set(crash)
			n, err := s.Reembed(t.Context(), ann.Collection, pair, lengths)
			f.set(nil)
			if err == nil || n != 0 && !c.through {
				t.Fatalf("%d records, %v", n, err)
			}
			if !c.through {
				must.NoDiff(t, cmp.Diff(before, state(t, s)), "something changed (-before +after):\n%s")
				if err := s.Ensure(t.Context(), ann.Collection, three); err != nil {
					t.Errorf("the old embedding: %v", err)
				}
			}
			n, err = another(t, server).Reembed(t.Context(), ann.Collection, pair, lengths)
			if err != nil || n != 2*copyPage+1 {
				t.Fatalf("the next one: %d records, %v", n, err)
			}
			if got := server.Collections(); len(got) != 1 {
				t.Errorf("there are %q", got)
			}
			if got := state(t, s); len(got) != len(before) || len(got[0].Vector) != 2 {
				t.Errorf("%d records, the first %v", len(got), got[0])
			}
		})
	}
}

// TestReembedLeavesOthers looks at the collections of names that begin alike.
func TestReembedLeavesOthers(t *testing.T) {
	s, server, _ := bank(t)
	for _, name := range []string{"things-first", "things_first", "Things"} {
		must.Do(t, s.Ensure(t.Context(), name, three))
	}
	before := server.Collections()
	must.Have(s.Reembed(t.Context(), ann.Collection, pair, lengths))(t)
	if after := server.Collections(); len(after) != len(before) {
		t.Errorf("of %q there are %q", before, after)
	}
}

// TestReembedAtTheLastMoment has others write when everything is copied and the
// alias is about to change, and right after it has.
func TestReembedAtTheLastMoment(t *testing.T) {
	s, server, f := bank(t, some(3)...)
	other := another(t, server)
	late := func(ctx context.Context) error {
		_, gone := other.Delete(ctx, ann, []string{"001"})
		return errors.Join(gone,
			other.Upsert(ctx, ann, []store.Record{{ID: "late", Text: "late", Vector: []float32{0, 0, 1}}}),
			other.Amend(ctx, ann, []string{"000"}, func(f map[string]string) { f["n"] = "late" }))
	}
	// The first copies, the second sees that nothing is new, the third is after
	// the change.
	f.set(map[string]func(context.Context) error{"UpdateAliases 0": late, "Scroll 0": nil})
	n, err := s.Reembed(t.Context(), ann.Collection, pair, lengths)
	if err != nil || n != 3 {
		t.Fatalf("%d records, %v", n, err)
	}
	got := fmt.Sprint(state(t, s))
	if want := fmt.Sprint([]store.Record{
		{ID: "000", Text: "text", Vector: []float32{0, 1}, Fields: map[string]string{"n": "late"}},
		{ID: "002", Text: "text", Vector: []float32{0, 1}, Fields: map[string]string{"n": "1"}},
		{ID: "late", Text: "late", Vector: []float32{0, 1}},
	}); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestReembedDoesNotTakeBack has others write to the new collection before the
// last look at the old one.
func TestReembedDoesNotTakeBack(t *testing.T) {
	s, server, f := bank(t, some(3)...)
	other := another(t, server)
	change := func(n string) func(ctx context.Context) error {
		return func(ctx context.Context) error {
			return other.Amend(ctx, ann, []string{"000"}, func(f map[string]string) { f["n"] = n })
		}
	}
	f.set(map[string]func(context.Context) error{"UpdateAliases 0": change("old"), "Upsert 1": change("new")})
	must.Have(s.Reembed(t.Context(), ann.Collection, pair, lengths))(t)
	if got := state(t, s)[0].Fields["n"]; got != "new" {
		t.Errorf("the last change was taken back to %q", got)
	}
}

// TestOldVectorsAreRefused has a Reembed come between an Upsert's look at the
// collection and its write, and between a Search's.
func TestOldVectorsAreRefused(t *testing.T) {
	same := store.Embedding{Model: "test-2", Dim: 3}
	longer := func(_ context.Context, texts []string) (out [][]float32, err error) {
		for range texts {
			out = append(out, []float32{0, 1, 0})
		}
		return out, nil
	}
	for _, request := range []string{"Upsert 0", "Query 0"} {
		s, server, f := bank(t, some(1)...)
		other := another(t, server)
		f.set(map[string]func(context.Context) error{request: func(ctx context.Context) error {
			_, err := other.Reembed(ctx, ann.Collection, same, longer)
			return err
		}})
		err := s.Upsert(t.Context(), ann, []store.Record{{ID: "new", Vector: []float32{1, 0, 0}}})
		if strings.HasPrefix(request, "Query") {
			_, err = s.Search(t.Context(), ann, store.Query{Vector: []float32{1, 0, 0}, K: 1})
		}
		var m *store.Mismatch
		if !errors.As(err, &m) || m.Have != same || m.Want != three {
			t.Errorf("%s: %v", request, err)
		}
	}
}

// TestTwoReembeds begins a second one in the middle of the first.
func TestTwoReembeds(t *testing.T) {
	s, server, f := bank(t, some(3)...)
	other := another(t, server)
	var n int
	var otherErr error
	f.set(map[string]func(context.Context) error{"UpdateAliases 0": func(ctx context.Context) error {
		n, otherErr = other.Reembed(ctx, ann.Collection, store.Embedding{Model: "test-3", Dim: 2}, lengths)
		return nil
	}})
	if _, err := s.Reembed(t.Context(), ann.Collection, pair, lengths); err == nil {
		t.Error("the first has done it, too")
	}
	if otherErr != nil || n != 3 {
		t.Errorf("the second: %d records, %v", n, otherErr)
	}
	if got := state(t, s); len(got) != 3 || len(got[0].Vector) != 2 {
		t.Errorf("the records are %v", got)
	}
	must.NoError(t, s.Ensure(t.Context(), ann.Collection, store.Embedding{Model: "test-3", Dim: 2}))
}

// TestReembedsSideBySide has two see nothing of each other until one is through
// and the other is about to use a copy that lacks what was written since.
func TestReembedsSideBySide(t *testing.T) {
	first, server, f := bank(t, some(3)...)
	second := another(t, server)
	begin, begun, check, through := make(chan struct{}), make(chan struct{}), make(chan struct{}), make(chan struct{})
	step := func(say, await chan struct{}) func(context.Context) error {
		return func(context.Context) error { close(say); <-await; return nil }
	}
	// Get: the first looks, the second looks, the first looks at its copy, and
	// then whether the collection is still the one it copied.
	f.set(map[string]func(context.Context) error{"Create 0": step(begin, begun), "Create 1": step(begun, check), "Get 3": step(check, through)})
	var secondErr error
	go func() {
		defer close(through)
		<-begin
		if _, secondErr = second.Reembed(t.Context(), ann.Collection, pair, lengths); secondErr == nil {
			secondErr = second.Upsert(t.Context(), ann, []store.Record{{ID: "late"}})
		}
	}()
	if _, err := first.Reembed(t.Context(), ann.Collection, pair, lengths); err == nil || !strings.Contains(err.Error(), "somebody else") {
		t.Errorf("the first: %v", err)
	}
	if <-through; secondErr != nil {
		t.Errorf("the second: %v", secondErr)
	}
	if got := state(t, first); len(got) != 4 || len(server.Collections()) != 1 {
		t.Errorf("%d records in %q", len(got), server.Collections())
	}
}
