package office

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// filesUnder lists the files with a suffix.
func filesUnder(tb testing.TB, dir, suffix string) []string {
	tb.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(p string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, suffix) {
			files = append(files, p)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		tb.Fatalf("no %s under %s: %v", suffix, dir, err)
	}
	return files
}

// TestSharedDocuments reads, changes and reads again every docx there is.
func TestSharedDocuments(t *testing.T) {
	files := filesUnder(t, sharedDir(t), ".docx")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, err := ReadDocument(data)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		changed, err := AppendParagraphs(data, []string{"one more"})
		if err != nil {
			t.Errorf("%s: append: %v", file, err)
			continue
		}
		after, err := ReadDocument(changed)
		if err != nil {
			t.Errorf("%s: read after append: %v", file, err)
			continue
		}
		want := "one more"
		if before.Dump() != "" || len(before.Blocks) > 0 {
			want = before.Dump() + "\none more"
		}
		if after.Dump() != want {
			t.Errorf("%s: after append the text is\n%q\nwant\n%q", file, after.Dump(), want)
		}
	}
	t.Logf("%d documents", len(files))
}

// oracleCheck is one check of a document's text, with the verdict of the
// benchmark's own evaluator.
type oracleCheck struct {
	state, file string
	function    string
	keywords    []string
	verdict     bool
}

// oracleChecks lists the checks on files of these doc_types whose file is
// there.
func oracleChecks(tb testing.TB, shared string, docTypes ...string) []oracleCheck {
	tb.Helper()
	var oracle struct {
		States map[string]struct{ Checks [][]any }
	}
	readJSON(tb, filepath.Join(shared, "oracle.json"), &oracle)
	var all []oracleCheck
	for state, verdicts := range oracle.States {
		task, _, _ := strings.Cut(state, "~")
		i := strings.LastIndexByte(task, '_')
		var subtask struct {
			Evaluation []struct {
				Function string
				Args     struct {
					File     string
					DocType  string `json:"doc_type"`
					Keywords []string
				}
			}
		}
		readJSON(tb, filepath.Join(shared, "tasks", task[:i], "subtasks", task[i+1:]+".json"), &subtask)
		for n, e := range subtask.Evaluation {
			verdict, known := verdicts.Checks[n][1].(bool)
			file := filepath.Join(shared, "states", state, e.Args.File)
			if _, err := os.Stat(file); err != nil {
				file = filepath.Join(shared, "tasks", task[:i], "testbed", e.Args.File)
			}
			if _, err := os.Stat(file); err != nil || !known || !strings.Contains(" "+strings.Join(docTypes, " ")+" ", " "+e.Args.DocType+" ") {
				continue
			}
			all = append(all, oracleCheck{state, file, e.Function, e.Args.Keywords, verdict})
		}
	}
	if len(all) == 0 {
		tb.Fatal("no checks found")
	}
	return all
}

// holds judges as the evaluator does, for keywords that are words.
func (c oracleCheck) holds(text string) bool {
	for _, k := range c.keywords {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(k)) {
			return c.function == "evaluate_not_contain"
		}
	}
	return c.function == "evaluate_contain"
}

func readJSON(tb testing.TB, file string, v any) {
	tb.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		tb.Fatalf("%s: %v", file, err)
	}
}

// TestDumpAgreesWithOracle: a document's text gives the benchmark's verdicts.
func TestDumpAgreesWithOracle(t *testing.T) {
	checks := oracleChecks(t, sharedDir(t), "docx", "doc")
	for _, c := range checks {
		data, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := ReadDocument(data)
		if err != nil {
			t.Errorf("%s: %v", c.state, err)
			continue
		}
		if got := c.holds(doc.Dump()); got != c.verdict {
			t.Errorf("%s: %s %q is %v, the oracle says %v of\n%s", c.state, c.function, c.keywords, got, c.verdict, doc.Dump())
		}
	}
	t.Logf("%d checks", len(checks))
}
