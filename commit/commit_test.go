package commit_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"legomem/commit"
	"legomem/must"
	"legomem/places"
)

// TestApplyAndUndo goes there and back, and there again.
func TestApplyAndUndo(t *testing.T) {
	o := newOffice(t, before, after)
	wasStats := aged(t, o)
	for range 2 {
		done := must.Have(o.apply(o.engine(nil)))(t)
		if len(done.Steps) != 13 {
			t.Errorf("%d steps", len(done.Steps))
		}
		o.holds("applied", after)
		if info := must.Have(os.Stat(filepath.Join(o.home, "data/a.txt")))(t); info.Mode() != 0o640 {
			t.Errorf("its mode is %s", info.Mode())
		}
		if done = must.Have(o.apply(o.engine(nil)))(t); len(done.Steps) != 0 {
			t.Errorf("applied twice: %+v", done.Steps)
		}
		must.Have(o.undo(o.engine(nil)))(t)
		o.isAsItWas(0, wasStats)
		if _, err := o.undo(o.engine(nil)); !errors.As(err, new(*commit.NotApplied)) {
			t.Errorf("undone twice: %v", err)
		}
	}
}

// TestNewFolder applies to a folder that is not there.
func TestNewFolder(t *testing.T) {
	o := newOffice(t, tree{}, tree{"data/x.txt": "x"})
	must.Do(t, os.Remove(o.home))
	must.Have(o.apply(o.engine(nil)))(t)
	o.holds("made", tree{"data/x.txt": "x"})
	must.Have(o.undo(o.engine(nil)))(t)
	if entries := must.Have(os.ReadDir(o.home))(t); len(entries) != 0 {
		t.Errorf("after undo there is %v", entries)
	}
}

// TestRefuses names what is in the way, and touches nothing.
func TestRefuses(t *testing.T) {
	was := tree{"data/a.txt": "a", "data/b.txt": "b", "sub/c.txt": "c"}
	is := tree{"data/a.txt": "A", "data/b.txt": "B", "sub/c.txt": "C", "sub/new.txt": "new"}
	for _, tt := range []struct {
		name  string
		mess  func(home string) error
		files map[string]string
	}{
		{"a changed file", func(home string) error { return os.WriteFile(home+"/data/a.txt", []byte("mine"), 0o600) },
			map[string]string{"data/a.txt": "it has changed since the run began"}},
		{"a file that is gone", func(home string) error { return os.Remove(home + "/data/a.txt") },
			map[string]string{"data/a.txt": "it is gone since the run began"}},
		{"a pipe", func(home string) error {
			return errors.Join(os.Remove(home+"/data/a.txt"), syscall.Mkfifo(home+"/data/a.txt", 0o600))
		}, map[string]string{"data/a.txt": "it is a pipe, where the run has a file"}},
		{"a pipe where a file would be new", func(home string) error { return syscall.Mkfifo(home+"/sub/new.txt", 0o600) },
			map[string]string{"sub/new.txt": "it is a pipe, where the run has a file"}},
		{"a socket", func(home string) error {
			l, err := net.Listen("unix", home+"/sub/new.txt")
			if err == nil {
				l.(*net.UnixListener).SetUnlinkOnClose(false)
				err = l.Close()
			}
			return err
		}, map[string]string{"sub/new.txt": "it is a socket, where the run has a file"}},
		{"a link", func(home string) error {
			return errors.Join(os.Remove(home+"/data/a.txt"), os.Symlink("b.txt", home+"/data/a.txt"))
		}, map[string]string{"data/a.txt": "it is a symbolic link, where the run has a file"}},
		{"a link to a folder", func(home string) error {
			return errors.Join(os.Rename(home+"/sub", home+"/elsewhere"), os.Symlink("elsewhere", home+"/sub"))
		}, map[string]string{"sub/c.txt": "sub is a symbolic link, where the run has a folder", "sub/new.txt": "sub is a symbolic link, where the run has a folder"}},
		{"a folder", func(home string) error { return os.Mkdir(home+"/sub/new.txt", 0o700) },
			map[string]string{"sub/new.txt": "it is a folder, where the run has a file"}},
		{"a file for a folder", func(home string) error {
			return errors.Join(os.RemoveAll(home+"/sub"), os.WriteFile(home+"/sub", nil, 0o600))
		}, map[string]string{"sub/c.txt": "sub is a file, where the run has a folder", "sub/new.txt": "sub is a file, where the run has a folder"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, was, is)
			must.Do(t, tt.mess(o.home))
			left := fmt.Sprint(namesIn(t, o.home))
			_, err := o.apply(o.engine(nil))
			if got := refusedFiles(t, err); fmt.Sprint(got) != fmt.Sprint(tt.files) {
				t.Errorf("%v", got)
			}
			if now := fmt.Sprint(namesIn(t, o.home)); now != left {
				t.Errorf("it left %s, and there was %s", now, left)
			}
			if !strings.HasPrefix(err.Error(), "nothing is copied: in "+o.home) {
				t.Errorf("%v", err)
			}
		})
	}
}

// namesIn lists a folder with the kind, size and time of each entry; it opens nothing.
func namesIn(t *testing.T, dir string) (all []string) {
	t.Helper()
	must.Do(t, filepath.Walk(dir, func(file string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			all = append(all, fmt.Sprint(file, info.Mode(), info.Size(), info.ModTime()))
		}
		return err
	}))
	return all
}

// TestOddNames refuses names before anything is touched.
func TestOddNames(t *testing.T) {
	for _, name := range []string{"data/\xff.txt", "data/a\nb.txt", "data/\u202etxt.exe", ".legomem-commit/x", "data/.legomem-x"} {
		o := newOffice(t, tree{"data/a.txt": "a"}, tree{"data/a.txt": "b"})
		tree{name: "odd"}.files(t, o.order.Finished)
		o.order.Is = tree{"data/a.txt": "b", name: "odd"}.hashes()
		_, err := o.apply(o.engine(nil))
		if got := refusedFiles(t, err); len(got) != 1 || got[name] == "" {
			t.Errorf("%q: %v", name, got)
		}
		if strings.ContainsAny(err.Error(), "\n\u202e\xff") {
			t.Errorf("the error is not plain: %q", err)
		}
		o.holds("refused", tree{"data/a.txt": "a"})
	}
	o := newOffice(t, tree{"data/a.txt": "a"}, tree{"data/a.txt": "b", "data/A.txt": "c", "data/é ü (1).txt": "d"})
	must.Have(o.apply(o.engine(nil)))(t)
	o.holds("names that differ by case", tree{"data/a.txt": "b", "data/A.txt": "c", "data/é ü (1).txt": "d"})
}

// TestFolderForFile: the run has a folder where it had a file, and the other way round.
func TestFolderForFile(t *testing.T) {
	for _, tt := range []struct{ was, is tree }{{tree{"x": "x"}, tree{"x/y": "y"}}, {tree{"x/y": "y"}, tree{"x": "x"}}} {
		o := newOffice(t, tt.was, tt.is)
		_, err := o.apply(o.engine(nil))
		if got := refusedFiles(t, err); len(got) != 1 {
			t.Errorf("%v", got)
		}
		o.holds("refused", tt.was)
	}
}

// TestUndoRefuses: what the user has changed since stays.
func TestUndoRefuses(t *testing.T) {
	o := newOffice(t, before, after)
	must.Have(o.apply(o.engine(nil)))(t)
	tree{"data/a.txt": "mine", "emails/Bob/old.eml": "mine too"}.files(t, o.home)
	left, _ := treeOf(t, o.home)
	_, err := o.undo(o.engine(nil))
	if got := refusedFiles(t, err); len(got) != 2 || got["data/a.txt"] != "it has changed since it was applied" || got["emails/Bob/old.eml"] == "" {
		t.Errorf("%v", got)
	}
	o.holds("refused", left)
	tree{"data/a.txt": after["data/a.txt"]}.files(t, o.home)
	must.Do(t, os.Remove(filepath.Join(o.home, "emails/Bob/old.eml")))
	must.Do(t, os.RemoveAll(string(o.engine(nil).Backups)))
	_, err = o.undo(o.engine(nil))
	if got := refusedFiles(t, err); got["data/a.txt"] != "what it was is not in the backups any more" {
		t.Errorf("%v", got)
	}
	must.Do(t, os.RemoveAll(o.home))
	_, err = o.undo(o.engine(nil))
	if got := refusedFiles(t, err); got["."] != "the folder is gone since it was applied" {
		t.Errorf("%v", got)
	}
}

// TestTwoAtOnce: while one applies, another is refused by name, at every moment.
func TestTwoAtOnce(t *testing.T) {
	o := newOffice(t, before, after)
	busy, inside := 0, false
	_, err := o.apply(o.engine(func() {
		if inside {
			return
		}
		inside = true
		defer func() { inside = false }()
		_, err := o.apply(o.engine(nil))
		held := (*commit.Busy)(nil)
		if !errors.As(err, &held) || held.To != o.home {
			t.Errorf("another apply: %v", err)
		}
		busy++
	}))
	must.Do(t, err)
	if busy < 40 {
		t.Errorf("it was tried only %d times", busy)
	}
	o.holds("applied", after)
}

// TestMoved: a yes is to the list that was shown.
func TestMoved(t *testing.T) {
	o := newOffice(t, tree{"a": "a", "b": "b"}, tree{"a": "A", "b": "B"})
	plan := must.Have(o.engine(nil).LookApply(t.Context(), o.order))(t)
	tree{"b": "B"}.files(t, o.home) // the user did the same
	_, err := o.engine(nil).Commit(t.Context(), plan)
	if !errors.As(err, new(*commit.Moved)) {
		t.Errorf("%v", err)
	}
	o.holds("nothing is done", tree{"a": "a", "b": "B"})
}

// TestCancelled ends at a safe point: all or nothing.
func TestCancelled(t *testing.T) {
	all := momentsOf(func(moment func()) { must.Have(newOffice(t, before, after).apply(newOfficeEngine(t, moment)))(t) })
	applied := 0
	for n := 1; n <= all; n++ {
		o := newOffice(t, before, after)
		ctx, cancel := context.WithCancel(t.Context())
		moments := 0
		e := o.engine(func() {
			if moments++; moments == n {
				cancel()
			}
		})
		plan := must.Have(e.LookApply(t.Context(), o.order))(t)
		_, err := e.Commit(ctx, plan)
		want := before
		if err == nil {
			want = after
			applied++
		} else if !errors.Is(err, context.Canceled) {
			t.Errorf("moment %d: %v", n, err)
		}
		o.holds("cancelled", want)
		cancel()
		if t.Failed() {
			t.Fatalf("moment %d", n)
		}
	}
	if applied == 0 || applied == all {
		t.Errorf("%d of %d were applied", applied, all)
	}
}

// TestMerge: a file that both changed goes to the merger.
func TestMerge(t *testing.T) {
	was := tree{"calendar/Bob.ics": "1", "data/a.txt": "a"}
	for _, tt := range []struct {
		name    string
		merger  commit.Merger
		want    string
		refused string
	}{
		{"merged", func(_ context.Context, m commit.Merging) ([]byte, []string, bool, error) {
			var all string
			for _, c := range []commit.Content{{File: m.Base}, {File: m.Mine}, m.Theirs} {
				all += contentOf(t, c)
			}
			return []byte(all), nil, true, nil
		}, "11mine1theirs", ""},
		{"clash", func(context.Context, commit.Merging) ([]byte, []string, bool, error) {
			return nil, []string{"Lunch", "Fair"}, true, nil
		}, "1mine", `you and the run both changed "Lunch" and "Fair"`},
		{"of no such kind", func(context.Context, commit.Merging) ([]byte, []string, bool, error) { return nil, nil, false, nil }, "1mine", "it has changed since the run began"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t, was, tree{"calendar/Bob.ics": "1theirs", "data/a.txt": "a"})
			tree{"calendar/Bob.ics": "1mine"}.files(t, o.home)
			e := o.engine(nil)
			e.Merge = tt.merger
			done, err := o.apply(e)
			o.holds(tt.name, tree{"calendar/Bob.ics": tt.want, "data/a.txt": "a"})
			if tt.refused != "" {
				if got := refusedFiles(t, err)["calendar/Bob.ics"]; got != tt.refused {
					t.Errorf("%s", got)
				}
				return
			}
			if must.NoError(t, err); len(done.Steps) != 1 || !done.Steps[0].Merged {
				t.Errorf("%+v", done)
			}
			must.Have(o.undo(o.engine(nil)))(t)
			o.holds("undone", tree{"calendar/Bob.ics": "1mine", "data/a.txt": "a"})
		})
	}
}

func contentOf(t testing.TB, c commit.Content) string {
	t.Helper()
	in := must.Have(c.Open())(t)
	defer in.Close()
	return string(must.Have(io.ReadAll(in))(t))
}

// TestMailboxes: mails of both sides stand beside each other.
func TestMailboxes(t *testing.T) {
	mail := func(id string) string {
		return "From: a\r\nMessage-Id:\r\n <" + id + "@x>\r\nSubject: s\r\n\r\nbody " + id + "\r\n"
	}
	was := tree{"emails/Bob/one.eml": mail("1"), "emails/Bob/two.eml": mail("2"), "emails/Bob/three.eml": mail("3")}
	is := tree{"emails/Bob/one.eml": mail("1"), "emails/Bob/two.eml": mail("2") + "read\r\n", "emails/Bob/new.eml": mail("4")}
	o := newOffice(t, was, is)
	for _, moved := range [][2]string{{"two", "zwei"}, {"three", "drei"}} { // the user names mails anew
		must.Do(t, os.Rename(filepath.Join(o.home, "emails/Bob", moved[0]+".eml"), filepath.Join(o.home, "emails/Bob", moved[1]+".eml")))
	}
	tree{"emails/Bob/new.eml": mail("5"), "emails/Bob/new (2).eml": mail("6")}.files(t, o.home)
	mine, _ := treeOf(t, o.home)
	must.Have(o.apply(o.engine(nil)))(t)
	o.holds("merged", tree{"emails/Bob/one.eml": mail("1"), "emails/Bob/zwei.eml": mail("2") + "read\r\n",
		"emails/Bob/new.eml": mail("5"), "emails/Bob/new (2).eml": mail("6"), "emails/Bob/new (3).eml": mail("4")})
	if done := must.Have(o.apply(o.engine(nil)))(t); len(done.Steps) != 0 {
		t.Errorf("applied twice: %+v", done.Steps)
	}
	must.Have(o.undo(o.engine(nil)))(t)
	o.holds("undone", mine)

	o = newOffice(t, was, is)
	tree{"emails/Bob/new.eml": mail("4") + "more\r\n"}.files(t, o.home) // the same mail, otherwise
	_, err := o.apply(o.engine(nil))
	if got := refusedFiles(t, err); len(got) != 1 || got["emails/Bob/new.eml"] != "it has changed since the run began" {
		t.Errorf("%v", got)
	}
}

// TestStrangersStaging: what is no staging folder, or a broken journal, is not guessed at.
func TestStrangersStaging(t *testing.T) {
	o := newOffice(t, before, after)
	staging := filepath.Join(o.home, ".legomem-commit")
	must.Do(t, os.WriteFile(staging, nil, 0o600))
	if _, err := o.apply(o.engine(nil)); err == nil || !strings.Contains(err.Error(), "move it away") {
		t.Errorf("%v", err)
	}
	must.Do(t, os.Remove(staging))
	must.Do(t, os.Mkdir(staging, 0o700))
	must.Do(t, os.WriteFile(filepath.Join(staging, "journal.jsonl"), []byte("nonsense\n"), 0o600))
	if _, err := o.apply(o.engine(nil)); err == nil || !strings.Contains(err.Error(), "away to give that commit up") {
		t.Errorf("%v", err)
	}
	must.Do(t, os.RemoveAll(staging))
	must.Have(o.apply(o.engine(nil)))(t)
}

// TestBackups: they are shared, and those that nothing needs can be told.
func TestBackups(t *testing.T) {
	o := newOffice(t, tree{"a": "same", "b": "same", "c": "other"}, tree{"a": "1", "b": "2", "c": "3"})
	must.Have(o.apply(o.engine(nil)))(t)
	backups := o.engine(nil).Backups
	all, bytes, err := commit.Unneeded(backups, nil, time.Now().Add(time.Hour))
	if len(all) != 2 || bytes != int64(len("same")+len("other")) || err != nil {
		t.Errorf("%v, %d bytes, %v", all, bytes, err)
	}
	needed := map[string]bool{}
	must.Have(commit.ReadLedger(o.order.Run))(t).Needed(needed)
	if left, _, _ := commit.Unneeded(backups, needed, time.Now().Add(time.Hour)); len(left) != 0 {
		t.Errorf("not needed: %v", left)
	}
	if young, _, _ := commit.Unneeded(backups, nil, time.Now().Add(-time.Hour)); len(young) != 0 {
		t.Errorf("old: %v", young)
	}
	if none, _, err := commit.Unneeded(places.Backups(filepath.Join(o.dir, "none")), nil, time.Now()); len(none) != 0 || err != nil {
		t.Errorf("%v, %v", none, err)
	}
}

// BenchmarkCommit applies and undoes 1,000 changed files.
func BenchmarkCommit(b *testing.B) {
	was, is := tree{}, tree{}
	for i := range 1000 {
		name := fmt.Sprintf("data/%02d/file%d.txt", i%20, i)
		was[name], is[name] = fmt.Sprint("before ", i), strings.Repeat("after ", 200)+fmt.Sprint(i)
	}
	o := newOffice(b, was, is)
	for b.Loop() {
		must.Have(o.apply(o.engine(nil)))(b)
		must.Have(o.undo(o.engine(nil)))(b)
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(2*b.N), "ms/commit")
}
