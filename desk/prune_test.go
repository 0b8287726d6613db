package desk

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"legomem/commit"
	"legomem/consent"
	"legomem/must"
	"legomem/places"
	"legomem/trajectory"
)

// pruning is a desk over a folder of runs, at a time that can be set.
type pruning struct {
	t    *testing.T
	runs places.Runs
	now  time.Time
	desk *Desk
}

func newPruning(t *testing.T) *pruning {
	t.Helper()
	p := &pruning{t: t, runs: places.Runs(t.TempDir()), now: time.Now()}
	p.desk = newTestDesk(t, map[string]any{"out": string(p.runs)})
	p.desk.Now = func() time.Time { return p.now }
	return p
}

// run makes a run that wrote b over a file that held a; open, it has no end.
func (p *pruning) run(id, a, b string, open bool) *trajectory.Run {
	p.t.Helper()
	dir := p.runs.Run(id)
	files := func(text string) trajectory.Files {
		return trajectory.Files{"data/x.txt": sha256.Sum256([]byte(text))}
	}
	for folder, text := range map[string]string{dir.Start(): a, dir.Testbed(): b} {
		must.Do(p.t, os.MkdirAll(filepath.Join(folder, "data"), 0o700))
		must.Do(p.t, os.WriteFile(filepath.Join(folder, "data", "x.txt"), []byte(text), 0o600))
	}
	log := must.Have(trajectory.Create(string(dir), id, p.desk.Now))(p.t)
	must.Do(p.t, log.Append(trajectory.Started{}))
	must.Do(p.t, log.Append(trajectory.Copied{Testbed: files(a).Artifact()}))
	if !open {
		must.Do(p.t, log.Append(trajectory.Finished{Result: trajectory.Result{RunID: id, Outcome: trajectory.Solved}, Testbed: files(b).Artifact()}))
	}
	must.Do(p.t, log.Close())
	return must.Have(trajectory.Open(string(dir)))(p.t)
}

// apply applies a run to a folder of its own, and returns that.
func (p *pruning) apply(r *trajectory.Run) (home string) {
	p.t.Helper()
	home = p.t.TempDir()
	must.Do(p.t, os.CopyFS(home, os.DirFS(places.Run(r.Dir).Start())))
	must.Have(p.desk.Apply(p.t.Context(), r, Applying{To: home, Decide: agrees}))(p.t)
	return home
}

func yes(Commitment) (bool, error) { return true, nil }

// prune prunes, and returns the runs that go, and those that stay.
func (p *pruning) prune() (Pruned, []string) {
	p.t.Helper()
	did := must.Have(p.desk.Prune(p.t.Context(), "90d", func(Pruned) (bool, error) { return true, nil }))(p.t)
	return did, must.Have(RunIDs(string(p.runs)))(p.t)
}

// TestPrune removes what is old and needed by nothing, and nothing else.
func TestPrune(t *testing.T) {
	p := newPruning(t)
	old := p.run("1-old", "one", "two", false)
	p.apply(old)
	p.run("2-open", "one", "three", true)
	late := p.run("3-late", "one", "four", false)
	p.run("4-live", "one", "five", false)
	live, _, err := trajectory.Continue(string(p.runs.Run("4-live")), time.Now)
	must.Do(t, err)
	must.Do(t, os.Mkdir(p.runs.Gone("0-cut-off"), 0o700)) // an earlier one was killed here

	p.now = p.now.AddDate(0, 0, 100)
	home := p.apply(late) // the same backup, now needed by a run that stays
	did, left := p.prune()
	if !slices.Equal(did.Runs, []string{"1-old"}) || did.Backups != 0 || did.Bytes == 0 || !slices.Equal(left, []string{"2-open", "3-late", "4-live"}) {
		t.Errorf("%+v; %v stay", did, left)
	}
	if len(did.Kept) != 2 {
		t.Errorf("it does not say why %+v stay", did.Kept)
	}
	if _, err := os.Stat(p.runs.Gone("0-cut-off")); !os.IsNotExist(err) {
		t.Errorf("what was cut off is there: %v", err)
	}
	must.Have(p.desk.Undo(t.Context(), late, yes))(t)
	if text := must.Have(os.ReadFile(filepath.Join(home, "data", "x.txt")))(t); string(text) != "one" {
		t.Errorf("undone, it holds %q", text)
	}

	must.Do(t, live.Close())
	p.now = p.now.AddDate(0, 0, 100)
	did, left = p.prune()
	if !slices.Equal(did.Runs, []string{"3-late", "4-live"}) || did.Backups == 0 || !slices.Equal(left, []string{"2-open"}) {
		t.Errorf("%+v; %v stay", did, left)
	}
	if all, _, err := commit.Unneeded(p.runs.Backups(), nil, p.now.AddDate(1, 0, 0)); len(all) != 0 || err != nil {
		t.Errorf("backups stay: %v, %v", all, err)
	}
}

// TestPruneDeclined removes nothing.
func TestPruneDeclined(t *testing.T) {
	p := newPruning(t)
	p.run("1", "a", "b", false)
	p.now = p.now.AddDate(0, 0, 100)
	did := must.Have(p.desk.Prune(t.Context(), "90d", func(Pruned) (bool, error) { return false, nil }))(t)
	if left := must.Have(RunIDs(string(p.runs)))(t); !did.Declined || len(left) != 1 {
		t.Errorf("%+v, %v", did, left)
	}
}

// TestOnlyClosedRuns: a run that was cut off, or whose files are not what its log says, is
// not applied.
func TestOnlyClosedRuns(t *testing.T) {
	p := newPruning(t)
	open := p.run("open", "a", "b", true)
	for _, mess := range []struct {
		name string
		run  *trajectory.Run
		do   func(dir places.Run) error
	}{
		{"open", open, func(places.Run) error { return nil }},
		{"half of the testbed", p.run("half", "a", "b", false), func(dir places.Run) error { return os.RemoveAll(filepath.Join(dir.Testbed(), "data")) }},
		{"no testbed", p.run("none", "a", "b", false), func(dir places.Run) error { return os.RemoveAll(dir.Testbed()) }},
		{"another start", p.run("start", "a", "b", false), func(dir places.Run) error {
			return os.WriteFile(filepath.Join(dir.Start(), "data", "y.txt"), nil, 0o600)
		}},
	} {
		t.Run(mess.name, func(t *testing.T) {
			must.Do(t, mess.do(places.Run(mess.run.Dir)))
			home := t.TempDir()
			must.Do(t, os.WriteFile(filepath.Join(home, "mine.txt"), []byte("mine"), 0o600))
			if _, err := p.desk.Apply(t.Context(), mess.run, Applying{To: home, Decide: agrees}); !IsInput(err) {
				t.Errorf("applied: %v", err)
			}
			if _, err := p.desk.Compare(t.Context(), mess.run); !IsInput(err) {
				t.Errorf("compared: %v", err)
			}
			if entries := must.Have(os.ReadDir(home))(t); len(entries) != 1 {
				t.Errorf("it left %v", entries)
			}
		})
	}
}

// agrees says yes to whatever is proposed.
func agrees(_ context.Context, p Proposal) (consent.Answer, error) {
	return consent.Answer{Reply: consent.Yes, List: p.List, By: p.User}, nil
}
