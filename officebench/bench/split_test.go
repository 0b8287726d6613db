package bench_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/officebench/bench"
)

var someTasks = []string{"1-1/0", "1-1/1", "1-2/0", "2-1/0", "3-1/0"}

func splitFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "split.json")
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

func TestSplit(t *testing.T) {
	suite := newSuite(t, someTasks...)
	for _, c := range []struct {
		name, file  string
		opts        bench.SplitOptions
		train, test []string
	}{
		{name: "a file", file: `{"train": ["1-1/0"], "test": ["2-1/0", "1-2/0"]}`, train: []string{"1-1/0"}, test: []string{"2-1/0", "1-2/0"}},
		{name: "leave one out of all", opts: bench.SplitOptions{LeaveOneOut: true, Trains: true}, train: someTasks, test: someTasks},
		{name: "leave one out with a bank", opts: bench.SplitOptions{LeaveOneOut: true}, train: []string{}, test: someTasks},
		{name: "nothing is learned", train: []string{}, test: someTasks},
		{name: "an overlap that is hidden", file: `{"train": ["1-1/0"], "test": ["1-1/0"]}`, opts: bench.SplitOptions{LeaveOneOut: true}, train: []string{"1-1/0"}, test: []string{"1-1/0"}},
		{name: "some tasks", opts: bench.SplitOptions{Tasks: []string{"1-1", "3-1/0"}}, train: []string{}, test: []string{"1-1/0", "1-1/1", "3-1/0"}},
		{name: "a few of all levels", opts: bench.SplitOptions{Limit: 3}, train: []string{}, test: []string{"1-1/0", "1-1/1", "2-1/0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.file != "" {
				c.opts.File = splitFile(t, c.file)
			}
			got := must.Have(bench.NewSplit(suite, c.opts))(t)
			if diff := cmp.Diff([][]string{c.train, c.test}, [][]string{got.Train, got.Test}); diff != "" {
				t.Error(diff)
			}
			if len(got.Hash) != 64 {
				t.Errorf("the hash is %q", got.Hash)
			}
		})
	}
}

func TestSplitRefuses(t *testing.T) {
	suite := newSuite(t, someTasks...)
	for _, c := range []struct {
		file string
		opts bench.SplitOptions
		says string
	}{
		{file: `{"train": ["1-1/0"], "test": ["1-1/7"]}`, says: `"test": `},
		{file: `{"train": ["1-1/7"], "test": ["1-1/0"]}`, says: `no task "1-1/7"; nearest: 1-1/0, 1-1/1`},
		{file: `{"train": ["1-1/0", "1-1/0"], "test": ["2-1/0"]}`, says: `"train" names 1-1/0 twice`},
		{file: `{"train": ["1-1/0", "1-2/0"], "test": ["1-2/0", "1-1/0"]}`, says: "1-2/0, 1-1/0 are in both train and test"},
		{file: `{"train": ["1-1/0"], "test": []}`, says: `"test" names no task`},
		{file: `{"test": ["1-1/0"]}`, opts: bench.SplitOptions{Trains: true}, says: `"train" names no task`},
		{file: `{"trian": ["1-1/0"], "test": ["1-2/0"]}`, says: "trian"},
		{file: `[]`, says: `it must say {"train"`},
		{file: `{"test": ["1-1/0"]} {}`, says: "after its JSON"},
		{file: `{"test": ["1-1/0"]}]`, says: "after its JSON"},
		{file: `{"test": ["1-1/0"]}}`, says: "after its JSON"},
		{file: `{"test": ["1-1/0"]} x`, says: "after its JSON"},
		{file: `{"test": ["1-1/0"]`, says: "it must say"},
		{file: `{"test": ["1-1/0"], "test": ["1-2/0"]}`, says: `"test" is there twice`},
		{file: `{"test": "1-1/0"}`, says: `"test": json`},
		{opts: bench.SplitOptions{Trains: true}, says: "--leave-one-out"},
		{opts: bench.SplitOptions{File: "nosuch.json"}, says: "nosuch.json"},
		{opts: bench.SplitOptions{Tasks: []string{"1-9/0"}}, says: "nearest"},
		{file: `{"train": ["1-1/0"], "test": ["1-2/0"]}`, opts: bench.SplitOptions{Tasks: []string{"1-1/0"}}, says: "1-1/0 is no test of this split"},
		{opts: bench.SplitOptions{Limit: -1}, says: "--limit -1"},
	} {
		if c.file != "" {
			c.opts.File = splitFile(t, c.file)
		}
		_, err := bench.NewSplit(suite, c.opts)
		var setting *bench.SettingError
		if !errors.As(err, &setting) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %+v: %v; wanted %q", c.file, c.opts, err, c.says)
		}
	}
}
