package pdf

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"legomem/tools/office"
)

// sharedDir finds the data beside the checkout, or skips.
func sharedDir(tb testing.TB) string {
	tb.Helper()
	shared := filepath.Join("..", "..", "..", "shared", "officebench")
	if _, err := os.Stat(shared); err != nil {
		tb.Skip("no ../shared/officebench beside the checkout")
	}
	return shared
}

func pdfsUnder(tb testing.TB, dir string) []string {
	tb.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(p string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".pdf") {
			files = append(files, p)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		tb.Fatalf("no pdf under %s: %v", dir, err)
	}
	return files
}

func readJSON(tb testing.TB, file string, v any) {
	tb.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		tb.Fatalf("%s: %v", file, err)
	}
}

// TestSharedWords: every pdf is read, and has the words that poppler finds.
// The rest is hyphenation and the spaces of formulas.
func TestSharedWords(t *testing.T) {
	shared := sharedDir(t)
	pdftotext := office.Program{Command: "pdftotext", Package: "poppler-utils"}
	if _, err := pdftotext.Find(); err != nil {
		t.Skip(err)
	}
	files := pdfsUnder(t, shared)
	agree := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := ReadText(t.Context(), data)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		theirs, err := pdftotext.Run(t.Context(), office.Job{Args: []string{"-enc", "UTF-8", file, "-"}})
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		share := shareOf(words(string(theirs.Stdout)), words(strings.Join(ours, " ")))
		if share < 0.85 {
			t.Errorf("%s: only %.3f of poppler's words", file, share)
		}
		if share > 0.99 {
			agree++
		}
	}
	t.Logf("%d files read; on %d at least 99%% of poppler's words", len(files), agree)
}

func words(text string) map[string]int {
	all := map[string]int{}
	for _, w := range strings.Fields(spellOut(text)) {
		all[w]++
	}
	return all
}

// shareOf is how many of a's words are in b, from 0 to 1.
func shareOf(a, b map[string]int) float64 {
	total, both := 0, 0
	for w, n := range a {
		total, both = total+n, both+min(n, b[w])
	}
	if total == 0 {
		return 1
	}
	return float64(both) / float64(total)
}

// TestDumpAgreesWithOracle: the text gives the verdicts of the benchmark's own
// evaluator, which reads with PyPDF2.
func TestDumpAgreesWithOracle(t *testing.T) {
	shared := sharedDir(t)
	var oracle struct {
		States map[string]struct{ Checks [][]any }
	}
	readJSON(t, filepath.Join(shared, "oracle.json"), &oracle)
	n := 0
	for state, verdicts := range oracle.States {
		id, _, _ := strings.Cut(state, "~")
		i := strings.LastIndexByte(id, '_')
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
		readJSON(t, filepath.Join(shared, "tasks", id[:i], "subtasks", id[i+1:]+".json"), &subtask)
		for c, e := range subtask.Evaluation {
			data, err := os.ReadFile(filepath.Join(shared, "states", state, e.Args.File))
			if err != nil || e.Args.DocType != "pdf" {
				continue
			}
			text, err := Dump(t.Context(), data)
			if err != nil {
				t.Errorf("%s: %v", state, err)
				continue
			}
			n++
			if got := holds(e.Function, e.Args.Keywords, text); got != verdicts.Checks[c][1] {
				t.Errorf("%s: %s %q is %v, the oracle says %v of\n%s", state, e.Function, e.Args.Keywords, got, verdicts.Checks[c][1], text)
			}
		}
	}
	if n == 0 {
		t.Fatal("no checks found")
	}
	t.Logf("%d checks", n)
}

// holds judges as the evaluator does, for keywords without commas.
func holds(function string, keywords []string, text string) bool {
	for _, k := range keywords {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(k)) {
			return function == "evaluate_not_contain"
		}
	}
	return function == "evaluate_contain"
}

func BenchmarkReadText(b *testing.B) {
	shared := sharedDir(b)
	for _, name := range []string{"1-18/testbed/data/concert_post.pdf", "2-7/testbed/data/paper.pdf"} {
		data, err := os.ReadFile(filepath.Join(shared, "tasks", name))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(filepath.Base(name), func(b *testing.B) {
			for b.Loop() {
				if _, err := ReadText(b.Context(), data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
