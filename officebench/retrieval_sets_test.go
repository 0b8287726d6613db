package officebench_test

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/must"
	"legomem/officebench"
)

// wordings are texts among which some are to find others: those of their group.
type wordings struct {
	texts []string
	group []string // a text's group
	parts []part
}

// part is some of the queries of a set, with a row of its own in the table.
type part struct {
	name string
	has  func(group string) bool
}

// whole is the set as its only part.
func whole(name string) []part {
	return []part{{name, func(string) bool { return true }}}
}

// queries are the texts that have somebody to find.
func (w wordings) queries() []int {
	size := map[string]int{}
	for _, g := range w.group {
		size[g]++
	}
	var out []int
	for i, g := range w.group {
		if size[g] > 1 {
			out = append(out, i)
		}
	}
	return out
}

// tasksOf are a suite's tasks, grouped by id.
func tasksOf(t *testing.T, dir string, groupOf func(id string) string, parts []part) wordings {
	t.Helper()
	suite := must.Have(officebench.Open(dir))(t)
	tasks := must.Have(suite.Tasks())(t)
	w := wordings{parts: parts}
	for _, task := range tasks {
		w.texts = append(w.texts, task.Text)
		w.group = append(w.group, groupOf(task.ID))
	}
	return w
}

// familyOf is what the project's own suite varies: "1-1" of "1-13/0".
func familyOf(id string) string {
	folder := folderOf(id)
	return folder[:len(folder)-1]
}

// firstHalf says whether an id of OfficeBench is in the half that the embedder
// was tuned on.
func firstHalf(id string) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id))
	return h.Sum32()%2 == 0
}

// ownSuite are the tasks of the project's own suite by family.
func ownSuite(t *testing.T) wordings {
	t.Helper()
	return tasksOf(t, "suite", familyOf, whole("own suite"))
}

// ownParaphrases are requests of the project's own, two wordings a line.
func ownParaphrases(t *testing.T) wordings {
	t.Helper()
	file := filepath.Join("..", "membank", "hashembed", "testdata", "paraphrases.txt")
	data := must.Have(os.ReadFile(file))(t)
	w := wordings{parts: whole("own paraphrases")}
	for n, line := range strings.Split(string(data), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		one, other, ok := strings.Cut(line, " | ")
		if !ok {
			t.Fatalf("%s:%d: want two wordings parted by %q", file, n+1, " | ")
		}
		group := fmt.Sprint(n + 1)
		w.texts = append(w.texts, one, other)
		w.group = append(w.group, group, group)
	}
	return w
}
