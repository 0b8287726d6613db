package recall_test

import (
	"bytes"
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"legomem/membank/hashembed"
	"legomem/membank/recall"
	"legomem/membank/store"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
)

// attacks are what somebody can do with a memory of their own beside Ann's, in the same store,
// knowing her ids and words: a row for every exported method. Each says how much of Ann's it
// got to see, or to change. With a memory of nobody each must fail.
var attacks = map[string]func(ctx context.Context, m *recall.Memory, ann []recall.Unit) (int, error){
	"Remember": func(ctx context.Context, m *recall.Memory, ann []recall.Unit) (int, error) {
		u := ann[0]
		u.Pairs = append([]recall.Pair(nil), u.Pairs...)
		u.Pairs[0].Answer = "overwritten"
		kept, err := m.Remember(ctx, []recall.Unit{u})
		if err != nil || len(kept) == 0 {
			return 0, err
		}
		_, err = m.Forget(ctx, recall.Selection{IDs: []string{u.ID}}) // of mine, which has her id
		return kept[0].Pairs[0].Standing.Times - 1 + kept[0].Pairs[0].Standing.Newer, err
	},
	"Set": func(ctx context.Context, m *recall.Memory, ann []recall.Unit) (int, error) {
		u, err := m.Set(ctx, ann[0].Intent, ann[0].Pairs[0].Slot, "mine", day(9))
		if err != nil {
			return 0, err
		}
		_, err = m.Forget(ctx, recall.Selection{IDs: []string{u.ID}})
		return u.Pairs[0].Standing.Times - 1, err
	},
	"Retrieve": func(ctx context.Context, m *recall.Memory, _ []recall.Unit) (int, error) {
		n := 0
		for _, by := range store.Rankings() {
			hits, err := m.With(recall.Settings{By: by}).Retrieve(ctx, room())
			if err != nil {
				return n, err
			}
			n += len(hits)
		}
		return n, nil
	},
	"Select": func(ctx context.Context, m *recall.Memory, _ []recall.Unit) (int, error) {
		all, err := m.Select(ctx, room())
		return len(all), err
	},
	"Propose": func(ctx context.Context, m *recall.Memory, _ []recall.Unit) (int, error) {
		all, err := m.Propose(ctx, room())
		n := 0
		for _, p := range all {
			n += len(p.Candidates)
		}
		return n, err
	},
	"LastTime": func(ctx context.Context, m *recall.Memory, _ []recall.Unit) (int, error) {
		last, _, err := m.LastTime(ctx, room())
		return len(last.Pairs), err
	},
	"Known": func(ctx context.Context, m *recall.Memory, _ []recall.Unit) (int, error) {
		known, err := m.Known(ctx, []recall.Ask{room()})
		return len(slices.Concat(known...)), err
	},
	"List": func(ctx context.Context, m *recall.Memory, ann []recall.Unit) (int, error) {
		all, err := m.List(ctx, recall.Selection{IDs: []string{ann[0].ID}})
		return len(all), err
	},
	"Forget": func(ctx context.Context, m *recall.Memory, ann []recall.Unit) (int, error) {
		return m.Forget(ctx, recall.Selection{All: true})
	},
	"Quarantine": func(ctx context.Context, m *recall.Memory, ann []recall.Unit) (int, error) {
		return m.Quarantine(ctx, []string{ann[0].ID}, "mine")
	},
	"Lift": func(ctx context.Context, m *recall.Memory, ann []recall.Unit) (int, error) {
		return m.Lift(ctx, []string{ann[1].ID})
	},
	"Export": func(ctx context.Context, m *recall.Memory, _ []recall.Unit) (int, error) {
		var out bytes.Buffer
		n, err := m.Export(ctx, &out, recall.Selection{})
		return n + out.Len(), err
	},
	"With": func(ctx context.Context, m *recall.Memory, _ []recall.Unit) (int, error) {
		all, err := m.With(recall.Settings{Units: 99}).List(ctx, recall.Selection{})
		return len(all), err
	},
	"Owner": func(ctx context.Context, m *recall.Memory, _ []recall.Unit) (int, error) {
		if m.Owner() == (recall.Owner{}) {
			return 0, recall.ErrNoUser
		}
		return 0, nil
	},
}

func TestEveryMethodIsAttacked(t *testing.T) {
	methods := reflect.TypeFor[*recall.Memory]()
	for i := range methods.NumMethod() {
		if name := methods.Method(i).Name; attacks[name] == nil {
			t.Errorf("nobody has tried Memory.%s on another user's memory; add a row", name)
		}
	}
}

// TestNobodyReachesAnother: neither another user of the tenant nor a user of the same name of
// another tenant reaches Ann's memory, on either store, nor do names that look like hers.
func TestNobodyReachesAnother(t *testing.T) {
	for _, who := range [][2]string{{"t", "bea"}, {"u", "ann"}, {"t/ann", "x"}, {"t%2Fann", "x"}, {"t", "ann/"}, {"t", "Ann"}} {
		stores(t, func(t *testing.T, s store.Store) {
			ann, other := open(t, s, "t", "ann"), open(t, s, who[0], who[1])
			units := remember(t, ann, said("s1", 2, booking, "room", "Room 4", "people", "Dana"), said("s1", 2, mailing, "recipient", "Priya"))
			must.Have(ann.Quarantine(t.Context(), []string{units[1].ID}, "wrong"))(t)
			before := exported(t, ann)
			for name, attack := range attacks {
				n, err := attack(t.Context(), other, units)
				must.NoError(t, err)
				same(t, who[1]+" of "+who[0]+" by "+name, n, 0)
				same(t, "after "+name+", Ann's memory", exported(t, ann), before)
			}
		})
	}
}

func exported(t testing.TB, m *recall.Memory) string {
	t.Helper()
	var out strings.Builder
	must.Have(m.Export(t.Context(), &out, recall.Selection{}))(t)
	return out.String()
}

// TestNobody: without a user there is no memory, and one that was not opened does nothing.
func TestNobody(t *testing.T) {
	s := sqlitetest.New(t)
	for _, who := range [][2]string{{"", "ann"}, {"t", ""}, {"t", " \t"}, {" ", "ann"}} {
		if _, err := recall.NewOwner(who[0], who[1]); !errors.Is(err, recall.ErrNoUser) && !errors.Is(err, store.ErrNoTenant) {
			t.Errorf("%q: %v", who, err)
		}
	}
	if _, err := recall.Open(t.Context(), s, hashembed.Embedder{}, must.Have(recall.Shipped())(t), recall.Owner{}); !errors.Is(err, store.ErrNoTenant) {
		t.Errorf("a memory of nobody was opened: %v", err)
	}
	units := remember(t, open(t, s, "t", "ann"), said("s1", 2, booking, "room", "Room 4"), said("s1", 2, mailing, "recipient", "Priya"))
	for name, attack := range attacks {
		for _, m := range []*recall.Memory{nil, {}} {
			if n, err := attack(t.Context(), m, units); err == nil || n != 0 {
				t.Errorf("%s of a memory that nobody opened: %d, %v", name, n, err)
			}
		}
	}
}

// TestNoPathWithoutOwner: nothing in the package takes a store without an Owner beside it, but
// Reembed, which returns nothing of what it reads; and no type lets its fields be set to one.
func TestNoPathWithoutOwner(t *testing.T) {
	for _, of := range []reflect.Type{reflect.TypeFor[recall.Memory](), reflect.TypeFor[recall.Owner]()} {
		for i := range of.NumField() {
			if of.Field(i).IsExported() {
				t.Errorf("%s can be made with another %s", of.Name(), of.Field(i).Name)
			}
		}
	}
	functions := 0
	for _, file := range must.Have(filepath.Glob("*.go"))(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed := must.Have(parser.ParseFile(token.NewFileSet(), file, must.Have(os.ReadFile(file))(t), 0))(t)
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || f.Recv != nil {
				continue
			}
			functions++
			takes := map[string]bool{}
			for _, p := range f.Type.Params.List {
				switch x := p.Type.(type) {
				case *ast.SelectorExpr:
					takes[x.X.(*ast.Ident).Name+"."+x.Sel.Name] = true
				case *ast.Ident:
					takes[x.Name] = true
				}
			}
			if takes["store.Store"] && !takes["Owner"] && f.Name.Name != "Reembed" {
				t.Errorf("%s takes a store, and no owner", f.Name.Name)
			}
		}
	}
	if functions < 5 {
		t.Errorf("only %d functions were looked at", functions)
	}
}
