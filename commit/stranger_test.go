package commit_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"legomem/commit"
	"legomem/must"
)

// TestStrangersJournal: a folder that somebody else has made may hold a staging folder, as
// if a commit had been cut off there. No file outside is touched for it.
func TestStrangersJournal(t *testing.T) {
	const text = "a key, without a line's end"
	for name, plant := range map[string]func(journal, outside string) error{
		"a link to a file":   func(journal, outside string) error { return os.Symlink(outside, journal) },
		"a link to no file":  func(journal, outside string) error { return os.Symlink(outside+"-new", journal) },
		"a pipe":             func(journal, _ string) error { return syscall.Mkfifo(journal, 0o600) },
		"a folder":           func(journal, _ string) error { return os.Mkdir(journal, 0o700) },
		"a link to a folder": func(journal, outside string) error { return os.Symlink(filepath.Dir(outside), journal) },
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t, before, after)
			outside := filepath.Join(t.TempDir(), "key")
			must.Do(t, os.WriteFile(outside, []byte(text), 0o600))
			journal := filepath.Join(o.home, ".legomem-commit", "journal.jsonl")
			must.Do(t, errors.Join(os.Mkdir(filepath.Dir(journal), 0o700), plant(journal, outside)))
			if _, err := o.apply(o.engine(nil)); err == nil || !strings.Contains(err.Error(), "move "+filepath.Dir(journal)+" away") {
				t.Errorf("got %v, want an error that says what to move away", err)
			}
			if got := string(must.Have(os.ReadFile(outside))(t)); got != text {
				t.Errorf("the file outside holds %q", got)
			}
			if there := must.Have(os.ReadDir(filepath.Dir(outside)))(t); len(there) != 1 {
				t.Errorf("outside there are %v", there)
			}
		})
	}
}

// TestStrangersRun: the journal of a commit that was cut off names a folder that is no
// run's, and nothing is written there.
func TestStrangersRun(t *testing.T) {
	o := newOffice(t, before, after)
	outside := t.TempDir()
	staging := plantCommit(t, o, outside, "data/planted.txt")
	if _, err := o.engine(nil).Recover(o.home); err != nil {
		t.Error(err)
	}
	if there := must.Have(os.ReadDir(outside))(t); len(there) != 0 {
		t.Errorf("outside there are %v", there)
	}
	if _, err := os.Lstat(staging); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the staging folder stays: %v", err)
	}
	o.holds("the user's folder", before)
}

// plantCommit leaves a staging folder as if a commit with one step had been cut off.
func plantCommit(t *testing.T, o *office, run, path string) (staging string) {
	t.Helper()
	staging = filepath.Join(o.home, ".legomem-commit")
	line := must.Have(json.Marshal(map[string]any{"event": "ready", "time": time.Now(), "id": "x", "verb": commit.Apply, "run": run, "steps": []commit.Step{{Path: path}}}))(t)
	must.Do(t, errors.Join(os.Mkdir(staging, 0o700), os.WriteFile(filepath.Join(staging, "journal.jsonl"), append(line, '\n'), 0o600)))
	return staging
}

// TestStrangersNames: a journal with names that lead elsewhere, or to itself, is refused.
func TestStrangersNames(t *testing.T) {
	for _, name := range []string{"/etc/planted", "/", "..", "../planted", "data/../../planted", "", ".legomem-commit/journal.jsonl", "a\x1b[2Jb"} {
		o := newOffice(t, before, after)
		staging := plantCommit(t, o, string(o.order.Run), name)
		_, err := o.engine(nil).Recover(o.home)
		if err == nil || !strings.Contains(err.Error(), "move "+staging+" away") || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%q: %v, want an error that says what to move away", name, err)
		}
	}
}
