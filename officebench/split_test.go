package officebench_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/agents/demo"
	"legomem/must"
	"legomem/officebench"
)

// TestSplits: the splits that experiments without a model use name what is
// demonstrated. Of the suite, what is not is tested; of OfficeBench, each task
// is tested with its own memories hidden.
func TestSplits(t *testing.T) {
	suite := must.Have(officebench.Open("suite"))(t)
	own := demonstrated(t, filepath.Join("suite", "demos"))
	rest := slices.DeleteFunc(suite.IDs(), func(id string) bool { return slices.Contains(own, id) })
	theirs := demonstrated(t, "demos")
	for file, want := range map[string]map[string][]string{
		filepath.Join("suite", "split.json"): {"train": own, "test": rest},
		filepath.Join("demos", "split.json"): {"train": theirs, "test": theirs},
	} {
		data := must.Have(os.ReadFile(file))(t)
		var got map[string][]string
		must.Do(t, json.Unmarshal(data, &got))
		for _, ids := range []map[string][]string{got, want} {
			for name := range ids {
				ids[name] = slices.Sorted(slices.Values(ids[name]))
			}
		}
		must.NoDiff(t, cmp.Diff(want, got), "%s (-want +got):\n%s", file)
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
		d := must.Have(demo.Load(f))(t)
		ids = append(ids, d.ID)
	}
	return ids
}
