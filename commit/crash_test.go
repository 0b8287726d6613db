package commit_test

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"legomem/commit"
	"legomem/folders"
	"legomem/must"
	"legomem/sweep"
)

// before and after are what is changed: files of every kind, in folders that are there,
// that are new and that become empty, and empty folders that come and go. The run made more
// of it: some of that is left out, and some files become something else instead.
var (
	before = tree{"data/a.txt": "a", "data/b.txt": "b", "data/gone.txt": "gone", "emails/Bob/old.eml": "old", "stays.txt": "stays", "alone/one.txt": "one",
		"old/": "", "old/in/": "", "stay/": ""}
	after = tree{"data/a.txt": "a, longer", "data/b.txt": "B", "data/new/deep/c.txt": "c", "emails/Dana/hi.eml": "hi", "stays.txt": "stays", "calendar/Bob.ics": "bob",
		"made/": "", "made/in/": "", "data/new/none/": "", "stay/": "", "alone/": "", "emails/Bob/": ""}
	ofRun = tree{"data/a.txt": "the run's a", "data/b.txt": "B", "data/new/deep/c.txt": "c", "emails/Dana/hi.eml": "hi", "stays.txt": "the run's", "calendar/Bob.ics": "bob and the run", "left/out.txt": "new",
		"made/": "", "made/in/": "", "data/new/none/": "", "left/folder/": ""}
	without = map[string]bool{"stays.txt": true, "left/out.txt": true, "left/folder/": true, "stay/": true}
	instead = map[string][]byte{"data/a.txt": []byte(after["data/a.txt"]), "calendar/Bob.ics": []byte(after["calendar/Bob.ics"])}
)

// TestKilledApply kills an apply after every step of it: the next command finishes it or
// takes it back, and undo then restores every byte, mode and time.
func TestKilledApply(t *testing.T) { bothWays(t, testKilledApply) }

func testKilledApply(t *testing.T, stepwise bool) {
	all := momentsOfApply(t, stepwise)
	if all < 40 {
		t.Fatalf("an apply has only %d moments", all)
	}
	finished, back := 0, 0
	for n := 1; n <= all; n++ {
		o := swapping(t, stepwise)
		wasStats := aged(t, o)
		if !killedAt(n, func(moment func()) { _, _ = o.apply(o.engine(moment)) }) {
			t.Fatalf("moment %d: it came to its end", n)
		}
		if o.settles(n) {
			finished++
			must.Have(o.undo(o.engine(nil)))(t)
		} else {
			back++
		}
		o.isAsItWas(n, wasStats)
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d moments: %d finished, %d taken back", all, finished, back)
	if finished == 0 || back == 0 {
		t.Error("not both ways were seen")
	}
}

// newOfficeEngine is an engine of an office that is made anew for it.
func newOfficeEngine(t *testing.T, moment func()) commit.Engine {
	return newOffice(t, before, after).engine(moment)
}

// bothWays tries something where files are exchanged, and where that takes several steps.
func bothWays(t *testing.T, try func(t *testing.T, stepwise bool)) {
	t.Run("exchanged", func(t *testing.T) { try(t, false) })
	t.Run("stepwise", func(t *testing.T) { try(t, true) })
}

// swapping is the office of these tests.
func swapping(t *testing.T, stepwise bool) *office {
	t.Helper()
	o := newOffice(t, before, ofRun)
	o.order.Without, o.order.Instead, o.stepwise = without, instead, stepwise
	return o
}

// upTo are the moments of some work.
func upTo(all int) []int {
	moments := make([]int, all)
	for i := range moments {
		moments[i] = i + 1
	}
	return moments
}

// momentsOfApply counts the moments of an apply.
func momentsOfApply(t *testing.T, stepwise bool) int {
	return momentsOf(func(moment func()) {
		o := swapping(t, stepwise)
		must.Have(o.apply(o.engine(moment)))(t)
	})
}

// aged gives the user's files modes and times of their own, and returns them.
func aged(t *testing.T, o *office) map[string]string {
	t.Helper()
	old := time.Date(2020, 1, 2, 3, 4, 5, 678, time.UTC)
	for name := range before {
		file := filepath.Join(o.home, filepath.FromSlash(name))
		mode := map[bool]os.FileMode{false: 0o640, true: 0o710}[folders.Is(name)]
		must.Do(t, os.Chmod(file, mode))
		must.Do(t, os.Chtimes(file, old, old))
	}
	_, stats := treeOf(t, o.home)
	return stats
}

// settles has the next command look at the folder, and reports whether the run is applied
// then. It is, or nothing of it is, and the ledger says which.
func (o *office) settles(n int) (applied bool) {
	o.t.Helper()
	_, err := o.engine(nil).Recover(o.home)
	must.Do(o.t, err)
	ledger := must.Have(commit.ReadLedger(o.order.Run))(o.t)
	_, applied = ledger.Standing()
	want := before
	if applied {
		want = after
	}
	got, _ := treeOf(o.t, o.home)
	if !maps.Equal(got, want) {
		o.t.Errorf("moment %d: applied %v, and the folder holds\n%s", n, applied, got)
	}
	return applied
}

// isAsItWas wants every byte, mode and time to be as before.
func (o *office) isAsItWas(n int, wasStats map[string]string) {
	o.t.Helper()
	got, stats := treeOf(o.t, o.home)
	if !maps.Equal(got, before) || !maps.Equal(stats, wasStats) {
		o.t.Errorf("moment %d: it holds\n%s%v\nand not %v", n, got, stats, wasStats)
	}
}

// TestKilledUndo kills an undo after every step of it.
func TestKilledUndo(t *testing.T) { bothWays(t, testKilledUndo) }

func testKilledUndo(t *testing.T, stepwise bool) {
	applied := func() *office {
		o := swapping(t, stepwise)
		must.Have(o.apply(o.engine(nil)))(t)
		return o
	}
	all := momentsOf(func(moment func()) { o := applied(); must.Have(o.undo(o.engine(moment)))(t) })
	finished := 0
	for n := 1; n <= all; n++ {
		o := applied()
		if !killedAt(n, func(moment func()) { _, _ = o.undo(o.engine(moment)) }) {
			t.Fatalf("moment %d: it came to its end", n)
		}
		if !o.settles(n) {
			finished++
			must.Have(o.apply(o.engine(nil)))(t) // to undo an undo is to apply again
		}
		o.holds("at the end", after)
		if t.Failed() {
			t.Fatalf("moment %d", n)
		}
	}
	if finished == 0 || finished == all {
		t.Errorf("%d of %d were finished", finished, all)
	}
}

// TestKilledTwice kills the command that goes on after a kill, too.
func TestKilledTwice(t *testing.T) { bothWays(t, testKilledTwice) }

func testKilledTwice(t *testing.T, stepwise bool) {
	all := momentsOfApply(t, stepwise)
	for _, n := range sweep.Sample(t, upTo(all), 5, 20) {
		for m := 1; ; m++ {
			o := swapping(t, stepwise)
			killedAt(n, func(moment func()) { _, _ = o.apply(o.engine(moment)) })
			again := killedAt(m, func(moment func()) { _, _ = o.engine(moment).Recover(o.home) })
			o.settles(n)
			if t.Failed() {
				t.Fatalf("killed at %d, and at %d of the next", n, m)
			}
			if !again {
				break
			}
		}
	}
}

// TestEditedMeanwhile edits a file at every moment of an apply: the edit is never lost,
// and the rest is applied or as it was.
func TestEditedMeanwhile(t *testing.T) { bothWays(t, testEditedMeanwhile) }

func testEditedMeanwhile(t *testing.T, stepwise bool) {
	all := momentsOfApply(t, stepwise)
	for _, name := range []string{"data/a.txt", "data/gone.txt", "calendar/Bob.ics"} {
		refused, tried := 0, 0
		for _, n := range sweep.Sample(t, upTo(all), 20, 60) {
			tried++
			o := swapping(t, stepwise)
			moments := 0
			_, err := o.apply(o.engine(func() {
				if moments++; moments == n {
					tree{name: "the user's own"}.files(t, o.home)
				}
			}))
			want := maps.Clone(after)
			if err != nil {
				refused++
				want = maps.Clone(before)
				if refusedFiles(t, err)[name] == "" {
					t.Errorf("moment %d: %v", n, err)
				}
			}
			want[name] = "the user's own"
			o.holds("edited "+name, want)
			if t.Failed() {
				t.Fatalf("moment %d of %d: %v", n, all, err)
			}
		}
		if refused == 0 || refused == tried {
			t.Errorf("%s: %d of %d were refused", name, refused, tried)
		}
	}
}

// TestEditedAfterKill edits a file after a kill, before the next command.
func TestEditedAfterKill(t *testing.T) { bothWays(t, testEditedAfterKill) }

func testEditedAfterKill(t *testing.T, stepwise bool) {
	all := momentsOfApply(t, stepwise)
	for _, name := range []string{"data/a.txt", "data/gone.txt", "calendar/Bob.ics"} {
		for _, n := range sweep.Sample(t, upTo(all), 20, 60) {
			o := swapping(t, stepwise)
			killedAt(n, func(moment func()) { _, _ = o.apply(o.engine(moment)) })
			tree{name: "the user's own"}.files(t, o.home)
			_, err := o.engine(nil).Recover(o.home)
			ledger := must.Have(commit.ReadLedger(o.order.Run))(t)
			want := maps.Clone(before)
			if _, applied := ledger.Standing(); applied {
				want = maps.Clone(after)
			}
			want[name] = "the user's own"
			o.holds("edited "+name, want)
			if t.Failed() {
				t.Fatalf("moment %d of %d: %v", n, all, err)
			}
		}
	}
}
