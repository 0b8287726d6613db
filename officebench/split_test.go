package officebench_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents/demo"
	"legomem/officebench"
)

// TestSplits: the splits that experiments without a model use name what is
// demonstrated. Of the suite, what is not is tested; of OfficeBench, each task
// is tested with its own memories hidden.
func TestSplits(t *testing.T) {
	suite, err := officebench.Open("suite")
	if err != nil {
		t.Fatal(err)
	}
	own := demonstrated(t, filepath.Join("suite", "demos"))
	rest := slices.DeleteFunc(suite.IDs(), func(id string) bool { return slices.Contains(own, id) })
	theirs := demonstrated(t, "demos")
	for file, want := range map[string]map[string][]string{
		filepath.Join("suite", "split.json"): {"train": own, "test": rest},
		filepath.Join("demos", "split.json"): {"train": theirs, "test": theirs},
	} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var got map[string][]string
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		for _, ids := range []map[string][]string{got, want} {
			for name := range ids {
				ids[name] = slices.Sorted(slices.Values(ids[name]))
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

// demonstrated are the tasks of a folder's demonstrations.
func demonstrated(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal("no demonstrations", err)
	}
	var ids []string
	for _, f := range files {
		d, err := demo.Load(f)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, d.ID)
	}
	return ids
}
