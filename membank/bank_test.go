package membank

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"legomem/lists"
	"legomem/membank/hashembed"
	"legomem/membank/records"
	"legomem/membank/store"
	"legomem/membank/store/sqlite"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/trajectory"
)

// counting is an embedder that counts the texts it was given.
type counting struct {
	hashembed.Embedder
	texts int
}

func (c *counting) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	c.texts += len(texts)
	return c.Embedder.Embed(ctx, texts)
}

func newBank(t testing.TB) *Bank {
	t.Helper()
	return openBank(t, sqlitetest.New(t), hashembed.Embedder{}, "ann")
}

// What follows is the bank's own, for tests in which it does not fail.

func openBank(t testing.TB, s store.Store, e Embedder, tenant string) *Bank {
	t.Helper()
	b := must.Have(Open(t.Context(), s, e, tenant))(t)
	return b
}

func getUnits(t testing.TB, b *Bank, ids ...string) []Unit {
	t.Helper()
	units := must.Have(b.Get(t.Context(), ids))(t)
	return units
}

func listUnits(t testing.TB, b *Bank, f Filter) []Unit {
	t.Helper()
	units := must.Have(b.List(t.Context(), f, Page{}))(t)
	return units
}

func searchTasks(t testing.TB, b *Bank, text string, k int) []Hit {
	t.Helper()
	hits := must.Have(b.SearchTasks(t.Context(), text, k))(t)
	return hits
}

// mergeUnits merges with a threshold of 0.5.
func mergeUnits(t testing.TB, b *Bank, units []Unit) Added {
	t.Helper()
	did := must.Have(b.Merge(t.Context(), units, 0.5))(t)
	return did
}

func planForget(t testing.TB, b *Bank, s Selection) Forgetting {
	t.Helper()
	plan := must.Have(b.PlanForget(t.Context(), s))(t)
	return plan
}

func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	must.NoDiff(t, cmp.Diff(want, got, cmpopts.EquateEmpty()), "%s (-want +got):\n%s", what)
}

// task makes a full-task unit whose subtasks are by the agents named.
func task(text string, agents ...string) Unit {
	u := Unit{Kind: FullTask, Task: text, Plan: "1. do it", Answer: "done", Curator: "rule/1",
		Source: Source{Run: "run-1", Suite: "suite", Task: "1-1/0"}, Created: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	for i, a := range agents {
		u.Subtasks = append(u.Subtasks, Subtask{Agent: a, Description: fmt.Sprintf("part %d of: %s", i+1, text),
			Steps: []Step{{Think: "so", Action: fmt.Sprintf("x.do({\"n\":%d})", i)}}})
	}
	return u
}

// whole is a unit as it is kept, with its parts.
func whole(t testing.TB, u Unit) []Unit {
	t.Helper()
	sealed := must.Have(Seal(u))(t)
	all := []Unit{sealed}
	for _, p := range Cut(sealed) {
		p := must.Have(Seal(p))(t)
		all = append(all, p)
	}
	return all
}

func add(t testing.TB, b *Bank, units ...Unit) []Unit {
	t.Helper()
	var all []Unit
	for _, u := range units {
		all = append(all, whole(t, u)...)
	}
	must.Have(b.Add(t.Context(), all))(t)
	return all
}

func ids(units []Unit) []string {
	return lists.Map(units, func(u Unit) string { return u.ID })
}

func TestAddIsIdempotent(t *testing.T) {
	e := &counting{}
	b := openBank(t, sqlitetest.New(t), e, "ann")
	units := whole(t, task("Schedule a review for Dana", "calendar_agent", "email_agent"))
	did := must.Have(b.Add(t.Context(), units))(t)
	same(t, "the first time", did, Added{New: 3})
	same(t, "embedded", e.texts, 3)

	again := whole(t, task("Schedule a review for Dana", "calendar_agent", "email_agent"))
	for i := range again { // learned from another run, later
		again[i].Source.Run, again[i].Source.Accepted = "run-2", "ann"
		again[i].Created = again[i].Created.Add(time.Hour)
	}
	did = must.Have(b.Add(t.Context(), again))(t)
	same(t, "the second time", did, Added{Same: 3})
	same(t, "embedded", e.texts, 3)
	got := getUnits(t, b, ids(units)...)
	same(t, "kept", got, units)
}

func TestAddReplacesWhatChanged(t *testing.T) {
	b := newBank(t)
	units := add(t, b, task("Schedule a review for Dana", "calendar_agent"))
	must.Do(t, b.MarkUsed(t.Context(), ids(units), true))
	compiled := task("Schedule a review for Dana", "calendar_agent")
	compiled.Procedure, compiled.Compiler = json.RawMessage(`{"a": "<b>"}`), "reflex/2"
	did := must.Have(b.Add(t.Context(), whole(t, compiled)))(t)
	same(t, "added", did, Added{Changed: 1, Same: 1})
	got := getUnits(t, b, units[0].ID)
	if got[0].Compiler != "reflex/2" || got[0].Used != 1 || got[0].Helped != 1 {
		t.Errorf("the replaced unit: compiler %q, used %d, helped %d", got[0].Compiler, got[0].Used, got[0].Helped)
	}
}

func TestAddRefuses(t *testing.T) {
	part := Unit{Kind: SubtaskUnit, Task: "t", Parent: "p", Subtask: &Subtask{Agent: "a"}}
	for _, c := range []struct {
		name   string
		change func(*Unit)
		says   string
	}{
		{"no kind", func(u *Unit) { u.Kind = "" }, `"task", "subtask"`},
		{"no task", func(u *Unit) { u.Task = "" }, "no task"},
		{"no parent", func(u *Unit) { u.Parent = "" }, "parent"},
		{"no subtask", func(u *Unit) { u.Subtask = nil }, "without an agent"},
		{"a task without parts", func(u *Unit) { u.Kind = FullTask }, "without subtasks"},
		{"an id that is a path", func(u *Unit) { u.ID = "../x" }, "cannot be a memory's id"},
		{"a negative count", func(u *Unit) { u.Used = -1 }, "negative"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, bad := newBank(t), part
			c.change(&bad)
			_, err := b.Add(t.Context(), []Unit{part, bad})
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("the error is %v", err)
			}
			if n, _ := b.Count(t.Context(), Filter{}); n != 0 {
				t.Errorf("%d units were added beside the bad one", n)
			}
		})
	}
	if _, err := newBank(t).Add(t.Context(), []Unit{part, part}); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("the same id twice: %v", err)
	}
}

func TestListAndDelete(t *testing.T) {
	b := newBank(t)
	review := add(t, b, task("Schedule a review for Dana", "calendar_agent", "email_agent"))
	other := task("Mail the total", "email_agent")
	other.Source.Task = "2-1/0"
	mail := add(t, b, other)
	for _, c := range []struct {
		name string
		f    Filter
		want int
	}{
		{"all", Filter{}, 5},
		{"tasks", Filter{Kind: FullTask}, 2},
		{"an agent's", Filter{Agent: "email_agent"}, 2},
		{"of a task", Filter{Task: "2-1/0"}, 2},
		{"of a parent", Filter{Parent: review[0].ID}, 2},
		{"of another suite", Filter{Suite: "nowhere"}, 0},
		{"own", Filter{Own: true}, 5},
	} {
		got := must.Have(b.List(t.Context(), c.f, Page{}))(t)
		n := must.Have(b.Count(t.Context(), c.f))(t)
		if len(got) != c.want || n != c.want {
			t.Errorf("%s: listed %d, counted %d, want %d", c.name, len(got), n, c.want)
		}
	}
	page := must.Have(b.List(t.Context(), Filter{}, Page{Limit: 2}))(t)
	rest := must.Have(b.List(t.Context(), Filter{}, Page{After: page[1].ID}))(t)
	same(t, "pages", len(page)+len(rest), 5)

	n := must.Have(b.Delete(t.Context(), []string{review[0].ID, review[1].ID, "m-unknown"}))(t)
	same(t, "deleted with its parts", n, 3)
	left := listUnits(t, b, Filter{})
	same(t, "left", ids(left), ids(mail))
}

func TestSearch(t *testing.T) {
	b := newBank(t)
	add(t, b, task("Schedule a budget review for Dana on Monday", "calendar_agent"),
		task("Mail the total of the expenses to Bob", "excel_agent", "email_agent"),
		task("Write a welcome note into a new document", "word_agent"))
	hits := must.Have(b.Search(t.Context(), Query{Text: "Schedule a planning review for Priya on Friday", K: 2, Filter: Filter{Kind: FullTask}}))(t)
	if len(hits) != 2 || hits[0].Unit.Task != "Schedule a budget review for Dana on Monday" || hits[0].Rank != 1 || hits[1].Rank != 2 || hits[0].Score <= hits[1].Score {
		t.Errorf("found %v", hits)
	}
	parts := must.Have(b.Search(t.Context(), Query{Text: "part 2", K: 9, Filter: Filter{Agent: "email_agent"}}))(t)
	if len(parts) != 1 || parts[0].Unit.Order != 1 {
		t.Errorf("the agent's: %v", parts)
	}
	none := must.Have(b.Search(t.Context(), Query{Text: "anything"}))(t)
	same(t, "none asked for", len(none), 0)
}

func TestTenantsAreApart(t *testing.T) {
	s := sqlitetest.New(t)
	ann := openBank(t, s, hashembed.Embedder{}, "ann")
	bea := openBank(t, s, hashembed.Embedder{}, "bea")
	units := add(t, ann, task("Schedule a review", "calendar_agent"))
	if got, err := bea.Get(t.Context(), ids(units)); err != nil || len(got) != 0 {
		t.Errorf("Bea sees %v, %v", got, err)
	}
	if hits, err := bea.SearchTasks(t.Context(), "Schedule a review", 5); err != nil || len(hits) != 0 {
		t.Errorf("Bea recalls %v, %v", hits, err)
	}
	if _, err := Open(t.Context(), s, hashembed.Embedder{}, ""); !errors.Is(err, store.ErrNoTenant) {
		t.Errorf("without a tenant: %v", err)
	}
}

type otherModel struct{ hashembed.Embedder }

func (otherModel) Model() string { return "other-1" }

func TestAnotherEmbedderIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.db")
	s, err := sqlite.Open(t.Context(), path, sqlite.ReadWrite)
	must.Do(t, err)
	defer s.Close()
	_ = openBank(t, s, hashembed.Embedder{}, "ann")
	_, err = Open(t.Context(), s, otherModel{}, "ann")
	var m *store.Mismatch
	if !errors.As(err, &m) || !strings.Contains(err.Error(), "memory reembed") || !strings.Contains(err.Error(), "other-1") {
		t.Errorf("the error is %v", err)
	}
}

func TestMarkUsed(t *testing.T) {
	b := newBank(t)
	units := add(t, b, task("Schedule a review", "calendar_agent"))
	must.Do(t, b.MarkUsed(t.Context(), []string{units[0].ID, "m-gone"}, true))
	must.Do(t, b.MarkUsed(t.Context(), []string{units[0].ID}, false))
	got := getUnits(t, b, ids(units)...)
	want := units
	want[0].Used, want[0].Helped = 2, 1
	same(t, "counted", got, want)
}

func TestExportAndImport(t *testing.T) {
	from, to := newBank(t), newBank(t)
	u := task("Schedule a \"review\" <now>\nfor Dana", "calendar_agent", "email_agent")
	u.Procedure = json.RawMessage(`{"a": "<b>", "n": 1.50}`)
	u.Wordings = []trajectory.Wording{{Text: "Put [a review](summary) down"}}
	units := add(t, from, u)
	must.Do(t, from.MarkUsed(t.Context(), ids(units), true))
	var first, second bytes.Buffer
	n := must.Have(from.Export(t.Context(), &first, Filter{}))(t)
	same(t, "exported", n, 3)
	did := must.Have(to.Import(t.Context(), bytes.NewReader(first.Bytes()), Importing{Import: Import{From: "theirs.jsonl"}}))(t)
	same(t, "imported", did, Added{New: 3})
	must.Have(to.Export(t.Context(), &second, Filter{}))(t)
	again := must.Have(ReadUnits(&second))(t)
	for i := range again {
		same(t, "noted and not trusted", []any{again[i].Imported, again[i].Untrusted}, []any{&Import{From: "theirs.jsonl"}, true})
		again[i].Imported, again[i].Untrusted = nil, false
	}
	same(t, "exported again", again, must.Have(ReadUnits(bytes.NewReader(first.Bytes())))(t))
	did = must.Have(from.Import(t.Context(), &first, Importing{}))(t)
	same(t, "imported where it came from", did, Added{Same: 3})
}

func TestImportIsAllOrNothing(t *testing.T) {
	var good bytes.Buffer
	must.Do(t, WriteUnits(&good, whole(t, task("Schedule a review", "calendar_agent"))))
	line, _, _ := strings.Cut(good.String(), "\n")
	for _, c := range []struct{ name, text, says string }{
		{"no JSON", good.String() + "\nnonsense\n", "line 4: it is not a memory"},
		{"cut off", good.String() + line[:40], "line 3: it is not a memory"},
		{"unknown field", good.String() + `{"kind":"task","task":"x","mood":"calm"}`, `line 3: it is not a memory: json: unknown field "mood"`},
		{"two on a line", line + line, "line 1: it holds more than one memory"},
		{"no unit", good.String() + `{}`, "line 3: it has no task"},
		{"changed", strings.Replace(good.String(), "1. do it", "1. do more", 1), "line 1: memory " + idIn(t, line) + " is not what its hash says"},
		{"twice", line + "\n" + line, "line 2: the id"},
		{"too long", good.String() + strings.Repeat(" ", records.LongestLine+1), "line 3 is longer than 16 MB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBank(t)
			_, err := b.Import(t.Context(), strings.NewReader(c.text), Importing{})
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("the error is %v, not %q", err, c.says)
			}
			if n, _ := b.Count(t.Context(), Filter{}); n != 0 {
				t.Errorf("%d units were imported", n)
			}
		})
	}
}

// idIn is the id of the unit on a line.
func idIn(t *testing.T, line string) string {
	t.Helper()
	units := must.Have(ReadUnits(strings.NewReader(line)))(t)
	return units[0].ID
}

func FuzzReadUnits(f *testing.F) {
	f.Add(`{"kind":"task","task":"x","subtasks":[{"agent":"a","description":"","steps":null,"observations":""}]}`)
	f.Add(`{"kind":"subtask","task":"x","parent":"p","subtask":{"agent":"a"}}` + "\n\n")
	f.Add(`{"kind":"task"`)
	f.Fuzz(func(t *testing.T, lines string) {
		units, err := ReadUnits(strings.NewReader(lines))
		if err != nil {
			return
		}
		var out bytes.Buffer
		must.Do(t, WriteUnits(&out, units))
		again := must.Have(ReadUnits(&out))(t)
		if len(again) != len(units) {
			t.Fatalf("%d units became %d", len(units), len(again))
		}
		for i := range units {
			if units[i].ID != again[i].ID || units[i].Hash != again[i].Hash {
				t.Errorf("unit %d: %s %s became %s %s", i, units[i].ID, units[i].Hash, again[i].ID, again[i].Hash)
			}
		}
	})
}

func BenchmarkSearchTasks(b *testing.B) {
	s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "bank.db"), sqlite.ReadWrite)
	must.Do(b, err)
	defer s.Close()
	bank := openBank(b, s, hashembed.Embedder{}, "ann")
	var units []Unit
	for i := range 200 {
		units = append(units, task(fmt.Sprintf("Schedule review %d for person %d", i, i*7), "calendar_agent", "email_agent"))
	}
	add(b, bank, units...)
	for b.Loop() {
		if _, err := bank.SearchTasks(b.Context(), "Schedule a budget review for Dana", 50); err != nil {
			b.Fatal(err)
		}
	}
}
