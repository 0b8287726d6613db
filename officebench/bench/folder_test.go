package bench_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/officebench/bench"
	"legomem/officebench/trial"
)

func TestResumeRefuses(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	begun := experiment(suite, train, test)
	begun.Versions = map[string]string{"config": "a"}
	begun.Caps = map[string]string{"rounds": "20", bench.CapUSD: "1"}
	f := must.Have(bench.Open(dir, begun, start))(t)
	must.Do(t, f.Close())
	ran := filepath.Join(dir, "evaluate", "runs", plain.ID())
	must.Do(t, os.MkdirAll(ran, 0o700))
	for _, c := range []struct {
		name   string
		change func(*trial.Bench)
		says   string // "": it goes on
	}{
		{"nothing", func(*trial.Bench) {}, ""},
		{"the spend cap", func(b *trial.Bench) { b.Caps = map[string]string{"rounds": "20", bench.CapTokens: "9"} }, ""},
		{"notes", func(b *trial.Bench) { b.Notes = []string{"x"} }, ""},
		{"preset", func(b *trial.Bench) { b.Preset = "paper" }, "the preset was  and is paper"},
		{"brain", func(b *trial.Bench) { b.Brain = "hybrid" }, "the brain was model and is hybrid"},
		{"suite", func(b *trial.Bench) { b.Suite.Hash = "i" }, "the suite's files (hash) was h and is i"},
		{"leave-one-out", func(b *trial.Bench) { b.Bank.LeaveOneOut = true }, "leave-one-out was false and is true"},
		{"fewer tests", func(b *trial.Bench) { b.Split.Test = test[:2] }, "the number of test tasks was 3 and is 2"},
		{"other tests", func(b *trial.Bench) { b.Split.Hash = "r" }, "the split (hash) was s and is r"},
		{"seeds", func(b *trial.Bench) { b.Seeds = 5 }, "seeds was 2 and is 5"},
		{"cells", func(b *trial.Bench) { b.Cells = []trial.Cell{plain, plain} }, "cell 2 was vanilla.both.with.llm and is none.none.na.llm"},
		{"more cells", func(b *trial.Bench) { b.Cells = append(b.Cells, plain) }, "the number of cells was 2 and is 3"},
		{"a model", func(b *trial.Bench) {
			b.Teams = []trial.Team{{Name: "llm", Roles: map[string]string{"orchestrator": "big", "word_agent": "bigger"}}}
		}, `team llm, word_agent was "small" and is "bigger"`},
		{"sampling", func(b *trial.Bench) {
			b.Teams = []trial.Team{{Name: "llm", Roles: begun.Teams[0].Roles, Sampling: map[string]string{"orchestrator": "seed 2"}}}
		}, `team llm, sampling of orchestrator was "" and is "seed 2"`},
		{"config", func(b *trial.Bench) { b.Versions = map[string]string{"config": "b"} }, `version of config was "a" and is "b"`},
		{"limits", func(b *trial.Bench) { b.Caps = map[string]string{"rounds": "30"} }, `limit on rounds was "20" and is "30"`},
		{"prices", func(b *trial.Bench) { b.Prices = nil }, "price list"},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := begun
			c.change(&now)
			f, err := bench.Open(dir, now, start)
			if c.says == "" {
				must.Do(t, err)
				must.NoError(t, f.Close())
				return
			}
			var setting *bench.SettingError
			if !errors.As(err, &setting) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "--name") {
				t.Errorf("it says %v; wanted %q", err, c.says)
			}
		})
	}
}

// TestUntouched: before the first run, an experiment may become another.
func TestUntouched(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	b := experiment(suite, train, test)
	for seeds := 1; seeds <= 2; seeds++ {
		b.Seeds = seeds
		f := must.Have(bench.Open(dir, b, start))(t)
		must.Do(t, f.Close())
	}
	if got, _, err := bench.Read(dir); err != nil || got.Seeds != 2 {
		t.Errorf("%d seeds, %v", got.Seeds, err)
	}
}

func TestLock(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	b := experiment(suite, train, test)
	f, err := bench.Open(dir, b, start)
	must.Do(t, err)
	_, err = bench.Open(dir, b, start)
	var locked *bench.Locked
	if !errors.As(err, &locked) || !strings.Contains(err.Error(), fmt.Sprintf("process %d on ", os.Getpid())) || !strings.Contains(err.Error(), "since 2026-05-04T09:00:00Z") {
		t.Errorf("a second one: %v", err)
	}
	if _, _, err := bench.Read(dir); err != nil {
		t.Errorf("it can be read meanwhile: %v", err)
	}
	must.Do(t, f.Close())
	again, err := bench.Open(dir, b, start)
	if err != nil {
		t.Fatalf("after the first has ended: %v", err)
	}
	must.NoError(t, again.Close())
}

// TestLook: an estimate of what is or would be leaves everything as it is, also
// beside a bench that is under way.
func TestLook(t *testing.T) {
	suite, dir := newSuite(t, every...), t.TempDir()
	b := experiment(suite, train, test)
	b.Caps = map[string]string{bench.CapUSD: "1"}
	e := engine(t, dir, suite, b, &fakeLab{})
	e.Only = bench.Collect
	must.Do(t, e.Run(t.Context()))
	ledger := filepath.Join(dir, "collect", "trials.jsonl")
	whole := must.Have(os.ReadFile(ledger))(t)
	if err := os.WriteFile(ledger, whole[:len(whole)-9], 0o600); err != nil { // being written
		t.Fatal(err)
	}
	before := contents(t, dir)
	b.Caps = nil
	look := func(dir string) bench.Estimate {
		t.Helper()
		f := must.Have(bench.Look(dir, b))(t)
		expected := must.Have(newEngine(f, suite, nil).Estimate())(t)
		if err := newEngine(f, suite, nil).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "only looked at") {
			t.Errorf("it can be run: %v", err)
		}
		must.NoError(t, f.Close())
		return expected
	}
	if got := look(dir); got.Collect != 1 || got.Runs != 12 {
		t.Errorf("%d training runs and %d test runs are missing", got.Collect, got.Runs)
	}
	must.NoDiff(t, cmp.Diff(before, contents(t, dir)), "it writes (-before +after):\n%s")
	none := filepath.Join(dir, "none")
	if got := look(none); got.Collect != 2 || got.Runs != 12 {
		t.Errorf("of nothing: %d training runs and %d test runs are missing", got.Collect, got.Runs)
	}
	if _, err := os.Stat(none); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it makes the folder: %v", err)
	}
	b.Seeds = 7
	var setting *bench.SettingError
	if _, err := bench.Look(dir, b); !errors.As(err, &setting) || !strings.Contains(err.Error(), "seeds was 2 and is 7") {
		t.Errorf("other settings: %v", err)
	}
}

// contents are all files below a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			out[path] = "folder"
			return err
		}
		data, err := os.ReadFile(path)
		out[path] = string(data)
		return err
	})
	must.Do(t, err)
	return out
}

func TestReadRefuses(t *testing.T) {
	dir := t.TempDir()
	var setting *bench.SettingError
	if _, _, err := bench.Read(dir); !errors.As(err, &setting) || !strings.Contains(err.Error(), "is no bench's folder") {
		t.Errorf("an empty folder: %v", err)
	}
	put := func(name, text string) {
		t.Helper()
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	put("bench.json", "{")
	if _, _, err := bench.Read(dir); err == nil || !strings.Contains(err.Error(), "bench.json cannot be read") {
		t.Errorf("a broken bench.json: %v", err)
	}
	put("bench.json", "{}")
	put("trials.jsonl", "{}\nnonsense\n{}\n")
	if _, _, err := bench.Read(dir); err == nil || !strings.Contains(err.Error(), "trials.jsonl:2 is no record") {
		t.Errorf("a broken line in the middle: %v", err)
	}
}
