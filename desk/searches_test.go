package desk

import (
	"context"
	"path/filepath"
	"testing"

	"legomem/membank"
	"legomem/membank/hashembed"
	"legomem/membank/store"
	"legomem/membank/store/sqlite/sqlitetest"
	"legomem/must"
	"legomem/officebench"
	"legomem/orchestrator"
	"legomem/sweep"
	"legomem/trajectory"
)

// askedStore counts the searches that it is asked for.
type askedStore struct {
	store.Store
	searches int
}

func (s *askedStore) Search(ctx context.Context, at store.Scope, q store.Query) ([]store.Hit, error) {
	s.searches++
	return s.Store.Search(ctx, at, q)
}

// TestOneSearch: a run that reflex begins searches the bank once, for its memories
// and for what reflex may play.
func TestOneSearch(t *testing.T) {
	sweep.OneGoroutine(t)
	for _, strategy := range []string{"vanilla", "dynamic"} {
		t.Run(strategy, func(t *testing.T) {
			asked := &askedStore{Store: sqlitetest.New(t)}
			bank := must.Have(membank.Open(t.Context(), asked, hashembed.Embedder{}, "test"))(t)
			must.Do(t, bank.Seed(t.Context()))
			res := playPractised(t, newTestDesk(t, map[string]any{"memory.strategy": strategy}), bank)
			if asked.searches != 1 {
				t.Errorf("%d searches", asked.searches)
			}
			if len(res.Memories) != membank.DefaultK {
				t.Errorf("%d memories", len(res.Memories))
			}
		})
	}
}

// playPractised carries out a task that the starter bank knows.
func playPractised(t *testing.T, d *Desk, bank *membank.Bank) trajectory.Result {
	t.Helper()
	suite := must.Have(officebench.Open(filepath.Join("..", "officebench", "suite")))(t)
	task := must.Have(suite.Task("1-12/0"))(t)
	launcher, closeLauncher, err := d.launcherFor(d.config.Sandbox, false)
	must.Do(t, err)
	defer closeLauncher()
	deps := must.Have(d.deps(d.config, launcher, bank, nil))(t)
	res, err := orchestrator.Run(t.Context(), deps, orchestrator.Order{ID: "run-1", Task: task.Task, From: task.Testbed})
	if err != nil || res.Outcome != trajectory.Solved {
		t.Fatalf("%s: %s, %v", res.Outcome, res.Reason, err)
	}
	return res
}
