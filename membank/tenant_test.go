package membank

import (
	"bytes"
	"context"
	"reflect"
	"strings"
	"testing"

	"legomem/membank/hashembed"
	"legomem/membank/store"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/sweep"
	"legomem/trajectory"
)

// attacks are what Bea can do with a bank of her own beside Ann's, in the same
// store, knowing Ann's ids and texts: a row for every exported method. Each says
// how much of Ann's she got to see, or how many units she says to have changed.
var attacks = map[string]func(ctx context.Context, bea *Bank, ann []Unit) (int, error){
	"Add": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		u := ann[0]
		u.Plan = "1. overwritten"
		did, err := bea.Add(ctx, []Unit{u})
		return did.Changed + did.Same, err
	},
	"Merge": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		u := ann[0]
		u.ID, u.Source.Run = "m-mine", "run-9"
		did, err := bea.Merge(ctx, []Unit{u}, 0.1)
		return did.Changed + did.Same + did.Merged, err
	},
	"Get": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		got, err := bea.Get(ctx, ids(ann))
		return len(got), err
	},
	"List": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		got, err := bea.List(ctx, Filter{Run: ann[0].Source.Run}, Page{})
		return len(got), err
	},
	"Count": func(ctx context.Context, bea *Bank, _ []Unit) (int, error) { return bea.Count(ctx, Filter{}) },
	"Overview": func(ctx context.Context, bea *Bank, _ []Unit) (int, error) {
		o, err := bea.Overview(ctx)
		return o.Units + o.Quarantined + o.Starter + o.Own + len(o.Kinds), err
	},
	"Search": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		n := 0
		for _, by := range store.Rankings() {
			hits, err := bea.View(View{By: by}).Search(ctx, Query{Text: ann[0].Task, K: 9})
			if err != nil {
				return n, err
			}
			n += len(hits)
		}
		return n, nil
	},
	"SearchTasks": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		hits, err := bea.SearchTasks(ctx, ann[0].Task, 9)
		return len(hits), err
	},
	"Snapshot": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		copied, _, err := bea.Snapshot(ctx, bea.store)
		if err != nil {
			return 0, err
		}
		return copied.Count(ctx, Filter{})
	},
	"View": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		got, err := bea.View(View{HideSuite: "other"}).Get(ctx, ids(ann))
		return len(got), err
	},
	"Retrieve": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		n := 0
		draft := func(context.Context, string, []Hit) ([]string, error) {
			return []string{ann[1].Subtask.Description}, nil
		}
		for _, name := range Strategies() {
			s, err := NewStrategy(name, Limits{K: 9, PerAgent: 9})
			if err != nil {
				return n, err
			}
			found, m, err := bea.Retrieve(ctx, Ask{Task: ann[0].Task, Agents: []string{"calendar_agent", "email_agent"}, Draft: draft}, s, Both)
			if err != nil {
				return n, err
			}
			hits, err := m.ForAgent(ctx, trajectory.Subtask{Agent: "calendar_agent", Description: ann[1].Subtask.Description})
			if err != nil {
				return n, err
			}
			n += len(found.Full) + len(hits)
		}
		return n, nil
	},
	"Export": func(ctx context.Context, bea *Bank, _ []Unit) (int, error) {
		var out bytes.Buffer
		_, err := bea.Export(ctx, &out, Filter{})
		return out.Len(), err
	},
	"Import": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		u := ann[0]
		u.Quarantine = "mine"
		var lines bytes.Buffer
		if err := WriteUnits(&lines, []Unit{u}); err != nil {
			return 0, err
		}
		did, err := bea.Import(ctx, &lines, Importing{})
		return did.Changed + did.Same, err
	},
	"Delete": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) { return bea.Delete(ctx, ids(ann)) },
	"MarkUsed": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		return 0, bea.MarkUsed(ctx, ids(ann), true)
	},
	"MarkPlayed": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		return 0, bea.MarkPlayed(ctx, ann[0].ID, false)
	},
	"Suspend": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		return 0, bea.Suspend(ctx, ann[0].ID, "mine")
	},
	"Trust":     func(ctx context.Context, bea *Bank, ann []Unit) (int, error) { return bea.Trust(ctx, ids(ann)) },
	"Reinstate": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) { return 0, bea.Reinstate(ctx, ann[2].ID) },
	"SetProcedure": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		if err := bea.SetProcedure(ctx, ann[0].ID, []byte(`{}`), Authored, nil); err == nil {
			return 1, nil
		}
		return 0, nil // there is no such unit of hers
	},
	"Quarantine": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		return bea.Quarantine(ctx, ids(ann), "mine")
	},
	"Lift": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) { return bea.Lift(ctx, ids(ann)) },
	"PlanForget": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		byID, err := bea.PlanForget(ctx, Selection{IDs: ids(ann)})
		if err != nil {
			return 0, err
		}
		byRun, err := bea.PlanForget(ctx, Selection{Run: ann[0].Source.Run})
		return len(byID.Gone) + len(byRun.Gone) + len(byRun.Loosened), err
	},
	"Forget": func(ctx context.Context, bea *Bank, ann []Unit) (int, error) {
		return bea.Forget(ctx, Forgetting{Gone: ann[:1], Loosened: []Loosened{{Unit: ann[1]}}})
	},
	"Embedder": func(_ context.Context, bea *Bank, _ []Unit) (int, error) { _ = bea.Embedder(); return 0, nil },
	"Seed":     func(ctx context.Context, bea *Bank, _ []Unit) (int, error) { return 0, bea.Seed(ctx) },
}

func TestNoTenantReachesAnother(t *testing.T) {
	sweep.OneGoroutine(t)
	methods := reflect.TypeFor[*Bank]()
	for i := range methods.NumMethod() {
		if name := methods.Method(i).Name; attacks[name] == nil {
			t.Errorf("nobody has tried Bank.%s on another tenant's units; add a row", name)
		}
	}
	for name, attack := range attacks {
		t.Run(name, func(t *testing.T) {
			s := sqlitetest.New(t)
			ann := openBank(t, s, hashembed.Embedder{}, "ann")
			bea := openBank(t, s, hashembed.Embedder{}, "bea")
			units := add(t, ann, task("Schedule Ann's secret review", "calendar_agent", "email_agent"))
			_, err := ann.Quarantine(t.Context(), []string{units[2].ID}, "wrong") // something to lift
			must.Do(t, err)
			before := exported(t, ann)
			n := must.Have(attack(t.Context(), bea, units))(t)
			same(t, "reached", n, 0)
			same(t, "Ann's bank", exported(t, ann), before)
			same(t, "Ann still recalls", recalled(t, ann, "dynamic") > 0, true)
			hits := searchTasks(t, ann, units[0].Task, 9)
			same(t, "and her own alone", len(hits), 1)
		})
	}
}

func exported(t *testing.T, b *Bank) string {
	t.Helper()
	var out strings.Builder
	must.Have(b.Export(t.Context(), &out, Filter{}))(t)
	return out.String()
}
